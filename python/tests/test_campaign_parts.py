"""Parts of campaigns: flawed rows, parts that were given up, and files that were cut short."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import polars
import pyarrow
import pyarrow.parquet
import pytest

from arrival import campaign, generate

GOOD = [[1, 0], []]


@pytest.mark.parametrize("question", ["exit", "exits", "route", "values"])
@pytest.mark.parametrize(
    ("column", "bad", "words"),
    [
        ("arcs", [[1, None], []], "the column `arcs` has nulls: arc 1 of vertex 0"),
        ("arcs", None, "the column `arcs` has nulls"),
        ("arcs", [[1, -3], []], "the head of arc 1 of vertex 0 is -3, but must be at least 0"),
        ("arcs", [[1, 2**40], []], f"the head of arc 1 of vertex 0 is {2**40}, but must be less than 2"),
        ("start", 7, "the start is 7, but must be less than 2"),
        ("rotors", [9, 0], "the rotor of vertex 0 is 9, but must be less than 2"),
    ],
)
def test_a_flawed_row_does_not_fail_its_neighbours(tmp_path: Path, question: str, column: str, bad: Any, words: str) -> None:
    rows: list[dict[str, Any]] = [{"arcs": GOOD, "start": 0, "rotors": [0, 0]} for _ in range(7)]
    rows[4][column] = bad
    file = tmp_path / "rows.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), file)
    for part_rows in (3, 100):
        frame = campaign.run(file, tmp_path / f"out-{part_rows}", part_rows=part_rows, question=question).to_polars()
        assert frame["solved"].to_list() == [True] * 4 + [False] + [True] * 2
        assert frame["error"].is_null().to_list() == frame["solved"].to_list()
        assert frame["error"][4] == f"{file}, row 4: {words}"


def test_parts_that_were_given_up_are_run_with_more_time(tmp_path: Path) -> None:
    family = campaign.Family("two", 4, n=200)
    late = campaign.run(family, tmp_path, part_rows=2, part_timeout=0.0)
    assert late.complete and not late.to_polars()["solved"].any()
    (tmp_path / "part-000001.parquet").unlink()
    told: list[int] = []
    again = campaign.run(family, tmp_path, part_rows=2, part_timeout=0.0, progress=lambda done, rows: told.append(done))
    assert told == [4] and not again.to_polars()["solved"].any(), "the same time is not tried again"
    done = campaign.run(family, tmp_path, part_rows=2, operations_each=None, part_timeout=None)
    assert done.to_polars()["solved"].all() and done.to_polars()["error"].is_null().all()
    campaign.run(family, tmp_path, part_rows=2, part_timeout=0.0, progress=lambda done, rows: pytest.fail("done before"))


def test_a_worker_has_the_time_that_is_given_now(tmp_path: Path) -> None:
    from arrival.campaign._part import solve_part_of

    campaign.run(campaign.Family("two", 2, n=200), tmp_path, part_timeout=0.0)
    assert solve_part_of(str(tmp_path), 0, None) == 2
    assert campaign.open_results(tmp_path).to_polars()["solved"].all()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"part_rows": 5}, "part_rows was 10 and is 5;"),
        ({"operations_each": 100}, "operations_each was None and is 100;"),
        ({"question": "route"}, "question was 'exit' and is 'route';"),
        ({"question": "route", "particles": 9}, "question was 'exit' and is 'route', particles was not given and is 9;"),
        ({"source": campaign.Family("path", 20, n=4)}, r"source was Family\(.*'n': 3.*\) and is Family\(.*'n': 4.*\);"),
    ],
)
def test_another_plan_is_told_by_its_arguments(tmp_path: Path, changed: dict[str, Any], words: str) -> None:
    arguments: dict[str, Any] = {"source": campaign.Family("path", 20, n=3), "part_rows": 10}
    campaign.run(folder=tmp_path, **arguments)
    with pytest.raises(ValueError, match=f"is the plan of another campaign: {words} use another folder"):
        campaign.run(folder=tmp_path, **(arguments | changed))


@pytest.mark.parametrize("size", [0, 4, 100, -20])
def test_a_part_that_was_cut_short_is_computed_again(tmp_path: Path, size: int) -> None:
    family = campaign.Family("tree", 30, n=20)
    whole = campaign.run(family, tmp_path, part_rows=10).to_arrow().drop_columns(["nanoseconds"])
    part = tmp_path / "part-000001.parquet"
    os.truncate(part, size if size >= 0 else part.stat().st_size + size)
    cut = campaign.open_results(tmp_path)
    assert not cut.complete and len(cut) == 20 and cut.sql("select count(*) from results").fetchall() == [(20,)]
    told: list[tuple[int, int]] = []
    again = campaign.run(family, tmp_path, part_rows=10, progress=lambda done, rows: told.append((done, rows)))
    assert told == [(30, 30)] and again.to_arrow().drop_columns(["nanoseconds"]).equals(whole)


def test_results_have_a_length_and_are_tables(tmp_path: Path) -> None:
    results = campaign.run(campaign.Family("path", 25, n=3), tmp_path, part_rows=10)
    assert len(results) == 25 and results.to_polars().equals(polars.DataFrame(results))


def test_a_row_of_the_middle_of_a_file_is_routed(tmp_path: Path) -> None:
    batch = generate.batch("path", 30, n=4)
    pyarrow.parquet.write_table(batch.to_arrow(), tmp_path / "rows.parquet")
    results = campaign.run(tmp_path / "rows.parquet", tmp_path / "out", part_rows=7, question="route", particles=5).to_arrow()
    for graph, ends in zip(batch, results["ends"].to_pylist(), strict=True):
        assert {end: ends[end] for end in graph.sinks} == graph.route({graph.start: 5}).sinks
