"""Results: the rows of a campaign, as DuckDB and pandas see them."""

from __future__ import annotations

from os import PathLike

from .._extras import extra
from .._frames import to_pandas, to_polars
from .._tables import amount
from .._typing import DataFrame, PolarsFrame, Relation, Table
from ._finished import is_readable
from ._places import Place, is_local, place
from ._plan import Plan
from ._questions import schema_of


class Results:
    """The rows of a campaign, complete or not: `instance`, `exit_index`, `solved`, `steps`, `long_steps`, `nanoseconds`, `error`.

    If a walk takes 2⁶⁴ − 1 steps or more, `steps` is null and `long_steps` has the decimal digits. A row without an exit is that of a particle that is trapped, or of an instance that was not solved.

    >>> import tempfile
    >>> from arrival import campaign
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     results = campaign.run(campaign.Family("expchain", 3, n=70), folder, scheduler="threads")
    ...     list(results.to_pandas().columns), results.sql("select max(long_steps::hugeint) from results").fetchall()
    (['instance', 'exit_index', 'solved', 'steps', 'long_steps', 'nanoseconds', 'error'], [(2361183241434822606845,)])
    """

    __slots__ = ("files", "folder", "plan")

    def __init__(self, folder: Place, plan: Plan) -> None:
        #: The folder of the campaign.
        self.folder = folder
        #: What it computes.
        self.plan = plan
        #: The parts that are there and can be read.
        self.files = [folder / part.name() for part in plan.parts if is_readable(folder, part)]

    @property
    def complete(self) -> bool:
        """Whether all parts are there; their rows may say that an instance is flawed, or was given up."""
        return len(self.files) == len(self.plan.parts)

    def sql(self, query: str) -> Relation:
        """What DuckDB answers to a query about the table `results`.

        Parameters
        ----------
        query
            A query in SQL.

        Returns
        -------
        relation of DuckDB
            The rows that it selects.

        Examples
        --------
        >>> import tempfile
        >>> from arrival import campaign
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     results = campaign.run(campaign.Family("path", 10, n=9), folder, scheduler="threads")
        ...     results.sql("select count(*) from results").fetchall()
        [(10,)]
        """
        with extra("campaign"):
            import duckdb

        connection = duckdb.connect()
        if self.files:
            if not is_local(self.folder):
                connection.register_filesystem(self.folder.fs)
            names = [str(file) for file in self.files]
            connection.read_parquet(names, union_by_name=True).create_view("results")
        else:
            connection.register("results", self.to_arrow())
        return connection.sql(query)

    def to_pandas(self) -> DataFrame:
        """All rows that are there, in order.

        >>> import tempfile
        >>> from arrival import campaign
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     len(campaign.run(campaign.Family("path", 10, n=9), folder, scheduler="threads").to_pandas())
        10
        """
        return to_pandas(self.to_arrow())

    def to_polars(self) -> PolarsFrame:
        """The same as a data frame of polars.

        >>> import tempfile
        >>> from arrival import campaign
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     campaign.run(campaign.Family("path", 10, n=9), folder).to_polars().height
        10
        """
        return to_polars(self.to_arrow())

    def to_arrow(self) -> Table:
        """The same as a table of pyarrow; without a row it has the columns that there will be.

        >>> import tempfile
        >>> from arrival import campaign
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     results = campaign.run(campaign.Family("path", 0, n=9), folder)
        ...     results.to_arrow().column_names
        ['instance', 'exit_index', 'solved', 'steps', 'long_steps', 'nanoseconds', 'error']
        """
        import pyarrow
        import pyarrow.parquet

        empty = schema_of(self.plan).empty_table()
        empty = empty.add_column(0, "instance", pyarrow.array([], pyarrow.int64()))
        tables = (pyarrow.parquet.read_table(pyarrow.BufferReader(file.read_bytes())) for file in self.files)
        return pyarrow.concat_tables([empty, *tables], promote_options="default")

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The rows as a stream of Arrow data, which polars, DuckDB and others read."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        there = {file.name for file in self.files}
        return sum(part.count for part in self.plan.parts if part.name() in there)

    def __repr__(self) -> str:
        parts = f"{len(self.files)} of {amount(len(self.plan.parts), 'part')}"
        return f"<Results of {amount(len(self), 'instance')} in {parts}>"


def open_results(folder: str | PathLike[str]) -> Results:
    """The results of a campaign, as far as they are there.

    Parameters
    ----------
    folder
        The folder of the campaign.

    Returns
    -------
    Results
        The results, as far as they are there.

    Examples
    --------
    >>> import tempfile
    >>> from arrival import campaign
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = campaign.run(campaign.Family("path", 10, n=9), folder, scheduler="threads")
    ...     campaign.open_results(folder)
    <Results of 10 instances in 1 of 1 part>
    """
    where = place(folder)
    plan = Plan.kept_in(where)
    if plan is None:
        raise ValueError(f"{where} is not the folder of a campaign: it has no plan.json")
    return Results(where, plan)
