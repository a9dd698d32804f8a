"""Results: as tables, and as they are shown."""

import math
from fractions import Fraction

import networkx
import numpy as np
import pyarrow
import pytest

from arrival import RotorGraph, examples, generate, solve_batch, values_batch

GAME = RotorGraph.from_text("u: v s\nmax v: u t\nsink s = 1\nsink t = 2\nstart u")
PATH = RotorGraph.from_text("sink a\n1: a 2\n2: 1 b\nsink b")
TRAPPED = RotorGraph({"u": ["a", "s"], "a": ["a"]}, sinks=["s"])
#: Numbers and a text as labels: the columns of labels are text in every table about it.
MIXED = RotorGraph({0: [1, "s"], 1: [0, 2], 2: [1, "s", 0]}, sinks=["s"], start=0)


def test_results_are_tables():
    import duckdb
    import pandas
    import polars

    trapped = RotorGraph.from_text("u: a s\na: b\nb: a\nsink s")
    for result, columns in [
        (trapped.exit_pattern(), ["vertex", "exit", "trap"]),
        (PATH.return_flows(), ["tail", "head", "flow", "long_flow"]),
        (trapped.destination_forest(), ["vertex", "head", "arc"]),
        (GAME.values(), ["vertex", "value", "max_min", "min_max"]),
        (PATH.route({"1": 10**30}), ["sink", "trap", "particles", "long_particles"]),
        (PATH.harmonic_measure("1"), ["sink", "trap", "probability"]),
        (solve_batch([trapped.with_start("u")]), ["exit", "solved", "steps", "long_steps"]),
        (values_batch([GAME]), ["value", "max_min", "min_max", "solved", "checked"]),
    ]:
        table = result.to_arrow()
        assert table.column_names == columns
        assert isinstance(result.to_pandas(), pandas.DataFrame) and list(result.to_pandas()) == columns
        assert isinstance(result.to_polars(), polars.DataFrame)
        assert pyarrow.table(result).equals(table), "by the Arrow protocol"
    pattern = trapped.exit_pattern().to_arrow()
    assert pattern.to_pylist()[0] == {"vertex": "u", "exit": None, "trap": 0}
    assert duckdb.sql("select count(*) from pattern where trap is null").fetchall() == [(1,)]
    assert PATH.route({"1": 10**30}).to_arrow().to_pylist()[0]["long_particles"] == str(2 * 10**30 // 3 + 1)


def test_tables_of_ends_have_a_row_for_each_trap():
    shares = [{"sink": "s", "trap": None, "probability": 0.5}, {"sink": None, "trap": 0, "probability": 0.5}]
    assert TRAPPED.harmonic_measure("u").to_arrow().to_pylist() == shares
    short = {"particles": 2, "long_particles": None}
    counts = [{"sink": "s", "trap": None, **short}, {"sink": None, "trap": 0, **short}]
    assert TRAPPED.route({"u": 4}).to_arrow().to_pylist() == counts


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (np.arange(3), "int64"),
        (np.float32([0.5, 1.5, 2.5]), "double"),
        ([1, np.int8(2), 3], "int64"),
        ([0.5, 1.5, 2.5], "double"),
        (["a", "b", "\udc80"], "string"),
        ([True, False, 2], "string"),
        ([1, "1", 2], "string"),
        ([1, 2, 2**70], "string"),
    ],
)
def test_labels_keep_their_kind_in_tables(labels, kind):
    u, v, sink = labels
    graph = RotorGraph.from_edges([(u, v), (v, u), (v, sink)])
    for found in (graph.exit_pattern(), graph.destination_forest(), graph.return_flows()):
        table = found.to_arrow()
        kinds = [str(table.schema.field(name).type) for name in table.column_names[:2]]
        assert kinds == [kind, kind], found
    assert len(set(graph.exit_pattern().to_arrow()["vertex"].to_pylist())) == 3, "no two labels share a name"


def test_labels_of_one_graph_have_one_type_in_all_tables():
    tables = [
        MIXED.identity(), MIXED.stabilise({0: 5}), MIXED.sandpile_group(), MIXED.listing("recurrent"), MIXED.listing("recurrent", limit=0),
        MIXED.solve(), MIXED.walk().at(2), MIXED.route({0: 3}), MIXED.harmonic_measure(), MIXED.hitting_sequence(3), MIXED.tour(),
    ]  # fmt: skip
    for table in (found.to_arrow() for found in tables):
        kinds = {str(table.schema.field(name).type) for name in ("vertex", "sink", "start", "exit") if name in table.column_names}
        assert kinds == {"string"}, table.column_names
    merged = MIXED.identity().to_pandas().merge(MIXED.stabilise({0: 5}).to_pandas(), on="vertex")
    assert merged["chips_x"].dtype == merged["chips_y"].dtype and len(merged) == 3


