"""The pages that are made from the Python package itself, so that nothing on them is kept in step by hand."""

from __future__ import annotations

import inspect
import tomllib
from operator import attrgetter
from pathlib import Path

import arrival
import arrival.campaign
import arrival.widget

INHERITED = ":members:\n:inherited-members: Mapping, dict, list, tuple, BaseException\n"

#: What users touch of the player; the rest is of widgets in general.
PLAYED = ("graph", "rotors", "steps", "height")


def table(headings: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown."""
    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

    return "\n".join([line(headings), line(["---"] * len(headings)), *map(line, rows)]) + "\n"


def directive(name: str, thing: object, of_class: str = INHERITED) -> str:
    """What documents a public name."""
    kind = "autoclass" if inspect.isclass(thing) else "autofunction" if callable(thing) else "autodata"
    options = of_class if kind == "autoclass" else ""
    return f"```{{eval-rst}}\n.. {kind}:: {name}\n" + "".join(f"   {line}\n" for line in options.splitlines()) + "```\n\n"


def methods(command: str, functions: list[str]) -> str:
    """What asks in Python the question of a command."""
    shown = [f"`{name}`" for name in functions if not name.startswith("generate.") or name == "generate.batch"]
    if command == "generate":
        shown.append("`generate.…`")
    return ", ".join(shown) or "the program itself"


def function(family: str) -> str:
    """The name of the function of a family."""
    return family.replace("-", "_")


def signature(family: str) -> str:
    """How the function of a family is called."""
    name = function(family)
    return f"`{name}{inspect.signature(getattr(arrival.generate, name))}`".split(" ->")[0].rstrip("`") + "`"


def public() -> list[str]:
    """The dotted names of everything that users may touch, as the reference has to list them."""
    names = [f"arrival.{name}" for name in arrival.__all__ if name not in ("__version__", "generate")]
    names += [f"arrival.generate.{name}" for name in arrival.generate.__all__]
    names += [f"arrival.campaign.{name}" for name in arrival.campaign.__all__]
    for name in list(names):
        thing = attrgetter(name.removeprefix("arrival."))(arrival)
        if not inspect.isclass(thing):
            continue
        own = [kind for kind in thing.__mro__ if kind.__module__.startswith("arrival")]
        members = {member for kind in own for member in [*vars(kind), *vars(kind).get("__annotations__", {})]}
        names += [f"{name}.{member}" for member in sorted(members) if not member.startswith("_")]
    return [*names, *(f"arrival.widget.Player.{name}" for name in PLAYED)]


def pages() -> dict[str, str]:
    """The pages by their names."""
    names = [name for name in arrival.__all__ if name not in ("__version__", "generate")]
    families = [directive(f"arrival.generate.{name}", getattr(arrival.generate, name)) for name in ("batch", "families", *map(function, arrival.generate.families()))]
    campaigns = [directive(f"arrival.campaign.{name}", getattr(arrival.campaign, name)) for name in arrival.campaign.__all__]
    return {
        "python/api": "# Classes and functions\n\n" + "".join(directive(f"arrival.{name}", getattr(arrival, name)) for name in names),
        "python/campaign": "# Campaigns\n\n```{eval-rst}\n.. automodule:: arrival.campaign\n   :no-members:\n```\n\n" + "".join(campaigns),
        "python/widget": "# The widget\n\n```{eval-rst}\n.. automodule:: arrival.widget\n   :no-members:\n```\n\n"
        + directive("arrival.widget.Player", arrival.widget.Player, f":members: {', '.join(PLAYED)}\n"),
        "python/generate": "# Generators\n\n```{eval-rst}\n.. automodule:: arrival.generate\n   :no-members:\n```\n\n" + "".join(families),
        "python/commands": "# Commands and methods\n\nEvery command of the program `arrival`, and what asks the same in Python.\n\n"
        + table(["command", "in Python"], [[f"`arrival {command}`", methods(command, found)] for command, found in arrival.commands().items()]),
        "reference/families": "# Families\n\n`arrival generate FAMILY` makes a member; in Python `arrival.generate` has a function for each family.\n\n"
        + table(["family", "its members", "in Python"], [[name, sentence, signature(name)] for name, sentence in arrival.generate.families().items()]),
    }


def crates(root: Path) -> str:
    """The rows of a table of the crates that are published, each with a link to its reference."""
    rows = []
    for manifest in sorted((root / "crates").glob("*/Cargo.toml")):
        package = tomllib.loads(manifest.read_text(encoding="utf-8"))["package"]
        if package.get("publish", True):
            name = package["name"]
            rows.append(f"| [`{name}`](site://rust/{name.replace('-', '_')}/index.html) | {package['description']} |")
    return "\n".join(rows)
