"""Arguments of another kind than the one that is meant are refused by their names."""

from __future__ import annotations

import math
from collections.abc import Iterable, KeysView, Mapping, Set
from numbers import Real
from typing import Any, TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

_MOST_INT64 = 2**63 - 1


def mapping(name: str, given: Mapping[_Key, _Value]) -> Mapping[_Key, _Value]:
    """The argument `name`, which is a dictionary or the like."""
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} is a dictionary by vertex, not {kind(given)}")
    return given


def several(name: str, given: Iterable[_Value]) -> Iterable[_Value]:
    """The argument `name`, which is a list of labels or the like. A text is not: its letters are hardly meant."""
    if isinstance(given, str | bytes):
        raise TypeError(f"{name} is a list of labels, not the text {given!r}; write [{given!r}]")
    if not isinstance(given, Iterable):
        raise TypeError(f"{name} is a list of labels, not {kind(given)}")
    return given


def ordered(name: str, given: Iterable[_Value]) -> Iterable[_Value]:
    """The argument `name`, which is a list of labels in an order. A set has none: it would be another graph in every process."""
    if isinstance(given, Set) and not isinstance(given, KeysView):
        raise TypeError(f"{name} must be a list of labels in rotor order, not a {kind(given)}, which has no order")
    return several(name, given)


def text(name: str, given: object) -> str | None:
    """The argument `name`, which is a text or None."""
    if given is not None and not isinstance(given, str):
        raise TypeError(f"{name} is a text, not {given!r}")
    return given


def positive(name: str, given: object) -> float:
    """The argument `name`, which is a finite number above 0."""
    if not isinstance(given, Real) or not math.isfinite(given) or given <= 0:
        raise ValueError(f"{name} is a number above 0, not {given!r}")
    return float(given)


def int64(name: str, number: object) -> int:
    """The integer, or the nearest of 64 bits, which is out of range for everything that is asked for so."""
    return max(-_MOST_INT64, min(_MOST_INT64, integer(name, number)))


def integer(name: str, number: object) -> int:
    """The integer, or a `TypeError` that says what was to be one."""
    try:
        return number.__index__()  # type: ignore[attr-defined, no-any-return]
    except (AttributeError, TypeError):
        raise TypeError(f"{name} is an integer, not {number!r}") from None


def kind(given: Any) -> str:
    """The type of what was given."""
    return type(given).__name__
