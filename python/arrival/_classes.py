"""Classes of rotor configurations: what cycle pushes lead to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self, Unpack, cast

import numpy as np

from . import _core
from ._arguments import kind
from ._base import Base
from ._class_results import ClassArc, ClassExplanation, PathInvariant, RotorClass
from ._commands import answers
from ._labels import L, hashes, no_such_vertex
from ._limits import Limits, core_limits
from ._tables import integer, integers

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

    @answers("class")
    def rotor_class(
        self,
        other: RotorGraph[L] | None = None,
        *,
        explain: bool = False,
        sinks: Iterable[L] = (),
        certificate: bool = False,
        **limits: Unpack[Limits],
    ) -> RotorClass[L]:
        """The class of the rotors as an element of the sandpile group. It is 0 if every rotor is on its first arc.

        Two rotor configurations are in the same class if cycle pushes lead from one to the other: see `push` and `is_equivalent`.

        Parameters
        ----------
        other
            The same graph with other rotors, to find their class as well, and particles that lead there.
        explain
            Whether to list the values of vertices and arcs, which add up to the class.
        sinks
            Vertices that are taken as sinks as well, for this question only.
        certificate
            Whether to put the proof into the answer, as its `certificate`. Give the same `sinks` to `verify`.
        **limits
            See `Limits`.

        Returns
        -------
        RotorClass
            The element, in the coordinates of the generators of the group.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> graph = RotorGraph.from_text("a: b c s\\nb: a c s\\nc: a b s\\nsink s")
        >>> graph.rotor_class() == graph.push("a").rotor_class()
        True
        >>> graph.rotor_class(graph.route({"a": 1}).after).leads_to_other
        {'a': 1}
        """
        self._note_players()
        second = None
        if other is not None:
            if not isinstance(other, Base):
                raise TypeError(f"other must be a RotorGraph, not {kind(other)}")
            here, there = self.arrays(), other.arrays()
            if not (np.array_equal(here.row_starts, there.row_starts) and np.array_equal(here.heads, there.heads)):
                raise ValueError("the two are not the same graph; only their rotors may differ")
            second = cast("RotorGraph[L]", self).with_rotors(there.rotors).to_text(**limits)
        options = {"second": second, "explain": bool(explain), "sink": self._sinks(sinks), "certificate": bool(certificate)}
        reply = self._ask("class", options, limits)
        found = reply.object
        given = found.get("second")
        return RotorClass(
            integers(found["element"]),
            integers(found["invariant_factors"]),
            None if given is None else integers(given["element"]),
            None if given is None else self._chips(given["chips"]),
            self._explanation(found["explanation"]) if explain else None,
            found.get("unchecked_because"),
            reply.certificate,
        )

    def _explanation(self, found: Mapping[str, Any]) -> ClassExplanation[L]:
        """What the library lists of a class."""
        arcs = (
            ClassArc(self._label(row["from"]), row["arc"], self._label(row["to"]), integers(row["value"]), row["rotor"])
            for row in found["arcmonic"]
        )
        vertices = {self._label(name): integers(value) for name, value in found["harmonic"].items()}
        path = found.get("path")
        on_path = None
        if path is not None:
            on_path = PathInvariant(integer(path["modulus"]), self._chips(path["harmonic"]), integer(path["value"]), path["decides"])
        return ClassExplanation(vertices, tuple(arcs), on_path)
