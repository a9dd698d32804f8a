"""Batches: many small instances at once, on all cores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._numbers import uint32
from ._tables import decimal

if TYPE_CHECKING:
    import pyarrow

#: The exit of an instance whose particle is trapped.
TRAPPED = -1
#: The exit of an instance that used up its operations.
UNSOLVED = -2


class Batch(NamedTuple):
    """Many instances in flat arrays: those of an Arrow column of lists of lists, and of numpy.

    Instance i has the vertices `vertex_starts[i]` … `vertex_starts[i + 1] - 1` of the batch, vertex v of the batch the arcs
    `row_starts[v]` … `row_starts[v + 1] - 1`. Heads and starts are numbered within their instance; a vertex without arcs
    is a sink.

    >>> from arrival import Batch, RotorGraph
    >>> graphs = [RotorGraph.from_text("u: s u\\nsink s\\nstart u"), RotorGraph.from_text("u: u s\\nsink s\\nstart u")]
    >>> batch = Batch.of(graphs)
    >>> batch.heads, batch.starts
    (array([1, 0, 0, 1], dtype=uint32), array([0, 0], dtype=uint32))
    """

    vertex_starts: ArrayLike
    row_starts: ArrayLike
    heads: ArrayLike
    rotors: ArrayLike | None
    starts: ArrayLike

    @classmethod
    def of(cls, graphs: Any) -> Batch:
        """The batch of some graphs, each with a start.

        >>> from arrival import Batch, RotorGraph
        >>> len(Batch.of([RotorGraph.from_text("u: s u\\nsink s\\nstart u")] * 3).starts)
        3
        """
        vertex_starts, row_starts, heads, rotors, starts = [0], [np.zeros(1, np.int64)], [], [], []
        arcs = 0
        for graph in graphs:
            arrays = graph.arrays()
            row_starts.append(arrays.row_starts[1:].astype(np.int64) + arcs)
            heads.append(arrays.heads)
            rotors.append(arrays.rotors)
            starts.append(graph._start(None))
            arcs += graph.arc_count
            vertex_starts.append(vertex_starts[-1] + len(graph))
        none = np.zeros(0, np.uint32)
        return cls(
            np.array(vertex_starts, np.uint32),
            uint32("row_starts", np.concatenate(row_starts)),
            np.concatenate([none, *heads]),
            np.concatenate([none, *rotors]),
            np.array(starts, np.uint32),
        )

    @classmethod
    def from_arrow(cls, table: pyarrow.Table | pyarrow.RecordBatch) -> Batch:
        """The batch of a table with the columns `arcs` (lists of lists of heads), `start`, and perhaps `rotors` (lists); the
        arrays are those of the columns, not copies, if the columns are in one piece.

        >>> import pyarrow
        >>> from arrival import Batch, solve_batch
        >>> arcs = pyarrow.array([[[1, 0], []], [[0, 1], []]], pyarrow.list_(pyarrow.list_(pyarrow.uint32())))
        >>> solve_batch(Batch.from_arrow(pyarrow.table({"arcs": arcs, "start": [0, 0]}))).exits
        array([1, 1])
        """
        arcs, rotors = _column(table, "arcs"), None
        if arcs is None:
            raise ValueError("the table has no column `arcs`; it holds for each instance the list of its vertices' lists of heads")
        rows = arcs.values
        if (start := _column(table, "start")) is None:
            raise ValueError("the table has no column `start`; it holds the number of the vertex that each particle starts on")
        if (given := _column(table, "rotors")) is not None:
            # Lists of rotors are as long as lists of vertices, or they are not of the same graph.
            if not np.array_equal(np.diff(given.offsets), np.diff(arcs.offsets)):
                raise ValueError("the lists of rotors are not as long as the lists of vertices")
            first, last = given.offsets[0].as_py(), given.offsets[-1].as_py()
            rotors = np.zeros(len(rows), np.uint32)
            at = arcs.offsets[0].as_py()
            rotors[at : at + last - first] = uint32("rotors", given.values.to_numpy(zero_copy_only=False)[first:last])
        return cls(
            uint32("vertex_starts", arcs.offsets.to_numpy()),
            uint32("row_starts", rows.offsets.to_numpy()),
            uint32("heads", rows.values.to_numpy()),
            rotors,
            uint32("start", start.to_numpy(zero_copy_only=False)),
        )

    def to_arrow(self) -> pyarrow.Table:
        """The batch as a table with the columns `arcs`, `rotors` and `start`.

        >>> from arrival import Batch, RotorGraph
        >>> Batch.of([RotorGraph.from_text("u: u *s\\nsink s\\nstart u")]).to_arrow().to_pylist()
        [{'arcs': [[0, 1], []], 'rotors': [1, 0], 'start': 0}]
        """
        import pyarrow

        def lists(offsets: ArrayLike, values: Any) -> Any:
            return pyarrow.ListArray.from_arrays(pyarrow.array(np.asarray(offsets, dtype=np.int32)), values)

        def flat(numbers: ArrayLike) -> Any:
            return pyarrow.array(uint32("array", numbers))

        rotors = np.zeros(len(np.asarray(self.row_starts)) - 1, np.uint32) if self.rotors is None else self.rotors
        return pyarrow.table(
            {
                "arcs": lists(self.vertex_starts, lists(self.row_starts, flat(self.heads))),
                "rotors": lists(self.vertex_starts, flat(rotors)),
                "start": flat(self.starts),
            }
        )


def _column(table: Any, name: str) -> Any:
    """The column in one piece, if it is there."""
    if name not in table.schema.names:
        return None
    column = table.column(name)
    column = column.combine_chunks() if hasattr(column, "combine_chunks") else column
    if column.null_count:
        raise ValueError(f"the column `{name}` has nulls")
    return column


@dataclass(frozen=True, slots=True)
class BatchAnswers:
    """What `solve_batch` finds, by number of the instance.

    >>> from arrival import Batch, RotorGraph, solve_batch
    >>> solve_batch(Batch.of([RotorGraph.from_text("u: u s\\nsink s\\nstart u")]))
    <BatchAnswers of 1 instances: 1 exit, 0 trapped, 0 unsolved>
    """

    #: The number of the exit sink; −1 (`TRAPPED`) if the particle is trapped, −2 (`UNSOLVED`) if operations ran out.
    exits: NDArray[np.int64]
    #: How many steps the particle makes; 2⁶⁴ − 1 where the number is in `long_steps`.
    steps: NDArray[np.uint64]
    #: The numbers of steps that do not fit; None if there is no answer.
    long_steps: dict[int, int | None]
    #: How long each instance took, if that was asked for.
    nanoseconds: NDArray[np.uint64] | None = None

    def steps_of(self, instance: int) -> int | None:
        """The number of steps, however large.

        >>> from arrival import Batch, generate, solve_batch
        >>> answers = solve_batch(Batch.of([generate.expchain(n=100)]))
        >>> answers.steps_of(0) == 2**101 - 3
        True
        """
        return self.long_steps[instance] if instance in self.long_steps else int(self.steps[instance])

    def steps_as_text(self) -> list[str | None]:
        """All numbers of steps in decimal digits; None where there is no answer.

        >>> from arrival import Batch, generate, solve_batch
        >>> solve_batch(Batch.of([generate.expchain(n=70)])).steps_as_text()
        ['2361183241434822606845']
        """
        texts: list[str | None] = list(map(str, self.steps.tolist()))
        for instance, steps in self.long_steps.items():
            texts[instance] = None if steps is None else decimal(steps)
        return texts

    def __len__(self) -> int:
        return len(self.exits)

    def __repr__(self) -> str:
        trapped, unsolved = int((self.exits == TRAPPED).sum()), int((self.exits == UNSOLVED).sum())
        exit = len(self) - trapped - unsolved
        return f"<BatchAnswers of {len(self)} instances: {exit} exit, {trapped} trapped, {unsolved} unsolved>"


def solve_batch(
    batch: Batch | pyarrow.Table | pyarrow.RecordBatch,
    *,
    operations_each: int | None = None,
    timings: bool = False,
    threads: int | None = None,
    timeout: float | None = None,
    progress: Callable[[int], object] | None = None,
) -> BatchAnswers:
    """The exits of many small instances without players, on all cores, their arrays read in place.

    Short walks are simulated; longer ones are solved, and checked, as `RotorGraph.solve` does, each with `operations_each`.
    `progress` is called with the number of instances done.

    >>> from arrival import generate, solve_batch
    >>> answers = solve_batch(generate.batch("tree", 10_000, seed=1, n=30))
    >>> answers
    <BatchAnswers of 10000 instances: 10000 exit, 0 trapped, 0 unsolved>
    """
    given = batch if isinstance(batch, Batch) else Batch.from_arrow(batch)
    exits, steps, nanoseconds, long = _core.solve_batch(
        uint32("vertex_starts", given.vertex_starts),
        uint32("row_starts", given.row_starts),
        uint32("heads", given.heads),
        None if given.rotors is None else uint32("rotors", given.rotors),
        uint32("starts", given.starts),
        operations_each,
        timings,
        threads or 0,
        (timeout, None, progress),
    )
    return BatchAnswers(exits, steps, dict(long), nanoseconds)


for _public in (Batch, BatchAnswers, solve_batch):
    _public.__module__ = "arrival"
