"""What is asked of a rotor graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Unpack, cast

import numpy as np

from . import _core
from ._arguments import endless, mapping, one_of, text
from ._arguments import integer as integer_of
from ._block_flows import BlockFlow, BlockFlows
from ._commands import answers
from ._door import Reply, ask
from ._drawing import Drawings
from ._flows import DestinationForest, ReturnFlows
from ._labels import L
from ._limits import Limits, core_limits
from ._pattern import ExitPattern
from ._proofs import Certificate
from ._results import Routing
from ._tables import count, integer
from ._typing import StrategySet

if TYPE_CHECKING:
    from ._graph import RotorGraph


class Questions(Drawings[L]):
    """The questions about rotors."""

    __slots__ = ()

    def ask(
        self, question: str, options: Mapping[str, object] | None = None, **limits: Unpack[Limits]
    ) -> Reply:
        """Asks a question of the command line by its name, also one that has no method of its own.

        Parameters
        ----------
        question
            The name of a command of the program.
        options
            The options of the command, by their names without the leading dashes. Vertices go by the names that they have in
            files, as text.
        **limits
            See `Limits`.

        Returns
        -------
        Reply
            The answer as JSON, in words, and as files.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> graph = RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t\\nstart u")
        >>> reply = graph.ask("walk", {"hits": "5"})
        >>> [(run["exit"], run["count"]) for run in reply.object["runs"]]
        [('s', '2'), ('t', '1'), ('s', '2')]

        Every answer that can be proved comes with its certificate if that is asked for:

        >>> graph.ask("group", {"certificate": True}).certificate["kind"]
        'group'
        """
        if question not in _core.questions():
            raise ValueError(f"there is no question {question!r}; choose one of {', '.join(_core.questions())}")
        return ask(question, options or {}, self._inner, core_limits(limits))

    @answers("decide")
    def decide(self, start: L, sink: L, **limits: Unpack[Limits]) -> bool:
        """Whether a particle on `start` reaches `sink`: the ARRIVAL problem. If the particle is trapped, it does not.

        Parameters
        ----------
        start
            The vertex that the particle is put on.
        sink
            A sink.
        **limits
            See `Limits`.

        Returns
        -------
        bool
            Whether the particle reaches that sink.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> graph = RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t")
        >>> graph.decide("u", "s"), graph.decide("u", "t")
        (True, False)
        """
        if not self._inner.is_sink(self._labels.index(sink)):
            raise ValueError(f"{sink!r} is not a sink of the graph")
        options = {"from": self._name(start), "to": self._name(sink)}
        found = self._ask("decide", options, limits).object
        self._note_unchecked(found.get("unchecked_because"))
        return bool(found["answer"])

    @answers("solve")
    def exit_pattern(
        self, *, solver: str | None = None, check: bool = True, certificate: bool = False, **limits: Unpack[Limits]
    ) -> ExitPattern[L]:
        """Where a particle ends, for every vertex it may be put on. The graph must have no players; a game has `values`.

        Parameters
        ----------
        solver
            The id of a solver, as `arrival.solvers()` lists them; by default the first that can answer the question.
        check
            Whether the judge, which shares no code with the solvers, is to check the answer.
        certificate
            Whether to put the proof into the answer, as its `certificate`.
        **limits
            See `Limits`.

        Returns
        -------
        ExitPattern
            A mapping from every vertex to its exit.

        Examples
        --------
        >>> import arrival
        >>> pattern = arrival.generate.tree(n=1_000_000, seed=1).exit_pattern()
        >>> len(pattern), pattern.trap_of(0)
        (1000000, None)
        """
        about, codes, proof = self._call(_core.exit_pattern, text("solver", solver), check, bool(certificate), core_limits(limits))
        codes.setflags(write=False)
        picture = self._drawer(exits=codes)
        return ExitPattern(
            self._labels,
            codes,
            self._many(about["traps"]),
            about["solver"],
            about["unchecked_because"],
            picture,
            None if proof is None else Certificate(proof),
        )

    @answers("flows")
    def return_flows(self, *, certificate: bool = False, **limits: Unpack[Limits]) -> ReturnFlows[L]:
        """The return flow of every arc of a tree-like graph: how often a particle that is sent along it comes back, plus one.

        Parameters
        ----------
        certificate
            Whether to put the proof into the answer, as its `certificate`.
        **limits
            See `Limits`.

        Returns
        -------
        ReturnFlows
            A mapping from pairs of tail and head to flows.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> dict(RotorGraph.from_text("u: v s\\nv: u\\nsink s").return_flows())
        {('u', 'v'): inf, ('u', 's'): 1, ('v', 'u'): 2}
        """
        self._note_players()
        starts, heads, codes, spilled, unchecked, proof = self._call(_core.return_flows, bool(certificate), core_limits(limits))
        rows = starts, heads, codes, spilled
        kept = None if proof is None else Certificate(proof)
        return ReturnFlows(self._labels, rows, unchecked, self._drawer(flows=rows), kept)

    @answers("flows")
    def block_flows(self, *, certificate: bool = False, **limits: Unpack[Limits]) -> BlockFlows[L]:
        """The return flows of the blocks of a graph that is not tree-like: how often a vertex sends the particle into a block
        until it does not come back. See `BlockFlow`.

        Parameters
        ----------
        certificate
            Whether to put the proof into the answer, as its `certificate`.
        **limits
            See `Limits`.

        Returns
        -------
        BlockFlows
            A mapping from pairs of a vertex and the number of a block to flows.

        Examples
        --------
        >>> from arrival import examples
        >>> flows = examples["fig-rotor-routing"].block_flows()
        >>> flows.blocks, flows["u0", 0]
        ((('u0', 'u1', 'u2'),), BlockFlow(flow=3, deadline=inf))
        """
        self._note_players()
        reply = self._ask("flows", {"certificate": bool(certificate)}, limits)
        found = reply.object
        if "blocks" not in found:
            raise ValueError("the graph is tree-like, so its arcs have return flows; ask for return_flows")
        return BlockFlows(
            tuple(tuple(map(self._label, block)) for block in found["blocks"]),
            {
                (self._label(row["from"]), row["block"]): BlockFlow(count(row["flow"]), count(row["deadline"]))
                for row in found["flows"]
            },
            {self._label(row["from"]): (self._label(row["to"]), integer(row["departure"])) for row in found["last_departures"]},
            found.get("unchecked_because"),
            reply.certificate,
        )

    @answers("forest")
    def destination_forest(self, **limits: Unpack[Limits]) -> DestinationForest[L]:
        """The arc by which a particle leaves each vertex for the last time.

        Parameters
        ----------
        **limits
            See `Limits`.

        Returns
        -------
        DestinationForest
            A mapping from every vertex that is not a sink to the head of that arc.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> dict(RotorGraph.from_text("u: v s\\nv: u\\nsink s").destination_forest())
        {'u': 's', 'v': 'u'}
        """
        self._note_players()
        positions, unchecked = self._call(_core.destination_forest, core_limits(limits))
        positions.setflags(write=False)
        starts, heads, _, sinks, _, _ = self.arrays()
        inner = np.flatnonzero(~sinks)
        at = positions[inner]
        left_for = np.full(len(inner), -1, np.int64)
        leaves = at >= 0
        left_for[leaves] = heads[starts[inner[leaves]].astype(np.int64) + at[leaves]]
        return DestinationForest(self._labels, inner, left_for, positions, unchecked, self._drawer(forest=positions))

    @answers("route")
    def route(
        self,
        particles: Mapping[L, int],
        *,
        solver: str | None = None,
        check: bool = True,
        certificate: bool = False,
        **limits: Unpack[Limits],
    ) -> Routing[L]:
        """Where many particles end, and where the rotors are after them.

        Negative numbers are antiparticles, which undo steps: all particles run first, then all antiparticles.

        Parameters
        ----------
        particles
            The number of particles on some of the vertices, of any size and sign.
        solver
            The id of a solver, as `arrival.solvers()` lists them; by default the first that can answer the question.
        check
            Whether the judge, which shares no code with the solvers, is to check the answer.
        certificate
            Whether to put the proof into the answer, as its `certificate`.
        **limits
            See `Limits`.

        Returns
        -------
        Routing
            A mapping from sinks to numbers of particles; `after` is the graph with the rotors as they are then.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> routing = RotorGraph.from_text("u: s t t\\nsink s\\nsink t").route({"u": 10**20})
        >>> routing.sinks
        {'s': 33333333333333333334, 't': 66666666666666666666}
        >>> routing.after.rotor("u")
        1
        >>> RotorGraph.from_text("u: s t t\\nsink s\\nsink t").route({"u": -1}).sinks
        {'s': 0, 't': -1}
        """
        self._note_players()
        counts = [(self._labels.index(label), integer_of(f"the number on {label!r}", count)) for label, count in mapping("particles", particles).items()]
        found = self._call(_core.route, counts, text("solver", solver), check, bool(certificate), core_limits(limits))
        proof, after = found["certificate"], found["after"]
        return Routing(
            sinks={self._labels.all[u]: count for u, count in found["sinks"]},
            traps=dict(zip(self._many(found["traps"]), found["trapped"], strict=True)),
            steps=found["steps"],
            departures=self._departures(found["departures"]),
            after=None if after is None else cast("RotorGraph[L]", self._of(after, self._labels)),
            solver=found["solver"],
            unchecked_because=found["unchecked_because"],
            certificate=None if proof is None else Certificate(proof),
            _labels=self._labels,
        )

    @answers("solve")
    def certificate(
        self,
        start: L | None = None,
        *,
        all: bool = False,
        strategies: StrategySet = "start",
        endless_value: int = 0,
        solver: str | None = None,
        **limits: Unpack[Limits],
    ) -> Certificate:
        """The proof of where a particle on `start` ends, or of `all` exits, or of the value of a game from `start`.

        Parameters
        ----------
        start
            The vertex that the particle is put on; by default the start that the graph names.
        all
            Whether to prove the exits of all vertices.
        strategies, endless_value
            What the players decide, and what a play that never exits is worth: see `play`.
        solver
            The id of a solver, as `arrival.solvers()` lists them; by default the first that can answer the question.
        **limits
            See `Limits`.

        Returns
        -------
        Certificate
            The proof, which `verify` checks.

        Examples
        --------
        >>> from arrival import RotorGraph, verify
        >>> graph = RotorGraph.from_text("u: v s\\nv: u\\nsink s")
        >>> bool(verify(graph, graph.certificate("u"))), graph.certificate(all=True)["kind"]
        (True, 'flows')
        """
        one_of("strategies", strategies, StrategySet)
        number = None if all else self._start(start)
        worth = endless(endless_value)
        proof = self._call(_core.certificate, number, strategies, worth, text("solver", solver), core_limits(limits))
        return Certificate(proof)

    @answers("explain")
    def explain(
        self, start: L | None = None, *, strategies: StrategySet = "start", endless_value: int = 0, **limits: Unpack[Limits]
    ) -> str:
        """Explains in words why a particle on `start` ends where it does, or why a game is worth what it is.

        Parameters
        ----------
        start
            The vertex that the particle is put on; by default the start that the graph names.
        strategies, endless_value
            What the players decide, and what a play that never exits is worth: see `play`.
        **limits
            See `Limits`.

        Returns
        -------
        str
            A few lines.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: v s\\nv: u\\nsink s").explain("u").splitlines()[0]
        'u exits at s after 3 steps.'
        """
        one_of("strategies", strategies, StrategySet)
        name = self._inner.name(self._start(start))
        return self._ask("explain", {"from": name, "strategies": strategies, "endless-value": endless(endless_value)}, limits).words
