"""The reference of commands, asked in Python: the same JSON and the same messages as on the command line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

from arrival import FlawedGraph, RotorGraph, verify
from arrival._door import ask

PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
BLOCK = re.compile(r"^```(.*?)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ESCAPE = re.compile(r"\\(?:\{(.*?)\*(\d+)\}|x(..)|(.|\n))", re.DOTALL)
READING = ("format", "sinks", "undirected", "weights", "infer-sinks", "rule")
FLAGS = ("access", "all", "cycles", "explain", "float", "frames", "generators", "infer-sinks", "no-check", "orders", "pairs", "reverse",
         "trace", "undirected", "weights")  # fmt: skip
SCREEN = ("json", "q", "quiet", "v", "verbose")
#: Commands about files, about limits, and those whose answer is a file.
ELSEWHERE = ("aggregate", "begin", "completions", "convert", "draw", "generate", "hunt", "man", "serve")
#: What only the command line refuses, or Python in words of its own.
OF_THE_COMMAND_LINE = re.compile(r"--(?:timeout|memory|threads|timings|help|version|no-open)|[|<>$'(]| -[hV]\b|@")

#: How many questions of a page are at least asked here.
LEAST = {"algebra": 70, "binary": 25, "certificates": 30, "explain": 30, "games": 30, "json": 30, "options": 50, "particles": 30, "rotor-text": 45, "walks": 90}


def unescaped(text):
    """The bytes of an escaped block, as the page on `.rotor` text explains them."""
    def byte(match):
        piece, times, code, letter = match.groups()
        if piece is not None:
            return unescaped(piece).decode("latin-1") * int(times)
        return chr(int(code, 16)) if code else {"r": "\r", "t": "\t", "0": "\0", "\\": "\\", "\n": ""}[letter]

    return ESCAPE.sub(byte, text.encode().decode("latin-1")).encode("latin-1")


def asked(command):
    """The name, the options and the files of a command that is a question."""
    words = iter(command.split()[1:])
    name, options, files = next(words, ""), {}, []
    for word in words:
        option = word.lstrip("-") if len(word) > 1 and word.startswith("-") else None
        if option is None:
            files.append(word)
        elif option in ("color", "o", "output", "final"):
            next(words)
        elif option in FLAGS:
            options[option] = True
        elif option not in SCREEN:
            value = next(words, "")
            options[option] = f"{options[option]},{value}" if option == "sink" and option in options else value
    return name, options, files


def graph_of(options, files):
    """The graph that a command is about, read as its options say."""
    reading = {option.replace("-", "_"): options.pop(option) for option in READING if option in options}
    if "sinks" in reading:
        reading["sinks"] = reading["sinks"].split(",")
    example = options.pop("example", None)
    file = ROOT / "corpus" / "paper" / f"{example}.rotor" if example else files.pop(0)
    return RotorGraph.from_file(file, **reading)


def answer(name, options, files):
    """What Python answers."""
    if name == "solvers":
        return ask(name, options).object
    if name == "list":
        options["kind"] = files.pop(0)
    graph = graph_of(options, files)
    if "certificate" in options:
        options["certificate"] = True
    for key, file in zip(["certificate" if name == "verify" else "second"], files, strict=False):
        options[key] = Path(file).read_text()
    if options.get("strategy"):
        options["strategy"] = Path(options["strategy"]).read_text()
    sinks = options.get("sink") or ""
    valid = bool(verify(graph, options["certificate"].encode(), sinks=sinks.split(",") if sinks else [])) if name == "verify" else None
    found = graph.ask(name, options).object
    assert valid is None or valid == found["valid"]
    return found


def plain(line):
    """A line of a message without the words that Python has for files, options and commands."""
    line = re.sub(r"^(?:arrival: )?(?:--particles: )?|\S+\.(?:rotorb?|json|txt|gz|zst)\b(?:: ?)?|<request>:? ?", "", line)
    line = re.sub(r"\b(?:this|the) file\b", "the graph", line).replace("`arrival solvers`", "arrival.solvers()")
    line = line.replace("`arrival solve` says what they can secure", "ask for play or values")
    line = line.removesuffix(", with the same sinks= if it was asked with some")
    return re.sub(r"--[a-z-]+( edge-list)?|\b[a-z_]+=(True|\"edge-list\")?", "OPTION", line)


def is_asked_here(command, name, options, files, done):
    """Whether Python has this question, and an answer in the words of the command line."""
    if not name or name in ELSEWHERE or OF_THE_COMMAND_LINE.search(command) or done.stderr.startswith((b"error: ", b"arrival: cannot read")):
        return False
    several = len(files) > 1 + (name in ("list", "equivalent", "class", "verify"))
    if several or done.returncode == 4 or (name == "check" and done.returncode):
        return False
    # The second graph of a question is read as it is written, and a graph in memory forgets the rule of its file.
    return not ("-" in files or any(Path(file).is_dir() for file in files) or ("rule" in options and name in ("equivalent", "push")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
@pytest.mark.skipif(sys.platform != "linux", reason="the transcripts use the tools of GNU")
def test_questions_of_the_reference_have_the_same_answers(page, program, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus").symlink_to(ROOT / "corpus")
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    for info, body in blocks:
        _, *name = info.split(" ")
        if name:
            (tmp_path / name[0]).write_bytes(unescaped(body) if "escaped" in name else body.encode())
    environment = {**os.environ, "PATH": f"{os.path.dirname(program)}:{os.environ['PATH']}", "LC_ALL": "C"}

    def run(command):
        return subprocess.run(["sh", "-c", command], env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)

    compared = 0
    for command in re.findall(r"^\$ (.*)$", "\n".join(body for info, body in blocks if info == "console"), re.MULTILINE):
        if command == "arrival serve --json":
            continue
        name, options, files = asked(command) if command.startswith("arrival ") else ("", {}, [])
        done = run(command)
        if not is_asked_here(command, name, options, files, done):
            continue
        compared += 1
        if done.stdout:
            shown = done if "--json" in command else run(f"{command} --json")
            here, there = answer(name, options, files), json.loads(shown.stdout.splitlines()[-1])
            if name == "check":
                # A graph in memory has no file, and so neither format nor rule.
                here, there = ({key: value for key, value in found.items() if key not in ("format", "rule")} for found in (here, there))
            assert here == there, command
            continue
        with pytest.raises(ValueError) as refused:
            answer(name, options, files)
        said, words = str(refused.value), done.stderr.decode().splitlines()
        assert [plain(line) for line in said.splitlines()] == [plain(line) for line in words], command
        # Python has no options with dashes.
        assert "--" not in re.sub("`[^`]*`", "", said), command
        if isinstance(refused.value, FlawedGraph):
            assert len(refused.value.flaws) == len(words) - (refused.value.more > 0), command
    assert compared >= LEAST.get(page.stem, 0)
