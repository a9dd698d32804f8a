"""Results about particles: where one of them ends, or many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

from ._checked import says_unchecked
from ._frames import Framed, among, count_columns, ends, label_column
from ._labels import L, Labels, plain
from ._pictures import Drawer, Drawn, note_of, with_note
from ._proofs import Certificate, Savable
from ._tables import amount, brief, checked, decimal, fields_repr, listed, table

if TYPE_CHECKING:
    import pyarrow

    from ._graph import RotorGraph


@says_unchecked
@dataclass(frozen=True, slots=True)
class Answer(Drawn, Savable, Framed, Generic[L]):
    """Where one particle ends.

    If it reaches a sink, `exit` is that sink, and `steps` is the number of steps to it. If it does not, `exit` is None,
    `trap` has the vertices that it never leaves, and `steps` is the number of steps until it enters them.

    Its table has one row, with the columns `start`, `exit` (null if trapped), `steps`, `long_steps` (the decimal digits of numbers
    beyond 64 bits) and `value`.

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
    start: L
    #: The sink it reaches; None if it is trapped.
    exit: L | None
    #: The number of steps until it is on a sink or in a trap; None if it is not known.
    steps: int | None = None
    #: The vertices of the trap it enters; None if it reaches a sink.
    trap: tuple[L, ...] | None = None
    #: What its end is worth: the value of the sink, or `endless_value` if it is trapped.
    value: int | None = field(default=None, repr=False)
    #: How often the particle leaves each vertex that it leaves before its end; None if that is not known.
    departures: dict[L, int] | None = field(default=None, repr=False, compare=False)
    #: The solver that found it.
    solver: str = field(default="", repr=False)
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    #: The certificate, if it was asked for.
    certificate: Certificate | None = field(default=None, repr=False, compare=False)
    #: The answer in words, as `print` shows it.
    words: str = field(default="", repr=False, compare=False)
    _picture: Drawer | None = field(default=None, repr=False, compare=False)
    _labels: Labels[L] | None = field(default=None, repr=False, compare=False)

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        known = among(self._labels, [self.start, *([] if self.exit is None else [self.exit])])
        return {
            "start": label_column([self.start], known),
            "exit": label_column([self.exit], known),
            **count_columns("steps", [self.steps]),
            "value": pyarrow.array([self.value], pyarrow.int64()),
        }

    def __str__(self) -> str:
        return self.words.rstrip()

    def __repr__(self) -> str:
        trap = "" if self.trap is None else f", trap={self.trap!r}"
        return f"Answer(start={self.start!r}, exit={self.exit!r}, steps={brief(self.steps)}{trap})"


@says_unchecked
@dataclass(frozen=True, slots=True, repr=False)
class Routing(Mapping[L, int], Savable, Framed):
    """Where many particles end: a mapping from sinks to numbers of particles.

    Its table has the columns `sink`, `trap`, `particles` (64 bits) and `long_particles` (the decimal digits of longer numbers): a
    row for each sink, then one for each trap of `traps` by its number.

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

    #: The number of particles that end on each sink, minus the number of antiparticles.
    sinks: dict[L, int]
    #: The vertices of each trap, with the number of particles that end in it.
    traps: dict[tuple[L, ...], int]
    #: The number of steps that all particles make together; None with antiparticles.
    steps: int | None
    #: How often particles leave each vertex that they leave; None with antiparticles, and if only the ends are known.
    departures: dict[L, int] | None = field(repr=False, compare=False)
    #: The graph with its rotors as they stand when all particles have halted; None if only their ends are known.
    after: RotorGraph[L] | None = field(repr=False)
    #: The solver that found it.
    solver: str = field(default="", repr=False)
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    #: The certificate, if it was asked for.
    certificate: Certificate | None = field(default=None, repr=False, compare=False)
    _labels: Labels[L] | None = field(default=None, repr=False, compare=False)

    def __getitem__(self, sink: L) -> int:
        return self.sinks[sink]

    def __iter__(self) -> Iterator[L]:
        return iter(self.sinks)

    def __len__(self) -> int:
        return len(self.sinks)

    def __hash__(self) -> int:
        return hash((frozenset(self.sinks.items()), frozenset(self.traps.items())))

    def _columns(self) -> dict[str, pyarrow.Array]:
        counts = [*self.sinks.values(), *self.traps.values()]
        # Signed, because of antiparticles.
        return {**ends(self.sinks, self.traps, self._labels), **count_columns("particles", counts, signed=True)}

    def __repr__(self) -> str:
        return fields_repr(self)

    def _repr_svg_(self) -> str | None:
        drawn = None if self.after is None else self.after._repr_svg_()
        return None if drawn is None else with_note(drawn, note_of(self.unchecked_because))

    def __str__(self) -> str:
        rows = [(plain(sink), decimal(count)) for sink, count in self.sinks.items()]
        rows += [(f"trap {{{listed(trap)}}}", decimal(count)) for trap, count in self.traps.items()]
        lines = table(("end", "particles"), rows, len(rows))
        if self.steps is not None:
            lines += f"\n{amount(self.steps, 'step')} in all"
        return checked(lines, self.unchecked_because)
