"""What makes the site: formulas are found and set, links follow their documents, the picture moves."""

import sys
import xml.etree.ElementTree as ElementTree

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "site"))

import gather  # noqa: E402
import mathematics  # noqa: E402
import moving  # noqa: E402


def marked(text):
    """The text with formulas in brackets, as a reader would copy them."""
    def plain(part):
        return "".join(ElementTree.fromstring(part).itertext()).replace("\u2061", "")

    return "".join(f"⟦{plain(part)}⟧" if formula else part for formula, part in mathematics.pieces(text))


@pytest.mark.parametrize(("text", "found"), [
    ("since q·m(u, w) ≤ r(u, w) − 1.", "since ⟦q·m(u,w)≤r(u,w)−1⟧."),
    ("the least of ⌊(r(u, w) − 1) / m(u, w)⌋ over", "the least of ⟦⌊(r(u,w)−1)/m(u,w)⌋⟧ over"),
    ("the bound 2^O(√n log n); guessing", "the bound ⟦2O(nlogn)⟧; guessing"),
    ("from u_i to u_{i+1}, 2^(i+1) times", "from ⟦ui⟧ to ⟦ui+1⟧, ⟦2i+1⟧ times"),
    ("O(|A|²) operations", "⟦O(|A|2)⟧ operations"),
    ("the (u, v)-subtree behind v.", "the ⟦(u,v)⟧-subtree behind ⟦v⟧."),
    ("exponential: 2^(0.60 n), n^1.29 (see 3 u)", "exponential: ⟦20.60n⟧, ⟦n1.29⟧ (see 3 ⟦u⟧)"),
    ("D(ρ)(u) of v*", "⟦D(ρ)(u)⟧ of ⟦v*⟧"),
    # Text that looks a little like a formula.
    ("J. L. Hoff, M. Mnich: A walk", "J. L. Hoff, M. Mnich: A walk"),
    ("e.g. 1e6 or a file (see 0.4), u0 and E3", "e.g. 1e6 or a file (see 0.4), u0 and E3"),
    ("at most 20 % of a day's work, n't", "at most 20 % of a day's work, n't"),
    ("= (visits to p) + 1", "= (visits to ⟦p⟧) + 1"),
])
def test_formulas_are_found_in_running_text(text, found):
    assert marked(text) == found


def test_every_formula_of_the_book_is_well_formed():
    count = 0
    for chapter in (ROOT / "docs" / "book").glob("*.md"):
        for formula, part in mathematics.pieces(chapter.read_text()):
            if formula:
                ElementTree.fromstring(part)
                count += 1
    assert count > 500


def test_links_follow_their_documents(tmp_path):
    gathered = gather.Gathered(tmp_path / "source", tmp_path / "extra", {}, {})
    text = "[a](../certificates.md#walk) [b](walks.md) ![c](../pictures/page.png) [d](../../schemas) [e](../../CITATION.cff)\n```\n[f](x)\n```\n"
    found = gathered.rewritten("docs/book/games.md", "book/games.md", text)
    assert found == (
        "[a](../evidence/certificates.md#walk) [b](walks.md) ![c](../pictures/page.png) [d](../files/schemas/index.md) "
        "[e](site://files/CITATION.cff)\n```\n[f](x)\n```\n"
    )
    assert (tmp_path / "extra/files/CITATION.cff").exists()
    with pytest.raises(FileNotFoundError, match="nowhere"):
        gathered.rewritten("docs/book/games.md", "book/games.md", "[a](nowhere.md)")


def test_the_moving_picture_makes_every_step():
    picture = ElementTree.fromstring(moving.picture("fig-rotor-routing"))
    motions = list(picture.iter("{http://www.w3.org/2000/svg}animateMotion"))
    assert len(motions) == 7
