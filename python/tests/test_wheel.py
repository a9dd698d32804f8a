"""The wheel: made from the archive of the source, away from the tree, and installed where numpy is all it brings."""

import email
import json
import os
import re
import signal
import subprocess
import sys
import time
import venv
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT

import arrival

PROGRAM = """
import importlib.util, json, sys
import arrival
graph = arrival.RotorGraph({"u": ["v", "s"], "v": ["u", "u", "t"]}, sinks=["s", "t"])
missing = [name for name in ("networkx", "pyarrow", "dask", "pandas") if importlib.util.find_spec(name) is None]
print(json.dumps([arrival.__file__, arrival.__version__, graph.solve("u").exit, missing]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel that ARRIVAL_WHEEL names, or one made of this tree by way of the archive."""
    named = os.environ.get("ARRIVAL_WHEEL")
    if named:
        return Path(named).resolve()
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "maturin", "sdist", "--out", str(folder)], cwd=ROOT, check=True)
    (archive,) = folder.glob("arrival-*.tar.gz")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(archive)], cwd=folder, check=True)
    (made,) = folder.glob("arrival-*.whl")
    return made


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """The programs of a fresh environment with the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", wheel], check=True)
    return folder / "bin"


def test_one_wheel_serves_all_versions_of_python(wheel):
    assert "-abi3-" in wheel.name


def test_f40_the_archive_installs_where_there_is_only_numpy(environment, tmp_path):
    said = subprocess.run([environment / "python", "-I", "-c", PROGRAM], check=True, capture_output=True, cwd=tmp_path)
    file, version, exit, missing = json.loads(said.stdout)
    assert str(environment.parent) in file and exit == "s" and version == arrival.__version__
    assert missing == ["networkx", "pyarrow", "dask", "pandas"]


def test_metadata_is_complete_and_its_links_work_anywhere(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(archive.read(name))
        licences = {file.rpartition("/")[2] for file in archive.namelist() if "/licenses/" in file}
    for field in ("Author", "Summary", "Keywords", "License-Expression", "Requires-Python"):
        assert metadata[field], field
    assert len(metadata.get_all("Classifier")) > 10 and licences == {"LICENSE-MIT", "LICENSE-APACHE"}
    addresses = dict(line.split(", ", 1) for line in metadata.get_all("Project-URL"))
    links = re.findall(r"\]\(([^)]*)\)", metadata.get_payload())
    assert links and all(link.startswith("https://") for link in [*links, *addresses.values()])
    assert not any(part in link for link in links for part in ("example.", "localhost", ".invalid"))
    assert {"Documentation", "Paper", "Source"} <= set(addresses)


def test_a_release_stops_at_addresses_that_lead_nowhere(tmp_path):
    workflow = (ROOT / ".github" / "workflows" / "release-python.yml").read_text()
    (step,) = re.findall(r'- run: "(! grep .* pyproject.toml)"', workflow)
    text = (ROOT / "pyproject.toml").read_text()
    for address, code in [("https://arrival.invalid/", 1), ("https://real.address/", 0)]:
        (tmp_path / "pyproject.toml").write_text(re.sub(r"https://arrival[.]invalid/", address, text))
        assert subprocess.run(["bash", "-e", "-c", step], cwd=tmp_path, capture_output=True).returncode == code


def test_the_program_comes_with_the_package(environment, tmp_path):
    program = [environment / "arrival", "solve", "--example", "fig-rotor-routing"]
    said = subprocess.run(program, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert said.stdout.startswith("u2 exits at s2 after 7 steps")
    wrong = subprocess.run([environment / "arrival", "solve", "nowhere.rotor"], capture_output=True, text=True, cwd=tmp_path)
    assert wrong.returncode == 2 and "nowhere.rotor" in wrong.stderr


def listens(process, sent):
    """Whether a process handles a signal."""
    status = Path(f"/proc/{process}/status").read_text()
    handled = int(re.search(r"SigCgt:\s*(\w+)", status).group(1), 16)
    return bool(handled >> (sent - 1) & 1)


def ticks(process):
    """The time of the processor that a process has had, in hundredths of a second."""
    return sum(map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]))


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_the_program_ends_by_itself_when_it_is_interrupted(environment, tmp_path, sent):
    # numpy has threads of its own by then, to which a signal may come as well.
    arrival.generate.expchain(n=100).to_file(tmp_path / "long.rotor")
    program = [environment / "arrival", "walk", "long.rotor", "--timeout", "60"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as walking:
        # Python itself handles Ctrl-C from the beginning; only the program handles both.
        while not listens(walking.pid, signal.SIGTERM):
            assert walking.poll() is None, walking.communicate()
            time.sleep(0.05)
        # Reading the file takes less than that, so it walks by then.
        before = ticks(walking.pid)
        while ticks(walking.pid) < before + 20:
            time.sleep(0.05)
        walking.send_signal(sent)
        out, said = walking.communicate()
    assert walking.returncode == 130 and said.endswith("(interrupted)\n") and out.startswith("the particle from 0 is at")
