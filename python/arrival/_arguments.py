"""Checks of arguments: an argument of the wrong type or out of range is refused by its name."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from numbers import Real
from typing import Any, TypeVar, get_args

from ._limits import whole
from ._numbers import MOST_VALUE

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

_MOST_INT64 = 2**63 - 1


def mapping(name: str, given: Mapping[_Key, _Value]) -> Mapping[_Key, _Value]:
    """The argument `name`, which is a dictionary or the like, such as a Series of pandas."""
    if is_series(given):
        entries = dict(given.items())
        if len(entries) < len(given):
            raise ValueError(f"{name} has a vertex twice in its index; give every vertex one entry")
        return entries
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dictionary keyed by vertex, not {kind(given)}")
    return given


def is_series(given: object) -> bool:
    """Whether it is a Series of pandas or the like: its entries have labels, and their order means nothing."""
    has_index = hasattr(given, "keys") and hasattr(given, "items")
    return has_index and not isinstance(given, Mapping) and getattr(given, "ndim", 1) == 1


def several(name: str, given: Iterable[_Value]) -> Iterable[_Value]:
    """The argument `name`, which is a list of labels or the like. A string is refused: its letters are hardly meant."""
    if isinstance(given, str | bytes):
        raise TypeError(f"{name} must be a list of labels, not the string {given!r}; write [{given!r}]")
    if not isinstance(given, Iterable):
        raise TypeError(f"{name} must be a list of labels, not {kind(given)}")
    return given


def refuse_none(**given: Container[object]) -> None:
    """Refuses None among the labels in an argument: elsewhere it stands for no vertex."""
    for name, labels in given.items():
        if None in labels:
            raise ValueError(f"{name} has None, which cannot be a label")


def refuse_set(name: str, given: object, what: str) -> None:
    """Refuses a set where an order matters: it would be another graph in every process. Views of dictionaries have an order."""
    if isinstance(given, set | frozenset):
        raise TypeError(f"{name} must be a list of {what} in rotor order, not a {kind(given)}, which has no order")


def text(name: str, given: object) -> str | None:
    """The argument `name`, which is a string or None."""
    if given is not None and not isinstance(given, str):
        raise TypeError(f"{name} must be a string, not {given!r}")
    return given


def one_of(name: str, given: object, words: object) -> None:
    """Refuses the argument `name` unless it is one of the words of a `Literal` type."""
    known = get_args(words)
    if given not in known:
        raise ValueError(f"{name} must be {', '.join(map(repr, known[:-1]))} or {known[-1]!r}, not {given!r}")


def between(name: str, given: object, least: float, most: float) -> float:
    """The argument `name`, which is a number from `least` to `most`."""
    if not isinstance(given, Real) or not least <= given <= most:  # type: ignore[operator]
        raise ValueError(f"{name} must be a number from {least} to {most}, not {given!r}")
    return float(given)


def endless(value: object) -> int:
    """The argument `endless_value`, which is worth as much as a sink may be."""
    return whole("endless_value", value, least=-MOST_VALUE, most=MOST_VALUE)


def int64(name: str, number: object) -> int:
    """The integer, or the nearest one of 64 bits, which the library refuses as out of range."""
    return max(-_MOST_INT64, min(_MOST_INT64, integer(name, number)))


def integer(name: str, number: object) -> int:
    """The integer, or a `TypeError` that names what must be one."""
    try:
        return number.__index__()  # type: ignore[attr-defined, no-any-return]
    except (AttributeError, TypeError):
        raise TypeError(f"{name} must be an integer, not {number!r}") from None


def kind(given: Any) -> str:
    """The type of what was given."""
    return type(given).__name__
