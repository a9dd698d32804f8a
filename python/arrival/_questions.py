"""What is asked of a rotor graph."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from operator import index
from typing import TYPE_CHECKING, Self, cast

import numpy as np

from . import _core
from ._drawing import Drawings
from ._labels import Label, hashes, no_such_vertex, plain
from ._proofs import Certificate
from ._results import Answer, DestinationForest, ExitPattern, ReturnFlows, Routing
from ._walk import Walk

if TYPE_CHECKING:
    from ._graph import RotorGraph

#: Called now and then with the number of operations that the work has taken so far.
Progress = Callable[[int], object]


class Questions(Drawings):
    """The questions about walks."""

    __slots__ = ()

    def solve(
        self,
        start: Label | None = None,
        *,
        solver: str | None = None,
        check: bool = True,
        timeout: float | None = None,
        max_operations: int | None = None,
        progress: Progress | None = None,
    ) -> Answer:
        """Where a particle on `start` ends, after how many steps; a judge has checked it unless `check` is false.

        Other threads run meanwhile, and Ctrl-C ends it. `timeout`, in seconds, and `max_operations` end it with
        `OutOfBudget`; `progress` is called now and then with the operations done so far.

        >>> import arrival
        >>> answer = arrival.generate.expchain(n=100).solve()
        >>> answer.exit, answer.steps == 2**101 - 3
        ('A', True)
        """
        number = self._start(start)
        if self._inner.player_count:
            raise ValueError("the graph has players; ask for play, which says what they can secure")
        found = _core.solve(self._inner, number, solver, check, (timeout, max_operations, progress))
        about, trap = found["about"], found["trap"]
        return Answer(
            start=self._labels.all[number],
            exit=None if found["exit"] is None else self._labels.all[found["exit"]],
            steps=found["steps"],
            trap=None if trap is None else self._some(about["traps"][trap]),
            solver=about["solver"],
            unchecked_because=about["unchecked_because"],
            words=found["words"],
            _picture=self._drawer("visits", self._labels.all[number]),
        )

    def exit_pattern(
        self,
        *,
        solver: str | None = None,
        check: bool = True,
        timeout: float | None = None,
        max_operations: int | None = None,
        progress: Progress | None = None,
    ) -> ExitPattern:
        """Where a particle ends, for every vertex it may be put on.

        >>> import arrival
        >>> pattern = arrival.generate.tree(n=1_000_000, seed=1).exit_pattern()
        >>> len(pattern), pattern.trap_of("0")
        (1000000, None)
        """
        about, codes = _core.exit_pattern(self._inner, solver, check, (timeout, max_operations, progress))
        codes.setflags(write=False)
        return ExitPattern(
            self._labels,
            codes,
            self._many(about["traps"]),
            about["solver"],
            about["unchecked_because"],
            self._drawer("exits"),
        )

    def return_flows(
        self,
        *,
        timeout: float | None = None,
        max_operations: int | None = None,
        progress: Progress | None = None,
    ) -> ReturnFlows:
        """The return flow of every arc of a tree-like graph: how often a particle sent along it comes back, plus one.

        >>> from arrival import RotorGraph
        >>> dict(RotorGraph.from_text("u: v s\\nv: u\\nsink s").return_flows())
        {('u', 'v'): inf, ('u', 's'): 1, ('v', 'u'): 2}
        """
        limits = (timeout, max_operations, progress)
        tails, heads, flows = _core.return_flows(self._inner, limits)
        labels = self._labels.all
        return ReturnFlows(
            {
                (labels[u], labels[v]): math.inf if flow is None else flow
                for u, v, flow in zip(tails.tolist(), heads.tolist(), flows, strict=True)
            },
            self._drawer("flows"),
        )

    def destination_forest(
        self,
        *,
        timeout: float | None = None,
        max_operations: int | None = None,
        progress: Progress | None = None,
    ) -> DestinationForest:
        """The arc by which a particle leaves each vertex for the last time.

        >>> from arrival import RotorGraph
        >>> dict(RotorGraph.from_text("u: v s\\nv: u\\nsink s").destination_forest())
        {'u': 's', 'v': 'u'}
        """
        positions = _core.destination_forest(self._inner, (timeout, max_operations, progress))
        starts, heads, _, sinks, _, _ = self.arrays()
        departures: dict[Label, tuple[Label, int] | None] = {}
        for number in np.flatnonzero(~sinks).tolist():
            position = int(positions[number])
            head = None if position < 0 else self._labels.all[int(heads[int(starts[number]) + position])]
            departures[self._labels.all[number]] = None if position < 0 else (head, position)
        return DestinationForest(departures, self._drawer("forest"))

    def walk(self, start: Label | None = None) -> Walk:
        """The walk of a particle from `start`, step by step, as lazily as networkx's `random_walk`.

        >>> from itertools import islice
        >>> from arrival import RotorGraph
        >>> list(islice(RotorGraph.from_text("u: v s\\nv: u\\nsink s").walk("u"), 3))
        ['u', 'v', 'u']
        """
        return Walk(cast("RotorGraph", self), self._labels, _core.Walk(self._inner, self._start(start)))

    def route(
        self,
        particles: Mapping[Label, int],
        *,
        solver: str | None = None,
        check: bool = True,
        certificate: bool = False,
        timeout: float | None = None,
        max_operations: int | None = None,
        progress: Progress | None = None,
    ) -> Routing:
        """Where many particles end, and how the rotors stand after them.

        >>> from arrival import RotorGraph
        >>> routing = RotorGraph.from_text("u: s t t\\nsink s\\nsink t").route({"u": 10**20})
        >>> routing.sinks
        {'s': 33333333333333333334, 't': 66666666666666666666}
        >>> routing.after.rotor("u")
        1
        """
        counts = [(self._labels.index(label), index(count)) for label, count in particles.items()]
        if any(count < 0 for _, count in counts):
            raise ValueError("a number of particles is not negative")
        limits = (timeout, max_operations, progress)
        found = _core.route(self._inner, counts, solver, check, certificate, limits)
        text, after = found["certificate"], found["after"]
        return Routing(
            sinks={self._labels.all[u]: count for u, count in found["sinks"]},
            traps=dict(zip(self._many(found["traps"]), found["trapped"], strict=True)),
            steps=found["steps"],
            after=None if after is None else cast("RotorGraph", self._of(after, self._labels)),
            solver=found["solver"],
            unchecked_because=found["unchecked_because"],
            certificate=None if text is None else Certificate(text),
        )

    def push(self, cycle: Label | Iterable[Label], *, reverse: bool = False) -> Self:
        """The graph after one push of a cycle of rotors, given by a vertex on it or by all its vertices in order.

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
        number = self._labels.find(cycle) if isinstance(cycle, Hashable) and hashes(cycle) else None
        given: list[int] | None = None
        if number is None:
            if isinstance(cycle, str | bytes) or not isinstance(cycle, Iterable):
                raise no_such_vertex(cycle, self._labels.all)
            given = [self._labels.index(label) for label in cycle]
            if not given:
                raise ValueError("a cycle has at least one vertex")
            number = given[0]
        after, pushed = _core.push_cycle(self._inner, number, reverse)
        if given is not None and given != pushed:
            found = " -> ".join(plain(label) for label in self._some(pushed))
            raise ValueError(f"these vertices are not the cycle of rotors, which is {found}")
        return self._of(after, self._labels)

    def is_equivalent(
        self,
        other: RotorGraph,
        *,
        timeout: float | None = None,
        max_operations: int | None = None,
        progress: Progress | None = None,
    ) -> bool:
        """Whether the rotors of both, of one and the same graph, have the same destination forest.

        >>> from arrival import RotorGraph
        >>> graph = RotorGraph.from_text("u: v s\\nv: u t\\nsink s\\nsink t")
        >>> graph.is_equivalent(graph.push("u")), graph.is_equivalent(graph.with_rotors({"u": 1}))
        (True, False)
        """
        return _core.are_equivalent(self._inner, other._inner, (timeout, max_operations, progress))

    def certificate(
        self,
        start: Label | None = None,
        *,
        all: bool = False,
        strategies: str = "start",
        endless_value: int = 0,
        solver: str | None = None,
        timeout: float | None = None,
        max_operations: int | None = None,
        progress: Progress | None = None,
    ) -> Certificate:
        """The proof of where a particle on `start` ends, or of `all` exits, or of the value of a game from `start`.

        >>> from arrival import RotorGraph, verify
        >>> graph = RotorGraph.from_text("u: v s\\nv: u\\nsink s")
        >>> bool(verify(graph, graph.certificate("u"))), graph.certificate(all=True)["kind"]
        (True, 'flows')
        """
        number = None if all else self._start(start)
        limits = (timeout, max_operations, progress)
        return Certificate(_core.certificate(self._inner, number, strategies, endless_value, solver, limits))

    def explain(
        self,
        start: Label | None = None,
        *,
        timeout: float | None = None,
        max_operations: int | None = None,
        progress: Progress | None = None,
    ) -> str:
        """In words, why a particle on `start` ends where it does.

        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: v s\\nv: u\\nsink s").explain("u").splitlines()[0]
        'u exits at s after 3 steps.'
        """
        return _core.explain(self._inner, self._start(start), (timeout, max_operations, progress)).rstrip()
