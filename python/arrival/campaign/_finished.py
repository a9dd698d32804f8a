"""Which parts of a campaign are finished: what their files say of themselves."""

from __future__ import annotations

from typing import Any

from ._places import Place
from ._plan import Part

#: Stands in the file of a part that was given up, with the seconds that it had.
_GIVEN_UP = b"arrival.part_timeout"


def given_up(table: Any, part_timeout: float) -> Any:
    """The table with the note that the part was given up after that many seconds."""
    return table.replace_schema_metadata({_GIVEN_UP: repr(part_timeout).encode()})


def is_readable(folder: Place, part: Part) -> bool:
    """Whether the rows of a part are there; a file that was cut short counts as missing."""
    return _metadata(folder, part) is not None


def is_finished(folder: Place, part: Part, part_timeout: float | None) -> bool:
    """Whether there is nothing left to do for a part: its rows are there, and more time would not change them."""
    metadata = _metadata(folder, part)
    if metadata is None:
        return False
    had = (metadata.metadata or {}).get(_GIVEN_UP)
    return had is None or (part_timeout is not None and part_timeout <= float(had))


def _metadata(folder: Place, part: Part) -> Any:
    """What the end of a part's file says of it: the last that is written, so whoever has it has the rest."""
    import pyarrow
    import pyarrow.parquet

    try:
        file = (folder / part.name()).open("rb")
    except FileNotFoundError:
        return None
    with file:
        try:
            metadata = pyarrow.parquet.read_metadata(file)
        except (pyarrow.ArrowInvalid, OSError):
            return None
    return metadata if metadata.num_rows == part.count else None
