#!/usr/bin/env python3
"""Writes docs/benchmarks.md and its pictures from the record in bench/results, so that no figure is written by hand.

The words of the page are in bench/page.txt: a section whose heading begins with a part's name in brackets gets the tables of that part.
`cargo xtask bench` runs this after measuring; `python/tests/test_benchmarks.py` demands that the page is what this writes.
"""

import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
NOTHING = "—"
# Shorter times say more of the clock than of the work.
LEAST_SECONDS = 20e-6
# What the default may take beside its share of the best time, in seconds.
GRANTED = 0.01

# The paper's table: kinds of graphs with what is proved for each question, and the questions; names as in the ids of contests.
GRAPHS = [
    ("general digraph", "general", ["exponential", "NP ∩ coNP", "in NP", "in Σ₂ᵖ"]),
    ("tree-like multigraph", "tree", ["exponential", "O(|A|)", "O(|A|)", "O(|A|)"]),
    ("simple tree-like graph", "simple", ["O(|V|²)", "O(|V|)", "O(|V|)", "O(|V|)"]),
]
QUESTIONS = [("rotor walk", "walk"), ("0 players", "zero"), ("1 player", "one"), ("2 players", "two")]

Part = dict[str, Any]
Row = dict[str, Any]


# Numbers

def grouped(number: float) -> str:
    return f"{math.floor(number + 0.5):,}"


def digits(number: float) -> str:
    """Two digits below 10, three below 100, whole numbers above."""
    for most, places in ((0.1, 3), (1, 2), (100, 1)):
        if number < most:
            return f"{number:.{places}f}"
    return grouped(number)


def time(seconds: float) -> str:
    for most, scale, unit in ((1e-6, 1e9, "ns"), (1e-3, 1e6, "µs"), (1, 1e3, "ms")):
        if seconds < most:
            return f"{digits(seconds * scale)} {unit}"
    return f"{digits(seconds)} s"


# Contests

class Fit(NamedTuple):
    """The power of n, or the exponential in n, that is nearest to measured times by least squares on their logarithms."""

    is_power: bool
    slope: float
    at_first: float

    def __str__(self) -> str:
        return f"n^{self.slope:.2f}" if self.is_power else f"2^({self.slope:.2f} n)"

    def seconds(self, n: float) -> float:
        return 2 ** (self.at_first + self.slope * (math.log2(n) if self.is_power else n))


class Contest:
    """Everyone on the same instances."""

    def __init__(self, about: dict[str, Any]) -> None:
        self.about = about
        self.subjects: list[str] = about["contestants"]
        self.rows: list[Row] = about["rows"]
        self.sizes = sorted({row["size"] for row in self.rows})
        # Where everyone walks, and not equally far, the time of a step is shown.
        self.by_step = all(row.get("steps") is not None for row in self.rows)

    def __getitem__(self, key: str) -> Any:
        return self.about[key]

    @property
    def grows(self) -> bool:
        return self["axis"] in ("log", "linear")

    def rows_of(self, subject: str) -> list[Row]:
        return [row for row in self.rows if row["contestant"] == subject]

    def row(self, subject: str, size: int) -> Row | None:
        return next((row for row in self.rows_of(subject) if row["size"] == size), None)

    def known(self, size: int, key: str) -> Any:
        """What any subject found out about the instance of this size."""
        found = (row.get(key) for row in self.rows if row["size"] == size)
        return next((value for value in found if value is not None), None)

    def counted(self, size: int, key: str) -> str:
        value = self.known(size, key)
        return NOTHING if value is None else grouped(value)

    def seconds(self, row: Row) -> float | None:
        seconds: float | None = row.get("seconds")
        return seconds / row["steps"] if self.by_step and seconds is not None else seconds

    def solved(self, subject: str) -> list[tuple[int, float]]:
        """Sizes with what is shown of their times."""
        return [(row["size"], found) for row in self.rows_of(subject) if (found := self.seconds(row)) is not None]

    def fit(self, subject: str) -> Fit | None:
        if not self.grows:
            return None
        is_power = self["axis"] == "log"
        times = [(row["size"], row["seconds"]) for row in self.rows_of(subject) if (row.get("seconds") or 0) >= LEAST_SECONDS]
        points = [(math.log2(n) if is_power else float(n), math.log2(s)) for n, s in times]
        if len(points) < 3:
            return None
        x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
        under = sum((a - x) ** 2 for a, _ in points)
        slope = sum((a - x) * (b - y) for a, b in points) / under
        return Fit(is_power, slope, y - slope * x)

    def growth(self, subject: str) -> str:
        return str(self.fit(subject) or NOTHING)


