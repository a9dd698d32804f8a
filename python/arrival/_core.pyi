"""The extension module: vertices are numbers here, labels are made of them by the package."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Self, TypedDict, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

__all__ = [
    "Graph",
    "Lookup",
    "Walk",
    "__version__",
    "are_equivalent",
    "arrays",
    "ask",
    "certificate",
    "commands",
    "decide_strategies",
    "destination_forest",
    "draw",
    "examples",
    "exit_pattern",
    "families",
    "generate",
    "generate_batch",
    "graph_from_arrays",
    "graph_from_rows",
    "main",
    "page_file",
    "play",
    "push_cycle",
    "questions",
    "quoted",
    "read",
    "return_flows",
    "route",
    "route_batch",
    "solve",
    "solve_batch",
    "solve_game",
    "values_batch",
    "values_of_all_starts",
    "verify",
    "write",
]

__version__: str

_Limits = tuple[float | None, int | None, Callable[[int], object] | None, int | None]
_Choice = int | list[int] | str
_Owner = Literal["rotor", "max", "min"]
_Batch = tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32] | None, NDArray[np.uint32]]
_Solved = NDArray[np.bool_]

class _Asked(TypedDict):
    json: str | None
    words: bytes
    after: Graph | None
    remark: str | None
    unchecked_because: str | None
    files: list[tuple[str, bytes]]
    certificate: str | None

class _About(TypedDict):
    solver: str
    class_name: str
    unchecked_because: str | None
    traps: list[list[int]]

class _OneExit(TypedDict):
    about: _About
    exit: int | None
    trap: int | None
    steps: int | None
    words: str
    certificate: str | None
    departures: list[tuple[int, int]] | None

class _OneGame(TypedDict):
    about: _About
    max_min: int
    min_max: int
    exit: int | None
    endless: bool
    max: list[tuple[int, _Choice]]
    min: list[tuple[int, _Choice]]
    words: str
    certificate: str | None

class _Routed(TypedDict):
    solver: str
    unchecked_because: str | None
    sinks: list[tuple[int, int]]
    traps: list[list[int]]
    trapped: list[int]
    steps: int | None
    departures: list[tuple[int, int]] | None
    after: Graph | None
    certificate: str | None

@final
class Graph:
    @property
    def vertex_count(self) -> int: ...
    @property
    def arc_count(self) -> int: ...
    @property
    def sink_count(self) -> int: ...
    @property
    def sign_count(self) -> int | None: ...
    @property
    def player_count(self) -> int: ...
    @property
    def start(self) -> int | None: ...
    def names(self) -> list[str]: ...
    def name(self, u: int) -> str: ...
    def find(self, name: str) -> int | None: ...
    def find_quoted(self, words: str) -> int | None: ...
    def with_sinks(self, sinks: list[int]) -> Graph: ...
    def is_sink(self, u: int) -> bool: ...
    def heads(self, u: int) -> list[int]: ...
    def rotor(self, u: int) -> int: ...
    def owner(self, u: int) -> _Owner: ...
    def value(self, u: int) -> int: ...
    def structure(self, limits: _Limits) -> tuple[str, list[list[int]]]: ...
    def content_hash(self) -> str: ...
    def same(self, other: Graph) -> bool: ...
    def with_rotors(self, positions: Sequence[tuple[int, int]]) -> Graph: ...
    def with_players(self, owners: Sequence[int], values: Sequence[int]) -> Graph: ...
    def with_start(self, start: int | None) -> Graph: ...

@final
class Walk:
    def __new__(cls, graph: Graph, start: int, steps: int = 0, shown: bool = False) -> Walk: ...
    def __iter__(self) -> Walk: ...
    def __next__(self) -> int: ...
    def advance(self, most: int, limits: _Limits) -> int: ...
    @property
    def particle(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def has_halted(self) -> bool: ...
    @property
    def shown(self) -> bool: ...
    def graph(self) -> Graph: ...

def are_equivalent(first: Graph, second: Graph, limits: _Limits) -> tuple[bool, str | None]: ...
def arrays(
    graph: Graph,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint8], NDArray[np.int64]]: ...
def ask(name: str, body: str, graph: Graph | None, limits: _Limits) -> _Asked: ...
def certificate(
    graph: Graph, start: int | None, strategies: str, endless_value: int, solver: str | None, limits: _Limits
) -> str: ...
def commands() -> list[str]: ...
def decide_strategies(
    graph: Graph, start: int, strategies: str, max: Sequence[tuple[int, _Choice]], min: Sequence[tuple[int, _Choice]]
) -> Graph: ...
def destination_forest(graph: Graph, limits: _Limits) -> tuple[NDArray[np.int64], str | None]: ...
def draw(graph: Graph, known: Mapping[str, Any], limits: _Limits) -> str | None: ...
def examples() -> list[tuple[str, str]]: ...
def exit_pattern(
    graph: Graph, solver: str | None, check: bool, certificate: bool, limits: _Limits
) -> tuple[_About, NDArray[np.int64], str | None]: ...
def families() -> list[tuple[str, str, list[tuple[str, str, float, bool]]]]: ...
def generate(family: str, parameters: Mapping[str, str], seed: int, limits: _Limits) -> Graph: ...
def generate_batch(
    family: str, parameters: Mapping[str, str], seed: int, count: int, threads: int, limits: _Limits
) -> tuple[list[NDArray[np.uint32]], tuple[NDArray[np.uint8], NDArray[np.int64]] | None]: ...
def graph_from_arrays(
    row_starts: NDArray[np.uint32],
    heads: NDArray[np.uint32],
    rotors: NDArray[np.uint32] | None,
    owners: NDArray[np.uint8] | None,
    values: NDArray[np.int64] | None,
    names: Sequence[str] | None,
    start: int | None,
    rule: str | None,
) -> Graph: ...
def graph_from_rows(
    names: Sequence[str],
    kinds: Sequence[int],
    degrees: Sequence[int],
    heads: Sequence[str],
    rotors: Sequence[tuple[int, int]],
    values: Sequence[tuple[int, int]],
    start: str | None,
    rule: str | None,
) -> Graph: ...
@disjoint_base
class Lookup:
    _made: dict[Any, Any] | None
    @property
    def _is_laid_out(self) -> bool: ...
    def _lay_out(self, labels: tuple[Any, ...] | None, keys: NDArray[np.uint32] | None, values: NDArray[np.int64]) -> None: ...
    def __new__(cls, *_arguments: object, **_named: object) -> Self: ...
    def __getitem__(self, key: object, /) -> Any: ...

def main(arguments: Sequence[str]) -> int: ...
def page_file(path: str) -> bytes | None: ...
def play(
    graph: Graph,
    start: int,
    strategies: str,
    max: Sequence[tuple[int, _Choice]],
    min: Sequence[tuple[int, _Choice]],
    limits: _Limits,
) -> tuple[int, int | None, str | None]: ...
def push_cycle(graph: Graph, u: int, reverse: bool) -> tuple[Graph, list[int]]: ...
def questions() -> list[str]: ...
def quoted(name: str) -> str: ...
def read(
    bytes: bytes,
    name: str | None,
    format: str | None,
    sinks: Sequence[str] | None,
    edge_list: tuple[bool, bool, bool],
    rule: str | None,
    limits: _Limits,
) -> tuple[Graph, str]: ...
def return_flows(
    graph: Graph, proof: bool, limits: _Limits
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint64], list[int], str | None, str | None]: ...
def route(
    graph: Graph,
    particles: Sequence[tuple[int, int]],
    solver: str | None,
    check: bool,
    proof: bool,
    limits: _Limits,
) -> _Routed: ...
def route_batch(
    arrays: _Batch, particles: NDArray[np.uint64], operations: int | None, threads: int, limits: _Limits
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], _Solved]: ...
def solve(
    graph: Graph, start: int, solver: str | None, check: bool, certificate: bool, limits: _Limits
) -> _OneExit: ...
def solve_batch(
    arrays: _Batch,
    operations: int | None,
    timed: bool,
    threads: int,
    limits: _Limits,
) -> tuple[
    NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint64] | None, list[tuple[int, int | None]]
]: ...
def solve_game(
    graph: Graph,
    start: int,
    strategies: str,
    endless_value: int,
    solver: str | None,
    check: bool,
    certificate: bool,
    limits: _Limits,
) -> _OneGame: ...
def values_batch(
    arrays: _Batch,
    owners: NDArray[np.uint8] | None,
    values: NDArray[np.int64] | None,
    strategies: str,
    endless_value: int,
    operations: int | None,
    threads: int,
    limits: _Limits,
) -> tuple[list[NDArray[np.int64]], list[NDArray[np.bool_]]]: ...
def values_of_all_starts(
    graph: Graph, strategies: str, endless_value: int, solver: str | None, check: bool, limits: _Limits
) -> tuple[_About, NDArray[np.int64], NDArray[np.int64]]: ...
def verify(graph: Graph, certificate: bytes, limits: _Limits) -> tuple[int | None, str, str, str, str] | None: ...
def write(graph: Graph, format: str, rule: str, limits: _Limits) -> bytes: ...
