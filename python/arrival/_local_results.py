"""Results about the objects that the proofs of the paper are made of."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Literal

from ._checked import CheckedDict, says_unchecked
from ._frames import Framed, count_columns, label_column
from ._labels import L

if TYPE_CHECKING:
    import pyarrow

    from ._graph import RotorGraph


@dataclass(frozen=True, slots=True)
class RoutineHead:
    """One head of a vertex in the revolving routine.

    >>> from arrival import RotorGraph
    >>> graph = RotorGraph.from_text("u: v s\\nv: u t\\nsink s\\nsink t\\nstart u")
    >>> graph.revolving_routine("u").heads["v"]
    RoutineHead(arcs=1, flow=2, visits_before=1, flow_back=2)
    """

    #: How many arcs lead from the vertex to this head.
    arcs: int
    #: The return flow to this head; `math.inf` if it always sends the particle back.
    flow: int | float
    #: How often it is visited before the last departure; None if there is no last departure.
    visits_before: int | None
    #: The return flow from this head to the vertex; None if no arc leads there.
    flow_back: int | float | None


@says_unchecked
@dataclass(frozen=True, slots=True)
class RevolvingRoutine(Framed, Generic[L]):
    """What the revolving routine finds at a vertex: where a particle leaves it for good.

    Its table has a row for each head, with the columns `head`, `arcs`, `flow`, `visits_before` and `flow_back`, and `long_flow`,
    `long_visits_before` and `long_flow_back` for the decimal digits of numbers beyond 64 bits. What is infinite or missing is null.

    >>> from arrival import RotorGraph
    >>> RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t").revolving_routine("u").leaves_for
    's'
    """

    #: The vertex.
    vertex: L
    #: Its heads, in the order of their first arcs.
    heads: dict[L, RoutineHead] = field(repr=False, hash=False)
    #: Where the particle goes for good; None if every flow is infinite.
    leaves_for: L | None
    #: The position of the arc of the last departure.
    arc: int | None
    #: The number of the last departure, counted from 1.
    number: int | None
    #: How often the rotor goes all the way round before that.
    full_turns: int | None
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        heads = list(self.heads.values())
        return {
            "head": label_column([*self.heads], [self.vertex, *self.heads]),
            "arcs": pyarrow.array([head.arcs for head in heads], pyarrow.int64()),
            **_flow_columns("flow", (head.flow for head in heads)),
            **_flow_columns("visits_before", (head.visits_before for head in heads)),
            **_flow_columns("flow_back", (head.flow_back for head in heads)),
        }


@dataclass(frozen=True, slots=True)
class OrderedArc(Generic[L]):
    """An arc in the rotor order of its vertex, seen from the rotor.

    >>> from arrival import RotorGraph
    >>> graph = RotorGraph.from_text("u: v s\\nv: u t\\nsink s\\nsink t\\nstart u")
    >>> graph.rotor_order("u")[1]
    OrderedArc(arc=1, head='s', distance=1, met_no_later=(False, True))
    """

    #: Its position among the arcs of its vertex, counted from 0.
    arc: int
    #: Where it leads.
    head: L
    #: How many times the rotor turns until it is on this arc.
    distance: int
    #: For each arc of the vertex, by its position: whether the turning rotor meets this arc no later than that one. So it is
    #: True at the position of this arc itself, and at those of all arcs that the rotor meets after it.
    met_no_later: tuple[bool, ...]


class RotorOrder(tuple[OrderedArc[L], ...], Framed):
    """The arcs of a vertex in rotor order, beginning with the one that the rotor is on.

    Its table has a row for each arc, with the columns `arc`, `head` and `distance`.

    >>> from arrival import RotorGraph
    >>> RotorGraph.from_text("u: a *b\\nsink a\\nsink b").rotor_order("u").to_pandas()
       arc head  distance
    0    1    b         0
    1    0    a         1
    """

    __slots__ = ()

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        return {
            "arc": pyarrow.array([arc.arc for arc in self], pyarrow.int64()),
            "head": label_column([arc.head for arc in self]),
            "distance": pyarrow.array([arc.distance for arc in self], pyarrow.int64()),
        }


@says_unchecked
@dataclass(frozen=True, slots=True)
class Subtree(Generic[L]):
    """The (u, v)-subtree and its return flow.

    >>> from arrival import RotorGraph
    >>> subtree = RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t").subtree("u", "v")
    >>> list(subtree.graph), subtree.flow
    (['u', 'v', 't'], 3)
    """

    #: The subtree; it starts at u.
    graph: RotorGraph[L]
    #: The return flow r(u, v); `math.inf` if the particle always comes back.
    flow: int | float
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class OptimalPair:
    """The optimal pair of an arc in a game that Max wins or loses: who wins behind the arc, and the return flow.

    >>> from arrival import RotorGraph
    >>> game = RotorGraph.from_text("u: v s\\nmax v: u t\\nsink s = 1\\nsink t = 2\\nstart u")
    >>> at_least, more_than = game.optimal_pairs()
    >>> at_least["u", "v"], more_than["u", "v"]
    (OptimalPair(wins=True, flow=1), OptimalPair(wins=False, flow=2))
    """

    #: Whether Max wins if the particle does not come back from there.
    wins: bool
    #: The return flow under best play.
    flow: int | float


class AccessFlows(CheckedDict[tuple[L, L], int | float], Framed):
    """The access flow of each arc, by its tail and head; `math.inf` if there is no bound.

    Its table has the columns `tail`, `head`, `flow`, null if the flow is infinite or longer than 64 bits, and `long_flow`, the
    decimal digits of longer ones.

    >>> from arrival import examples
    >>> examples["fig-integer-game"].access_flows().to_arrow().column_names
    ['tail', 'head', 'flow', 'long_flow']
    """

    __slots__ = ()

    def _columns(self) -> dict[str, pyarrow.Array]:
        return {**_arc_columns(self), **_flow_columns("flow", self.values())}


class OptimalPairs(CheckedDict[tuple[L, L], OptimalPair], Framed):
    """The optimal pair of each arc, by its tail and head.

    Its table has the columns `tail`, `head`, `wins`, `flow`, null if the flow is infinite or longer than 64 bits, and `long_flow`,
    the decimal digits of longer ones.

    >>> from arrival import examples
    >>> examples["fig-one-player"].optimal_pairs()[0].to_arrow().column_names
    ['tail', 'head', 'wins', 'flow', 'long_flow']
    """

    __slots__ = ()

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        wins = pyarrow.array([pair.wins for pair in self.values()], pyarrow.bool_())
        return {**_arc_columns(self), "wins": wins, **_flow_columns("flow", (pair.flow for pair in self.values()))}


def _arc_columns(arcs: Iterable[tuple[L, L]]) -> dict[str, pyarrow.Array]:
    pairs = list(arcs)
    among = [vertex for pair in pairs for vertex in pair]
    return {"tail": label_column([tail for tail, _ in pairs], among), "head": label_column([head for _, head in pairs], among)}


def _flow_columns(name: str, flows: Iterable[int | float | None]) -> dict[str, pyarrow.Array]:
    return count_columns(name, [None if flow is None or flow == math.inf else int(flow) for flow in flows])


@says_unchecked
@dataclass(frozen=True, slots=True, repr=False)
class RotorCycles(Framed, Generic[L]):
    """The cycles that the rotors form, and how many cycle pushes it takes until there are none.

    Its table has the columns `vertex`, `turns` and `long_turns` (the decimal digits of numbers beyond 64 bits): how often each rotor
    turns.

    >>> from arrival import RotorGraph
    >>> RotorGraph.from_text("u: v s\\nv: u t\\nsink s\\nsink t").rotor_cycles()
    RotorCycles(cycles=(('u', 'v'),), pushes=1 (unchecked))
    """

    #: The cycles, each in the order of its arcs.
    cycles: tuple[tuple[L, ...], ...]
    #: How many pushes lead to the destination forest; None if they are too many to count. They are counted by pushing,
    #: which the judge does not check.
    pushes: int | None
    #: How often each rotor turns on the way; those that do not turn are left out.
    turns: dict[L, int] = field(repr=False, hash=False)
    #: Why the judge did not check the turns; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)

    def _columns(self) -> dict[str, pyarrow.Array]:
        among = [*self.turns, *(vertex for cycle in self.cycles for vertex in cycle)]
        return {"vertex": label_column([*self.turns], among), **count_columns("turns", [*self.turns.values()])}

    def __repr__(self) -> str:
        return f"RotorCycles(cycles={self.cycles!r}, pushes={self.pushes!r} (unchecked))"


@dataclass(frozen=True, slots=True)
class Frame(Generic[L]):
    """One picture of an algorithm at work.

    >>> from arrival import RotorGraph
    >>> graph = RotorGraph.from_text("u: v s\\nv: u t\\nsink s\\nsink t\\nstart u")
    >>> graph.frames("u")[0]
    Frame(step='return-flow', words='Flows to sinks and into traps are 1, flows around loops are inf.')
    """

    #: The part of the algorithm.
    step: Literal["return-flow", "routine", "push", "binary-game", "pair"]
    #: What happens in this frame, with all numbers.
    words: str
    #: Vertices with their marks and labels; a label may be empty.
    vertices: tuple[tuple[L, str, str], ...] = field(repr=False)
    #: Arcs as tail, position at the tail, mark and label.
    arcs: tuple[tuple[L, int, str, str], ...] = field(repr=False)
    #: The rotors that turned, with their new positions.
    rotors: dict[L, int] = field(repr=False, hash=False)


class Frames(tuple[Frame[L], ...], Framed):
    """The pictures of an algorithm at work, in order.

    Its table has a row for each picture, with the columns `step` and `words`.

    >>> from arrival import RotorGraph
    >>> frames = RotorGraph.from_text("u: v s\\nv: u t\\nsink s\\nsink t\\nstart u").frames()
    >>> frames.left_out, frames.checked, frames.unchecked_because is None
    (0, False, True)
    """

    #: How many more frames there are, which were left out.
    left_out: int
    #: Whether the judge has seen the steps of the algorithm. It never has: it checks only the answer.
    checked: bool
    #: Why the judge did not check where the particle ends; None if it did. It does not see the steps themselves.
    unchecked_because: str | None

    def __repr__(self) -> str:
        return f"<Frames: {len(self)}, unchecked>"

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        return {name: pyarrow.array([getattr(frame, name) for frame in self], pyarrow.string()) for name in ("step", "words")}
