"""Graphs of rows of labels, as dictionaries and networkx give them."""

from __future__ import annotations

from collections.abc import Mapping

from . import _core
from ._labels import Label, Labels, Namer, plain

_KINDS = {"rotor": 0, "max": 1, "min": 2}
_SINK = 3
_MOST_INT64 = 2**63 - 1


def graph_of_rows(
    rows: list[tuple[Label, list[Label] | None]],
    rotors: Mapping[Label, int],
    owners: Mapping[Label, str],
    values: Mapping[Label, int],
    start: Label | None,
    rule: str | None,
) -> tuple[_core.Graph, Labels]:
    """The graph of rows of labels: a row without a list is a sink."""
    labels = [label for label, _ in rows]
    if None in labels:
        raise ValueError("None is no label: it stands for no vertex")
    known = Labels(tuple(labels))
    namer = Namer()
    name = namer.name
    names = namer.names(labels)
    kinds = bytearray(_SINK if heads is None else 0 for _, heads in rows)
    for label, owner in owners.items():
        if owner not in _KINDS:
            raise ValueError(f"unknown owner {owner!r}; write rotor, max or min")
        number = known.index(label)
        if kinds[number] == _SINK and owner != "rotor":
            raise ValueError(f"sink `{plain(label)}` cannot be owned by {owner}; give it arcs or leave the owner out")
        kinds[number] = _SINK if kinds[number] == _SINK else _KINDS[owner]
    heads = [name(head) for _, row in rows if row for head in row]
    degrees = [0 if row is None else len(row) for _, row in rows]
    at = sorted((known.index(label), _int64(position)) for label, position in rotors.items())
    worth = sorted((known.index(label), _int64(value)) for label, value in values.items())
    first = None if start is None else name(start)
    core = _core.graph_from_rows(names, bytes(kinds), degrees, heads, at, worth, first, rule)
    return core, known


def _int64(number: int) -> int:
    """The number, or the nearest of 64 bits, which is out of range for everything that is asked here."""
    return max(-_MOST_INT64, min(_MOST_INT64, int(number)))
