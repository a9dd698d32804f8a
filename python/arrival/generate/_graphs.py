"""Graphs that are not tree-like."""

from __future__ import annotations

from .._graph import RotorGraph
from ._members import member


def chain(
    *,
    n: int = 20,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """Vertex i leads back to 0 and on to i + 1, the last one to A.

    - `n`: number of vertices

    >>> from arrival import generate
    >>> generate.chain()
    <RotorGraph: 22 vertices, 40 arcs, 2 sinks, general>
    """
    return member("chain", seed, {"n": n, "max": max, "min": min, "low": low, "high": high})


def back(
    *,
    n: int = 20,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """Vertex i leads back to a random vertex up to i and on to i + 1, in random order; the last one to A.

    - `n`: number of vertices

    >>> from arrival import generate
    >>> generate.back()
    <RotorGraph: 22 vertices, 40 arcs, 2 sinks, general>
    """
    return member("back", seed, {"n": n, "max": max, "min": min, "low": low, "high": high})


def two(
    *,
    n: int = 20,
    ahead: int = 1,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """Two chains whose ends are A and B, with arcs back along each and across, in random order.

    - `n`: number of vertices in both chains
    - `ahead`: whether arcs across may lead ahead (0 or 1)

    >>> from arrival import generate
    >>> generate.two()
    <RotorGraph: 22 vertices, 40 arcs, 2 sinks, general>
    """
    return member("two", seed, {"n": n, "ahead": ahead, "max": max, "min": min, "low": low, "high": high})


def nested(
    *,
    n: int = 20,
    b: int = 2,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """Vertex i has b arcs to random vertices up to i and one to i + 1, shuffled; after the last are A and B.

    - `n`: number of vertices
    - `b`: number of arcs that lead back from each vertex

    >>> from arrival import generate
    >>> generate.nested()
    <RotorGraph: 22 vertices, 61 arcs, 2 sinks, general>
    """
    return member("nested", seed, {"n": n, "b": b, "max": max, "min": min, "low": low, "high": high})


def layers(
    *,
    n: int = 20,
    w: int = 4,
    d: int = 2,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """N/w layers of width w; arcs lead to layers at or below, or to the next one; after the last are A and B.

    - `n`: number of vertices, rounded down to whole layers
    - `w`: number of vertices in a layer
    - `d`: number of arcs from each vertex

    >>> from arrival import generate
    >>> generate.layers()
    <RotorGraph: 22 vertices, 40 arcs, 2 sinks, general>
    """
    return member("layers", seed, {"n": n, "w": w, "d": d, "max": max, "min": min, "low": low, "high": high})


def series(
    *,
    copies: int = 4,
    size: int = 6,
    ahead: int = 1,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """Copies of two, exit A of each leading to the next copy and exit B back to a random earlier one.

    - `copies`: number of copies
    - `size`: number of vertices in each copy
    - `ahead`: whether arcs across may lead ahead (0 or 1)

    >>> from arrival import generate
    >>> generate.series()
    <RotorGraph: 26 vertices, 48 arcs, 2 sinks, general>
    """
    given = {"copies": copies, "size": size, "ahead": ahead, "max": max, "min": min, "low": low, "high": high}
    return member("series", seed, given)


def grid(
    *,
    w: int = 5,
    h: int = 4,
    parallel: int = 1,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """W × h vertices with arcs to their neighbours in random order; left of it is A, right of it is B.

    - `w`: number of columns
    - `h`: number of rows
    - `parallel`: most parallel arcs to a neighbour

    >>> from arrival import generate
    >>> generate.grid()
    <RotorGraph: 22 vertices, 70 arcs, 2 sinks, general>
    """
    return member("grid", seed, {"w": w, "h": h, "parallel": parallel, "max": max, "min": min, "low": low, "high": high})


def ladder(
    *,
    n: int = 10,
    parallel: int = 3,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """Two rows of n vertices with parallel arcs to their neighbours in random order, between A and B.

    - `n`: number of rungs
    - `parallel`: most parallel arcs to a neighbour

    >>> from arrival import generate
    >>> generate.ladder()
    <RotorGraph: 22 vertices, 114 arcs, 2 sinks, general>
    """
    return member("ladder", seed, {"n": n, "parallel": parallel, "max": max, "min": min, "low": low, "high": high})


def switch(
    *,
    n: int = 20,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """Two successors each, anywhere among the vertices, A and B.

    - `n`: number of vertices

    >>> from arrival import generate
    >>> generate.switch()
    <RotorGraph: 22 vertices, 40 arcs, 2 sinks, general>
    """
    return member("switch", seed, {"n": n, "max": max, "min": min, "low": low, "high": high})
