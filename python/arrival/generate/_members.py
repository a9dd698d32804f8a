"""Members of families, one or many."""

from __future__ import annotations

from .. import _core
from .._batch import Batch
from .._graph import RotorGraph
from .._labels import Labels


def families() -> dict[str, str]:
    """All families by the names that `batch` and the command line take, with what their members are.

    >>> from arrival import generate
    >>> generate.families()["star"]
    'all vertices hang on vertex 0'
    """
    return {name: sentence for name, sentence, _ in _core.families()}


def batch(family: str, count: int, *, seed: int = 1, **parameters: float) -> Batch:
    """The members for the seeds `seed`, `seed` + 1, …, as flat arrays. A member that names no start starts on its first
    vertex that is no sink.

    >>> from arrival import generate
    >>> generate.batch("path", 3, n=2).vertex_starts
    array([ 0,  4,  8, 12], dtype=uint32)
    """
    return Batch(*_core.generate_batch(family, _texts(parameters), seed, count))


def member(family: str, seed: int, parameters: dict[str, float]) -> RotorGraph:
    """The member of a family for a seed."""
    core = _core.generate(family, _texts(parameters), seed)
    return RotorGraph._of(core, Labels(tuple(core.names())))


def _texts(parameters: dict[str, float]) -> dict[str, str]:
    return {name.replace("_", "-"): str(int(number) if isinstance(number, bool) else number)
            for name, number in parameters.items()}
