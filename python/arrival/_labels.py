"""Labels outside, names and numbers inside."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from numbers import Integral

from ._errors import NoSuchVertex

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


class Labels:
    """The labels of all vertices, by number, and back."""

    __slots__ = ("_index", "all")

    def __init__(self, labels: Sequence[Label]) -> None:
        self.all = labels
        self._index: dict[Label, int] | None = None

    @property
    def are_numbers(self) -> bool:
        """Whether they are 0, 1, …."""
        return isinstance(self.all, range)

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
        return self._index.get(label)


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
