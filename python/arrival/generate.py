"""Seeded families of rotor graphs: the same seed gives the same bytes for years, here and on the command line.

A function makes one member of a family; `batch` makes many of them as flat arrays. Every family also takes `max` and `min`,
the probabilities that a vertex belongs to a player, and `low` and `high`, between which the values of sinks are drawn.

>>> from arrival import generate
>>> print(generate.chain(n=3).to_text(), end="")
0: 0 1
1: 0 2
2: 0 A
sink A
sink B
start 0
"""

from __future__ import annotations

from . import _core
from ._batch import Batch
from ._graph import RotorGraph
from ._labels import Labels

__all__ = [
    "back",
    "batch",
    "binary_tree",
    "broom",
    "caterpillar",
    "chain",
    "expchain",
    "families",
    "grid",
    "ladder",
    "layers",
    "multipath",
    "nested",
    "path",
    "path_tree",
    "series",
    "star",
    "switch",
    "tree",
    "two",
    "two_sided",
]


def families() -> dict[str, str]:
    """All families by the names that `batch` and the command line take, with what their members are.

    >>> from arrival import generate
    >>> generate.families()["star"]
    'all vertices hang on vertex 0'
    """
    return {name: sentence for name, sentence, _ in _core.families()}


def batch(family: str, count: int, *, seed: int = 1, **parameters: float) -> Batch:
    """The members for the seeds `seed`, `seed` + 1, …, as flat arrays. A member that names no start starts on its first
    vertex that is no sink.

    >>> from arrival import generate
    >>> generate.batch("path", 3, n=2).vertex_starts
    array([ 0,  4,  8, 12], dtype=uint32)
    """
    return Batch(*_core.generate_batch(family, _texts(parameters), seed, count))


def _member(family: str, seed: int, parameters: dict[str, float]) -> RotorGraph:
    core = _core.generate(family, _texts(parameters), seed)
    return RotorGraph._of(core, Labels(tuple(core.names())))


def _texts(parameters: dict[str, float]) -> dict[str, str]:
    return {name.replace("_", "-"): str(int(number) if isinstance(number, bool) else number)
            for name, number in parameters.items()}


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
    return _member("chain", seed, {"n": n, "max": max, "min": min, "low": low, "high": high})


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
    return _member("back", seed, {"n": n, "max": max, "min": min, "low": low, "high": high})


def two(
    *,
    n: int = 20,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """Two chains whose ends are A and B, with arcs back along each and across, in random order.

    - `n`: number of vertices in both chains

    >>> from arrival import generate
    >>> generate.two()
    <RotorGraph: 22 vertices, 40 arcs, 2 sinks, general>
    """
    return _member("two", seed, {"n": n, "max": max, "min": min, "low": low, "high": high})


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
    return _member("nested", seed, {"n": n, "b": b, "max": max, "min": min, "low": low, "high": high})


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
    return _member("layers", seed, {"n": n, "w": w, "d": d, "max": max, "min": min, "low": low, "high": high})


def series(
    *,
    copies: int = 4,
    size: int = 6,
    max: float = 0.0,
    min: float = 0.0,
    low: int = 0,
    high: int = 0,
    seed: int = 1,
) -> RotorGraph:
    """Copies of two, exit A of each leading to the next copy and exit B back to a random earlier one.

    - `copies`: number of copies
    - `size`: number of vertices in each copy

    >>> from arrival import generate
    >>> generate.series()
    <RotorGraph: 26 vertices, 48 arcs, 2 sinks, general>
    """
    return _member("series", seed, {"copies": copies, "size": size, "max": max, "min": min, "low": low, "high": high})


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
    return _member("grid", seed, {"w": w, "h": h, "parallel": parallel, "max": max, "min": min, "low": low, "high": high})


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
    return _member("ladder", seed, {"n": n, "parallel": parallel, "max": max, "min": min, "low": low, "high": high})


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
    return _member("switch", seed, {"n": n, "max": max, "min": min, "low": low, "high": high})


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
    return _member("path", seed, {"n": n, "max": max, "min": min, "low": low, "high": high})


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
    return _member("multipath", seed, {"n": n, "x": x, "y": y, "shuffled": shuffled, "max": max, "min": min, "low": low, "high": high})


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
    return _member("expchain", seed, {"n": n, "x": x, "y": y, "max": max, "min": min, "low": low, "high": high})


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
    return _member("two-sided", seed, {"n": n, "x": x, "y": y, "mirrored": mirrored, "max": max, "min": min, "low": low, "high": high})


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
    return _member("tree", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})


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
    return _member("binary-tree", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})


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
    return _member("caterpillar", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})


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
    return _member("star", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})


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
    return _member("path-tree", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})


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
    return _member("broom", seed, {"n": n, "parallel": parallel, "one_way": one_way, "loops": loops, "inner_sinks": inner_sinks, "leaf_sinks": leaf_sinks, "traps": traps, "random_rotors": random_rotors, "max": max, "min": min, "low": low, "high": high})
