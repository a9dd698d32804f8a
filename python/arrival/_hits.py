"""Hitting sequences: the exits of particles that are sent one after the other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import TYPE_CHECKING, Generic, Unpack, cast

from ._base import Base
from ._checked import says_unchecked
from ._commands import answers
from ._errors import OutOfBudget
from ._frames import Framed, among, count_columns, label_column
from ._labels import L, Labels
from ._limits import Limits, whole
from ._tables import amount, decimal, fields_repr, integer

if TYPE_CHECKING:
    import pyarrow

    from ._graph import RotorGraph


@says_unchecked
@dataclass(frozen=True, slots=True, repr=False)
class HittingSequence(Framed, Generic[L]):
    """The exits of particles that are sent from one vertex, one after the other, each by the rotors that the last one left.

    Iterating over it gives the exit of each particle, None if it is trapped. Its table has a row for each run of particles with the
    same exit, with the columns `exit` (null if trapped), `particles` and `long_particles` (the decimal digits of numbers beyond 64
    bits).

    >>> from arrival import RotorGraph
    >>> sequence = RotorGraph.from_text("u: s t t\\nsink s\\nsink t").hitting_sequence(5, "u")
    >>> list(sequence), sequence.runs
    (['s', 't', 't', 's', 't'], (('s', 1), ('t', 2), ('s', 1), ('t', 1)))
    """

    #: Where the particles start.
    start: L
    #: The exits in runs: a sink, or None for a trap, and how many particles in a row end there.
    runs: tuple[tuple[L | None, int], ...]
    #: After how many particles the rotors are in their first class again: a multiple of the period of the exits. None if it is
    #: not known.
    class_period: int | None = field(repr=False)
    #: The graph with its rotors as the last particle left them.
    after: RotorGraph[L] = field(repr=False)
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    _labels: Labels[L] | None = field(default=None, repr=False, compare=False)

    def __iter__(self) -> Iterator[L | None]:
        # Nobody counts further than `repeat` can.
        return chain.from_iterable(repeat(exit, min(count, sys.maxsize)) for exit, count in self.runs)

    def _columns(self) -> dict[str, pyarrow.Array]:
        exits = [exit for exit, _ in self.runs]
        return {
            "exit": label_column(exits, among(self._labels, [exit for exit in exits if exit is not None])),
            **count_columns("particles", [count for _, count in self.runs]),
        }

    def __repr__(self) -> str:
        return fields_repr(self)


class Hits(Base[L]):
    """What is asked of particles that are sent one after the other."""

    __slots__ = ()

    @answers("walk")
    def hitting_sequence(self, particles: int, start: L | None = None, **limits: Unpack[Limits]) -> HittingSequence[L]:
        """The exits of particles that are sent from `start` one after the other, each by the rotors that the last one left.

        Parameters
        ----------
        particles
            The number of particles.
        start
            The vertex that they are put on; by default the start that the graph names.
        **limits
            See `Limits`.

        Returns
        -------
        HittingSequence
            The exits, in order.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> list(RotorGraph.from_text("u: s t t\\nsink s\\nsink t").hitting_sequence(4, "u"))
        ['s', 't', 't', 's']
        """
        self._note_players()
        label = self._labels.all[self._start(start)]
        sent = decimal(whole("particles", particles, most=None))
        reply = self._ask("walk", {"from": self._name(label), "hits": sent, "final": True}, limits)
        found, after = reply.object, reply.after
        if "ended" in found:
            raise OutOfBudget(f"{found['ended']} after {amount(integer(found['hits']), 'particle')}", found["ended"])
        assert after is not None, "the final graph was asked for"
        runs = ((None if run["exit"] is None else self._label(run["exit"]), integer(run["count"])) for run in found["runs"])
        return HittingSequence(
            label,
            tuple(runs),
            integer(found["class_period"]) if "class_period" in found else None,
            cast("RotorGraph[L]", self._of(after, self._labels)),
            found.get("unchecked_because"),
            self._labels,
        )
