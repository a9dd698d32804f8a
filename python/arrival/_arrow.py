"""Tables of batches: their columns read in place, and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._extras import extra
from ._flawed import arc_words, flawed, place_of
from ._numbers import entries
from ._typing import ArrowStream, Table

if TYPE_CHECKING:
    from ._batch import Batch

#: The columns, and in how many lists each of their numbers lies.
_DEPTHS = {"arcs": 2, "start": 0, "rotors": 1, "owners": 1, "values": 1}
_MISSING = {
    "arcs": "it holds for each instance the list of its vertices' lists of heads",
    "start": "it holds the number of the vertex that each particle starts on",
}


def batch_arrays(stream: ArrowStream) -> tuple[Any, Any, Any, Any, Any, Any, Any]:
    """The arrays of a table of instances, in the order in which a `Batch` takes them, in place where that can be.

    They hold nothing of the rows that a slice leaves out, so that neither nulls nor flaws of those matter.
    """
    columns = _columns(stream)
    vertex_starts, rows = _lists(columns["arcs"])
    _refuse_nulls(rows, lambda at: _vertex_words("arcs", vertex_starts, at))
    row_starts, heads = _lists(rows)
    _refuse_nulls(heads, lambda at: arc_words(vertex_starts, row_starts, at, "the column `arcs` has nulls: "))
    by_vertex = {name: _by_vertex(name, columns[name], vertex_starts) for name in ("rotors", "owners", "values")}
    starts = columns["start"].to_numpy(zero_copy_only=False)
    return vertex_starts, row_starts, heads.to_numpy(), by_vertex["rotors"], starts, by_vertex["owners"], by_vertex["values"]


def _columns(stream: ArrowStream) -> dict[str, Any]:
    """The columns of a table of instances, each in one piece and of the type that it must have."""
    with extra("frames"):
        import pyarrow

    given: Any = stream
    names = getattr(given, "columns", None)
    # Relations of DuckDB have columns, too, but no index.
    if hasattr(given, "iloc") and names is not None:
        # A frame of pandas: its index and its other columns are not wanted.
        table = pyarrow.table({name: _of_pandas(name, given[name]) for name in _DEPTHS if name in names})
    else:
        table = given if isinstance(given, pyarrow.Table) else pyarrow.table(given)
    for name, holds in _MISSING.items():
        if name not in table.schema.names:
            raise ValueError(f"the table has no column `{name}`; {holds}")
    return {name: _column(table.column(name), name) if name in table.schema.names else None for name in _DEPTHS}


def _of_pandas(name: str, series: Any) -> Any:
    """A column of pandas, whose entries may be of different kinds."""
    import pyarrow

    try:
        return pyarrow.array(series, from_pandas=True)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError, pyarrow.ArrowNotImplementedError) as error:
        raise ValueError(f"the column `{name}` must hold {_holds(name)}, and holds something else, too: {error}") from error


def _column(column: Any, name: str) -> Any:
    """The column in one piece; not copied if it is in one piece already (F45)."""
    plain = _plain(name, column.type)
    if column.null_count:
        raise flawed(_first_null(column), f"the column `{name}` has nulls")
    if plain != column.type:
        column = column.cast(plain)
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def _plain(name: str, kind: Any) -> Any:
    """The type as which a column is read: lists of a fixed size are lists like any other."""
    depth = _DEPTHS[name]
    plain = _plain_lists(kind, depth, "bool" if name in ("owners", "values") else "")
    if plain is None:
        raise ValueError(f"the column `{name}` holds {kind}, but must hold {_holds(name)}; cast it to {_cast(depth, 'int64' if name == 'values' else 'uint32')}")
    return plain


def _plain_lists(kind: Any, depth: int, also: str) -> Any:
    import pyarrow
    from pyarrow import types

    if types.is_null(kind):
        # What has no entries at all has no type either: an empty frame of pandas, or instances without arcs.
        lists = pyarrow.uint32()
        for _ in range(depth):
            lists = pyarrow.list_(lists)
        return lists
    if depth == 0:
        return kind if types.is_integer(kind) or str(kind) == also else None
    # Views of lists are not among them: pyarrow 26 casts them to lists that are not valid.
    if not (types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)):
        return None
    inner = _plain_lists(kind.value_type, depth - 1, also)
    return None if inner is None else pyarrow.large_list(inner) if types.is_large_list(kind) else pyarrow.list_(inner)


def _holds(name: str) -> str:
    return "lists of " * _DEPTHS[name] + "integers"


def _cast(depth: int, entries: str) -> str:
    return "list(" * depth + entries + ")" * depth


def _lists(lists: Any) -> tuple[NDArray[Any], Any]:
    """Where the lists of a column start in their entries, and these, without those before and behind the column."""
    offsets = lists.offsets.to_numpy()
    if not len(offsets):
        offsets = np.zeros(1, np.int32)
    return offsets - offsets[0] if offsets[0] else offsets, lists.flatten()


def _refuse_nulls(entries: Any, words: Any) -> None:
    if entries.null_count:
        raise flawed(*words(_first_null(entries)))


def _first_null(entries: Any) -> int:
    return int(np.argmax(np.asarray(entries.is_null())))


def _vertex_words(name: str, vertex_starts: NDArray[Any], at: int) -> tuple[int, str]:
    instance, vertex = place_of(vertex_starts, at)
    return instance, f"the column `{name}` has nulls: vertex {vertex}"


def _by_vertex(name: str, column: Any, vertex_starts: NDArray[Any]) -> NDArray[Any] | None:
    """The numbers of a column of lists, which must be as long as the lists of vertices."""
    if column is None:
        return None
    offsets, numbers = _lists(column)
    lengths, sizes = np.diff(offsets), np.diff(vertex_starts)
    wrong = np.flatnonzero(lengths != sizes)
    if len(wrong):
        at = int(wrong[0])
        raise flawed(at, f"`{name}` has {entries(int(lengths[at]), int(sizes[at]))}")
    _refuse_nulls(numbers, lambda at: _vertex_words(name, vertex_starts, at))
    return np.asarray(numbers.to_numpy(zero_copy_only=False))


def batch_table(batch: Batch) -> Table:
    """A batch as a table."""
    with extra("frames"):
        import pyarrow

    def lists(offsets: Any, values: Any) -> Any:
        return pyarrow.ListArray.from_arrays(pyarrow.array(np.asarray(offsets, dtype=np.int32)), values)

    vertex_starts, row_starts, heads, rotors, starts = batch._checked_arrays()
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
