"""An instance as plain numbers, and how a peer is measured: the same for all peers."""

import array
import json
import sys
import time

# As in `bench/src/measure.rs`.
ENOUGH = 0.2
DISTURBED = 0.005
ENOUGH_IF_DISTURBED = 1.0
LEAST_ROUNDS = 3
LONG = 2.0


class Instance:
    """Rows of heads in rotor order, as `bench/src/measure.rs` writes them."""

    def __init__(self, path):
        words = array.array("I")
        with open(path, "rb") as file:
            words.frombytes(file.read())
        if sys.byteorder == "big":
            words.byteswap()
        self.vertices, self.arcs, self.start = words[:3]
        rows = 3 + self.vertices + 1
        self.starts = words[3:rows]
        self.heads = words[rows : rows + self.arcs]
        self.rotors = words[rows + self.arcs :]


def forget_the_peak():
    """Starts counting peak memory anew, where Linux lets us."""
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass


def peak():
    """The most bytes held since, where Linux tells."""
    try:
        with open("/proc/self/status") as file:
            line = next(line for line in file if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    except (OSError, StopIteration):
        return None


def measure(prepare, run):
    """Prints what `run` takes on the instance named on the command line, after the first round and after the last.

    `run` may return steps and answer, or why there is none.
    """
    prepared = prepare(Instance(sys.argv[1]))
    print("ready", flush=True)
    forget_the_peak()
    best, total, rounds, enough = None, 0.0, 0, ENOUGH
    while rounds == 0 or (total / rounds < LONG and (rounds < LEAST_ROUNDS or total < enough)):
        start = time.perf_counter()
        said = run(prepared)
        seconds = time.perf_counter() - start
        best = seconds if best is None else min(best, seconds)
        total += seconds
        rounds += 1
        if rounds == 1:
            enough = ENOUGH if seconds < DISTURBED else ENOUGH_IF_DISTURBED
            result = {"peak_bytes": peak(), **(said or {})}
            print(json.dumps({"seconds": best, "rounds": rounds, **result}), flush=True)
    print(json.dumps({"seconds": best, "rounds": rounds, **result}))
