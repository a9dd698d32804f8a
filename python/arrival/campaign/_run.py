"""Running a campaign: its parts go to the workers of Dask, or of a pool of threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from typing import TYPE_CHECKING, Any

from .._batch import Batch
from .._extras import extra
from .._limits import whole
from ._family import Family
from ._finished import is_finished
from ._part import solve_part, solve_part_of
from ._places import place, sweep
from ._plan import Plan
from ._questions import refuse_options
from ._results import Results, open_results

if TYPE_CHECKING:
    from distributed import Client

    from ._plan import Part
else:
    # Where annotations are looked up, Dask may not be installed.
    Client = Any


def run(
    source: Family | str | PathLike[str] | Iterable[str | PathLike[str]],
    folder: str | PathLike[str],
    *,
    part_rows: int = 10_000,
    operations_each: int | None = None,
    question: str | Callable[[Batch], Any] = "exit",
    part_timeout: float | None = None,
    scheduler: str | Client = "threads",
    workers: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Any,
) -> Results:
    """Answers all instances of `source` into `folder`, and only those parts that are not there yet, or cannot be read.

    An instance that is flawed has a row all the same, in which `error` says what is wrong, in which file and row.

    Parameters
    ----------
    source
        A `Family`, a Parquet file, a folder of them or a list of them, with the columns `arcs` (for each instance the list of
        its vertices' lists of heads), `start`, and perhaps `rotors`, `owners` and `values`.
    folder
        Where the plan and the results are kept: a folder, or an address that fsspec knows, such as `s3://bucket/trees`, which
        sources may be, too.
    part_rows
        The number of instances that are answered and written together.
    operations_each
        After how many operations an instance is given up.
    question
        "exit", of the particle on the start; "exits", of a particle on every vertex; "route", the ends of `particles` on the
        start; "values", for games; or a function of a `Batch` that returns a table with a row for each instance. It stands in a
        module that every worker can import.
    part_timeout
        The seconds after which a part is given up: its rows say so. A function of your own is not stopped. Run the campaign again with more, or with None, to
        answer the parts that were given up; the others are kept.
    scheduler
        "threads" of this process; "processes" on this machine, which need a `__main__` guard in the program; the address of a
        Dask scheduler, or a client of one, whose workers see the same folders.
    workers
        The number of threads or processes; by default all cores.
    progress
        Called with the instances done and all instances.
    **options
        Options of the question, such as `strategies="free"` or `particles=1000`.

    Returns
    -------
    Results
        The results, as far as they are there.

    Examples
    --------
    >>> import tempfile
    >>> from arrival import campaign
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     campaign.run(campaign.Family("tree", 100, n=30), folder, scheduler="threads").complete
    True
    """
    with extra("campaign"):
        import pyarrow.parquet  # noqa: F401
    if isinstance(scheduler, str) and scheduler not in ("threads", "processes") and ":" not in scheduler:
        raise ValueError(f"scheduler must be 'threads', 'processes', an address such as 'tcp://host:8786' or a client, not {scheduler!r}")
    if workers is not None:
        whole("workers", workers, least=1)
    plan = Plan.of(
        source,
        part_rows=part_rows,
        operations_each=operations_each,
        question=question,
        part_timeout=part_timeout,
        **options,
    )
    refuse_options(plan)
    where = place(folder)
    plan.keep_in(where)
    missing = [part for part in plan.parts if not is_finished(where, part, plan.part_timeout)]
    done = plan.rows - sum(part.count for part in missing)
    if missing and scheduler == "threads":
        for part in missing:
            done += solve_part(plan, part, str(where), workers)
            _tell(progress, done, plan.rows)
    elif missing:
        with _client(scheduler, workers) as client:
            for count in _solved(client, missing, str(where), plan.part_timeout):
                done += count
                _tell(progress, done, plan.rows)
    sweep(where)
    return open_results(where)


def _tell(progress: Callable[[int, int], object] | None, done: int, rows: int) -> None:
    if progress is not None:
        progress(done, rows)


@contextmanager
def _client(scheduler: str | Client, workers: int | None) -> Iterator[Client]:
    """A client of the scheduler that is meant; what is started here is ended here."""
    with extra("campaign"):
        from distributed import Client, LocalCluster

    if not isinstance(scheduler, str):
        yield scheduler
    elif scheduler != "processes":
        with Client(scheduler) as client:  # type: ignore[no-untyped-call]
            yield client
    else:
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:  # type: ignore[no-untyped-call]
            with Client(cluster) as client:  # type: ignore[no-untyped-call]
                yield client


def _solved(client: Client, parts: list[Part], folder: str, part_timeout: float | None) -> Iterator[int]:
    """The parts as they are done. A worker solves one at a time on one thread; if it dies, Dask gives its part to another.

    Workers read the plan in the folder, so that nothing is lost with them.
    """
    from distributed import as_completed

    futures = [client.submit(solve_part_of, folder, part.number, part_timeout, pure=False) for part in parts]
    for future in as_completed(futures):  # type: ignore[no-untyped-call]
        yield int(future.result())
