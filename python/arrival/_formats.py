"""Rotor graphs from files, arrays and networkx."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, cast

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arguments import kind, one_of, several
from ._base import Base
from ._commands import answers
from ._labels import L, Labels, Namer
from ._limits import Limits, core_limits
from ._numbers import MOST_VALUE, arc_counts, integers, mask_of, refuse_empty, sink_mask, uint32, without_arcs
from ._rows import M, Rows, arcs_of_edges, graph_of_rows, refuse_missing
from ._typing import AnyGraph, InputFormat, Rule, SparseArray

if TYPE_CHECKING:
    from ._graph import RotorGraph


def made(cls: type[Any], core: _core.Graph, labels: Labels[M]) -> RotorGraph[M]:
    """The graph, its labels of the type that they were given with."""
    return cast("RotorGraph[M]", cls._of(core, labels))


class Formats(Base[L]):
    """The ways to make a graph."""

    __slots__ = ()

    @classmethod
    @answers("convert")
    def from_text(
        cls,
        text: str | bytes,
        *,
        format: InputFormat | None = None,
        sinks: Iterable[str] | None = None,
        infer_sinks: bool = False,
        undirected: bool = False,
        weights: bool = False,
        rule: Rule | None = None,
        name: str | None = None,
        **limits: Unpack[Limits],
    ) -> RotorGraph[str]:
        """The graph of a text: `.rotor`, JSON, an edge list or two successors a vertex; of bytes, also packed or `.rotorb`.

        Parameters
        ----------
        text
            The text, or the bytes of a file.
        format
            "rotor", "json", "rotorb", "edge-list" or "two-successors", where the content does not tell.
        sinks
            The sinks of an edge list or of two-successor lists.
        infer_sinks, undirected, weights
            How an edge list is meant: vertices without arcs are sinks; every line is an arc in both directions; the third
            column is a number of parallel arcs.
        rule
            The rule that the rotors were written for, where the text does not say.
        name
            What the text is called in messages.
        **limits
            See `Limits`.

        Returns
        -------
        RotorGraph
            The graph, its labels the names in the text.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t\\nstart u").solve().exit
        's'
        >>> RotorGraph.from_text("a b\\nb a\\nb s\\n", format="edge-list", sinks=["s"]).solve("a").exit
        's'
        """
        if not isinstance(text, str | bytes):
            raise TypeError(f"text must be a str or bytes, not {kind(text)}; from_file reads files")
        data = text.encode() if isinstance(text, str) else text
        if format is not None:
            one_of("format", format, InputFormat)
        if rule is not None:
            one_of("rule", rule, Rule)
        given = None if sinks is None else list(several("sinks", sinks))
        lines = (undirected, weights, infer_sinks)
        core, _ = _core.read(data, name, format, given, lines, rule, core_limits(limits))
        return made(cls, core, Labels(tuple(core.names())))

    @classmethod
    @answers("convert")
    def from_file(
        cls,
        path: str | PathLike[str],
        *,
        format: InputFormat | None = None,
        sinks: Iterable[str] | None = None,
        infer_sinks: bool = False,
        undirected: bool = False,
        weights: bool = False,
        rule: Rule | None = None,
        **limits: Unpack[Limits],
    ) -> RotorGraph[str]:
        """The graph in a file, its format told by its content; the parameters are those of `from_text`.

        Parameters
        ----------
        path
            The file.
        format, sinks, infer_sinks, undirected, weights, rule
            As for `from_text`.
        **limits
            See `Limits`.

        Returns
        -------
        RotorGraph
            The graph, its labels the names in the file.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> from arrival import RotorGraph
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "graph.rotor.gz")
        ...     RotorGraph({"u": ["u", "s"]}, sinks=["s"]).to_file(file)
        ...     RotorGraph.from_file(file)
        <RotorGraph: 2 vertices, 2 arcs, 1 sink, tree-like>
        """
        return cls.from_text(
            Path(path).read_bytes(),
            format=format,
            sinks=sinks,
            infer_sinks=infer_sinks,
            undirected=undirected,
            weights=weights,
            rule=rule,
            name=fspath(path),
            **limits,
        )

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[tuple[M, M]],
        *,
        sinks: Iterable[M] | None = None,
        infer_sinks: bool | None = None,
        rotors: Mapping[M, int] | None = None,
        start: M | None = None,
        undirected: bool | Literal["both"] = False,
    ) -> RotorGraph[M]:
        """The graph of pairs (tail, head): the arcs of a vertex stand in the order of the pairs.

        Parameters
        ----------
        edges
            Pairs of labels, such as `frame[["tail", "head"]].itertuples(index=False)`.
        sinks
            The sinks, whose arcs are dropped.
        infer_sinks
            Whether vertices that are heads only are sinks, too; by default if no sinks are given. If not, such a vertex is a
            flaw.
        rotors, start
            As for a graph of a dictionary.
        undirected
            Whether every pair is an arc in both directions; a loop is two arcs.

        Returns
        -------
        RotorGraph
            The graph, its labels those of the pairs.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_edges([("u", "v"), ("u", "s"), ("v", "u")]).sinks
        ('s',)
        """
        arcs = arcs_of_edges(edges, bool(undirected))
        dry = set(() if sinks is None else several("sinks", sinks))
        if unknown := dry - arcs.keys():
            raise ValueError(f"{next(iter(unknown))!r} is given as a sink and is not a vertex of the graph")
        if sinks is None if infer_sinks is None else infer_sinks:
            dry |= {u for u, heads in arcs.items() if not heads}
        rows: Rows[M] = Rows()
        for label, heads in arcs.items():
            rows.add(label, None if label in dry else heads)
        return made(cls, *graph_of_rows(rows, rotors or {}, {}, {}, start, None))

    @classmethod
    def from_scipy_sparse(
        cls,
        matrix: SparseArray,
        *,
        sinks: ArrayLike | Iterable[int] | None = None,
        infer_sinks: bool = True,
        labels: Iterable[Any] | None = None,
        start: Any = None,
    ) -> RotorGraph[Any]:
        """The graph of a square sparse matrix: entry (u, v) is the number of arcs from u to v; arcs stand by their heads.

        Parameters
        ----------
        matrix
            A sparse matrix or array of whole numbers.
        sinks
            A mask, or the numbers of the sinks.
        infer_sinks
            Whether rows without entries are sinks, too; if not, such a row is refused.
        labels, start
            As for `from_arrays`.

        Returns
        -------
        RotorGraph
            The graph, its labels 0, 1, … unless others are given.

        Examples
        --------
        >>> import numpy, scipy.sparse
        >>> from arrival import RotorGraph
        >>> matrix = scipy.sparse.csr_array(numpy.array([[0, 2, 1], [1, 0, 1], [0, 0, 0]]))
        >>> RotorGraph.from_scipy_sparse(matrix).arcs(0)
        (1, 1, 2)
        """
        if not hasattr(matrix, "tocsr"):
            raise TypeError(f"matrix must be a sparse matrix of scipy, not {kind(matrix)}; scipy.sparse.csr_array makes one")
        if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f"the shape of the matrix is {tuple(matrix.shape)}, but must be square")
        rows, size = matrix.tocsr(), matrix.shape[0]
        if not rows.has_canonical_format:
            # A copy: `tocsr` returns the caller's own matrix if it is of that kind.
            rows = rows.copy()
            rows.sum_duplicates()
        counts = arc_counts(rows.data)
        arcs = np.concatenate(([0], np.cumsum(counts)))
        starts = arcs[np.asarray(rows.indptr)]
        mask = None if sinks is None else sink_mask(sinks, size)
        if not infer_sinks:
            refuse_empty(starts, mask)
        return cls.from_arrays(
            starts, np.repeat(rows.indices, counts), sinks=mask, labels=labels, start=start
        )

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
        labels: Iterable[Any] | None = None,
        start: Any = None,
        rule: Rule | None = None,
    ) -> RotorGraph[Any]:
        """The graph of numpy arrays, as `arrays()` gives them; its labels are 0, 1, … unless others are given.

        Contiguous arrays of type uint32 are read in place and copied once, into the graph. `sinks`, a mask, takes the
        arcs away from the vertices it marks; without it the sinks are the vertices that have none.

        Parameters
        ----------
        row_starts
            Where the arcs of each vertex start in `heads`, and where the last ones end.
        heads
            Where each arc leads.
        rotors
            The position of the rotor of each vertex; all on the first arcs by default.
        sinks
            A mask of the vertices that are sinks, whose arcs are dropped; by default those that have no arcs.
        owners
            0 for a rotor or a sink, 1 for Max, 2 for Min.
        values
            The value of each sink, and 0 for other vertices.
        labels
            The label of each vertex; by default 0, 1, ….
        start
            The label of the start.
        rule
            The rule that the rotors are written for.

        Returns
        -------
        RotorGraph
            The graph.

        Examples
        --------
        >>> import numpy as np
        >>> from arrival import RotorGraph
        >>> RotorGraph.from_arrays([0, 2, 5, 5], [1, 2, 0, 0, 2], rotors=[0, 2, 0]).solve(0)
        Answer(start=0, exit=2, steps=2)
        """
        starts, ends = uint32("row_starts", row_starts), uint32("heads", heads)
        if sinks is not None:
            starts, ends = without_arcs(starts, ends, mask_of("sinks", sinks))
        known: Labels[Any] = Labels(range(max(len(starts) - 1, 0)) if labels is None else tuple(labels))
        names = None if labels is None else Namer().names(known.all)
        if labels is not None and None in known.all:
            raise ValueError(f"labels[{known.all.index(None)}] is None, which cannot be a label")
        if names is not None and len(set(known.all)) < len(known.all):
            raise ValueError("two vertices have the same label; give every vertex a label of its own")
        if labels is not None:
            refuse_missing(known.all)
        core = _core.graph_from_arrays(
            starts,
            ends,
            None if rotors is None else uint32("rotors", rotors),
            None if owners is None else integers("owners", owners, np.uint8, 0, 2),
            None if values is None else integers("values", values, np.int64, -MOST_VALUE, MOST_VALUE),
            names,
            None if start is None else known.index(start),
            rule,
        )
        return made(cls, core, known)

    @classmethod
    def from_networkx(
        cls,
        graph: AnyGraph,
        *,
        undirected: Literal["both", True] | None = None,
        order: str | Callable[[Any, Any, Any, dict[str, Any]], Any] | None = None,
        sinks: str | Iterable[Any] = "sink",
        infer_sinks: bool | None = None,
        rotor: str = "rotor",
        owner: str = "owner",
        value: str = "value",
        start: Any = None,
        rule: Rule | None = None,
    ) -> RotorGraph[Any]:
        """The graph of a networkx `MultiDiGraph` or `DiGraph`, or of an undirected one with `undirected="both"`.

        Arcs stand in the order in which networkx lists them: heads as they were first joined, parallel arcs together. A
        vertex with parallel arcs and other ones is warned of, because networkx does not keep in which order they were added. With
        `order`, the name of an edge attribute or a function of (tail, head, key, attributes), they are sorted by it.
        Sinks are those marked by the vertex attribute `sinks`, or those of the iterable `sinks`; with `infer_sinks`, by default
        if there is no such iterable, also the vertices without arcs. Rotors (positions), owners and values are read from vertex attributes too, the start from the
        graph attribute `start`. Every edge of an undirected graph is an arc in both directions, and a loop is two arcs.

        Parameters
        ----------
        graph
            A graph of networkx.
        undirected
            "both", or True, if every edge of an undirected graph is an arc in both directions; a loop is two arcs.
        order
            The name of an edge attribute, or a function of (tail, head, key, attributes), that arcs are sorted by.
        sinks
            The vertex attribute that marks sinks, or an iterable of them.
        infer_sinks
            Whether vertices without arcs are sinks, too; by default if no iterable of sinks is given.
        rotor, owner, value
            The vertex attributes that have positions of rotors, owners and values of sinks.
        start
            The start; by default the graph attribute `start`.
        rule
            The rule that the rotors are written for.

        Returns
        -------
        RotorGraph
            The graph, its labels the nodes of `graph`.

        Examples
        --------
        >>> import networkx
        >>> from arrival import RotorGraph
        >>> graph = networkx.MultiDiGraph([("u", "v"), ("u", "s"), ("v", "u"), ("v", "u"), ("v", "t")])
        >>> RotorGraph.from_networkx(graph).solve("u").exit
        's'
        """
        from ._networkx import rows_of

        if not hasattr(graph, "is_directed"):
            raise TypeError(f"graph must be a graph of networkx, not {kind(graph)}")
        if not graph.is_directed() and undirected not in ("both", True):
            raise ValueError('the graph is undirected; undirected="both" takes every edge as an arc in both directions')
        if graph.is_directed() and undirected not in (None, False):
            raise ValueError("the graph is directed; leave undirected out, or give graph.to_undirected()")
        infer = isinstance(sinks, str) if infer_sinks is None else infer_sinks
        rows, rotors, owners, values, said = rows_of(graph, order, sinks, infer, rotor, owner, value)
        return made(cls, *graph_of_rows(rows, rotors, owners, values, said if start is None else start, rule))
