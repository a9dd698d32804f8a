"""Offsets of batches: checked wherever Python reads them, as the core checks those that it is given."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._arguments import integer
from ._numbers import entries
from ._tables import amount


def check_arrays(arrays: tuple[Any, Any, Any, Any, Any], players: tuple[Any, Any]) -> None:
    """Refuses arrays whose offsets or lengths do not fit together. Entries are not looked at."""
    vertex_starts, row_starts, heads, rotors, starts = arrays
    vertices = vertex_count(row_starts)
    check_instances(vertex_starts, starts)
    check_offsets("vertex_starts", vertex_starts, vertices)
    check_offsets("row_starts", row_starts, len(heads))
    check_by_vertex(vertices, rotors, *players)


def check_offsets(what: str, offsets: NDArray[Any], most: int, before: int = 0) -> None:
    """Refuses offsets that do not ascend, or that end beyond what they divide; the first stands behind `before` others.

    The first one may be any number, because a part of a batch shares the arrays of the whole.
    """
    if offsets[0] < 0:
        raise ValueError(f"{what}[{before}] is {offsets[0]}, but row starts are at least 0")
    falls = np.flatnonzero(offsets[1:] < offsets[:-1])
    if len(falls):
        at = int(falls[0]) + 1
    elif offsets[-1] > most:
        at = len(offsets) - 1
    else:
        return
    raise ValueError(f"{what}[{before + at}] is {offsets[at]}, but row starts ascend and end at most at {most}")


def check_by_vertex(vertices: int, rotors: Any, owners: Any, values: Any) -> None:
    """Refuses arrays by vertex that have another length; those that are missing are not wanted."""
    for name, array in (("rotors", rotors), ("owners", owners), ("values", values)):
        if array is not None and len(array) != vertices:
            raise ValueError(f"{name} has {entries(len(array), vertices)}")


def check_instances(vertex_starts: NDArray[Any], starts: NDArray[Any]) -> None:
    """Refuses arrays that do not have one start for each instance."""
    if not len(vertex_starts):
        raise ValueError("vertex_starts has 0 entries, not 1; it ends with the number of vertices, which is 0 without instances")
    if len(starts) != len(vertex_starts) - 1:
        raise ValueError(f"starts has {len(starts)} entries, not {len(vertex_starts) - 1}; vertex_starts has one more")


def vertex_count(row_starts: NDArray[Any]) -> int:
    """The number of vertices of a batch."""
    if not len(row_starts):
        raise ValueError("row_starts has 0 entries, not 1; it ends with the number of arcs, which is 0 without vertices")
    return len(row_starts) - 1


def instance_number(instance: object, count: int) -> int:
    """The number of one of `count` instances; negative ones are counted from the end, as Python does."""
    number = integer("the number of the instance", instance)
    if not -count <= number < count:
        raise IndexError(f"the batch has {amount(count, 'instance')}, and none of number {number}")
    return number % count
