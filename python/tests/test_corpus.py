"""The same corpus, the same answers as the command line."""

import json
import math
import subprocess

import pytest
from conftest import ROOT

from arrival import FlawedGraph, RotorGraph, verify

FILES = sorted(
    path
    for folder in ("paper", "regressions")
    for path in (ROOT / "corpus" / folder).iterdir()
    if path.suffix in (".rotor", ".json", ".rotorb", ".zst", ".gz")
)


def ask(program, *arguments):
    """What the command line answers: its exit code, the object on its standard output, the lines on its standard error."""
    done = subprocess.run([program, *map(str, arguments), "--json"], capture_output=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr.decode().strip()


def readable(path):
    try:
        return RotorGraph.from_file(path)
    except FlawedGraph:
        return None


GRAPHS = {path.name: (path, graph) for path in FILES if (graph := readable(path)) is not None}


def number(text):
    return None if text is None else math.inf if text == "inf" else int(text)


def test_the_corpus_is_there():
    assert len(GRAPHS) >= 12


@pytest.mark.parametrize("name", GRAPHS)
def test_every_answer_is_that_of_the_command_line(program, name):
    path, graph = GRAPHS[name]
    code, check, _ = ask(program, "check", path)
    assert code == 0 and check["class"] == graph.class_name and check["start"] == graph.start
    assert check["traps"] == [list(trap) for trap in graph.traps]
    code, said, words = ask(program, "solve", path, "--all")
    assert code == 0, words
    if graph.player_count:
        values = graph.values()
        assert [(row["from"], row["value"]) for row in said["answers"]] == list(values.items())
    else:
        pattern = graph.exit_pattern()
        assert [(row["from"], row["exit"]) for row in said["answers"]] == list(pattern.items())
        assert said["checked"] == (pattern.unchecked_because is None)
        for u in graph:
            code, said, _ = ask(program, "solve", path, "--from", u)
            row, answer = said["answers"][0], graph.solve(u)
            assert (row["exit"], number(row.get("steps", row.get("steps_to_trap")))) == (answer.exit, answer.steps)
            assert said["solver"] == answer.solver
            assert answer.trap is None or list(answer.trap) == said["traps"][row["trap"]]


@pytest.mark.parametrize("name", GRAPHS)
def test_forests_flows_and_routes_are_those_of_the_program(program, name, tmp_path):
    path, graph = GRAPHS[name]
    _, said, _ = ask(program, "forest", path)
    forest = graph.destination_forest()
    assert said["forest"] == {
        u: None if head is None else {"arc": forest.position(u), "head": head} for u, head in forest.items()
    }
    code, said, words = ask(program, "flows", path)
    if code == 0 and "blocks" in said:
        # Off the trees the program shows return flows of blocks.
        with pytest.raises(ValueError):
            graph.return_flows()
    elif code == 0:
        rows = [((row["from"], row["to"]), number(row["flow"])) for row in said["flows"]]
        assert rows == list(graph.return_flows().items())
    else:
        with pytest.raises(ValueError) as refused:
            graph.return_flows()
        assert words == f"arrival: {path}: {refused.value}"
    if not len(graph):
        return
    u = graph.vertices[0]
    if "=" not in u and "," not in u:
        code, said, words = ask(program, "route", path, "--particles", f"{u}=100000000000000000001")
        routing = graph.route({u: 100000000000000000001})
        assert {sink: int(count) for sink, count in said["sinks"].items()} == routing.sinks
        assert [int(trap["particles"]) for trap in said["traps"]] == list(routing.traps.values())
        assert number(said.get("steps")) == routing.steps
    if not graph.player_count:
        _, said, _ = ask(program, "explain", path, "--from", u)
        *reasons, standing = graph.explain(u).splitlines()
        assert said["text"].rstrip() == "\n".join(reasons)
        assert standing.startswith("checked: ") == said["checked"]
    # Certificates go both ways.
    start = graph.start or u
    proof = tmp_path / "proof.json"
    code, _, _ = ask(program, "solve", path, "--from", start, "--certificate", proof)
    if code == 0:
        assert verify(graph, proof.read_bytes())
        proof.write_text(graph.certificate(start).text)
        code, said, _ = ask(program, "verify", path, proof)
        assert (code, said["valid"]) == (0, True)


@pytest.mark.parametrize("name", [name for name, (_, graph) in GRAPHS.items() if graph.player_count])
@pytest.mark.parametrize("strategies", ["start", "order", "free"])
def test_plays_are_those_of_the_command_line(program, name, strategies):
    path, graph = GRAPHS[name]
    for u in graph:
        code, said, words = ask(program, "solve", path, "--from", u, "--strategies", strategies)
        if code:
            with pytest.raises(ValueError) as refused:
                graph.play(u, strategies=strategies)
            assert words == f"arrival: {refused.value}"
            continue
        row, play = said["answers"][0], graph.play(u, strategies=strategies)
        # A search on states, off the trees, has no strategies to show.
        assert (row["value"], row.get("max", {}), row.get("min", {})) == (play.value, play.max, play.min)
        assert row.get("exit") == play.exit
        if play.value is not None and "max" in row:
            # The strategies played against each other come to the value.
            again = graph.play(u, strategies=strategies, max=play.max, min=play.min)
            assert again.value == play.value and again.exit == play.exit
