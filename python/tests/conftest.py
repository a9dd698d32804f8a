"""What the tests share: the corpus, the program to compare with, and graphs at random."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[2]

# What a shell starts in the background is deaf to Ctrl-C, and so would be what is tested.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A machine may be busy with something else: nothing here is about time.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(scope="session")
def program():
    """The program `arrival`: the one that ARRIVAL_PROGRAM names, or built from this tree."""
    named = os.environ.get("ARRIVAL_PROGRAM")
    if named:
        return named
    subprocess.run(["cargo", "build", "--quiet", "--package", "arrival-cli"], cwd=ROOT, check=True)
    found = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "debug" / "arrival"
    assert shutil.which(found), found
    return str(found)
