"""Classes of rotor configurations: what cycle pushes lead to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Self, Unpack

from . import _core
from ._arguments import kind
from ._base import Base
from ._commands import answers
from ._labels import L, hashes, no_such_vertex
from ._limits import Limits, core_limits

if TYPE_CHECKING:
    from ._graph import RotorGraph


class Classes(Base[L]):
    """The questions about cycles of rotors."""

    __slots__ = ()

    @answers("push")
    def push(self, cycle: L | Iterable[L], *, reverse: bool = False) -> Self:
        """The graph after a cycle push: every rotor on a cycle that the rotors form turns once.

        Parameters
        ----------
        cycle
            A vertex on the cycle, or all its vertices in order.
        reverse
            Whether to undo such a push instead.

        Returns
        -------
        RotorGraph
            The graph with the rotors turned.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> graph = RotorGraph.from_text("u: v s\\nv: u t\\nsink s\\nsink t")
        >>> print(graph.push(["u", "v"]).to_text(), end="")
        u: v *s
        v: u *t
        sink s
        sink t
        >>> graph.push("u").push("u", reverse=True) == graph
        True
        """
        self._note_players()
        number = self._labels.find(cycle) if isinstance(cycle, Hashable) and hashes(cycle) else None
        given: list[int] | None = None
        if number is None:
            if isinstance(cycle, str | bytes) or not isinstance(cycle, Iterable):
                raise no_such_vertex(cycle, self._labels.all)
            given = [self._labels.index(label) for label in cycle]
            if not given:
                raise ValueError("cycle must have at least one vertex")
            number = given[0]
        after, pushed = self._call(_core.push_cycle, number, reverse)
        if given is not None and given != pushed:
            raise ValueError(f"these vertices are not the cycle of rotors, which is {list(self._some(pushed))!r}")
        return self._of(after, self._labels)

    @answers("equivalent")
    def is_equivalent(self, other: RotorGraph[L], **limits: Unpack[Limits]) -> bool:
        """Whether the rotors of both graphs are in the same class, so that cycle pushes lead from one to the other.

        Both must be the same graph, except for their rotors.

        Parameters
        ----------
        other
            The same graph with other rotors.
        **limits
            See `Limits`.

        Returns
        -------
        bool
            Whether both are in the same class.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> graph = RotorGraph.from_text("u: v s\\nv: u t\\nsink s\\nsink t")
        >>> graph.is_equivalent(graph.push("u")), graph.is_equivalent(graph.with_rotors({"u": 1}))
        (True, False)
        """
        if not isinstance(other, Base):
            raise TypeError(f"other must be a RotorGraph, not {kind(other)}")
        self._note_players()
        equivalent, unchecked = self._call(_core.are_equivalent, other._inner, core_limits(limits))
        self._note_unchecked(unchecked)
        return equivalent
