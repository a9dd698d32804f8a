"""The notebooks run from top to bottom, and each ends in a picture."""

import sys

import nbformat
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "site"))

import notebooks  # noqa: E402


def test_there_are_five():
    assert len(notebooks.ALL) == 5


@pytest.mark.parametrize("path", notebooks.ALL, ids=lambda path: path.stem)
def test_a_notebook_runs_and_ends_in_a_picture(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.outputs for cell in notebook.cells if cell.cell_type == "code"), "kept without outputs"
    code = [cell for cell in notebooks.run(path, tmp_path).cells if cell.cell_type == "code"]
    kinds = {kind for output in code[-1].outputs for kind in output.get("data", {})}
    assert kinds & notebooks.PICTURES.keys()


def test_a_notebook_is_a_page_with_its_pictures(tmp_path):
    pages = notebooks.pages(tmp_path, tmp_path)
    assert list(pages) == [f"python/notebooks/{path.stem}" for path in notebooks.ALL]
    for name, text in pages.items():
        assert text.startswith("# ") and text.count("![") >= 1
        pictures = [line.split("](")[1].removesuffix(")") for line in text.splitlines() if line.startswith("![")]
        assert all((tmp_path / name).with_name(picture).stat().st_size > 500 for picture in pictures)
