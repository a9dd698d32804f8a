"""The objects that the proofs of the paper are made of, one at a time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Unpack

from ._arguments import integer as integer_of
from ._base import Base
from ._commands import answers
from ._labels import L, Labels
from ._limits import Limits
from ._local_results import (
    AccessFlows,
    Frame,
    Frames,
    OptimalPair,
    OptimalPairs,
    OrderedArc,
    RevolvingRoutine,
    RotorCycles,
    RotorOrder,
    RoutineHead,
    Subtree,
)
from ._tables import count, decimal, integer


class Local(Base[L]):
    """What stands at one vertex, one arc or one subtree."""

    __slots__ = ()

    @answers("explain")
    def revolving_routine(
        self, vertex: L, flows: Mapping[L, int | float] | None = None, **limits: Unpack[Limits]
    ) -> RevolvingRoutine[L]:
        """The revolving routine at `vertex`: where a particle goes for good, given the return flow of each head.

        A head v of return flow r sends the particle back r − 1 times. The first head that does not send it back is where
        the particle goes for good. A head that is left out of `flows` has flow `math.inf`: it always sends it back.

        Parameters
        ----------
        vertex
            A vertex that is not a sink.
        flows
            The return flow of each head; by default those of the graph.
        **limits
            See `Limits`.

        Returns
        -------
        RevolvingRoutine
            Where the particle goes for good, and the number of that departure.

        Examples
        --------
        >>> from arrival import examples
        >>> examples["fig-revolving-example"].revolving_routine("u", {"v1": 4, "v3": 4}).leaves_for
        'v3'
        """
        self._note_players()
        given = None if flows is None else {self._name(head): _written(head, flow) for head, flow in flows.items()}
        found = self._ask("explain", {"routine": self._name(vertex), "flows": given}, limits).object

        def head(row: Mapping[str, Any]) -> RoutineHead:
            visits, back = row.get("visits_before"), row.get("flow_back")
            return RoutineHead(
                row["arcs"],
                count(row["flow"]),
                None if visits is None else integer(visits),
                None if back is None else count(back),
            )

        last = found["last_departure"]
        return RevolvingRoutine(
            vertex,
            {self._label(row["head"]): head(row) for row in found["heads"]},
            None if last is None else self._label(last["head"]),
            None if last is None else last["arc"],
            None if last is None else integer(last["number"]),
            None if last is None else integer(last["full_turns"]),
            found.get("unchecked_because"),
        )

    @answers("explain")
    def rotor_order(self, vertex: L, **limits: Unpack[Limits]) -> RotorOrder[L]:
        """The arcs of `vertex` in the order in which its rotor takes them, from the one that it is on.

        Each arc comes with its distance from the rotor, and with which arcs the rotor meets after it: see `OrderedArc`.

        Parameters
        ----------
        vertex
            A vertex that is not a sink.
        **limits
            See `Limits`.

        Returns
        -------
        RotorOrder
            The arcs, beginning with the one that the rotor is on.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> [(arc.head, arc.distance) for arc in RotorGraph.from_text("u: a *b\\nsink a\\nsink b").rotor_order("u")]
        [('b', 0), ('a', 1)]
        """
        found = self._ask("explain", {"order": self._name(vertex)}, limits).object
        return RotorOrder(
            OrderedArc(row["arc"], self._label(row["head"]), row["distance"], tuple(map(bool, row["met_no_later"])))
            for row in found["arcs"]
        )

    @answers("explain")
    def subtree(self, u: L, v: L, **limits: Unpack[Limits]) -> Subtree[L]:
        """The (u, v)-subtree of a tree-like graph: `u` with only its arc to `v`, and all that lies behind `v` as seen from `u`.

        A particle sent from `u` to `v` stays in this part of the graph until it comes back to `u`.

        Parameters
        ----------
        u, v
            A vertex and one of its heads.
        **limits
            See `Limits`.

        Returns
        -------
        Subtree
            The subtree as a graph, and the return flow r(u, v).

        Examples
        --------
        >>> from arrival import examples
        >>> examples["fig-calc-rn"].subtree("u0", "u2").flow
        2
        """
        found = self._ask("explain", {"subtree": [self._name(u), self._name(v)]}, limits).object
        maker: Any = type(self)
        graph = maker.from_text(found["text"])
        labels = Labels(tuple(map(self._label, found["vertices"])))
        return Subtree(maker._of(graph._inner, labels), count(found["flow"]), found.get("unchecked_because"))

    @answers("explain")
    def access_flows(self, start: L | None = None, **limits: Unpack[Limits]) -> AccessFlows[L]:
        """The access flow of each arc, for a game of one player on a simple tree-like graph.

        It is the largest number of times that the arc can be used by a particle from `start`, over all strategies, if the
        head of the arc always sent the particle back.

        Parameters
        ----------
        start
            The vertex that the particle is put on; by default the start that the graph names.
        **limits
            See `Limits`.

        Returns
        -------
        AccessFlows
            The number for each pair of tail and head; `math.inf` if there is no bound.

        Examples
        --------
        >>> from arrival import examples
        >>> examples["fig-integer-game"].access_flows()["u", "one"]
        1
        """
        options = {"from": self._inner.name(self._start(start)), "access": True}
        found = self._ask("explain", options, limits).object
        flows = (((self._label(row["from"]), self._label(row["to"])), count(row["access"])) for row in found["flows"])
        return AccessFlows(flows, found.get("unchecked_because"))

    @answers("explain")
    def optimal_pairs(
        self, start: L | None = None, **limits: Unpack[Limits]
    ) -> tuple[OptimalPairs[L], OptimalPairs[L]]:
        """The optimal pairs of a game on a tree-like graph, which prove its value from `start`.

        Each arc has two: one of the game in which Max wins with at least the value, and one of the game in which Max needs
        more than the value.

        Parameters
        ----------
        start
            The vertex that the particle is put on; by default the start that the graph names.
        **limits
            See `Limits`.

        Returns
        -------
        tuple of two OptimalPairs
            For both games, the optimal pair of each pair of tail and head.

        Examples
        --------
        >>> from arrival import examples
        >>> examples["fig-one-player"].optimal_pairs()[0]["u0", "u4"]
        OptimalPair(wins=False, flow=2)
        """
        options = {"from": self._inner.name(self._start(start)), "pairs": True}
        found = self._ask("explain", options, limits).object

        def pairs(rows: list[dict[str, Any]]) -> OptimalPairs[L]:
            ends = [(self._label(row["from"]), self._label(row["to"])) for row in rows]
            known = [OptimalPair(row["value"] == 1, count(row["flow"])) for row in rows]
            return OptimalPairs(zip(ends, known, strict=True), found.get("unchecked_because"))

        return pairs(found["at_least"]), pairs(found["more_than"])

    @answers("explain")
    def rotor_cycles(self, **limits: Unpack[Limits]) -> RotorCycles[L]:
        """The cycles that the rotors form, and how many cycle pushes lead to the destination forest.

        Parameters
        ----------
        **limits
            See `Limits`.

        Returns
        -------
        RotorCycles
            The cycles, the number of pushes, and how often each rotor turns.

        Examples
        --------
        >>> from arrival import examples
        >>> examples["fig-calc-rn"].rotor_cycles()
        RotorCycles(cycles=(('u0', 'u2'),), pushes=4 (unchecked))
        """
        self._note_players()
        found = self._ask("explain", {"cycles": True}, limits).object
        cycles = tuple(tuple(map(self._label, cycle)) for cycle in found["cycles"])
        pushes = found["pushes"]
        turns = {self._label(name): integer(count) for name, count in found["turns"].items()}
        return RotorCycles(cycles, None if pushes is None else integer(pushes), turns, found.get("unchecked_because"))

    @answers("explain")
    def frames(self, start: L | None = None, *, cycles: bool = False, **limits: Unpack[Limits]) -> Frames[L]:
        """The algorithm at work on the particle from `start`, frame by frame: return flows, turns, pushes, binary games.

        Parameters
        ----------
        start
            The vertex that the particle is put on; by default the start that the graph names.
        cycles
            Whether to show the cycle pushes that lead to the destination forest instead, which need no start.
        **limits
            See `Limits`.

        Returns
        -------
        Frames
            The frames in order; if there are too many, `left_out` counts those that are not among them.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: v s\\nv: u\\nsink s").frames("u")[1].words
        'r(u, v) = inf: every other head of v always sends the particle back.'
        """
        if cycles and start is not None:
            raise ValueError("cycle pushes are those of all rotors; leave out start, or cycles=True")
        asked = {"cycles": True} if cycles else {"from": self._inner.name(self._start(start))}
        first = self.arrays().row_starts

        def frame(row: Mapping[str, Any]) -> Frame[L]:
            vertices = tuple((self._label(at["vertex"]), at["mark"], at.get("label", "")) for at in row["vertices"])
            arcs = tuple(
                (tail, at["arc"] - int(first[self._labels.index(tail)]), at["mark"], at.get("label", ""))
                for at in row["arcs"]
                for tail in [self._label(at["tail"])]
            )
            rotors = {self._label(name): position for name, position in row["rotors"].items()}
            return Frame(row["step"], row["words"], vertices, arcs, rotors)

        found = self._ask("explain", {**asked, "frames": True}, limits).object
        frames: Frames[L] = Frames(map(frame, found["frames"]))
        frames.left_out, frames.checked = found["frames_left_out"], found["frames_checked"]
        frames.unchecked_because = found.get("unchecked_because")
        return frames


def _written(head: L, flow: int | float) -> str:
    return "inf" if flow == math.inf else decimal(integer_of(f"the flow of {head!r}", flow))
