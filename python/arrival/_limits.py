"""Limits: what a question may take, checked before it is asked."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Integral, Real
from operator import index
from typing import Any, TypedDict

#: Called now and then with the number of operations that the work has taken so far.
Progress = Callable[[int], object]

_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}
_MOST = 2**64 - 1

#: As the extension module takes them: seconds, operations, progress, bytes.
CoreLimits = tuple[float | None, int | None, Progress | None, int | None]


class Limits(TypedDict, total=False):
    """The limits that every question takes as keyword arguments.

    When one of them is reached, the question raises `OutOfBudget`. Ctrl-C ends every question with `KeyboardInterrupt`.

    Attributes
    ----------
    timeout : float or None
        Seconds.
    max_operations : int or None
        Elementary operations, such as steps of a walk. The same question takes the same number on every machine.
    memory : int, str or None
        Bytes, or a size such as "500MB" or "8GiB"; 1 GiB by default.
    progress : callable or None
        Called about twenty times a second with the number of operations done so far. What it raises ends the question.

    Examples
    --------
    >>> import arrival
    >>> try:
    ...     arrival.generate.expchain(n=100).solve(solver="walk", timeout=0.05)
    ... except arrival.OutOfBudget as error:
    ...     error.reason
    'out of time'
    """

    timeout: float | None
    max_operations: int | None
    memory: int | str | None
    progress: Progress | None


def core_limits(limits: Limits, seconds: str = "timeout") -> CoreLimits:
    """The limits for the extension module; a wrong one is refused by its name, which is `seconds` for the timeout."""
    given: dict[str, Any] = dict(limits)
    timeout, progress = given.pop("timeout", None), given.pop("progress", None)
    operations, memory = given.pop("max_operations", None), given.pop("memory", None)
    if given:
        raise TypeError(f"unexpected keyword argument {next(iter(given))!r}; limits are timeout, max_operations, memory, progress")
    if timeout is not None:
        if not isinstance(timeout, Real) or math.isnan(timeout) or timeout < 0:
            raise ValueError(f"{seconds} must be a number of seconds, at least 0, not {timeout!r}")
        timeout = float(timeout)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function of a number, not {progress!r}")
    return timeout, None if operations is None else whole("max_operations", operations), progress, _bytes(memory)


def whole(name: str, number: object, *, least: int = 0, most: int | None = _MOST) -> int:
    """The argument `name` as an integer between `least` and `most`."""
    try:
        found = index(number)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {number!r}") from None
    if found < least or (most is not None and found > most):
        beyond = f"at least {least}" if found < least else f"at most {most}"
        raise ValueError(f"{name} is {found}, but must be {beyond}")
    return found


def seed_of(seed: object) -> int:
    """The seed that is given: an integer, or one drawn from a numpy Generator."""
    draw = getattr(seed, "integers", None)
    if callable(draw):
        return int(draw(0, 2**63))
    return whole("seed", seed)


def _bytes(memory: object) -> int | None:
    if memory is None:
        return None
    if isinstance(memory, Integral):
        return whole("memory", memory)
    text = str(memory).strip().upper()
    digits = text.rstrip("KMGIB")
    unit = _UNITS.get(text[len(digits) :])
    if not isinstance(memory, str) or unit is None or not digits.strip().isdecimal():
        raise ValueError(f"memory must be a number of bytes or a size such as '500MB' or '8GiB', not {memory!r}")
    return whole("memory", int(digits) * unit)
