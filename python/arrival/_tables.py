"""Tables of plain text, as the command line prints them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from ._labels import Label, plain

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


def listed(labels: tuple[Label, ...], most: int = 5) -> str:
    """Some labels, and dots if there are more."""
    return ", ".join(plain(label) for label in labels[:most]) + (", …" if len(labels) > most else "")


def decimal(number: int) -> str:
    """A number in decimal digits, however long; Python itself refuses beyond a few thousand."""
    if number.bit_length() < 12_000:
        return str(number)
    half = number.bit_length() * 30103 // 200000
    high, low = divmod(number, 10**half)
    return decimal(high) + decimal(low).zfill(half)
