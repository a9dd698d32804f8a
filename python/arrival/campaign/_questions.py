"""The questions of campaigns: each answers the rows of a part with a table."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from .._batch import Batch, batch_of
from .._batch_answers import route_batch, solve_batch, values_batch
from .._errors import OutOfBudget
from .._flawed import located
from .._limits import Limits, whole
from ._plan import Plan, function_of


def schema_of(plan: Plan) -> Any:
    """The columns that the results of a plan have; those of a function are not known before it was run."""
    import pyarrow

    count, truth, digits = pyarrow.int64(), pyarrow.bool_(), pyarrow.string()
    columns: dict[str, list[tuple[str, Any]]] = {
        "exit": [("exit", count), ("solved", truth), ("steps", digits), ("nanoseconds", pyarrow.uint64())],
        "exits": [("exits", pyarrow.list_(count)), ("solved", truth), ("checked", truth)],
        "route": [("ends", pyarrow.list_(pyarrow.uint64())), ("trapped", pyarrow.uint64()), ("solved", truth)],
        "values": [("value", count), ("max_min", count), ("min_max", count), ("solved", truth), ("checked", truth)],
    }
    return pyarrow.schema([*columns.get(plan.question, []), ("error", digits)])


def question(plan: Plan, threads: int | None) -> Callable[[Any], Any]:
    """What is asked of some rows."""
    limits: dict[str, Any] = {"operations_each": plan.operations_each, "threads": threads, "timeout": plan.part_timeout}

    def exit(rows: Any) -> Any:
        import pyarrow

        found = solve_batch(batch_of(rows), timings=True, **limits)
        table = found.to_arrow().drop_columns(["long_steps"])
        # Decimal digits, because they have no limit.
        steps = pyarrow.array(found.steps_as_text(), pyarrow.string())
        return table.set_column(table.column_names.index("steps"), "steps", steps)

    def values(rows: Any) -> Any:
        return values_batch(batch_of(rows), **limits, **plan.options).to_arrow()

    def route(rows: Any) -> Any:
        given = batch_of(rows)
        return route_batch(given, _on_starts(given, **plan.options), **limits).to_arrow()

    def exits(rows: Any) -> Any:
        return _exits(batch_of(rows), plan, threads)

    def own(rows: Any) -> Any:
        import pyarrow

        return pyarrow.table(function_of(plan.question)(batch_of(rows), **plan.options))

    return {"exit": exit, "exits": exits, "route": route, "values": values}.get(plan.question, own)


def _on_starts(batch: Batch, particles: int = 1000) -> Any:
    """Particles on the start of every instance, and nowhere else."""
    vertex_starts, row_starts, _, _, starts = batch._checked_arrays()
    counts = np.zeros(len(row_starts) - 1, np.int64)
    places = vertex_starts[:-1].astype(np.int64) + starts
    # A start beyond its instance is refused when the particles are routed.
    counts[places[places < len(counts)]] = whole("particles", particles, most=2**32)
    return counts


def _exits(batch: Batch, plan: Plan, threads: int | None) -> Any:
    """The exits from all vertices of every instance; null in traps, and of an instance that used up its operations."""
    import pyarrow

    late = None if plan.part_timeout is None else time.monotonic() + plan.part_timeout

    def exits(number: int) -> tuple[list[int | None] | None, bool]:
        limits: Limits = {} if plan.operations_each is None else {"max_operations": plan.operations_each}
        if late is not None:
            limits["timeout"] = max(0.0, late - time.monotonic())
        try:
            pattern = batch[number].exit_pattern(**limits)
        except OutOfBudget:
            if late is not None and time.monotonic() >= late:
                raise
            return None, False
        codes = [code if code >= 0 else None for code in pattern.codes.tolist()]
        return codes, pattern.unchecked_because is None

    with located(batch), ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        found = list(pool.map(exits, range(len(batch))))
    rows = pyarrow.array([row for row, _ in found], pyarrow.list_(pyarrow.int64()))
    solved = pyarrow.array([row is not None for row, _ in found])
    return pyarrow.table({"exits": rows, "solved": solved, "checked": pyarrow.array([checked for _, checked in found])})
