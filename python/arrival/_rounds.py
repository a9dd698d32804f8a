"""Rounds: all particles move at once, again and again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Unpack, cast

from ._base import Base
from ._commands import answers
from ._frames import Framed, among, count_columns, label_column
from ._labels import L, Labels
from ._limits import Limits, whole
from ._tables import decimal, fields_repr, integer

if TYPE_CHECKING:
    import pyarrow

    from ._graph import RotorGraph


@dataclass(frozen=True, slots=True, repr=False)
class Rounds(Framed, Generic[L]):
    """Where particles are that moved all at once, some number of times. The rounds are made one by one, so there is nothing to prove.

    Its table has the columns `vertex`, `particles` and `long_particles` (the decimal digits of numbers beyond 64 bits): a row for
    each vertex, then one for each sink.

    >>> from arrival import RotorGraph
    >>> RotorGraph.from_text("u: v s\\nv: u t\\nsink s\\nsink t").rounds({"u": 9}, 2)
    Rounds(particles={'u': 3, 'v': 0}, sinks={'s': 4, 't': 2}, moving_rounds=2)
    """

    #: The number of particles on each vertex that is not a sink.
    particles: dict[L, int]
    #: The number of particles that have reached each sink.
    sinks: dict[L, int]
    #: The number of rounds in which something moved: fewer than asked for if all particles had reached sinks before.
    moving_rounds: int
    #: The graph with its rotors as they are then.
    after: RotorGraph[L] = field(repr=False)
    _labels: Labels[L] | None = field(default=None, repr=False, compare=False)

    def _columns(self) -> dict[str, pyarrow.Array]:
        counts = self.particles | self.sinks
        return {"vertex": label_column([*counts], among(self._labels)), **count_columns("particles", [*counts.values()])}

    def __hash__(self) -> int:
        return hash((frozenset(self.particles.items()), frozenset(self.sinks.items())))

    def __repr__(self) -> str:
        return fields_repr(self)


class Rounding(Base[L]):
    """What is asked of particles that move all at once."""

    __slots__ = ()

    @answers("route")
    def rounds(self, particles: Mapping[L, int], rounds: int, **limits: Unpack[Limits]) -> Rounds[L]:
        """Where particles are that move all at once, `rounds` times: in a round, every particle that is not on a sink makes one step.

        `route` tells where they all end.

        Parameters
        ----------
        particles
            The number of particles on some of the vertices.
        rounds
            The number of rounds.
        **limits
            See `Limits`.

        Returns
        -------
        Rounds
            The particles and the rotors after the last round.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> graph = RotorGraph.from_text("u: v s\\nv: u t\\nsink s\\nsink t")
        >>> graph.rounds({"u": 10**20}, 1).particles
        {'u': 0, 'v': 50000000000000000000}
        """
        self._note_players()
        counts = self._counts("particles", particles)
        if any(count.startswith("-") for count in counts.values()):
            raise ValueError("antiparticles do not move in rounds; particles must not have negative numbers")
        options = {"particles": counts, "rounds": decimal(whole("rounds", rounds, most=None)), "final": True}
        reply = self._ask("route", options, limits)
        found, after = reply.object, reply.after
        assert after is not None, "the final graph was asked for"

        return Rounds(
            self._chips(found["particles"]),
            self._chips(found["sinks"]),
            integer(found["moving_rounds"]),
            cast("RotorGraph[L]", self._of(after, self._labels)),
            self._labels,
        )
