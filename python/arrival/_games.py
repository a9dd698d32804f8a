"""What is asked of a game."""

from __future__ import annotations

from collections.abc import Mapping

from . import _core
from ._drawing import Drawings
from ._labels import Label, plain
from ._plays import Choice, Play, Values
from ._questions import Progress


class Games(Drawings):
    """The questions about players."""

    __slots__ = ()

    def play(
        self,
        start: Label | None = None,
        *,
        max: Mapping[Label, Choice] | None = None,
        min: Mapping[Label, Choice] | None = None,
        strategies: str = "start",
        endless_value: int = 0,
        solver: str | None = None,
        check: bool = True,
        timeout: float | None = None,
        max_operations: int | None = None,
        progress: Progress | None = None,
    ) -> Play:
        """What the game is worth from `start`, and strategies that secure it.

        A strategy says for every vertex of its player the position of the initial arc; with `strategies="order"` the
        positions of all arcs in the order picked; with "free" the arc of every visit, or "bounce". With `max` or `min`,
        that player keeps to the choices given, and to the rotors of the graph elsewhere; the other plays as it would
        against the best. The value is then what this play comes to.

        >>> from arrival import RotorGraph
        >>> game = RotorGraph.from_text("u: v s\\nmax v: u t\\nsink s = 1\\nsink t = 2\\nstart u")
        >>> game.play().value, game.play(max={"v": 0}).value
        (2, 1)
        """
        number = self._start(start)
        limits = (timeout, max_operations, progress)
        if self._inner.player_count == 0:
            raise ValueError("the graph has no players; ask for solve")
        found = None
        if max is None or min is None:
            found = _core.solve_game(self._inner, number, strategies, endless_value, solver, check, limits)
        if found is None or max is not None or min is not None:
            return self._played(number, max, min, strategies, endless_value, limits, found)
        about, exit = found["about"], found["exit"]
        low, high = found["max_min"], found["min_max"]
        return Play(
            start=self._labels.all[number],
            value=low if low == high else None,
            exit=self._labels.all[exit] if exit is not None and exit >= 0 and low == high else None,
            max=self._choices(found["max"]),
            min=self._choices(found["min"]),
            max_min=low,
            min_max=high,
            solver=about["solver"],
            unchecked_because=about["unchecked_because"],
            words=found["words"],
            _picture=self._drawer(
                "strategies", self._labels.all[number], strategies=strategies, endless_value=endless_value
            ),
        )

    def _played(
        self,
        number: int,
        max: Mapping[Label, Choice] | None,
        min: Mapping[Label, Choice] | None,
        strategies: str,
        endless_value: int,
        limits: tuple[float | None, int | None, Progress | None],
        best: _core._OneGame | None,
    ) -> Play:
        both: list[list[tuple[int, Choice]]] = []
        found = ([], []) if best is None else (best["max"], best["min"])
        for given, searched in zip((max, min), found, strict=True):
            if given is None:
                both.append(searched)
            else:
                both.append([(self._labels.index(label), choice) for label, choice in given.items()])
        code, steps = _core.play(self._inner, number, strategies, both[0], both[1], limits)
        exit = self._labels.all[code] if code >= 0 else None
        value = self._inner.value(code) if code >= 0 else endless_value
        label = self._labels.all[number]
        end = "never exits" if code < 0 else f"exits at {plain(exit)}"
        return Play(
            start=label,
            value=value,
            exit=exit,
            max=self._choices(both[0]),
            min=self._choices(both[1]),
            max_min=value,
            min_max=value,
            steps=steps,
            solver="play",
            words=f"with these strategies {plain(label)} {end}: value {value}",
        )

    def values(
        self,
        *,
        strategies: str = "start",
        endless_value: int = 0,
        solver: str | None = None,
        check: bool = True,
        timeout: float | None = None,
        max_operations: int | None = None,
        progress: Progress | None = None,
    ) -> Values:
        """What the game is worth from every start.

        >>> from arrival import RotorGraph
        >>> game = RotorGraph.from_text("u: v s\\nmin v: u t\\nsink s = 1\\nsink t = 2")
        >>> dict(game.values())
        {'u': 1, 'v': 2, 's': 1, 't': 2}
        """
        limits = (timeout, max_operations, progress)
        about, low, high = _core.values_of_all_starts(
            self._inner, strategies, endless_value, solver, check, limits
        )
        picture = self._drawer("values", strategies=strategies, endless_value=endless_value)
        return Values(self._labels, low, high, about["unchecked_because"], picture)
