"""The site, as Sphinx builds it; `cargo xtask site` calls it and puts the rest beside its pages."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import arrival  # noqa: E402
import gather  # noqa: E402
import mathematics  # noqa: E402
import moving  # noqa: E402
import notebooks  # noqa: E402
import reference  # noqa: E402

logger = logging.getLogger(__name__)
project, author, release = "Arrival", "The Arrival authors", arrival.__version__
copyright = author  # noqa: A001
extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "myst_parser"]
html_theme = "furo"
html_title = "Arrival"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_favicon = str(gather.ROOT / "web/dist/icon.svg")
html_copy_source = html_show_sourcelink = html_show_search_summary = False
html_theme_options = {"top_of_page_buttons": [], "light_css_variables": {"color-brand-primary": "#a83f00", "color-brand-content": "#a83f00", "color-brand-visited": "#a83f00"},
                      "dark_css_variables": {"color-brand-primary": "#9fd8f7", "color-brand-content": "#9fd8f7", "color-brand-visited": "#9fd8f7"}}
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"
default_role, highlight_language = "code", "none"
autodoc_typehints, autodoc_member_order, napoleon_google_docstring = "none", "bysource", False
myst_heading_anchors = 4
myst_url_schemes = ["http", "https", "mailto", "site"]
myst_enable_extensions = ["html_image"]
exclude_patterns = ["_build"]
# `.rotor` and transcripts have no lexer of their own; a certificate is shown cut short.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

#: Where formulas are set; elsewhere single letters are options and names of files.
WITH_FORMULAS = ("book/", "evidence/certificates", "evidence/acd22", "evidence/paper-errata", "evidence/proofs", "evidence/measurements", "reference/solvers")


class Formulas(SphinxPostTransform):
    """Sets the formulas of running text."""

    default_priority = 800
    formats = ("html",)

    def run(self, **_: object) -> None:
        if not self.env.docname.startswith(WITH_FORMULAS):
            return
        for text in list(self.document.findall(nodes.Text)):
            parent = text.parent
            if isinstance(parent, nodes.literal | nodes.literal_block | nodes.raw | nodes.title) or parent.parent is None:
                continue
            parts = list(mathematics.pieces(text.astext()))
            if any(formula for formula, _ in parts):
                parent.replace(text, [nodes.raw("", part, format="html") if formula else nodes.Text(part) for formula, part in whole(parts)])


class Marks(SphinxPostTransform):
    """Warns, which ends the build, of Markdown that stayed Markdown, as after a line that begins with a comment, which tears its paragraph apart."""

    default_priority = 790
    formats = ("html",)

    def run(self, **_: object) -> None:
        for node in [*self.document.findall(nodes.Text), *self.document.findall(nodes.raw)]:
            # Raw nodes that do not begin with a comment are outputs of notebooks.
            text = re.sub(r"<!--.*?-->", "", node.astext(), flags=re.DOTALL) if isinstance(node, nodes.Text) or node.astext().startswith("<!--") else ""
            code = isinstance(node.parent, nodes.literal | nodes.literal_block | nodes.doctest_block | nodes.raw | nodes.comment | nodes.inline)
            if not code and re.search(r"`|\]\(", text):
                logger.warning("Markdown stayed Markdown: %s", text[:80], location=node.parent)


def whole(parts: list[tuple[bool, str]]) -> Iterator[tuple[bool, str]]:
    """The parts, with a comma or period after a formula kept on its line."""
    taken = ""
    for index, (formula, part) in enumerate(parts):
        after = parts[index + 1][1] if formula and index + 1 < len(parts) else ""
        if after[:1] and after[0] in ",.;:)":
            taken = after[0]
            yield True, f'<span class="whole">{part}{taken}</span>'
        else:
            rest = part.removeprefix(taken) if not formula else part
            taken = ""
            if rest:
                yield formula, rest


def finish(app: Sphinx, failed: Exception | None) -> None:
    """Makes addresses within the site, `site://path`, relative to the page they stand on."""
    if failed:
        return
    out = Path(app.outdir)
    for page in out.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        up = os.path.relpath(out, page.parent)
        found = re.sub(r'(?<==")site://', "" if up == "." else f"{up}/", text)
        # Code that is too wide for a phone scrolls, and what scrolls has to be reachable from the keyboard.
        found = found.replace("<div class=\"highlight\"><pre>", "<div class=\"highlight\"><pre tabindex=\"0\">")
        found = found.replace(' role="heading"', ' role="heading" aria-level="2"')
        found = found.replace('<div class="table-wrapper', '<div tabindex="0" role="group" aria-label="table" class="table-wrapper')
        if found != text:
            page.write_text(found, encoding="utf-8")


def begin(app: Sphinx) -> None:
    """Collects the sources before Sphinx reads them."""
    source, extra = Path(app.srcdir), Path(os.environ["ARRIVAL_SITE_EXTRA"])
    paper = gather.ROOT / "target/paper/arrival.pdf"
    linked = "[The paper as PDF](site://files/arrival.pdf)." if paper.exists() else "`docs/paper/build` compiles it; it was not compiled for this site."
    if paper.exists():
        gather.Gathered.copy(paper, extra / "files/arrival.pdf")
    made = {"PAPER-LINK": linked, "MOVING-PICTURE": moving.picture("fig-rotor-routing"), "RUST-CRATES": reference.crates(gather.ROOT)}
    with tempfile.TemporaryDirectory() as folder:
        further = reference.pages() | notebooks.pages(source, Path(folder))
    for notebook in notebooks.ALL:
        gather.Gathered.copy(notebook, extra / "files" / notebook.relative_to(gather.ROOT))
    gather.Gathered(source, extra, made, further).gather()


def read_comments() -> None:
    """Lets Sphinx find the comments of attributes: public classes say that they are of a public module, and are written elsewhere."""
    for public in ("arrival", "arrival.campaign", "arrival.widget"):
        shown = ModuleAnalyzer.for_module(public)
        shown.analyze()
        for name in [name for name in sys.modules if name.startswith(f"{public}._") and name != "arrival._core"]:
            written = ModuleAnalyzer.for_module(name)
            written.analyze()
            shown.attr_docs |= written.attr_docs
            shown.tagorder |= written.tagorder


def without_private(_app: Sphinx, _what: str, _name: str, _thing: object, _options: object, signature: str | None, returns: str | None) -> tuple[str | None, str | None]:
    """A signature without the parameters that are not for users."""
    return signature and re.sub(r", _\w+=[^,)]*", "", signature), returns


def complete(app: Sphinx, env: BuildEnvironment) -> None:
    """Warns, which ends the build, of public names that the reference does not have."""
    known = env.domaindata["py"]["objects"].keys()
    for name in reference.public():
        if name not in known:
            logger.warning("the reference has no entry for %s", name)


def setup(app: Sphinx) -> None:
    read_comments()
    app.connect("autodoc-process-signature", without_private)
    app.connect("env-check-consistency", complete)
    app.connect("builder-inited", begin)
    app.connect("build-finished", finish)
    app.add_post_transform(Formulas)
    app.add_post_transform(Marks)


html_extra_path = [os.environ["ARRIVAL_SITE_EXTRA"]]
