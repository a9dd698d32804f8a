"""The program `arrival`, which comes with the package."""

from __future__ import annotations

import signal
import sys

from . import _core


def main() -> int:
    """Runs the program with the arguments of this process; returns its exit code."""
    # The program has its own way to end on Ctrl-C; Python's handler would never run while it is busy.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _core.main(["arrival", *sys.argv[1:]])
