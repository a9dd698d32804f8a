"""Error messages with labels in place of the names that the library has for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ._errors import FlawedGraph, OutOfBudget

#: The library writes a name between backquotes; one that is part of the name has a backslash before it.
_QUOTED = re.compile(r"`(?:[^`\\\n]|\\.)*`")


def _shown(label: object) -> str:
    """The `repr` of a label, cut if it is long."""
    words = repr(label)
    return words if len(words) <= 80 else f"{words[:60]}…{words[-10:]}"


def relabel(error: ValueError | OutOfBudget, labels_of: Callable[[set[str]], Mapping[str, object]]) -> None:
    """Puts the `repr` of labels into the message of an error.

    `labels_of` is given the names as they are quoted in the message, and returns the labels of those that it knows for certain.
    Errors of other classes are not the library's: a progress function may have raised them.
    """
    if type(error) not in (ValueError, FlawedGraph, OutOfBudget) or not isinstance(words := error.args[0] if error.args else None, str):
        return
    quoted = set(_QUOTED.findall(words))
    labels = labels_of(quoted) if quoted else {}
    if not labels:
        return

    def relabelled(text: str) -> str:
        return _QUOTED.sub(lambda name: _shown(labels[name[0]]) if name[0] in labels else name[0], text)

    if isinstance(error, FlawedGraph):
        _, flaws, more = error.args
        places = [(relabelled(place), rule, relabelled(message), relabelled(remedy)) for place, rule, message, remedy in flaws]
        FlawedGraph.__init__(error, relabelled(words), places, more)
    else:
        error.args = (relabelled(words), *error.args[1:])
