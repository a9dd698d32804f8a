"""How two plans differ, in the words of the arguments that make them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._plan import Plan


def differences(kept: Plan, given: Plan) -> str:
    """The arguments that differ, with what they were and what they are."""
    return ", ".join(f"{name} was {was} and is {now}" for name, was, now in _different(kept, given))


def _different(kept: Plan, given: Plan) -> Iterator[tuple[str, Any, Any]]:
    if _source(kept) != _source(given):
        yield "source", _source(kept), _source(given)
    elif kept.parts != given.parts:
        yield "part_rows", _part_rows(kept), _part_rows(given)
    if kept.operations_each != given.operations_each:
        yield "operations_each", kept.operations_each, given.operations_each
    if kept.question != given.question:
        yield "question", repr(kept.question), repr(given.question)
    for name in sorted(kept.options.keys() | given.options.keys()):
        was, now = (plan.options.get(name, "not given") for plan in (kept, given))
        if was != now:
            yield name, was, now
    if kept.version != given.version:
        yield "the version of the plan", kept.version, given.version


def _source(plan: Plan) -> Any:
    return plan.family or ", ".join(plan.sources)


def _part_rows(plan: Plan) -> int:
    """The rows of the largest part: those that were asked for, or all rows of the largest file if these are fewer."""
    return max((part.count for part in plan.parts), default=0)
