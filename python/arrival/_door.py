"""The door: every question of the command line, asked by its name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from . import _core
from ._limits import CoreLimits
from ._proofs import Certificate

_NO_LIMITS: CoreLimits = (None, None, None, None)


class Reply(NamedTuple):
    """The reply to a question that was asked by its name, with `RotorGraph.ask`.

    >>> from arrival import RotorGraph
    >>> graph = RotorGraph.from_text("u: v s\\nv: u t\\nsink s\\nsink t\\nstart u")
    >>> graph.ask("decide", {"from": "u", "to": "s"}).words
    'yes'
    """

    #: The answer as the program prints it with `--json`; empty if the answer is nothing but a file.
    object: dict[str, Any]
    #: The answer in words, or the bytes of the file.
    data: bytes
    #: The graph after the walk or the change that was asked for, if there was one.
    after: _core.Graph | None
    #: A remark on the answer, if there is one.
    remark: str | None
    #: The files that come with the answer, by name.
    files: dict[str, bytes]
    #: Why the judge did not check what a picture shows; other answers have this in `object`.
    unchecked_because: str | None = None
    #: What proves the answer, if the option `certificate` asked for it.
    certificate: Certificate | None = None

    @property
    def words(self) -> str:
        """The answer in words."""
        return self.data.decode().rstrip()


def ask(
    question: str,
    options: Mapping[str, object],
    graph: _core.Graph | None = None,
    limits: CoreLimits = _NO_LIMITS,
) -> Reply:
    """The reply to a question with the options of the command line; those that are None are left out."""
    given = {name: value for name, value in options.items() if value is not None}
    asked = _core.ask(question, json.dumps(given), graph, limits)
    text = asked["json"]
    found = {} if text is None else json.loads(text)
    files = {name: bytes(data) for name, data in asked["files"]}
    proof = asked["certificate"]
    certificate = None if proof is None else Certificate(proof)
    return Reply(found, asked["words"], asked["after"], asked["remark"], files, asked["unchecked_because"], certificate)
