"""Labels of any kind, and the names that messages have for them."""

import math

import numpy as np
import pandas
import pytest

import arrival
from arrival import RotorGraph, generate


class Silent:
    """A label without a text of its own."""

    def __repr__(self) -> str:
        return ""


def test_a_label_with_an_empty_repr_has_a_name() -> None:
    one, other = Silent(), Silent()
    graph = RotorGraph({one: [other, "s"], other: [one, "s"]}, sinks=["s"])
    assert graph.solve(one).exit == "s"
    assert "<Silent>" in graph.to_text() and "<Silent>'" in graph.to_text()


@pytest.mark.parametrize("missing", [math.nan, np.float32("nan"), pandas.NaT, pandas.NA])
def test_what_frames_have_for_missing_entries_is_not_a_label(missing):
    for make in (lambda: RotorGraph.from_edges([("u", missing)]), lambda: RotorGraph.from_arrays([0, 1, 1], [1], labels=["u", missing])):
        with pytest.raises(ValueError, match="is not a label, because it does not equal itself"):
            make()


def test_a_label_of_another_type_is_named():
    with pytest.raises(arrival.NoSuchVertex, match=r"the graph has no vertex '0'; did you mean 0\?"):
        generate.path(n=3).solve("0")


def test_many_names_are_looked_up_in_a_table():
    grid = generate.sandpile_grid(w=20, h=20)
    grid.check()
    assert grid._named is None, "a table of all names takes longer than to find a few"
    grid.stabilise({0: 1})
    assert grid._named is not None and len(grid._named) == len(grid)


def test_names_that_are_cut_alike_are_left_as_they_are():
    stem = "x" * 40
    graph = RotorGraph({stem + "1": [stem + "2"], stem + "2": ["s"], "s": None})
    with pytest.raises(ValueError, match=f"^no cycle of rotors runs through `{stem}…`; name a vertex of one$"):
        graph.push(stem + "2")
    with pytest.raises(arrival.FlawedGraph, match=f"vertex `{stem}…` has no outgoing arc"):
        RotorGraph({stem + "1": [stem + "2"], stem + "2": [], stem + "3": [stem + "2"]})


def test_backquotes_in_labels_are_part_of_them():
    graph = RotorGraph({"a`b": ["a", "s"], "a": ["s"], " to ": ["a`b"]}, sinks=["s"])
    with pytest.raises(ValueError, match="^no cycle of rotors runs through 'a`b'; name a vertex of one$"):
        graph.push("a`b")
    with pytest.raises(ValueError, match="^no arc leads from 'a`b' to ' to ', so there is no such subtree$"):
        graph.subtree("a`b", " to ")
    with pytest.raises(arrival.FlawedGraph, match=r"^arcs\['`'\]\[0\]: head '`\\n' is never declared"):
        RotorGraph({"`": ["`\n"]})


def test_flaws_stand_in_the_order_of_their_numbers():
    with pytest.raises(arrival.FlawedGraph) as flawed:
        RotorGraph({10: [], 2: [], "a": []})
    assert [flaw.place for flaw in flawed.value.flaws] == ["arcs['a']", "arcs[2]", "arcs[10]"]
