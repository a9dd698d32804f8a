"""Walks, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from . import _core
from ._labels import Label, Labels

if TYPE_CHECKING:
    from ._graph import RotorGraph


class Walk(Iterator[Label]):
    """The walk of one particle: an iterator over the vertices it visits, its start first.

    It ends on a sink, or on entering a trap. `advance` makes many steps at once, at the speed of the library.

    >>> import arrival
    >>> walk = arrival.generate.chain(n=3).walk("0")
    >>> next(walk), next(walk), walk.steps
    ('0', '0', 1)
    >>> walk.advance(1_000), walk.vertex, walk.has_halted
    (13, 'A', True)
    """

    __slots__ = ("_core", "_graph", "_labels")

    def __init__(self, graph: RotorGraph, labels: Labels, core: _core.Walk) -> None:
        self._graph = graph
        self._labels = labels.all
        self._core = core

    def __iter__(self) -> Walk:
        return self

    def __next__(self) -> Label:
        return self._labels[next(self._core)]

    def advance(
        self,
        most: int = 2**64 - 1,
        *,
        timeout: float | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> int:
        """Makes at most `most` steps; returns how many it made.

        >>> import arrival
        >>> arrival.generate.chain(n=20).walk("0").advance()
        2097150
        """
        return self._core.advance(most, (timeout, None, progress))

    @property
    def vertex(self) -> Label:
        """Where the particle is."""
        return self._labels[self._core.particle]

    @property
    def steps(self) -> int:
        """How many steps it has made."""
        return self._core.steps

    @property
    def has_halted(self) -> bool:
        """Whether it stands on a sink or in a trap."""
        return self._core.has_halted

    @property
    def graph(self) -> RotorGraph:
        """The graph with its rotors as they stand now."""
        return self._graph._of(self._core.graph(), self._graph._labels)

    def __repr__(self) -> str:
        return f"<Walk at {self.vertex!r} after {self.steps} steps>"


Walk.__module__ = "arrival"
