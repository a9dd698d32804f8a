"""Where campaigns keep their files: folders of this machine, or of whatever fsspec reaches."""

from __future__ import annotations

import os
import tempfile
import uuid
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any

#: How the name of a draft ends.
_DRAFT = ".tmp"

#: A file or a folder: a path, or an address such as `s3://bucket/folder`, which behaves as one.
Place = Any


def place(path: str | PathLike[str]) -> Place:
    """The place that is meant; an address needs the package universal-pathlib, and what fsspec needs for its kind."""
    if "://" not in str(path):
        return Path(path).resolve()
    try:
        from upath import UPath
    except ModuleNotFoundError as error:
        raise ImportError(f"{path} is not on this machine; install arrival[campaign], which has {error.name}") from error
    return UPath(path)


def is_local(target: Place) -> bool:
    """Whether it is a path of this machine."""
    return isinstance(target, type(Path()))


def write_once(target: Place, write: Callable[[Path], object], *, replaces: bool = False) -> None:
    """Lets `write` fill a file of another name, which then takes the name of `target`, unless that exists already and
    is not to be replaced.

    A reader finds the whole file or none, and of two writers of the same file the first one's stays. Stores of objects
    have no links, but put a file there whole; of two writers at the same moment the last one's stays, which is the same.
    """
    if not is_local(target):
        with tempfile.TemporaryDirectory() as folder:
            draft = Path(folder, target.name)
            write(draft)
            if replaces or not target.exists():
                target.write_bytes(draft.read_bytes())
        return
    draft = target.with_name(f".{target.name}.{uuid.uuid4().hex}{_DRAFT}")
    try:
        write(draft)
        with open(draft, "rb+") as file:
            os.fsync(file.fileno())
        if replaces:
            os.replace(draft, target)
            return
        try:
            os.link(draft, target)
        except FileExistsError:
            pass
        except OSError:
            # A file system without links: a rename is atomic too, and replaces a file by an equal one.
            os.replace(draft, target)
    except FileNotFoundError:
        # Swept away, because another worker has finished the same part.
        if not target.exists():
            raise
    finally:
        draft.unlink(missing_ok=True)


def sweep(folder: Place) -> None:
    """Removes the drafts that dead workers left of parts that are there by now."""
    if not is_local(folder):
        return
    for draft in folder.glob(f".*{_DRAFT}"):
        name = draft.name.removeprefix(".").removesuffix(_DRAFT).rpartition(".")[0]
        if (folder / name).exists():
            draft.unlink(missing_ok=True)
