"""Families of a campaign: the members of a seeded family as its instances."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .._batch import Batch
from .._errors import OutOfBudget
from .._limits import Limits, seed_of, whole
from ..generate import batch
from ..generate._members import Seed


@dataclass(frozen=True, init=False)
class Family:
    """The members of a seeded family for the seeds `seed`, `seed` + 1, …: instance i has the seed `seed` + i.

    Parameters
    ----------
    name
        A family of `generate.families()`.
    count
        The number of members.
    seed
        The seed of the first member, or a numpy Generator that it is drawn from.
    **parameters
        The parameters of the family.

    Examples
    --------
    >>> from arrival.campaign import Family
    >>> Family("tree", 1_000_000, n=30)
    Family(name='tree', count=1000000, seed=1, parameters={'n': 30})
    """

    #: The name of the family.
    name: str
    #: The number of members.
    count: int
    #: The seed of the first member.
    seed: int
    #: The parameters of the family.
    parameters: dict[str, float]

    def __init__(self, name: str, count: int, *, seed: Seed = 1, **parameters: float) -> None:
        kept = {"name": name, "count": whole("count", count), "seed": seed_of(seed), "parameters": as_kept("the parameters", parameters)}
        for key, value in kept.items():
            object.__setattr__(self, key, value)

    def members(self, first: int, count: int, *, threads: int = 1, limits: Limits | None = None) -> Batch:
        """Some of the members: those of the seeds `seed + first`, ….

        Parameters
        ----------
        first
            How many members come before the first one.
        count
            The number of members.
        threads
            The number of threads; 0 for all cores.
        limits
            See `Limits`.

        Returns
        -------
        Batch
            The members.

        Examples
        --------
        >>> from arrival.campaign import Family
        >>> len(Family("tree", 100, n=30).members(10, 5))
        5
        """
        options: dict[str, Any] = dict(self.parameters)
        return batch(self.name, count, seed=self.seed + first, threads=threads, limits=limits, **options)

    def _has_players(self, seconds: float | None) -> bool:
        """Whether the first member of a family has players. A family or a parameter that does not exist is refused."""
        try:
            return self.members(0, min(self.count, 1), limits={"timeout": seconds}).has_players
        except OutOfBudget:
            # So little time is allowed that not even one is made; the rows will say so.
            return False


def as_kept(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """What a plan that is kept as JSON says of them: a tuple is a list, and a number of numpy a plain one."""
    try:
        kept: dict[str, Any] = json.loads(json.dumps(given, default=lambda number: number.item()))
    except (AttributeError, TypeError, ValueError):
        raise TypeError(f"{name} of a campaign are kept as JSON, so they must be numbers, strings, lists and dictionaries, not {given!r}") from None
    return kept
