"""The wheel: built by one command, installed in an environment of its own, where numpy is all it brings."""

import json
import subprocess
import sys
import venv

import pytest
from conftest import ROOT

PROGRAM = """
import importlib.util, json, sys
import arrival
graph = arrival.RotorGraph({"u": ["v", "s"], "v": ["u", "u", "t"]}, sinks=["s", "t"])
missing = [name for name in ("networkx", "pyarrow", "dask", "pandas") if importlib.util.find_spec(name) is None]
print(json.dumps([arrival.__file__, graph.solve("u").exit, missing]))
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The Python of a fresh environment with the wheel of this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("arrival-*.whl")
    assert "-abi3-" in wheel.name, "one wheel for all versions of Python"
    venv.create(folder / "env", with_pip=True)
    python = folder / "env" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", wheel], check=True)
    return python


def test_the_wheel_works_where_there_is_nothing_but_numpy(python, tmp_path):
    said = subprocess.run([python, "-I", "-c", PROGRAM], check=True, capture_output=True, cwd=tmp_path)
    file, exit, missing = json.loads(said.stdout)
    assert str(python.parent.parent) in file and exit == "s"
    assert missing == ["networkx", "pyarrow", "dask", "pandas"]
