"""Types of packages that need not be installed, and the words that options take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol

IntOrStr = int | str
Owner = Literal["rotor", "max", "min"]
Rule = Literal["move-then-turn", "turn-then-move"]
StrategySet = Literal["start", "order", "free"]
InputFormat = Literal["rotor", "json", "rotorb", "edge-list", "two-successors"]
TextFormat = Literal["rotor", "json", "lp", "mtx"]
PictureFormat = Literal["svg", "png", "pdf", "tikz", "tex", "dot", "html", "json"]
ListingKind = Literal["recurrent", "superstable", "forests", "unicycles"]
Show = Literal["flows", "forest", "exits", "visits", "strategies", "values"]


class ArrowStream(Protocol):
    """Anything that hands out Arrow data: tables of pyarrow, frames of polars and pandas, relations of DuckDB."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The stream, in a capsule."""


if TYPE_CHECKING:
    import duckdb
    import networkx
    import pandas
    import polars
    import pyarrow
    import scipy.sparse

    Relation = duckdb.DuckDBPyRelation
    DataFrame = pandas.DataFrame
    PolarsFrame = polars.DataFrame
    Table = pyarrow.Table
    DiGraph = networkx.DiGraph[Any]
    MultiDiGraph = networkx.MultiDiGraph[Any]
    AnyGraph = networkx.Graph[Any]
    SparseArray = scipy.sparse.csr_array
else:
    Relation = DataFrame = PolarsFrame = Table = DiGraph = MultiDiGraph = AnyGraph = SparseArray = Any
