"""Paths, which are trees too."""

from __future__ import annotations

from .._graph import RotorGraph
from ._members import member


def path(
    *,
    n: int = 20,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """One arc left and one right from every vertex, rotors at random, between A and B.

    - `n`: number of inner vertices

    >>> from arrival import generate
    >>> generate.path()
    <RotorGraph: 22 vertices, 40 arcs, 2 sinks, path>
    """
    return member("path", seed, {"n": n, "max": max, "min": min, "low": low, "high": high})


def multipath(
    *,
    n: int = 20,
    x: int = 2,
    y: int = 1,
    shuffled: int = 1,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """X arcs right and y arcs left from every vertex, between A and B.

    - `n`: number of vertices
    - `x`: number of arcs to the right
    - `y`: number of arcs to the left
    - `shuffled`: 1: arcs in random order, 0: those to the right first

    >>> from arrival import generate
    >>> generate.multipath()
    <RotorGraph: 22 vertices, 60 arcs, 2 sinks, tree-like>
    """
    return member("multipath", seed, {"n": n, "x": x, "y": y, "shuffled": shuffled, "max": max, "min": min, "low": low, "high": high})


def expchain(
    *,
    n: int = 20,
    x: int = 2,
    y: int = 1,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """A path with x arcs away from the only sink in use and y towards it, the ones away first.

    - `n`: number of vertices
    - `x`: number of arcs away from the sink
    - `y`: number of arcs towards the sink

    >>> from arrival import generate
    >>> generate.expchain()
    <RotorGraph: 22 vertices, 58 arcs, 2 sinks, tree-like>
    """
    return member("expchain", seed, {"n": n, "x": x, "y": y, "max": max, "min": min, "low": low, "high": high})


def two_sided(
    *,
    n: int = 21,
    x: int = 3,
    y: int = 1,
    mirrored: int = 0,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """A path between A and B on which more arcs lead to the middle than away from it.

    - `n`: number of vertices
    - `x`: most arcs inward
    - `y`: most arcs outward
    - `mirrored`: 1: the right half is the mirror image of the left one

    >>> from arrival import generate
    >>> generate.two_sided()
    <RotorGraph: 23 vertices, 66 arcs, 2 sinks, tree-like>
    """
    return member("two-sided", seed, {"n": n, "x": x, "y": y, "mirrored": mirrored, "max": max, "min": min, "low": low, "high": high})
