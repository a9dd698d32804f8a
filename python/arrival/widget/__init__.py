"""The page in a notebook: a graph to walk on and to change, in step with Python. It needs `arrival[widget]`.

>>> import arrival
>>> player = arrival.examples["fig-rotor-routing"].player()
>>> player.graph.solve().exit
's2'
"""

from typing import get_type_hints

from .._extras import extra

with extra("widget"):
    from ._player import Player

__all__ = ["Player"]

# Where annotations are looked up, they are evaluated already: the names in them are those of the other module.
Player.__annotations__ = get_type_hints(Player)
Player.__module__ = "arrival.widget"
