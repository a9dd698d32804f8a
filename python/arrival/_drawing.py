"""How a rotor graph is drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from . import _core
from ._base import Base
from ._labels import Label
from ._pictures import Picture


class Drawings(Base):
    """Pictures of a graph."""

    __slots__ = ()

    def draw(
        self,
        *show: str,
        format: str = "svg",
        start: Label | None = None,
        strategies: str = "start",
        endless_value: int = 0,
        timeout: float | None = None,
        max_operations: int | None = None,
    ) -> Picture:
        """A picture with what is to be shown: "flows", "forest", "exits", "visits", "strategies" or "values".

        It is an SVG, or an HTML page that plays the walk, or TikZ, or a Graphviz graph. A graph in the last line of a
        notebook's cell draws itself, and so do its answers.

        >>> import arrival
        >>> graph = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t\\nstart u")
        >>> graph.draw("flows", "exits", format="dot").text.startswith("digraph")
        True
        """
        number = None if start is None else self._labels.index(start)
        limits = (timeout, max_operations, None)
        text, notice = _core.draw(self._inner, format, show, number, strategies, endless_value, limits)
        return Picture(format, text, notice)

    def _drawer(self, show: str, start: Label | None = None, **options: str | int) -> Callable[[], Picture]:
        """What draws the graph with a result on it, when it is asked to."""
        return partial(_drawn, self, show, start, tuple(options.items()))

    def _repr_svg_(self) -> str:
        return self.draw().text


def _drawn(graph: Drawings, show: str, start: Label | None, options: tuple[tuple[str, str | int], ...]) -> Picture:
    return graph.draw(show, start=start, **dict(options))  # type: ignore[arg-type]
