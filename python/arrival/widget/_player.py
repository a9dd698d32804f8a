"""The player: a widget that shows a graph on the page and follows what is done there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from .._graph import RotorGraph
from .._labels import Label, Labels
from ._page import document

if TYPE_CHECKING:
    GraphTrait = traitlets.Instance[RotorGraph]
    RotorsTrait = traitlets.Dict[Any, int]
else:
    # Only type checkers know that traits are generic.
    GraphTrait, RotorsTrait = traitlets.Instance, traitlets.Dict


class Player(anywidget.AnyWidget):
    """A graph to walk on in a notebook: in JupyterLab, VS Code or marimo, light or dark as the notebook is.

    What you do in the widget changes `graph` and `rotors`, and what you assign to them is shown in the widget. Watch for
    changes as with any widget: `player.observe(function, "graph")`.

    Parameters
    ----------
    graph
        The graph to begin with.
    height
        The height of the frame in pixels.

    Examples
    --------
    >>> from arrival import RotorGraph
    >>> player = RotorGraph({"u": ["v", "s"], "v": ["u", "t"]}, sinks=["s", "t"], start="u").player()
    >>> player.rotors
    {'u': 0, 'v': 0}
    >>> player.rotors = {"u": 1}
    >>> player.graph.solve().exit
    's'
    """

    _esm = Path(__file__).with_name("player.js")
    _page = traitlets.Unicode().tag(sync=True)
    _text = traitlets.Unicode().tag(sync=True)
    _step = traitlets.Unicode("0").tag(sync=True)

    #: The height of the frame in pixels.
    height = traitlets.Int(420).tag(sync=True)
    #: The graph that is shown, with its rotors as they are now; its start is where the particle is.
    graph: GraphTrait = traitlets.Instance(RotorGraph)
    #: The position of the rotor of every vertex that has one; a dictionary of some of them changes only those.
    rotors: RotorsTrait = traitlets.Dict()

    def __init__(self, graph: RotorGraph, *, height: int = 420) -> None:
        super().__init__(graph=graph, height=height, _page=document())

    @property
    def steps(self) -> int:
        """The number of steps that the walk has made since a graph or rotors were put on the board."""
        return int(self._step)

    @traitlets.observe("graph")
    def _graph_changed(self, change: Mapping[str, Any]) -> None:
        graph: RotorGraph = change["new"]
        self.rotors = _rotors(graph)
        # What came from the page is there already, perhaps written otherwise.
        if not self._text or _read(self._text, graph) != graph:
            self._step, self._text = "0", graph.to_text()

    @traitlets.observe("_text")
    def _text_changed(self, change: Mapping[str, Any]) -> None:
        self.graph = _read(change["new"], self.graph)

    @traitlets.validate("rotors")
    def _rotors_given(self, proposal: Mapping[str, Any]) -> dict[Label, int]:
        # Checked before anything changes; what is left out stays as it is.
        return _rotors(self.graph.with_rotors(proposal["value"]))

    @traitlets.observe("rotors")
    def _rotors_changed(self, change: Mapping[str, Any]) -> None:
        self.graph = self.graph.with_rotors(change["new"])


def _rotors(graph: RotorGraph) -> dict[Label, int]:
    arrays = graph.arrays()
    rows = zip(graph.vertices, arrays.rotors.tolist(), arrays.sinks.tolist(), strict=True)
    return {label: rotor for label, rotor, is_sink in rows if not is_sink}


def _read(text: str, before: RotorGraph) -> RotorGraph:
    """The graph of a text, with the labels that its names had before; new vertices are labelled by their names."""
    read = RotorGraph.from_text(text)
    known = dict(zip(before._inner.names(), before.vertices, strict=True))
    labels = tuple(known.get(str(name), name) for name in read.vertices)
    if len(set(labels)) < len(labels):
        return read
    return RotorGraph._of(read._inner, Labels(labels))
