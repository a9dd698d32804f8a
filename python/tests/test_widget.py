"""The player keeps the graph, its rotors and what the page shows in step; here the page is played by hand."""

import importlib.util

import pytest

import arrival
from arrival import RotorGraph, widget

GRAPH = RotorGraph({1: [2, "s"], 2: [1, (0, "t")]}, sinks=["s", (0, "t")], start=1)


@pytest.fixture
def player():
    return GRAPH.player(height=300)


def receive(player, text, step="0"):
    """What the page sends when it shows another text."""
    player.set_state({"_text": text, "_step": step})


def test_the_page_gets_the_graph_as_text(player):
    state = player.get_state()
    assert state["_text"] == GRAPH.to_text() and state["height"] == 300
    assert "frame.srcdoc" in state["_esm"] and 'id="engine"' in state["_page"]


def test_the_page_is_one_document(player):
    page = player._page
    assert "src=\"./" not in page and "href=\"./" not in page
    assert page.count("<script") == 3 == page.count("</script>")


def test_a_step_on_the_page_turns_rotors_here(player):
    seen = []
    player.observe(lambda change: seen.append(change["name"]), ["graph", "rotors"])
    walk = GRAPH.walk()
    walk.advance(1)
    receive(player, walk.graph.with_start(2).to_text(), "1")
    assert player.rotors == {1: 1, 2: 0} and player.graph.start == 2 and player.steps == 1
    assert player.graph.vertices == GRAPH.vertices, "labels of any kind come back"
    assert sorted(seen) == ["graph", "rotors"]


def test_rotors_assigned_here_are_sent_to_the_page(player):
    receive(player, GRAPH.to_text(), "4")
    player.rotors = {2: 1}
    assert player.rotors == {1: 0, 2: 1} and player.steps == 0
    assert player.graph == GRAPH.with_rotors({2: 1})
    assert RotorGraph.from_text(player._text).rotor("2") == 1


def test_another_graph_replaces_labels_and_rotors(player):
    path = arrival.generate.path(n=2)
    player.graph = path
    assert player.rotors == {label: path.rotor(label) for label in (0, 1)}
    receive(player, player._text + "extra: A\n")
    assert player.graph["extra"] == ("A",) and player.graph[0] == path[0]


def test_names_that_would_hide_a_label_stay_names():
    # The page drops the vertex named 1', whose label is "1", and the one named 1 takes that label's place beside the integer.
    player = RotorGraph({1: ["1"], "2": ["1"]}, sinks=["1"]).player()
    assert player.graph.to_text() == "1: 1'\n2: 1'\nsink 1'\n"
    receive(player, "1: 1'\nsink 1'\nsink 3\n")
    assert player.graph.vertices == (1, "1", "3")


@pytest.mark.parametrize("rotors", [{1: 2}, {"nowhere": 0}, {1: -1}])
def test_rotors_that_do_not_fit_are_refused_and_change_nothing(player, rotors):
    with pytest.raises((ValueError, KeyError)):
        player.rotors = rotors
    assert player.graph == GRAPH and player.rotors == {1: 0, 2: 0}


def test_a_graph_is_shown_in_a_player_where_there_are_widgets(monkeypatch):
    assert GRAPH._repr_mimebundle_() == ({}, {}), "there is no kernel here"
    assert isinstance(GRAPH._display_(), widget.Player)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr("arrival._notebook.find_spec", lambda name: None)
    assert isinstance(GRAPH._display_(), arrival.Picture)
