"""Graphs of rows of labels, as dictionaries and networkx give them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from . import _core
from ._arguments import int64, integer, kind, mapping, refuse_set
from ._labels import L, Labels, Namer
from ._limits import whole
from ._relabel import relabel

_KINDS = {"rotor": 0, "max": 1, "min": 2}
_SINK = 3

#: The labels of a graph that is being made.
M = TypeVar("M", bound=Hashable)


class Rows(Generic[L]):
    """Vertices with the heads of their arcs, in three flat lists: many small ones would keep the garbage collector busy."""

    __slots__ = ("degrees", "heads", "labels")

    def __init__(self) -> None:
        self.labels: list[L] = []
        #: None for a sink.
        self.degrees: list[int | None] = []
        self.heads: list[L] = []

    def add(self, label: L, heads: Iterable[L] | None) -> None:
        """Adds a vertex, or a sink if there is no list of heads."""
        self.labels.append(label)
        if heads is None:
            self.degrees.append(None)
            return
        before = len(self.heads)
        self.heads.extend(heads)
        self.degrees.append(len(self.heads) - before)


def refuse_missing(labels: Iterable[Hashable]) -> None:
    """Refuses what data frames have for missing entries: NaN and NaT do not equal themselves, and pandas's NA does not say."""
    for label in labels:
        try:
            is_missing = label != label
            if not is_missing:
                continue
        except TypeError:
            pass
        raise ValueError(f"{label} is not a label, because it does not equal itself; drop the rows where a vertex is missing")


def graph_of_rows(
    rows: Rows[L],
    rotors: Mapping[L, int],
    owners: Mapping[L, str],
    values: Mapping[L, int],
    start: L | None,
    rule: str | None,
) -> tuple[_core.Graph, Labels[L]]:
    """The graph of rows of labels."""
    for name, given in (("rotors", rotors), ("owners", owners), ("values", values)):
        mapping(name, given)
    labels = rows.labels
    if None in labels:
        raise ValueError("a vertex is labelled None, but None cannot be a label")
    refuse_missing(labels)
    known = Labels(tuple(labels))
    namer = Namer()
    names = namer.names(labels)
    kinds = bytearray(_SINK if degree is None else 0 for degree in rows.degrees)
    for label, owner in owners.items():
        if owner not in _KINDS:
            raise ValueError(f"unknown owner {owner!r}; write rotor, max or min")
        number = known.index(label)
        if kinds[number] == _SINK and owner != "rotor":
            raise ValueError(f"sink {label!r} cannot be owned by {owner}; give it arcs or leave the owner out")
        kinds[number] = _SINK if kinds[number] == _SINK else _KINDS[owner]
    heads = namer.names(rows.heads)
    degrees = [degree or 0 for degree in rows.degrees]
    numbers = {label: known.index(label) for label in rotors}
    at = sorted((number, _position(label, rotors[label], degrees[number])) for label, number in numbers.items())
    worth = sorted((known.index(label), int64(f"the value of {label!r}", value)) for label, value in values.items())
    first = None if start is None else namer.name(start)
    try:
        core = _core.graph_from_rows(names, bytes(kinds), degrees, heads, at, worth, first, rule)
    except ValueError as error:
        relabel(error, namer.labels_of_quoted)
        raise
    return core, known


def _position(label: object, position: object, degree: int) -> int:
    """The position of a rotor. One that is out of range is a flaw that the library reports with all others, if it takes it."""
    what = f"the rotor of {label!r}"
    number = integer(what, position)
    return number if int64(what, number) == number else whole(what, number, most=max(degree - 1, 0))


def arcs_of_edges(edges: Iterable[tuple[M, M]], undirected: bool) -> dict[M, list[M]]:
    """The heads of every vertex, in the order of the pairs."""
    if hasattr(edges, "itertuples"):
        raise TypeError("edges must be a list of pairs, not a DataFrame; frame[[tail, head]].itertuples(index=False) gives one")
    if not isinstance(edges, Iterable):
        raise TypeError(f"edges must be a list of pairs, not {kind(edges)}")
    refuse_set("edges", edges, "pairs")
    arcs: dict[M, list[M]] = {}
    for number, pair in enumerate(edges):
        try:
            tail, head = pair if not isinstance(pair, str) else ()
        except (TypeError, ValueError):
            raise ValueError(f"edges[{number}] must be a pair of tail and head, not {pair!r}") from None
        if tail is None or head is None:
            raise ValueError(f"edges[{number}] is {pair!r}, but None cannot be a label")
        arcs.setdefault(tail, []).append(head)
        arcs.setdefault(head, [])
        if undirected:
            arcs[head].append(tail)
    return arcs
