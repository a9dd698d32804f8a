"""What every part of a rotor graph is built on: the inner graph and its labels."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._arguments import integer as integer_of
from ._arguments import mapping, several
from ._door import Reply, ask
from ._errors import OutOfBudget, PlayersIgnored, Unchecked
from ._labels import L, Labels
from ._limits import Limits, core_limits
from ._relabel import relabel
from ._tables import decimal, integer

#: How many names are searched for before a table of all names is made.
_MOST_SEARCHES = 32

_Arguments = ParamSpec("_Arguments")
_Found = TypeVar("_Found")


class Arrays(NamedTuple):
    """The arrays of a graph, all read-only: its arcs as compressed sparse rows, and the rotor, owner and value of each vertex.

    >>> import arrival
    >>> arrays = arrival.RotorGraph.from_text("u: v s\\nv: u^2 *s\\nsink s").arrays()
    >>> arrays.row_starts, arrays.heads, arrays.rotors
    (array([0, 2, 5, 5], dtype=uint32), array([1, 2, 0, 0, 2], dtype=uint32), array([0, 2, 0], dtype=uint32))
    """

    #: Vertex u has the arcs `row_starts[u]` … `row_starts[u + 1] - 1`, in rotor order.
    row_starts: NDArray[np.uint32]
    #: Where each arc leads.
    heads: NDArray[np.uint32]
    #: The position of the rotor of each vertex among its arcs, counted from 0; 0 for a sink.
    rotors: NDArray[np.uint32]
    #: Which vertices are sinks: those without arcs.
    sinks: NDArray[np.bool_]
    #: 0 for a rotor or a sink, 1 for Max, 2 for Min.
    owners: NDArray[np.uint8]
    #: The value of each sink; 0 for other vertices.
    values: NDArray[np.int64]


class Base(Generic[L]):
    """An inner graph with labels, neither of which changes."""

    __slots__ = ("_arrays", "_inner", "_labels", "_named", "_searches", "_structure")
    _inner: _core.Graph
    _labels: Labels[L]
    _named: dict[str, L] | None
    _searches: int
    _arrays: Arrays | None
    _structure: tuple[str, list[list[int]]] | None

    def _set(self, core: _core.Graph, labels: Labels[L]) -> None:
        self._keep("_inner", core)
        self._keep("_labels", labels)
        self._keep("_searches", 0)
        for name in ("_arrays", "_named", "_structure"):
            self._keep(name, None)

    @classmethod
    def _of(cls, core: _core.Graph, labels: Labels[L]) -> Self:
        graph = cls.__new__(cls)
        graph._set(core, labels)
        return graph

    def _keep(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a rotor graph does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a rotor graph does not change: {name} cannot be deleted")

    def arrays(self) -> Arrays:
        """The graph as read-only arrays, which are made only once.

        >>> from arrival import RotorGraph
        >>> RotorGraph({"u": ["u", "s"]}, sinks=["s"]).arrays().sinks
        array([False,  True])
        """
        arrays = self._arrays
        if arrays is None:
            row_starts, heads, rotors, owners, values = _core.arrays(self._inner)
            sinks = row_starts[:-1] == row_starts[1:]
            arrays = Arrays(row_starts, heads, rotors, sinks, owners, values)
            for array in arrays:
                array.setflags(write=False)
            self._keep("_arrays", arrays)
        return arrays

    def _start(self, start: L | None) -> int:
        if start is not None:
            return self._labels.index(start)
        if self._inner.start is None:
            raise ValueError("the graph names no start; give one")
        return self._inner.start

    def _some(self, numbers: Iterable[int]) -> tuple[L, ...]:
        return tuple(self._labels.all[number] for number in numbers)

    def _many(self, lists: Iterable[Iterable[int]]) -> tuple[tuple[L, ...], ...]:
        return tuple(self._some(numbers) for numbers in lists)

    def _departures(self, found: list[tuple[int, int]] | None) -> dict[L, int] | None:
        """How often vertices are left, by their labels."""
        return None if found is None else {self._labels.all[number]: count for number, count in found}

    # Questions.

    def _call(
        self, function: Callable[Concatenate[_core.Graph, _Arguments], _Found], *arguments: _Arguments.args, **named: _Arguments.kwargs
    ) -> _Found:
        """Calls `function` on the inner graph; its errors name vertices by their labels."""
        try:
            return function(self._inner, *arguments, **named)
        except (ValueError, OutOfBudget) as error:
            relabel(error, self._labels_of_quoted)
            raise

    def _labels_of_quoted(self, names: set[str]) -> dict[str, L]:
        """The labels of names as messages quote them; a name that is cut may be that of several vertices, and is left out."""
        numbers = {name: self._inner.find_quoted(name) for name in names}
        return {name: self._labels.all[number] for name, number in numbers.items() if number is not None}

    def _ask(self, question: str, options: Mapping[str, object], limits: Limits) -> Reply:
        given = core_limits(limits)
        return self._call(lambda graph: ask(question, options, graph, given))

    def _name(self, label: L) -> str:
        """The name by which the library knows a vertex."""
        return self._inner.name(self._labels.index(label))

    def _label(self, name: str) -> L:
        """The vertex that the library calls `name`."""
        named = self._named
        if named is None:
            # A table of all names takes as long as some forty searches, and most answers name a few vertices.
            if self._searches < _MOST_SEARCHES:
                self._keep("_searches", self._searches + 1)
                number = self._inner.find(name)
                if number is None:
                    raise KeyError(name)
                return self._labels.all[number]
            named = dict(zip(self._inner.names(), self._labels.all, strict=True))
            self._keep("_named", named)
        return named[name]

    def _counts(self, name: str, given: Mapping[L, int]) -> dict[str, str]:
        """The argument `name`, numbers on some of the vertices, as the library reads them."""
        counts = mapping(name, given).items()
        return {self._name(label): decimal(integer_of(f"the number on {label!r}", count)) for label, count in counts}

    def _chips(self, named: Mapping[str, str]) -> dict[L, int]:
        """Numbers on vertices as the library writes them."""
        return {self._label(name): integer(count) for name, count in named.items()}

    def _sinks(self, sinks: Iterable[L]) -> list[str] | None:
        """The argument `sinks`, vertices that one question takes as sinks as well."""
        return [self._name(label) for label in several("sinks", sinks)] or None

    def _by_label(self, named: Mapping[str, Any]) -> dict[L, Any]:
        return {self._label(name): value for name, value in named.items()}

    def _note_players(self) -> None:
        """Warns that players are taken as rotors."""
        if self._inner.player_count:
            words = "the graph has players, and their recorded switches are taken as rotors; call without_players() first if that is intended"
            warnings.warn(words, PlayersIgnored, stacklevel=3)

    def _note_unchecked(self, because: str | None) -> None:
        """Warns that an answer which cannot say so itself was not checked."""
        if because is not None:
            warnings.warn(f"unchecked: {because}", Unchecked, stacklevel=3)
