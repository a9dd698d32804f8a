"""The page of measurements: what bench/page.py writes from the record, and what its numbers mean."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

SPEC = importlib.util.spec_from_file_location("page", ROOT / "bench" / "page.py")
assert SPEC is not None and SPEC.loader is not None
page = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(page)

ABOUT = {"id": "random", "title": "t", "family": "tree", "parameters": "parallel=2", "grows": "n", "seed": 1, "axis": "log", "contestants": ["ours", "theirs"]}
GROWING = ABOUT | {
    "rows": [
        {"contestant": "ours", "size": 1000, "seconds": 0.001, "peak_bytes": 2000000, "vertices": 1000},
        {"contestant": "ours", "size": 2000, "seconds": 0.002, "vertices": 2000},
        {"contestant": "ours", "size": 4000, "seconds": 0.004, "vertices": 4000, "steps": 8000},
        {"contestant": "theirs", "size": 1000, "seconds": 0.004},
        {"contestant": "theirs", "size": 2000, "seconds": None, "peak_bytes": 3000000, "because": "no answer within 10 s"},
    ]
}
FILES = ABOUT | {
    "id": "found",
    "family": "corpus/bench/hard",
    "grows": "file",
    "axis": "files",
    "rows": [
        {"contestant": "ours", "size": 1, "name": "two-1", "seconds": 2.0, "vertices": 1200, "arcs": 2400, "bits": 77},
        {"contestant": "theirs", "size": 1, "name": "two-1", "seconds": None, "because": "no answer within 3 s"},
        {"contestant": "ours", "size": 2, "name": "two-2", "seconds": 0.5, "peak_bytes": 2000000},
        {"contestant": "theirs", "size": 2, "name": "two-2", "seconds": 1.0},
    ],
}
MADE = {
    "mode": "quick",
    "command": "c",
    "date": "d",
    "took_seconds": 100,
    "versions": {"rustc": "1"},
    "machine": {"cpu": "a", "cores": 2, "memory_bytes": 8000000000, "system": "s"},
}


def part(name: str, *contests: Any) -> dict[str, Any]:
    return MADE | {"part": name, "contests": list(contests)}


def contest(axis: str, times: dict[int, float], **keys: Any) -> Any:
    rows = [{"contestant": "ours", "size": size, "seconds": seconds, **keys} for size, seconds in times.items()]
    return page.Contest(ABOUT | {"axis": axis, "contestants": ["ours"], "rows": rows})


def test_the_page_is_what_the_record_says():
    assert (ROOT / "docs" / "benchmarks.md").read_text() == page.text_of_page()


def test_every_part_of_the_record_is_shown_and_every_picture_is_there():
    parts = page.read_parts()
    text = (ROOT / "bench" / "page.txt").read_text()
    assert all(f"\n## [{name}] " in text for name in parts)
    shown = {line.rpartition("(")[2].rstrip(")") for line in page.text_of_page().splitlines() if line.startswith("![")}
    assert {f"pictures/{file.name}" for file in (ROOT / "docs" / "pictures").glob("bench-*.svg")} == shown


def test_each_part_says_when_and_where_it_was_measured():
    text = page.page({"trees": part("trees", GROWING)}, (ROOT / "bench" / "page.txt").read_text())
    assert "Measured by `c` (quick) on d, in 2 minutes, on: a, 2 cores, 8 GB, `s`; rustc 1." in text
    assert "## All exits of large trees\n" in text and "\n### T\n" in text and "![T](pictures/bench-trees-random.svg)" in text
    assert "## Hard instances" not in text


def test_numbers_have_the_digits_measured_and_a_fitting_unit():
    assert [page.time(seconds) for seconds in (3.21e-8, 4.567e-5, 0.0123, 12.34)] == ["32.1 ns", "45.7 µs", "12.3 ms", "12.3 s"]
    assert [page.digits(number) for number in (0.0456, 0.456, 4.56, 45.6, 4567.8, 208.4)] == ["0.046", "0.46", "4.6", "45.6", "4,568", "208"]
    assert [page.grouped(number) for number in (0, 999, 1000, 1234567, 0.5)] == ["0", "999", "1,000", "1,234,567", "1"]


def test_the_exponent_of_a_power_and_of_an_exponential_is_found():
    square = contest("log", {n: 1e-3 * n * n for n in (8, 16, 32, 64)}).fit("ours")
    assert str(square) == "n^2.00" and square.seconds(100) == pytest.approx(10)
    doubling = contest("linear", {n: 1e-3 * 2**n for n in (8, 16, 32, 64)}).fit("ours")
    assert str(doubling) == "2^(1.00 n)" and doubling.seconds(10) == pytest.approx(1.024)


def test_two_sizes_times_of_the_clock_alone_and_files_have_no_growth():
    assert contest("log", {8: 1e-6, 16: 1e-6, 32: 1.0, 64: 1.0}).fit("ours") is None
    assert contest("log", {8: 1e-6, 16: 1.0, 32: 1.0, 64: 1.0}).growth("ours") == "n^0.00"
    assert contest("files", {8: 1.0, 16: 1.0, 32: 1.0}).growth("ours") == "—"


def test_a_contest_that_grows_has_a_row_for_each_subject():
    table = page.by_size(page.Contest(GROWING))
    assert "| ours | 1.0 ms, 2.0 MB | 2.0 ms | 4.0 ms | n^1.00 |" in table
    assert "| theirs | 4.0 ms | no answer within 10 s, 3.0 MB | — | — |" in table
    assert page.instances(page.Contest(GROWING)) == "`arrival generate tree --n N --parallel 2 --seed 1`"
    assert page.instances(page.Contest(GROWING | {"grows": "a b", "axis": "seeds"})) == "`arrival generate tree --a N --b N --parallel 2`"
    assert page.reached(part("hard", GROWING, FILES)).endswith("| t | n | 4,000 | 1,000 |")


def test_instances_that_do_not_grow_have_a_row_each():
    found = page.Contest(FILES)
    table = page.by_instance(found)
    assert "| two-1 | 1,200 | 2,400 | 77 | 2.0 s | no answer within 3 s |" in table
    assert "| two-2 | — | — | — | 500 ms, 2.0 MB | 1.0 s |" in table
    assert page.instances(found) == "the files of [corpus/bench/hard](../corpus/bench/hard)"
    assert page.solved(found) == "Solved: `ours` 2 of 2, the slowest in 2.0 s; `theirs` 1 of 2, the slowest in 1.0 s."


def test_where_everyone_walks_the_cells_are_times_of_a_step():
    assert "| ours | 1.0 µs | 2.0 µs |" in page.by_size(contest("log", {1000: 0.001, 2000: 0.002}, steps=1000))


def against(second: float | None) -> tuple[str, str]:
    rows = [
        {"contestant": "one-start", "size": 9, "seconds": 0.05, "vertices": 9},
        {"contestant": "by-walk", "size": 9, "seconds": 0.02},
        {"contestant": "by-linear", "size": 9, "seconds": None},
        {"contestant": "one-start", "size": 99, "seconds": second, "vertices": 1000},
        {"contestant": "by-walk", "size": 99, "seconds": 0.1},
        {"contestant": "by-linear", "size": 99, "seconds": 0.001},
    ]
    found: tuple[str, str] = page.against_the_best(part("default", ABOUT | {"title": "grids", "contestants": ["one-start", "by-walk", "by-linear"], "rows": rows}))
    return found


def test_ten_milliseconds_are_granted_and_the_worst_is_named():
    table, worst = against(0.005)
    assert "| grids | 9 | 50.0 ms | 20.0 ms, by-walk | 2.0 |" in table
    assert "| grids | 1,000 | 5.0 ms | 1.0 ms, by-linear | 0.000 |" in table
    assert worst == "2.0 on grids of 9 vertices"


def test_an_instance_that_only_another_solves_is_the_worst():
    table, worst = against(None)
    assert worst == "no answer where another has one: grids of 1,000 vertices"
    assert "| grids | 1,000 | none in time | 1.0 ms, by-linear | — |" in table


def test_pictures_name_everyone_and_are_the_same_bytes_again(tmp_path: Path):
    parts = {"hard": part("hard", GROWING, FILES), "default": part("default", GROWING)}
    drawn = []
    for folder in (tmp_path / "one", tmp_path / "other"):
        folder.mkdir()
        page.pictures(parts, folder)
        drawn.append({file.name: file.read_bytes() for file in folder.iterdir()})
    assert drawn[0] == drawn[1]
    assert sorted(drawn[0]) == ["bench-hard-found.svg", "bench-hard-random.svg"]
    for svg in drawn[0].values():
        assert b">ours<" in svg and b">theirs<" in svg
    assert b">solved, the quickest first<" in drawn[0]["bench-hard-found.svg"]
