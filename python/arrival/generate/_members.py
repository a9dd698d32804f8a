"""Members of families, one or many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from .. import _core
from .._batch import Batch
from .._commands import answers
from .._graph import RotorGraph
from .._labels import Labels
from .._limits import Limits, core_limits, seed_of, whole

#: A seed, or a numpy Generator that one is drawn from.
Seed = int | np.random.Generator


def families() -> dict[str, str]:
    """All families, by the names that `batch` and the command line take, each with a description of its members.

    >>> from arrival import generate
    >>> generate.families()["star"]
    'all other vertices attach to vertex 0'
    """
    return {name: sentence for name, sentence, _ in _core.families()}


@answers("generate")
def batch(
    family: str,
    count: int,
    *,
    seed: Seed = 1,
    threads: int = 0,
    limits: Limits | None = None,
    **parameters: float,
) -> Batch:
    """Many members of a family as flat arrays: those for the seeds `seed`, `seed` + 1, ….

    A member that names no start starts on its first vertex that is not a sink.

    Parameters
    ----------
    family
        A family of `generate.families()`.
    count
        The number of members.
    seed
        The seed of the first member, or a numpy Generator that it is drawn from.
    threads
        The number of threads; 0 for all cores.
    limits
        See `Limits`; `progress` is called with the number of members made.
    **parameters
        The parameters of the family.

    Returns
    -------
    Batch
        The members in flat arrays.

    Examples
    --------
    >>> from arrival import generate
    >>> generate.batch("path", 3, n=2).vertex_starts
    array([ 0,  4,  8, 12], dtype=uint32)
    """
    refuse_limits("batch", parameters)
    with spelled():
        arrays, players = _core.generate_batch(
            family,
            texts_of(parameters),
            seed_of(seed),
            whole("count", count),
            whole("threads", threads),
            core_limits(limits or {}),
        )
    return Batch(*arrays, *(players or (None, None)))


def member(family: str, seed: Seed, parameters: dict[str, float], limits: Limits) -> RotorGraph:
    """The member of a family for a seed; vertices whose names are numbers are labelled by these numbers."""
    with spelled():
        core = _core.generate(family, texts_of(parameters), seed_of(seed), core_limits(limits))
    names = core.names()
    labels = tuple(int(name) if name.isdecimal() else name for name in names)
    numbers = range(len(names))
    # Labels that are the numbers of their vertices need no table.
    return RotorGraph._of(core, Labels(numbers if labels == tuple(numbers) else labels))


def refuse_limits(name: str, parameters: dict[str, float]) -> None:
    """Refuses limits among the parameters of a family, where they would be taken for its own."""
    if misplaced := parameters.keys() & Limits.__annotations__.keys():
        limit = min(misplaced)
        raise TypeError(f"{name}() takes limits as a dictionary: limits={{{limit!r}: {parameters[limit]!r}}}")


@contextmanager
def spelled() -> Iterator[None]:
    """Spells the names of parameters in messages as Python does: `one_way` for `one-way`."""
    try:
        yield
    except ValueError as error:
        if type(error) is ValueError and error.args and isinstance(error.args[0], str):
            hyphened = {name for _, _, parameters in _core.families() for name, *_ in parameters if "-" in name}
            words = error.args[0]
            for name in hyphened:
                words = re.sub(rf"(?<![\w-]){name}(?![\w-])", name.replace("-", "_"), words)
            error.args = (words,)
        raise


def texts_of(parameters: dict[str, float]) -> dict[str, str]:
    """The parameters of a family by their names on the command line, as their digits."""
    return {name.replace("_", "-"): str(int(number) if isinstance(number, bool) else number)
            for name, number in parameters.items()}
