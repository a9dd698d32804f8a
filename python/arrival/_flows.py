"""Return flows and destination forests."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._checked import says_unchecked
from ._frames import Framed, count_columns, label_column
from ._labels import L, Labels, plain
from ._pattern import ByVertex, Lazy
from ._pictures import Drawer, Drawn
from ._proofs import Certificate, Savable
from ._tables import amount, checked, counted, table

if TYPE_CHECKING:
    import pyarrow


@says_unchecked
class ReturnFlows(Lazy[tuple[L, L], int | float], Drawn, Savable, Framed):
    """The return flow r(u, v) for every vertex u and each of its heads v: an exact integer, or `math.inf`.

    Put a particle on u and send it to v whenever it is on u. Then r(u, v) is how often it is sent: once more than it
    comes back, and infinitely often if it always does. Parallel arcs from u to v share one flow.

    Its table has the columns `tail`, `head`, `flow`, null if the flow is infinite or longer than 64 bits, and `long_flow`, the
    decimal digits of longer ones.

    >>> import arrival
    >>> flows = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t").return_flows()
    >>> flows["u", "v"], flows["v", "u"]
    (3, 2)
    >>> print(flows)
    from  to  flow
    u     v   3
    u     s   1
    v     u   2
    v     t   1
    """

    __slots__ = ("_codes", "_heads", "_labels", "_picture", "_row_starts", "_spilled", "certificate", "unchecked_because")

    def __init__(
        self,
        labels: Labels[L],
        rows: tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint64], list[int]],
        unchecked_because: str | None,
        picture: Drawer | None = None,
        certificate: Certificate | None = None,
    ) -> None:
        self._labels = labels
        self._row_starts, self._heads, self._codes, self._spilled = rows
        self._picture = picture
        #: The certificate, if it was asked for.
        self.certificate = certificate
        #: Why the judge did not check it; None if it did.
        self.unchecked_because = unchecked_because

    def _find(self, arc: Any) -> int | float:
        try:
            tail, head = arc
        except (TypeError, ValueError):
            raise KeyError(arc) from None
        u, v = self._labels.find(tail), self._labels.find(head)
        if u is None or v is None:
            raise KeyError(arc)
        for row in range(int(self._row_starts[u]), int(self._row_starts[u + 1])):
            if self._heads[row] == v:
                return self._flow(int(self._codes[row]))
        raise KeyError(arc)

    def _flow(self, code: int) -> int | float:
        if code < _SPILLED:
            return code
        return math.inf if code == _INFINITE else self._spilled[code - _SPILLED]

    def _flows(self) -> list[int | float]:
        codes: list[Any] = self._codes.tolist()
        for row in np.flatnonzero(self._codes >= np.uint64(_SPILLED)).tolist():
            codes[row] = self._flow(codes[row])
        return codes

    def _ends(self) -> tuple[list[L], list[L]]:
        starts = self._row_starts.astype(np.int64)
        degrees = starts[1:] - starts[:-1]
        return self._labels.at(np.repeat(np.arange(len(degrees)), degrees)), self._labels.at(self._heads)

    def _make(self) -> dict[tuple[L, L], int | float]:
        return dict(zip(zip(*self._ends(), strict=True), self._flows(), strict=True))

    def __len__(self) -> int:
        return len(self._heads)

    def _columns(self) -> dict[str, pyarrow.Array]:
        tails, heads = self._ends()
        flows = [None if flow == math.inf else flow for flow in self._flows()]
        among = self._labels.all
        columns = {"tail": label_column(tails, among), "head": label_column(heads, among)}
        return columns | count_columns("flow", flows)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"<ReturnFlows of {amount(len(self), 'arc')}>"

    def __str__(self) -> str:
        rows = (
            (plain(u), plain(v), counted(flow))
            for (u, v), flow in self._all().items()
        )
        return checked(table(("from", "to", "flow"), rows, len(self)), self.unchecked_because)


#: Codes of flows that are not numbers themselves: places in the list of long ones, and +∞.
_SPILLED, _INFINITE = 2**63, 2**64 - 1


@says_unchecked
class DestinationForest(ByVertex[L], Drawn, Framed):
    """For every vertex that is not a sink, the head of the arc by which a particle leaves it for the last time; None in
    traps, which a particle never leaves.

    Its table has the columns `vertex`, `head` and `arc`, the position of that arc.

    >>> import arrival
    >>> forest = arrival.RotorGraph.from_text("u: v s\\nv: u^2 t\\nsink s\\nsink t").destination_forest()
    >>> dict(forest), forest.position("v")
    ({'u': 's', 'v': 'u'}, 1)
    >>> print(forest)
    vertex  leaves for  arc
    u       s           1
    v       u           1
    """

    __slots__ = ("_heads", "_inner", "_labels", "_picture", "positions", "unchecked_because")

    def __init__(
        self,
        labels: Labels[L],
        inner: NDArray[np.intp],
        heads: NDArray[np.int64],
        positions: NDArray[np.int64],
        unchecked_because: str | None,
        picture: Drawer | None = None,
    ) -> None:
        self._labels = labels
        self._inner = inner
        self._heads = heads
        self._picture = picture
        #: By number of a vertex: the position of that arc in its rotor order; −1 on sinks and in traps.
        self.positions = positions
        #: Why the judge did not check it; None if it did.
        self.unchecked_because = unchecked_because

    def _find(self, vertex: L) -> L | None:
        number = self._labels.find(vertex)
        place = len(self) if number is None else int(np.searchsorted(self._inner, number))
        if place == len(self) or self._inner[place] != number:
            raise KeyError(vertex)
        head = int(self._heads[place])
        return None if head < 0 else self._labels.all[head]

    def position(self, vertex: L) -> int | None:
        """The position of the arc by which a particle leaves `vertex` for the last time.

        Parameters
        ----------
        vertex
            A vertex.

        Returns
        -------
        int or None
            The position among the arcs of `vertex`, counted from 0; None on sinks and in traps.

        Examples
        --------
        >>> import arrival
        >>> arrival.RotorGraph.from_text("u: v s\\nv: u\\nsink s").destination_forest().position("u")
        1
        """
        position = int(self.positions[self._labels.index(vertex)])
        return None if position < 0 else position

    def _tails(self) -> list[L]:
        return self._labels.at(self._inner)

    def _leave_for(self) -> list[L | None]:
        return self._labels.at_or_none(self._heads)

    def _numbers(self) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        return self._inner.astype(np.uint32), self._heads

    def __len__(self) -> int:
        return len(self._inner)

    def _columns(self) -> dict[str, pyarrow.Array]:
        import pyarrow

        arcs = self.positions[self._inner]
        return {
            "vertex": label_column(self._tails(), self._labels.all),
            "head": label_column(self._leave_for(), self._labels.all),
            "arc": pyarrow.array(arcs, mask=arcs < 0),
        }

    def __repr__(self) -> str:
        return f"<DestinationForest of {amount(len(self), 'vertex', 'vertices')}>"

    def __str__(self) -> str:
        rows = (
            (plain(u), "(trap)", "-") if position < 0 else (plain(u), plain(head), position)
            for (u, head), position in zip(self._all().items(), self.positions[self._inner].tolist(), strict=True)
        )
        return checked(table(("vertex", "leaves for", "arc"), rows, len(self)), self.unchecked_because)
