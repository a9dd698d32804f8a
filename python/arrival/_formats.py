"""Rotor graphs from files, arrays and networkx, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._base import Base
from ._labels import Label, Labels, Namer
from ._numbers import uint32, without_arcs
from ._rows import graph_of_rows

if TYPE_CHECKING:
    import networkx

    from ._graph import RotorGraph


class Formats(Base):
    """The ways to make a graph, and the ways back."""

    __slots__ = ()

    @classmethod
    def from_text(
        cls,
        text: str | bytes,
        *,
        format: str | None = None,
        sinks: Iterable[str] | None = None,
        rule: str | None = None,
        name: str | None = None,
    ) -> Self:
        """The graph of a text: `.rotor`, JSON, an edge list or two successors a vertex; of bytes, also packed or `.rotorb`.

        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t\\nstart u").solve().exit
        's'
        >>> RotorGraph.from_text("a b\\nb a\\nb s\\n", format="edge-list", sinks=["s"]).solve("a").exit
        's'
        """
        data = text.encode() if isinstance(text, str) else text
        given = None if sinks is None else list(sinks)
        core, _ = _core.read(data, name, format, given, rule)
        return cls._of(core, Labels(tuple(core.names())))

    @classmethod
    def from_file(
        cls,
        path: str | PathLike[str],
        *,
        format: str | None = None,
        sinks: Iterable[str] | None = None,
        rule: str | None = None,
    ) -> Self:
        """The graph in a file, its format told by its content, as the command line reads it.

        >>> import pathlib, tempfile
        >>> from arrival import RotorGraph
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "graph.rotor.gz")
        ...     RotorGraph({"u": ["u", "s"]}, sinks=["s"]).to_file(file)
        ...     RotorGraph.from_file(file)
        <RotorGraph: 2 vertices, 2 arcs, 1 sinks, tree-like>
        """
        return cls.from_text(Path(path).read_bytes(), format=format, sinks=sinks, rule=rule, name=fspath(path))

    @classmethod
    def from_arrays(
        cls,
        row_starts: ArrayLike,
        heads: ArrayLike,
        rotors: ArrayLike | None = None,
        *,
        sinks: ArrayLike | None = None,
        owners: ArrayLike | None = None,
        values: ArrayLike | None = None,
        labels: Iterable[Label] | None = None,
        start: Label | None = None,
        rule: str | None = None,
    ) -> Self:
        """The graph of numpy arrays, as `arrays()` gives them; its labels are 0, 1, … unless others are given.

        Contiguous arrays of type uint32 are read in place and copied once, into the graph. `sinks`, a mask, takes the
        arcs away from the vertices it marks; without it the sinks are the vertices that have none.

        >>> import numpy as np
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_arrays([0, 2, 5, 5], [1, 2, 0, 0, 2], rotors=[0, 2, 0]).solve(0)
        Answer(start=0, exit=2, steps=2)
        """
        starts, ends = uint32("row_starts", row_starts), uint32("heads", heads)
        if sinks is not None:
            starts, ends = without_arcs(starts, ends, np.asarray(sinks, dtype=bool))
        known = Labels(range(max(len(starts) - 1, 0)) if labels is None else tuple(labels))
        names = None if labels is None else Namer().names(known.all)
        if labels is not None and None in known.all:
            raise ValueError("None is no label: it stands for no vertex")
        if names is not None and len(set(known.all)) < len(known.all):
            raise ValueError("two vertices have the same label; give every vertex a label of its own")
        core = _core.graph_from_arrays(
            starts,
            ends,
            None if rotors is None else uint32("rotors", rotors),
            None if owners is None else np.ascontiguousarray(owners, dtype=np.uint8),
            None if values is None else np.ascontiguousarray(values, dtype=np.int64),
            names,
            None if start is None else known.index(start),
            rule,
        )
        return cls._of(core, known)

    @classmethod
    def from_networkx(
        cls,
        graph: networkx.DiGraph[Any],
        *,
        order: str | Callable[[Any, Any, Any, dict[str, Any]], Any] | None = None,
        sinks: str | Iterable[Label] = "sink",
        rotor: str = "rotor",
        owner: str = "owner",
        value: str = "value",
        start: Label | None = None,
        rule: str | None = None,
    ) -> Self:
        """The graph of a networkx `MultiDiGraph` or `DiGraph`.

        Arcs stand in the order in which networkx lists them: heads as they were first joined, parallel arcs together. With
        `order`, the name of an edge attribute or a function of (tail, head, key, attributes), they are sorted by it.
        Sinks are the vertices without arcs and those marked by the vertex attribute `sinks`, or exactly those of the
        iterable `sinks`. Rotors (positions), owners and values are read from vertex attributes too, the start from the
        graph attribute `start`.

        >>> import networkx
        >>> from arrival import RotorGraph
        >>> graph = networkx.MultiDiGraph([("u", "v"), ("u", "s"), ("v", "u"), ("v", "u"), ("v", "t")])
        >>> RotorGraph.from_networkx(graph).solve("u").exit
        's'
        """
        from ._networkx import rows_of

        rows, rotors, owners, values, said = rows_of(graph, order, sinks, rotor, owner, value)
        return cls._of(*graph_of_rows(rows, rotors, owners, values, said if start is None else start, rule))

    # Ways back.

    def to_networkx(self) -> networkx.MultiDiGraph[Any]:
        """The graph for networkx; `from_networkx(…, order="order")` reads it back.

        >>> from arrival import RotorGraph
        >>> graph = RotorGraph({"u": ["s", "u", "s"]}, sinks=["s"], rotors={"u": 2}, start="u")
        >>> list(graph.to_networkx().edges(data="order"))
        [('u', 's', 0), ('u', 's', 2), ('u', 'u', 1)]
        >>> RotorGraph.from_networkx(graph.to_networkx(), order="order") == graph
        True
        """
        from ._networkx import multi_di_graph

        return multi_di_graph(cast("RotorGraph", self))

    def to_text(self, *, format: str = "rotor", rule: str = "move-then-turn") -> str:
        """The graph as text: "rotor" (canonical), "json", "lp" or "mps"; `draw` gives pictures.

        >>> from arrival import RotorGraph
        >>> print(RotorGraph({"u": ["s", "s", "u"]}, sinks=["s"], rotors={"u": 1}).to_text(), end="")
        u: s *s u
        sink s
        """
        return _core.write(self._inner, format, rule).decode()

    def to_file(self, path: str | PathLike[str], *, rule: str = "move-then-turn") -> None:
        """Writes the graph in the format that the name of the file asks for: `.rotor`, `.json`, `.rotorb`, …, also `.gz`
        and `.zst` after it.

        >>> import pathlib, tempfile
        >>> from arrival import RotorGraph
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "graph.rotor")
        ...     RotorGraph({"u": ["u", "s"]}, sinks=["s"]).to_file(file)
        ...     file.read_text()
        'u: u s\\nsink s\\n'
        """
        Path(path).write_bytes(_core.write(self._inner, fspath(path), rule))