def contests(part: Part) -> list[Contest]:
    return [Contest(about) for about in part["contests"]]


# Tables

def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    def line(cells: Iterable[str]) -> str:
        return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)

    head = list(head)
    return "\n".join([line(head), "|---" * len(head) + "|", *map(line, rows)])


def shown(contest: Contest, subject: str, size: int) -> str:
    """What a subject took, or why nothing is known; the memory in both cases."""
    row = contest.row(subject, size)
    if row is None:
        return NOTHING
    seconds = contest.seconds(row)
    words = [time(seconds) if seconds is not None else row.get("because")]
    if row.get("peak_bytes") is not None:
        words.append(f"{digits(row['peak_bytes'] / 1e6)} MB")
    return ", ".join(word for word in words if word)


def by_size(contest: Contest) -> str:
    """A row for each subject, a column for each size."""
    rows = []
    if any(row.get("bits") is not None for row in contest.rows):
        rows.append(["*bits of the steps*", *(contest.counted(size, "bits") for size in contest.sizes), ""])
    for subject in contest.subjects:
        rows.append([subject, *(shown(contest, subject, size) for size in contest.sizes), contest.growth(subject)])
    return table([f"{contest['grows']} =", *map(grouped, contest.sizes), "growth"], rows)


def by_instance(contest: Contest) -> str:
    """A row for each instance, a column for each subject."""
    rows = [
        [contest.known(size, "name") or str(size), *(contest.counted(size, key) for key in ("vertices", "arcs", "bits")),
         *(shown(contest, subject, size) for subject in contest.subjects)]
        for size in contest.sizes
    ]
    return table([contest["grows"], "vertices", "arcs", "bits of the steps", *contest.subjects], rows)


def reached(part: Part) -> str:
    """How far everyone got in each contest whose instances grow."""
    growing = [contest for contest in contests(part) if contest.grows]
    rows = [
        [contest["title"], contest["grows"],
         *(grouped(solved[-1][0]) if (solved := contest.solved(subject)) else NOTHING for subject in growing[0].subjects)]
        for contest in growing
    ]
    return table(["family", "of size", *growing[0].subjects], rows)


def solved(contest: Contest) -> str:
    words = []
    for subject in contest.subjects:
        times = [row["seconds"] for row in contest.rows_of(subject) if row.get("seconds") is not None]
        slowest = f", the slowest in {time(max(times))}" if times else ""
        words.append(f"`{subject}` {len(times)} of {len(contest.rows_of(subject))}{slowest}")
    return f"Solved: {'; '.join(words)}."


def instances(contest: Contest) -> str:
    """The instances of a contest, so that they can be made again."""
    family, grows = contest["family"], contest["grows"]
    if contest["axis"] == "files":
        return f"the files of [{family}](../{family})"
    # Several numbers that grow together are all N.
    names = grows.split(" ")
    flags = [f"--{name} {name.upper() if len(names) == 1 else 'N'}" for name in names]
    flags += ["--{} {}".format(*word.split("=")) for word in contest["parameters"].split() if "=" in word]
    if contest["axis"] != "seeds":
        flags.append(f"--seed {contest['seed']}")
    return f"`arrival generate {' '.join([family, *flags])}`"


def against_the_best(part: Part) -> tuple[str, str]:
    """The default beside the quickest of the others, and where it is worst; an instance that only others solve is the worst."""
    rows, ratios = [], []
    for contest in contests(part):
        default, *others = contest.subjects
        for size in contest.sizes:
            vertices = contest.known(size, "vertices")
            if vertices is None:
                continue
            mine = dict(contest.solved(default)).get(size)
            best = min(((dict(contest.solved(other)).get(size, math.inf), other) for other in others), key=lambda pair: pair[0])
            is_solved = best[0] < math.inf
            ratio = None if not is_solved else math.inf if mine is None else max(mine - GRANTED, 0) / best[0]
            rows.append([contest["title"], grouped(vertices), "none in time" if mine is None else time(mine),
                         f"{time(best[0])}, {best[1]}" if is_solved else "none in time",
                         NOTHING if ratio in (None, math.inf) else digits(ratio)])
            if ratio is not None:
                ratios.append((ratio, f"{contest['title']} of {grouped(vertices)} vertices"))
    worst, place = max(ratios, key=lambda pair: pair[0])
    said = f"no answer where another has one: {place}" if worst == math.inf else f"{digits(worst)} on {place}"
    return table(["graphs", "vertices", "default", "best of the others", "ratio"], rows), said


