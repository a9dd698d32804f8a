"""Parts: solved by one worker, written once and whole."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ._answers import answered
from ._finished import is_finished
from ._places import place, write_once
from ._plan import Part, Plan


@lru_cache(maxsize=4)
def _plan_in(folder: str) -> Plan:
    plan = Plan.kept_in(folder)
    if plan is None:
        raise ValueError(f"{folder} is not the folder of a campaign here; workers must see the same folders")
    return plan


def solve_part_of(folder: str, number: int, part_timeout: float | None) -> int:
    """Solves the part of that number of the campaign in `folder`, on one thread: what a worker does.

    The time that it has is an argument, because the plan in the folder may name another.
    """
    plan = replace(_plan_in(folder), part_timeout=part_timeout)
    return solve_part(plan, plan.parts[number], folder, 1)


def solve_part(plan: Plan, part: Part, folder: str, threads: int | None) -> int:
    """Solves a part and writes its rows, unless they are there; returns how many there are."""
    where = place(folder)
    if not is_finished(where, part, plan.part_timeout):
        target = where / part.name()
        # What is there and not finished is replaced only now that there is something better.
        write_once(target, lambda file: _write(file, answered(plan, part, threads)), replaces=target.exists())
    return part.count


def _write(file: Path, table: Any) -> None:
    import pyarrow.parquet

    pyarrow.parquet.write_table(table, file)
