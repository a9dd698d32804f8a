"""Every answer says whether the judge has checked it, whatever it is made of."""

import dataclasses
import html
import pickle

import numpy
import pytest
import scipy.sparse

import arrival
from arrival import RotorGraph, examples, generate

TREE, GAME, CACTUS = examples["fig-calc-rn"], examples["fig-one-player"], examples["fig-rotor-routing"]

#: Answers, each with why it is unchecked, if it is.
ANSWERS = {
    "solve": lambda: TREE.solve("u0"),
    "pattern": lambda: TREE.exit_pattern(),
    "flows": lambda: TREE.return_flows(),
    "blocks": lambda: CACTUS.block_flows(),
    "forest": lambda: TREE.destination_forest(),
    "route": lambda: TREE.route({"u0": 3}),
    "group": lambda: TREE.sandpile_group(),
    "class": lambda: TREE.rotor_class(),
    "identity": lambda: TREE.identity(),
    "stabilise": lambda: TREE.stabilise({"u0": 9}),
    "harmonic": lambda: TREE.harmonic_measure("u0"),
    "tour": lambda: TREE.tour("u0"),
    "list": lambda: TREE.listing("forests"),
    "routine": lambda: TREE.revolving_routine("u0"),
    "subtree": lambda: TREE.subtree("u0", "u2"),
    "cycles": lambda: TREE.rotor_cycles(),
    "frames": lambda: TREE.frames("u0"),
    "moment": lambda: TREE.walk("u0").at(3),
    "play": lambda: GAME.play(),
    "values": lambda: GAME.values(),
    "pairs": lambda: GAME.optimal_pairs()[0],
    "access": lambda: examples["fig-integer-game"].access_flows(),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_says_whether_it_is_checked(name):
    answer = ANSWERS[name]()
    because = answer.unchecked_because
    assert (because is None) == (name != "access"), because
    # The number of pushes and the steps of an algorithm are never checked.
    assert ("unchecked" in repr(answer)) == (because is not None or name in ("cycles", "frames"))


def test_equal_answers_have_equal_hashes():
    for name, ask in ANSWERS.items():
        if dataclasses.is_dataclass(ask()):
            assert ask() == ask() and hash(ask()) == hash(ask()), name


def test_what_a_notebook_shows_says_that_it_is_unchecked(tmp_path):
    game = RotorGraph.from_text("max a: b c s\nmin b: a c t\nc: a b s\nsink s = 1\nsink t = 0\nstart a")
    for answer in [game.play(), game.values()]:
        assert "unchecked" in repr(answer) and ">unchecked: the exhaustive search" in answer._repr_svg_()
    picture = game.draw("strategies")
    assert "unchecked: the exhaustive search" in repr(picture) and "unchecked" in picture._repr_svg_()
    assert picture.unchecked_because.startswith("the exhaustive search") and TREE.draw("exits").unchecked_because is None
    for format in ("png", "pdf", "html", "tikz"):
        with pytest.warns(arrival.Unchecked, match="the exhaustive search"):
            assert game.draw("strategies", format=format).unchecked_because == picture.unchecked_because
    picture.save(tmp_path / "game.svg")
    assert "unchecked: the exhaustive search" in (tmp_path / "game.svg").read_text()
    assert all("unchecked" in words for words in (repr(game.play(max={"a": 0})), str(game.play(max={"a": 0}))))
    assert ">unchecked" in TREE.route({"u0": 3}, check=False)._repr_svg_()
    assert "unchecked" not in TREE.exit_pattern()._repr_svg_()
    assert repr(arrival.values_batch([game])).endswith("1 solved, 1 unchecked>")


def test_standing_survives_a_pickle():
    access = ANSWERS["access"]()
    again = pickle.loads(pickle.dumps(access))
    assert again == access and again.unchecked_because == access.unchecked_because
    pattern = TREE.exit_pattern()
    assert dict(pickle.loads(pickle.dumps(pattern))) == dict(pattern)


def test_an_answer_that_is_only_yes_or_no_warns():
    graph = generate.tree(n=20)
    with pytest.warns(arrival.Unchecked, match="because"):
        graph._note_unchecked("because")
    assert graph.explain(0).splitlines()[-1].startswith("checked: ")


def test_flows_of_blocks_say_where_every_vertex_is_left_for_good():
    classes = set()
    for seed in range(200):
        family = (generate.switch, generate.blocks, generate.small_world)[seed % 3]
        graph = family(n=12, seed=seed)
        classes.add(graph.class_name)
        if graph.class_name in ("path", "simple-tree-like", "tree-like"):
            continue
        flows, forest = graph.block_flows(), graph.destination_forest()
        assert {vertex: head for vertex, (head, _) in flows.last_departures.items()} == {
            vertex: head for vertex, head in forest.items() if vertex in flows.last_departures
        }
        assert {vertex for block in flows.blocks for vertex in block} == {vertex for vertex, _ in flows}
    assert {"cactus", "small-blocks", "general"} <= classes


def test_a_tree_has_no_flows_of_blocks():
    with pytest.raises(ValueError, match="ask for return_flows"):
        TREE.block_flows()


# Sinks that are meant.

EDGES = [("u", "v"), ("v", "u"), ("v", "s"), ("u", "t")]


def test_sinks_are_inferred_by_default_or_if_asked_for():
    assert RotorGraph.from_edges(EDGES).sinks == ("s", "t")
    assert set(RotorGraph.from_edges(EDGES, sinks=["s"], infer_sinks=True).sinks) == {"s", "t"}
    with pytest.raises(arrival.FlawedGraph, match="t"):
        RotorGraph.from_edges(EDGES, sinks=["s"])
    with pytest.raises(arrival.FlawedGraph) as flawed:
        RotorGraph.from_edges(EDGES, infer_sinks=False)
    assert len(flawed.value.flaws) == 2, "both at once"


def test_networkx_infers_sinks_in_the_same_way():
    import networkx

    graph = networkx.DiGraph(EDGES)
    assert set(RotorGraph.from_networkx(graph).sinks) == {"s", "t"}
    assert set(RotorGraph.from_networkx(graph, sinks=["s"], infer_sinks=True).sinks) == {"s", "t"}
    with pytest.raises(arrival.FlawedGraph):
        RotorGraph.from_networkx(graph, infer_sinks=False)


def test_empty_rows_of_a_matrix_are_sinks_unless_that_is_refused():
    matrix = scipy.sparse.csr_array(numpy.array([[0, 1, 1, 1], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]))
    assert RotorGraph.from_scipy_sparse(matrix).sinks == (2, 3)
    assert RotorGraph.from_scipy_sparse(matrix, sinks=[2, 3], infer_sinks=False).sinks == (2, 3)
    with pytest.raises(ValueError, match="not among the sinks: 2, 3;"):
        RotorGraph.from_scipy_sparse(matrix, infer_sinks=False)
    with pytest.raises(ValueError, match=r"sinks\[0\] is 4"):
        RotorGraph.from_scipy_sparse(matrix, sinks=[4])


# Pictures.

DRAWN = {
    "exits": lambda: (CACTUS.exit_pattern(), CACTUS.draw("exits")),
    "forest": lambda: (TREE.destination_forest(), TREE.draw("forest")),
    "flows": lambda: (TREE.return_flows(), TREE.draw("flows")),
    "visits": lambda: (CACTUS.solve(), CACTUS.draw("visits")),
    "trap": lambda: (_trapped().solve("u"), _trapped().draw("visits", start="u")),
    "strategies": lambda: (GAME.play(), GAME.draw("strategies")),
    "values": lambda: (GAME.values(), GAME.draw("values")),
}


def _trapped():
    return RotorGraph.from_text("u: a s\na: b\nb: a\nsink s")


@pytest.mark.parametrize("name", DRAWN)
def test_f49_a_result_is_drawn_as_found_and_not_solved_again(name, monkeypatch):
    result, picture = DRAWN[name]()
    for solver in ("ask", "solve", "solve_game", "exit_pattern", "return_flows", "destination_forest", "values_of_all_starts"):
        monkeypatch.setattr(arrival._core, solver, lambda *_: pytest.fail("solved again"))
    assert result._repr_svg_() == picture.text


def test_a_result_about_another_graph_is_not_drawn():
    pattern = TREE.exit_pattern()
    wrong = [{"exits": pattern.codes[:3]}, {"exits": pattern.codes + 100}, {"picks": [(0, 9)]}, {"picks": [(99, 0)]},
             {"departures": [(99, 1)]}, {"forest": pattern.codes + 100}]
    for known in wrong:
        with pytest.raises(ValueError, match="another graph"):
            arrival._core.draw(TREE._inner, {"start": None, **known}, (None, None, None, None))


def test_graphs_too_large_to_be_drawn_are_told_in_words():
    large = generate.tree(n=6000)
    for thing in (large, large.exit_pattern(), large.solve(0)):
        shown = _shown(thing)
        assert thing._repr_svg_() is None and "image/svg+xml" not in shown
        assert "6,000 vertices" in shown["text/html"] and "graph.draw(format='dot')" in html.unescape(shown["text/html"])
    assert dataclasses.is_dataclass(large.solve(0))


# What a notebook shows without being asked stays small; `draw` draws everything.

MIDDLING = generate.tree(n=2000)


def _shown(thing):
    """What a kernel sends for the last line of a cell."""
    from IPython.core.formatters import DisplayFormatter

    return DisplayFormatter(active_types=["text/plain", "text/html", "image/svg+xml"]).format(thing)[0]


@pytest.mark.parametrize(("question", "call"), [
    (lambda: MIDDLING, "graph.draw()"),
    (MIDDLING.exit_pattern, "graph.draw('exits')"),
    (MIDDLING.destination_forest, "graph.draw('forest')"),
    (MIDDLING.return_flows, "graph.draw('flows')"),
    (lambda: MIDDLING.solve(0), "graph.draw('visits', start=0)"),
])
def test_a_graph_of_thousands_is_shown_in_words(question, call):
    shown = _shown(question())
    assert "image/svg+xml" not in shown and sum(map(len, shown.values())) < 2000
    words = html.unescape(shown["text/html"])
    assert "2,000 vertices and" in words and f"<code>{call}</code> draws them all" in words and "graph.player()" in words
    picture = eval(call, {"graph": MIDDLING})
    assert len(picture.data) > 1_000_000 and picture.notice is None


def test_what_a_notebook_draws_by_itself_is_small():
    small = generate.tree(n=700)
    for thing in (small, small.exit_pattern(), small.solve(0)):
        shown = _shown(thing)
        assert "text/html" not in shown and len(shown["image/svg+xml"]) < 1_000_000
    # Parallel arcs in a row are one line.
    assert "image/svg+xml" in _shown(generate.expchain(n=100, x=500, y=500))


def test_marimo_is_shown_words_too(monkeypatch):
    monkeypatch.setattr("arrival._notebook.find_spec", lambda name: None)
    assert "2,000 vertices" in MIDDLING._display_()._repr_html_()
    assert TREE._display_()._repr_svg_().startswith("<svg")
