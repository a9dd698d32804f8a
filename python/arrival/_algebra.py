"""The algebra of rotors and chips, and walks that never end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal, Unpack, overload

from ._algebra_results import Chips, HarmonicMeasure, Listing, SandpileGroup, Stabilisation, Survey, Tour
from ._arguments import one_of
from ._base import Base
from ._commands import answers
from ._errors import OutOfBudget
from ._labels import L
from ._limits import Limits, whole
from ._tables import amount, count, integer, integers
from ._typing import ListingKind


class Algebra(Base[L]):
    """The questions about groups, chips and endless walks. All sinks count as one; `sinks` adds some for one question."""

    __slots__ = ()

    @answers("group")
    def sandpile_group(
        self, *, orders: bool = False, sinks: Iterable[L] = (), certificate: bool = False, **limits: Unpack[Limits]
    ) -> SandpileGroup[L]:
        """The sandpile group, with generators.

        Parameters
        ----------
        orders
            Whether to find the order of one chip on each vertex, too.
        sinks
            Vertices that are taken as sinks as well, for this question only.
        certificate
            Whether to put the proof into the answer, as its `certificate`. Give the same `sinks` to `verify`.
        **limits
            See `Limits`.

        Returns
        -------
        SandpileGroup
            Its order, the orders of its cyclic factors, and generators.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> graph = RotorGraph.from_text("a: b c s\\nb: a c s\\nc: a b s\\nsink s")
        >>> graph.sandpile_group()
        SandpileGroup(order=16, factors=(4, 4))
        >>> graph.sandpile_group(orders=True).orders
        {'a': 4, 'b': 4, 'c': 4}
        """
        options = {"generators": True, "orders": bool(orders), "sink": self._sinks(sinks), "certificate": bool(certificate)}
        reply = self._ask("group", options, limits)
        found = reply.object
        order: Any = math.inf if found["order"] == "inf" else integer(found["order"])
        generators = tuple(self._chips(row["chips"]) for row in found["generators"])
        return SandpileGroup(
            order,
            integers(found["invariant_factors"]),
            generators,
            {self._label(name): count(text) for name, text in found["orders"].items()} if orders else None,
            found.get("unchecked_because"),
            reply.certificate,
            self._labels,
        )

    @answers("identity")
    def identity(self, *, sinks: Iterable[L] = (), certificate: bool = False, **limits: Unpack[Limits]) -> Chips[L]:
        """The identity of the sandpile group, as recurrent chips: adding them to any recurrent chips and stabilising changes nothing.

        Parameters
        ----------
        sinks
            Vertices that are taken as sinks as well, for this question only.
        certificate
            Whether to put the proof into the answer, as its `certificate`. Give the same `sinks` to `verify`.
        **limits
            See `Limits`.

        Returns
        -------
        Chips
            The chips on every vertex that is not a sink.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("a: b c s\\nb: a c s\\nc: a b s\\nsink s").identity()
        {'a': 2, 'b': 2, 'c': 2}
        """
        reply = self._ask("identity", {"sink": self._sinks(sinks), "certificate": bool(certificate)}, limits)
        return Chips(self._chips(reply.object["chips"]), reply.object.get("unchecked_because"), reply.certificate, self._labels)

    @answers("stabilise")
    def stabilise(
        self,
        chips: Mapping[L, int],
        *,
        sinks: Iterable[L] = (),
        certificate: bool = False,
        **limits: Unpack[Limits],
    ) -> Stabilisation[L]:
        """Lets vertices fire until no vertex can: what is left of the chips, and how often each vertex fires.

        A vertex that has at least as many chips as arcs can fire: it sends one chip along each arc.

        Parameters
        ----------
        chips
            The number of chips on some of the vertices.
        sinks
            Vertices that are taken as sinks as well, for this question only.
        certificate
            Whether to put the proof into the answer, as its `certificate`. Give the same `sinks` to `verify`.
        **limits
            See `Limits`.

        Returns
        -------
        Stabilisation
            The stable chips, what fell into sinks and traps, and the firings.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("a: b s\\nb: a s\\nsink s").stabilise({"a": 10}).chips
        {'a': 1, 'b': 0}
        """
        options = {"chips": self._counts("chips", chips), "sink": self._sinks(sinks), "certificate": bool(certificate)}
        reply = self._ask("stabilise", options, limits)
        found = reply.object
        traps = {tuple(map(self._label, trap["vertices"])): integer(trap["chips"]) for trap in found["traps"]}
        return Stabilisation(
            self._chips(found["chips"]),
            self._chips(found["sinks"]),
            traps,
            self._chips(found["firings"]),
            found["recurrent"],
            found.get("unchecked_because"),
            reply.certificate,
            self._labels,
        )

    @overload
    def harmonic_measure(
        self, start: L | None = None, *, exact: Literal[True] = True, sinks: Iterable[L] = (), certificate: bool = False, **limits: Unpack[Limits]
    ) -> HarmonicMeasure[L, Fraction]: ...
    @overload
    def harmonic_measure(
        self, start: L | None = None, *, exact: bool, sinks: Iterable[L] = (), certificate: bool = False, **limits: Unpack[Limits]
    ) -> HarmonicMeasure[L, Any]: ...
    @answers("harmonic")
    def harmonic_measure(
        self,
        start: L | None = None,
        *,
        exact: bool = True,
        sinks: Iterable[L] = (),
        certificate: bool = False,
        **limits: Unpack[Limits],
    ) -> HarmonicMeasure[L, Any]:
        """The probability that a random walk from `start` ends on each sink: a fraction, or a float if `exact` is false.

        Parameters
        ----------
        start
            Where the random walk starts; by default the start that the graph names.
        exact
            Whether the probabilities are exact fractions. Floats take less time, and the judge does not check them.
        sinks
            Vertices that are taken as sinks as well, for this question only.
        certificate
            Whether to put the proof into the answer, as its `certificate`. Give the same `sinks` to `verify`.
        **limits
            See `Limits`.

        Returns
        -------
        HarmonicMeasure
            The probability of each sink and of each trap.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> dict(RotorGraph.from_text("sink a\\n1: a 2\\n2: 1 b\\nsink b").harmonic_measure("1"))
        {'a': Fraction(2, 3), 'b': Fraction(1, 3)}
        """
        self._note_players()
        label = self._labels.all[self._start(start)]
        if certificate and not exact:
            raise ValueError("a certificate needs exact=True, because floats prove nothing")
        options = {"from": self._name(label), "float": not exact, "sink": self._sinks(sinks), "certificate": bool(certificate)}
        reply = self._ask("harmonic", options, limits)
        found = reply.object
        number: Any = _fraction if exact else float
        traps = {tuple(map(self._label, trap["vertices"])): number(trap["probability"]) for trap in found["traps"]}
        ends = {end: number(share) for end, share in self._by_label(found["sinks"]).items()}
        return HarmonicMeasure(label, ends, traps, found.get("unchecked_because"), reply.certificate, self._labels)

    @answers("tour")
    def tour(self, start: L | None = None, *, certificate: bool = False, **limits: Unpack[Limits]) -> Tour[L]:
        """What happens to a walk that only a sink can stop: it reaches one, or it enters a trap and then repeats itself for ever.

        Parameters
        ----------
        start
            The vertex that the particle is put on; by default the start that the graph names.
        certificate
            Whether to put the proof into the answer, as its `certificate`.
        **limits
            See `Limits`.

        Returns
        -------
        Tour
            The sink that the particle reaches, or the trap and the period.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: a s\\na: b\\nb: a\\nsink s").tour("u").period
        2
        """
        self._note_players()
        label = self._labels.all[self._start(start)]
        reply = self._ask("tour", {"from": self._name(label), "certificate": bool(certificate)}, limits)
        found = reply.object

        def count(key: str) -> int | None:
            return integer(found[key]) if key in found else None

        trap = found["trap"]
        return Tour(
            start=label,
            exit=self._label(found["exit"]) if trap is None else None,
            steps=count("steps"),
            trap=None if trap is None else tuple(map(self._label, trap)),
            enters_after=count("enters_after"),
            period=count("period"),
            departures={} if trap is None else self._chips(found["departures"]),
            cover=count("cover"),
            unchecked_because=found.get("unchecked_because"),
            certificate=reply.certificate,
            _labels=self._labels,
        )

    @answers("list")
    def listing(
        self,
        kind: ListingKind,
        *,
        limit: int | None = 100,
        start: L | None = None,
        sinks: Iterable[L] = (),
        **limits: Unpack[Limits],
    ) -> Listing[L]:
        """Lists chips that are recurrent or superstable, or rotors that form forests or unicycles: the first `limit` of them.

        Parameters
        ----------
        kind
            "recurrent" or "superstable" for chips; "forests" or "unicycles" for rotors.
        limit
            How many to list at most; None for all.
        start
            For unicycles, a vertex of the trap that they are in; needed only if there are several traps.
        sinks
            Vertices that are taken as sinks as well, for this question only.
        **limits
            See `Limits`.

        Returns
        -------
        Listing
            For each of them, the number of chips on every vertex, or the position of every rotor; `complete` tells whether
            there are no others.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("a: b s\\nb: a s\\nsink s").listing("recurrent")
        [{'a': 1, 'b': 1}, {'a': 1, 'b': 0}, {'a': 0, 'b': 1}]
        """
        one_of("kind", kind, ListingKind)
        most = _NO_LIMIT if limit is None else whole("limit", limit)
        options: dict[str, object] = {"kind": kind, "limit": most, "sink": self._sinks(sinks)}
        if start is not None:
            options["from"] = self._name(start)
        found = self._ask("list", options, limits).object
        if "ended" in found:
            raise OutOfBudget(f"{found['ended']} after {amount(integer(found['count']), 'member')}", found["ended"])

        def number(value: Any) -> int:
            return int(value["arc"]) if isinstance(value, dict) else integer(value)

        members = ({self._label(name): number(value) for name, value in member.items()} for member in found["members"])
        return Listing(members, found.get("unchecked_because"), found["complete"], self._labels)

    @answers("check")
    def check(self, **limits: Unpack[Limits]) -> Survey[L]:
        """What kind of graph this is: its class, its traps, and what may be a mistake in it.

        Parameters
        ----------
        **limits
            See `Limits`.

        Returns
        -------
        Survey
            Class, traps and warnings.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: a s\\na: a\\nsink s").check()
        Survey(class_name='path', stopping=False, traps=(('a',),), warnings=())
        """
        found = self._ask("check", {}, limits).object
        traps = tuple(tuple(map(self._label, trap)) for trap in found["traps"])
        return Survey(found["class"], found["stopping"], traps, tuple(found.get("warnings", ())))

#: The largest number that a listing can be cut at.
_NO_LIMIT = 2**64 - 1


def _fraction(text: str) -> Fraction:
    """The fraction that is written so, however long. `Fraction` itself reads at most 4,300 digits."""
    numerator, _, denominator = text.partition("/")
    return Fraction(integer(numerator), integer(denominator or "1"))
