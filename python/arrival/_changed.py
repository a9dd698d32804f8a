"""The same graph with other rotors, players, values or start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arguments import is_series, mapping
from ._base import Base
from ._labels import L
from ._limits import whole
from ._numbers import MOST_VALUE, entries, integers
from ._typing import Owner

_OWNERS: tuple[Owner, ...] = ("rotor", "max", "min")


class Changed(Base[L]):
    """Graphs that differ from this one in what stands at their vertices."""

    __slots__ = ()

    def with_rotors(self, positions: Mapping[L, int] | ArrayLike) -> Self:
        """The same graph with other rotors: a dictionary changes some of them, an array all.

        Parameters
        ----------
        positions
            The positions of some rotors by vertex, or an array with one position for each vertex, which is 0 for a sink.
            A Series of pandas is read by its index, and may have a 0 for sinks, too.

        Returns
        -------
        RotorGraph
            The graph with these rotors.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> graph = RotorGraph.from_text("u: s t\\nsink s\\nsink t")
        >>> graph.solve("u").exit, graph.with_rotors({"u": 1}).solve("u").exit, graph.with_rotors([1, 0, 0]).solve("u").exit
        ('s', 't', 't')
        """
        degrees = self._degrees()
        if isinstance(positions, Mapping) or is_series(positions):
            by_label = mapping("rotors", cast("Mapping[L, int]", positions))
            numbered = [(self._labels.index(label), position) for label, position in by_label.items()]
            if is_series(positions):
                numbered = [(number, position) for number, position in numbered if degrees[number] or position != 0]
            given = [(number, self._position(number, position, degrees)) for number, position in numbered]
        else:
            array = integers("rotors", positions, np.int64, 0, 2**32 - 1)
            if len(array) != self._inner.vertex_count:
                raise ValueError(f"rotors has {entries(len(array), self._inner.vertex_count)}")
            given = [(u, position) for u, position in enumerate(array.tolist()) if position or not self._inner.is_sink(u)]
            for number in np.flatnonzero(array >= np.maximum(degrees, 1))[:1].tolist():
                self._position(number, int(array[number]), degrees)
        return self._of(self._inner.with_rotors(given), self._labels)

    def _degrees(self) -> NDArray[np.int64]:
        starts = self.arrays().row_starts.astype(np.int64)
        return starts[1:] - starts[:-1]

    def _position(self, number: int, position: object, degrees: NDArray[np.int64]) -> int:
        """The position of the rotor of a vertex; one that is out of range is refused."""
        label, degree = self._labels.all[number], int(degrees[number])
        if degree == 0:
            raise ValueError(f"{label!r} is a sink, so it has no rotor")
        return whole(f"the rotor of {label!r}", position, most=degree - 1)

    def with_random_rotors(self, rng: np.random.Generator | int | None = None) -> Self:
        """The same graph with every rotor on a random arc, each as likely as the others.

        Parameters
        ----------
        rng
            A numpy Generator, or a seed for a new one; by default a new one seeded by the system.

        Returns
        -------
        RotorGraph
            The graph with random rotors.

        Examples
        --------
        >>> from arrival import generate
        >>> graph = generate.path(n=9).with_random_rotors(7)
        >>> graph == generate.path(n=9).with_random_rotors(7)
        True
        """
        return self.with_rotors(np.random.default_rng(rng).integers(0, np.maximum(self._degrees(), 1)))

    def with_owners(self, owners: Mapping[L, Owner]) -> Self:
        """The same graph with other owners of some vertices.

        Parameters
        ----------
        owners
            "max", "min" or "rotor" for some of the vertices.

        Returns
        -------
        RotorGraph
            The graph with these owners; all other vertices keep theirs.

        Examples
        --------
        >>> from arrival import generate
        >>> generate.path(n=2).with_owners({0: "max"}).owner(0)
        'max'
        """
        arrays = self.arrays()
        codes = arrays.owners.copy()
        for label, owner in mapping("owners", owners).items():
            if owner not in _OWNERS:
                raise ValueError(f"unknown owner {owner!r}; write rotor, max or min")
            number = self._labels.index(label)
            if arrays.sinks[number] and owner != "rotor":
                raise ValueError(f"sink {label!r} cannot be owned by {owner}; give it arcs or leave the owner out")
            codes[number] = _OWNERS.index(owner)
        return self._of(self._inner.with_players(codes.tolist(), arrays.values.tolist()), self._labels)

    def with_values(self, values: Mapping[L, int]) -> Self:
        """The same graph with other values of some sinks.

        Parameters
        ----------
        values
            Values of some of the sinks.

        Returns
        -------
        RotorGraph
            The graph with these values; all other sinks keep theirs.

        Examples
        --------
        >>> from arrival import generate
        >>> generate.path(n=2).with_values({"A": 3}).value("A")
        3
        """
        arrays = self.arrays()
        worth = arrays.values.copy()
        for label, value in mapping("values", values).items():
            number = self._labels.index(label)
            if not arrays.sinks[number]:
                raise ValueError(f"vertex {label!r} is not a sink; give values to sinks only")
            worth[number] = whole(f"the value of {label!r}", value, least=-MOST_VALUE, most=MOST_VALUE)
        return self._of(self._inner.with_players(arrays.owners.tolist(), worth.tolist()), self._labels)

    def without_players(self) -> Self:
        """The same graph without players: their vertices become rotors, each on the arc that its recorded switch is on.

        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("max u: s *t\\nsink s\\nsink t").without_players().solve("u").exit
        't'
        """
        arrays = self.arrays()
        return self._of(self._inner.with_players([0] * self._inner.vertex_count, arrays.values.tolist()), self._labels)

    def with_start(self, start: L | None) -> Self:
        """The same graph with another start, or with none.

        Parameters
        ----------
        start
            A vertex, or None.

        Returns
        -------
        RotorGraph
            The graph with that start.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: s u\\nsink s").with_start("u").start
        'u'
        """
        number = None if start is None else self._labels.index(start)
        return self._of(self._inner.with_start(number), self._labels)
