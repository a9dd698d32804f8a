"""Exit patterns: where a particle ends, for every vertex it may be put on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._checked import says_unchecked
from ._core import Lookup
from ._frames import Framed, label_column
from ._labels import L, Labels, plain
from ._pictures import Drawer, Drawn
from ._proofs import Certificate, Savable
from ._tables import amount, checked, listed, table

if TYPE_CHECKING:
    import pyarrow

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Lazy(Lookup, Mapping[_Key, _Value]):
    """A mapping over arrays, made into a dictionary only when all of it is wanted."""

    __slots__ = ()
    _made: dict[_Key, _Value] | None

    if TYPE_CHECKING:
        # At run time that of `Lookup`, which asks `_find` until the dictionary is made.
        def __getitem__(self, key: _Key) -> _Value: ...  # type: ignore[override]

    @abstractmethod
    def _find(self, key: Any) -> _Value:
        """One entry, from the arrays."""

    @abstractmethod
    def _make(self) -> dict[_Key, _Value]:
        """The whole dictionary."""

    def _all(self) -> dict[_Key, _Value]:
        made = self._made
        if made is None:
            made = self._made = self._make()
        return made

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._all())

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        slots = (name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ()))
        return None, {name: getattr(self, name) for name in slots}

    def keys(self) -> KeysView[_Key]:
        """The keys, as those of a dictionary.

        >>> import arrival
        >>> len(arrival.generate.path(n=3).exit_pattern().keys())
        5
        """
        return self._all().keys()

    def values(self) -> ValuesView[_Value]:
        """The values, as those of a dictionary.

        >>> import arrival
        >>> len(arrival.generate.path(n=3).exit_pattern().values())
        5
        """
        return self._all().values()

    def items(self) -> ItemsView[_Key, _Value]:
        """The items, as those of a dictionary.

        >>> import arrival
        >>> len(arrival.generate.path(n=3).exit_pattern().items())
        5
        """
        return self._all().items()


class _Keys(KeysView[_Key]):
    """Keys in their order, which the mapping iterates over without a generator in between."""

    __slots__ = ()
    if TYPE_CHECKING:
        _mapping: Mapping[_Key, Any]

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._mapping)


class ByVertex(Lazy[L, L | None]):
    """A mapping from vertices to vertices, both kept as numbers: `dict` of it asks for one key after the other, which takes no
    search."""

    __slots__ = ()
    _labels: Labels[L]

    @abstractmethod
    def _numbers(self) -> tuple[NDArray[np.uint32] | None, NDArray[np.int64]]:
        """The numbers of the keys, if they are not all, and those of the values."""

    def _make(self) -> dict[L, L | None]:
        return dict(self)

    def __iter__(self) -> Iterator[L]:
        labels = self._labels
        keys, values = self._numbers()
        if not self._is_laid_out:
            self._lay_out(None if labels.are_numbers else tuple(labels.all), keys, values)
        return iter(labels.all if keys is None else labels.at(keys))

    def keys(self) -> KeysView[L]:
        """The vertices, in order.

        >>> import arrival
        >>> list(arrival.generate.path(n=3).exit_pattern().keys())
        [0, 1, 2, 'A', 'B']
        """
        return _Keys(self)


@says_unchecked
class ExitPattern(ByVertex[L], Drawn, Savable, Framed):
    """Where a particle ends, for every vertex it may be put on: a mapping from vertices to sinks, and to None where the
    particle is trapped.

    Its table has the columns `vertex`, `exit` and `trap`, the number of the trap in `traps`.

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

    __slots__ = ("_labels", "_picture", "certificate", "codes", "solver", "traps", "unchecked_because")

    def __init__(
        self,
        labels: Labels[L],
        codes: NDArray[np.int64],
        traps: tuple[tuple[L, ...], ...],
        solver: str,
        unchecked_because: str | None,
        picture: Drawer | None = None,
        certificate: Certificate | None = None,
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
        #: The certificate, if it was asked for.
        self.certificate = certificate

    def _find(self, vertex: L) -> L | None:
        return self._exit(int(self.codes[self._labels.index(vertex)]))

    def _exit(self, code: int) -> L | None:
        return self._labels.all[code] if code >= 0 else None

    def _exits(self) -> list[L | None]:
        return self._labels.at_or_none(self.codes)

    def _numbers(self) -> tuple[None, NDArray[np.int64]]:
        return None, self.codes

    def __len__(self) -> int:
        return len(self._labels.all)

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        trapped = self.codes < 0
        return {
            "vertex": label_column(self._labels.all),
            "exit": label_column(self._exits(), self._labels.all),
            "trap": pyarrow.array(-1 - self.codes, mask=~trapped),
        }

    def trap_of(self, vertex: L) -> tuple[L, ...] | None:
        """The vertices of the trap that a particle put on `vertex` falls into; None if it reaches a sink.

        Parameters
        ----------
        vertex
            A vertex.

        Returns
        -------
        tuple or None
            The vertices of the trap; None if the particle reaches a sink.

        Examples
        --------
        >>> import arrival
        >>> arrival.RotorGraph.from_text("u: a s\\na: a\\nsink s").exit_pattern().trap_of("u")
        ('a',)
        """
        code = int(self.codes[self._labels.index(vertex)])
        return None if code >= 0 else self.traps[-1 - code]

    def counts(self) -> dict[L | None, int]:
        """How many vertices have each exit; under None, how many are trapped.

        >>> import arrival
        >>> arrival.RotorGraph.from_text("u: a s\\na: a\\nsink s").exit_pattern().counts()
        {None: 2, 's': 1}
        """
        exits, counts = np.unique(np.maximum(self.codes, -1), return_counts=True)
        return {self._exit(int(exit)): int(count) for exit, count in zip(exits, counts, strict=True)}

    def __repr__(self) -> str:
        return f"<ExitPattern of {amount(len(self), 'vertex', 'vertices')}>"

    def __str__(self) -> str:
        def end(code: int) -> str:
            return plain(self._exit(code)) if code >= 0 else f"(trapped in {listed(self.traps[-1 - code])})"

        rows = ((plain(label), end(int(code))) for label, code in zip(self._labels.all, self.codes, strict=True))
        return checked(table(("from", "exit"), rows, len(self)), self.unchecked_because)
