"""The reference of the package: `python -m sphinx -W python/docs OUT`."""

from __future__ import annotations

import inspect
from pathlib import Path

import arrival
import arrival.campaign

project, author, release = "Arrival", "The Arrival authors", arrival.__version__
extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "myst_parser"]
html_theme = "pydata_sphinx_theme"
html_title = f"Arrival {release}"
default_role = "code"
autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
exclude_patterns = ["_build"]
myst_heading_anchors = 2

HERE = Path(__file__).parent
MADE = HERE / "reference"


def table(headings: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown."""
    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

    return "\n".join([line(headings), line(["---"] * len(headings)), *map(line, rows)]) + "\n"


def directive(name: str, thing: object) -> str:
    """What documents a public name."""
    kind = "autoclass" if inspect.isclass(thing) else "autofunction" if callable(thing) else "autodata"
    options = ":members:\n:inherited-members: Mapping, dict, tuple, ValueError, KeyError, RuntimeError, UserWarning\n" if kind == "autoclass" else ""
    return f"```{{eval-rst}}\n.. {kind}:: {name}\n" + "".join(f"   {line}\n" for line in options.splitlines()) + "```\n\n"


def pages() -> dict[str, str]:
    """The pages that are made from the package: nothing on them is kept in step by hand."""
    names = [name for name in arrival.__all__ if name not in ("__version__", "generate")]
    api = "# Reference\n\n" + "".join(directive(f"arrival.{name}", getattr(arrival, name)) for name in names)
    campaigns = "# Campaigns\n\n```{eval-rst}\n.. automodule:: arrival.campaign\n   :no-members:\n```\n\n" + "".join(
        directive(f"arrival.campaign.{name}", getattr(arrival.campaign, name)) for name in arrival.campaign.__all__
    )
    commands = "# Commands and methods\n\nEvery command of the program `arrival`, and what asks the same here.\n\n" + table(
        ["command", "here"],
        [[f"`arrival {command}`", ", ".join(f"`{name}`" for name in functions if not name.startswith("generate.") or name == "generate.batch")
          + (", `generate.…`" if command == "generate" else "") or "the program itself"]
         for command, functions in arrival.commands().items()],
    )
    solvers = "# Solvers\n\nThe first that takes a question is the default; `solver=` names another.\n\n" + table(
        ["solver", "does", "graphs", "answers", "cost", "source"],
        [[s.id, s.does, ", ".join(s.accepts), ", ".join(s.answers), s.cost, s.source] for s in arrival.solvers()],
    )
    families = "# Families\n\n`arrival.generate` has a function for each, and `generate.batch` takes its name.\n\n" + table(
        ["family", "its members", "signature"],
        [[name, sentence, f"`{name.replace('-', '_')}{inspect.signature(getattr(arrival.generate, name.replace('-', '_')))}`".split(" ->")[0].rstrip("`") + "`"]
         for name, sentence in arrival.generate.families().items()],
    )
    return {"api": api, "campaign": campaigns, "commands": commands, "solvers": solvers, "families": families}


MADE.mkdir(exist_ok=True)
for _name, _text in pages().items():
    (MADE / f"{_name}.md").write_text(_text, encoding="utf-8")
