"""What is asked of a game, and of one particle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Self, Unpack

import numpy as np

from . import _core
from ._arguments import endless, mapping, one_of, text
from ._commands import answers
from ._drawing import Drawings
from ._labels import L, plain
from ._limits import CoreLimits, Limits, core_limits, whole
from ._plays import Choice, Play, Values
from ._proofs import Certificate
from ._results import Answer
from ._tables import checked
from ._typing import StrategySet


#: What the library takes as the position of an arc.
_MOST_POSITION = 2**32 - 1


class Games(Drawings[L]):
    """The questions about one particle and about players."""

    __slots__ = ()

    @answers("solve")
    def solve(
        self,
        start: L | None = None,
        *,
        solver: str | None = None,
        check: bool = True,
        certificate: bool = False,
        strategies: StrategySet = "start",
        endless_value: int = 0,
        **limits: Unpack[Limits],
    ) -> Answer[L]:
        """Where a particle on `start` ends, and after how many steps; for a graph with players, what the game is worth.

        Parameters
        ----------
        start
            The vertex that the particle is put on; by default the start that the graph names.
        solver
            The id of a solver, as `arrival.solvers()` lists them; by default the first that can answer the question.
        check
            Whether the judge, which shares no code with the solvers, is to check the answer.
        certificate
            Whether to put the proof into the answer, as its `certificate`.
        strategies, endless_value
            What the players of a game decide, and what a play that never exits is worth: see `play`.
        **limits
            See `Limits`. Other threads run meanwhile, and Ctrl-C stops the work.

        Returns
        -------
        Answer or Play
            Where the particle ends, as an `Answer`; for a graph with players a `Play`, with the value and the strategies.

        Examples
        --------
        >>> import arrival
        >>> answer = arrival.generate.expchain(n=100).solve()
        >>> answer.exit, answer.steps == 2**101 - 3
        ('A', True)
        >>> arrival.RotorGraph.from_text("u: v s\\nmax v: u t\\nsink s = 1\\nsink t = 2").solve("u").value
        2
        """
        one_of("strategies", strategies, StrategySet)
        number, endless_value = self._start(start), endless(endless_value)
        if self._inner.player_count:
            return self._best(number, strategies, endless_value, solver, check, certificate, limits)
        found = self._call(_core.solve, number, text("solver", solver), check, bool(certificate), core_limits(limits))
        about, exit, trap, proof = found["about"], found["exit"], found["trap"], found["certificate"]
        return Answer(
            start=self._labels.all[number],
            exit=None if exit is None else self._labels.all[exit],
            steps=found["steps"],
            value=endless_value if exit is None else self._inner.value(exit),
            departures=self._departures(found["departures"]),
            trap=None if trap is None else self._some(about["traps"][trap]),
            solver=about["solver"],
            unchecked_because=about["unchecked_because"],
            certificate=None if proof is None else Certificate(proof),
            words=found["words"],
            _picture=self._drawer(number, departures=found["departures"]),
            _labels=self._labels,
        )

    @answers("solve")
    def play(
        self,
        start: L | None = None,
        *,
        max: Mapping[L, Choice] | None = None,
        min: Mapping[L, Choice] | None = None,
        strategies: StrategySet = "start",
        endless_value: int = 0,
        solver: str | None = None,
        check: bool = True,
        certificate: bool = False,
        **limits: Unpack[Limits],
    ) -> Play[L]:
        """What the game is worth from `start`, and strategies that secure it.

        A strategy has a choice for every vertex of its player. What a choice is depends on `strategies`:

        - with "start", the position of the arc that the rotor starts on;
        - with "order", the positions of all arcs in the order in which the rotor takes them;
        - with "free", the position of the arc taken at every visit, or "bounce": back to where the particle first came from.

        If `max` or `min` is given, that player makes these choices, and follows the rotors of the graph where no choice is
        given. A player without given choices plays as against the best strategy of the other. The value is then that of
        this one play.

        Parameters
        ----------
        start
            The vertex that the particle is put on; by default the start that the graph names.
        max, min
            The choices of a player, by vertex; by default those of a best strategy.
        strategies
            What a player decides at each of its vertices: the "start" of the rotor, the "order" of the arcs, or "free": the
            arc of every visit.
        endless_value
            What a play that never exits is worth.
        solver
            The id of a solver, as `arrival.solvers()` lists them; by default the first that can answer the question.
        check
            Whether the judge, which shares no code with the solvers, is to check the answer.
        certificate
            Whether to put the proof into the answer, as its `certificate`.
        **limits
            See `Limits`.

        Returns
        -------
        Play
            The value, and the strategies that secure it.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> game = RotorGraph.from_text("u: v s\\nmax v: u t\\nsink s = 1\\nsink t = 2\\nstart u")
        >>> game.play().value, game.play(max={"v": 0}).value
        (2, 1)
        """
        one_of("strategies", strategies, StrategySet)
        number, endless_value = self._start(start), endless(endless_value)
        if self._inner.player_count == 0:
            raise ValueError("the graph has no players; ask for solve")
        given = core_limits(limits)
        if certificate and not (max is None and min is None):
            raise ValueError("only the best strategies have a certificate; leave certificate=True out, or max and min")
        if max is None and min is None:
            return self._best(number, strategies, endless_value, solver, check, certificate, limits)
        both: list[list[tuple[int, Choice]]] = []
        found: tuple[list[tuple[int, Choice]], list[tuple[int, Choice]]] = ([], [])
        unchecked_because: str | None = None
        if max is None or min is None:
            best = self._call(_core.solve_game, number, strategies, endless_value, text("solver", solver), check, False, given)
            found = best["max"], best["min"]
            unchecked_because = best["about"]["unchecked_because"]
        for name, choices, searched in zip(("max", "min"), (max, min), found, strict=True):
            if choices is None:
                both.append(searched)
            else:
                both.append(self._numbered(name, choices))
        played = self._played(number, both[0], both[1], strategies, endless_value, given)
        unchecked_because = unchecked_because or played.unchecked_because
        return replace(played, words=checked(played.words, unchecked_because), unchecked_because=unchecked_because)

    def _best(
        self,
        number: int,
        strategies: StrategySet,
        endless_value: int,
        solver: str | None,
        check: bool,
        certificate: bool,
        limits: Limits,
    ) -> Play[L]:
        """What the players can secure from a vertex."""
        asked = strategies, endless_value, text("solver", solver), check
        found = self._call(_core.solve_game, number, *asked, bool(certificate), core_limits(limits))
        about, exit, proof = found["about"], found["exit"], found["certificate"]
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
            certificate=None if proof is None else Certificate(proof),
            words=found["words"],
            _picture=self._drawer(number, picks=_picks([*found["max"], *found["min"]])),
            _labels=self._labels,
        )

    def _played(
        self,
        number: int,
        max: list[tuple[int, Choice]],
        min: list[tuple[int, Choice]],
        strategies: StrategySet,
        endless_value: int,
        limits: CoreLimits,
    ) -> Play[L]:
        """What comes of two strategies."""
        code, steps, unchecked_because = self._call(_core.play, number, strategies, max, min, limits)
        exit = self._labels.all[code] if code >= 0 else None
        value = self._inner.value(code) if code >= 0 else endless_value
        label = self._labels.all[number]
        end = "never exits" if code < 0 else f"exits at {plain(exit)}"
        return Play(
            start=label,
            value=value,
            exit=exit,
            max=self._choices(max),
            min=self._choices(min),
            max_min=value,
            min_max=value,
            steps=steps,
            solver="play",
            unchecked_because=unchecked_because,
            _picture=self._drawer(number, picks=_picks([*max, *min])),
            _labels=self._labels,
            words=f"with these strategies {plain(label)} {end}: value {value}",
        )

    def _numbered(self, name: str, choices: Mapping[L, Choice]) -> list[tuple[int, Choice]]:
        """The argument `name`, choices by vertex, as the library takes them."""
        pairs = mapping(name, choices).items()
        return [(self._labels.index(label), _choice(f"the choice at {label!r}", choice)) for label, choice in pairs]

    def _decided(self, number: int, strategies: StrategySet, max: Mapping[L, Choice], min: Mapping[L, Choice]) -> Self:
        """The graph without players that is left when both make these choices."""
        one_of("strategies", strategies, StrategySet)
        choices = self._numbered("max", max), self._numbered("min", min)
        return self._of(self._call(_core.decide_strategies, number, strategies, *choices), self._labels)

    def _choices(self, choices: Iterable[tuple[int, Choice]]) -> dict[L, Choice]:
        return {self._labels.all[number]: choice for number, choice in choices}

    @answers("solve")
    def values(
        self,
        *,
        strategies: StrategySet = "start",
        endless_value: int = 0,
        solver: str | None = None,
        check: bool = True,
        **limits: Unpack[Limits],
    ) -> Values[L]:
        """What the game is worth from every start; without players, what each exit is worth.

        Parameters
        ----------
        strategies, endless_value
            What the players decide, and what a play that never exits is worth: see `play`.
        solver
            The id of a solver, as `arrival.solvers()` lists them; by default the first that can answer the question.
        check
            Whether the judge, which shares no code with the solvers, is to check the answer.
        **limits
            See `Limits`.

        Returns
        -------
        Values
            The value from every vertex.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> game = RotorGraph.from_text("u: v s\\nmin v: u t\\nsink s = 1\\nsink t = 2")
        >>> dict(game.values())
        {'u': 1, 'v': 2, 's': 1, 't': 2}
        """
        one_of("strategies", strategies, StrategySet)
        worth = endless(endless_value)
        if not self._inner.player_count:
            about, codes, _ = self._call(_core.exit_pattern, text("solver", solver), check, False, core_limits(limits))
            exits = np.where(codes < 0, worth, self.arrays().values[np.maximum(codes, 0)])
            return Values(self._labels, exits, exits, about["unchecked_because"], self._drawer(values=(exits, exits)))
        asked = strategies, worth, text("solver", solver), check
        about, low, high = self._call(_core.values_of_all_starts, *asked, core_limits(limits))
        return Values(self._labels, low, high, about["unchecked_because"], self._drawer(values=(low, high)))


def _picks(choices: Iterable[tuple[int, Choice]]) -> list[tuple[int, int]]:
    """The arcs that are picked: of an order its first one, of "bounce" none."""
    firsts = ((number, choice[0] if isinstance(choice, list) else choice) for number, choice in choices)
    return [(number, first) for number, first in firsts if isinstance(first, int)]


def _choice(what: str, choice: Choice) -> Choice:
    """What a player decides at a vertex: a position, positions in order, or a word."""
    if isinstance(choice, str):
        return choice
    if isinstance(choice, Iterable):
        return [whole(what, position, most=_MOST_POSITION) for position in choice]
    return whole(what, choice, most=_MOST_POSITION)
