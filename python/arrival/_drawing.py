"""How a rotor graph is drawn, and played with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack, cast

from ._base import Base
from ._commands import answers
from ._labels import L
from ._limits import Limits
from ._notebook import plays, widget_view
from ._pictures import Picture
from ._typing import PictureFormat, Show, StrategySet

if TYPE_CHECKING:
    from ._graph import RotorGraph
    from .widget import Player


class Drawings(Base[L]):
    """Pictures of a graph."""

    __slots__ = ()

    @answers("draw")
    def draw(
        self,
        *show: Show,
        format: PictureFormat = "svg",
        start: L | None = None,
        width: int | None = None,
        scale: float = 2.0,
        strategies: StrategySet = "start",
        endless_value: int = 0,
        **limits: Unpack[Limits],
    ) -> Picture:
        """A picture with what is to be shown: "flows", "forest", "exits", "visits", "strategies" or "values".

        A graph in the last line of a notebook's cell draws itself, and so do its answers.

        Parameters
        ----------
        *show
            What is drawn on the graph.
        format
            "svg", "png", "pdf", "tikz" or "tex" (a whole document), "dot" for Graphviz, "html" (a page that plays the walk),
            or "json" (everything with its place).
        start
            Where the particle starts; by default where the graph says.
        width
            How wide the picture may be.
        scale
            The number of pixels of a PNG that are as wide as one of the SVG.
        strategies, endless_value
            See `play`.
        **limits
            See `Limits`.

        Examples
        --------
        >>> import arrival
        >>> graph = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t\\nstart u")
        >>> graph.draw("flows", "exits", format="dot").text.startswith("digraph")
        True
        """
        options = {
            "to": format,
            "show": list(show),
            "from": None if start is None else self._name(start),
            "width": width,
            "scale": scale,
            "strategies": strategies,
            "endless-value": endless_value,
        }
        reply = self._ask("draw", options, limits)
        return Picture(format, reply.data, reply.remark)

    def _drawer(
        self, show: Show, start: L | None = None, *, limits: Limits | None = None, **options: Any
    ) -> Callable[[], Picture]:
        """What draws the graph with a result on it when it is displayed, within the limits of the question (F49)."""
        kept = {name: limit for name, limit in (limits or {}).items() if name != "progress"}
        return partial(_drawn, self, show, start, tuple((options | kept).items()))

    def player(self, *, height: int = 420) -> Player:
        """The graph in a frame of the notebook, to walk on and to change; it needs `arrival[widget]`.

        Where that is installed, a graph in the last line of a cell shows itself so.

        Parameters
        ----------
        height
            The height of the frame in pixels.

        Examples
        --------
        >>> from arrival import generate
        >>> player = generate.path(n=3).player()
        >>> player.rotors = {0: 1}
        >>> player.graph.rotor(0)
        1
        """
        try:
            from .widget import Player
        except ModuleNotFoundError as error:
            raise ImportError(f"the player needs {error.name}; install arrival[widget]") from error
        return Player(cast("RotorGraph", self), height=height)

    def _repr_svg_(self) -> str:
        return self.draw().text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> tuple[dict[str, Any], dict[str, Any]]:
        # The picture is asked for as well, by `_repr_svg_`, and shown where there are no widgets.
        return widget_view(self)

    def _display_(self) -> object:
        # What marimo shows.
        return self.player() if plays(self) else self.draw()


def _drawn(graph: Drawings, show: Show, start: L | None, options: tuple[tuple[str, Any], ...]) -> Picture:
    return graph.draw(show, start=start, **dict(options))
