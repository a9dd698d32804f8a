"""Ctrl-C ends whatever is going on."""

import signal
import subprocess
import sys
import time
from types import FrameType

import pytest

from arrival import generate


def test_ctrl_c_before_numpy_is_a_keyboard_interrupt():
    program = (
        "import threading, os, signal, time\n"
        "from arrival import generate\n"
        "graph = generate.expchain(n=1000)\n"
        "threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "try:\n    graph.exit_pattern(solver='push', max_operations=10**11)\n"
        "except KeyboardInterrupt:\n    print('interrupted')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("interrupted\n", 0), done.stderr


def test_ctrl_c_ends_a_single_large_generation() -> None:
    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            # Ten million vertices would take far longer, and more memory than the tests have.
            generate.tree(n=100_000_000)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            generate.batch("tree", 1, n=100_000_000)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_campaign_of_all_exits_hears_ctrl_c(tmp_path):
    # Each of the instances takes minutes.
    program = f"""
from arrival import campaign
print("begins", flush=True)
try:
    campaign.run(campaign.Family("nested", 8, n=20_000), {str(tmp_path / "results")!r}, question="exits")
except KeyboardInterrupt:
    print("ended")
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "begins\n"
        time.sleep(3)
        running.send_signal(signal.SIGINT)
        try:
            assert running.communicate(timeout=60)[0] == "ended\n"
        finally:
            running.kill()
