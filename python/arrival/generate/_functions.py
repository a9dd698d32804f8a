"""A function for every family, made from the registry: name, parameters, defaults and documentation."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Unpack, cast

from .. import _core
from .._commands import answers
from .._graph import RotorGraph
from .._limits import Limits
from ._members import Seed, member


def functions() -> dict[str, Callable[..., RotorGraph]]:
    """The functions by their Python names."""
    return {name.replace("-", "_"): _function(name, sentence, parameters) for name, sentence, parameters in _core.families()}


def _function(family: str, sentence: str, parameters: list[tuple[str, str, float, bool]]) -> Callable[..., RotorGraph]:
    signature, name = _signature(parameters), family.replace("-", "_")

    def function(**given: Any) -> RotorGraph:
        if "memory" in given:
            raise TypeError(f"{name}() has no limit on memory; its parameters tell how large the graph is")
        limits: dict[str, Any] = {limit: given.pop(limit) for limit in Limits.__annotations__ if limit in given}
        try:
            bound = signature.bind(**given)
        except TypeError as error:
            raise TypeError(f"{name}() {error}") from None
        bound.apply_defaults()
        seed = bound.arguments.pop("seed")
        return member(family, seed, bound.arguments, cast("Limits", limits))

    described = [(_python(parameter), meaning) for parameter, meaning, _, _ in parameters]
    described.append(("seed", "the seed, or a numpy Generator that one is drawn from"))
    described.append(("**limits", "see `Limits`, of which `memory` is not taken"))
    lines = [f"{parameter}\n    {meaning[0].upper()}{meaning[1:]}." for parameter, meaning in described]
    function.__name__ = function.__qualname__ = name
    function.__module__ = "arrival.generate"
    returns = "Returns\n-------\nRotorGraph\n    The member, its vertices labelled by their numbers; some families have sinks A and B."
    example = f"Examples\n--------\n>>> from arrival import generate\n>>> generate.{name}()  # doctest: +ELLIPSIS\n<RotorGraph: ... vertices, ... arcs, ...>"
    summary = f"{sentence[0].upper()}{sentence[1:]}."
    function.__doc__ = "\n\n".join([summary, "Parameters\n----------\n" + "\n".join(lines), returns, example])
    shown = [*signature.parameters.values(), inspect.Parameter("limits", inspect.Parameter.VAR_KEYWORD, annotation=Unpack[Limits])]
    function.__signature__ = signature.replace(parameters=shown)  # type: ignore[attr-defined]
    return answers("generate")(function)


def _signature(parameters: list[tuple[str, str, float, bool]]) -> inspect.Signature:
    keyword = inspect.Parameter.KEYWORD_ONLY
    own = [
        inspect.Parameter(_python(name), keyword, default=int(default) if whole else default,
                          annotation=int if whole else float)
        for name, _, default, whole in parameters
    ]
    seed = inspect.Parameter("seed", keyword, default=1, annotation=Seed)
    return inspect.Signature([*own, seed], return_annotation=RotorGraph)


def _python(name: str) -> str:
    return name.replace("-", "_")


def stub() -> str:
    """What `generate/__init__.pyi` must say, so that type checkers know the functions; a test holds it against this."""
    lines = [
        "from typing import Unpack",
        "",
        "from .._graph import RotorGraph",
        "from .._limits import Limits",
        "from ._members import Seed as Seed, batch as batch, families as families",
        "",
    ]
    for name, function in functions().items():
        lines += [f"def {name}(", "    *,"]
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind is inspect.Parameter.VAR_KEYWORD:
                lines.append("    **limits: Unpack[Limits],")
                continue
            kind = "Seed" if parameter.name == "seed" else parameter.annotation.__name__
            lines.append(f"    {parameter.name}: {kind} = {parameter.default!r},")
        lines.append(") -> RotorGraph: ...")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(stub(), end="")
