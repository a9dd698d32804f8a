"""Pictures, as notebooks show them."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path


class Picture:
    """A picture of a graph: shows itself in a notebook, and is saved as it is.

    >>> import arrival
    >>> picture = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t").draw("forest")
    >>> picture
    <Picture: svg>
    >>> picture.text.startswith("<svg")
    True
    """

    __slots__ = ("format", "notice", "text")

    def __init__(self, format: str, text: str, notice: str | None) -> None:
        #: "svg", "html", "tikz" or "dot".
        self.format = format
        #: The picture itself.
        self.text = text
        #: What the reader should know about it, such as that the graph is too large to be drawn one by one.
        self.notice = notice

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it to a file.

        >>> import arrival, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "path.svg")
        ...     arrival.generate.path(n=3).draw().save(file)
        ...     file.read_text()[:4]
        '<svg'
        """
        Path(path).write_text(self.text, encoding="utf-8")

    def _repr_svg_(self) -> str | None:
        return self.text if self.format == "svg" else None

    def _repr_html_(self) -> str | None:
        return self.text if self.format == "html" else None

    def __repr__(self) -> str:
        return f"<Picture: {self.format}>"


class Drawn:
    """A result that draws itself on its graph."""

    __slots__ = ()
    _picture: Callable[[], Picture] | None

    def _repr_svg_(self) -> str | None:
        return None if self._picture is None else self._picture().text


Picture.__module__ = "arrival"