def test_tables_of_the_algebra_have_the_numbers():
    graph = RotorGraph({0: [1, 2], 1: [0, 2]}, sinks=[2])
    much = 10**30
    table = graph.stabilise({0: much, 1: -5}).to_arrow().to_pydict()
    fired = graph.stabilise({0: much, 1: -5}).firings
    assert table["vertex"] == [0, 1, 2] and table["firings"] == [None, None, None]
    assert table["long_firings"] == [str(fired[0]), str(fired[1]), None] and table["long_chips"][2] is not None
    assert graph.stabilise({1: -5}).to_arrow()["chips"].to_pylist() == [0, -5, 0]
    assert graph.stabilise({0: 4}).to_arrow()["firings"].to_pylist() == [2, 1, None]
    group = graph.sandpile_group()
    assert group.to_arrow().to_pydict()["chips"] == [count for generator in group.generators for count in generator.values()]
    trap = RotorGraph({0: [1, 2], 1: [1]}, sinks=[2])
    assert trap.rotor_class().to_arrow()["order"].to_pylist() == [order or None for order in trap.rotor_class().factors]
    assert 0 in trap.rotor_class().factors


def test_infinite_flows_are_missing_in_tables():
    game = examples["fig-integer-game"]
    flows = game.access_flows()
    assert flows.to_arrow()["flow"].to_pylist() == [None if flow == math.inf else flow for flow in flows.values()]
    routine = RotorGraph.from_text("u: v s\nv: u\nsink s").revolving_routine("u")
    flow = routine.to_arrow()["flow"].to_pylist()
    assert flow == [None if head.flow == math.inf else head.flow for head in routine.heads.values()] and None in flow


def test_long_numbers_are_shown():
    answer = generate.expchain(n=20_000).solve()
    assert "digits)" in repr(answer) and len(repr(answer)) < 200
    routing = generate.path(n=1).route({0: 10**6000})
    assert "digits)" in repr(routing)


def test_long_numbers_are_shown_by_their_ends():
    path = generate.path(n=5)
    assert "(5000 digits)" in repr(path.stabilise({0: 10**5000}))
    harmonic = generate.multipath(n=4500, x=10, y=1).harmonic_measure(2)
    assert isinstance(harmonic["A"], Fraction) and "digits" in repr(harmonic) and "digits" in str(harmonic)
    many = generate.star(n=2000, leaf_sinks=1).route({0: 5})
    assert len(many) > 1000 and repr(many).count(":") < 150 and "… and " in repr(many)


def test_a_listing_says_whether_it_is_complete():
    complete = RotorGraph.from_networkx(networkx.complete_graph(5), undirected=True, sinks=[0])
    first, all_of_them = complete.listing("recurrent"), complete.listing("recurrent", limit=None)
    assert (len(first), first.complete, len(all_of_them), all_of_them.complete) == (100, False, 125, True)
    assert repr(first).endswith("(the first 100; limit=None lists all)")


def test_a_refused_picture_is_refused_by_its_size():
    with pytest.raises(ValueError, match="^20000 vertices and [0-9]+ arcs are too many"):
        generate.tree(n=20_000).draw("exits")


def test_frames_and_grids_are_drawn_as_on_the_command_line():
    tree = examples["fig-calc-rn"]
    assert "computed now" in tree.draw(frame=3, start="u0").text
    with pytest.raises(ValueError, match="the algorithm has 7 frames here"):
        tree.draw(frame=200, start="u0")
    with pytest.raises(ValueError, match="leave out frame, or what else is to be shown"):
        tree.draw("exits", frame=2, start="u0")
    grid = generate.sandpile_grid(w=4, h=3)
    assert grid.draw(geometry="grid:4x3").text != grid.draw().text
    game = RotorGraph.from_text("max u: t s\nt: t\nsink s = 1\nstart u")
    assert game.explain(endless_value=5) != game.explain(), "it is better never to exit"
