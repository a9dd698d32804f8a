"""Results as data frames: Arrow, pandas and polars."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ._extras import extra
from ._labels import Label, Labels, Namer
from ._tables import decimal
from ._typing import DataFrame, PolarsFrame, Table

if TYPE_CHECKING:
    import pyarrow


class Framed:
    """A result that can be turned into a table of Arrow, pandas or polars. Each class lists the columns of its table.

    >>> import arrival
    >>> pattern = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t").exit_pattern()
    >>> pattern.to_pandas()
      vertex exit  trap
    0      u    s  <NA>
    1      v    s  <NA>
    2      s    s  <NA>
    3      t    t  <NA>
    """

    __slots__ = ()

    @abstractmethod
    def _columns(self) -> dict[str, pyarrow.Array]:
        """The columns of the table."""

    def to_arrow(self) -> Table:
        """The result as a table of pyarrow; missing entries are null. The columns are listed with the class of the result.

        An exit pattern has these:

        >>> import arrival
        >>> arrival.generate.path(n=2).exit_pattern().to_arrow().column_names
        ['vertex', 'exit', 'trap']
        """
        with extra("frames"):
            import pyarrow

        return pyarrow.table(self._columns())

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The table of `to_arrow` as a stream of Arrow data, for what reads such streams.

        Some packages ask whether a result is a mapping or a list first, and read it as that; `to_arrow` is always the table.
        """
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> DataFrame:
        """The result as a data frame of pandas, with nullable types. The columns are those of `to_arrow`.

        An exit pattern has a column `trap`, which is missing where the particle reaches a sink:

        >>> import arrival
        >>> arrival.generate.path(n=2).exit_pattern().to_pandas()["trap"].dtype
        Int64Dtype()
        """
        return to_pandas(self.to_arrow())

    def to_polars(self) -> PolarsFrame:
        """The result as a data frame of polars. The columns are those of `to_arrow`.

        An exit pattern has these:

        >>> import arrival
        >>> arrival.generate.path(n=2).exit_pattern().to_polars().columns
        ['vertex', 'exit', 'trap']
        """
        return to_polars(self.to_arrow())


def to_pandas(table: Any) -> Any:
    """A table of pyarrow as a data frame whose integers may be missing."""
    with extra("frames"):
        import pandas
        import pyarrow

    mapped = {
        pyarrow.int64(): pandas.Int64Dtype(),
        pyarrow.uint64(): pandas.UInt64Dtype(),
        pyarrow.uint32(): pandas.UInt32Dtype(),
        pyarrow.bool_(): pandas.BooleanDtype(),
    }
    return table.to_pandas(types_mapper=mapped.get)


def to_polars(table: Any) -> PolarsFrame:
    """A table of pyarrow as a data frame of polars."""
    with extra("frames"):
        import polars

    return polars.DataFrame(polars.from_arrow(table))


def label_column(labels: Sequence[Label | None], among: Sequence[Label] | None = None) -> pyarrow.Array:
    """A column of labels: numbers or truth values if all are, else text.

    `among` are all labels of the graph where they are known: then all columns about it have the same type.
    """
    import pyarrow

    known: Sequence[Label | None] = labels if among is None else among
    if isinstance(known, range):
        return pyarrow.array(labels, pyarrow.int64())
    kinds = {type(label) for label in known} - {type(None)}
    if kinds and kinds <= {bool, np.bool_}:
        return pyarrow.array([None if label is None else bool(label) for label in labels], pyarrow.bool_())
    if kinds and all(issubclass(kind, Integral) and kind is not bool for kind in kinds):
        numbers = [None if label is None else int(cast("int", label)) for label in labels]
        if all(-(2**63) <= int(cast("int", label)) < 2**63 for label in known if label is not None):
            return pyarrow.array(numbers, pyarrow.int64())
    if kinds and all(issubclass(kind, float | np.floating) for kind in kinds):
        return pyarrow.array([None if label is None else float(cast("float", label)) for label in labels], pyarrow.float64())
    try:
        return pyarrow.array(labels if kinds <= {str} else _names(labels, known), pyarrow.string())
    except UnicodeEncodeError:
        return pyarrow.array(_names(labels, known), pyarrow.string())


def _names(labels: Sequence[Label | None], known: Sequence[Label | None]) -> list[str | None]:
    """The names that the labels have inside: no two labels share one."""
    namer = Namer()
    namer.names(label for label in known if label is not None)
    return [None if label is None else namer.name(label) for label in labels]


def among(labels: Labels[Any] | None, known: Sequence[Any] | None = None) -> Sequence[Any] | None:
    """What tells the type of a column of labels: all labels of the graph, or those `known` to a result that was made by hand."""
    return known if labels is None else labels.all


def ends(sinks: Mapping[Any, Any], traps: Mapping[Any, Any], labels: Labels[Any] | None) -> dict[str, pyarrow.Array]:
    """The columns `sink` and `trap` of a table with a row for each sink and then for each trap, which has a number."""
    import pyarrow

    numbers = [*[None] * len(sinks), *range(len(traps))]
    known = among(labels, [*sinks, *(label for trap in traps for label in trap)])
    return {"sink": label_column([*sinks, *[None] * len(traps)], known), "trap": pyarrow.array(numbers, pyarrow.int64())}


def count_columns(name: str, counts: Sequence[int | None], *, signed: bool = False) -> dict[str, pyarrow.Array]:
    """Two columns of counts: `name` those of 64 bits, `long_<name>` the decimal digits of the others, null elsewhere.

    The types do not depend on the counts, so that tables of several results can be put together, as Dask does. Digits alone
    would have to be converted before every computation, for the sake of the few counts that are long; decimal128 ends at 38 digits.
    """
    import pyarrow

    low, high = (-(2**63), 2**63) if signed else (0, 2**64)
    fits = [count is not None and low <= count < high for count in counts]
    short = [count if fit else None for count, fit in zip(counts, fits, strict=True)]
    long = [None if fit or count is None else decimal(count) for count, fit in zip(counts, fits, strict=True)]
    return {
        name: pyarrow.array(short, pyarrow.int64() if signed else pyarrow.uint64()),
        f"long_{name}": pyarrow.array(long, pyarrow.string()),
    }
