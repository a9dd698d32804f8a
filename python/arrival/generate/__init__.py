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

from ._graphs import back, chain, grid, ladder, layers, nested, series, switch, two
from ._members import batch, families
from ._paths import expchain, multipath, path, two_sided
from ._trees import binary_tree, broom, caterpillar, path_tree, star, tree

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
