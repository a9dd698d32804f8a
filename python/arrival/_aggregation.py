"""Rotor-router aggregation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Unpack

from ._arguments import one_of
from ._commands import answers
from ._door import ask
from ._frames import Framed
from ._limits import Limits, core_limits, whole
from ._pictures import Picture

if TYPE_CHECKING:
    import pyarrow


@dataclass(frozen=True, slots=True)
class Aggregation(Framed):
    """What particles form that settle around an origin. A notebook shows the picture, if one was asked for.

    Its table has one row, with the columns `on`, `particles`, `steps`, and `free` and `occupied`, which are called `free_squared` and
    `occupied_squared` on the square lattice.

    >>> import arrival
    >>> arrival.aggregate("tree", 10)
    Aggregation(on='tree', particles=10, steps=15, distances={'free': 3, 'occupied': 2})
    """

    #: The graph: "z2" or "tree".
    on: str
    #: The number of particles.
    particles: int
    #: The number of steps that all particles make together.
    steps: int
    #: How far from the origin the nearest free site ("free") and the farthest settled one ("occupied") are. On the square lattice
    #: the distances are squared ("free_squared", "occupied_squared").
    distances: dict[str, int] = field(hash=False)
    #: The sites, coloured by where their rotors point; None if `picture=True` did not ask for them.
    picture: Picture | None = field(default=None, repr=False, compare=False)

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        numbers = {"particles": self.particles, "steps": self.steps, **self.distances}
        columns = {name: pyarrow.array([number], pyarrow.uint64()) for name, number in numbers.items()}
        return {"on": pyarrow.array([self.on], pyarrow.string()), **columns}

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, object]:
        drawn = {} if self.picture is None else self.picture._repr_mimebundle_()
        return {**drawn, "text/plain": repr(self)}


@answers("aggregate")
def aggregate(
    on: Literal["z2", "tree"], particles: int, *, degree: int = 3, picture: bool = False, **limits: Unpack[Limits]
) -> Aggregation:
    """Rotor-router aggregation: particles start at the origin one after the other, and each walks until it reaches a free
    site, where it settles.

    Parameters
    ----------
    on
        "z2" for the square lattice, "tree" for the infinite regular tree.
    particles
        The number of particles.
    degree
        The degree of the tree.
    picture
        Whether to draw the sites, coloured by where their rotors point.
    **limits
        See `Limits`.

    Returns
    -------
    Aggregation
        How far it reaches, and the picture.

    Examples
    --------
    >>> import arrival
    >>> arrival.aggregate("z2", 100).steps
    1490
    """
    one_of("on", on, Literal["z2", "tree"])
    number = whole("particles", particles)
    options = {"on": on, "particles": str(number), "degree": whole("degree", degree), "picture": bool(picture)}
    reply = ask("aggregate", options, None, core_limits(limits))
    found = reply.object
    drawn = Picture("png", reply.data, reply.remark) if picture else None
    return Aggregation(on, number, int(found["steps"]), found["distances"], drawn)
