"""Answers of a part as a table; a row that is flawed is a row that says so."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .._errors import OutOfBudget
from .._flawed import prefix_of
from ._finished import given_up
from ._plan import Part, Plan
from ._questions import Question, question, schema_of


def answered(plan: Plan, part: Part, threads: int | None) -> Any:
    """The table of answers to a part."""
    import pyarrow

    where = f"{part.file}, row " if part.file is not None else "instance "
    first = part.first if part.file is None else part.offset
    deadline = None if plan.part_timeout is None else time.monotonic() + plan.part_timeout
    asked = _Asked(None, question(plan, threads), lambda row: f"{where}{first + row}", deadline)
    try:
        asked.rows = plan.rows_of(part, threads=threads or 0, limits={"timeout": plan.part_timeout})
    except OutOfBudget as error:
        # A part that takes more memory than is allowed would do so every time: that ends the campaign.
        if error.reason != "out of time":
            raise
        tables = [asked.given_up(0, part.count, error)]
    else:
        tables = asked.tables(0, part.count)
    table = pyarrow.concat_tables(tables, promote_options="default") if tables else schema_of(plan).empty_table()
    numbers = pyarrow.array(range(part.first, part.first + part.count), pyarrow.int64())
    table = table.add_column(0, "instance", numbers)
    return given_up(table, plan.part_timeout) if asked.out_of_time and plan.part_timeout is not None else table


@dataclass
class _Asked:
    """The rows of a part, what is asked of them, and how they are called."""

    rows: Any
    ask: Question
    name: Callable[[int], str]
    #: When the time of the part is used up.
    deadline: float | None
    #: Whether some rows were given up because their time was used up.
    out_of_time: bool = False

    def tables(self, first: int, count: int) -> list[Any]:
        """The answers to `count` rows; where they cannot be had together, to each half of them."""
        import pyarrow

        if count == 0:
            return []
        try:
            part = self.rows.slice(first, count) if isinstance(self.rows, pyarrow.Table) else self.rows[first : first + count]
            table = self.ask(part, None if self.deadline is None else max(0.0, self.deadline - time.monotonic()))
            return [table.append_column("error", pyarrow.nulls(count, pyarrow.string()))]
        except OutOfBudget as error:
            return [self.given_up(first, count, error)]
        except ValueError as error:
            if count == 1:
                # Its place in the file says more than that it is the only one of those asked.
                words = str(error).removeprefix(prefix_of(0))
                return [_refused(1, lambda _: f"{self.name(first)}: {words}")]
        half = count // 2
        return self.tables(first, half) + self.tables(first + half, count - half)

    def given_up(self, first: int, count: int, error: OutOfBudget) -> Any:
        """Rows that were not answered within their limits."""
        self.out_of_time |= error.reason == "out of time"
        words = str(error)
        return _refused(count, lambda row: f"{self.name(first + row)}: {words}")


def _refused(count: int, words: Callable[[int], str]) -> Any:
    import pyarrow

    columns = {"solved": pyarrow.array([False] * count), "error": pyarrow.array(map(words, range(count)), pyarrow.string())}
    return pyarrow.table(columns)
