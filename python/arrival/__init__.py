"""Rotor walks and the ARRIVAL problem: exact answers, each with a certificate that a judge has checked.

>>> import arrival
>>> graph = arrival.RotorGraph({"u": ["v", "s"], "v": ["u", "u", "t"]}, sinks=["s", "t"])
>>> graph.solve("u").exit
's'
"""

from importlib import import_module as _import_module
from types import ModuleType as _ModuleType

from . import generate
from ._aggregation import Aggregation, aggregate
from ._algebra_results import Chips, HarmonicMeasure, Listing, SandpileGroup, Stabilisation, Survey, Tour
from ._base import Arrays
from ._batch import Batch
from ._batch_answers import BatchAnswers, BatchRoutes, BatchValues, route_batch, solve_batch, values_batch
from ._block_flows import BlockFlow, BlockFlows
from ._checked import CheckedDict, CheckedList
from ._class_results import ClassArc, ClassExplanation, PathInvariant, RotorClass
from ._commands import commands
from ._core import __version__
from ._door import Reply
from ._errors import Flaw, FlawedGraph, NoSuchVertex, OutOfBudget, PlayersIgnored, Refuted, Unchecked
from ._flows import DestinationForest, ReturnFlows
from ._graph import RotorGraph
from ._library import Examples, HardInstance, HardInstances, Solver, Solvers, examples, hunt, solvers
from ._hits import HittingSequence
from ._limits import Limits
from ._local_results import (
    AccessFlows,
    Frame,
    Frames,
    OptimalPair,
    OptimalPairs,
    OrderedArc,
    RevolvingRoutine,
    RotorCycles,
    RotorOrder,
    RoutineHead,
    Subtree,
)
from ._pattern import ExitPattern
from ._pictures import Picture
from ._plays import Play, Values
from ._proofs import Certificate, Verification, verify
from ._publish import publish as _publish
from ._results import Answer, Routing
from ._rounds import Rounds
from ._walk import Moment, ReverseWalk, Walk

__all__ = [
    "AccessFlows",
    "Aggregation",
    "Answer",
    "Arrays",
    "Batch",
    "BatchAnswers",
    "BatchRoutes",
    "BatchValues",
    "BlockFlow",
    "BlockFlows",
    "Certificate",
    "CheckedDict",
    "CheckedList",
    "Chips",
    "ClassArc",
    "ClassExplanation",
    "DestinationForest",
    "Examples",
    "ExitPattern",
    "Flaw",
    "FlawedGraph",
    "Frame",
    "Frames",
    "HardInstance",
    "HardInstances",
    "HarmonicMeasure",
    "HittingSequence",
    "Limits",
    "Listing",
    "Moment",
    "NoSuchVertex",
    "OptimalPair",
    "OptimalPairs",
    "OrderedArc",
    "OutOfBudget",
    "PathInvariant",
    "Picture",
    "Play",
    "PlayersIgnored",
    "Refuted",
    "Reply",
    "ReturnFlows",
    "ReverseWalk",
    "RevolvingRoutine",
    "RotorClass",
    "RotorCycles",
    "RotorGraph",
    "RotorOrder",
    "Rounds",
    "RoutineHead",
    "Routing",
    "SandpileGroup",
    "Solver",
    "Solvers",
    "Stabilisation",
    "Subtree",
    "Survey",
    "Tour",
    "Unchecked",
    "Values",
    "Verification",
    "Walk",
    "__version__",
    "aggregate",
    "commands",
    "examples",
    "generate",
    "hunt",
    "route_batch",
    "solve_batch",
    "solvers",
    "values_batch",
    "verify",
]

_publish(globals())


def __getattr__(name: str) -> _ModuleType:
    # Campaigns bring Dask along and widgets bring Jupyter, so they are loaded when they are first named.
    if name in ("campaign", "widget"):
        return _import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
