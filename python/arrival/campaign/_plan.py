"""Plans: which instances a campaign has, and how they are cut into parts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from os import PathLike
from typing import Any

from .._batch import Batch
from .._limits import Limits, core_limits, whole
from ._differences import differences
from ._family import Family, as_kept
from ._places import Place, place, write_once

_NAME = "plan.json"
#: Each is a line of the plan and a file of the results.
_MOST_PARTS = 1_000_000
#: The questions that need no function: the exit of the particle on the start, or on every vertex; the ends of many particles;
#: the value of a game. Each with its options.
QUESTIONS: dict[str, tuple[str, ...]] = {"exit": (), "exits": (), "route": ("particles",), "values": ("strategies", "endless_value")}


@dataclass(frozen=True)
class Part:
    """The rows `first` … `first + count - 1` of the whole campaign: of one file from its row `offset` on, or of the family."""

    number: int
    first: int
    count: int
    file: str | None = None
    offset: int = 0

    def name(self) -> str:
        """The name of its result."""
        return f"part-{self.number:06}.parquet"


@dataclass(frozen=True)
class Plan:
    """Everything that decides what a campaign computes; kept in its folder as `plan.json`.

    >>> from arrival.campaign import Family, Plan
    >>> plan = Plan.of(Family("path", 1000, n=9), part_rows=300)
    >>> plan.rows, [part.count for part in plan.parts]
    (1000, [300, 300, 300, 100])
    """

    #: The parts, in order.
    parts: tuple[Part, ...]
    #: The family, unless the instances are those of files.
    family: Family | None = None
    #: After how many operations an instance is given up.
    operations_each: int | None = None
    #: What is asked: one of `QUESTIONS`, or the name of a function as `module:function`.
    question: str = "exit"
    #: The options of that question.
    options: dict[str, Any] = field(default_factory=dict)
    #: The seconds after which a part is given up; a campaign goes on with others, too.
    part_timeout: float | None = None
    #: The Parquet files and the hashes of their contents, so that no campaign goes on with other instances.
    sources: dict[str, str] = field(default_factory=dict)
    #: The version of the format in which plans are kept.
    version: int = field(default=4)

    @classmethod
    def of(
        cls,
        source: Family | str | PathLike[str] | Iterable[str | PathLike[str]],
        *,
        part_rows: int = 10_000,
        operations_each: int | None = None,
        question: str | Callable[[Batch], Any] = "exit",
        part_timeout: float | None = None,
        **options: Any,
    ) -> Plan:
        """The plan for a family, or for Parquet files, or for all Parquet files of a folder; what could never be run is
        refused. The parameters are those of `run`.

        Parameters
        ----------
        source, part_rows, operations_each, question, part_timeout, **options
            As for `run`.

        Returns
        -------
        Plan
            The plan, not kept yet.

        Examples
        --------
        >>> from arrival.campaign import Family, Plan
        >>> len(Plan.of(Family("path", 10_000_000)).parts)
        1000
        """
        if whole("part_rows", part_rows) < 1:
            raise ValueError("a part has at least one row")
        # As plain numbers, which the plan and the parts are kept with.
        part_timeout, operations_each = core_limits({"timeout": part_timeout, "max_operations": operations_each}, "part_timeout")[:2]
        named = question if isinstance(question, str) else name_of(question)
        if named not in QUESTIONS:
            function_of(named)
        elif unknown := options.keys() - QUESTIONS[named]:
            known = ", ".join(QUESTIONS[named]) or "none"
            raise TypeError(f"unexpected keyword argument {min(unknown)!r}; the options of {named!r} are {known}")
        if isinstance(source, Family):
            # A family or a parameter that does not exist is refused now, not by every worker.
            if source._has_players(part_timeout) and named in ("exit", "exits", "route"):
                raise ValueError(f"the family has players; ask for question='values', not {named!r}")
            pieces: list[tuple[str | None, int]] = [(None, source.count)]
            sources: dict[str, str] = {}
        else:
            files = _files(source)
            pieces = [(str(file), _rows_in(file)) for file in files]
            sources = {str(file): _fingerprint(file) for file in files}
        if sum(-(-rows // part_rows) for _, rows in pieces) > _MOST_PARTS:
            raise ValueError(f"a campaign has at most {_MOST_PARTS} parts; raise part_rows, or make several campaigns")
        parts: list[Part] = []
        before = 0
        for file, rows in pieces:
            for offset in range(0, rows, part_rows):
                count = min(part_rows, rows - offset)
                parts.append(Part(len(parts), before + offset, count, file, offset))
            before += rows
        family = source if isinstance(source, Family) else None
        return cls(tuple(parts), family, operations_each, named, as_kept("the options", options), part_timeout, sources)

    @property
    def rows(self) -> int:
        """How many instances there are."""
        return sum(part.count for part in self.parts)

    def rows_of(self, part: Part, *, threads: int = 1, limits: Limits | None = None) -> Any:
        """The instances of a part: a batch of a family, or rows of a file.

        Parameters
        ----------
        part
            A part of the plan.
        threads, limits
            How members of a family are made: see `Family.members`.

        Returns
        -------
        Batch or table
            Its instances.

        Examples
        --------
        >>> from arrival.campaign import Family, Plan
        >>> plan = Plan.of(Family("path", 10, n=9), part_rows=6)
        >>> len(plan.rows_of(plan.parts[1]))
        4
        """
        if self.family is not None:
            family = self.family
            return family.members(part.first, part.count, threads=threads, limits=limits)
        import pyarrow.parquet

        assert part.file is not None, "a part is of a file or of the family"
        with place(part.file).open("rb") as opened, pyarrow.parquet.ParquetFile(opened) as file:
            return _slice(file, part.offset, part.count)

    def to_json(self) -> str:
        """The plan as the text that is kept; two plans are the same if their texts are.

        >>> from arrival.campaign import Family, Plan
        >>> plan = Plan.of(Family("path", 10, n=9))
        >>> Plan.from_json(plan.to_json()) == plan
        True
        """
        return json.dumps(asdict(self), sort_keys=True, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """The plan of a text.

        Parameters
        ----------
        text
            What `to_json` returned.

        Returns
        -------
        Plan
            The plan.

        Examples
        --------
        >>> from arrival.campaign import Family, Plan
        >>> Plan.from_json(Plan.of(Family("path", 10, n=9)).to_json()).rows
        10
        """
        said: dict[str, Any] = json.loads(text)
        parts = tuple(Part(**part) for part in said.pop("parts"))
        family = said.pop("family")
        if family is not None:
            family = Family(family["name"], family["count"], seed=family["seed"], **family["parameters"])
        return cls(parts, family, **said)

    @classmethod
    def kept_in(cls, folder: str | PathLike[str]) -> Plan | None:
        """The plan of a folder, if it is the folder of a campaign.

        Parameters
        ----------
        folder
            The folder of a campaign.

        Returns
        -------
        Plan or None
            The plan that is kept there, if one is.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> from arrival.campaign import Plan
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Plan.kept_in(pathlib.Path(folder)) is None
        True
        """
        try:
            return cls.from_json((place(folder) / _NAME).read_text())
        except FileNotFoundError:
            return None

    def keep_in(self, folder: str | PathLike[str]) -> None:
        """Keeps the plan in a folder, which must have no other. Another `part_timeout` is not another plan: it decides only
        how long a part may take, so the one that is kept stays.

        Parameters
        ----------
        folder
            The folder of the campaign.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> from arrival.campaign import Family, Plan
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Plan.of(Family("path", 10)).keep_in(pathlib.Path(folder))
        ...     Plan.of(Family("path", 11)).keep_in(pathlib.Path(folder))
        Traceback (most recent call last):
        ...
        ValueError: ...plan.json is the plan of another campaign: source was Family(...) and is Family(...); use another folder, or ...
        """
        where = place(folder) / _NAME
        where.parent.mkdir(parents=True, exist_ok=True)
        write_once(where, lambda file: file.write_text(self.to_json()))
        kept = Plan.kept_in(folder)
        if kept is not None:
            kept = replace(kept, part_timeout=self.part_timeout)
        if kept != self:
            if kept is not None and kept.sources.keys() == self.sources.keys() and kept.sources != self.sources:
                changed = ", ".join(file for file, hash in self.sources.items() if kept.sources.get(file) != hash)
                raise ValueError(f"{changed} has changed since the campaign of {where} began; use another folder")
            found = "" if kept is None else f": {differences(kept, self)}"
            raise ValueError(f"{where} is the plan of another campaign{found}; use another folder, or go on with the same arguments")


def _files(source: str | PathLike[str] | Iterable[str | PathLike[str]]) -> Sequence[Place]:
    if isinstance(source, str | PathLike):
        path = place(source)
        files = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    else:
        files = [place(file) for file in source]
    if not files:
        raise ValueError(f"{source} has no Parquet files; give files with the columns `arcs` and `start`")
    return files


def _fingerprint(file: Place) -> str:
    """The hash of what a file holds."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _rows_in(file: Place) -> int:
    with file.open("rb") as bytes_of, _parquet(file, bytes_of) as opened:
        names = opened.schema_arrow.names
        for column in ("arcs", "start"):
            if column not in names:
                raise ValueError(f"{file}: the table has no column `{column}`; it has {', '.join(names)}")
        return int(opened.metadata.num_rows)


