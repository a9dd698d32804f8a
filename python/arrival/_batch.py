"""Batches: many small instances in flat arrays."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast, overload

import numpy as np
from numpy.typing import ArrayLike

from ._arguments import is_series, several
from ._arrow import batch_arrays, batch_table
from ._flawed import located
from ._graph import RotorGraph
from ._numbers import MOST_VALUE, integers, uint32, unmasked
from ._offsets import check_arrays, check_by_vertex, check_instances, check_offsets, instance_number, vertex_count
from ._tables import amount
from ._typing import ArrowStream, Table


#: How to take instances that do not follow each other.
_TAKE = "for other instances use Batch.from_arrow(batch.to_arrow().take(numbers)), or .filter(mask)"


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Many instances in flat arrays: those of an Arrow column of lists of lists, and of numpy.

    Instance i has the vertices `vertex_starts[i]` … `vertex_starts[i + 1] - 1` of the batch, vertex v of the batch the arcs
    `row_starts[v]` … `row_starts[v + 1] - 1`. Heads and starts are numbered within their instance; a vertex without arcs
    is a sink. `batch[i]` is an instance as a graph, `batch[i:j]` a batch of some of them. A batch that was made of graphs
    knows their labels: its instances and its answers have them. The arrays, and tables of Arrow, have numbers alone.

    >>> from arrival import Batch, RotorGraph
    >>> graphs = [RotorGraph.from_text("u: s u\\nsink s\\nstart u"), RotorGraph.from_text("u: u s\\nsink s\\nstart u")]
    >>> batch = Batch.of(graphs)
    >>> batch.heads, batch.starts
    (array([1, 0, 0, 1], dtype=uint32), array([0, 0], dtype=uint32))
    >>> len(batch), batch[1].solve()
    (2, Answer(start='u', exit='s', steps=2))
    """

    #: Where the vertices of each instance start, and where the last ones end.
    vertex_starts: ArrayLike
    #: Where the arcs of each vertex start, and where the last ones end.
    row_starts: ArrayLike
    #: Where each arc leads.
    heads: ArrayLike
    #: The positions of the rotors, by vertex; all on the first arc if there are none.
    rotors: ArrayLike | None
    #: The vertex that each particle starts on.
    starts: ArrayLike
    #: 0 for a rotor or a sink, 1 for Max, 2 for Min, by vertex; there are no players if there are none.
    owners: ArrayLike | None = None
    #: The values of sinks, by vertex; all 0 if there are none.
    values: ArrayLike | None = None
    #: The labels of the vertices of each instance, if it was made of graphs; else they are 0, 1, …
    labels: Sequence[Sequence[Hashable]] | None = field(default=None, kw_only=True)

    @classmethod
    def of(cls, graphs: Iterable[RotorGraph]) -> Batch:
        """The batch of some graphs, each with a start.

        Parameters
        ----------
        graphs
            Graphs, each of which names a start.

        Returns
        -------
        Batch
            The graphs in flat arrays.

        Examples
        --------
        >>> from arrival import Batch, RotorGraph
        >>> len(Batch.of([RotorGraph.from_text("u: s u\\nsink s\\nstart u")] * 3))
        3
        """
        given = list(graphs)
        for number, graph in enumerate(given):
            if not isinstance(graph, RotorGraph):
                raise TypeError(f"graphs[{number}] must be a RotorGraph, not {graph!r}")
            if graph.start is None:
                raise ValueError(f"graphs[{number}] names no start; give it one, as graph.with_start(vertex) does")
        parts = [graph.arrays() for graph in given]
        arcs = np.cumsum([0, *(len(part.heads) for part in parts)])
        rows = [part.row_starts[1:].astype(np.int64) + shift for part, shift in zip(parts, arcs, strict=False)]
        games, valued = any(graph.player_count for graph in given), any(part.values.any() for part in parts)

        def joined(name: str, dtype: type) -> Any:
            return np.concatenate([np.zeros(0, dtype), *(getattr(part, name) for part in parts)])

        return cls(
            uint32("vertex_starts", np.cumsum([0, *map(len, given)])),
            uint32("row_starts", np.concatenate([np.zeros(1, np.int64), *rows])),
            joined("heads", np.uint32),
            joined("rotors", np.uint32),
            np.array([graph._start(None) for graph in given], np.uint32),
            joined("owners", np.uint8) if games else None,
            joined("values", np.int64) if games or valued else None,
            labels=[graph._labels.all for graph in given],
        )

    @classmethod
    def of_graph(
        cls,
        graph: RotorGraph,
        *,
        rotors: ArrayLike | Mapping[Any, ArrayLike] | Table | None = None,
        starts: Iterable[Any] | None = None,
    ) -> Batch:
        """One graph with many rotors, many starts, or both: instance i has row i of `rotors` and the i-th of `starts`.

        Parameters
        ----------
        graph
            The graph.
        rotors
            A matrix of positions with a column for each vertex; by default those of the graph. Columns with names, as those
            of a data frame, are read by them: they are labels, and vertices without a column keep their rotors.
        starts
            Labels of vertices; by default the start of the graph.

        Returns
        -------
        Batch
            An instance for each row of rotors or each start.

        Examples
        --------
        >>> from arrival import Batch, generate, solve_batch
        >>> path = generate.path(n=3)
        >>> solve_batch(Batch.of_graph(path, starts=[0, 1, 2])).exits()
        ['A', 'A', 'B']
        """
        numbers = None if starts is None else [graph.index(label) for label in several("starts", starts)]
        given = None if rotors is None else _positions(graph, rotors)
        count = len(numbers) if numbers is not None else 1 if given is None else len(given)
        if given is None:
            given = np.broadcast_to(graph.arrays().rotors, (count, len(graph)))
        if given.shape != (count, len(graph)):
            raise ValueError(f"rotors is {' × '.join(map(str, given.shape))}, but must be {count} × {len(graph)}")
        arrays, arcs = graph.arrays(), graph.arc_count
        rows = arrays.row_starts[1:].astype(np.int64) + arcs * np.arange(count)[:, None]
        return cls(
            uint32("vertex_starts", len(graph) * np.arange(count + 1)),
            uint32("row_starts", np.concatenate(([0], rows.ravel()))),
            np.tile(arrays.heads, count),
            uint32("rotors", np.ascontiguousarray(given).ravel()),
            np.full(count, graph._start(None), np.uint32) if numbers is None else np.array(numbers, np.uint32),
            np.tile(arrays.owners, count) if graph.player_count else None,
            np.tile(arrays.values, count) if graph.player_count or arrays.values.any() else None,
            labels=[graph._labels.all] * count,
        )

    @classmethod
    def from_arrow(cls, table: ArrowStream) -> Batch:
        """The batch of a table with the columns `arcs` (lists of lists of heads), `start`, and perhaps `rotors`, `owners`
        and `values` (lists). It is any table that hands out Arrow data: of pyarrow, polars, pandas or DuckDB.

        The arrays are those of the columns, not copies, if they are of 32 bits and in one piece.

        Parameters
        ----------
        table
            The table.

        Returns
        -------
        Batch
            The instances of its rows.

        Examples
        --------
        >>> import pyarrow
        >>> from arrival import Batch, solve_batch
        >>> arcs = pyarrow.array([[[1, 0], []], [[0, 1], []]], pyarrow.list_(pyarrow.list_(pyarrow.uint32())))
        >>> solve_batch(Batch.from_arrow(pyarrow.table({"arcs": arcs, "start": [0, 0]}))).exit_index
        array([1, 1])
        """
        given = cls(*batch_arrays(table))
        with located(given):
            return cls(
                uint32("vertex_starts", given.vertex_starts),
                uint32("row_starts", given.row_starts),
                _unsigned("heads", given.heads),
                None if given.rotors is None else _unsigned("rotors", given.rotors),
                _unsigned("start", given.starts),
                given.owners,
                given.values,
            )

    def to_arrow(self) -> Table:
        """The batch as a table with the columns `arcs`, `rotors` and `start`, and `owners` and `values` if it has players.
        Vertices are numbers in it, whatever labels they have.

        >>> from arrival import Batch, RotorGraph
        >>> Batch.of([RotorGraph.from_text("u: u *s\\nsink s\\nstart u")]).to_arrow().to_pylist()
        [{'arcs': [[0, 1], []], 'rotors': [1, 0], 'start': 0}]
        """
        return batch_table(self)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The table as a stream of Arrow data."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    @property
    def has_players(self) -> bool:
        """Whether some vertex belongs to a player."""
        return self.owners is not None and bool(np.asarray(self.owners).any())

    def _core_arrays(self) -> tuple[Any, Any, Any, Any, Any]:
        """The arrays as the extension module takes them, which checks how they fit together."""
        return (
            uint32("vertex_starts", self.vertex_starts),
            uint32("row_starts", self.row_starts),
            uint32("heads", self.heads),
            None if self.rotors is None else uint32("rotors", self.rotors),
            uint32("starts", self.starts),
        )

    def _checked_arrays(self) -> tuple[Any, Any, Any, Any, Any]:
        """The same for readers in Python: their offsets are checked here, and not when a batch is made, which makers of
        10⁸ arcs would pay for."""
        arrays = self._core_arrays()
        check_arrays(arrays, self._players())
        return arrays

    def _vertex_count(self) -> int:
        """The number of vertices of all instances."""
        return vertex_count(np.asarray(self.row_starts))

    def _players(self) -> tuple[Any, Any]:
        """Owners and values as the extension module takes them, checked."""
        owners = None if self.owners is None else integers("owners", self.owners, np.uint8, 0, 2)
        values = None if self.values is None else integers("values", self.values, np.int64, -MOST_VALUE, MOST_VALUE)
        return owners, values

    def __len__(self) -> int:
        return len(np.asarray(self.starts))

    @overload
    def __getitem__(self, instance: int) -> RotorGraph: ...
    @overload
    def __getitem__(self, instance: slice) -> Batch: ...
    def __getitem__(self, instance: int | slice) -> RotorGraph | Batch:
        vertices, starts = np.asarray(self.vertex_starts), np.asarray(self.starts)
        check_instances(vertices, starts)
        if isinstance(instance, slice):
            first, last, step = instance.indices(len(self))
            if step != 1:
                raise ValueError(f"a part of a batch has a step of 1, not {step}; {_TAKE}")
            last = max(first, last)
            ends = uint32("vertex_starts", vertices[first : last + 1])
            check_offsets("vertex_starts", ends, self._vertex_count(), first)
            within = slice(int(ends[0]), int(ends[-1]))
            rows = np.asarray(self.row_starts)[within.start : within.stop + 1]
            rotors, owners, values = self._at(within)
            labels = None if self.labels is None else self.labels[first:last]
            return Batch(ends - ends[0], rows, self.heads, rotors, starts[first:last], owners, values, labels=labels)
        if not hasattr(instance, "__index__") or isinstance(instance, np.ndarray):
            raise TypeError(f"the number of the instance must be an integer or a slice, not {type(instance).__name__}; {_TAKE}")
        number = instance_number(instance, len(self))
        # Only the offsets of this instance are checked, so that all of them together take linear time.
        ends = uint32("vertex_starts", vertices[number : number + 2])
        check_offsets("vertex_starts", ends, self._vertex_count(), number)
        within = slice(int(ends[0]), int(ends[1]))
        heads = np.asarray(self.heads)
        rows = uint32("row_starts", np.asarray(self.row_starts)[within.start : within.stop + 1])
        check_offsets("row_starts", rows, len(heads), within.start)
        rotors, owners, values = self._at(within)
        arcs, start = heads[rows[0] : rows[-1]], int(starts[number])
        known = None if self.labels is None else self.labels[number]
        if known is None or isinstance(known, range):
            return RotorGraph.from_arrays(rows - rows[0], arcs, rotors, owners=owners, values=values, start=start)
        return RotorGraph.from_arrays(rows - rows[0], arcs, rotors, owners=owners, values=values, labels=known, start=known[start])

    def _at(self, vertices: slice) -> tuple[Any, Any, Any]:
        """Rotors, owners and values of some vertices."""
        given = {"rotors": self.rotors, "owners": self.owners, "values": self.values}
        arrays = [None if array is None else unmasked(name, array) for name, array in given.items()]
        check_by_vertex(self._vertex_count(), *arrays)
        rotors, owners, values = (None if array is None else array[vertices] for array in arrays)
        return rotors, owners, values

    def __iter__(self) -> Iterator[RotorGraph]:
        return (self[instance] for instance in range(len(self)))

    def __repr__(self) -> str:
        return f"<Batch of {amount(len(self), 'instance')}{' with players' if self.has_players else ''}>"


