"""Every option of the program is a parameter in Python, or says here why not."""

import inspect
import re
import subprocess
import sys
from functools import cache

import pytest

import arrival

#: Parameters that go by another name in Python.
NAMES = {
    "from": "start", "to": "sink", "no-check": "check", "sink": "sinks", "float": "exact", "hits": "particles", "max-steps": "most",
    "to-rule": "rule", "routine": "vertex", "order": "vertex", "subtree": "u",
}  # fmt: skip
#: What an option does that is no parameter: a method of its own, or what it returns anyway.
OTHERWISE = {
    ("solve", "all"): "RotorGraph.exit_pattern",
    ("solve", "threads"): "solve_batch",
    ("solve", "timings"): "solve_batch",
    ("walk", "trace"): "Walk",
    ("walk", "final"): "Walk.graph",
    ("walk", "strategy"): "Play.max",
    ("route", "final"): "Routing.after",
    ("group", "generators"): "SandpileGroup.generators",
    ("explain", "frames"): "RotorGraph.frames",
    ("explain", "access"): "RotorGraph.access_flows",
    ("explain", "pairs"): "RotorGraph.optimal_pairs",
    ("aggregate", "output"): "Aggregation.picture",
    ("push", "output"): "RotorGraph.to_file",
    ("draw", "output"): "Picture.save",
    ("convert", "to"): "RotorGraph.to_text",
    ("draw", "to"): "RotorGraph.draw",
    ("hunt", "output"): "HardInstance",
    ("hunt", "timings"): "HardInstance",
}
#: How input is read: `from_file` and `from_text` have these, and every other method is called on what they return.
READING = {"example", "format", "sinks", "undirected", "weights", "infer-sinks", "rule"}
#: What is printed, and the limits, which every long call takes.
PRINTED = {"json", "color", "quiet", "verbose", "help", "version", "timeout", "memory"}


def found(path):
    """What a path such as `RotorGraph.walk` names."""
    thing = arrival
    for name in path.split("."):
        thing = getattr(thing, name)
    return thing


@cache
def options(command):
    """The options that `arrival COMMAND --help` lists."""
    family = ["tree"] if command in ("generate", "hunt") else []
    run = [sys.executable, "-m", "arrival", command, *family, "--help"]
    words = subprocess.run(run, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    return set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", words, re.MULTILINE))


COMMANDS = {command: methods for command, methods in arrival.commands().items() if methods and command != "generate"}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_a_parameter(command):
    listed = options(command)
    assert len(listed & PRINTED) > 4, "the help was read"
    if command == "convert":
        reading = set(inspect.signature(arrival.RotorGraph.from_text).parameters)
        assert {name.replace("-", "_") for name in READING - {"example"}} <= reading
    parameters = {name for method in COMMANDS[command] for name in inspect.signature(found(method)).parameters}
    # The parameters of a family are any keywords.
    family = options("generate") - {"output"} if command == "hunt" else set()
    for option in listed - PRINTED - READING - family:
        if (command, option) in OTHERWISE:
            assert found(OTHERWISE[command, option]) is not None
        else:
            assert NAMES.get(option, option).replace("-", "_") in parameters, f"{command} --{option}"


def test_nothing_is_excused_that_is_no_option():
    for command, option in OTHERWISE:
        assert option in options(command), f"{command} --{option}"
