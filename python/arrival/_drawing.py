"""How a rotor graph is drawn, and played with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack, cast

from . import _core
from ._arguments import between, endless, one_of, text
from ._base import Base
from ._commands import answers
from ._extras import extra
from ._labels import L
from ._limits import Limits, core_limits, whole
from ._notebook import in_words, is_drawn, plays, widget_view
from ._pictures import Drawer, Picture
from ._typing import PictureFormat, Show, StrategySet

if TYPE_CHECKING:
    from ._graph import RotorGraph
    from .widget import Player
else:
    # Where annotations are looked up, widgets may not be installed.
    Player = Any

_NO_LIMITS = core_limits({})


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
        geometry: str | None = None,
        frame: int | None = None,
        cycles: bool = False,
        particles: Mapping[L, int] | None = None,
        strategies: StrategySet = "start",
        endless_value: int = 0,
        **limits: Unpack[Limits],
    ) -> Picture:
        """A picture of the graph, and of what `show` names on it.

        A graph or an answer in the last line of a notebook cell draws itself, up to 2,000 vertices and lines.

        Parameters
        ----------
        *show
            What to draw on the graph, each an argument of its own: "flows", the return flows of a tree-like graph; "forest", the
            destination forest; "exits"; "visits", how often each arc is used by the particle from `start`; "strategies" or
            "values" of a game.
        format
            "svg", "png", "pdf", "tikz" or "tex" (a whole document), "dot" for Graphviz, "html" (a page that plays the walk),
            or "json" (everything that is drawn, with its place).
        start
            The vertex that the particle is put on; by default the start that the graph names.
        width
            How wide the picture may be, in pixels of the SVG.
        scale
            How many pixels of a PNG are as wide as one of the SVG, from 0.01 to 20.
        geometry
            "chain", or "grid:WxH" for vertices that stand in rows of W; by default what suits the graph.
        frame
            The number, from 1, of a frame of the algorithm at work, in place of `show`: see `frames`.
        cycles
            Whether the frame is one of the cycle pushes, as `frames(cycles=True)` lists them; only with `frame`.
        particles
            The numbers of particles or chips to write on some of the vertices.
        strategies, endless_value
            See `play`.
        **limits
            See `Limits`.

        Returns
        -------
        Picture
            The picture, which a notebook shows.

        Examples
        --------
        >>> import arrival
        >>> graph = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t\\nstart u")
        >>> graph.draw("flows", "exits", format="dot").text.startswith("digraph")
        True
        """
        for given in show:
            if not isinstance(given, str):
                raise TypeError(f"draw takes each name as an argument of its own, as in draw('flows', 'exits'), not {given!r}")
            one_of("each argument of draw", given, Show)
        if frame is not None and show:
            raise ValueError("a frame of an algorithm has its own marks and numbers; leave out frame, or what else is to be shown")
        if cycles and frame is None:
            raise ValueError("cycles=True needs frame, the number of a frame")
        one_of("format", format, PictureFormat)
        one_of("strategies", strategies, StrategySet)
        if format != "dot" and self._inner.sign_count is None:
            sizes = f"{self._inner.vertex_count} vertices and {self._inner.arc_count} arcs"
            raise ValueError(f"{sizes} are too many to be drawn one by one; leave them to Graphviz with format='dot'")
        needs_start = "visits" in show or (frame is not None and not cycles) or ("strategies" in show and self._inner.player_count)
        if needs_start and start is None:
            self._start(start)
        if not {"exits", "flows", "forest", "visits"}.isdisjoint(show):
            self._note_players()
        options = {
            "to": format,
            "show": list(show),
            "from": None if start is None else self._name(start),
            "width": None if width is None else whole("width", width, least=1),
            "geometry": text("geometry", geometry),
            "frame": None if frame is None else whole("frame", frame, least=1),
            "cycles": bool(cycles),
            "particles": self._counts("particles", {} if particles is None else particles),
            "scale": between("scale", scale, 0.01, 20),
            "strategies": strategies,
            "endless-value": endless(endless_value),
        }
        reply = self._ask("draw", options, limits)
        # An SVG shows a line that says so; what has no room for it is warned of.
        if format != "svg":
            self._note_unchecked(reply.unchecked_because)
        return Picture(format, reply.data, reply.remark, reply.unchecked_because)

    def _drawer(self, start: int | None = None, **known: Any) -> Drawer:
        """What draws the graph with a result on it when it is displayed: nothing is solved again (F49)."""
        return _ResultDrawer(self, {"start": start, **known})

    def player(self, *, height: int = 420) -> Player:
        """The graph as a widget in a notebook, to walk on and to change; it needs `arrival[widget]`.

        Where that is installed, a graph in the last line of a cell is shown this way.

        Parameters
        ----------
        height
            The height of the frame in pixels.

        Returns
        -------
        Player
            The widget.

        Examples
        --------
        >>> from arrival import generate
        >>> player = generate.path(n=3).player()
        >>> player.rotors = {0: 1}
        >>> player.graph.rotor(0)
        1
        """
        with extra("widget"):
            from .widget import Player
        return Player(cast("RotorGraph", self), height=height)

    def _repr_svg_(self) -> str | None:
        return self.draw().text if is_drawn(self) else None

    def _repr_html_(self) -> str | None:
        return None if is_drawn(self) else in_words(self, "graph.draw()")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> tuple[dict[str, Any], dict[str, Any]]:
        # The picture is asked for as well, by `_repr_svg_`, and shown where there are no widgets.
        return widget_view(self)

    def _display_(self) -> object:
        # What marimo shows.
        if plays(self):
            return self.player()
        return self.draw() if is_drawn(self) else Picture("html", in_words(self, "graph.draw()").encode(), None)


#: What `draw` is asked for to show what a result knows.
_SHOWS = {"exits": "exits", "forest": "forest", "flows": "flows", "departures": "visits", "picks": "strategies", "values": "values"}


@dataclass(frozen=True, slots=True)
class _ResultDrawer:
    """Draws a graph with what a result knows about it."""

    graph: Drawings[Any]
    known: Mapping[str, Any]

    def __call__(self) -> Picture | None:
        found = _core.draw(self.graph._inner, self.known, _NO_LIMITS) if is_drawn(self.graph) else None
        return None if found is None else Picture("svg", found.encode(), None)

    def in_words(self) -> str | None:
        if is_drawn(self.graph):
            return None
        start = self.known["start"]
        given = [repr(show) for known, show in _SHOWS.items() if known in self.known]
        given += [] if start is None else [f"start={self.graph._labels.all[start]!r}"]
        return in_words(self.graph, f"graph.draw({', '.join(given)})")
