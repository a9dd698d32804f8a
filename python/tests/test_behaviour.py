"""How the package behaves: threads, Ctrl-C, limits, progress, memory."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import tracemalloc
from pathlib import Path

import pytest

from arrival import Batch, FlawedGraph, OutOfBudget, RotorGraph, generate, solve_batch

# Walks of 2¹⁰⁰⁰ steps: nothing but a limit ends them.
ENDLESS = generate.expchain(n=1000)
SMALL = generate.path(n=20)


def test_limits_end_the_work():
    with pytest.raises(OutOfBudget, match="out of time; no answer after") as timed:
        ENDLESS.solve(solver="walk", timeout=0.05)
    assert timed.value.reason == "out of time"
    with pytest.raises(OutOfBudget, match="out of steps") as counted:
        ENDLESS.solve(solver="walk", max_operations=10_000)
    assert pickle.loads(pickle.dumps(counted.value)).reason == "out of steps"
    with pytest.raises(OutOfBudget):
        ENDLESS.walk().advance(timeout=0.05)
    with pytest.raises(OutOfBudget):
        ENDLESS.exit_pattern(solver="push", timeout=0.05)


def test_flaws_survive_a_pickle():
    with pytest.raises(FlawedGraph) as refused:
        RotorGraph({"u": ["v"]})
    again = pickle.loads(pickle.dumps(refused.value))
    assert again.flaws == refused.value.flaws and str(again) == str(refused.value)


def test_progress_is_told_and_may_stop_the_work():
    told = []

    def tell(operations):
        told.append(operations)
        if len(told) == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        ENDLESS.solve(solver="walk", progress=tell)
    assert len(told) == 3 and 0 < told[0] < told[1] < told[2]


def test_other_threads_run_while_one_solves():
    """A thread that solves for ever holds up nobody: this thread ends it through its callback."""
    started, stop = threading.Event(), threading.Event()

    def tell(_):
        started.set()
        if stop.is_set():
            raise InterruptedError

    def work():
        with pytest.raises(InterruptedError):
            ENDLESS.solve(solver="walk", progress=tell)

    thread = threading.Thread(target=work)
    thread.start()
    started.wait()
    # Between two calls of the callback, 50 ms apart, this thread runs at full speed.
    counted = 0
    for _ in range(1_000_000):
        counted += 1
    stop.set()
    thread.join()
    assert counted == 1_000_000


@pytest.mark.parametrize(
    "work",
    [
        "generate.expchain(n=1000).solve(solver='walk')",
        "generate.expchain(n=1000).walk().advance()",
        "generate.expchain(n=1000).exit_pattern(solver='push')",
        "solve_batch(many)",
    ],
)
def test_ctrl_c_interrupts(work):
    program = textwrap.dedent(f"""
        import sys
        from arrival import Batch, generate, solve_batch
        many = generate.batch("tree", 10_000, n=1000)
        print("ready", flush=True)
        try:
            while True:
                {work}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
            sys.exit(7)
    """)
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert running.stdout.readline() == "ready\n"
    # Wait until it has come to the work: it then uses its processor.
    before = cpu_seconds(running.pid)
    while cpu_seconds(running.pid) < before + 0.3:
        threading.Event().wait(0.02)
    running.send_signal(signal.SIGINT)
    output, _ = running.communicate()
    assert (running.returncode, output) == (7, "interrupted\n")


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def everything():
    graph = RotorGraph.from_arrays(*generate.tree(n=2000, seed=3).arrays()[:3])
    graph.exit_pattern(), graph.return_flows(), graph.destination_forest()
    graph.solve(0), graph.certificate(0), SMALL.route({"0": 10**30}), SMALL.draw("exits")
    pickle.loads(pickle.dumps(graph))
    graph.walk(0).advance(100)
    solve_batch(Batch.of([graph.with_start(0)] * 10))
    for wrong in (lambda: RotorGraph({"u": ["v"]}), lambda: graph.solve("x"), lambda: graph.solve(0, solver="x")):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(OutOfBudget):
        ENDLESS.solve(solver="walk", max_operations=100)


def test_nothing_leaks_over_many_rounds():
    for _ in range(30):
        everything()
    gc.collect()
    tracemalloc.start()
    everything()
    gc.collect()
    python_before, all_before = tracemalloc.get_traced_memory()[0], resident_bytes()
    for _ in range(200):
        everything()
    gc.collect()
    python_after, all_after = tracemalloc.get_traced_memory()[0], resident_bytes()
    tracemalloc.stop()
    # A graph of 2,000 vertices leaked once a round would be some 20 MB.
    assert python_after - python_before < 200_000
    assert all_after - all_before < 8_000_000


def test_a_batch_keeps_to_its_limits_and_tells_its_progress():
    hard = Batch.of([generate.two(n=200, seed=seed) for seed in range(4)] + [generate.path(n=5).with_start("0")])
    answers = solve_batch(hard, operations_each=1000)
    assert answers.exits[4] >= 0 and answers.steps_of(4) is not None
    assert set(answers.exits[:4].tolist()) <= {-2, 200, 201} and len(answers) == 5
    with pytest.raises(ValueError, match=r"instance 1: heads\[2\] is 9, but must be less than 2"):
        solve_batch(Batch([0, 2, 4], [0, 2, 2, 4, 4], [0, 1, 9, 1], None, [0, 0]))
    with pytest.raises(ValueError, match=r"starts has 1 entries, not 2"):
        solve_batch(Batch([0, 2, 4], [0, 2, 2, 4, 4], [0, 1, 0, 1], None, [0]))
    with pytest.raises(LookupError):
        solve_batch(generate.batch("tree", 20_000, n=200), progress=lambda done: [][0])
