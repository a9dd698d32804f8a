"""What a rotor graph has at one vertex."""

from __future__ import annotations

import numpy as np

from ._base import Base
from ._labels import L
from ._typing import Owner


class Vertices(Base[L]):
    """Arcs, rotor, owner, number and value of a vertex."""

    __slots__ = ()

    def arcs(self, vertex: L) -> tuple[L, ...]:
        """The heads of the arcs of `vertex`, in rotor order; the same as `graph[vertex]`.

        Parameters
        ----------
        vertex
            A vertex.

        Returns
        -------
        tuple
            The labels of the heads.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph({"u": ["s", "u", "s"]}, sinks=["s"]).arcs("u")
        ('s', 'u', 's')
        """
        return self._some(self._inner.heads(self._labels.index(vertex)))

    def rotor(self, vertex: L) -> int:
        """The position of the rotor of `vertex` among its arcs; 0 for a sink.

        Parameters
        ----------
        vertex
            A vertex.

        Returns
        -------
        int
            The position, counted from 0.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: s *u\\nsink s").rotor("u")
        1
        """
        return self._inner.rotor(self._labels.index(vertex))

    @property
    def rotors(self) -> dict[L, int]:
        """The position of the rotor of every vertex that is not a sink; `with_rotors` takes it back.

        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: s *u\\nsink s").rotors
        {'u': 1}
        """
        arrays = self.arrays()
        inner = np.flatnonzero(~arrays.sinks)
        return dict(zip(self._labels.at(inner), arrays.rotors[inner].tolist(), strict=True))

    def owner(self, vertex: L) -> Owner:
        """Who owns `vertex`: "rotor", "max" or "min".

        Parameters
        ----------
        vertex
            A vertex.

        Returns
        -------
        str
            "rotor", "max" or "min".

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("max u: s u\\nsink s").owner("u")
        'max'
        """
        return self._inner.owner(self._labels.index(vertex))

    def index(self, vertex: L) -> int:
        """The number of `vertex`: its place in `vertices` and in all arrays.

        Parameters
        ----------
        vertex
            A vertex.

        Returns
        -------
        int
            The number, counted from 0.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: s u\\nsink s").index("s")
        1
        """
        return self._labels.index(vertex)

    def value(self, sink: L) -> int:
        """The value of a sink; 0 for other vertices.

        Parameters
        ----------
        sink
            A sink, or another vertex.

        Returns
        -------
        int
            The value.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: s u\\nsink s = -3").value("s")
        -3
        """
        return self._inner.value(self._labels.index(sink))

    def is_sink(self, vertex: L) -> bool:
        """Whether `vertex` is a sink.

        Parameters
        ----------
        vertex
            A vertex.

        Returns
        -------
        bool
            Whether it has no arcs.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: s u\\nsink s").is_sink("s")
        True
        """
        return self._inner.is_sink(self._labels.index(vertex))
