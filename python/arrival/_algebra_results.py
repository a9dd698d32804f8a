"""Results of the algebra, and of walks that never end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Generic

from ._checked import CheckedDict, CheckedList, says_unchecked
from ._frames import Framed, among, count_columns, ends, label_column
from ._labels import L, Labels, plain
from ._proofs import Certificate, Savable
from ._tables import brief, checked, fields_repr, listed, shown, table

if TYPE_CHECKING:
    import pyarrow
    from typing_extensions import TypeVar

    #: The type of probabilities: exact fractions, or floats.
    P = TypeVar("P", bound=Fraction | float, default=Fraction | float)
else:
    # Before Python 3.13 a type variable has no default.
    from typing import TypeVar

    P = TypeVar("P", bound=Fraction | float)


@says_unchecked
@dataclass(frozen=True, slots=True, repr=False)
class SandpileGroup(Savable, Framed, Generic[L]):
    """The sandpile group, as a product of cyclic groups.

    Its table has the columns `factor` (its number), `vertex`, `chips` and `long_chips` (the decimal digits of numbers beyond 64
    bits): the chips of each generator, vertices without any left out.

    >>> from arrival import RotorGraph
    >>> RotorGraph.from_text("a: b c s\\nb: a c s\\nc: a b s\\nsink s").sandpile_group().order
    16
    """

    #: The number of elements; `math.inf` if the graph has a trap.
    order: int | float
    #: The orders of the cyclic factors, each dividing the next; 0 for the infinite factor of a trap.
    factors: tuple[int, ...]
    #: For each factor, chips that generate it.
    generators: tuple[dict[L, int], ...] = field(default=(), repr=False, hash=False)
    #: The order of one chip on each vertex that is not a sink, `math.inf` in a trap; None if `orders=True` did not ask for it.
    orders: dict[L, int | float] | None = field(default=None, repr=False, hash=False)
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    #: The certificate, if it was asked for.
    certificate: Certificate | None = field(default=None, repr=False, compare=False)
    _labels: Labels[L] | None = field(default=None, repr=False, compare=False)

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        chips = [(factor, *entry) for factor, generator in enumerate(self.generators) for entry in generator.items()]
        return {
            "factor": pyarrow.array([factor for factor, _, _ in chips], pyarrow.int64()),
            "vertex": label_column([vertex for _, vertex, _ in chips], among(self._labels)),
            **count_columns("chips", [count for _, _, count in chips], signed=True),
        }

    def __repr__(self) -> str:
        return fields_repr(self)


@says_unchecked
@dataclass(frozen=True, slots=True, repr=False)
class Stabilisation(Savable, Framed, Generic[L]):
    """The chips that are left once no vertex can fire any more.

    Its table has the columns `vertex`, `trap`, `chips` and `firings`, and `long_chips` and `long_firings` for the decimal digits of
    numbers beyond 64 bits: a row for each vertex, then one for each sink, then one for each trap of `traps` by its number.

    >>> from arrival import RotorGraph
    >>> RotorGraph.from_text("a: b c s\\nb: a c s\\nc: a b s\\nsink s").stabilise({"a": 10}).sinks
    {'s': 6}
    """

    #: The chips that are left on each vertex that is not a sink.
    chips: dict[L, int]
    #: The chips that fell into each sink.
    sinks: dict[L, int]
    #: The vertices of each trap, with the chips that fell into it.
    traps: dict[tuple[L, ...], int]
    #: How often each vertex fires.
    firings: dict[L, int] = field(repr=False)
    #: Whether the stable chips are recurrent.
    recurrent: bool
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    #: The certificate, if it was asked for.
    certificate: Certificate | None = field(default=None, repr=False, compare=False)
    _labels: Labels[L] | None = field(default=None, repr=False, compare=False)

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        vertices, rest = [*self.chips, *self.sinks], len(self.sinks) + len(self.traps)
        counts = [*self.chips.values(), *self.sinks.values(), *self.traps.values()]
        return {
            "vertex": label_column([*vertices, *[None] * len(self.traps)], among(self._labels, vertices)),
            "trap": pyarrow.array([*[None] * len(vertices), *range(len(self.traps))], pyarrow.int64()),
            **count_columns("chips", counts, signed=True),
            **count_columns("firings", [*(self.firings[vertex] for vertex in self.chips), *[None] * rest]),
        }

    def __hash__(self) -> int:
        return hash((frozenset(self.chips.items()), frozenset(self.sinks.items())))

    def __repr__(self) -> str:
        return fields_repr(self)


class Chips(CheckedDict[L, int], Savable, Framed):
    """Chips on the vertices of a graph: a dictionary from vertices to numbers.

    Its table has the columns `vertex`, `chips` and `long_chips` (the decimal digits of numbers beyond 64 bits).

    >>> from arrival import RotorGraph
    >>> chips = RotorGraph.from_text("a: b s\\nb: a s\\nsink s").identity()
    >>> chips, chips.to_arrow().column_names
    ({'a': 1, 'b': 1}, ['vertex', 'chips', 'long_chips'])
    """

    __slots__ = ("_labels", "certificate")

    def __init__(
        self,
        chips: Mapping[L, int] | Iterable[tuple[L, int]] = (),
        unchecked_because: str | None = None,
        certificate: Certificate | None = None,
        labels: Labels[L] | None = None,
    ) -> None:
        super().__init__(chips, unchecked_because)
        #: The certificate, if it was asked for.
        self.certificate = certificate
        self._labels = labels

    def _columns(self) -> dict[str, pyarrow.Array]:
        return {"vertex": label_column([*self], among(self._labels)), **count_columns("chips", [*self.values()], signed=True)}


class Listing(CheckedList[dict[L, int]], Framed):
    """Chips or rotors that were listed: for each member, a number for every vertex.

    Its table has the columns `member` (its place in the list), `vertex`, and `number`: how many chips are on the vertex, or the
    position of its rotor. `pandas.DataFrame(listing)` has a row for each member and a column for each vertex instead.

    >>> from arrival import RotorGraph
    >>> RotorGraph.from_text("a: b s\\nb: a s\\nsink s").listing("recurrent").to_pandas()
       member vertex  number
    0       0      a       1
    1       0      b       1
    2       1      a       1
    3       1      b       0
    4       2      a       0
    5       2      b       1
    """

    __slots__ = ("_labels", "complete")

    def __init__(
        self,
        members: Iterable[dict[L, int]] = (),
        unchecked_because: str | None = None,
        complete: bool = True,
        labels: Labels[L] | None = None,
    ) -> None:
        super().__init__(members, unchecked_because)
        self._labels = labels
        #: Whether there are no others; false if `limit` cut the list.
        self.complete = complete

    def __repr__(self) -> str:
        return super().__repr__() + ("" if self.complete else f" (the first {len(self)}; limit=None lists all)")

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        rows = [(place, *entry) for place, member in enumerate(self) for entry in member.items()]
        # A pile that is listed is stable, so that its numbers are below the degrees.
        return {
            "member": pyarrow.array([place for place, _, _ in rows], pyarrow.int64()),
            "vertex": label_column([vertex for _, vertex, _ in rows], among(self._labels)),
            "number": pyarrow.array([number for _, _, number in rows], pyarrow.int64()),
        }


@says_unchecked
@dataclass(frozen=True, slots=True, repr=False)
class HarmonicMeasure(Mapping[L, P], Savable, Framed):
    """The exit probabilities of the random walk from one vertex: a mapping from sinks to probabilities.

    Its table has the columns `sink`, `trap` and `probability`, a float: a row for each sink, then one for each trap of `traps`
    by its number.

    >>> from arrival import RotorGraph
    >>> print(RotorGraph.from_text("sink a\\n1: a 2\\n2: 1 b\\nsink b").harmonic_measure("1"))
    end  probability
    a    2/3
    b    1/3
    """

    #: Where the walk starts.
    start: L
    #: The probability of each sink.
    sinks: dict[L, P]
    #: The vertices of each trap, with the probability of falling into it.
    traps: dict[tuple[L, ...], P]
    #: Why the judge did not check it, which it never does with floats; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    #: The certificate, if it was asked for.
    certificate: Certificate | None = field(default=None, repr=False, compare=False)
    _labels: Labels[L] | None = field(default=None, repr=False, compare=False)

    def __getitem__(self, sink: L) -> P:
        return self.sinks[sink]

    def __iter__(self) -> Iterator[L]:
        return iter(self.sinks)

    def __len__(self) -> int:
        return len(self.sinks)

    def __hash__(self) -> int:
        return hash((self.start, frozenset(self.sinks.items()), frozenset(self.traps.items())))

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        shares = [float(share) for share in (*self.sinks.values(), *self.traps.values())]
        return {**ends(self.sinks, self.traps, self._labels), "probability": pyarrow.array(shares, pyarrow.float64())}

    def __repr__(self) -> str:
        return fields_repr(self)

    def __str__(self) -> str:
        rows = [(plain(sink), _share(share)) for sink, share in self.sinks.items()]
        rows += [(f"trap {{{listed(trap)}}}", _share(share)) for trap, share in self.traps.items()]
        return checked(table(("end", "probability"), rows, len(rows)), self.unchecked_because)


@says_unchecked
@dataclass(frozen=True, slots=True)
class Tour(Savable, Framed, Generic[L]):
    """What happens to a walk that only a sink can stop: it reaches one, or it goes round in a trap for ever.

    Its table has the columns `vertex`, `departures` and `long_departures` (the decimal digits of numbers beyond 64 bits): how often
    each vertex of the trap is left in one period.

    >>> from arrival import RotorGraph
    >>> RotorGraph.from_text("u: a s\\na: b\\nb: a\\nsink s").tour("u")
    Tour(start='u', trap=('a', 'b'), enters_after=1, period=2)
    """

    #: Where the particle starts.
    start: L
    #: The sink it reaches; None if it goes round in a trap.
    exit: L | None
    #: The number of steps to that sink; None if there is none.
    steps: int | None
    #: The vertices of the trap; None if it reaches a sink, as are then `enters_after`, `period` and `cover`.
    trap: tuple[L, ...] | None
    #: The number of steps after which the walk starts to repeat itself.
    enters_after: int | None
    #: The number of steps until the particle and all rotors are again where they were.
    period: int | None
    #: How often each vertex of the trap is left in one period; empty if it reaches a sink.
    departures: dict[L, int] = field(hash=False)
    #: After how many steps every vertex of the trap has been visited; None if that is not known.
    cover: int | None
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    #: The certificate, if it was asked for.
    certificate: Certificate | None = field(default=None, repr=False, compare=False)
    _labels: Labels[L] | None = field(default=None, repr=False, compare=False)

    def _columns(self) -> dict[str, pyarrow.Array]:
        vertices = label_column([*self.departures], among(self._labels, [self.start]))
        return {"vertex": vertices, **count_columns("departures", [*self.departures.values()])}

    def __repr__(self) -> str:
        if self.trap is None:
            return f"Tour(start={self.start!r}, exit={self.exit!r}, steps={brief(self.steps)})"
        times = f"enters_after={brief(self.enters_after)}, period={brief(self.period)}"
        return f"Tour(start={self.start!r}, trap={self.trap!r}, {times})"


@dataclass(frozen=True, slots=True)
class Survey(Generic[L]):
    """What kind of graph this is.

    >>> import arrival
    >>> arrival.generate.tree(n=9).check().class_name
    'simple-tree-like'
    """

    #: The class of the graph: see `RotorGraph.class_name`.
    class_name: str
    #: Whether every particle reaches a sink.
    stopping: bool
    #: The vertices of each trap.
    traps: tuple[tuple[L, ...], ...]
    #: What may be a mistake in the graph.
    warnings: tuple[str, ...]


def _share(share: Fraction | float) -> str:
    """A probability in a table: of a fraction with very many digits its value."""
    words = shown(share)
    return str(share) if words.startswith("Fraction(") else words
