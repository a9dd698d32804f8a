"""Results: what a graph answers, as nouns that print themselves."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._labels import Label, Labels, plain
from ._pictures import Drawn, Picture
from ._tables import table

if TYPE_CHECKING:
    from ._graph import RotorGraph

#: What a player decides at a vertex: the position of an arc, the positions of all arcs in order, or "bounce".
Choice = int | list[int] | str


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
        return table(("from", "exit"), rows, len(self))


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
    #: The graph with its rotors as they stand when all particles have halted.
    after: RotorGraph = field(repr=False)
    #: The solver that found it.
    solver: str = field(default="", repr=False)
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    #: The certificate, if it was asked for.
    certificate: Certificate | None = field(default=None, repr=False, compare=False)

    def __getitem__(self, sink: Label) -> int:
        return self.sinks[sink]

    def _repr_svg_(self) -> str:
        return self.after._repr_svg_()

    def __str__(self) -> str:
        rows = [(plain(sink), decimal(count)) for sink, count in self.sinks.items()]
        rows += [(f"trap {{{listed(trap)}}}", decimal(count)) for trap, count in self.traps.items()]
        lines = table(("end", "particles"), rows, len(rows))
        if self.steps is None:
            return lines
        return f"{lines}\n{decimal(self.steps)} step{'' if self.steps == 1 else 's'} in all"


@dataclass(frozen=True, slots=True)
class Play(Drawn):
    """What a game is worth from one start, strategies that secure it, and how their play ends.

    >>> import arrival
    >>> game = arrival.RotorGraph.from_text("u: v s\\nmax v: u t\\nsink s = 1\\nsink t = 2")
    >>> game.play("u")
    Play(start='u', value=2, exit='t', max={'v': 1}, min={})
    >>> print(game.play("u"))
    u is worth 2: the particle exits at t
    max: v -> t
    checked: pairs of the games "at least 2" and "more than 2"
    """

    #: Where the particle starts.
    start: Label
    #: The value; None if there is no pure equilibrium, as on some graphs that are not tree-like.
    value: int | None
    #: The sink in which the play of both strategies ends; None if it never exits.
    exit: Label | None
    #: What Max decides at each of its vertices.
    max: dict[Label, Choice]
    #: What Min decides at each of its vertices.
    min: dict[Label, Choice]
    #: The most that Max can be sure of.
    max_min: int = field(default=0, repr=False)
    #: The least that Min can hold Max to.
    min_max: int = field(default=0, repr=False)
    #: The steps of the play, when the strategies were given and not searched for.
    steps: int | None = field(default=None, repr=False)
    #: The solver that found it.
    solver: str = field(default="", repr=False)
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    words: str = field(default="", repr=False, compare=False)
    _picture: Callable[[], Picture] | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return self.words.rstrip()


class Values(Mapping[Label, int | None], Drawn):
    """What a game is worth from every start; None where there is no pure equilibrium.

    >>> import arrival
    >>> values = arrival.RotorGraph.from_text("u: v s\\nmax v: u t\\nsink s = 1\\nsink t = 2").values()
    >>> dict(values)
    {'u': 2, 'v': 2, 's': 1, 't': 2}
    >>> print(values)
    from  value
    u     2
    v     2
    s     1
    t     2
    """

    __slots__ = ("_labels", "_picture", "max_min", "min_max", "unchecked_because")

    def __init__(
        self,
        labels: Labels,
        max_min: NDArray[np.int64],
        min_max: NDArray[np.int64],
        unchecked_because: str | None,
        picture: Callable[[], Picture] | None = None,
    ) -> None:
        self._labels = labels
        self._picture = picture
        #: By number of a vertex: the most that Max can be sure of.
        self.max_min = max_min
        #: By number of a vertex: the least that Min can hold Max to.
        self.min_max = min_max
        #: Why the judge did not check it; None if it did.
        self.unchecked_because = unchecked_because

    def __getitem__(self, vertex: Label) -> int | None:
        return self._value(self._labels.index(vertex))

    def _value(self, number: int) -> int | None:
        low, high = int(self.max_min[number]), int(self.min_max[number])
        return low if low == high else None

    def __iter__(self) -> Iterator[Label]:
        return iter(self._labels.all)

    def __len__(self) -> int:
        return len(self._labels.all)

    def __repr__(self) -> str:
        return f"<Values of {len(self)} vertices>"

    def __str__(self) -> str:
        def value(number: int) -> str:
            found = self._value(number)
            return f"{self.max_min[number]} to {self.min_max[number]}" if found is None else str(found)

        rows = ((plain(label), value(number)) for number, label in enumerate(self._labels.all))
        return table(("from", "value"), rows, len(self))


class Certificate(Mapping[str, Any]):
    """A claim with the numbers that prove it, as the JSON that everybody can check.

    >>> import arrival
    >>> graph = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t")
    >>> certificate = graph.certificate("u")
    >>> certificate["kind"], certificate["departures"]
    ('walk', {'u': '2', 'v': '1'})
    >>> arrival.verify(graph, certificate)
    Verification(valid=True)
    """

    __slots__ = ("_object", "text")

    def __init__(self, text: str) -> None:
        #: The JSON itself.
        self.text = text
        self._object: dict[str, Any] | None = None

    def _loaded(self) -> dict[str, Any]:
        loaded = self._object
        if loaded is None:
            loaded = self._object = json.loads(self.text)
        return loaded

    def __getitem__(self, key: str) -> Any:
        return self._loaded()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded())

    def __len__(self) -> int:
        return len(self._loaded())

    def __str__(self) -> str:
        return self.text.rstrip()

    def __repr__(self) -> str:
        return f"<Certificate of kind {self['kind']}>"


@dataclass(frozen=True, slots=True)
class Verification:
    """What the judge says of a certificate: valid, or the equation it breaks.

    >>> import arrival, json
    >>> graph = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t")
    >>> forged = json.dumps(dict(graph.certificate("u")) | {"departures": {"u": "3", "v": "1"}})
    >>> print(arrival.verify(graph, forged))
    refuted: at u, inflow + [v = from] = outflow does not hold: 2 against 3
    """

    #: Whether it is proved.
    valid: bool
    #: The vertex at which an equation is broken, if it is broken at one.
    vertex: Label | None = field(default=None, repr=False)
    #: The broken equation, and its two sides.
    equation: str | None = field(default=None, repr=False)
    left: str | None = field(default=None, repr=False)
    right: str | None = field(default=None, repr=False)
    words: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return self.valid

    def __str__(self) -> str:
        return "valid" if self.valid else f"refuted: {self.words}"


def listed(labels: tuple[Label, ...], most: int = 5) -> str:
    """Some labels, and dots if there are more."""
    return ", ".join(plain(label) for label in labels[:most]) + (", …" if len(labels) > most else "")


def decimal(number: int) -> str:
    """A number in decimal digits, however long; Python itself refuses beyond a few thousand."""
    if number.bit_length() < 12_000:
        return str(number)
    half = number.bit_length() * 30103 // 200000
    high, low = divmod(number, 10**half)
    return decimal(high) + decimal(low).zfill(half)


for _public in (
    Answer, ExitPattern, ReturnFlows, DestinationForest, Routing, Play, Values, Certificate, Verification,
):
    _public.__module__ = "arrival"
