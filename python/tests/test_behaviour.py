"""How the package behaves: threads, Ctrl-C, limits, progress, memory."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
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


def test_what_is_raised_in_the_last_phase_is_not_lost():
    """With this many operations the end of this particle is known; what is still to be found is the number of its steps, and
    a solver that is stopped would do without."""
    graph, known = generate.back(n=2000), 10**8
    assert graph.solve(max_operations=known).steps is None

    def tell(operations):
        if operations > known:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        graph.solve(progress=tell)


def test_other_threads_run_while_one_solves():
    """Another thread looks on while this one is in the library, and has the last word.

    If solving kept the interpreter to itself, nobody could look on, and the operations would run out.
    """
    solving, looks = threading.get_ident(), []

    def look_on():
        # The same place in `_call` a hundred times in a row: it waits for the library there.
        while len(looks) < 100:
            frame = sys._current_frames()[solving]
            place = (frame.f_code.co_qualname, frame.f_lasti)
            if place[0] != "Base._call" or place not in looks:
                looks.clear()
            if place[0] == "Base._call":
                looks.append(place)
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    onlooker = threading.Thread(target=look_on, daemon=True)
    with pytest.raises(KeyboardInterrupt):
        onlooker.start()
        ENDLESS.solve(solver="walk", max_operations=10**10)
    onlooker.join()
    assert len(set(looks)) == 1


@pytest.mark.parametrize(
    "work",
    [
        "generate.expchain(n=1000).solve(solver='walk', max_operations=10**10)",
        "generate.expchain(n=1000).walk().advance(10**10)",
        "generate.expchain(n=1000).exit_pattern(solver='push', max_operations=10**10)",
        # One instance, of which a thread of the batch would not come back by itself.
        "solve_batch(Batch.of([generate.nested(n=3000)]), operations_each=10**10)",
        # Many instances, each done in no time.
        "solve_batch(many, threads=1)",
    ],
)
def test_ctrl_c_interrupts_one_call(work):
    """Ctrl-C in the middle of a call that would go on for long, but not for ever: without an ear for it, it would be heard
    only when all of the work is done."""
    program = textwrap.dedent(f"""
        import threading, time
        from arrival import Batch, OutOfBudget, generate, solve_batch

        def tell_parent():
            # This call has used its processor for a while: it is in the middle of the work.
            before = time.process_time()
            while time.process_time() < before + 0.3:
                time.sleep(0.01)
            print("working", flush=True)
            told.append(time.process_time())

        told = []
        many = generate.batch("expchain", 2500, n=3000) if "many" in {work!r} else None
        threading.Thread(target=tell_parent, daemon=True).start()
        try:
            {work}
        except KeyboardInterrupt:
            # The rest of the work would take the processor far longer than this.
            print("interrupted", time.process_time() - told[0] < 2)
        except OutOfBudget:
            print("never interrupted")
    """)
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert running.stdout.readline() == "working\n"
    running.send_signal(signal.SIGINT)
    output, _ = running.communicate()
    assert output == "interrupted True\n"


def resident_bytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def everything():
    graph = RotorGraph.from_arrays(*generate.tree(n=2000, seed=3).arrays()[:3])
    graph.exit_pattern(), graph.return_flows(), graph.destination_forest()
    graph.solve(0), graph.certificate(0), SMALL.route({0: 10**30}), SMALL.draw("exits")
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
    hard = Batch.of([generate.two(n=200, seed=seed) for seed in range(4)] + [generate.path(n=5).with_start(0)])
    answers = solve_batch(hard, operations_each=1000)
    assert answers.exit_index[4] >= 0 and answers.steps_of(4) is not None
    assert set(answers.exit_index[:4].tolist()) <= {-2, 200, 201} and len(answers) == 5
    with pytest.raises(ValueError, match="instance 1: the head of arc 0 of vertex 0 is 9, but must be less than 2"):
        solve_batch(Batch([0, 2, 4], [0, 2, 2, 4, 4], [0, 1, 9, 1], None, [0, 0]))
    with pytest.raises(ValueError, match=r"starts has 1 entries, not 2"):
        solve_batch(Batch([0, 2, 4], [0, 2, 2, 4, 4], [0, 1, 0, 1], None, [0]))
    with pytest.raises(LookupError):
        solve_batch(Batch.of([generate.nested(n=3000)]), operations_each=10**10, progress=lambda done: [][0])
