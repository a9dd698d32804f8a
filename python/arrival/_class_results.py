"""Results about the classes of rotors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic

from ._checked import says_unchecked
from ._frames import Framed, count_columns
from ._labels import L
from ._proofs import Certificate, Savable
from ._tables import fields_repr

if TYPE_CHECKING:
    import pyarrow


@dataclass(frozen=True, slots=True)
class ClassArc(Generic[L]):
    """An arc, and what it adds to the class of the rotors if a rotor is on it.

    >>> from arrival import RotorGraph
    >>> RotorGraph.from_text("u: s t\\nsink s\\nsink t").rotor_class(explain=True).explanation.arcs[1]
    ClassArc(tail='u', arc=1, head='t', value=(1,), has_rotor=False)
    """

    #: Where it begins.
    tail: L
    #: Its position among the arcs of its tail.
    arc: int
    #: Where it leads.
    head: L
    #: Its value, in the coordinates of the group: the sum, over the arcs before it, of the element of the tail minus that of the head.
    value: tuple[int, ...]
    #: Whether the rotor of its tail is on it.
    has_rotor: bool


@dataclass(frozen=True, slots=True)
class PathInvariant(Generic[L]):
    """The invariant of rotors on a path, which no judge checks. See `ClassExplanation`.

    >>> from arrival import RotorGraph
    >>> path = RotorGraph.from_text("sink a\\n1: a 2\\n2: 1 *b\\nsink b")
    >>> path.rotor_class(explain=True).explanation.path
    PathInvariant(modulus=3, harmonic={'1': 1, '2': 2}, value=1, decides=True)
    """

    #: The number of spanning forests.
    modulus: int
    #: For each vertex, the number of those in which it leads to the last sink of the path.
    harmonic: dict[L, int] = field(hash=False)
    #: The value of the rotors, modulo `modulus`.
    value: int
    #: Whether two configurations with the same value are always in the same class.
    decides: bool


@dataclass(frozen=True, slots=True)
class ClassExplanation(Generic[L]):
    """How the class of the rotors is made up: the values of the arcs that the rotors are on add up to it.

    >>> from arrival import RotorGraph
    >>> RotorGraph.from_text("a: b s\\nb: a s\\nsink s").rotor_class(explain=True).explanation.vertices
    {'a': (1,), 'b': (2,)}
    """

    #: The element of the group that one chip on each vertex is; sinks are 0.
    vertices: dict[L, tuple[int, ...]] = field(hash=False)
    #: All arcs, in order.
    arcs: tuple[ClassArc[L], ...]
    #: If the graph is a path, another invariant of its rotors.
    path: PathInvariant[L] | None = None


@says_unchecked
@dataclass(frozen=True, slots=True, repr=False)
class RotorClass(Savable, Framed, Generic[L]):
    """The class of a rotor configuration, as an element of the sandpile group in the coordinates of its generators.

    Its table has the columns `factor`, `order`, null if the factor is infinite, and `element`, and `long_order` and `long_element` for
    the decimal digits of numbers beyond 64 bits: a row for each cyclic factor by its number.

    >>> from arrival import RotorGraph
    >>> RotorGraph.from_text("a: b c s\\nb: a c s\\nc: a b s\\nsink s").rotor_class()
    RotorClass(element=(0, 0), factors=(4, 4))
    """

    #: The element: one number for each factor.
    element: tuple[int, ...]
    #: The orders of the cyclic factors; 0 for an infinite one.
    factors: tuple[int, ...]
    #: The element of the other rotors; None if none were given.
    other_element: tuple[int, ...] | None = field(default=None, repr=False)
    #: Particles that lead from the class of the rotors to that of the others when they are routed, antiparticles if negative; empty if
    #: both are the same. None if no others were given.
    leads_to_other: dict[L, int] | None = field(default=None, repr=False, hash=False)
    #: The values of vertices and arcs, if `explain=True` asked for them.
    explanation: ClassExplanation[L] | None = field(default=None, repr=False)
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = field(default=None, repr=False)
    #: The certificate, if it was asked for.
    certificate: Certificate | None = field(default=None, repr=False, compare=False)

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        return {
            "factor": pyarrow.array(range(len(self.factors)), pyarrow.int64()),
            **count_columns("order", [order or None for order in self.factors]),
            **count_columns("element", self.element, signed=True),
        }

    def __repr__(self) -> str:
        return fields_repr(self)
