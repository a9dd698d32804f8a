"""Which method answers which command: every method says so itself, and the table is made of that."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import TypeVar

_Function = TypeVar("_Function", bound=Callable[..., object])

_COMMANDS = "_arrival_commands"


def answers(*commands: str) -> Callable[[_Function], _Function]:
    """Marks a function as the way to ask what these commands of the program answer."""

    def mark(function: _Function) -> _Function:
        setattr(function, _COMMANDS, commands)
        return function

    return mark


def commands() -> dict[str, list[str]]:
    """The commands of the program `arrival`, each with the functions and methods that do the same in Python.

    The program comes with the package, so that a command without a function, such as `arrival serve`, can be run in a
    terminal.

    >>> import arrival
    >>> arrival.commands()["decide"], arrival.commands()["serve"]
    (['RotorGraph.decide'], [])
    """
    from . import _core

    table: dict[str, list[str]] = {command: [] for command in _core.commands()}
    for name, function in _functions():
        for command in getattr(function, _COMMANDS, ()):
            table.setdefault(command, []).append(name)
    return table


def _functions() -> Iterator[tuple[str, object]]:
    """Every public function and method, by its name."""
    import arrival

    places = [("", arrival), ("generate.", arrival.generate)]
    for prefix, place in places:
        for name in place.__all__:
            thing = getattr(place, name)
            if inspect.isclass(thing):
                for member, value in inspect.getmembers(thing):
                    if not member.startswith("_"):
                        yield f"{prefix}{name}.{member}", value.fget if isinstance(value, property) else value
            else:
                yield prefix + name, thing
