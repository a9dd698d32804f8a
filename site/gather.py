"""The pages of the site: which documents of the repository they come from, and where they go.

The documents link to each other by their places in the repository. Here they are copied to their places in the site, and
their links follow. A link to a file that is not a page leads to a copy of that file, a link to a folder to its listing.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "site"
FILES = "files"
#: The live page, which is not a document.
LIVE = "web/dist/index.html"
#: Tables of contents: the pages they link to, in that order, are the entries below them in the sidebar.
CONTENTS = {
    "docs/book/README.md": "book/",
    "docs/howto/README.md": "howto/",
    "docs/reference/README.md": "reference/commands/",
    "docs/decisions/README.md": "project/decisions/",
    "python/README.md": "python/",
}

#: Single documents and their places. Folders follow in `pages`.
PLACES = {
    "docs/book/README.md": "book/index.md",
    "docs/howto/README.md": "howto/index.md",
    "docs/reference/README.md": "reference/commands/index.md",
    "docs/decisions/README.md": "project/decisions/index.md",
    "python/README.md": "python/index.md",
    "corpus/bench/README.md": "evidence/benchmark-set.md",
    "corpus/bench/hard/README.md": "evidence/hard-instances.md",
    "proofs/README.md": "evidence/proofs.md",
    "docs/benchmarks.md": "evidence/measurements.md",
    "docs/certificates.md": "evidence/certificates.md",
    "docs/acd22.md": "evidence/acd22.md",
    "docs/paper-map.md": "evidence/paper-map.md",
    "docs/paper-errata.md": "evidence/paper-errata.md",
    "docs/audit.md": "evidence/audit.md",
    "docs/support.md": "support.md",
    "README.md": "project/readme.md",
    "ARCHITECTURE.md": "project/architecture.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changes.md",
    "SECURITY.md": "project/security.md",
    "docs/style.md": "project/style.md",
}
#: Folders of documents, all of which become pages.
FOLDERS = {"docs/book": "book", "docs/howto": "howto", "docs/reference": "reference/commands", "docs/decisions": "project/decisions", "docs": "reference", "site/pages": ""}

LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^()\s#]*)(#[^()\s]*)?(?=\))")
NAMED = re.compile(r"\[([^\[\]]*)\]\(([^()\s#]*)")
FENCED = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)


def pages() -> dict[str, str]:
    """The place in the site of every document that has one, by its place in the repository."""
    found = dict(PLACES)
    for folder, place in FOLDERS.items():
        for document in sorted((ROOT / folder).glob("*.md")):
            name = document.relative_to(ROOT).as_posix()
            found.setdefault(name, f"{place}/{document.name}".lstrip("/"))
    return found


class Gathered:
    """The documents with their links rewritten, and what else those links lead to."""

    def __init__(self, source: Path, extra: Path, made: dict[str, str], further: dict[str, str]) -> None:
        self.source, self.extra, self.made, self.further = source, extra, made, further
        self.places, self.folders = pages(), set[str]()

    def gather(self) -> None:
        """Copies everything, with the words of `made` replaced by what was made for them, and adds the pages `further`."""
        for name, place in self.places.items():
            text = self.rewritten(name, place, (ROOT / name).read_text(encoding="utf-8"))
            if name in CONTENTS:
                text += self.contents(text, place, CONTENTS[name])
            for word, thing in self.made.items():
                text = text.replace(word, thing)
            self.write(place, text)
        for picture in (ROOT / "docs/pictures").iterdir():
            self.copy(picture, self.source / "pictures" / picture.name)
        for place, text in self.further.items():
            self.write(f"{place}.md", text)
        for folder in sorted(self.folders):
            self.write(f"{FILES}/{folder}/index.md", self.listing(folder))

    def contents(self, text: str, place: str, folder: str) -> str:
        """The entries of the sidebar below a table of contents."""
        home = PurePosixPath(place).parent
        links = [(os.path.normpath(home / path), words) for words, path in NAMED.findall(text) if path.endswith(".md")]
        below: dict[str, str] = {}
        for name, words in [*links, *((name, "") for name in self.further)]:
            if name.startswith(folder) and name != place:
                below.setdefault(name, words)
        # In a list of questions the words of the link are shorter than the question, which all begin alike.
        short = folder == "howto/"
        entries = ""
        for name, words in below.items():
            page = os.path.relpath(name, home).removesuffix(".md")
            entries += f"{words} <{page}>\n" if short and words else f"{page}\n"
        return f"\n```{{toctree}}\n:hidden:\n\n{entries}```\n"

    def write(self, place: str, text: str) -> None:
        path = self.source / place
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")

    @staticmethod
    def copy(path: Path, to: Path) -> None:
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, to)

    def rewritten(self, name: str, place: str, text: str) -> str:
        """The text of the document `name`, with links as they are at `place`."""
        target = self.target(name, place)

        def follow(match: re.Match[str]) -> str:
            path, anchor = match.group(1), match.group(2) or ""
            return target(path, anchor)

        parts = FENCED.split(text)
        return "".join(part if index % 2 else LINK.sub(follow, part) for index, part in enumerate(parts))

    def target(self, name: str, place: str) -> Callable[[str, str], str]:
        """What a link of the document `name` becomes."""
        def follow(path: str, anchor: str) -> str:
            if not path:
                return anchor
            linked = os.path.normpath(PurePosixPath(name).parent / path)
            found = ROOT / linked
            if found.is_dir():
                linked, found = (f"{linked}/README.md", found / "README.md") if f"{linked}/README.md" in self.places else (linked, found)
            if linked == LIVE:
                return f"site://live/index.html{anchor}"
            if linked in self.places:
                return os.path.relpath(self.places[linked], PurePosixPath(place).parent) + anchor
            if linked.startswith("docs/pictures/"):
                return os.path.relpath(f"pictures/{found.name}", PurePosixPath(place).parent)
            if found.is_dir():
                self.folders.add(linked)
                return os.path.relpath(f"{FILES}/{linked}/index.md", PurePosixPath(place).parent)
            if not found.exists():
                raise FileNotFoundError(f"{name} links to {path}, which does not exist")
            self.copy(found, self.extra / FILES / linked)
            return f"site://{FILES}/{linked}{anchor}"

        return follow

    def listing(self, folder: str) -> str:
        """A page that lists the files of a folder, each a copy."""
        lines = ["---", "orphan: true", "---", "", f"# {folder}", "", "The files of this folder, as they are in the repository.", ""]
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file():
                name = path.relative_to(ROOT).as_posix()
                if name in self.places:
                    lines.append(f"- [{path.stem}]({os.path.relpath(self.places[name], f'{FILES}/{folder}')})")
                else:
                    self.copy(path, self.extra / FILES / name)
                    lines.append(f"- [{path.relative_to(ROOT / folder)}](site://{FILES}/{name})")
        return "\n".join(lines) + "\n"
