"""Every public name has an example, and the examples tell the truth."""

import doctest
import importlib
import inspect
import pickle
import types

import pyarrow
import pytest
from conftest import ROOT

import arrival

MODULES = ["arrival", "arrival.generate", "arrival.campaign", "arrival.widget"]


def public_objects():
    """Every public module, function, class and method, by name."""
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        yield module_name, module
        for name in module.__all__:
            thing = getattr(module, name)
            if isinstance(thing, types.ModuleType | str):
                continue
            yield f"{module_name}.{name}", thing
            if inspect.isclass(thing):
                for member, function in members(thing):
                    yield f"{module_name}.{name}.{member}", function


def members(thing):
    """The public methods of a class that this package defines, those of its bases included."""
    for base in thing.__mro__:
        for name, function in vars(base).items() if base.__module__.startswith("arrival") else ():
            plain = getattr(function, "__func__", function)
            if not name.startswith("_") and inspect.isfunction(plain) and of_this_package(plain):
                yield name, plain


def of_this_package(thing):
    """Whether it is ours to document: a named tuple and the like bring methods of their own."""
    return (getattr(inspect.getmodule(thing), "__name__", "") or "").startswith("arrival")


OBJECTS = dict(public_objects())


@pytest.mark.parametrize("name", OBJECTS)
def test_every_public_name_has_an_example_that_runs(name):
    thing = OBJECTS[name]
    test = doctest.DocTestParser().get_doctest(inspect.getdoc(thing) or "", {}, name, None, None)
    assert test.examples, f"{name} has no example"
    output: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=output.append)
    assert result.failed == 0, "".join(output)


PATH, CACTUS = arrival.generate.path(n=3).with_start(0), arrival.examples["fig-rotor-routing"]
GAME = arrival.examples["fig-one-player"]
CHIPS = arrival.RotorGraph.from_text("a: b s\nb: a s\nsink s")
#: An answer of every class that has a table.
TABLES = [
    PATH.solve(0),
    PATH.walk(0).at(2),
    CHIPS.hitting_sequence(5, "a"),
    GAME.play(),
    PATH.exit_pattern(),
    PATH.return_flows(),
    PATH.destination_forest(),
    PATH.route({0: 3}),
    PATH.rounds({0: 3}, 2),
    PATH.harmonic_measure(0),
    PATH.frames(),
    PATH.rotor_order(0),
    PATH.revolving_routine(0),
    CACTUS.block_flows(),
    CACTUS.rotor_cycles(),
    CHIPS.sandpile_group(),
    CHIPS.rotor_class(),
    CHIPS.identity(),
    CHIPS.stabilise({"a": 5}),
    CHIPS.listing("recurrent"),
    arrival.RotorGraph.from_text("u: a s\na: b\nb: a\nsink s").tour("u"),
    GAME.values(),
    GAME.optimal_pairs()[0],
    arrival.examples["fig-integer-game"].access_flows(),
    arrival.aggregate("z2", 9),
    arrival.aggregate("tree", 9),
    arrival.solvers(),
    arrival.hunt("path", seeds=range(1, 3), keep=2, tries=5, n=9),
    arrival.solve_batch([PATH], timings=True),
    arrival.values_batch([GAME]),
    arrival.route_batch([PATH], [1] * 5),
]


@pytest.mark.parametrize("answer", TABLES, ids=lambda answer: type(answer).__name__)
def test_a_class_names_the_columns_of_its_table(answer):
    words = inspect.getdoc(type(answer))
    assert [name for name in answer.to_arrow().column_names if f"`{name}`" not in words] == []


@pytest.mark.parametrize("answer", TABLES, ids=lambda answer: type(answer).__name__)
def test_tables_are_the_same_in_every_library(answer):
    arrow, pandas, polars = answer.to_arrow(), answer.to_pandas(), answer.to_polars()
    assert arrow.num_rows == len(pandas) == len(polars) > 0
    assert arrow.column_names == list(pandas.columns) == polars.columns
    assert pyarrow.RecordBatchReader.from_stream(answer).read_all() == arrow
    # What a copy in another process would show.
    assert pickle.loads(pickle.dumps(answer)).to_arrow() == arrow


def test_every_table_is_tried():
    public = {thing for thing in vars(arrival).values() if inspect.isclass(thing) and hasattr(thing, "_columns")}
    assert public == {type(answer) for answer in TABLES}


def test_nothing_else_is_public():
    shown = {name for name in vars(arrival) if not name.startswith("_")}
    assert shown - set(arrival.__all__) <= {"campaign", "widget"}


@pytest.mark.parametrize(("readme", "examples"), [("README.md", 3), ("python/README.md", 5)])
def test_the_readmes_tell_the_truth(readme: str, examples: int):
    result = doctest.testfile(str(ROOT / readme), module_relative=False)
    assert result.attempted >= examples and result.failed == 0
