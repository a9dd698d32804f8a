"""The questions of campaigns: each answers the rows of a part with a table."""

from __future__ import annotations

import inspect
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import numpy as np

from .._batch import Batch, batch_of
from .._batch_answers import route_batch, solve_batch, values_batch
from .._errors import OutOfBudget
from .._flawed import located
from .._graph import RotorGraph
from .._limits import Limits, whole
from .._tables import amount
from ._plan import QUESTIONS, Plan, function_of


def schema_of(plan: Plan) -> Any:
    """The columns that the results of a plan have; those of a function are not known before it was run."""
    import pyarrow

    count, truth, digits = pyarrow.int64(), pyarrow.bool_(), pyarrow.string()
    columns: dict[str, list[tuple[str, Any]]] = {
        "exit": [("exit_index", count), ("solved", truth), ("steps", pyarrow.uint64()), ("long_steps", digits), ("nanoseconds", pyarrow.uint64())],
        "exits": [("exits", pyarrow.list_(count)), ("solved", truth), ("checked", truth)],
        "route": [("ends", pyarrow.list_(pyarrow.uint64())), ("trapped", pyarrow.uint64()), ("solved", truth)],
        "values": [("value", count), ("max_min", count), ("min_max", count), ("solved", truth), ("checked", truth)],
    }
    return pyarrow.schema([*columns.get(plan.question, []), ("error", digits)])


#: What is asked of some rows, in how many seconds.
Question = Callable[[Any, float | None], Any]


def question(plan: Plan, threads: int | None) -> Question:
    """The question of a plan."""
    limits: dict[str, Any] = {"operations_each": plan.operations_each, "threads": threads}

    def exit(rows: Any, timeout: float | None) -> Any:
        return solve_batch(batch_of(rows), timings=True, timeout=timeout, **limits).to_arrow()

    def values(rows: Any, timeout: float | None) -> Any:
        return values_batch(batch_of(rows), timeout=timeout, **limits, **plan.options).to_arrow()

    def route(rows: Any, timeout: float | None) -> Any:
        given = batch_of(rows)
        return route_batch(given, _on_starts(given, **plan.options), timeout=timeout, **limits).to_arrow()

    def exits(rows: Any, timeout: float | None) -> Any:
        return _exits(batch_of(rows), plan.operations_each, threads, timeout)

    def own(rows: Any, _: float | None) -> Any:
        import pyarrow

        given = batch_of(rows)
        table = pyarrow.table(function_of(plan.question)(given, **plan.options))
        if len(table) != len(given):
            counts = f"{amount(len(table), 'row')} for {amount(len(given), 'instance')}"
            raise TypeError(f"{plan.question} returned {counts}; it must return a row for each")
        if taken := {"instance", "error"} & set(table.column_names):
            raise TypeError(f"{plan.question} returned a column {min(taken)!r}, which the campaign adds itself; give it another name")
        return table

    return {"exit": exit, "exits": exits, "route": route, "values": values}.get(plan.question, own)


def refuse_options(plan: Plan) -> None:
    """Refuses options that no instance could be asked with, before the plan is kept: a tiny one is."""
    tiny = Batch.of([RotorGraph({0: [1]}, sinks=[1], start=0)])
    if plan.question not in QUESTIONS:
        try:
            signature = inspect.signature(function_of(plan.question))
        except ValueError:
            # Some functions that are not written in Python do not say what they take.
            return
        try:
            signature.bind(tiny, **plan.options)
        except TypeError as error:
            raise TypeError(f"{plan.question}: {error}") from None
        return
    try:
        question(plan, 1)(tiny, plan.part_timeout)
    except OutOfBudget:
        # So little is allowed that not even this was answered; the rows will say so.
        pass


def _on_starts(batch: Batch, particles: int = 1000) -> Any:
    """Particles on the start of every instance, and nowhere else."""
    vertex_starts, row_starts, _, _, starts = batch._checked_arrays()
    counts = np.zeros(len(row_starts) - 1, np.int64)
    places = vertex_starts[:-1].astype(np.int64) + starts
    # A start beyond its instance is refused when the particles are routed.
    counts[places[places < len(counts)]] = whole("particles", particles, most=2**32)
    return counts


def _exits(batch: Batch, operations_each: int | None, threads: int | None, timeout: float | None) -> Any:
    """The exits from all vertices of every instance; null in traps, and of an instance that used up its operations."""
    import pyarrow

    deadline = None if timeout is None else time.monotonic() + timeout
    stopped = Event()

    def end_if_stopped(_: int) -> None:
        # Python tells only its main thread of Ctrl-C; the others would go on to the end of their instances.
        if stopped.is_set():
            raise InterruptedError

    def exits(number: int) -> tuple[list[int | None] | None, bool]:
        limits: Limits = {"max_operations": operations_each, "progress": end_if_stopped}
        if deadline is not None:
            limits["timeout"] = max(0.0, deadline - time.monotonic())
        try:
            pattern = batch[number].exit_pattern(**limits)
        except OutOfBudget as error:
            # The time is that of the whole part, the operations and the memory are those of the instance.
            if error.reason == "out of time":
                raise
            return None, False
        codes = [code if code >= 0 else None for code in pattern.codes.tolist()]
        return codes, pattern.unchecked_because is None

    pool = ThreadPoolExecutor(threads or os.cpu_count())
    try:
        with located(batch):
            found = list(pool.map(exits, range(len(batch))))
    except BaseException:
        stopped.set()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
    rows = pyarrow.array([row for row, _ in found], pyarrow.list_(pyarrow.int64()))
    solved = pyarrow.array([row is not None for row, _ in found])
    return pyarrow.table({"exits": rows, "solved": solved, "checked": pyarrow.array([checked for _, checked in found])})
