"""Rotor walks and the ARRIVAL problem: exact answers, each with a certificate that a judge has checked.

>>> import arrival
>>> graph = arrival.RotorGraph({"u": ["v", "s"], "v": ["u", "u", "t"]}, sinks=["s", "t"])
>>> graph.solve("u").exit
's'
"""

from . import generate
from ._base import Arrays
from ._batch import Batch, BatchAnswers, solve_batch
from ._errors import Flaw, FlawedGraph, NoSuchVertex, OutOfBudget, Refuted
from ._graph import RotorGraph, verify
from ._pictures import Picture
from ._plays import Play, Values
from ._proofs import Certificate, Verification
from ._results import Answer, DestinationForest, ExitPattern, ReturnFlows, Routing
from ._walk import Walk

__all__ = [
    "Answer",
    "Arrays",
    "Batch",
    "BatchAnswers",
    "Certificate",
    "DestinationForest",
    "ExitPattern",
    "Flaw",
    "FlawedGraph",
    "NoSuchVertex",
    "OutOfBudget",
    "Picture",
    "Play",
    "Refuted",
    "ReturnFlows",
    "RotorGraph",
    "Routing",
    "Values",
    "Verification",
    "Walk",
    "generate",
    "solve_batch",
    "verify",
]
