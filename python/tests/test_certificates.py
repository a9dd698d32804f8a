"""Every answer that can be proved comes with its proof if asked, and the proof holds for that graph alone."""

import inspect

import pytest

import arrival
from arrival import RotorGraph, examples, generate, verify

PATH = generate.path(n=4).with_start(0)
CACTUS = examples["fig-rotor-routing"]
GAME = examples["fig-one-player"]
CHIPS = RotorGraph({"a": ["b", "s"], "b": ["a", "c"], "c": ["b", "a", "s"]}, sinks=["s"])
LASSO = RotorGraph({("u",): [0, "s"], 0: [1], 1: [0]}, sinks=["s"])

#: The methods with the parameter `certificate`, each with a graph, its arguments, and other sinks if it takes some.
PROVED = {
    "RotorGraph.solve": (CACTUS, ("u2",), []),
    "RotorGraph.play": (GAME, (), []),
    "RotorGraph.route": (CACTUS, ({"u0": 10**30},), []),
    "RotorGraph.exit_pattern": (PATH, (), []),
    "RotorGraph.return_flows": (PATH, (), []),
    "RotorGraph.block_flows": (CACTUS, (), []),
    "RotorGraph.sandpile_group": (CHIPS, (), ["c"]),
    "RotorGraph.rotor_class": (CHIPS, (), ["c"]),
    "RotorGraph.identity": (CHIPS, (), ["c"]),
    "RotorGraph.stabilise": (CHIPS, ({"a": 9},), ["c"]),
    "RotorGraph.harmonic_measure": (CHIPS, ("a",), ["c"]),
    "RotorGraph.tour": (LASSO, (("u",),), []),
    "Walk.at": (LASSO, (10**40,), []),
}


def asked(name, **options):
    """What a method answers about its graph."""
    graph, arguments, _ = PROVED[name]
    about = graph.walk(("u",)) if name == "Walk.at" else graph
    return getattr(about, name.split(".")[1])(*arguments, **options)


def test_every_method_with_a_certificate_is_tried():
    methods = {
        f"{of.__name__}.{name}"
        for of in (RotorGraph, arrival.Walk)
        for name, method in inspect.getmembers(of, inspect.isfunction)
        if "certificate" in inspect.signature(method).parameters and not name.startswith("_")
    }
    assert methods == set(PROVED)


@pytest.mark.parametrize("name", PROVED)
def test_an_answer_brings_its_proof_if_asked(name, tmp_path):
    graph = PROVED[name][0]
    answer = asked(name, certificate=True)
    answer.save(tmp_path / "proof.json")
    assert verify(graph, answer) and verify(graph, answer.certificate) and verify(graph, tmp_path / "proof.json")
    plain = asked(name)
    assert plain == answer and plain.certificate is None and answer.unchecked_because is None
    with pytest.raises(ValueError, match="the answer has no certificate; ask for it with certificate=True"):
        plain.save(tmp_path / "none.json")
    other = graph.with_rotors({graph.vertices[0]: (graph.rotor(graph.vertices[0]) + 1) % len(graph[graph.vertices[0]])})
    with pytest.raises(arrival.FlawedGraph, match="give the graph it was made for"):
        verify(other, answer)


@pytest.mark.parametrize("name", [name for name, (_, _, sinks) in PROVED.items() if sinks])
def test_a_proof_with_other_sinks_names_them(name):
    graph, _, sinks = PROVED[name]
    answer = asked(name, sinks=sinks, certificate=True)
    assert verify(graph, answer, sinks=sinks)
    with pytest.raises(arrival.FlawedGraph, match="give the graph it was made for"):
        verify(graph, answer)
    with pytest.raises(arrival.NoSuchVertex):
        verify(graph, answer, sinks=["nowhere"])


def test_floats_prove_nothing():
    with pytest.raises(ValueError, match="a certificate needs exact=True, because floats prove nothing"):
        CHIPS.harmonic_measure("a", exact=False, certificate=True)
