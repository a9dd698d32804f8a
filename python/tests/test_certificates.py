"""Every answer that can be proved comes with its proof if asked, and the proof holds for that graph alone."""

import inspect

import numpy as np
import pytest

import arrival
from arrival import RotorGraph, examples, generate, verify

PATH = generate.path(n=4).with_start(0)
CACTUS = examples["fig-rotor-routing"]
GAME = examples["fig-one-player"]
CHIPS = RotorGraph({"a": ["b", "s"], "b": ["a", "c"], "c": ["b", "a", "s"]}, sinks=["s"])
LASSO = RotorGraph({("u",): [0, "s"], 0: [1], 1: [0]}, sinks=["s"])
#: Numbers and a text as labels: the columns of labels are text in every table about it.
MIXED = RotorGraph({0: [1, "s"], 1: [0, 2], 2: [1, "s", 0]}, sinks=["s"], start=0)

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


def test_every_proof_of_the_program_is_to_be_had(tmp_path):
    stopping = arrival.examples["fig-rotor-routing"]
    asked = {"flows": {}, "group": {}, "class": {}, "identity": {}, "stabilise": {"chips": "u0=5"}, "harmonic": {}, "solve": {}}
    for question, options in asked.items():
        about = generate.path(n=4).with_start(0) if question == "flows" else stopping
        proof = about.ask(question, options | {"certificate": True}).certificate
        proof.save(tmp_path / "proof.json")
        assert arrival.verify(about, proof) and arrival.verify(about, str(tmp_path / "proof.json")), question
        assert about.ask(question, options).certificate is None


def test_a_proof_that_does_not_fit_says_how_much_it_takes():
    graph = generate.two_sided(n=3000, seed=3)
    for ask in (lambda: graph.exit_pattern(certificate=True, memory="1MB"), lambda: graph.certificate(all=True, memory="1MB")):
        with pytest.raises(arrival.OutOfBudget, match="^out of memory; the certificate would take about"):
            ask()


def test_antiparticles_are_proved_and_other_strategies_are_not():
    assert verify(CACTUS, CACTUS.route({"u2": -3}, certificate=True))
    game = examples["fig-one-player"]
    assert verify(game, game.play(certificate=True))
    with pytest.raises(ValueError, match="only the best strategies have a certificate"):
        game.play(max={}, certificate=True)
    with pytest.raises(ValueError, match="this game has no certificate: only solver game gives one"):
        examples["fig-no-equilibrium"].solve(certificate=True)


def test_a_certificate_is_asked_for_by_any_truth():
    for truth in (True, 1, np.True_):
        for found in (MIXED.identity(certificate=truth), MIXED.solve(certificate=truth), generate.path(n=3).exit_pattern(certificate=truth)):
            assert found.certificate is not None
