"""Parts: solved by one worker, written once and whole."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from ._answers import answered
from ._plan import Part, Plan

#: How the name of a draft ends.
_DRAFT = ".tmp"


@lru_cache(maxsize=4)
def _plan_in(folder: str) -> Plan:
    plan = Plan.kept_in(Path(folder))
    if plan is None:
        raise ValueError(f"{folder} is not the folder of a campaign here; workers must see the same folders")
    return plan


def solve_part_of(folder: str, number: int) -> int:
    """Solves the part of that number of the campaign in `folder`, on one thread: what a worker does."""
    plan = _plan_in(folder)
    return solve_part(plan, plan.parts[number], folder, 1)


def solve_part(plan: Plan, part: Part, folder: str, threads: int | None) -> int:
    """Solves a part and writes its rows, unless they are there; returns how many there are."""
    target = Path(folder, part.name())
    if not target.exists():
        write_once(target, lambda file: _write(file, answered(plan, part, threads)))
    return part.count


def _write(file: Path, table: Any) -> None:
    import pyarrow.parquet

    pyarrow.parquet.write_table(table, file)


def write_once(target: Path, write: Callable[[Path], object]) -> None:
    """Lets `write` fill a file of another name, which then takes the name of `target`, unless that exists already.

    A reader finds the whole file or none, and of two writers of the same file the first one's stays.
    """
    draft = target.with_name(f".{target.name}.{uuid.uuid4().hex}{_DRAFT}")
    try:
        write(draft)
        with open(draft, "rb+") as file:
            os.fsync(file.fileno())
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


def sweep(folder: Path) -> None:
    """Removes the drafts that dead workers left of parts that are there by now."""
    for draft in folder.glob(f".*{_DRAFT}"):
        name = draft.name.removeprefix(".").removesuffix(_DRAFT).rpartition(".")[0]
        if (folder / name).exists():
            draft.unlink(missing_ok=True)
