"""What notebooks show of a graph: the player where there are widgets, elsewhere a picture, or words if it is large."""

from __future__ import annotations

import sys
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._drawing import Drawings

#: The page lists and edits graphs up to this size; larger ones are shown as a picture.
_MOST_PLAYED = 5000


#: A notebook keeps what it shows: a picture of this many vertices and lines takes about 0.7 MB and a second.
_MOST_SIGNS = 2000


def is_drawn(graph: Drawings) -> bool:
    """Whether a notebook draws the graph without being asked to."""
    signs = graph._inner.sign_count
    return signs is not None and signs <= _MOST_SIGNS


def in_words(graph: Drawings, question: str) -> str:
    """What is shown of a graph that is not drawn, as HTML."""
    core = graph._inner
    sizes = f"{core.vertex_count:,} vertices and {core.arc_count:,} arcs"
    if core.sign_count is None:
        return f"<p>{sizes} are too many to be drawn: <code>graph.draw(format='dot')</code> leaves them to Graphviz.</p>"
    return f"<p>{sizes}: <code>{escape(question)}</code> draws them all, <code>graph.player()</code> is a board to walk on.</p>"


def plays(graph: Drawings) -> bool:
    """Whether the graph is shown in a player."""
    return graph._inner.vertex_count <= _MOST_PLAYED and find_spec("anywidget") is not None


def widget_view(graph: Drawings) -> tuple[dict[str, Any], dict[str, Any]]:
    """The player as a kernel of Jupyter sends it, with its metadata; nothing in a terminal, which has no widgets."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if getattr(shell, "kernel", None) is None or not plays(graph):
        return {}, {}
    data, metadata = graph.player()._repr_mimebundle_() or ({}, {})
    return {kind: view for kind, view in data.items() if kind != "text/plain"}, metadata
