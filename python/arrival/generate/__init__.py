"""Seeded families of rotor graphs: the same seed gives the same graph, here and on the command line, also in years to come.

A function makes one member of a family; `batch` makes many of them as flat arrays. Every family also takes `max` and `min`,
the probabilities that a vertex belongs to that player, and `low` and `high`, between which the values of sinks are drawn.

>>> from arrival import generate
>>> print(generate.chain(n=3).to_text(), end="")
0: 0 1
1: 0 2
2: 0 A
sink A
sink B
start 0
"""

from ._functions import functions as _functions
from ._members import batch, families

_family_functions = _functions()
globals().update(_family_functions)

__all__ = sorted(["batch", "families", *_family_functions])
