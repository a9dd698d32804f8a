"""The notebooks as pages: run once, with everything they show.

They are kept without outputs. The tests run them and leave the result in `target/notebooks`; a site that is built with the
same package takes it from there, and runs what is missing.
"""

from __future__ import annotations

import base64
import hashlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbclient
import nbformat

import arrival._core

ROOT = Path(__file__).resolve().parent.parent
ALL = sorted((ROOT / "python/notebooks").glob("*.ipynb"))
#: The kinds of output that a page shows, the best first, and the endings of their files.
PICTURES = {"image/svg+xml": "svg", "image/png": "png"}


def kept(path: Path) -> Path:
    """Where the notebook is kept once it was run with this package."""
    hashed = hashlib.sha256(path.read_bytes())
    hashed.update(Path(arrival._core.__file__ or "").read_bytes())
    return ROOT / "target/notebooks" / f"{path.stem}-{hashed.hexdigest()[:16]}.ipynb"


def run(path: Path, folder: Path) -> Any:
    """The notebook, run from top to bottom in a folder, and kept."""
    notebook = nbformat.read(path, as_version=4)
    # It would write a line for each notebook, and a build that succeeds is silent.
    logging.getLogger("traitlets").setLevel(logging.WARNING)
    nbclient.NotebookClient(notebook, timeout=None, resources={"metadata": {"path": str(folder)}}).execute()
    place = kept(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, place)
    return notebook


def executed(path: Path, folder: Path) -> Any:
    """The notebook as it was run, now or before."""
    place = kept(path)
    return nbformat.read(place, as_version=4) if place.exists() else run(path, folder)


def pages(source: Path, folder: Path) -> dict[str, str]:
    """The pages by their names; their pictures are written into the folder of the sources."""
    found = {}
    for path in ALL:
        name = f"python/notebooks/{path.stem}"
        parts = list(_parts(executed(path, folder), source / name))
        words = f"This page is a notebook, [{path.name}](site://files/python/notebooks/{path.name}), as it was run."
        found[name] = "\n\n".join([parts[0], words, *parts[1:]]) + "\n"
    return found


def _parts(notebook: Any, place: Path) -> Iterator[str]:
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            yield cell.source
        elif cell.source.strip():
            yield f"```python\n{cell.source}\n```"
            for order, output in enumerate(cell.outputs):
                yield from _shown(output, place.with_name(f"{place.name}-{number}-{order}"))


def _shown(output: Any, place: Path) -> Iterator[str]:
    """What an output looks like: a picture, a table, or text."""
    if output.output_type == "stream":
        yield f"```text\n{output.text.rstrip()}\n```"
        return
    data = output.get("data", {})
    for kind, ending in PICTURES.items():
        if kind in data:
            picture = place.with_name(f"{place.name}.{ending}")
            picture.parent.mkdir(parents=True, exist_ok=True)
            raw = data[kind]
            picture.write_bytes(raw.encode() if ending == "svg" else base64.b64decode(raw))
            words = data.get("text/plain", "").replace("[", "(").replace("]", ")").splitlines()
            yield f"![{words[0] if words else 'a picture'}]({picture.name})"
            return
    if "text/plain" in data:
        yield f"```text\n{data['text/plain'].rstrip()}\n```"
