"""Tables of batches: their columns read in place, and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._numbers import uint32
from ._typing import ArrowStream, Table

if TYPE_CHECKING:
    from ._batch import Batch

_MISSING = {
    "arcs": "it holds for each instance the list of its vertices' lists of heads",
    "start": "it holds the number of the vertex that each particle starts on",
}
_OPTIONAL = ("rotors", "owners", "values")


def batch_columns(stream: ArrowStream) -> dict[str, Any]:
    """The columns of a table of instances, each in one piece."""
    import pyarrow

    given: Any = stream
    names = getattr(given, "columns", None)
    if hasattr(given, "to_parquet") and names is not None:
        # A frame of pandas: its index and its other columns are not wanted.
        table = pyarrow.Table.from_pandas(given[[n for n in (*_MISSING, *_OPTIONAL) if n in names]], preserve_index=False)
    else:
        table = given if isinstance(given, pyarrow.Table) else pyarrow.table(given)
    columns = {name: _column(table, name) for name in (*_MISSING, *_OPTIONAL)}
    for name, holds in _MISSING.items():
        if columns[name] is None:
            raise ValueError(f"the table has no column `{name}`; {holds}")
    for name, depth in (("arcs", 2), ("rotors", 1), ("owners", 1), ("values", 1)):
        column = columns[name]
        for _ in range(depth if column is not None else 0):
            if not hasattr(column, "offsets"):
                raise ValueError(f"the column `{name}` does not hold lists{' of lists' if depth == 2 else ''} of numbers")
            column = column.values
            if column.null_count:
                raise ValueError(f"the column `{name}` has nulls inside its lists")
    return columns


def _column(table: Any, name: str) -> Any:
    """The column in one piece, if it is there; not copied if it is in one piece already (F45)."""
    if name not in table.schema.names:
        return None
    column = table.column(name)
    if column.null_count:
        raise ValueError(f"the column `{name}` has nulls")
    plain = _with_offsets(column.type)
    if plain != column.type:
        column = column.cast(plain)
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def _with_offsets(kind: Any) -> Any:
    """The type in which lists of a fixed size are lists like any other, and what has no numbers at all has none of 32 bits."""
    import pyarrow.types

    if pyarrow.types.is_null(kind):
        return pyarrow.uint32()
    if pyarrow.types.is_fixed_size_list(kind) or pyarrow.types.is_list(kind):
        return pyarrow.list_(_with_offsets(kind.value_type))
    if pyarrow.types.is_large_list(kind):
        return pyarrow.large_list(_with_offsets(kind.value_type))
    return kind


def flat_lists(name: str, lists: Any, arcs: Any) -> NDArray[Any]:
    """The numbers of a column of lists, which must be as long as the lists of vertices; in place if they lie as those do."""
    offsets, vertices = lists.offsets.to_numpy(), arcs.offsets.to_numpy()
    if not np.array_equal(np.diff(offsets), np.diff(vertices)):
        raise ValueError(f"the lists of {name} are not as long as the lists of vertices")
    numbers = lists.values.to_numpy(zero_copy_only=False)
    if name == "rotors":
        numbers = uint32(name, numbers)
    if len(offsets) and np.array_equal(offsets, vertices) and len(numbers) == len(arcs.values):
        return np.asarray(numbers)
    moved = np.zeros(len(arcs.values), numbers.dtype)
    moved[vertices[0] : vertices[-1]] = numbers[offsets[0] : offsets[-1]]
    return moved


def batch_table(batch: Batch) -> Table:
    """A batch as a table."""
    import pyarrow

    def lists(offsets: Any, values: Any) -> Any:
        return pyarrow.ListArray.from_arrays(pyarrow.array(np.asarray(offsets, dtype=np.int32)), values)

    vertex_starts, row_starts, heads, rotors, starts = batch._core_arrays()
    if rotors is None:
        rotors = np.zeros(len(row_starts) - 1, np.uint32)
    columns = {
        "arcs": lists(vertex_starts, lists(row_starts, pyarrow.array(heads))),
        "rotors": lists(vertex_starts, pyarrow.array(rotors)),
        "start": pyarrow.array(starts),
    }
    for name, array in zip(("owners", "values"), batch._players(), strict=True):
        if array is not None:
            columns[name] = lists(vertex_starts, pyarrow.array(array))
    return pyarrow.table(columns)
