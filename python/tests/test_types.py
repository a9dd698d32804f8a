"""Graphs are generic over their labels, and a type checker that is strict knows it."""

import subprocess
import sys

GOOD = """
from typing import assert_type
from arrival import Answer, DestinationForest, ExitPattern, RotorGraph, Walk, examples, verify

strings = RotorGraph({"u": ["v", "s"], "v": ["u"]}, sinks=["s"], start="u")
assert_type(strings, RotorGraph[str])
assert_type(strings.solve(), Answer[str])
assert_type(strings.solve().exit, str | None)
assert_type(strings.exit_pattern(), ExitPattern[str])
assert_type(strings.exit_pattern()["u"], str | None)
assert_type(strings.with_rotors({"u": 1}).vertices, tuple[str, ...])
assert_type(RotorGraph.from_text("u: s\\nsink s"), RotorGraph[str])
assert_type(examples["fig-rotor-routing"], RotorGraph[str])

integers = RotorGraph({0: [1, 2], 1: [0, 2]}, sinks=[2])
assert_type(integers, RotorGraph[int])
assert_type(list(integers.walk(0)), list[int])
assert_type(integers.route({0: 5}).sinks, dict[int, int])
assert_type(integers.return_flows()[0, 1], int | float)

mixed = RotorGraph({1: [2, "A"], 2: [1]}, sinks=["A"])
assert_type(mixed, RotorGraph[int | str])
assert_type(mixed.solve(1).exit, int | str | None)
assert_type(RotorGraph({1: [2], 2: ["A", 1]}, sinks=["A"], rotors={2: 1}, values={"A": 3}, start=1), RotorGraph[int | str])
assert_type(RotorGraph({n: [n + 1, "A"] for n in range(3)}, sinks=[3, "A"]), RotorGraph[int | str])
assert_type(RotorGraph[tuple[int, int] | str]({(0, 0): [(0, 1), "A"], (0, 1): ["A"]}, sinks=["A"]), RotorGraph[tuple[int, int] | str])
RotorGraph({(0, 0): [(0, 1), "A"], (0, 1): ["A"]}, sinks=["A"]).solve((0, 0))

tuples = RotorGraph.from_edges([((0, 0), (0, 1)), ((0, 1), (0, 0)), ((0, 1), (1, 1))])
assert_type(tuples, RotorGraph[tuple[int, int]])
assert_type(tuples.destination_forest(), DestinationForest[tuple[int, int]])
assert_type(tuples.harmonic_measure((0, 0)).start, tuple[int, int])
assert_type(tuples.play((0, 0)).max.keys() >= {(0, 1)}, bool)

def solved(graph: RotorGraph) -> bool:
    # A graph with labels of any kind, and no label at all.
    return bool(verify(graph, graph.certificate(all=True)))

solved(strings), solved(integers), solved(tuples)
"""

BAD = """
from arrival import RotorGraph
strings = RotorGraph({"u": ["s"]}, sinks=["s"])
strings.solve(1)
strings.with_rotors({1: 0})
strings.exit_pattern()[1]
RotorGraph({1: [2, "A"], 2: [1]}, sinks=["A"]).solve((1, 2))
RotorGraph({"u": ["s"]}, sinks=["s"], rotors={"u": "first"})
"""


def checked(tmp_path, text):
    """What mypy says of a program, beside this package as it is installed."""
    file = tmp_path / "program.py"
    file.write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache"), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path).stdout


def test_labels_are_strings_integers_and_tuples(tmp_path):
    assert checked(tmp_path, GOOD) == ""


def test_a_label_of_another_type_is_an_error(tmp_path):
    lines = checked(tmp_path, BAD).splitlines()
    assert [line.split(":")[1] for line in lines if "error" in line] == ["4", "5", "6", "7", "8"], lines
