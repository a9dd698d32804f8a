"""Certificates, and what the judge says of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from . import _core
from ._arguments import kind, several
from ._commands import answers
from ._labels import Label
from ._limits import Limits, core_limits

if TYPE_CHECKING:
    from ._graph import RotorGraph


class Certificate(Mapping[str, Any]):
    """A claim and the numbers that prove it, as JSON that anyone can check.

    >>> import arrival
    >>> graph = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t")
    >>> certificate = graph.certificate("u")
    >>> certificate["kind"], certificate["departures"]
    ('walk', {'u': '2', 'v': '1'})
    >>> arrival.verify(graph, certificate)
    Verification(valid=True)
    """

    __slots__ = ("_object", "text")

    def __init__(self, text: str) -> None:
        #: The JSON itself.
        self.text = text
        self._object: dict[str, Any] | None = None

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the certificate to a file, which `arrival.verify` and the command `arrival verify` read.

        Parameters
        ----------
        path
            The file.

        Examples
        --------
        >>> import arrival, pathlib, tempfile
        >>> graph = arrival.generate.path(n=3)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "proof.json")
        ...     graph.certificate(0).save(file)
        ...     arrival.Certificate.load(file)["kind"]
        'walk'
        """
        Path(path).write_text(self.text, encoding="utf-8")

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Certificate:
        """The certificate in a file.

        Parameters
        ----------
        path
            The file.

        Returns
        -------
        Certificate
            The certificate, which is not verified yet.

        Examples
        --------
        >>> import arrival, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "proof.json")
        ...     arrival.generate.path(n=3).certificate(0).save(file)
        ...     arrival.Certificate.load(file)
        <Certificate of kind walk>
        """
        return cls(Path(path).read_text(encoding="utf-8"))

    def _loaded(self) -> dict[str, Any]:
        loaded = self._object
        if loaded is None:
            try:
                loaded = self._object = json.loads(self.text)
            except ValueError as error:
                raise ValueError(f"the certificate is not JSON: {error}") from None
        return loaded

    def __getitem__(self, key: str) -> Any:
        return self._loaded()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded())

    def __len__(self) -> int:
        return len(self._loaded())

    def __str__(self) -> str:
        return self.text.rstrip()

    def __repr__(self) -> str:
        return f"<Certificate of kind {self['kind']}>"


class Savable:
    """An answer whose certificate can be written to a file."""

    __slots__ = ()
    if TYPE_CHECKING:
        certificate: Certificate | None

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the certificate to a file, which `arrival.verify` and the command `arrival verify` read.

        The answer has one if it was asked for with `certificate=True`.

        Parameters
        ----------
        path
            The file.

        Examples
        --------
        >>> import arrival, pathlib, tempfile
        >>> graph = arrival.generate.path(n=3)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "proof.json")
        ...     graph.solve(0, certificate=True).save(file)
        ...     arrival.verify(graph, file)
        Verification(valid=True)
        """
        if self.certificate is None:
            raise ValueError(_NO_CERTIFICATE)
        self.certificate.save(path)


_NO_CERTIFICATE = "the answer has no certificate; ask for it with certificate=True"


@dataclass(frozen=True, slots=True)
class Verification:
    """The verdict of the judge on a certificate: valid, or refuted by an equation that does not hold.

    >>> import arrival, json
    >>> graph = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t")
    >>> forged = json.dumps(dict(graph.certificate("u")) | {"departures": {"u": "3", "v": "1"}})
    >>> print(arrival.verify(graph, forged))
    refuted: at u, inflow + [v = from] = outflow does not hold: 2 against 3
    """

    #: Whether the certificate proves its claim.
    valid: bool
    #: The vertex at which the equation does not hold, if it is about a vertex.
    vertex: Label | None = field(default=None, repr=False)
    #: The equation that does not hold.
    equation: str | None = field(default=None, repr=False)
    #: Its left side, in the numbers of the certificate.
    left: str | None = field(default=None, repr=False)
    #: Its right side.
    right: str | None = field(default=None, repr=False)
    #: What is broken, in words.
    words: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return self.valid

    def __str__(self) -> str:
        return "valid" if self.valid else f"refuted: {self.words}"


@answers("verify")
def verify(
    graph: RotorGraph,
    certificate: Certificate | Savable | str | bytes | PathLike[str],
    *,
    sinks: Iterable[Any] = (),
    **limits: Unpack[Limits],
) -> Verification:
    """Checks a certificate about `graph`: the judge, which shares no code with the solvers, proves or refutes it.

    Parameters
    ----------
    graph
        The graph that the certificate is about.
    certificate
        The certificate, an answer that carries one, the text of one, or the path of a file.
    sinks
        The vertices that were taken as sinks as well, if the question was asked with some.
    **limits
        See `Limits`.

    Returns
    -------
    Verification
        Whether the certificate proves its claim; if not, what is wrong.

    Examples
    --------
    >>> from arrival import RotorGraph, verify
    >>> graph = RotorGraph.from_text("u: v s\\nv: u\\nsink s")
    >>> verify(graph, graph.certificate("u"))
    Verification(valid=True)
    >>> verify(graph, graph.solve("u", certificate=True))
    Verification(valid=True)
    """
    if not hasattr(graph, "_inner"):
        raise TypeError(f"graph must be a RotorGraph, not {kind(graph)}")
    text = _text_of(certificate)
    more = [graph._labels.index(label) for label in several("sinks", sinks)]
    inner = graph._inner.with_sinks(more) if more else graph._inner
    broken = _core.verify(inner, text.encode() if isinstance(text, str) else text, core_limits(limits))
    if broken is None:
        return Verification(True)
    number, equation, left, right, words = broken
    vertex = None if number is None else graph._labels.all[number]
    return Verification(False, vertex, equation, left, right, words)


def _text_of(certificate: object) -> str | bytes:
    """The text of what can be verified; anything else is refused with what to pass instead."""
    carried = getattr(certificate, "certificate", certificate)
    match carried:
        case None:
            raise ValueError(_NO_CERTIFICATE)
        case Certificate():
            return carried.text
        case str() if not carried.lstrip().startswith("{"):
            # No certificate begins so: a line is the path of a file.
            if not carried.strip() or "\n" in carried or len(carried) > 1000:
                raise ValueError(f"the certificate is not JSON: {carried[:40]!r}…")
            return Path(carried).read_bytes()
        case str() | bytes():
            return carried
        case PathLike():
            return Path(carried).read_bytes()
    kind = type(certificate).__name__
    raise TypeError(f"certificate must be a Certificate, an answer with one, its text or a path, not {kind}")
