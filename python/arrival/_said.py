"""What the library says of vertices, with their labels where it has names."""

from __future__ import annotations

import re
from collections.abc import Callable

from ._errors import FlawedGraph

#: The library writes names between backquotes.
_QUOTED = re.compile("`[^`]*`")


def with_labels(error: Exception, label_of: Callable[[str], str | None]) -> Exception:
    """The error with the `repr` of a label for every name, in backquotes, that `label_of` knows."""

    def said(words: str) -> str:
        return _QUOTED.sub(lambda name: label_of(name[0]) or name[0], words)

    if isinstance(error, FlawedGraph):
        words, flaws, more = error.args
        return FlawedGraph(said(words), [(said(place), rule, said(message), said(remedy)) for place, rule, message, remedy in flaws], more)
    error.args = (said(str(error)), *error.args[1:])
    return error
