"""Corners where wrong input once passed, or right input did not: the faults F41, F75, F81 and F83."""

from __future__ import annotations

import re
import signal
import tomllib
from pathlib import Path
from types import FrameType

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

import arrival
from arrival import Batch, RotorGraph, campaign, generate, solve_batch

ARCS = [[[1, 2], [0, 2], []], [[1, 1], [0, 2], []]]


def table(**columns: object) -> pyarrow.Table:
    return pyarrow.table({"arcs": ARCS, "start": [0, 0], **columns})


def test_f81_a_null_in_a_list_is_not_a_sink() -> None:
    exits = solve_batch(table()).exit_index
    for arcs in ([[[1, None], [0, 2], []]], [[[1, 2], None, []]], [[[None], [0], []]], [[[None, None], []]], [None]):
        with pytest.raises(ValueError, match="nulls"):
            solve_batch(pyarrow.table({"arcs": arcs, "start": [0]}))
    # Lists without any number have the type of nulls, and none of them.
    assert solve_batch(pyarrow.table({"arcs": [[[], []]], "start": [1]})).exit_index.tolist() == [1]
    assert len(exits) == 2


def test_f81_lists_of_a_fixed_size_are_lists() -> None:
    square = [[[1, 2], [0, 2], [0, 1]], [[1, 1], [0, 2], [2, 2]]]
    plain = pyarrow.array(square)
    number = plain.type.value_type.value_type
    for kind in (
        pyarrow.list_(pyarrow.list_(number, 2)),
        pyarrow.list_(pyarrow.list_(number), 3),
        pyarrow.list_(pyarrow.list_(number, 2), 3),
    ):
        fixed = pyarrow.array(square, type=kind)
        given = [pyarrow.table({"arcs": arcs, "start": [0, 0]}) for arcs in (plain, fixed)]
        same = [Batch.from_arrow(one) for one in given]
        assert np.array_equal(same[0].heads, same[1].heads)
        assert np.array_equal(same[0].row_starts, same[1].row_starts)
        rotors = pyarrow.array([[1, 0, 1], [0, 1, 0]], type=pyarrow.list_(pyarrow.uint32(), 3))
        turned = Batch.from_arrow(pyarrow.table({"arcs": fixed, "start": [0, 0], "rotors": rotors}))
        assert turned.rotors is not None and turned.rotors.tolist() == [1, 0, 1, 0, 1, 0]


class Silent:
    """A label without a text of its own."""

    def __repr__(self) -> str:
        return ""


def test_f81_a_label_with_an_empty_repr_has_a_name() -> None:
    one, other = Silent(), Silent()
    graph = RotorGraph({one: [other, "s"], other: [one, "s"]}, sinks=["s"])
    assert graph.solve(one).exit == "s"
    assert "<Silent>" in graph.to_text() and "<Silent>'" in graph.to_text()


def test_f81_an_endless_value_too_large_for_a_proof_is_refused() -> None:
    game = RotorGraph.from_text("max a: t s\nt: t\nsink s = 1\nstart a\n")
    assert game.solve(endless_value=2**53 - 1).value == 2**53 - 1
    for value in (2**53, 2**60, -(2**60)):
        with pytest.raises(ValueError, match="endless_value is -?[0-9]+, but must be at (most|least) -?9007199254740991"):
            game.solve(endless_value=value)


def test_f81_a_campaign_notices_that_its_files_have_changed(tmp_path: Path) -> None:
    file, folder = tmp_path / "in.parquet", tmp_path / "out"
    pyarrow.parquet.write_table(table(), file)
    assert campaign.run(file, folder).complete
    assert campaign.run(file, folder).complete, "the same files go on"
    pyarrow.parquet.write_table(table(start=[1, 1]), file)
    with pytest.raises(ValueError, match=r"in\.parquet has changed since the campaign"):
        campaign.run(file, folder)


def test_f41_ctrl_c_ends_a_single_large_generation() -> None:
    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            # Ten million vertices would take far longer, and more memory than the tests have.
            generate.tree(n=100_000_000)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            generate.batch("tree", 1, n=100_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_generation_keeps_to_its_limits() -> None:
    with pytest.raises(arrival.OutOfBudget):
        generate.batch("tree", 1, n=1_000_000, limits={"timeout": 0.0})


def test_f41_a_verification_keeps_to_its_limits() -> None:
    tree = generate.tree(n=20_000)
    certificate = tree.certificate(all=True)
    with pytest.raises(arrival.OutOfBudget):
        arrival.verify(tree, certificate, timeout=0.0)
    assert arrival.verify(tree, certificate)


def test_f75_a_batch_changed_while_it_is_solved_is_an_error() -> None:
    # A thread that panics once left the batch waiting for ever, deaf to Ctrl-C.
    spoilt: list[int] = []
    count = 50_000
    while not spoilt:
        count *= 2
        degrees = np.tile([2, 2, 2, 0], count)
        row_starts = np.concatenate(([0], np.cumsum(degrees))).astype(np.uint32)
        heads = np.random.default_rng(1).integers(0, 4, row_starts[-1]).astype(np.uint32)
        vertex_starts = np.arange(0, 4 * count + 1, 4, dtype=np.uint32)
        batch = Batch(vertex_starts, row_starts, heads, None, np.zeros(count, np.uint32))

        def spoil(operations: int, rows: np.ndarray = row_starts) -> None:
            spoilt.append(operations)
            rows[1:-1] = 2**31

        try:
            solve_batch(batch, threads=2, progress=spoil)
        except ValueError:
            assert spoilt


def test_f83_every_package_is_locked_with_its_hashes() -> None:
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *(one for group in project["optional-dependencies"].values() for one in group)]
    names = {re.split(r"[\[<>=!~; ]", one)[0].lower() for one in wanted} - {"arrival"}
    locked = (root / "python/requirements.txt").read_text()
    pins = [pin.lower() for pin in re.findall(r"^([\w.-]+)==[^\n]*\\\n    --hash=", locked, re.M)]
    assert names <= set(pins), names - set(pins)
    assert len(pins) == len(re.findall(r"^[\w.-]+==", locked, re.M)), "every pin has a hash"
