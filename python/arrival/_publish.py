"""Public names: they say that they are of `arrival`, and their types are found."""

from __future__ import annotations

import inspect
import sys
from typing import Any

#: Names that annotations use and that modules import for type checkers only, to avoid a circle.
_SHARED = ("RotorGraph", "Certificate")


def publish(public: dict[str, Any]) -> None:
    """Moves all public classes and functions of the package's own modules to `arrival`.

    What is of `arrival` has its annotations looked up there, where their names are not; so they are evaluated before, and
    `typing.get_type_hints` works (F42).
    """
    for module in [module for name, module in sys.modules.items() if name.startswith("arrival.")]:
        for name in _SHARED:
            vars(module).setdefault(name, public[name])
    for name in public["__all__"]:
        thing = public[name]
        home = getattr(thing, "__module__", "")
        if not home.startswith("arrival._") or not (inspect.isclass(thing) or inspect.isfunction(thing)):
            continue
        if inspect.isclass(thing):
            names = vars(sys.modules[home])
            hints = vars(thing).get("__annotations__", {})
            thing.__annotations__ = {
                field: eval(_text(hint), names) if _text(hint) else hint for field, hint in hints.items()
            }
        thing.__module__ = "arrival"


def _text(hint: Any) -> str:
    """The text of an annotation that is not evaluated yet."""
    return hint if isinstance(hint, str) else getattr(hint, "__forward_arg__", "")
