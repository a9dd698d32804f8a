"""A clock: the best of some rounds, and every round beside it."""

import time


def best(rounds, work):
    """The shortest time in seconds that `work` took in `rounds` rounds, and what it returned last."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result
