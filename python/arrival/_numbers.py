"""Arrays of numbers as the library takes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._tables import amount

#: The largest value that a sink may have.
MOST_VALUE = 2**53 - 1

_MOST_ARCS = 2**32 - 1


def entries(count: int, vertices: int) -> str:
    """What is said of a list that is too short or too long."""
    return f"{amount(count, 'entry', 'entries')} for {amount(vertices, 'vertex', 'vertices')}"


def uint32(what: str, given: ArrayLike) -> NDArray[np.uint32]:
    """The array in place if it is contiguous and of 32 bits, else converted; numbers out of range are refused."""
    array = unmasked(what, given)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise ValueError(f"{what} is not a list of integers")
    if array.dtype == np.uint32 or (array.dtype == np.int32 and (not array.size or array.min() >= 0)):
        return np.ascontiguousarray(array).view(np.uint32)
    if array.size and (array.min() < 0 or array.max() > 2**32 - 1):
        at = int(np.argmax((array < 0) | (array > 2**32 - 1)))
        raise ValueError(f"{what}[{at}] is {array[at]}, but must be between 0 and 2³² − 1")
    return np.ascontiguousarray(array, dtype=np.uint32)


def integers(what: str, given: ArrayLike, dtype: type[np.uint8] | type[np.int64], low: int, high: int) -> NDArray[Any]:
    """The array as numbers of that type, all of them between `low` and `high`; nothing is cut or rounded (F46)."""
    array = unmasked(what, given)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iub"):
        raise ValueError(f"{what} is not a list of integers")
    outside = np.flatnonzero((array < low) | (array > high)) if array.size else array
    if len(outside):
        at = int(outside[0])
        raise ValueError(f"{what}[{at}] is {array[at]}, but must be between {low} and {high}")
    return np.ascontiguousarray(array, dtype=dtype)


def unmasked(what: str, given: ArrayLike) -> NDArray[Any]:
    """The array; a masked one is refused, because `asarray` would bring back what the mask hides."""
    if np.ma.is_masked(given):
        raise ValueError(f"{what} has masked entries; fill or drop them first")
    return np.asarray(given)


def without_arcs(
    starts: NDArray[np.uint32], heads: NDArray[np.uint32], sinks: NDArray[np.bool_]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The rows without those of `sinks`."""
    if len(sinks) != max(len(starts) - 1, 0):
        raise ValueError(f"sinks has {entries(len(sinks), max(len(starts) - 1, 0))}")
    ends = starts.astype(np.int64)
    degrees = ends[1:] - ends[:-1]
    if (degrees < 0).any() or degrees.sum() != len(heads) or not sinks.any():
        # What is wrong with the rows is said when the graph is made of them.
        return starts, heads
    kept = np.repeat(~sinks, degrees)
    degrees[sinks] = 0
    return np.concatenate(([0], np.cumsum(degrees))).astype(np.uint32), np.ascontiguousarray(heads[kept])


def mask_of(what: str, given: ArrayLike) -> NDArray[np.bool_]:
    """The mask, of booleans or of 0 and 1."""
    return integers(what, given, np.uint8, 0, 1).astype(bool)


def sink_mask(sinks: ArrayLike | Iterable[int], size: int) -> NDArray[np.bool_]:
    """Which of `size` vertices are sinks, from a mask or from their numbers."""
    given = np.asarray(list(sinks) if isinstance(sinks, Set | Iterator) else sinks)
    if given.dtype == bool:
        return given
    mask = np.zeros(size, bool)
    mask[integers("sinks", given, np.int64, 0, size - 1)] = True
    return mask


def arc_counts(given: ArrayLike) -> NDArray[np.int64]:
    """The entries of a matrix as numbers of arcs."""
    counts = np.asarray(given)
    if counts.dtype.kind not in "biuf":
        raise ValueError(f"the entries of the matrix are numbers of arcs, so they must be whole, not of type {counts.dtype}")
    if counts.size and ((counts < 0).any() or not np.isfinite(counts).all() or (counts != np.floor(counts)).any()):
        raise ValueError("the entries of the matrix are numbers of arcs, so they must be whole and not negative")
    # As floats: a sum of integers could come round again.
    if counts.sum(dtype=np.float64) > _MOST_ARCS:
        raise ValueError("the entries of the matrix add up to more than 2³² − 1 arcs, which is more than a graph can have")
    return counts.astype(np.int64)


def refuse_empty(starts: NDArray[np.int64], sinks: NDArray[np.bool_] | None) -> None:
    """Refuses vertices that have no arcs and are not sinks, all of them at once."""
    empty = starts[1:] == starts[:-1]
    rows = np.flatnonzero(empty if sinks is None else empty & ~sinks).tolist()
    if rows:
        more = f" and {len(rows) - 10} more" if len(rows) > 10 else ""
        named = ", ".join(map(str, rows[:10]))
        raise ValueError(f"rows without entries that are not among the sinks: {named}{more}; list them or infer_sinks=True")
