"""The how-to pages run as they stand, and are short; and so does what makes the site."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT

PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = [page for page in sorted((ROOT / "docs" / "howto").glob("*.md")) if PROGRAM.search(page.read_text())]


#: The tasks of somebody with a notebook, each a page.
TASKS = [
    "networkx-directed", "networkx-parallel", "networkx-undirected", "scipy", "pandas-edges", "many-instances", "random-walk",
    "sweep-of-games", "many-rotors", "figure-in-python", "cluster", "dask-frame", "duckdb", "proof-in-python", "stop", "player",
]


def test_every_task_has_a_page_with_a_program():
    assert set(TASKS) <= {page.stem for page in PAGES}


def test_f48_what_starts_a_campaign_guards_its_main_program():
    texts = [path.read_text() for path in [ROOT / "README.md", *(ROOT / "python").glob("*.md"), *(ROOT / "docs").rglob("*.md")]]
    programs = [program for text in texts for program in PROGRAM.findall(text) if "campaign.run(" in program]
    assert len(programs) >= 2 and all('if __name__ == "__main__":' in program for program in programs)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_program_of_at_most_fifteen_lines_runs(page, tmp_path):
    (program,) = PROGRAM.findall(page.read_text())
    assert sum(1 for line in program.splitlines() if line.strip()) <= 15
    file = tmp_path / "program.py"
    file.write_text(program)
    done = subprocess.run([sys.executable, file], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
