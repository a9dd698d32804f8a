"""Exceptions and warnings."""

from __future__ import annotations

from typing import NamedTuple


class Flaw(NamedTuple):
    """One thing that is wrong with a graph: its place, the rule that it breaks, a message, and a remedy.

    >>> import arrival
    >>> try:
    ...     arrival.RotorGraph.from_text("u: v")
    ... except arrival.FlawedGraph as error:
    ...     error.flaws[0]
    Flaw(place='1:4', rule='head-declared', message='head `v` is never declared', remedy='give it arcs of its own or declare it as a sink')
    """

    place: str
    rule: str
    message: str
    remedy: str


class FlawedGraph(ValueError):
    """A graph or a certificate that cannot be read, with a list of all its flaws, up to a hundred.

    >>> import arrival
    >>> try:
    ...     arrival.RotorGraph({"u": ["v", "w"], "x": []})
    ... except ValueError as error:
    ...     print(error)
    arcs['u'][0]: head 'v' is never declared; give it arcs of its own or declare it as a sink
    arcs['u'][1]: head 'w' is never declared; give it arcs of its own or declare it as a sink
    arcs['x']: vertex 'x' has no outgoing arc and is not a sink; declare it as a sink or give it an arc
    """

    #: The flaws, in the order of their places.
    flaws: list[Flaw]
    #: How many there are beyond those listed.
    more: int

    def __init__(self, words: str, flaws: list[tuple[str, str, str, str]], more: int = 0) -> None:
        super().__init__(words, flaws, more)
        self.flaws = [Flaw(*flaw) for flaw in flaws]
        self.more = more

    def __str__(self) -> str:
        return str(self.args[0])


class NoSuchVertex(KeyError, ValueError):
    """A label that is not a vertex of the graph.

    >>> import arrival
    >>> arrival.generate.path(n=2).solve("x")
    Traceback (most recent call last):
    ...
    arrival.NoSuchVertex: the graph has no vertex 'x'; it has 0, 1, 'A', 'B'
    >>> arrival.generate.path(n=2).solve("0")
    Traceback (most recent call last):
    ...
    arrival.NoSuchVertex: the graph has no vertex '0'; did you mean 0?
    """

    def __str__(self) -> str:
        return str(self.args[0])


class OutOfBudget(RuntimeError):
    """Time or operations were used up before there was an answer.

    >>> import arrival
    >>> try:
    ...     arrival.generate.expchain(n=100).solve(solver="walk", max_operations=100_000)
    ... except arrival.OutOfBudget as error:
    ...     error.reason
    'out of steps'
    """

    #: "out of time", "out of steps" or "out of memory".
    reason: str

    def __init__(self, words: str, reason: str) -> None:
        super().__init__(words, reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.args[0])


class Refuted(RuntimeError):
    """An answer of the library failed verification. This is a bug in the library; please report it with the graph.

    >>> import arrival
    >>> issubclass(arrival.Refuted, RuntimeError)
    True
    """


class PlayersIgnored(UserWarning):
    """A question about rotors was asked of a graph with players, whose recorded switches are then taken as rotors.

    Call `RotorGraph.without_players` first if that is intended; the graph that it returns does not warn.

    >>> import warnings, arrival
    >>> game = arrival.RotorGraph.from_text("max u: s t\\nsink s\\nsink t")
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always")
    ...     list(game.walk("u")), said[0].category is arrival.PlayersIgnored
    (['u', 's'], True)
    >>> list(game.without_players().walk("u"))
    ['u', 's']
    """


class Unchecked(UserWarning):
    """The judge has not checked an answer that does not show this itself: True or False, or a picture that is not an SVG.

    All other answers show it when they are printed.

    >>> import arrival
    >>> issubclass(arrival.Unchecked, UserWarning)
    True
    """
