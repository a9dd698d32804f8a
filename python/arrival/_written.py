"""The ways from a graph to texts, files, networkx and scipy."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Unpack, cast, get_args

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._arguments import one_of
from ._base import Base
from ._commands import answers
from ._extras import extra
from ._labels import L
from ._limits import Limits, core_limits
from ._typing import MultiDiGraph, Rule, SparseArray, TextFormat

if TYPE_CHECKING:
    from ._graph import RotorGraph


class Written(Base[L]):
    """What others read."""

    __slots__ = ()

    def transition_matrix(self) -> SparseArray:
        """The transition matrix of the random walk, as a sparse array of scipy: entry (u, v) is the share of the arcs of u that
        lead to v. On a sink, the walk stays there with probability 1.

        >>> from arrival import RotorGraph
        >>> RotorGraph.from_text("u: s u u\\nsink s").transition_matrix().toarray().tolist()
        [[0.6666666666666666, 0.3333333333333333], [0.0, 1.0]]
        """
        with extra("scipy"):
            import scipy.sparse

        arrays = self.arrays()
        starts = arrays.row_starts.astype(np.int64)
        degrees: NDArray[np.int64] = starts[1:] - starts[:-1]
        tails = np.concatenate((np.repeat(np.arange(self._inner.vertex_count), degrees), np.flatnonzero(arrays.sinks)))
        heads = np.concatenate((arrays.heads.astype(np.int64), np.flatnonzero(arrays.sinks)))
        shares: NDArray[np.float64] = np.concatenate((np.repeat(1 / np.maximum(degrees, 1), degrees), np.ones(int(arrays.sinks.sum()))))
        return scipy.sparse.csr_array((shares, (tails, heads)), shape=(self._inner.vertex_count, self._inner.vertex_count))

    def to_networkx(self) -> MultiDiGraph:
        """The graph for networkx; `from_networkx(…, order="order")` reads it back.

        >>> from arrival import RotorGraph
        >>> graph = RotorGraph({"u": ["s", "u", "s"]}, sinks=["s"], rotors={"u": 2}, start="u")
        >>> list(graph.to_networkx().edges(data="order"))
        [('u', 's', 0), ('u', 's', 2), ('u', 'u', 1)]
        >>> RotorGraph.from_networkx(graph.to_networkx(), order="order") == graph
        True
        """
        from ._networkx import multi_di_graph

        return multi_di_graph(cast("RotorGraph", self))

    @answers("convert")
    def to_text(self, *, format: TextFormat = "rotor", rule: Rule = "move-then-turn", **limits: Unpack[Limits]) -> str:
        """The graph as text: "rotor" (canonical), "json", "lp" or "mtx" (the Laplacian); `draw` gives pictures.

        Parameters
        ----------
        format
            "rotor", "json", "lp" or "mtx".
        rule
            The rule that the rotors are written for.
        **limits
            See `Limits`.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> print(RotorGraph({"u": ["s", "s", "u"]}, sinks=["s"], rotors={"u": 1}).to_text(), end="")
        u: s *s u
        sink s
        """
        data = self.to_bytes(format=format, rule=rule, **limits)
        if format not in get_args(TextFormat):
            raise ValueError(f"{format!r} is not text; use to_bytes or to_file")
        return data.decode()

    @answers("convert")
    def to_bytes(self, *, format: str = "rotorb", rule: Rule = "move-then-turn", **limits: Unpack[Limits]) -> bytes:
        """The graph as the bytes of a file: the formats of `to_text`, and "rotorb" (binary).

        Parameters
        ----------
        format
            A format of `to_text`, or "rotorb".
        rule
            The rule that the rotors are written for.
        **limits
            See `Limits`.

        Returns
        -------
        bytes
            The contents of such a file.

        Examples
        --------
        >>> from arrival import RotorGraph
        >>> graph = RotorGraph({"u": ["u", "s"]}, sinks=["s"])
        >>> RotorGraph.from_text(graph.to_bytes()) == graph
        True
        """
        one_of("rule", rule, Rule)
        return self._call(_core.write, format, rule, core_limits(limits))

    @answers("convert")
    def to_file(self, path: str | PathLike[str], *, rule: Rule = "move-then-turn", **limits: Unpack[Limits]) -> None:
        """Writes the graph to a file, in the format that the ending of its name stands for: `.rotor`, `.json`, `.rotorb`, ….
        With a further `.gz` the file is compressed.

        Parameters
        ----------
        path
            The file; the ending of its name stands for the format.
        rule
            The rule that the rotors are written for.
        **limits
            See `Limits`.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> from arrival import RotorGraph
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "graph.rotor")
        ...     RotorGraph({"u": ["u", "s"]}, sinks=["s"]).to_file(file)
        ...     file.read_text()
        'u: u s\\nsink s\\n'
        """
        Path(path).write_bytes(self.to_bytes(format=fspath(path), rule=rule, **limits))
