"""Results: what a graph answers, as nouns that print themselves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ._labels import Label, Labels, plain
from ._pictures import Drawn, Picture
from ._proofs import Certificate
from ._tables import decimal, listed, table

if TYPE_CHECKING:
    from ._graph import RotorGraph


@dataclass(frozen=True, slots=True)
class Answer(Drawn):
    """Where one particle ends.

    >>> import arrival
    >>> answer = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t").solve("u")
    >>> answer.exit, answer.steps
    ('s', 3)
    >>> answer
    Answer(start='u', exit='s', steps=3)
    >>> print(answer)
    u exits at s after 3 steps
    checked: switching flow, departures u 2, v 1
    """

    #: Where the particle starts.
    start: Label
    #: The sink it reaches; None if it is trapped.
    exit: Label | None
    #: How many steps it makes until it halts, on a sink or in a trap.
    steps: int | None
    #: The vertices of the trap it enters, if it never exits.
    trap: tuple[Label, ...] | None = None
    #: The solver that found it.
    solver: str = field(default="", repr=False)
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    words: str = field(default="", repr=False, compare=False)
    _picture: Callable[[], Picture] | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return self.words.rstrip()

    def __repr__(self) -> str:
        trap = "" if self.trap is None else f", trap={self.trap!r}"
        return f"Answer(start={self.start!r}, exit={self.exit!r}, steps={self.steps!r}{trap})"


class ExitPattern(Mapping[Label, Label | None], Drawn):
    """Where a particle ends, for every vertex it may be put on; None where it is trapped.

    >>> import arrival
    >>> pattern = arrival.RotorGraph.from_text("u: a s\\na: b\\nb: a\\nsink s").exit_pattern()
    >>> dict(pattern)
    {'u': None, 'a': None, 'b': None, 's': 's'}
    >>> pattern.trap_of("u")
    ('a', 'b')
    >>> print(pattern)
    from  exit
    u     (trapped in a, b)
    a     (trapped in a, b)
    b     (trapped in a, b)
    s     s
    """

    __slots__ = ("_labels", "_picture", "codes", "solver", "traps", "unchecked_because")

    def __init__(
        self,
        labels: Labels,
        codes: NDArray[np.int64],
        traps: tuple[tuple[Label, ...], ...],
        solver: str,
        unchecked_because: str | None,
        picture: Callable[[], Picture] | None = None,
    ) -> None:
        self._labels = labels
        self._picture = picture
        #: By number of a vertex: the number of its exit, or −1 − the number of its trap.
        self.codes = codes
        #: The vertices of each trap.
        self.traps = traps
        #: The solver that found it.
        self.solver = solver
        #: Why the judge did not check it; None if it did.
        self.unchecked_because = unchecked_because

    def __getitem__(self, vertex: Label) -> Label | None:
        return self._exit(int(self.codes[self._labels.index(vertex)]))

    def _exit(self, code: int) -> Label | None:
        return self._labels.all[code] if code >= 0 else None

    def __iter__(self) -> Iterator[Label]:
        return iter(self._labels.all)

    def __len__(self) -> int:
        return len(self._labels.all)

    def trap_of(self, vertex: Label) -> tuple[Label, ...] | None:
        """The vertices of the trap that a particle on `vertex` falls into, if it does.

        >>> import arrival
        >>> arrival.RotorGraph.from_text("u: a s\\na: a\\nsink s").exit_pattern().trap_of("u")
        ('a',)
        """
        code = int(self.codes[self._labels.index(vertex)])
        return None if code >= 0 else self.traps[-1 - code]

    def counts(self) -> dict[Label | None, int]:
        """How many vertices have each exit; under None, how many are trapped.

        >>> import arrival
        >>> arrival.RotorGraph.from_text("u: a s\\na: a\\nsink s").exit_pattern().counts()
        {None: 2, 's': 1}
        """
        exits, counts = np.unique(np.maximum(self.codes, -1), return_counts=True)
        return {self._exit(int(exit)): int(count) for exit, count in zip(exits, counts, strict=True)}

    def __repr__(self) -> str:
        return f"<ExitPattern of {len(self)} vertices>"

    def __str__(self) -> str:
        def end(code: int) -> str:
            return plain(self._exit(code)) if code >= 0 else f"(trapped in {listed(self.traps[-1 - code])})"

        rows = ((plain(label), end(int(code))) for label, code in zip(self._labels.all, self.codes, strict=True))
        return _checked(table(("from", "exit"), rows, len(self)), self.unchecked_because)


class ReturnFlows(Mapping[tuple[Label, Label], int | float], Drawn):
    """The return flow r(u, v) of every arc (u, v) of Ĝ: an exact integer, or `math.inf`.

    >>> import arrival
    >>> flows = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t").return_flows()
    >>> flows["u", "v"], flows["v", "u"]
    (3, 2)
    >>> print(flows)
    from  to  flow
    u     v   3
    u     s   1
    v     u   2
    v     t   1
    """

    __slots__ = ("_flows", "_picture")

    def __init__(
        self, flows: dict[tuple[Label, Label], int | float], picture: Callable[[], Picture] | None = None
    ) -> None:
        self._flows = flows
        self._picture = picture

    def __getitem__(self, arc: tuple[Label, Label]) -> int | float:
        return self._flows[arc]

    def __iter__(self) -> Iterator[tuple[Label, Label]]:
        return iter(self._flows)

    def __len__(self) -> int:
        return len(self._flows)

    def __repr__(self) -> str:
        return f"<ReturnFlows of {len(self)} arcs>"

    def __str__(self) -> str:
        rows = (
            (plain(u), plain(v), "inf" if flow == math.inf else decimal(int(flow)))
            for (u, v), flow in self._flows.items()
        )
        return table(("from", "to", "flow"), rows, len(self))


class DestinationForest(Mapping[Label, Label | None], Drawn):
    """The head of the arc by which a particle leaves each vertex for the last time; None in traps.

    >>> import arrival
    >>> forest = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t").destination_forest()
    >>> dict(forest), forest.position("v")
    ({'u': 's', 'v': 'u'}, 1)
    >>> print(forest)
    vertex  leaves for  arc
    u       s           1
    v       u           1
    """

    __slots__ = ("_departures", "_picture")

    def __init__(
        self,
        departures: dict[Label, tuple[Label, int] | None],
        picture: Callable[[], Picture] | None = None,
    ) -> None:
        self._departures = departures
        self._picture = picture

    def __getitem__(self, vertex: Label) -> Label | None:
        departure = self._departures[vertex]
        return None if departure is None else departure[0]

    def position(self, vertex: Label) -> int | None:
        """The position of that arc in the rotor order of `vertex`.

        >>> import arrival
        >>> arrival.RotorGraph.from_text("u: v s\\nv: u\\nsink s").destination_forest().position("u")
        1
        """
        departure = self._departures[vertex]
        return None if departure is None else departure[1]

    def __iter__(self) -> Iterator[Label]:
        return iter(self._departures)

    def __len__(self) -> int:
        return len(self._departures)

    def __repr__(self) -> str:
        return f"<DestinationForest of {len(self)} vertices>"

    def __str__(self) -> str:
        rows = (
            (plain(u), "(trap)", "-") if departure is None else (plain(u), plain(departure[0]), departure[1])
            for u, departure in self._departures.items()
        )
        return table(("vertex", "leaves for", "arc"), rows, len(self))


@dataclass(frozen=True, slots=True)
class Routing:
    """Where many particles end.

    >>> import arrival
    >>> path = arrival.RotorGraph.from_text("sink s0\\nu1: s0 u2\\nu2: u1 s1\\nsink s1")
    >>> routing = path.route({"u1": 9, "u2": 10**30})
    >>> routing["s1"]
    666666666666666666666666666669
    >>> print(path.route({"u1": 9, "u2": 30}))
    end  particles
    s0   16
    s1   23
    78 steps in all
    """

    #: How many particles end on each sink.
    sinks: dict[Label, int]
    #: The vertices of each trap, with how many particles end in it.
    traps: dict[tuple[Label, ...], int]
    #: How many steps all of them make together.
    steps: int | None
    #: The graph with its rotors as they stand when all particles have halted; None if only their ends are known.
    after: RotorGraph | None = field(repr=False)
    #: The solver that found it.
    solver: str = field(default="", repr=False)
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    #: The certificate, if it was asked for.
    certificate: Certificate | None = field(default=None, repr=False, compare=False)

    def __getitem__(self, sink: Label) -> int:
        return self.sinks[sink]

    def _repr_svg_(self) -> str | None:
        return None if self.after is None else self.after._repr_svg_()

    def __str__(self) -> str:
        rows = [(plain(sink), decimal(count)) for sink, count in self.sinks.items()]
        rows += [(f"trap {{{listed(trap)}}}", decimal(count)) for trap, count in self.traps.items()]
        lines = table(("end", "particles"), rows, len(rows))
        if self.steps is not None:
            lines += f"\n{decimal(self.steps)} step{'' if self.steps == 1 else 's'} in all"
        return _checked(lines, self.unchecked_because)


def _checked(lines: str, unchecked_because: str | None) -> str:
    """The lines of an answer, with one more if the judge has not checked it."""
    return lines if unchecked_because is None else f"{lines}\nunchecked: {unchecked_because}"


for _public in (Answer, ExitPattern, ReturnFlows, DestinationForest, Routing):
    _public.__module__ = "arrival"
