"""The package as a whole: its commands, public names, types, examples, and what it depends on."""

import inspect
import os
import re
import signal
import subprocess
import sys
import tomllib
import typing
from pathlib import Path

import pytest

import arrival
from arrival import RotorGraph, _core, campaign, examples


def test_every_command_has_a_method():
    table = arrival.commands()
    unanswered = {command for command, functions in table.items() if not functions}
    # What serves a terminal has no function: the program itself comes with the package.
    assert unanswered <= {"serve", "completions", "man", "help"}
    # A page begins with `begin`; here the examples and families are names of their own.
    assert set(_core.questions()) - {"begin"} <= {command for command, functions in table.items() if functions}


def test_every_public_name_has_types_that_are_found():
    seen = 0
    for name in arrival.__all__:
        thing = getattr(arrival, name)
        members = [thing, *(member for _, member in inspect.getmembers(thing))] if inspect.isclass(thing) else [thing]
        for member in members:
            # The fields of a data class are those of its bases too, so they are looked at where they are declared.
            ours = str(getattr(member, "__module__", "")).startswith("arrival") and not getattr(member, "__name__", "_").startswith("_")
            if ours and (inspect.isclass(member) or inspect.isfunction(member)):
                typing.get_type_hints(member)
                seen += 1
    assert seen > 100


def test_types_of_campaigns_are_found_too():
    names = [arrival.Play.__init__, campaign.run, *(getattr(campaign, name) for name in campaign.__all__)]
    for thing in names:
        typing.get_type_hints(thing)


def test_the_types_of_campaigns_and_widgets_are_found():
    for thing in (campaign.Results.sql, arrival.widget.Player, arrival.HarmonicMeasure, RotorGraph.harmonic_measure):
        assert typing.get_type_hints(thing)


def test_the_examples_are_those_of_the_program_and_can_be_solved():
    assert len(examples) == 9
    for name, graph in examples.items():
        assert graph.check().class_name == graph.class_name, name
    with pytest.raises(KeyError, match="no example 'x'; there are fig-rotor-routing"):
        examples["x"]


def test_the_program_is_the_package():
    said = subprocess.run([sys.executable, "-m", "arrival", "decide", "--example", "fig-rotor-routing", "--from", "u2", "--to", "s2"],
                          capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (10, "yes\n")
    assert os.path.exists(arrival.__file__) and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert arrival.campaign.__name__ == "arrival.campaign" and arrival.__version__


def test_every_package_is_locked_with_its_hashes() -> None:
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *(one for group in project["optional-dependencies"].values() for one in group)]
    names = {re.split(r"[\[<>=!~; ]", one)[0].lower() for one in wanted} - {"arrival"}
    locked = (root / "python/requirements.txt").read_text()
    pins = [pin.lower() for pin in re.findall(r"^([\w.-]+)==[^\n]*\\\n    --hash=", locked, re.M)]
    assert names <= set(pins), names - set(pins)
    assert len(pins) == len(re.findall(r"^[\w.-]+==", locked, re.M)), "every pin has a hash"