def measured(contest: Contest) -> str:
    """The growth of those who solve, then in brackets that of a plain search of the same graphs."""
    fits = {subject: fit for subject in contest.subjects if (fit := contest.fit(subject)) is not None}
    searches = ", ".join(str(fit) for subject, fit in fits.items() if subject.startswith("search"))
    solvers = ", ".join(str(fit) for subject, fit in fits.items() if not subject.startswith("search"))
    return f"{solvers} ({searches})" if searches else solvers


def complexity(part: Part) -> str:
    """The table in the paper's introduction, what was measured behind what is proved."""
    by_id = {contest["id"]: contest for contest in contests(part)}
    rows = [
        [title, *("{}: {}".format(bound.replace("|", "\\|"), measured(by_id[f"{question}-{graphs}"]))
                  for (_, question), bound in zip(QUESTIONS, proved, strict=True))]
        for title, graphs, proved in GRAPHS
    ]
    return table(["", *(title for title, _ in QUESTIONS)], rows)


# The page

def ablation(part: Part) -> str:
    """A row for each question that some technique matters to, a column for each technique."""
    rows = []
    for row in part["rows"]:
        without = dict(row["without"])
        cells = ["" if name not in without else "**not solved**" if without[name] is None else f"{digits(without[name])}"
                 for name in part["techniques"]]
        if any(cells):
            rows.append([f"{row['family']}, {row['parameters']}", row["question"], grouped(row["operations"]), *cells])
    same = sorted({row["family"] for row in part["rows"]} - {row["family"] for row in part["rows"] if row["without"]})
    words = f"Nothing changes on: {', '.join(same)}.\n\n" if same else ""
    return words + table(["instance", "question", "operations", *part["techniques"]], rows)


def has_picture(part: Part, contest: Contest) -> bool:
    """Those of two parts are one table each, and one instance is no line."""
    return part["part"] not in ("complexity", "default") and len(contest.sizes) > 1


def with_tables(heading: str, words: str, part: Part) -> str:
    """A section: its heading, how the part was measured, the words, and the tables."""
    machine = part["machine"]
    took = f", in {-(-part['took_seconds'] // 60)} minutes" if part.get("took_seconds") else ""
    versions = ", ".join(f"{name} {version}" for name, version in sorted(part["versions"].items()))
    paragraphs = [
        f"\n## {heading}",
        f"Measured by `{part['command']}` ({part['mode']}) on {part['date']}{took}, on: {machine['cpu']}, {machine['cores']} cores, "
        f"{round(machine['memory_bytes'] / 1e9)} GB, `{machine['system']}`; {versions}.",
        words.strip(),
    ]
    if part["part"] == "ablation":
        return "\n\n".join([*paragraphs, ablation(part)]) + "\n"
    if part["part"] == "default":
        rows, worst = against_the_best(part)
        return "\n\n".join([*paragraphs, f"The worst is {worst}.", rows]) + "\n"
    if part["part"] == "complexity":
        alt = "Time against size on logarithmic axes, a diagram for each cell"
        paragraphs += [complexity(part), f"![{alt}](pictures/bench-complexity.svg)"]
    if part["part"] == "hard":
        paragraphs += ["### Where we stop\n\nThe largest sizes solved, of families that grow:", reached(part)]
    for contest in contests(part):
        title = contest["title"][:1].upper() + contest["title"][1:]
        paragraphs += [f"### {title}", f"Instances: {instances(contest)}"]
        if contest["axis"] in ("files", "seeds"):
            paragraphs.append(solved(contest))
        if has_picture(part, contest):
            paragraphs.append(f"![{title}](pictures/bench-{part['part']}-{contest['id']}.svg)")
        paragraphs.append(by_size(contest) if contest.grows else by_instance(contest))
    return "\n\n".join(paragraphs) + "\n"


