"""Packages that only some methods need, and what installs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Around an import: what is missing is named together with the extra that installs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(f"this needs {error.name}; install arrival[{name}]", name=error.name) from error
