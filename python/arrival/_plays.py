"""Results of games: values, and plays of strategies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ._checked import says_unchecked
from ._frames import Framed, label_column
from ._labels import L, Labels, plain
from ._pattern import Lazy
from ._pictures import Drawer, Drawn
from ._results import Answer
from ._tables import amount, checked, table

if TYPE_CHECKING:
    import pyarrow

#: What a player decides at a vertex: the position of an arc, the positions of all arcs in order, or "bounce".
Choice = int | list[int] | str


@says_unchecked
@dataclass(frozen=True, slots=True, repr=False)
class Play(Answer[L]):
    """What a game is worth from one start, strategies that secure it, and how their play ends.

    `steps` is known only if the strategy of at least one player was given, not if both were searched for. Its table has one row, with
    the columns `start`, `exit`, `steps`, `long_steps`, `value`, `max_min` and `min_max`.

    >>> import arrival
    >>> game = arrival.RotorGraph.from_text("u: v s\\nmax v: u t\\nsink s = 1\\nsink t = 2")
    >>> game.play("u")
    Play(start='u', value=2, exit='t', max={'v': 1}, min={})
    >>> print(game.play("u"))
    u is worth 2: the particle exits at t
    max: v -> t
    checked: pairs of the games "at least 2" and "more than 2"
    """

    #: The value; None if there is no pure equilibrium, as on some graphs that are not tree-like.
    value: int | None = None
    #: What Max decides at each of its vertices.
    max: dict[L, Choice] = field(default_factory=dict, hash=False)
    #: What Min decides at each of its vertices.
    min: dict[L, Choice] = field(default_factory=dict, hash=False)
    #: The most that Max can be sure of.
    max_min: int = field(default=0, repr=False)
    #: The least that Min can hold Max to.
    min_max: int = field(default=0, repr=False)

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        # Without `super()`, which has no class to start from where slots made another one.
        return {
            **Answer._columns(self),
            "max_min": pyarrow.array([self.max_min], pyarrow.int64()),
            "min_max": pyarrow.array([self.min_max], pyarrow.int64()),
        }

    def __repr__(self) -> str:
        end = f"value={self.value!r}, exit={self.exit!r}, max={self.max!r}, min={self.min!r}"
        return f"Play(start={self.start!r}, {end})"


@says_unchecked
class Values(Lazy[L, int | None], Drawn, Framed):
    """What a game is worth from every start: a mapping from vertices to values, and to None where there is no pure equilibrium.

    Its table has the columns `vertex`, `value`, `max_min` and `min_max`.

    >>> import arrival
    >>> values = arrival.RotorGraph.from_text("u: v s\\nmax v: u t\\nsink s = 1\\nsink t = 2").values()
    >>> dict(values)
    {'u': 2, 'v': 2, 's': 1, 't': 2}
    >>> print(values)
    from  value
    u     2
    v     2
    s     1
    t     2
    """

    __slots__ = ("_labels", "_picture", "max_min", "min_max", "unchecked_because")

    def __init__(
        self,
        labels: Labels[L],
        max_min: NDArray[np.int64],
        min_max: NDArray[np.int64],
        unchecked_because: str | None,
        picture: Drawer | None = None,
    ) -> None:
        self._labels = labels
        self._picture = picture
        #: By number of a vertex: the most that Max can be sure of.
        self.max_min = max_min
        #: By number of a vertex: the least that Min can hold Max to.
        self.min_max = min_max
        #: Why the judge did not check it; None if it did.
        self.unchecked_because = unchecked_because

    def _find(self, vertex: L) -> int | None:
        return self._value(self._labels.index(vertex))

    def _value(self, number: int) -> int | None:
        low, high = int(self.max_min[number]), int(self.min_max[number])
        return low if low == high else None

    def _values(self) -> list[int | None]:
        pairs = zip(self.max_min.tolist(), self.min_max.tolist(), strict=True)
        return [low if low == high else None for low, high in pairs]

    def _make(self) -> dict[L, int | None]:
        return dict(zip(self._labels.all, self._values(), strict=True))

    def __len__(self) -> int:
        return len(self._labels.all)

    def __repr__(self) -> str:
        return f"<Values of {amount(len(self), 'vertex', 'vertices')}>"

    def __str__(self) -> str:
        def value(number: int) -> str:
            found = self._value(number)
            return f"{self.max_min[number]} to {self.min_max[number]}" if found is None else str(found)

        rows = ((plain(label), value(number)) for number, label in enumerate(self._labels.all))
        return checked(table(("from", "value"), rows, len(self)), self.unchecked_because)

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        return {
            "vertex": label_column(self._labels.all),
            "value": pyarrow.array(self._values(), pyarrow.int64()),
            "max_min": pyarrow.array(self.max_min),
            "min_max": pyarrow.array(self.min_max),
        }
