"""Answers of a part as a table; a row that is flawed is a row that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._errors import OutOfBudget
from ._plan import Part, Plan
from ._questions import question, schema_of


def answered(plan: Plan, part: Part, threads: int | None) -> Any:
    """The table of answers to a part."""
    import pyarrow

    where = f"{part.file}, row " if part.file is not None else "instance "
    first = part.first if part.file is None else part.offset
    tables = _tables(plan.rows_of(part), 0, part.count, question(plan, threads), lambda row: f"{where}{first + row}")
    table = pyarrow.concat_tables(tables, promote_options="default") if tables else schema_of(plan).empty_table()
    numbers = pyarrow.array(range(part.first, part.first + part.count), pyarrow.int64())
    return table.add_column(0, "instance", numbers)


def _tables(rows: Any, first: int, count: int, ask: Callable[[Any], Any], name: Callable[[int], str]) -> list[Any]:
    """The answers to `count` rows; where they cannot be had together, to each half of them."""
    import pyarrow

    if count == 0:
        return []
    try:
        part = rows.slice(first, count) if isinstance(rows, pyarrow.Table) else rows[first : first + count]
        table = ask(part)
        return [table.append_column("error", pyarrow.nulls(count, pyarrow.string()))]
    except OutOfBudget as error:
        return [_refused(count, lambda row: f"{name(first + row)}: {error}")]
    except ValueError as error:
        if count == 1:
            words = str(error)
            return [_refused(1, lambda _: f"{name(first)}: {words}")]
    half = count // 2
    return _tables(rows, first, half, ask, name) + _tables(rows, first + half, count - half, ask, name)


def _refused(count: int, words: Callable[[int], str]) -> Any:
    import pyarrow

    columns = {"solved": pyarrow.array([False] * count), "error": pyarrow.array(map(words, range(count)), pyarrow.string())}
    return pyarrow.table(columns)
