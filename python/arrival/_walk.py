"""Walks, step by step, backwards, and at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Unpack

from . import _core
from ._checked import says_unchecked
from ._commands import answers
from ._frames import Framed, count_columns, label_column
from ._labels import L
from ._limits import Limits, core_limits, whole
from ._proofs import Certificate, Savable
from ._tables import amount, brief, decimal, integer

if TYPE_CHECKING:
    import pyarrow

    from ._graph import RotorGraph


class Walk(Iterator[L]):
    """The walk of one particle: an iterator over the vertices it visits, its start first.

    It ends on a sink, or on entering a trap. `advance` makes many steps at once, which is far faster than a loop in Python;
    `at` computes where the particle is after any number of steps, however large.

    >>> import arrival
    >>> walk = arrival.generate.chain(n=3).walk(0)
    >>> next(walk), next(walk), walk.steps
    (0, 0, 1)
    >>> walk.advance(1_000), walk.vertex, walk.has_halted
    (13, 'A', True)
    """

    __slots__ = ("_core", "_graph", "_labels", "_start")

    def __init__(self, graph: RotorGraph[L], start: int) -> None:
        self._graph = graph
        self._labels = graph._labels.all
        self._start = start
        self._core = _core.Walk(graph._inner, start)

    def __reduce__(self) -> tuple[Any, ...]:
        core = self._core
        return _resumed, (self._graph, self._start, self.graph, core.particle, core.steps, core.shown)

    def __iter__(self) -> Walk[L]:
        return self

    def __next__(self) -> L:
        return self._labels[next(self._core)]

    @answers("walk")
    def advance(self, most: int = 2**64 - 1, **limits: Unpack[Limits]) -> int:
        """Makes at most `most` steps, fewer if the walk ends earlier; returns the number made.

        Parameters
        ----------
        most
            How many steps to make at most.
        **limits
            See `Limits`.

        Returns
        -------
        int
            The number of steps made.

        Examples
        --------
        >>> import arrival
        >>> arrival.generate.chain(n=20).walk(0).advance()
        2097150
        """
        return self._core.advance(whole("most", most), core_limits(limits))

    @answers("walk")
    def at(self, steps: int, *, certificate: bool = False, **limits: Unpack[Limits]) -> Moment[L]:
        """The particle and the rotors after this number of steps from the start of the walk.

        If the walk reaches a sink earlier, it stays there; in a trap it goes on. The steps are not made one by one: the moment
        is computed, and checked by the judge.

        Parameters
        ----------
        steps
            The number of steps from the start of the walk, however large.
        certificate
            Whether to put the proof into the answer, as its `certificate`.
        **limits
            See `Limits`.

        Returns
        -------
        Moment
            The particle and the rotors at that moment.

        Examples
        --------
        >>> import arrival
        >>> arrival.RotorGraph.from_text("a: b c\\nb: a\\nc: a").walk("a").at(10**30 + 1)
        Moment(vertex='b', steps=1000000000000000000000000000001, exit=None)
        """
        number = decimal(whole("steps", steps, most=None))
        options = {"from": self._graph._name(self._labels[self._start]), "steps": number, "final": True, "certificate": bool(certificate)}
        reply = self._graph._ask("walk", options, limits)
        found, after = reply.object, reply.after
        assert after is not None, "the final graph was asked for"
        exit = found["exit"]
        return Moment(
            vertex=self._graph._label(found["at"]),
            steps=integer(found["steps"]),
            exit=None if exit is None else self._graph._label(exit),
            graph=self._graph._of(after, self._graph._labels),
            unchecked_because=found.get("unchecked_because"),
            certificate=reply.certificate,
        )

    @property
    def vertex(self) -> L:
        """Where the particle is."""
        return self._labels[self._core.particle]

    @property
    def steps(self) -> int:
        """The number of steps made."""
        return self._core.steps

    @property
    def has_halted(self) -> bool:
        """Whether the particle is on a sink or in a trap."""
        return self._core.has_halted

    @property
    def graph(self) -> RotorGraph[L]:
        """The graph with its rotors as they are now; its start is `vertex`."""
        return self._graph._of(self._core.graph().with_start(self._core.particle), self._graph._labels)

    def __repr__(self) -> str:
        return f"<Walk at {self.vertex!r} after {amount(self.steps, 'step')}>"


def _resumed(graph: RotorGraph[L], start: int, now: RotorGraph[L], at: int, steps: int, shown: bool) -> Walk[L]:
    """The walk on `graph` from `start` where it has come to: a copy goes on by itself."""
    walk = Walk(graph, start)
    walk._core = _core.Walk(now._inner, at, steps, shown)
    return walk


@says_unchecked
@dataclass(frozen=True, slots=True, repr=False)
class Moment(Savable, Framed, Generic[L]):
    """The particle and the rotors after a given number of steps of a walk.

    Its table has one row, with the columns `vertex`, `steps`, `long_steps` (the decimal digits of numbers beyond 64 bits) and `exit`
    (null if the particle is not on a sink).

    >>> from arrival import RotorGraph
    >>> moment = RotorGraph.from_text("a: b c\\nb: a\\nc: a").walk("a").at(3)
    >>> moment.vertex, moment.graph.start
    ('c', 'c')
    """

    #: Where the particle is.
    vertex: L
    #: The number of steps made: fewer than asked for if a sink was reached earlier.
    steps: int
    #: The sink that the particle is on; None if it is not on one.
    exit: L | None
    #: The graph with its rotors as they are then; its start is `vertex`.
    graph: RotorGraph[L] = field(compare=False)
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = None
    #: The certificate, if it was asked for. It is about the graph that the walk started in.
    certificate: Certificate | None = field(default=None, compare=False)

    def _columns(self) -> dict[str, pyarrow.Array]:
        known = self.graph.vertices
        exit = label_column([self.exit], known)
        return {"vertex": label_column([self.vertex], known), **count_columns("steps", [self.steps]), "exit": exit}

    def __repr__(self) -> str:
        return f"Moment(vertex={self.vertex!r}, steps={brief(self.steps)}, exit={self.exit!r})"


class ReverseWalk(Iterator[L]):
    """A walk undone step by step, as long as it is certain where the particle came from: an iterator over the vertices it was
    on, the present one first.

    Where two steps may have led to a vertex, `senders` tells that there are several, and nothing more is undone. If the start of a
    walk is known, `walk.at(n)` finds any of its moments.

    >>> from arrival import RotorGraph
    >>> walk = RotorGraph.from_text("u: v s\\nv: u\\nsink s").walk("u")
    >>> walk.advance(2), walk.vertex
    (2, 'u')
    >>> back = walk.graph.walk("u", reverse=True)
    >>> list(back)[:3], back.senders
    (['u', 'v', 'u'], 0)
    """

    __slots__ = ("_ahead", "graph", "senders", "steps", "vertex")

    def __init__(self, graph: RotorGraph[L], start: L, most: int, limits: Limits) -> None:
        options = {"from": graph._name(start), "reverse": True, "trace": True, "final": True, "max-steps": most}
        reply = graph._ask("walk", options, limits)
        found = reply.object
        assert reply.after is not None, "the final graph was asked for"
        self._ahead = iter([graph._label(name) for name in found["trace"]])
        #: The earliest vertex that the particle certainly was on.
        self.vertex = graph._label(found["at"])
        #: The number of steps undone.
        self.steps = integer(found["steps"])
        #: The number of vertices that the particle may have come from to that one: 0 if it must have started there. None if
        #: `most` steps were undone and more could be.
        self.senders: int | None = found["senders"]
        #: The graph with its rotors as they were then; its start is `vertex`.
        self.graph: RotorGraph[L] = graph._of(reply.after, graph._labels)

    def __iter__(self) -> ReverseWalk[L]:
        return self

    def __next__(self) -> L:
        return next(self._ahead)

    def __repr__(self) -> str:
        return f"<ReverseWalk to {self.vertex!r}, {amount(self.steps, 'step')} ago>"
