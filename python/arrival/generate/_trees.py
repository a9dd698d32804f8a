"""Trees of all shapes."""

from __future__ import annotations

from .._graph import RotorGraph
from ._members import member


def tree(
    *,
    n: int = 20,
    parallel: int = 1,
    one_way: float = 0.0,
    loops: float = 0.0,
    inner_sinks: float = 0.0,
    leaf_sinks: float = 0.5,
    traps: float = 0.0,
    random_rotors: int = 1,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """A tree in which every vertex hangs on a random lower one.

    - `n`: number of vertices, sinks included
    - `parallel`: most parallel arcs to a neighbour
    - `one_way`: probability that an edge has arcs in one direction only
    - `loops`: probability that a vertex has a loop
    - `inner_sinks`: probability that a vertex with children is a sink
    - `leaf_sinks`: probability that a leaf is a sink
    - `traps`: probability that a vertex is a trap
    - `random_rotors`: 1: rotors on random arcs, 0: on the first ones

    >>> from arrival import generate
    >>> generate.tree()
    <RotorGraph: 20 vertices, 32 arcs, 6 sinks, simple-tree-like>
    """
    return member("tree", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})


def binary_tree(
    *,
    n: int = 20,
    parallel: int = 1,
    one_way: float = 0.0,
    loops: float = 0.0,
    inner_sinks: float = 0.0,
    leaf_sinks: float = 0.5,
    traps: float = 0.0,
    random_rotors: int = 1,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """The binary tree in which vertex i hangs on ⌊(i − 1) / 2⌋.

    - `n`: number of vertices, sinks included
    - `parallel`: most parallel arcs to a neighbour
    - `one_way`: probability that an edge has arcs in one direction only
    - `loops`: probability that a vertex has a loop
    - `inner_sinks`: probability that a vertex with children is a sink
    - `leaf_sinks`: probability that a leaf is a sink
    - `traps`: probability that a vertex is a trap
    - `random_rotors`: 1: rotors on random arcs, 0: on the first ones

    >>> from arrival import generate
    >>> generate.binary_tree()
    <RotorGraph: 20 vertices, 34 arcs, 4 sinks, simple-tree-like>
    """
    return member("binary-tree", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})


def caterpillar(
    *,
    n: int = 20,
    parallel: int = 1,
    one_way: float = 0.0,
    loops: float = 0.0,
    inner_sinks: float = 0.0,
    leaf_sinks: float = 0.5,
    traps: float = 0.0,
    random_rotors: int = 1,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """A path of even vertices, each with one odd vertex as a leg.

    - `n`: number of vertices, sinks included
    - `parallel`: most parallel arcs to a neighbour
    - `one_way`: probability that an edge has arcs in one direction only
    - `loops`: probability that a vertex has a loop
    - `inner_sinks`: probability that a vertex with children is a sink
    - `leaf_sinks`: probability that a leaf is a sink
    - `traps`: probability that a vertex is a trap
    - `random_rotors`: 1: rotors on random arcs, 0: on the first ones

    >>> from arrival import generate
    >>> generate.caterpillar()
    <RotorGraph: 20 vertices, 33 arcs, 5 sinks, simple-tree-like>
    """
    return member("caterpillar", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})


def star(
    *,
    n: int = 20,
    parallel: int = 1,
    one_way: float = 0.0,
    loops: float = 0.0,
    inner_sinks: float = 0.0,
    leaf_sinks: float = 0.5,
    traps: float = 0.0,
    random_rotors: int = 1,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """All vertices hang on vertex 0.

    - `n`: number of vertices, sinks included
    - `parallel`: most parallel arcs to a neighbour
    - `one_way`: probability that an edge has arcs in one direction only
    - `loops`: probability that a vertex has a loop
    - `inner_sinks`: probability that a vertex with children is a sink
    - `leaf_sinks`: probability that a leaf is a sink
    - `traps`: probability that a vertex is a trap
    - `random_rotors`: 1: rotors on random arcs, 0: on the first ones

    >>> from arrival import generate
    >>> generate.star()
    <RotorGraph: 20 vertices, 28 arcs, 10 sinks, simple-tree-like>
    """
    return member("star", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})


def path_tree(
    *,
    n: int = 20,
    parallel: int = 1,
    one_way: float = 0.0,
    loops: float = 0.0,
    inner_sinks: float = 0.0,
    leaf_sinks: float = 0.5,
    traps: float = 0.0,
    random_rotors: int = 1,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """A path with the knobs of a tree.

    - `n`: number of vertices, sinks included
    - `parallel`: most parallel arcs to a neighbour
    - `one_way`: probability that an edge has arcs in one direction only
    - `loops`: probability that a vertex has a loop
    - `inner_sinks`: probability that a vertex with children is a sink
    - `leaf_sinks`: probability that a leaf is a sink
    - `traps`: probability that a vertex is a trap
    - `random_rotors`: 1: rotors on random arcs, 0: on the first ones

    >>> from arrival import generate
    >>> generate.path_tree()
    <RotorGraph: 20 vertices, 37 arcs, 1 sinks, simple-tree-like>
    """
    return member("path-tree", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})


def broom(
    *,
    n: int = 20,
    parallel: int = 1,
    one_way: float = 0.0,
    loops: float = 0.0,
    inner_sinks: float = 0.0,
    leaf_sinks: float = 0.5,
    traps: float = 0.0,
    random_rotors: int = 1,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """A path of half the vertices, the rest hanging on its end.

    - `n`: number of vertices, sinks included
    - `parallel`: most parallel arcs to a neighbour
    - `one_way`: probability that an edge has arcs in one direction only
    - `loops`: probability that a vertex has a loop
    - `inner_sinks`: probability that a vertex with children is a sink
    - `leaf_sinks`: probability that a leaf is a sink
    - `traps`: probability that a vertex is a trap
    - `random_rotors`: 1: rotors on random arcs, 0: on the first ones

    >>> from arrival import generate
    >>> generate.broom()
    <RotorGraph: 20 vertices, 35 arcs, 3 sinks, simple-tree-like>
    """
    return member("broom", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})