def batch_of(given: Batch | ArrowStream | Iterable[RotorGraph]) -> Batch:
    """The batch that is given: as itself, as a table, or as graphs."""
    if isinstance(given, Batch):
        return given
    if hasattr(given, "__arrow_c_stream__") or hasattr(given, "to_parquet"):
        return Batch.from_arrow(cast("ArrowStream", given))
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping | RotorGraph):
        return Batch.of(given)
    raise TypeError(f"batch must be a Batch, a table or a list of graphs, not {type(given).__name__}")


def _positions(graph: RotorGraph, rotors: Any) -> Any:
    """The positions of the rotors, a row for each instance and a column for each vertex. What names its columns is read by these
    names: frames have them in any order."""
    if is_series(rotors):
        rotors = {label: [position] for label, position in rotors.items()}
    elif isinstance(rotors, list | tuple) and any(hasattr(row, "keys") for row in rotors):
        raise TypeError("the rows of rotors have labels; make a data frame of them, as pandas.DataFrame(rows) does")
    names = list(rotors if isinstance(rotors, Mapping) else getattr(rotors, "column_names", getattr(rotors, "columns", ())))
    if not names:
        return np.atleast_2d(np.asarray(rotors))
    numbers = [graph.index(name) for name in names]
    if len(set(numbers)) < len(numbers):
        raise ValueError("rotors has two columns for one vertex")
    columns = [integers(f"the column {name!r} of rotors", rotors[name], np.int64, 0, 2**32 - 1) for name in names]
    matrix = np.tile(graph.arrays().rotors.astype(np.int64), (len(columns[0]), 1))
    for number, column in zip(numbers, columns, strict=True):
        matrix[:, number] = column
    return matrix


def _unsigned(name: str, array: Any) -> Any:
    """The numbers of a column; negative ones of 32 bits are refused as such, not as the large ones that they would become."""
    if array.dtype == np.int32 and array.size and array.min() < 0:
        raise ValueError(f"{name} has numbers below 0")
    return uint32(name, array)
