"""Pictures, as notebooks show them."""

from __future__ import annotations

from html import escape
from os import PathLike
from pathlib import Path
from typing import Protocol


class Picture:
    """A picture of a graph, which a notebook shows and `save` writes to a file.

    >>> import arrival
    >>> picture = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t").draw("forest")
    >>> picture
    <Picture: svg>
    >>> picture.text.startswith("<svg")
    True
    """

    __slots__ = ("data", "format", "notice", "unchecked_because")

    def __init__(self, format: str, data: bytes, notice: str | None, unchecked_because: str | None = None) -> None:
        #: The format, such as "svg" or "png".
        self.format = format
        #: The bytes of the picture.
        self.data = data
        #: A note for the reader, such as that a name has letters which the font lacks; None if there is none.
        self.notice = notice
        #: Why the judge did not check what is drawn on the graph; None if it did, or if nothing is.
        self.unchecked_because = unchecked_because

    @property
    def text(self) -> str:
        """The picture as text. A PNG or PDF is not text: use `data`."""
        if self.format in ("png", "pdf"):
            raise ValueError(f"a {self.format} is not text; use data or save")
        return self.data.decode()

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture to a file, whose name must not end like that of another format.

        Parameters
        ----------
        path
            The file.

        Examples
        --------
        >>> import arrival, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "path.png")
        ...     arrival.generate.path(n=3).draw(format="png").save(file)
        ...     file.read_bytes()[1:4]
        b'PNG'
        """
        named = _FORMATS.get(Path(path).suffix.lower())
        if named is not None and self.format not in named:
            raise ValueError(f"the picture is {self.format}, not what {Path(path).name} says; draw(format={named[0]!r}) makes that")
        shown = self._repr_svg_()
        Path(path).write_bytes(self.data if shown is None else shown.encode())

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, object]:
        kind = _MEDIA_TYPES.get(self.format)
        if kind is None:
            return {"text/plain": repr(self)}
        shown = self._repr_svg_() if self.format == "svg" else self.text if self.format == "html" else self.data
        return {kind: shown, "text/plain": repr(self)}

    def _repr_svg_(self) -> str | None:
        return with_note(self.text, self.notice) if self.format == "svg" else None

    def _repr_html_(self) -> str | None:
        return self.text if self.format == "html" else None

    def __repr__(self) -> str:
        return f"<Picture: {self.format}{f'; {self.notice}' if self.notice else ''}>"


#: The formats that endings stand for.
_FORMATS = {
    ".svg": ("svg",),
    ".png": ("png",),
    ".pdf": ("pdf",),
    ".html": ("html",),
    ".dot": ("dot",),
    ".tex": ("tex", "tikz"),
    ".tikz": ("tikz", "tex"),
    ".json": ("json",),
}

#: The kinds that notebooks show.
_MEDIA_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "html": "text/html"}


def note_of(unchecked_because: str | None) -> str | None:
    """What a picture says of an answer that was not checked."""
    return None if unchecked_because is None else f"unchecked: {unchecked_because}"


def with_note(svg: str, note: str | None) -> str:
    """The picture with a line of words at its lower edge, if there is something to say."""
    if note is None:
        return svg
    head, _, tail = svg.rpartition("</svg>")
    return f'{head}<text x="4" y="100%" dy="-4" font-size="11">{escape(note)}</text></svg>{tail}'


class Drawer(Protocol):
    """What draws a graph with a result on it."""

    def __call__(self) -> Picture | None:
        """The picture; none if it is not drawn without being asked for."""

    def in_words(self) -> str | None:
        """What is shown instead, as HTML; none if it is drawn."""


class Drawn:
    """A result that draws itself on its graph."""

    __slots__ = ()
    _picture: Drawer | None
    unchecked_because: str | None

    def _repr_svg_(self) -> str | None:
        # Of a graph that is too large to be drawn one by one the words must do.
        picture = None if self._picture is None else self._picture()
        return None if picture is None else with_note(picture.text, note_of(self.unchecked_because))

    def _repr_html_(self) -> str | None:
        words = None if self._picture is None else self._picture.in_words()
        return None if words is None else f"<pre>{escape(repr(self))}</pre>{words}"
