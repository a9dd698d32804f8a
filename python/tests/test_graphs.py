"""Graphs from dictionaries, arrays, text and networkx, and back."""

import copy
import pickle

import networkx
import numpy as np
import pandas
import pytest
import scipy.sparse
from brute_force import graphs
from hypothesis import given
from hypothesis import strategies as st

import arrival
from arrival import FlawedGraph, NoSuchVertex, RotorGraph, examples, generate

ROUTING = examples["fig-rotor-routing"]
#: Numbers and a text as labels: the columns of labels are text in every table about it.
MIXED = RotorGraph({0: [1, "s"], 1: [0, 2], 2: [1, "s", 0]}, sinks=["s"], start=0)


def graph_of(arcs, rotors, **more):
    return RotorGraph({u: heads or None for u, heads in arcs.items()}, rotors=rotors, **more)


@given(graphs(), st.data())
def test_every_way_out_leads_back(case, data):
    arcs, rotors = case
    start = data.draw(st.sampled_from(list(arcs)))
    graph = graph_of(arcs, rotors, start=start)
    assert pickle.loads(pickle.dumps(graph)) == graph
    assert copy.copy(graph) == copy.deepcopy(graph) == graph
    assert RotorGraph.from_networkx(graph.to_networkx(), order="order") == graph
    arrays = graph.arrays()
    again = RotorGraph.from_arrays(
        arrays.row_starts, arrays.heads, arrays.rotors, labels=graph.vertices, start=start
    )
    assert again == graph and hash(again) == hash(graph)
    for rule in ("move-then-turn", "turn-then-move"):
        text = graph.to_text(rule=rule)
        read = RotorGraph.from_text(text)
        assert read.to_text() == graph.to_text()
        assert RotorGraph.from_text(graph.to_text(format="json", rule=rule)) == read
        assert (read.arrays().rotors == arrays.rotors).all()
    assert {u: list(graph[u]) for u in graph} == arcs
    assert all(graph.rotor(u) == position for u, position in rotors.items())


def test_labels_that_look_alike_stay_apart():
    graph = RotorGraph({1: ["1", "s"], "1": [1, (1,)], (1,): ["s"]}, sinks=["s"])
    assert graph.arcs("1") == (1, (1,)) and graph.arcs(1) == ("1", "s")
    assert graph.to_text() == "1: 1' s\n1': 1 \"(1,)\"\n\"(1,)\": s\nsink s\n"
    assert graph.solve("1").exit == "s" and graph.solve(np.int64(1)).exit == "s"


def test_content_decides_equality_and_hash():
    one = RotorGraph({"u": ["u", "s"]}, sinks=["s"])
    assert one == RotorGraph.from_text("u: u s\nsink s") and hash(one) == hash(RotorGraph.from_text("u: u s\nsink s"))
    assert one != one.with_rotors({"u": 1}) and one != one.with_start("u") and one != "u: u s"
    assert RotorGraph({0: [0, 1]}, sinks=[1]) != RotorGraph({"0": ["0", "1"]}, sinks=["1"])
    assert len({one, RotorGraph.from_text("sink s\nu: u s"), one.with_start("u")}) == 3


