"""The how-to pages run as they stand, and are short."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT

PAGES = sorted((ROOT / "python" / "docs" / "howto").glob("*.md"))


def test_there_are_twelve():
    assert len(PAGES) == 12


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_one_program_of_at_most_fifteen_lines_that_runs(page, tmp_path):
    (program,) = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    assert len(program.splitlines()) <= 15
    file = tmp_path / "program.py"
    file.write_text(program)
    done = subprocess.run([sys.executable, file], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
