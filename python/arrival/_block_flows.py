"""Return flows of blocks: what return flows become in graphs that are not tree-like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ._checked import says_unchecked
from ._frames import Framed, count_columns, label_column
from ._labels import L, plain
from ._proofs import Certificate, Savable
from ._tables import amount, checked, counted, table

if TYPE_CHECKING:
    import pyarrow


class BlockFlow(NamedTuple):
    """How a block treats the particle that a vertex sends into it.

    A block is a maximal part of the graph, taken as undirected, that stays connected when any one of its vertices is removed.

    >>> from arrival import examples
    >>> examples["fig-rotor-routing"].block_flows()["u1", 0].flow
    3
    """

    #: How often the vertex sends the particle into the block until it does not come back; `math.inf` if it always comes back.
    flow: int | float
    #: If the block always sent the particle back: the number of the departure, counted from 1, by which the vertex sends it
    #: elsewhere for good; `math.inf` if there is none.
    deadline: int | float


@says_unchecked
@dataclass(frozen=True, slots=True, repr=False)
class BlockFlows(Mapping[tuple[L, int], BlockFlow], Savable, Framed):
    """The flow of every vertex into every block that it is in: a mapping from pairs of a vertex and the number of a block.

    Its table has the columns `vertex`, `block`, `flow` and `deadline`, the last two null if they are infinite or longer than 64
    bits, and `long_flow` and `long_deadline`, the decimal digits of longer ones.

    >>> from arrival import examples
    >>> flows = examples["fig-rotor-routing"].block_flows()
    >>> print(flows)
    from  block  flow  deadline
    u0    0      3     inf
    u1    0      3     3
    u2    0      3     3
    >>> flows.last_departures["u1"]
    ('s1', 3)
    """

    #: The vertices of each block.
    blocks: tuple[tuple[L, ...], ...]
    #: The flows, by vertex and number of the block.
    flows: dict[tuple[L, int], BlockFlow] = field(hash=False)
    #: For each vertex, the head to which a particle that starts there leaves it for the last time, and the number of that
    #: departure, counted from 1.
    last_departures: dict[L, tuple[L, int]] = field(hash=False)
    #: Why the judge did not check it; None if it did.
    unchecked_because: str | None = None
    #: The certificate, if it was asked for.
    certificate: Certificate | None = field(default=None, compare=False)

    def __getitem__(self, place: tuple[L, int]) -> BlockFlow:
        return self.flows[place]

    def __iter__(self) -> Iterator[tuple[L, int]]:
        return iter(self.flows)

    def __len__(self) -> int:
        return len(self.flows)

    def __repr__(self) -> str:
        return f"<BlockFlows of {amount(len(self.blocks), 'block')}>"

    def __str__(self) -> str:
        rows = ((plain(u), block, counted(row.flow), counted(row.deadline)) for (u, block), row in self.flows.items())
        return checked(table(("from", "block", "flow", "deadline"), rows, len(self)), self.unchecked_because)

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        def columns(name: str, place: int) -> dict[str, pyarrow.Array]:
            counts = (row[place] for row in self.flows.values())
            return count_columns(name, [int(count) if count != float("inf") else None for count in counts])

        return {
            "vertex": label_column([u for u, _ in self.flows]),
            "block": pyarrow.array([block for _, block in self.flows], pyarrow.int64()),
            **columns("flow", 0),
            **columns("deadline", 1),
        }
