"""The how-to pages run as they stand, and are short; and so does what makes the site."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT

PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = [page for page in sorted((ROOT / "docs" / "howto").glob("*.md")) if PROGRAM.search(page.read_text())]


def test_there_are_pages_with_programs():
    assert len(PAGES) > 8


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_program_of_at_most_ten_lines_runs(page, tmp_path):
    (program,) = PROGRAM.findall(page.read_text())
    assert sum(1 for line in program.splitlines() if line.strip()) <= 10
    file = tmp_path / "program.py"
    file.write_text(program)
    done = subprocess.run([sys.executable, file], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
