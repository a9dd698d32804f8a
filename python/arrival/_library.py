"""What comes with the library: its examples, its solvers, and the search for hard instances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from ._commands import answers
from ._door import ask
from ._frames import Framed
from ._graph import RotorGraph
from ._limits import Limits, core_limits, whole
from .generate._members import refuse_limits, spelled, texts_of

if TYPE_CHECKING:
    import pyarrow


class Examples(Mapping[str, RotorGraph[str]]):
    """The examples that come with the library, by name: the figures of the paper.

    >>> import arrival
    >>> arrival.examples["fig-rotor-routing"].solve()
    Answer(start='u2', exit='s2', steps=7)
    >>> "fig-integer-game" in arrival.examples
    True
    """

    __slots__ = ()

    def __getitem__(self, name: str) -> RotorGraph[str]:
        texts = _texts()
        if name not in texts:
            raise KeyError(f"no example {name!r}; there are {', '.join(texts)}")
        return RotorGraph.from_text(texts[name], name=name)

    def __iter__(self) -> Iterator[str]:
        return iter(_texts())

    def __len__(self) -> int:
        return len(_texts())

    def __repr__(self) -> str:
        return f"<Examples: {', '.join(self)}>"


@cache
def _texts() -> dict[str, str]:
    return dict(_core.examples())


#: The examples that come with the library.
examples = Examples()


class Solver(NamedTuple):
    """A solver: what it does, for which graphs and questions, at what cost, and where it comes from.

    >>> import arrival
    >>> arrival.solvers()[0].cost is not None
    True
    """

    #: Its name, which `solver=` takes.
    id: str
    #: What it does.
    does: str
    #: The classes of graphs it accepts.
    accepts: tuple[str, ...]
    #: The questions it answers.
    answers: tuple[str, ...]
    #: Its cost.
    cost: str
    #: Where it comes from.
    source: str


class HardInstance(NamedTuple):
    """An instance that `hunt` found, and the smaller one that was left after shrinking it.

    >>> import arrival
    >>> hard = arrival.hunt("switch", seeds=range(1, 6), keep=1, tries=20, n=8)[0]
    >>> hard.operations >= hard.shrunk_operations * 0.5
    True
    """

    #: The seed of the member of the family.
    seed: int
    #: How many operations it took to solve.
    operations: int
    #: What shrinking left of it.
    shrunk: RotorGraph
    #: How many operations that one takes.
    shrunk_operations: int


class Solvers(list[Solver], Framed):
    """Solvers, in the order in which they are tried.

    Its table has the columns `id`, `does`, `accepts`, `answers` (lists), `cost` and `source`.

    >>> import arrival
    >>> arrival.solvers().to_pandas()["id"][0] == arrival.solvers()[0].id
    True
    """

    __slots__ = ()

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        text = pyarrow.string()
        kinds = {name: pyarrow.list_(text) if name in ("accepts", "answers") else text for name in Solver._fields}
        return {name: pyarrow.array([getattr(solver, name) for solver in self], kind) for name, kind in kinds.items()}


class HardInstances(list[HardInstance], Framed):
    """The instances that `hunt` found, the hardest first.

    Its table has the columns `seed`, `operations`, `shrunk_operations`, and the sizes of what shrinking left, `vertices` and `arcs`.

    >>> import arrival
    >>> found = arrival.hunt("path", seeds=range(1, 4), keep=2, tries=5, n=9)
    >>> found.to_arrow().num_rows, found.searched, found.complete
    (2, 3, True)
    """

    __slots__ = ("complete", "searched")

    def __init__(self, instances: Iterable[HardInstance] = (), searched: int = 0, complete: bool = True) -> None:
        super().__init__(instances)
        #: The number of seeds that were searched.
        self.searched = searched
        #: Whether all seeds were searched; false if a limit was reached before.
        self.complete = complete

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        columns = {
            "seed": [hard.seed for hard in self],
            "operations": [hard.operations for hard in self],
            "shrunk_operations": [hard.shrunk_operations for hard in self],
            "vertices": [len(hard.shrunk) for hard in self],
            "arcs": [hard.shrunk.arc_count for hard in self],
        }
        return {name: pyarrow.array(numbers, pyarrow.uint64()) for name, numbers in columns.items()}


@answers("hunt")
def hunt(
    family: str,
    *,
    seeds: range = range(1, 21),
    keep: int = 5,
    tries: int = 200,
    share: int = 50,
    operations: int = 20_000_000_000,
    solver: str | None = None,
    limits: Limits | None = None,
    **parameters: float,
) -> HardInstances:
    """Searches a family for the members that take the most operations, and shrinks each of them while it stays hard.

    Parameters
    ----------
    family
        A family of `generate.families()`.
    seeds
        The seeds to search.
    keep, tries, share
        How many instances to keep, how many smaller ones to try for each, and how many of its operations a smaller one must
        still take, in percent.
    operations
        The number of operations after which an instance is given up.
    solver
        The id of the solver that they should be hard for; by default the one that `solve` takes.
    limits
        See `Limits`; when one is reached, what was found so far is returned, and is not `complete`.
    **parameters
        The parameters of the family.

    Returns
    -------
    HardInstances
        The hardest first.

    Examples
    --------
    >>> import arrival
    >>> [hard.seed for hard in arrival.hunt("path", seeds=range(1, 4), keep=2, tries=5, n=9)]  # doctest: +ELLIPSIS
    [...]
    """
    if not isinstance(seeds, range) or len(seeds) == 0 or seeds.step != 1:
        raise ValueError(f"seeds must be a range of consecutive seeds such as range(1, 21), not {seeds!r}")
    refuse_limits("hunt", parameters)
    options = {
        "family": family,
        "seeds": f"{seeds[0]}..{seeds[-1]}",
        "keep": whole("keep", keep),
        "tries": whole("tries", tries),
        "share": whole("share", share),
        "operations": whole("operations", operations),
        "solver": solver,
    }
    with spelled():
        reply = ask("hunt", options | texts_of(parameters), None, core_limits(limits or {}))

    def instance(row: dict[str, Any]) -> HardInstance:
        shrunk = RotorGraph.from_text(reply.files[row["file"]])
        found, left = int(row["found"]["operations"]), int(row["shrunk"]["operations"])
        return HardInstance(int(row["seed"]), found, shrunk, left)

    found = reply.object
    return HardInstances(map(instance, found["instances"]), int(found["searched"]), found["complete"])


@answers("solvers")
def solvers() -> Solvers:
    """All solvers. By default, a question is answered by the first of them that can.

    >>> import arrival
    >>> "walk" in [solver.id for solver in arrival.solvers()]
    True
    """
    return Solvers(
        Solver(row["id"], row["does"], tuple(row["accepts"]), tuple(row["answers"]), row["cost"], row["source"])
        for row in ask("solvers", {}).object["solvers"]
    )
