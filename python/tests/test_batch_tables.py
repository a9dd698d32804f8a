"""Batches and their tables: what is wrong is said by instance, vertex and arc, and what is right is read."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import pandas
import polars
import pyarrow
import pytest

import arrival
from arrival import Batch, RotorGraph, generate, route_batch, solve_batch, values_batch

GOOD = [[1, 0], []]
GAME = RotorGraph.from_text("u: v s\nmax v: u t\nsink s = 1\nsink t = 2\nstart u")
TWO = [[[1, 2], [0, 2], []], [[1, 1], [0, 2], []]]


def rows(*arcs: Any, **columns: Any) -> pyarrow.Table:
    return pyarrow.table({"arcs": list(arcs), "start": [0] * len(arcs), **columns})


@pytest.mark.parametrize("other", [[[1, None], []], [[1, 0], None], None, [[-1, 0], []], [[2**40, 0], []]])
def test_rows_outside_a_slice_do_not_matter(other: Any) -> None:
    table = rows(GOOD, other, GOOD, rotors=[[0, 0], [None, 2**40], [1, 0]])
    for good in (0, 2):
        assert solve_batch(table.slice(good, 1)).exit_index.tolist() == [1]
        assert solve_batch(polars.from_arrow(table).slice(good, 1)).exit_index.tolist() == [1]
    with pytest.raises(ValueError, match="instance 1: "):
        solve_batch(table)


def test_a_slice_has_only_its_own_vertices() -> None:
    table = rows(GOOD, [[1, 2], [], []], GOOD)
    for part in (table.slice(1, 2), Batch.from_arrow(table)[1:]):
        routes = route_batch(part, [3, 0, 0, 1, 0])
        assert routes.ends.tolist() == [0, 2, 1, 0, 1]
        assert Batch.from_arrow(part if isinstance(part, pyarrow.Table) else part.to_arrow()).vertex_starts.tolist() == [0, 3, 5]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (rows(GOOD, [[0, 5], []]), "instance 1: the head of arc 1 of vertex 0 is 5, but must be less than 2"),
        (rows(GOOD, [[0, -5], []]), "instance 1: the head of arc 1 of vertex 0 is -5, but must be at least 0"),
        (rows(GOOD, GOOD, start=[0, 2]), "instance 1: the start is 2, but must be less than 2"),
        (rows(GOOD, GOOD, rotors=[[0, 0], [2, 0]]), "instance 1: the rotor of vertex 0 is 2, but must be less than 2"),
        (rows(GOOD, GOOD, rotors=[[0, 0], [0]]), "instance 1: `rotors` has 1 entry for 2 vertices"),
        (rows(GOOD, GOOD, owners=[[0, 0], [3, 0]]), "instance 1: the owner of vertex 0 is 3, but must be less than 3"),
        (rows(GOOD, GOOD, values=[[0, 0], [0, None]]), "instance 1: the column `values` has nulls: vertex 1"),
        (rows(GOOD, [[1], [0, None]]), "instance 1: the column `arcs` has nulls: arc 1 of vertex 1"),
        (rows(GOOD, GOOD, start=[0, None]), "instance 1: the column `start` has nulls"),
    ],
)
def test_a_flaw_is_named_by_instance_vertex_and_arc(table: pyarrow.Table, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        values_batch(table)
    for kind in (pyarrow.int32(), pyarrow.int64()):
        lists = pyarrow.list_(pyarrow.list_(kind))
        with pytest.raises(ValueError, match=words):
            values_batch(table.set_column(0, "arcs", table["arcs"].cast(lists)))


def test_flaws_of_arrays_are_named_in_the_same_words() -> None:
    with pytest.raises(ValueError, match="instance 0: the head of arc 1 of vertex 1 is -1, but must be at least 0"):
        solve_batch(Batch([0, 2], [0, 0, 2], np.array([0, -1], np.int32), None, [0]))


def test_negative_numbers_count_from_the_end() -> None:
    graphs = [generate.expchain(n=100), generate.path(n=2).with_start(0)]
    answers, batch = solve_batch(graphs), Batch.of(graphs)
    assert answers.steps_of(-2) == 2**101 - 3 and answers.steps_of(-1) == answers.steps_of(1)
    routes = route_batch(batch, np.ones(len(graphs[0]) + len(graphs[1]), np.int64))
    assert routes.ends_of(-1).tolist() == routes.ends_of(1).tolist()
    assert routes.ends_of(-2).tolist() == routes.ends_of(0).tolist()
    for beyond in (2, -3):
        for ask in (routes.ends_of, answers.steps_of, batch.__getitem__):
            with pytest.raises(IndexError, match=f"the batch has 2 instances, and none of number {beyond}"):
                ask(beyond)


@pytest.mark.parametrize(
    ("batch", "words"),
    [
        (Batch([0, 2], [0, 5, 1], [0], None, [0]), r"row_starts\[2\] is 1, but row starts ascend and end at most at 1"),
        (Batch([0, 3], [0, 1], [0], None, [0]), r"vertex_starts\[1\] is 3, but row starts ascend and end at most at 1"),
        (Batch([0, 1], [0, 9], [0], None, [0]), r"row_starts\[1\] is 9, but row starts ascend and end at most at 1"),
        (Batch([0, 1], [0, 1], [0], None, [0, 0]), "starts has 2 entries, not 1"),
        (Batch([0, 1], [0, 1], [0], [0, 0], [0]), "rotors has 2 entries for 1 vertex"),
        (Batch([0, 1], [], [0], None, [0]), "row_starts has 0 entries"),
        (Batch([], [], [], None, []), "(row|vertex)_starts has 0 entries"),
    ],
)
def test_malformed_offsets_are_refused_by_every_reader(batch: Batch, words: str) -> None:
    readers = [Batch.to_arrow, solve_batch, values_batch, lambda batch: route_batch(batch, [0] * (len(batch.row_starts) - 1))]
    for read in [*readers, lambda batch: batch[0], lambda batch: solve_batch(batch[0:1])]:
        with pytest.raises(ValueError, match=words):
            read(batch)


def test_an_empty_frame_has_an_empty_answer() -> None:
    frame = pandas.DataFrame({"arcs": [[[1, 0], []]], "rotors": [[0, 0]], "start": [0]})
    for empty in (frame.iloc[:0], polars.DataFrame(frame).head(0), pyarrow.table(frame).slice(0, 0)):
        for answer in (solve_batch, values_batch, lambda given: route_batch(given, [])):
            full = route_batch(frame, [1, 0]) if answer not in (solve_batch, values_batch) else answer(frame)
            assert answer(empty).to_arrow().schema == full.to_arrow().schema and len(answer(empty)) == 0


def test_the_columns_do_not_depend_on_the_answers() -> None:
    short, long = generate.expchain(n=4), generate.expchain(n=70)
    answers = solve_batch([short, long, generate.two(n=200, seed=0)], operations_each=1000)
    assert answers.to_arrow().to_pylist()[1:] == [
        {"exit": "A", "solved": True, "steps": None, "long_steps": "2361183241434822606845"},
        {"exit": None, "solved": False, "steps": None, "long_steps": None},
    ]
    for asked in (
        lambda graph: solve_batch([graph]),
        lambda graph: graph.route({0: 2**80 if graph is long else 1}),
        lambda graph: graph.return_flows(),
    ):
        assert asked(short).to_arrow().schema == asked(long).to_arrow().schema
        assert asked(short).to_pandas().dtypes.tolist() == asked(long).to_pandas().dtypes.tolist()
        assert asked(short).to_polars().schema == asked(long).to_polars().schema


def test_columns_of_another_kind_are_refused_by_name() -> None:
    views = pyarrow.list_view(pyarrow.list_view(pyarrow.int64()))
    for table, words in [
        (rows([["a", "b"], []]), "column `arcs` holds list<.*string.*, but must hold lists of lists of integers"),
        (rows([0, 1]), "column `arcs` holds list<.*int64>, but must hold lists of lists of integers"),
        (pyarrow.table({"arcs": pyarrow.array([GOOD], views), "start": [0]}), "column `arcs` holds list_view<.*lists of lists of integers"),
        (rows(GOOD, start=["u"]), "column `start` holds string, but must hold integers"),
        (rows(GOOD, start=[0.5]), "column `start` holds double, but must hold integers"),
        (rows(GOOD, rotors=[["u", "v"]]), "column `rotors` holds list<.*, but must hold lists of integers"),
        (pandas.DataFrame({"arcs": [[[1], ["x"]]], "start": [0]}), "column `arcs` must hold lists of lists of integers, and holds"),
        (polars.DataFrame({"arcs": [GOOD], "start": polars.Series(["0"], dtype=polars.Categorical)}), "column `start` holds dictionary"),
    ]:
        with pytest.raises(ValueError, match=words):
            solve_batch(table)


def test_parts_of_a_batch_name_the_way_to_take_others() -> None:
    batch = generate.batch("path", 4, n=3)
    with pytest.raises(ValueError, match=r"a step of 1, not 2; .*take\(numbers\)"):
        batch[::2]
    for other in (np.array([True, False, True, False]), [0, 2], 1.5):
        with pytest.raises(TypeError, match=r"take\(numbers\)\), or \.filter\(mask\)"):
            batch[other]  # type: ignore[call-overload]
    taken = Batch.from_arrow(batch.to_arrow().take([3, 1]))
    assert solve_batch(taken).exit_index.tolist() == solve_batch(batch).exit_index[[3, 1]].tolist()
    assert batch[np.int64(1)].solve() == batch[1].solve()


def test_a_graph_without_a_start_is_named() -> None:
    graph = RotorGraph.from_text("u: s\nsink s\nstart u")
    with pytest.raises(ValueError, match=r"graphs\[1\] names no start; give it one"):
        Batch.of([graph, RotorGraph.from_text("u: s\nsink s")])


#: Two vertices that lead to two sinks each; the labels of the second graph are no numbers of its vertices.
LETTERS = RotorGraph.from_edges([("u", "v"), ("u", "s"), ("v", "u"), ("v", "t")], start="u")
NUMBERS = RotorGraph.from_edges([(1, 2), (1, 3), (2, 1), (2, 0)], start=1)
TRAPPED = RotorGraph.from_edges([("x", "y"), ("y", "x"), ("z", "x")], start="z")


@pytest.mark.parametrize(
    "graphs", [[LETTERS, LETTERS], [NUMBERS, NUMBERS], [LETTERS, NUMBERS, TRAPPED], [generate.path(n=3).with_start(1), LETTERS]]
)
def test_graphs_are_answered_with_their_labels(graphs: list[RotorGraph]) -> None:
    expected = [graph.solve().exit for graph in graphs]
    for batch in (graphs, Batch.of(graphs), Batch.of([TRAPPED, *graphs])[1:]):
        answers = solve_batch(batch)
        assert answers.exits() == expected
        assert [-1 if end is None else graph.index(end) for graph, end in zip(graphs, expected, strict=True)] == answers.exit_index.tolist()
        column = answers.to_pandas()["exit"].tolist()
        kinds = {type(graph.vertices[0]) for graph in graphs}
        assert [None if pandas.isna(end) else end for end in column] == (
            expected if len(kinds) == 1 else [None if end is None else str(end) for end in expected]
        )
    for number, graph in enumerate(Batch.of(graphs)):
        assert graph == graphs[number] and graph.vertices == graphs[number].vertices


def test_arrays_and_tables_are_answered_with_exit_index() -> None:
    batch = Batch.of([LETTERS, NUMBERS])
    arrays = Batch(batch.vertex_starts, batch.row_starts, batch.heads, batch.rotors, batch.starts)
    for given in (arrays, batch.to_arrow(), batch.to_arrow().to_pandas(), generate.batch("path", 2, n=2)):
        answers = solve_batch(given)
        assert answers.exits() == answers.exit_index.tolist()
        assert answers.to_arrow().column_names == ["exit_index", "solved", "steps", "long_steps"]
    assert solve_batch(arrays).exit_index.tolist() == solve_batch(batch).exit_index.tolist()


def test_one_graph_with_many_starts_is_answered_with_labels() -> None:
    answers = solve_batch(Batch.of_graph(NUMBERS, starts=[1, 2, 0, 3]))
    assert answers.exits() == [NUMBERS.solve(start).exit for start in (1, 2, 0, 3)]
    assert answers.to_arrow()["exit"].to_pylist() == answers.exits()
    assert solve_batch(Batch.of_graph(TRAPPED)).to_arrow()["exit"].to_pylist() == [None]


def test_columns_with_names_are_rotors_of_these_vertices() -> None:
    order = ["v", "t", "u", "s"]
    rows = [[0, 0, 1, 0], [1, 0, 0, 0], [1, 0, 1, 0]]
    expected = [LETTERS.with_rotors({"v": row[0], "u": row[2]}) for row in rows]
    frame = pandas.DataFrame(rows, columns=order)
    given = [frame, polars.DataFrame(frame), pyarrow.table(frame), {name: frame[name].tolist() for name in order}, frame[["u", "v"]]]
    for rotors in given:
        assert list(Batch.of_graph(LETTERS, rotors=rotors, starts=["u"] * 3)) == expected
    assert list(Batch.of_graph(LETTERS, rotors=frame.iloc[1])) == expected[1:2]
    # Vertices without a column keep their rotors; a matrix without names is in the order of the vertices.
    assert list(Batch.of_graph(LETTERS.with_rotors({"u": 1}), rotors=frame[["v"]].iloc[1:])) == expected[2:] * 2
    matrix = frame[list(LETTERS.vertices)].to_numpy()
    assert list(Batch.of_graph(LETTERS, rotors=matrix, starts=["u"] * 3)) == expected
    # Numbers are labels too, also those that frames have by themselves.
    numbered = pandas.DataFrame([[1, 0]], columns=[2, 1])
    assert Batch.of_graph(NUMBERS, rotors=numbered)[0] == NUMBERS.with_rotors({2: 1, 1: 0})


def test_labelled_rotors_that_fit_no_vertex_are_refused() -> None:
    frame = pandas.DataFrame([[0, 1, 0, 0]])
    twice = pandas.DataFrame([[0, 1]], columns=["u", "u"])
    for rotors, kind, words in [
        (frame, KeyError, "the graph has no vertex 0"),
        (polars.DataFrame(frame.to_numpy()), KeyError, "the graph has no vertex 'column_0'"),
        (twice, ValueError, "two columns for one vertex"),
        (pandas.DataFrame({"u": [0.5]}), ValueError, "the column 'u' of rotors is not a list of integers"),
        ([frame.iloc[0]], TypeError, r"the rows of rotors have labels; make a data frame of them, as pandas.DataFrame\(rows\)"),
        ([{"u": 0}], TypeError, "the rows of rotors have labels"),
    ]:
        with pytest.raises(kind, match=words):
            Batch.of_graph(LETTERS, rotors=rotors)


def test_values_without_players_stay_in_every_batch():
    graph = RotorGraph.from_text("u: s t\nsink s = 5\nsink t\nstart u")
    for batch in (Batch.of([graph, graph]), Batch.of_graph(graph, starts=["u", "t"])):
        assert [one.value("s") for one in batch] == [5, 5] and not batch.has_players
    assert arrival.values_batch([graph]).max_min.tolist() == [5]


def test_parts_of_a_batch_are_checked_as_the_whole_is():
    with pytest.raises(ValueError, match=r"vertex_starts\[2\] is 1, but row starts ascend"):
        Batch([0, 2, 1, 4], [0, 1, 1, 2, 2], [1, 1], None, [0, 0, 0])[1:2]
    masked = Batch([0, 2], [0, 1, 1], [1], np.ma.array([0, 0], mask=[True, False]), [0])
    for part in (lambda: masked[0], lambda: masked[0:1]):
        with pytest.raises(ValueError, match="rotors has masked entries"):
            part()


def test_a_relation_of_duckdb_is_a_batch():
    rows = generate.batch("tree", 20, n=9).to_arrow()  # noqa: F841
    relation = duckdb.sql("select * from rows")
    assert (arrival.solve_batch(relation).exit_index == arrival.solve_batch(rows).exit_index).all()


def test_a_batch_of_games_is_answered_or_refused():
    batch = Batch.of([GAME, GAME.with_owners({"v": "min"})])
    assert batch.has_players and values_batch(batch).max_min.tolist() == [2, 1]
    with pytest.raises(ValueError, match="the batch has players"):
        solve_batch(batch)
    for i in range(2):
        assert values_batch(batch).max_min[i] == batch[i].solve().value


def test_batches_come_from_every_kind_of_table():
    import polars

    batch = generate.batch("switch", 200, n=12)
    expected = solve_batch(batch).exit_index.tolist()
    table = batch.to_arrow()
    assert solve_batch(table).exit_index.tolist() == expected
    assert solve_batch(polars.from_arrow(table)).exit_index.tolist() == expected
    assert solve_batch(table.to_pandas()).exit_index.tolist() == expected
    assert solve_batch(list(batch)).exit_index.tolist() == expected
    assert solve_batch(batch[50:60]).exit_index.tolist() == expected[50:60]
    assert batch[-1].solve().exit == (expected[-1] if expected[-1] >= 0 else None)


def test_arrays_of_a_table_are_not_copied():
    table = generate.batch("switch", 200, n=12).to_arrow()
    in_place = Batch.from_arrow(table)
    assert np.shares_memory(in_place.heads, np.asarray(table["arcs"].chunk(0).values.values))
    assert np.shares_memory(in_place.rotors, np.asarray(table["rotors"].chunk(0).values))


def test_one_graph_with_many_rotors_and_starts():
    graph, rng = generate.tree(n=12), np.random.default_rng(5)
    many = np.array([graph.with_random_rotors(rng).arrays().rotors for _ in range(20)])
    starts = rng.choice([u for u in graph if not graph.is_sink(u)], 20).tolist()
    found = solve_batch(Batch.of_graph(graph, rotors=many, starts=starts))
    for i in range(20):
        assert found.exits()[i] == graph.with_rotors(many[i]).solve(starts[i]).exit


def test_seeds_make_the_same_batch_on_any_threads():
    one, all_ = (generate.batch("switch", 1000, n=9, threads=threads) for threads in (1, 0))
    assert all(np.array_equal(getattr(one, name), getattr(all_, name)) for name in ("heads", "row_starts", "rotors", "starts"))
    assert one[700] == RotorGraph.from_arrays(*generate.switch(n=9, seed=701).arrays()[:3], start=int(one.starts[700]))
    rng = np.random.default_rng(1)
    assert generate.path(seed=rng) != generate.path(seed=rng) or generate.tree(seed=rng) != generate.tree(seed=rng)


def test_a_null_in_a_list_is_not_a_sink() -> None:
    exits = solve_batch(rows(*TWO)).exit_index
    for arcs in ([[[1, None], [0, 2], []]], [[[1, 2], None, []]], [[[None], [0], []]], [[[None, None], []]], [None]):
        with pytest.raises(ValueError, match="nulls"):
            solve_batch(pyarrow.table({"arcs": arcs, "start": [0]}))
    # Lists without any number have the type of nulls, and none of them.
    assert solve_batch(pyarrow.table({"arcs": [[[], []]], "start": [1]})).exit_index.tolist() == [1]
    assert len(exits) == 2


def test_lists_of_a_fixed_size_are_lists() -> None:
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


def test_a_batch_changed_while_it_is_solved_is_an_error() -> None:
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
