"""Graphs of networkx, read and written."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterable
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from ._arguments import several
from ._extras import extra
from ._labels import Label
from ._rows import Rows

if TYPE_CHECKING:
    import networkx

    from ._graph import RotorGraph


def rows_of(
    graph: Any,
    order: str | Callable[[Any, Any, Any, dict[str, Any]], Any] | None,
    sinks: str | Iterable[Label],
    infer_sinks: bool,
    rotor: str,
    owner: str,
    value: str,
) -> tuple[Rows[Any], dict[Any, int], dict[Any, str], dict[Any, int], Any]:
    """Rows, rotors, owners, values and start of a graph."""
    listed = None if isinstance(sinks, str) else set(several("sinks", sinks))
    # Unless it is the default, a mark that no vertex has is a slip, or the label of a sink.
    if isinstance(sinks, str) and sinks != "sink" and not any(sinks in attributes for _, attributes in graph.nodes(data=True)):
        meant = f"; sinks=[{sinks!r}] names a vertex" if sinks in graph else ""
        raise ValueError(f"no vertex has the attribute {sinks!r}, which is to mark the sinks{meant}")
    is_directed = graph.is_directed()
    rows: Rows[Any] = Rows()
    rotors: dict[Label, int] = {}
    owners: dict[Label, str] = {}
    values: dict[Label, int] = {}
    parallels = graph.is_multigraph()
    regrouped = False
    for (u, attributes), (_, heads) in zip(graph.nodes(data=True), graph.adjacency(), strict=True):
        # networkx lists a loop once. As every undirected edge, it is an arc from each of its ends.
        loops = 2 if not is_directed and u in heads else 1
        marked = u in listed if listed is not None else bool(attributes.get(sinks))
        if marked or (infer_sinks and not heads):
            rows.add(u, None)
            if value in attributes:
                values[u] = attributes[value]
            # That of a sink is refused, where it is not the one that every sink has.
            if attributes.get(owner) not in (None, "rotor"):
                owners[u] = attributes[owner]
            continue
        if order is not None:
            rows.add(u, _ordered(u, heads, parallels, loops, order))
        elif parallels:
            regrouped = regrouped or _are_regrouped(heads)
            rows.add(u, (v for v, parallel in heads.items() for _ in range(len(parallel) * (loops if v == u else 1))))
        elif loops > 1:
            rows.add(u, (v for v in heads for _ in range(loops if v == u else 1)))
        else:
            rows.add(u, heads)
        if attributes:
            if rotor in attributes:
                rotors[u] = attributes[rotor]
            if attributes.get(owner) is not None:
                owners[u] = attributes[owner]
            # Only sinks have values; that of another vertex is a flaw, which the library reports with all others.
            if attributes.get(value):
                values[u] = attributes[value]
    if listed is not None and (unknown := listed - set(graph.nodes)):
        meant = f"; write sinks=[{sinks!r}]" if isinstance(sinks, Hashable) and sinks in graph else ""
        raise ValueError(f"{next(iter(unknown))!r} is given as a sink and is not a vertex of the graph{meant}")
    if regrouped:
        words = "networkx keeps parallel arcs together, so their place among the other arcs is lost; give `order` to tell it"
        warnings.warn(words, UserWarning, stacklevel=3)
    return rows, rotors, owners, values, graph.graph.get("start")


def _are_regrouped(heads: Any) -> bool:
    """Whether some parallel arcs may have been added between arcs to other vertices: networkx does not say when."""
    return len(heads) > 1 and any(len(parallel) > 1 for parallel in heads.values())


def _ordered(
    u: Label, heads: Any, parallels: bool, loops: int, order: str | Callable[[Any, Any, Any, dict[str, Any]], Any]
) -> list[Label]:
    """The heads of `u`, sorted by `order`."""
    arcs = [
        (v, key, data)
        for v, parallel in heads.items()
        for key, data in (parallel.items() if parallels else ((None, parallel),))
        for _ in range(loops if v == u else 1)
    ]
    if isinstance(order, str):
        missing = [v for v, _, data in arcs if order not in data]
        if missing:
            raise ValueError(f"the arc from {u!r} to {missing[0]!r} has no attribute {order!r} to order by")
        keyed = [(data[order], v) for v, _, data in arcs]
    else:
        keyed = [(order(u, v, key, data), v) for v, key, data in arcs]
    keyed.sort(key=itemgetter(0))
    return [v for _, v in keyed]


def multi_di_graph(graph: RotorGraph[Any]) -> networkx.MultiDiGraph[Any]:
    """The graph with its orders, rotors, owners, sinks and values as attributes."""
    with extra("networkx"):
        import networkx

    made: networkx.MultiDiGraph[Any] = networkx.MultiDiGraph()
    if graph.start is not None:
        made.graph["start"] = graph.start
    labels = graph.vertices
    starts, heads, rotors, sinks, owners, values = (array.tolist() for array in graph.arrays())
    for number, label in enumerate(labels):
        if sinks[number]:
            made.add_node(label, sink=True, value=values[number])
        else:
            made.add_node(label, rotor=rotors[number], owner=("rotor", "max", "min")[owners[number]])
    made.add_edges_from(
        (labels[u], labels[heads[arc]], {"order": arc - starts[u]})
        for u in range(len(labels))
        for arc in range(starts[u], starts[u + 1])
    )
    return made
