"""Collections that say whether the judge has checked them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from ._tables import shown

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Class = TypeVar("_Class", bound=type)


def says_unchecked(cls: _Class) -> _Class:
    """Lets the `repr` of an answer say that the judge did not check it."""
    plain: Any = cls.__repr__

    def __repr__(self: Any) -> str:
        words: str = plain(self)
        if self.unchecked_because is None:
            return words
        return f"{words[:-1]}, unchecked{words[-1]}" if words[-1] in ")>" else f"{words} (unchecked)"

    cls.__repr__ = __repr__  # type: ignore[assignment]
    return cls


@says_unchecked
class CheckedDict(dict[_Key, _Value]):
    """An answer that is a dictionary, and says whether the judge has checked it.

    >>> from arrival import RotorGraph
    >>> chips = RotorGraph.from_text("a: b s\\nb: a s\\nsink s").identity()
    >>> chips, chips.unchecked_because is None
    ({'a': 1, 'b': 1}, True)
    """

    __slots__ = ("unchecked_because",)

    def __repr__(self) -> str:
        return shown(self)

    def __init__(self, items: Mapping[_Key, _Value] | Iterable[tuple[_Key, _Value]] = (), unchecked_because: str | None = None) -> None:
        super().__init__(items)
        #: Why the judge did not check it; None if it did.
        self.unchecked_because = unchecked_because


@says_unchecked
class CheckedList(list[_Value]):
    """An answer that is a list, and says whether the judge has checked it.

    >>> from arrival import RotorGraph
    >>> forests = RotorGraph.from_text("a: b s\\nb: a s\\nsink s").listing("forests")
    >>> len(forests), forests.unchecked_because is None
    (3, True)
    """

    __slots__ = ("unchecked_because",)

    def __repr__(self) -> str:
        return shown(self)

    def __init__(self, items: Iterable[_Value] = (), unchecked_because: str | None = None) -> None:
        super().__init__(items)
        #: Why the judge did not check it; None if it did.
        self.unchecked_because = unchecked_because
