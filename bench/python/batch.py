"""A million instances of 30 vertices on all cores: `python bench/python/batch.py`."""

import os
import sys

from clock import best

from arrival import generate, solve_batch


def main(count=1_000_000, n=30):
    for family in ("tree", "switch", "path"):
        batch = generate.batch(family, count, n=n)
        seconds, answers = best(3, lambda batch=batch: solve_batch(batch))
        steps = answers.steps[answers.exit_index >= 0].mean()
        print(f"{family}: {count} instances of {n} vertices in {seconds:.2f} s on {os.cpu_count()} cores, {steps:.0f} steps on average, {answers}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
