"""Tables of plain text, as the command line prints them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from itertools import islice
from typing import Any

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


def amount(number: int, noun: str, nouns: str | None = None) -> str:
    """A number of things: "1 sink", "2 sinks", with `nouns` if the plural is irregular."""
    return f"{decimal(number)} {noun if number == 1 else nouns or noun + 's'}"


def brief(number: int | None) -> str:
    """A number as `repr` shows it; of a very long one its ends, since Python itself refuses beyond a few thousand digits."""
    if number is None or number.bit_length() < 1_000:
        return repr(number)
    digits = decimal(abs(number))
    return f"{'-' if number < 0 else ''}{digits[:10]}…{digits[-10:]} ({len(digits)} digits)"


#: How many entries of a collection a `repr` shows.
_MOST_SHOWN = 100


def shown(value: object) -> str:
    """A value as `repr` shows it: a few entries of a large collection, and the ends of a very long number."""
    match value:
        case bool():
            return repr(value)
        case int():
            return brief(value)
        case Fraction() if value.denominator.bit_length() >= 1_000 or value.numerator.bit_length() >= 1_000:
            return f"{float(value)} (a fraction of {amount(len(decimal(value.denominator)), 'digit')})"
        case Mapping():
            return f"{{{_some(len(value), (f'{shown(key)}: {shown(entry)}' for key, entry in value.items()))}}}"
        case list():
            return f"[{_some(len(value), map(shown, value))}]"
        case tuple() if type(value) is tuple:
            return f"({_some(len(value), map(shown, value))}{',' if len(value) == 1 else ''})"
        case _:
            return repr(value)


def _some(length: int, entries: Iterable[str]) -> str:
    more = [f"… and {length - _MOST_SHOWN} more"] if length > _MOST_SHOWN else []
    return ", ".join([*islice(entries, _MOST_SHOWN), *more])


def fields_repr(result: Any) -> str:
    """The `repr` of a data class, its fields as `shown` has them."""
    entries = [f"{entry.name}={shown(getattr(result, entry.name))}" for entry in fields(result) if entry.repr]
    return f"{type(result).__name__}({', '.join(entries)})"


def integer(digits: str) -> int:
    """The number of any length with these decimal digits."""
    if len(digits) < 4_000:
        return int(digits)
    if digits.startswith("-"):
        return -integer(digits[1:])
    half = len(digits) // 2
    shift: int = 10**half
    return integer(digits[:-half]) * shift + integer(digits[-half:])


def integers(texts: Iterable[str]) -> tuple[int, ...]:
    """The numbers with these decimal digits."""
    return tuple(map(integer, texts))


def count(text: str) -> int | float:
    """The count that the library writes so: decimal digits, or `inf`."""
    return math.inf if text == "inf" else integer(text)


def counted(number: int | float) -> str:
    """A count as the library writes it."""
    return "inf" if number == math.inf else decimal(int(number))


def decimal(number: int) -> str:
    """A number in decimal digits, however long."""
    if number.bit_length() < 12_000:
        return str(number)
    if number < 0:
        return "-" + decimal(-number)
    half = number.bit_length() * 30103 // 200000
    high, low = divmod(number, 10**half)
    return decimal(high) + decimal(low).zfill(half)


def checked(lines: str, unchecked_because: str | None) -> str:
    """The lines of an answer, with one more if the judge has not checked it."""
    return lines if unchecked_because is None else f"{lines}\nunchecked: {unchecked_because}"
