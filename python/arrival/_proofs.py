"""Certificates, and what the judge says of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ._labels import Label


class Certificate(Mapping[str, Any]):
    """A claim with the numbers that prove it, as the JSON that everybody can check.

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

    def _loaded(self) -> dict[str, Any]:
        loaded = self._object
        if loaded is None:
            loaded = self._object = json.loads(self.text)
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


@dataclass(frozen=True, slots=True)
class Verification:
    """What the judge says of a certificate: valid, or the equation it breaks.

    >>> import arrival, json
    >>> graph = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t")
    >>> forged = json.dumps(dict(graph.certificate("u")) | {"departures": {"u": "3", "v": "1"}})
    >>> print(arrival.verify(graph, forged))
    refuted: at u, inflow + [v = from] = outflow does not hold: 2 against 3
    """

    #: Whether it is proved.
    valid: bool
    #: The vertex at which an equation is broken, if it is broken at one.
    vertex: Label | None = field(default=None, repr=False)
    #: The broken equation, and its two sides.
    equation: str | None = field(default=None, repr=False)
    left: str | None = field(default=None, repr=False)
    right: str | None = field(default=None, repr=False)
    words: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return self.valid

    def __str__(self) -> str:
        return "valid" if self.valid else f"refuted: {self.words}"


for _public in (Certificate, Verification):
    _public.__module__ = "arrival"
