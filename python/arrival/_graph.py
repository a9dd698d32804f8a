"""Rotor graphs: immutable, with labels of any kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, Self, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._algebra import Algebra
from ._arguments import mapping, refuse_none, refuse_set, several
from ._changed import Changed
from ._classes import Classes
from ._commands import answers
from ._formats import Formats
from ._games import Games
from ._hits import Hits
from ._labels import L, Labels, hashes, plain
from ._limits import Limits, core_limits, whole
from ._local import Local
from ._plays import Choice
from ._questions import Questions
from ._rounds import Rounding
from ._rows import Rows, graph_of_rows
from ._tables import amount, table
from ._typing import IntOrStr, Owner, Rule, StrategySet
from ._vertices import Vertices
from ._walk import ReverseWalk, Walk
from ._written import Written

_NO_LIMITS = core_limits({})
_MOST_UNDONE = 1_000_000


class RotorGraph(Vertices[L], Formats[L], Written[L], Changed[L], Questions[L], Classes[L], Games[L], Hits[L], Rounding[L], Algebra[L], Local[L]):
    """A rotor graph: vertices with their out-arcs in rotor order, rotors, sinks, and perhaps players and a start.

    It is immutable; `push`, `route` and the like return new graphs. A label can be anything hashable except None. Files
    and certificates call a vertex by the `repr` of its label (strings and integers by themselves), so a label of another kind, such as
    a frozenset, should have the same `repr` in every process that reads them.

    Parameters
    ----------
    arcs
        For every vertex the heads of its arcs in rotor order, or None for a sink.
    sinks
        Further sinks, which need not be keys of `arcs`.
    rotors
        The positions of rotors among the arcs, counted from 0; all other rotors are on their first arc.
    owners
        "max" or "min" for the vertices of a player.
    values
        The values of sinks; all other sinks are worth 0.
    start
        The vertex that a particle is put on if a question does not name one.
    rule
        The rule that the rotors are meant for: "move-then-turn", the default, or "turn-then-move". Rotors for the latter are
        converted, since here the particle always moves before the rotor turns.

    Examples
    --------
    >>> from arrival import RotorGraph
    >>> graph = RotorGraph({"u0": ["u2", "u1"], "u1": ["u0", "u2", "s1"], "u2": ["u1", "u0", "s2"]},
    ...                    sinks=["s1", "s2"], start="u2")
    >>> graph
    <RotorGraph: 5 vertices, 8 arcs, 2 sinks, cactus>
    >>> graph.solve()
    Answer(start='u2', exit='s2', steps=7)
    >>> list(graph.walk())
    ['u2', 'u1', 'u0', 'u2', 'u0', 'u1', 'u2', 's2']
    >>> print(graph)
    vertex  arcs
    u0      *u2 u1
    u1      *u0 u2 s1
    u2      *u1 u0 s2
    s1      (sink)
    s2      (sink)

    A game, with rotors meant for the other rule:

    >>> game = RotorGraph({1: [2, "A"], 2: [1, "B"], "A": None, "B": None}, rotors={1: 1}, owners={2: "max"},
    ...                   values={"B": 7}, rule="turn-then-move")
    >>> game.rotor(1), game.owner(2), game.value("B")
    (0, 'max', 7)
    """

    __slots__ = ()

    # Mixed labels: a type checker joins the types of numbers and texts to `object` unless it is told what they are.
    @overload
    def __init__(
        self, arcs: Mapping[L, Iterable[L] | None], *, sinks: Iterable[L] = (), rotors: Mapping[L, int] | None = None,
        owners: Mapping[L, Owner] | None = None, values: Mapping[L, int] | None = None, start: L | None = None, rule: Rule | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: RotorGraph[IntOrStr], arcs: Mapping[IntOrStr, Iterable[IntOrStr] | None], *, sinks: Iterable[IntOrStr] = (),
        rotors: Mapping[IntOrStr, int] | None = None, owners: Mapping[IntOrStr, Owner] | None = None,
        values: Mapping[IntOrStr, int] | None = None, start: IntOrStr | None = None, rule: Rule | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self: RotorGraph[Any], arcs: Mapping[Any, Iterable[Any] | None], *, sinks: Iterable[Any] = (), rotors: Mapping[Any, int] | None = None,
        owners: Mapping[Any, Owner] | None = None, values: Mapping[Any, int] | None = None, start: Any = None, rule: Rule | None = None,
    ) -> None: ...
    def __init__(  # type: ignore[misc]
        self, arcs: Mapping[L, Iterable[L] | None], *, sinks: Iterable[L] = (), rotors: Mapping[L, int] | None = None,
        owners: Mapping[L, Owner] | None = None, values: Mapping[L, int] | None = None, start: L | None = None, rule: Rule | None = None,
    ) -> None:
        rows: Rows[L] = Rows()
        dry = dict.fromkeys(several("sinks", sinks))
        mapping("arcs", arcs)
        refuse_none(sinks=dry, arcs=arcs)
        for label, given in arcs.items():
            heads = None if given is None else _heads(f"arcs[{label!r}]", given)
            rows.add(label, None if label in dry and not heads else heads)
        # A vertex that has arcs and is listed as a sink as well is declared twice, which is a flaw.
        known = {label for label, degree in zip(rows.labels, rows.degrees, strict=True) if degree is None}
        for label in dry:
            if label not in known:
                rows.add(label, None)
        core, labels = graph_of_rows(rows, rotors or {}, owners or {}, values or {}, start, rule)
        self._set(core, labels)

    # What it is.

    @property
    def vertices(self) -> tuple[L, ...]:
        """All vertices, in order."""
        return tuple(self._labels.all)

    @property
    def sinks(self) -> tuple[L, ...]:
        """The sinks, in order."""
        return tuple(self._labels.all[number] for number in np.flatnonzero(self.arrays().sinks).tolist())

    @property
    def start(self) -> L | None:
        """The start, if the graph names one."""
        number = self._inner.start
        return None if number is None else self._labels.all[number]

    @property
    def arc_count(self) -> int:
        """The number of arcs."""
        return self._inner.arc_count

    @property
    def player_count(self) -> int:
        """The number of players, at most two, that own a vertex."""
        return self._inner.player_count

    @property
    def class_name(self) -> str:
        """The class of the graph without its traps: the first that fits of "trapped" (nothing else is left), "path",
        "simple-tree-like", "tree-like", "acyclic", "cactus", "small-blocks" and "general"."""
        return str(self._structured()[0])

    @property
    def traps(self) -> tuple[tuple[L, ...], ...]:
        """The vertices of each trap: a set of vertices that a particle never leaves, and that has no sink."""
        return self._many(self._structured()[1])

    def _structured(self) -> tuple[str, list[list[int]]]:
        structure = self._structure
        if structure is None:
            structure = self._inner.structure(_NO_LIMITS)
            self._keep("_structure", structure)
        return structure

    @overload
    def walk(
        self,
        start: L | None = None,
        *,
        reverse: Literal[False] = False,
        max: Mapping[L, Choice] | None = None,
        min: Mapping[L, Choice] | None = None,
        strategies: StrategySet = "start",
    ) -> Walk[L]: ...
    @overload
    def walk(
        self, start: L | None = None, *, reverse: Literal[True], most: int = _MOST_UNDONE, **limits: Unpack[Limits]
    ) -> ReverseWalk[L]: ...
    @answers("walk")
    def walk(
        self,
        start: L | None = None,
        *,
        reverse: bool = False,
        most: int = _MOST_UNDONE,
        max: Mapping[L, Choice] | None = None,
        min: Mapping[L, Choice] | None = None,
        strategies: StrategySet = "start",
        **limits: Unpack[Limits],
    ) -> Walk[L] | ReverseWalk[L]:
        """The walk of a particle from `start`: an iterator that makes a step whenever the next vertex is asked for.

        With `reverse`, the walk that led to `start`: at most `most` steps are undone, as long as it is certain where the
        particle came from.

        Parameters
        ----------
        start
            The vertex that the particle is put on; by default the start that the graph names.
        reverse
            Whether to undo steps instead of making them.
        most
            How many steps to undo at most; only with `reverse`.
        max, min
            The choices of the players of a game, by vertex, such as those of a `Play`. Where none is given, the rotor of the graph is
            followed. The graph of the walk has no players.
        strategies
            What kind of choices they are: see `play`. With "free", only the chosen arcs are left of a vertex that a player has decided about.
        **limits
            See `Limits`; only with `reverse`. A forward walk takes limits in `advance` and `at`.

        Returns
        -------
        Walk or ReverseWalk
            The walk, at its beginning.

        Examples
        --------
        >>> from itertools import islice
        >>> from arrival import RotorGraph
        >>> list(islice(RotorGraph.from_text("u: v s\\nv: u\\nsink s").walk("u"), 3))
        ['u', 'v', 'u']
        >>> game = RotorGraph.from_text("u: v s\\nmax v: u t\\nsink s = 1\\nsink t = 2")
        >>> list(game.walk("u", max=game.play("u").max))
        ['u', 'v', 't']
        """
        number = self._start(start)
        if not (max is None and min is None):
            if reverse:
                raise ValueError("choices of players cannot be undone; leave out reverse=True, or max and min")
            return Walk(self._decided(number, strategies, {} if max is None else max, {} if min is None else min), number)
        self._note_players()
        if reverse:
            return ReverseWalk(self, self._labels.all[number], whole("most", most), limits)
        if most != _MOST_UNDONE or limits:
            raise TypeError("most and limits go with reverse=True; a walk that goes on takes them where it is advanced")
        return Walk(self, number)

    # How it behaves.

    def __len__(self) -> int:
        return self._inner.vertex_count

    def __iter__(self) -> Iterator[L]:
        return iter(self._labels.all)

    # Numbers are not keys, by which Python would go backwards.
    __reversed__ = None

    def keys(self) -> tuple[L, ...]:
        """The vertices, in order: with them, `dict(graph)` has the arcs of each.

        >>> from arrival import RotorGraph
        >>> dict(RotorGraph({"u": ["s", "u"]}, sinks=["s"]))
        {'u': ('s', 'u'), 's': ()}
        """
        return self.vertices

    def __contains__(self, vertex: object) -> bool:
        return hashes(vertex) and self._labels.find(vertex) is not None

    def __getitem__(self, vertex: L) -> tuple[L, ...]:
        return self.arcs(vertex)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RotorGraph):
            return NotImplemented
        same_labels = self._labels is other._labels or self.vertices == other.vertices
        return same_labels and self._inner.same(other._inner)

    def __hash__(self) -> int:
        return hash(self._inner.content_hash())

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        labels = self._labels.all
        data = _core.write(self._inner, "rotorb", "move-then-turn", _NO_LIMITS)
        as_names = not self._labels.are_numbers and all(isinstance(label, str) for label in labels)
        kept = None if as_names and list(labels) == self._inner.names() else labels
        return _unpickled, (type(self), data, kept)

    def __repr__(self) -> str:
        core = self._inner
        sizes = amount(core.vertex_count, "vertex", "vertices"), amount(core.arc_count, "arc"), amount(core.sink_count, "sink")
        return f"<RotorGraph: {', '.join(sizes)}, {self.class_name}>"

    def __str__(self) -> str:
        def arcs(number: int) -> str:
            if self._inner.is_sink(number):
                value = self._inner.value(number)
                return f"(sink = {value})" if value else "(sink)"
            heads = [plain(self._labels.all[head]) for head in self._inner.heads(number)]
            rotor = self._inner.rotor(number)
            heads[rotor] = "*" + heads[rotor]
            owner = self._inner.owner(number)
            return " ".join(heads if owner == "rotor" else [f"({owner})", *heads])

        rows = ((plain(label), arcs(number)) for number, label in enumerate(self._labels.all))
        return table(("vertex", "arcs"), rows, len(self))


def _heads(name: str, given: Iterable[L]) -> list[L]:
    """The heads of a vertex, which stand in an order."""
    refuse_set(name, given, "labels")
    return list(several(name, given))


def _unpickled(cls: type[RotorGraph], data: bytes, labels: tuple[L, ...] | range | None) -> RotorGraph[L]:
    core, _ = _core.read(data, None, "rotorb", None, (False, False, False), None, core_limits({"memory": 2**63}))
    return cls._of(core, Labels(tuple(core.names()) if labels is None else labels))
