"""Tables of plain text, as the command line prints them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

#: How many rows are printed before a table is cut.
MOST_ROWS = 40


def table(heading: Sequence[str], rows: Iterable[Sequence[object]], length: int) -> str:
    """The rows in columns as wide as their widest entry, the first few of them if there are many."""
    shown = [tuple(str(entry) for entry in row) for row in islice(rows, MOST_ROWS)]
    widths = [max(map(len, column)) for column in zip(heading, *shown, strict=True)]
    lines = ["  ".join(entry.ljust(width) for entry, width in zip(row, widths, strict=True)).rstrip()
             for row in (tuple(heading), *shown)]
    if length > len(shown):
        lines.append(f"… and {length - len(shown)} more")
    return "\n".join(lines)