def page(parts: dict[str, Part], text: str) -> str:
    """The page; parts that were not measured are left out."""
    first, *sections = text.split("\n## ")
    for section in sections:
        heading, _, words = section.partition("\n")
        name, bracket, title = heading.removeprefix("[").partition("] ")
        if not bracket:
            first += f"\n## {section}"
        elif name in parts:
            first += with_tables(title, words, parts[name])
    return first


# Pictures

def pictures(parts: dict[str, Part], folder: Path) -> None:
    """Draws every contest of several sizes, and the paper's table, as SVG that reads on light and dark pages."""
    import matplotlib as mpl

    mpl.use("svg")
    grey = "#7d8590"
    mpl.rcParams.update({
        # The same bytes each time; names are text, so that they can be searched.
        "svg.hashsalt": "arrival", "svg.fonttype": "none", "savefig.transparent": True, "font.size": 9, "font.family": "sans-serif",
        "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": grey, "grid.alpha": 0.3, "legend.frameon": False,
        **dict.fromkeys(["text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"], grey),
    })
    from matplotlib import pyplot as plt

    def draw(axes: Any, contest: Contest, title: str, colours: list[str], with_fits: bool = False) -> None:
        for subject in contest.subjects:
            points = contest.solved(subject)
            if not contest.grows:
                points = [(rank, seconds) for rank, seconds in enumerate(sorted(seconds for _, seconds in points), 1)]
            if not points:
                continue
            colour = f"C{colours.index(subject)}"
            axes.plot(*zip(*points, strict=True), "o" if with_fits else "o-", color=colour, markersize=4, label=subject)
            fit = contest.fit(subject) if with_fits else None
            if fit:
                first, last = points[0][0], points[-1][0]
                sizes = [first * (last / first) ** (step / 24) for step in range(25)]
                axes.plot(sizes, [fit.seconds(n) for n in sizes], "--", color=colour, linewidth=1)
        axes.set(title=title, yscale="log", xscale="log" if with_fits or contest["axis"] == "log" else "linear")
        axes.minorticks_off()
        if contest.grows:
            # A few sizes at most: their numbers are long.
            ticks = contest.sizes[:: -(-len(contest.sizes) // 5)]
            axes.set_xticks(ticks, [grouped(size) for size in ticks])
        axes.set_xlabel(contest["grows"] if contest.grows else "solved, the quickest first")
        axes.set_ylabel("seconds a step" if contest.by_step else "seconds")

    def save(figure: Any, name: str) -> None:
        figure.savefig(folder / f"bench-{name}.svg", metadata={"Date": None}, bbox_inches="tight")
        plt.close(figure)

    for part in parts.values():
        for contest in filter(lambda contest: has_picture(part, contest), contests(part)):
            figure, axes = plt.subplots(figsize=(6, 3.4))
            draw(axes, contest, contest["title"], contest.subjects)
            axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
            save(figure, f"{part['part']}-{contest['id']}")
    if "complexity" in parts:
        by_id = {contest["id"]: contest for contest in contests(parts["complexity"])}
        names = list(dict.fromkeys(subject for contest in by_id.values() for subject in contest.subjects))
        figure, cells = plt.subplots(len(GRAPHS), len(QUESTIONS), figsize=(14, 8), layout="constrained")
        for (title, graphs, proved), row in zip(GRAPHS, cells, strict=True):
            for (asked, question), bound, axes in zip(QUESTIONS, proved, row, strict=True):
                contest = by_id[f"{question}-{graphs}"]
                # Steps are what a walk is about: its whole time doubles with them.
                contest.by_step = False
                draw(axes, contest, f"{asked}, {title}\n{bound}: {measured(contest)}", names, with_fits=True)
        handles = {label: handle for axes in cells.flat for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)}
        figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=len(handles))
        save(figure, "complexity")


def read_parts() -> dict[str, Part]:
    parts = (json.loads(file.read_text()) for file in sorted((ROOT / "bench/results").glob("*.json")))
    return {part["part"]: part for part in parts}


def text_of_page() -> str:
    return page(read_parts(), (ROOT / "bench/page.txt").read_text())


if __name__ == "__main__":
    (ROOT / "docs/benchmarks.md").write_text(text_of_page())
    pictures(read_parts(), ROOT / "docs/pictures")
