"""The same corpus, the same answers as the command line."""

import json
import math
import shlex
import re
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

from arrival import FlawedGraph, RotorGraph, verify

FILES = sorted(
    path
    for folder in ("paper", "regressions")
    for path in (ROOT / "corpus" / folder).iterdir()
    if path.suffix in (".rotor", ".json", ".rotorb", ".zst", ".gz")
)
def rejected():
    """Each refused file with the command that refuses it and its words, as the corpus keeps them."""
    for words in sorted((ROOT / "corpus" / "rejected").glob("*.stderr")):
        file = words.with_suffix("")
        kept = words.with_name(file.name + ".args")
        command = shlex.split(kept.read_text()) if kept.exists() else ["solve", file.name]
        yield file.name, command, words.read_text().splitlines()[1:]


REJECTED = list(rejected())
# What the command line allows itself in memory, and how it reads strategies, are its own affairs.
READ = [case for case in REJECTED if case[1][0] == "solve" and "--memory" not in case[1]]
VERIFIED = [case for case in REJECTED if case[1][0] == "verify"]
OF_THE_COMMAND_LINE = [case for case in REJECTED if case[1][0] == "walk" or "--memory" in case[1]]


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
    assert len(GRAPHS) >= 12 and len(READ) >= 50 and len(VERIFIED) >= 15
    assert len(READ) + len(VERIFIED) + len(OF_THE_COMMAND_LINE) == len(REJECTED), "every file is refused here or on purpose not"


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


def without_options(line):
    """A line of a message without how options are spelled, and with graphs for files."""
    line = line.replace("a sink of this file", "a sink of the graph").replace("the file it was made for", "the graph it was made for")
    return re.sub(r"--[a-z-]+( edge-list)?|\b[a-z_]+=(True|\"edge-list\")?", "OPTION", line)


@pytest.mark.parametrize(("name", "command", "words"), READ, ids=lambda part: part if isinstance(part, str) else "")
def test_flaws_have_the_words_of_the_command_line(name, command, words, monkeypatch):
    monkeypatch.chdir(ROOT / "corpus" / "rejected")
    options = dict(zip((option.removeprefix("--") for option in command[2::2]), command[3::2], strict=True))
    if "sinks" in options:
        options["sinks"] = options["sinks"].split(",")
    with pytest.raises(FlawedGraph) as refused:
        RotorGraph.from_file(command[1], **options)
    said = str(refused.value).splitlines()
    # The options of the command line are arguments here.
    assert [without_options(line) for line in said] == [without_options(line) for line in words]
    assert "--" not in re.sub("`[^`]*`", "", str(refused.value))
    assert len(refused.value.flaws) == len(words) - (refused.value.more > 0)


@pytest.mark.parametrize(("name", "command", "words"), VERIFIED, ids=lambda part: part if isinstance(part, str) else "")
def test_certificate_flaws_have_the_words_of_the_program(name, command, words, monkeypatch):
    monkeypatch.chdir(ROOT / "corpus" / "rejected")
    graph = RotorGraph.from_file(command[1])
    with pytest.raises(ValueError) as refused:
        verify(graph, Path(command[2]).read_bytes())
    # Bytes have no name, which on the command line stands before every flaw; and a graph here may have been asked with other sinks.
    assert [line.removesuffix(", with the same sinks= if it was asked with some") for line in str(refused.value).splitlines()] == [without_options(line.removeprefix(name).lstrip(": ")) for line in words]