def test_a_graph_does_not_change():
    graph = RotorGraph({"u": ["u", "s"]}, sinks=["s"])
    with pytest.raises(AttributeError, match="does not change"):
        graph.start = "u"
    with pytest.raises(AttributeError):
        graph.anything = 1
    with pytest.raises(ValueError, match="read-only"):
        graph.arrays().heads[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        graph.exit_pattern().codes[0] = 1


def test_arrays_are_read_in_place_and_checked():
    starts, heads = np.array([0, 2, 4, 4], np.uint32), np.array([1, 2, 0, 2], np.uint32)
    graph = RotorGraph.from_arrays(starts, heads)
    assert list(graph) == [0, 1, 2] and graph.sinks == (2,)
    assert graph == RotorGraph.from_arrays(starts.astype(np.int64), list(heads))
    assert graph == RotorGraph.from_arrays(np.repeat(starts, 2)[::2], heads.astype(np.int32))
    assert RotorGraph.from_arrays(starts, heads, sinks=[False, True, True]).sinks == (1, 2)
    game = RotorGraph.from_arrays(starts, heads, owners=[1, 2, 0], values=[0, 0, 5], start=0)
    assert [game.owner(u) for u in game] == ["max", "min", "rotor"] and game.value(2) == 5
    with pytest.raises(FlawedGraph) as refused:
        RotorGraph.from_arrays([0, 3, 1, 9], [7, 1, 2, 8], [0], start=None)
    assert [flaw.place for flaw in refused.value.flaws] == [
        "heads[0]", "heads[3]", "rotors", "row_starts[2]", "row_starts[3]",
    ]
    with pytest.raises(FlawedGraph, match=r"rotors\[1\]: the rotor is on arc 2 of 2"):
        RotorGraph.from_arrays(starts, heads, [0, 2, 0])
    with pytest.raises(FlawedGraph, match=r"owners\[2\].*\n.*values\[0\]"):
        RotorGraph.from_arrays(starts, heads, owners=[0, 0, 1], values=[1, 0, 0])
    for bad in ([[0, 1]], [0.5, 1.0], ["a"], [-1, 2], [0, 2**32]):
        with pytest.raises(ValueError):
            RotorGraph.from_arrays(bad, [])
    with pytest.raises(ValueError, match="same label"):
        RotorGraph.from_arrays(starts, heads, labels=["a", "a", "b"])
    with pytest.raises(ValueError, match=r"labels\[1\] is None, which cannot be a label"):
        RotorGraph.from_arrays(starts, heads, labels=["a", None, "b"])


def test_all_flaws_of_a_dictionary_come_out_together():
    with pytest.raises(ValueError) as refused:
        RotorGraph(
            {"u": ["v", "w", "x"], "v": [], "s": ["u"]}, sinks=["s", "t"], rotors={"u": 3}, values={"t": 2**60, "u": 1}, start="z"
        )
    assert [(flaw.place, flaw.rule) for flaw in refused.value.flaws] == [
        ("arcs['s']", "declared-once"),
        ("arcs['t']", "value-range"),
        ("arcs['u']", "rotor-range"),
        ("arcs['u']", "value-of-a-sink"),
        ("arcs['u'][1]", "head-declared"),
        ("arcs['u'][2]", "head-declared"),
        ("arcs['v']", "out-arc"),
        ("start", "start-declared"),
    ]
    for wrong in ({"rotors": {"q": 0}}, {"owners": {"q": "max"}}, {"values": {"q": 0}}):
        with pytest.raises(NoSuchVertex, match="the graph has no vertex 'q'; it has 'u', 's'"):
            RotorGraph({"u": ["s"]}, sinks=["s"], **wrong)
    with pytest.raises(ValueError, match="unknown owner"):
        RotorGraph({"u": ["s"]}, sinks=["s"], owners={"u": "me"})
    with pytest.raises(ValueError, match="cannot be owned"):
        RotorGraph({"u": ["s"]}, sinks=["s"], owners={"s": "max"})
    with pytest.raises(ValueError, match="arcs has None, which cannot be a label"):
        RotorGraph({None: [None]})
    with pytest.raises(ValueError, match="the rules are"):
        RotorGraph({"u": ["u"]}, rule="turn")


def test_networkx_orders_arcs_as_it_is_told():
    graph = networkx.MultiDiGraph(start="u")
    graph.add_node("u", rotor=1, owner="max")
    graph.add_node("s", value=3)
    graph.add_edge("u", "s", key="c", at=0)
    graph.add_edge("u", "t", key="b", at=1)
    graph.add_edge("u", "s", key="a", at=2)
    graph.add_edge("t", "u", at=0)
    plain = RotorGraph.from_networkx(graph)
    assert plain.arcs("u") == ("s", "s", "t") and plain.start == "u"
    assert (plain.rotor("u"), plain.owner("u"), plain.value("s")) == (1, "max", 3)
    assert RotorGraph.from_networkx(graph, order="at").arcs("u") == ("s", "t", "s")
    by_key = RotorGraph.from_networkx(graph, order=lambda tail, head, key, data: key)
    assert by_key.arcs("u") == ("s", "t", "s")
    assert RotorGraph.from_networkx(graph, sinks=["s", "t"]).sinks == ("s", "t")
    networkx.set_node_attributes(graph, {"t": {"drain": True}})
    assert set(RotorGraph.from_networkx(graph, sinks="drain").sinks) == {"s", "t"}
    with pytest.raises(FlawedGraph, match="no outgoing arc and is not a sink"):
        RotorGraph.from_networkx(graph, sinks=["t"])
    with pytest.raises(ValueError, match="is not a vertex of the graph"):
        RotorGraph.from_networkx(graph, sinks=["s", "nowhere"])
    with pytest.raises(ValueError, match="has no attribute 'when'"):
        RotorGraph.from_networkx(graph, order="when")
    with pytest.raises(ValueError, match="undirected"):
        RotorGraph.from_networkx(networkx.path_graph(3))
    assert RotorGraph.from_networkx(networkx.DiGraph([(0, 1), (0, 2), (1, 0)])).arcs(0) == (1, 2)


def test_questions_that_do_not_fit_are_refused_in_words():
    graph = RotorGraph({"u": ["v", "s"], "v": ["u"]}, sinks=["s"])
    game = RotorGraph({"u": ["v", "s"], "v": ["u"]}, sinks=["s"], owners={"u": "max"})
    for question, words in [
        (lambda: graph.solve(), "the graph names no start; give one"),
        (lambda: graph.solve("x"), "the graph has no vertex 'x'; it has 'u', 'v', 's'"),
        (lambda: graph.solve("u", solver="x"), "there is no solver x; see arrival.solvers()"),
        (lambda: graph.play("u"), "the graph has no players; ask for solve"),
        (lambda: game.exit_pattern(), "the graph has players: ask for play or values"),
        (lambda: graph.push("s"), "no cycle of rotors runs through 's'; name a vertex of one"),
        (lambda: graph.push([]), "cycle must have at least one vertex"),
        (lambda: graph.push(["v", "u", "s"]), "these vertices are not the cycle of rotors, which is ['v', 'u']"),
        (lambda: graph.push("nowhere"), "the graph has no vertex 'nowhere'; it has 'u', 'v', 's'"),
        (lambda: game.play("u", max={"v": 0}), "vertex 'v' does not belong to max"),
        (lambda: game.play("u", max={"u": 2}), "vertex 'u' has no arc 2: it has 2"),
        (lambda: game.play("u", max={"u": [0, 0]}, strategies="order"), "the order of vertex 'u' does not name every arc once"),
        (lambda: game.play("u", max={"u": "bounce"}), "with strategies start, vertex 'u' decides the position of an arc"),
        (lambda: game.play("u", strategies="x"), "strategies must be 'start', 'order' or 'free', not 'x'"),
        (lambda: graph.draw("x"), "each argument of draw must be 'flows', 'forest', 'exits', 'visits', 'strategies' or 'values', not 'x'"),
        (lambda: graph.draw(format="x"), "format must be 'svg', 'png', 'pdf', 'tikz', 'tex', 'dot', 'html' or 'json', not 'x'"),
        (lambda: graph.to_text(format="x"), "the formats are rotor, json, rotorb, lp, mtx"),
        (lambda: graph.is_equivalent(generate.path(n=2)),
         "the two are not the same graph; only their rotors may differ"),
    ]:
        with pytest.raises(ValueError) as refused:
            question()
        assert str(refused.value) == words


def test_half_a_particle_and_half_a_position_are_refused():
    graph = RotorGraph({"u": ["v", "s"], "v": ["u"]}, sinks=["s"])
    for question in [
        lambda: graph.route({"u": 1.5}),
        lambda: graph.route({"u": "3"}),
        lambda: graph.with_rotors({"u": 0.5}),
        lambda: RotorGraph({"u": ["s"]}, sinks=["s"], rotors={"u": 0.5}),
        lambda: RotorGraph({"u": ["s"]}, sinks=["s"], values={"s": 1.5}),
    ]:
        with pytest.raises(TypeError, match="must be an integer, not"):
            question()
    assert graph.route({"u": np.int64(3)}).sinks == {"s": 3}


def test_everything_draws_itself():
    graph = RotorGraph.from_text("u: v s\nv: u^2 t\nsink s\nsink t\nstart u")
    game = RotorGraph.from_text("u: v s\nmax v: u^2 t\nsink s\nsink t = 1\nstart u")
    shown = [
        graph, graph.solve(), graph.exit_pattern(), graph.return_flows(), graph.destination_forest(),
        graph.route({"u": 3}), graph.draw("visits", "exits"), game, game.play(), game.values(),
    ]
    pictures = [thing._repr_svg_() for thing in shown]
    assert all(picture.startswith("<svg") and picture.rstrip().endswith("</svg>") for picture in pictures)
    assert len(set(pictures[:5])) == 5, "each result shows something else"
    assert graph.draw(format="html")._repr_html_().lstrip().lower().startswith("<!doctype html")
    assert pickle.loads(pickle.dumps(graph.solve()))._repr_svg_() == pictures[1]
    with pytest.raises(ValueError, match="6000 vertices and [0-9]+ arcs are too many to be drawn one by one; leave them to Graphviz"):
        generate.tree(n=6000).draw()
    assert generate.tree(n=6000).draw(format="dot").text.count(" [label=") > 6000


def test_what_prints_is_cut_when_it_is_long():
    pattern = generate.tree(n=1000).exit_pattern()
    assert str(pattern).endswith("… and 960 more") and len(str(pattern).splitlines()) == 42
    assert str(generate.expchain(n=30_000).return_flows()).count("\n") == 41


def test_numbers_of_any_size_go_in_and_come_out():
    path = generate.path(n=1)
    huge = 10**30_000 + 7
    routing = path.route({0: huge})
    assert sum(routing.sinks.values()) == huge
    assert str(huge % 10**9) in str(routing)
    assert generate.expchain(n=20_000).solve().steps == 2**20_001 - 3


def test_a_series_of_rotors_is_read_by_its_index() -> None:
    graph = RotorGraph.from_edges([("u", "v"), ("u", "s"), ("v", "u"), ("v", "t")])
    shuffled = pandas.Series({"v": 1, "t": 0, "u": 0, "s": 0})
    assert graph.with_rotors(shuffled) == graph.with_rotors({"v": 1, "u": 0})
    assert graph.with_rotors(shuffled).rotors == {"u": 0, "v": 1}
    # Some of them, as a dictionary does.
    assert graph.with_rotors(shuffled[shuffled > 0]).rotors == {"u": 0, "v": 1}
    for given, kind, words in [
        (pandas.Series([0, 1, 0, 0]), NoSuchVertex, "the graph has no vertex 0"),
        (pandas.Series([0, 1], index=["u", "u"]), ValueError, "rotors has a vertex twice in its index"),
        (pandas.Series({"u": 2}), ValueError, "the rotor of 'u' is 2, but must be at most 1"),
        (pandas.Series({"s": 1}), ValueError, "'s' is a sink, so it has no rotor"),
        (pandas.DataFrame([[0, 1, 0, 0]], columns=list("uvst")), ValueError, "rotors is not a list of integers"),
    ]:
        with pytest.raises(kind, match=words):
            graph.with_rotors(given)


def test_a_series_that_names_a_vertex_twice_is_refused() -> None:
    graph = RotorGraph.from_edges([("u", "v"), ("u", "s"), ("v", "u"), ("v", "t")])
    with pytest.raises(ValueError, match="particles has a vertex twice in its index"):
        graph.route(pandas.Series([1, 2], index=["u", "u"]))


def test_a_dictionary_of_a_graph_has_its_arcs():
    assert dict(ROUTING) == {u: ROUTING.arcs(u) for u in ROUTING}
    assert RotorGraph(dict(ROUTING), sinks=ROUTING.sinks, start=ROUTING.start) == ROUTING


@pytest.mark.parametrize("kind", [networkx.Graph, networkx.MultiGraph])
@pytest.mark.parametrize("order", [None, "place"])
def test_an_undirected_loop_is_two_arcs_everywhere(kind, order):
    edges = [("a", "a"), ("a", "b"), ("b", "s")]
    graph = kind()
    for place, edge in enumerate(edges):
        graph.add_edge(*edge, place=place)
    made = RotorGraph.from_edges(edges, undirected=True, sinks=["s"])
    assert made.arcs("a") == ("a", "a", "b")
    assert RotorGraph.from_networkx(graph, undirected="both", order=order, sinks=["s"]) == made
    text = "".join(f"{u} {v}\n" for u, v in edges)
    assert RotorGraph.from_text(text, format="edge-list", undirected=True, sinks=["s"]) == made


def test_a_sparse_matrix_is_left_as_it_was():
    for entries, heads in (([1, 2], [2, 1]), ([1, 1], [1, 1])):
        matrix = scipy.sparse.csr_array((entries, heads, [0, 2, 2, 2]), shape=(3, 3))
        graph = RotorGraph.from_scipy_sparse(matrix)
        assert matrix.indices.tolist() == heads and matrix.data.tolist() == entries
        assert graph.arcs(0) == tuple(sorted(np.repeat(heads, entries).tolist()))
    for sinks in ([1, 2], {1, 2}, iter([1, 2]), np.array([False, True, True])):
        assert RotorGraph.from_scipy_sparse(matrix, sinks=sinks) == graph


def test_labels_are_numbers_from_generators_and_from_arrays():
    tree = generate.tree(n=9)
    assert tree.vertices == RotorGraph.from_arrays(*tree.arrays()[:3]).vertices == tuple(range(9))


def test_edges_and_sparse_matrices_are_graphs():
    edges = [("u", "v"), ("u", "s"), ("v", "u")]
    graph = RotorGraph.from_edges(edges)
    assert graph == RotorGraph({"u": ["v", "s"], "v": ["u"], "s": None}).with_start(None) or graph.arcs("u") == ("v", "s")
    assert RotorGraph.from_edges(edges, undirected=True, sinks=["s"]).arcs("v") == ("u", "u")
    matrix = scipy.sparse.csr_array(np.array([[0, 2, 1], [1, 0, 1], [0, 0, 0]]))
    assert [RotorGraph.from_scipy_sparse(matrix).arcs(u) for u in range(3)] == [(1, 1, 2), (0, 2), ()]
    assert RotorGraph.from_scipy_sparse(matrix, sinks=[1, 2]).sinks == (1, 2)
    with pytest.raises(ValueError, match="whole"):
        RotorGraph.from_scipy_sparse(scipy.sparse.csr_array(np.array([[0.5]])))
    both = RotorGraph.from_networkx(networkx.path_graph(4), undirected="both", sinks=[0, 3])
    assert both.arcs(1) == (0, 2) and both.sinks == (0, 3)
    multi = networkx.MultiDiGraph([("u", "s"), ("u", "t"), ("u", "s")])
    with pytest.warns(UserWarning, match="networkx keeps parallel arcs together"):
        RotorGraph.from_networkx(multi)


def test_rotors_are_read_as_they_are_given():
    turned = ROUTING.route({"u2": 5}).after
    assert turned.rotors == {u: turned.rotor(u) for u in ("u0", "u1", "u2")}
    assert ROUTING.with_rotors(turned.rotors) == turned


def test_a_series_is_a_dictionary():
    chips = pandas.Series({0: 5, 1: 2})
    assert MIXED.stabilise(chips) == MIXED.stabilise({0: 5, 1: 2}) and MIXED.route(chips) == MIXED.route({0: 5, 1: 2})


def test_sinks_with_arcs_are_told_so():
    with pytest.raises(arrival.FlawedGraph, match=r"^arcs\[0\]: the vertex has arcs, but is listed among the sinks"):
        RotorGraph(networkx.to_dict_of_lists(networkx.path_graph(4)), sinks=[0])
    grid = networkx.grid_2d_graph(2, 2)
    with pytest.raises(ValueError, match=r"is not a vertex of the graph; write sinks=\[\(0, 0\)\]$"):
        RotorGraph.from_networkx(grid, undirected="both", sinks=(0, 0))
