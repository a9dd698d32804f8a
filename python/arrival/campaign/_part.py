"""Parts: solved by one worker, written once and whole."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from .._batch import UNSOLVED, solve_batch
from ._plan import Part, Plan

#: How the name of a draft ends.
_DRAFT = ".tmp"


@lru_cache(maxsize=4)
def _plan_in(folder: str) -> Plan:
    plan = Plan.kept_in(Path(folder))
    if plan is None:
        raise ValueError(f"{folder} is no folder of a campaign here; workers must see the same folders")
    return plan


def solve_part_of(folder: str, number: int) -> int:
    """Solves the part of that number of the campaign in `folder`, on one thread: what a worker does."""
    plan = _plan_in(folder)
    return solve_part(plan, plan.parts[number], folder, 1)


def solve_part(plan: Plan, part: Part, folder: str, threads: int | None) -> int:
    """Solves a part and writes its rows, unless they are there; returns how many there are."""
    target = Path(folder, part.name())
    if not target.exists():
        answers = solve_batch(
            plan.batch_of(part), operations_each=plan.operations_each, timings=True, threads=threads
        )
        write_once(target, lambda file: _write(file, part, answers))
    return part.count


def _write(file: Path, part: Part, answers: Any) -> None:
    import pyarrow
    import pyarrow.parquet

    exits = answers.exits
    table = pyarrow.table(
        {
            "instance": pyarrow.array(np.arange(part.first, part.first + part.count, dtype=np.int64)),
            # No exit: trapped, or not solved.
            "exit": pyarrow.array(exits, mask=exits < 0),
            "solved": pyarrow.array(exits != UNSOLVED),
            # Decimal digits, because they have no limit.
            "steps": pyarrow.array(answers.steps_as_text(), pyarrow.string()),
            "nanoseconds": pyarrow.array(answers.nanoseconds),
        }
    )
    pyarrow.parquet.write_table(table, file)


def write_once(target: Path, write: Callable[[Path], object]) -> None:
    """Lets `write` fill a file of another name, which then takes the name of `target`, unless that exists already.

    Whoever looks finds the whole file or none, and of two who write the same the first one's stays.
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
        # Swept away, because somebody else has finished the same part.
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