def _parquet(file: Place, opened: Any) -> Any:
    """A Parquet file; what is not one is refused by its name."""
    import pyarrow
    import pyarrow.parquet

    try:
        return pyarrow.parquet.ParquetFile(opened)
    except pyarrow.ArrowInvalid as error:
        raise ValueError(f"{file} is not a Parquet file: {error}") from None


def name_of(function: Callable[[Batch], Any]) -> str:
    """The name by which workers find a function."""
    module, qualified = getattr(function, "__module__", None), getattr(function, "__qualname__", "<none>")
    name = f"{module}:{qualified}"
    if module == "__main__" or "<" in name or "." in qualified:
        raise ValueError("a function of a campaign is defined by `def` in a module of its own, where every worker finds it")
    return name


def function_of(name: str) -> Callable[[Batch], Any]:
    """The function of that name."""
    module, _, function = name.partition(":")
    if not function:
        raise ValueError(f"the question is {', '.join(map(repr, QUESTIONS))} or a function, not {name!r}")
    found: Callable[[Batch], Any] = getattr(import_module(module), function)
    return found


def _slice(file: Any, offset: int, count: int) -> Any:
    """Some rows of a Parquet file, without reading the row groups that have none of them."""
    import pyarrow

    groups: list[int] = []
    at = skip = 0
    for group in range(file.metadata.num_row_groups):
        rows = file.metadata.row_group(group).num_rows
        if at < offset + count and offset < at + rows:
            skip = skip if groups else offset - at
            groups.append(group)
        at += rows
    columns = [name for name in ("arcs", "rotors", "start", "owners", "values") if name in file.schema_arrow.names]
    table: pyarrow.Table = file.read_row_groups(groups, columns=columns)
    return table.slice(skip, count)
