"""Flawed instances of a batch: which entry is wrong, by instance, vertex and arc instead of places in flat arrays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._numbers import MOST_VALUE
from ._offsets import check_arrays

if TYPE_CHECKING:
    from ._batch import Batch


@contextmanager
def located(batch: Batch) -> Iterator[None]:
    """Says of a batch that is refused where its first flaw is. Nothing is looked for in a batch that is not refused."""
    try:
        yield
    except ValueError:
        flaw = flaw_in(batch)
        if flaw is None:
            raise
        raise flaw from None


def flaw_in(batch: Batch) -> ValueError | None:
    """What is wrong with the first flawed instance, if one is."""
    given: list[Any] = [batch.vertex_starts, batch.row_starts, batch.heads, batch.rotors, batch.starts, batch.owners, batch.values]
    given = [None if array is None else np.asarray(array) for array in given]
    if any(array is not None and (array.ndim != 1 or (array.size and array.dtype.kind not in "iub")) for array in given):
        return None
    ends, rows, heads, rotors, starts, owners, values = given
    try:
        check_arrays((ends, rows, heads, rotors, starts), (owners, values))
    except ValueError as error:
        return error
    ends, rows = ends.astype(np.int64), rows.astype(np.int64)
    rows = rows[ends[0] : ends[-1] + 1]
    sizes, degrees = np.diff(ends), np.diff(rows)
    vertices, arcs = slice(int(ends[0]), int(ends[-1])), slice(int(rows[0]), int(rows[-1]))
    ends, rows = ends - ends[0], rows - rows[0]
    size_at = np.repeat(sizes, sizes)
    flaws: list[tuple[int, str]] = []

    def look(array: Any, least: Any, below: Any, words: Any) -> None:
        wrong = np.flatnonzero((array < least) | (array >= below))
        if len(wrong):
            at = int(wrong[0])
            beyond = f"at least {least}" if array[at] < least else f"less than {np.broadcast_to(below, len(array))[at]}"
            instance, name = words(at)
            flaws.append((instance, f"{name} is {array[at]}, but must be {beyond}"))

    def vertex(what: str) -> Any:
        return lambda at: (place_of(ends, at)[0], f"{what} vertex {place_of(ends, at)[1]}")

    look(starts, 0, sizes, lambda at: (at, "the start"))
    look(heads[arcs], 0, np.repeat(size_at, degrees), lambda at: arc_words(ends, rows, at, "the head of "))
    if rotors is not None:
        look(rotors[vertices], 0, np.maximum(degrees, 1), vertex("the rotor of"))
    if owners is not None:
        look(owners[vertices], 0, 3, vertex("the owner of"))
    if values is not None:
        look(values[vertices], -MOST_VALUE, MOST_VALUE + 1, vertex("the value of"))
    return None if not flaws else flawed(*min(flaws, key=lambda flaw: flaw[0]))


def flawed(instance: int, words: str) -> ValueError:
    """The error that says what is wrong with an instance; campaigns put the file and the row in place of the number."""
    return ValueError(f"{prefix_of(instance)}{words}")


def prefix_of(instance: int) -> str:
    """How what is said of an instance begins."""
    return f"instance {instance}: "


def place_of(offsets: NDArray[Any], at: int) -> tuple[int, int]:
    """The list in which an entry stands, and its place there."""
    number = int(np.searchsorted(offsets, at, "right")) - 1
    return number, at - int(offsets[number])


def arc_words(vertex_starts: NDArray[Any], row_starts: NDArray[Any], at: int, before: str = "") -> tuple[int, str]:
    """The instance of an arc of the batch, and what the arc is called in it."""
    vertex, arc = place_of(row_starts, at)
    instance, vertex = place_of(vertex_starts, vertex)
    return instance, f"{before}arc {arc} of vertex {vertex}"
