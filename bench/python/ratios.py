"""What the package adds to the library, and what making instances costs beside solving them: `python bench/python/ratios.py`.

Build the package in release mode first, as `pip install .` does. Seconds are those of the processor, over all threads, so that
other programs disturb them little; both sides of a ratio are taken in one run, the best of some rounds each.
"""

import inspect
import sys
import time
from dataclasses import replace

import numpy as np
from arrival import RotorGraph, _core, generate, solve_batch

NO_LIMITS = (None, None, None, None)


def best(rounds, work):
    """The least seconds of the processor that `work` took, and what it returned last."""
    least, result = float("inf"), None
    for _ in range(rounds):
        # What the last round made is freed before the clock starts.
        result = None
        start = time.process_time()
        result = work()
        least = min(least, time.process_time() - start)
    return least, result


def from_every_vertex(batch, size):
    """Each member as many times as it has vertices, with a start on each: all members have that many."""

    def repeated(starts):
        """Where rows start in as many copies of what they divide."""
        shifts = int(starts[-1]) * np.arange(size)
        return np.append(np.add.outer(shifts, starts[:-1]).ravel(), size * int(starts[-1]))

    starts = np.repeat(np.arange(size), len(batch))
    rotors = None if batch.rotors is None else np.tile(batch.rotors, size)
    rows = {name: repeated(np.asarray(getattr(batch, name), dtype=np.int64)) for name in ("vertex_starts", "row_starts")}
    return replace(batch, heads=np.tile(batch.heads, size), rotors=rotors, starts=starts, **rows)


def main(n=1_000_000, count=20_000, rounds=3):
    questions = {
        "dict(exit_pattern)": (lambda g: _core.exit_pattern(g._inner, None, True, False, NO_LIMITS), lambda g: dict(g.exit_pattern())),
        "dict(destination_forest)": (lambda g: _core.destination_forest(g._inner, NO_LIMITS), lambda g: dict(g.destination_forest())),
    }
    tree = generate.tree(n=n, seed=1)
    named = RotorGraph.from_text(tree.to_text())
    for labels, graph in (("numbers", tree), ("strings", named)):
        for name, (core, whole) in questions.items():
            inner, _ = best(rounds, lambda core=core, graph=graph: core(graph))
            outer, _ = best(rounds, lambda whole=whole, graph=graph: whole(graph))
            pairs = list(whole(graph).items())
            tails, heads = [tail for tail, _ in pairs], [head for _, head in pairs]
            plain, _ = best(rounds, lambda tails=tails, heads=heads: dict(zip(tails, heads, strict=True)))
            print(f"{name}, tree of {n} vertices labelled by {labels}: {outer:.2f} s, the library {inner:.2f} s, {outer / inner:.2f} times; a dictionary of lists {plain:.2f} s", flush=True)
    for family in generate.families():
        sizes = {"n": 30} if "n" in inspect.signature(getattr(generate, family.replace("-", "_"))).parameters else {}
        making, batch = best(rounds, lambda: generate.batch(family, count, **sizes))
        solving, _ = best(rounds, lambda: solve_batch(batch))
        each = 1e6 / count
        size = len(batch.row_starts) // count
        every = from_every_vertex(generate.batch(family, count // 50, **sizes), size)
        solving_every, _ = best(rounds, lambda: solve_batch(every))
        solving_every *= size / len(every)
        print(f"{count} members of {family}, {size} vertices: made in {making * each:.2f} µs each, solved in {solving * each:.2f} µs, {making / solving:.2f} times; from every vertex in {solving_every * 1e6:.2f} µs, {making / count / solving_every:.2f} times", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
