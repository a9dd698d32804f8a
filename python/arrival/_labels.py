"""Labels outside, names and numbers inside."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, Generic, cast

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._errors import NoSuchVertex

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    #: The type of the labels of a graph; a graph that does not say so has labels of any kind.
    L = TypeVar("L", bound=Hashable, default=Any)
else:
    # Before Python 3.13 a type variable has no default.
    from typing import TypeVar

    L = TypeVar("L", bound=Hashable)

Label = Hashable


class Namer:
    """Gives every label a name of its own: strings and integers as they are written, all else by `repr`.

    Two labels that would have the same name, such as 1 and "1", are told apart by primes.
    """

    def __init__(self) -> None:
        self._names: dict[Label, str] = {}
        self._taken: set[str] = set()

    def name(self, label: Label) -> str:
        """The name of `label`, always the same."""
        known = self._names.get(label)
        if known is not None:
            return known
        name = plain(label)
        while name in self._taken:
            name += "'"
        self._names[label] = name
        self._taken.add(name)
        return name

    def labels_of_quoted(self, names: set[str]) -> dict[str, Label]:
        """The labels of names as messages quote them; a name that is cut may be that of several labels, and is left out."""
        found: dict[str, list[Label]] = {}
        for label, name in self._names.items():
            if (quoted := _core.quoted(name)) in names:
                found.setdefault(quoted, []).append(label)
        return {quoted: labels[0] for quoted, labels in found.items() if len(labels) == 1}

    def names(self, labels: Iterable[Label]) -> list[str]:
        """The names of many labels."""
        known = self._names
        return [known.get(label) or self.name(label) for label in labels]


def plain(label: Label) -> str:
    """A text for a label, not empty and all of it UTF-8."""
    if type(label) is int:
        return str(label)
    if isinstance(label, str):
        text: str = label
    elif isinstance(label, Integral) and not isinstance(label, bool):
        text = str(int(label))
    else:
        text = repr(label)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = ascii(label)
    # The empty string is named by its quotes, and what has an empty `repr` by its type.
    return text or repr(label) or f"<{type(label).__name__}>"


class Labels(Generic[L]):
    """The labels of all vertices, by number, and back."""

    __slots__ = ("_array", "_index", "all")

    def __init__(self, labels: Sequence[L]) -> None:
        self.all = labels
        self._index: dict[Label, int] | None = None
        self._array: NDArray[np.object_] | None = None

    @property
    def are_numbers(self) -> bool:
        """Whether they are 0, 1, …."""
        return isinstance(self.all, range)

    def at(self, numbers: NDArray[np.integer[Any]]) -> list[L]:
        """The labels of many numbers, gathered by numpy, which waits least for memory."""
        if self.are_numbers:
            return cast("list[L]", numbers.tolist())
        if self._array is None:
            self._array = np.fromiter(self.all, object, len(self.all))
        return cast("list[L]", self._array[numbers].tolist())

    def at_or_none(self, numbers: NDArray[np.int64]) -> list[L | None]:
        """The same, with None for every number below 0."""
        missing = np.flatnonzero(numbers < 0)
        labels: list[L | None] = [*self.at(np.maximum(numbers, 0) if len(missing) else numbers)]
        for place in missing.tolist():
            labels[place] = None
        return labels

    def index(self, label: Label) -> int:
        """The number of `label`, or `NoSuchVertex`."""
        found = self.find(label)
        if found is None:
            raise no_such_vertex(label, self.all)
        return found

    def find(self, label: Label) -> int | None:
        """The number of `label`, if there is one."""
        if self.are_numbers:
            is_number = isinstance(label, Integral) and not isinstance(label, bool)
            known = is_number and 0 <= int(label) < len(self.all)  # type: ignore[call-overload]
            return int(label) if known else None  # type: ignore[call-overload]
        if self._index is None:
            self._index = {label: number for number, label in enumerate(self.all)}
        try:
            return self._index.get(label)
        except TypeError:
            raise TypeError(f"the label of a vertex must be hashable, not {label!r}") from None


def no_such_vertex(label: Label, labels: Sequence[Label]) -> NoSuchVertex:
    """What is said of a vertex that is not there: some that are, or the one that looks like it."""
    twin = next((known for known in labels if plain(known) == plain(label)), None) if hashes(label) else None
    some = ", ".join(repr(known) for known in labels[:5])
    if twin is not None:
        known = f"did you mean {twin!r}?"
    else:
        known = f"it has {some}{', …' if len(labels) > 5 else ''}" if some else "it has none"
    return NoSuchVertex(f"the graph has no vertex {label!r}; {known}")


def hashes(label: object) -> bool:
    """Whether it can be a label at all."""
    try:
        hash(label)
    except TypeError:
        return False
    return True
