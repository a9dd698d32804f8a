"""What notebooks show of a graph: the player where there are widgets, a picture elsewhere."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._drawing import Drawings

#: The page lists and edits graphs up to this size; larger ones are shown as a picture.
_MOST_PLAYED = 5000


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
