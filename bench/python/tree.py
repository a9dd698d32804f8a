"""All exits of a tree of 10⁶ vertices from numpy arrays, against the Rust library: `python bench/python/tree.py`.

Build first: `cargo build --release -p yardstick`, and the package in release mode, as `pip install .` does. Both sides go from
arrays to checked answers, one after the other, the best of some rounds each.
"""

import subprocess
import sys
from pathlib import Path

from clock import best

from arrival import RotorGraph, generate

YARDSTICK = Path(__file__).resolve().parents[2] / "target" / "release" / "yardstick"


def main(n=1_000_000, seed=1, rounds=5):
    row_starts, heads, rotors, *_ = generate.tree(n=n, seed=seed).arrays()
    python, pattern = best(rounds, lambda: RotorGraph.from_arrays(row_starts, heads, rotors).exit_pattern())
    assert pattern.unchecked_because is None
    said = subprocess.run([YARDSTICK, str(n), str(seed), str(rounds)], check=True, capture_output=True, text=True)
    rust = min(map(float, said.stdout.split()))
    print(f"tree of {n} vertices, arrays to checked exits: Python {python:.3f} s, Rust {rust:.3f} s, {python / rust:.2f} times")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
