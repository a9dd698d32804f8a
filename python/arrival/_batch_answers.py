"""Questions about batches, and their answers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arguments import endless, one_of
from ._batch import Batch, batch_of
from ._commands import answers
from ._flawed import located
from ._frames import Framed, label_column
from ._limits import Limits, core_limits, whole
from ._numbers import entries, integers
from ._offsets import check_by_vertex, instance_number
from ._tables import amount, decimal
from ._typing import ArrowStream, StrategySet

if TYPE_CHECKING:
    import pyarrow

    from ._graph import RotorGraph

#: The exit index of an instance whose particle is trapped.
TRAPPED = -1
#: The exit index of an instance that used up its operations.
UNSOLVED = -2
#: Stands among the steps where the number is in `long_steps`.
_LONG = np.uint64(2**64 - 1)


@dataclass(frozen=True, slots=True, eq=False)
class BatchAnswers(Framed):
    """What `solve_batch` finds, by number of the instance.

    If a walk has 2⁶⁴ − 1 steps or more, `steps` holds 2⁶⁴ − 1, and `long_steps` the number; if operations ran out, `steps` holds
    2⁶⁴ − 1 and `long_steps` None. So take `steps` as it is only if `long_steps` is empty; `steps_of` is always right. As a
    table, it has the columns `exit` (the label) or `exit_index` (null if trapped or unsolved), `solved`, `steps` (64 bits; null if the number is longer or
    not known), `long_steps` (the decimal digits of longer numbers, else null), and `nanoseconds` if each instance was timed.

    >>> from arrival import Batch, RotorGraph, solve_batch
    >>> solve_batch(Batch.of([RotorGraph.from_text("u: u s\\nsink s\\nstart u")]))
    <BatchAnswers of 1 instance: 1 exit, 0 trapped, 0 unsolved>
    >>> from arrival import generate
    >>> solve_batch([generate.expchain(n=4), generate.expchain(n=70)]).to_arrow().select(["steps", "long_steps"]).to_pylist()
    [{'steps': 29, 'long_steps': None}, {'steps': None, 'long_steps': '2361183241434822606845'}]

    Graphs are answered with their labels: by `exits()`, and in the column `exit`. Arrays and tables have vertices without labels;
    their answers have the column `exit_index` instead. The array `exit_index` is there for both: it has the number of the sink
    among the vertices of its instance, which is no label, −1 if the particle is trapped, and −2 if operations ran out.
    """

    #: The number of the exit sink within its instance, which is no label; −1 (`TRAPPED`) if the particle is trapped,
    #: −2 (`UNSOLVED`) if operations ran out.
    exit_index: NDArray[np.int64]
    #: The number of steps that the particle makes, up to its exit or into its trap; 2⁶⁴ − 1 if `long_steps` has the instance.
    steps: NDArray[np.uint64]
    #: By instance, the numbers of steps that do not fit; None if operations ran out.
    long_steps: dict[int, int | None]
    #: How long each instance took, if that was asked for.
    nanoseconds: NDArray[np.uint64] | None = None
    #: The labels of the vertices of each instance, if graphs were given.
    labels: Sequence[Sequence[Hashable]] | None = None

    def exits(self) -> list[Any]:
        """The exit sink of every instance: its label, or its number if arrays or a table were given. None if the particle is
        trapped or the instance was given up.

        >>> from arrival import RotorGraph, solve_batch
        >>> graphs = [RotorGraph.from_edges([(1, 2), (1, 3), (2, 1), (2, 0)], start=1), RotorGraph.from_edges([("a", "b")], start="a")]
        >>> answers = solve_batch(graphs)
        >>> answers.exits(), answers.exit_index
        ([3, 'b'], array([2, 1]))
        """
        numbers = self.exit_index.tolist()
        if self.labels is None:
            return [number if number >= 0 else None for number in numbers]
        return [known[number] if number >= 0 else None for known, number in zip(self.labels, numbers, strict=True)]

    def steps_of(self, instance: int) -> int | None:
        """The number of steps, however large.

        Parameters
        ----------
        instance
            The number of an instance; negative numbers count from the end.

        Returns
        -------
        int or None
            The number of steps; None if the instance was given up.

        Examples
        --------
        >>> from arrival import Batch, generate, solve_batch
        >>> answers = solve_batch(Batch.of([generate.expchain(n=100)]))
        >>> answers.steps_of(0) == 2**101 - 3
        True
        """
        number = instance_number(instance, len(self))
        return self.long_steps[number] if number in self.long_steps else int(self.steps[number])

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

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        # The types of `count_columns`, whatever the steps are, without a Python number for each instance.
        long: Any = pyarrow.nulls(len(self), pyarrow.string())
        if any(count is not None for count in self.long_steps.values()):
            texts = {instance: None if count is None else decimal(count) for instance, count in self.long_steps.items()}
            long = pyarrow.array(map(texts.get, range(len(self))), pyarrow.string())
        columns = {
            **self._exit_column(),
            "solved": pyarrow.array(self.exit_index != UNSOLVED),
            "steps": pyarrow.array(self.steps, mask=self.steps == _LONG),
            "long_steps": long,
        }
        if self.nanoseconds is not None:
            columns["nanoseconds"] = pyarrow.array(self.nanoseconds)
        return columns

    def _exit_column(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        numbers = pyarrow.array(self.exit_index, mask=self.exit_index < 0)
        if self.labels is None:
            return {"exit_index": numbers}
        # Many instances of one graph share their labels.
        distinct = {id(known): known for known in self.labels}.values()
        if all(isinstance(known, range) for known in distinct):
            return {"exit": numbers}
        return {"exit": label_column(self.exits(), list(chain.from_iterable(distinct)))}

    def __len__(self) -> int:
        return len(self.exit_index)

    def __repr__(self) -> str:
        trapped, unsolved = (int((self.exit_index == code).sum()) for code in (TRAPPED, UNSOLVED))
        exit = len(self) - trapped - unsolved
        return f"<BatchAnswers of {amount(len(self), 'instance')}: {exit} exit, {trapped} trapped, {unsolved} unsolved>"


@dataclass(frozen=True, slots=True, eq=False)
class BatchValues(Framed):
    """What `values_batch` finds, by number of the instance.

    Its table has the columns `value`, `max_min`, `min_max`, `solved` and `checked`.

    >>> from arrival import RotorGraph, values_batch
    >>> game = RotorGraph.from_text("u: v s\\nmax v: u t\\nsink s = 1\\nsink t = 2\\nstart u")
    >>> values_batch([game])
    <BatchValues of 1 instance: 1 solved>
    """

    #: The most that Max can be sure of; 0 if it was not solved.
    max_min: NDArray[np.int64]
    #: The least that Min can hold Max to; 0 if it was not solved.
    min_max: NDArray[np.int64]
    #: Which instances were solved; the others used up their operations.
    solved: NDArray[np.bool_]
    #: Which values the judge has proved; those of an exhaustive search have no proof.
    checked: NDArray[np.bool_]

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        unknown = ~self.solved
        return {
            "value": pyarrow.array(self.max_min, mask=unknown | (self.max_min != self.min_max)),
            "max_min": pyarrow.array(self.max_min, mask=unknown),
            "min_max": pyarrow.array(self.min_max, mask=unknown),
            "solved": pyarrow.array(self.solved),
            "checked": pyarrow.array(self.checked, mask=unknown),
        }

    def __len__(self) -> int:
        return len(self.solved)

    def __repr__(self) -> str:
        unchecked = int((self.solved & ~self.checked).sum())
        note = f", {unchecked} unchecked" if unchecked else ""
        return f"<BatchValues of {amount(len(self), 'instance')}: {int(self.solved.sum())} solved{note}>"


@dataclass(frozen=True, slots=True, eq=False)
class BatchRoutes(Framed):
    """What `route_batch` finds.

    Its table has the columns `ends` (a list for each instance), `trapped` and `solved`.

    >>> from arrival import RotorGraph, route_batch
    >>> route_batch([RotorGraph.from_text("u: s\\nsink s\\nstart u")], [3, 0]).ends
    array([0, 3], dtype=uint64)
    """

    #: The number of particles that end on each vertex of the batch; 0 if it is not a sink.
    ends: NDArray[np.uint64]
    #: The number of particles of each instance that end in traps.
    trapped: NDArray[np.uint64]
    #: Which instances were solved; the others used up their operations.
    solved: NDArray[np.bool_]
    #: Where the vertices of each instance start in `ends`.
    vertex_starts: NDArray[np.uint32]

    def ends_of(self, instance: int) -> NDArray[np.uint64]:
        """The number of particles that end on each vertex of an instance.

        Parameters
        ----------
        instance
            The number of an instance; negative numbers count from the end.

        Returns
        -------
        array
            By vertex of the instance.

        Examples
        --------
        >>> from arrival import Batch, RotorGraph, route_batch
        >>> graph = RotorGraph.from_text("u: s t t\\nsink s\\nsink t\\nstart u")
        >>> route_batch(Batch.of([graph, graph]), [3, 0, 0, 5, 0, 0]).ends_of(1)
        array([0, 2, 3], dtype=uint64)
        """
        number = instance_number(instance, len(self))
        return self.ends[int(self.vertex_starts[number]) : int(self.vertex_starts[number + 1])]

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        offsets = pyarrow.array(self.vertex_starts.astype(np.int32))
        return {
            "ends": pyarrow.ListArray.from_arrays(offsets, pyarrow.array(self.ends)),
            "trapped": pyarrow.array(self.trapped, mask=~self.solved),
            "solved": pyarrow.array(self.solved),
        }

    def __len__(self) -> int:
        return len(self.solved)

    def __repr__(self) -> str:
        return f"<BatchRoutes of {amount(len(self), 'instance')}: {int(self.solved.sum())} solved>"


@answers("solve")
def solve_batch(
    batch: Batch | ArrowStream | Iterable[RotorGraph],
    *,
    operations_each: int | None = None,
    timings: bool = False,
    threads: int | None = None,
    **limits: Unpack[Limits],
) -> BatchAnswers:
    """The exits of many small instances without players, on all cores, their arrays read in place.

    Short walks are simulated; longer ones are solved, and checked, as `RotorGraph.solve` does.

    Parameters
    ----------
    batch
        A `Batch`, a table of Arrow, pandas or polars as `Batch.from_arrow` reads it, or graphs.
    operations_each
        After how many operations an instance is given up.
    timings
        Whether each instance is timed.
    threads
        All cores by default.
    **limits
        See `Limits`; `progress` is called with the number of instances done.

    Returns
    -------
    BatchAnswers
        The exit and the number of steps of every instance: labels where graphs are given, numbers called `exit_index` where
        arrays or tables are.

    Examples
    --------
    >>> from arrival import generate, solve_batch
    >>> answers = solve_batch(generate.batch("tree", 10_000, seed=1, n=30))
    >>> answers
    <BatchAnswers of 10000 instances: 10000 exit, 0 trapped, 0 unsolved>
    """
    given = _without_players(batch)
    with located(given):
        exit_index, steps, nanoseconds, long = _core.solve_batch(
            given._core_arrays(), _most(operations_each), timings, _threads(threads), core_limits(limits)
        )
    return BatchAnswers(exit_index, steps, dict(long), nanoseconds, given.labels)


@answers("solve")
def values_batch(
    batch: Batch | ArrowStream | Iterable[RotorGraph],
    *,
    strategies: StrategySet = "start",
    endless_value: int = 0,
    operations_each: int | None = None,
    threads: int | None = None,
    **limits: Unpack[Limits],
) -> BatchValues:
    """What many games are worth, each from its start, on all cores; the parameters are those of `solve_batch` and `play`.

    Parameters
    ----------
    batch
        As for `solve_batch`; its instances may have players.
    strategies, endless_value
        What the players decide, and what a play that never exits is worth: see `play`.
    operations_each
        After how many operations an instance is given up.
    threads
        The number of threads; all cores by default.
    **limits
        See `Limits`; `progress` is called with the number of instances done.

    Returns
    -------
    BatchValues
        What each instance is worth, and whether the judge has proved it.

    Examples
    --------
    >>> from arrival import Batch, RotorGraph, values_batch
    >>> game = RotorGraph.from_text("u: v s\\nmax v: u t\\nsink s = 1\\nsink t = 2\\nstart u")
    >>> values_batch([game, game.with_owners({"v": "min"})]).max_min
    array([2, 1])
    """
    one_of("strategies", strategies, StrategySet)
    given = batch_of(batch)
    with located(given):
        owners, values = given._players()
        check_by_vertex(given._vertex_count(), None, owners, values)
        found = _core.values_batch(
            given._core_arrays(),
            owners,
            values,
            strategies,
            endless(endless_value),
            _most(operations_each),
            _threads(threads),
            core_limits(limits),
        )
    (max_min, min_max), (solved, checked) = found
    return BatchValues(max_min, min_max, solved, checked)


@answers("route")
def route_batch(
    batch: Batch | ArrowStream | Iterable[RotorGraph],
    particles: ArrayLike,
    *,
    operations_each: int | None = None,
    threads: int | None = None,
    **limits: Unpack[Limits],
) -> BatchRoutes:
    """Where many particles end, in many small instances on all cores: `particles` has a number for each vertex of the batch.
    The other parameters are those of `solve_batch`.

    Parameters
    ----------
    batch
        As for `solve_batch`.
    particles
        The number of particles on each vertex of the batch.
    operations_each
        After how many operations an instance is given up.
    threads
        The number of threads; all cores by default.
    **limits
        See `Limits`; `progress` is called with the number of instances done.

    Returns
    -------
    BatchRoutes
        Where the particles of each instance end.

    Examples
    --------
    >>> from arrival import generate, route_batch
    >>> import numpy
    >>> batch = generate.batch("path", 1000, n=9)
    >>> routes = route_batch(batch, numpy.full(11 * 1000, 10))
    >>> int(routes.ends.sum()), len(routes)
    (110000, 1000)
    """
    given = _without_players(batch)
    counts = integers("particles", particles, np.int64, 0, 2**32)
    size = given._vertex_count()
    if len(counts) != size:
        raise ValueError(f"particles has {entries(len(counts), size)}")
    arrays = given._core_arrays()
    with located(given):
        found = _core.route_batch(
            arrays, counts.astype(np.uint64), _most(operations_each), _threads(threads), core_limits(limits)
        )
    return BatchRoutes(*found, arrays[0])


def _without_players(batch: Batch | ArrowStream | Iterable[RotorGraph]) -> Batch:
    given = batch_of(batch)
    if given.has_players:
        raise ValueError("the batch has players; ask for values_batch, which says what they can secure")
    return given


def _most(operations: int | None) -> int | None:
    return None if operations is None else whole("operations_each", operations)


def _threads(threads: int | None) -> int:
    return 0 if threads is None else whole("threads", threads, most=2**16)
