"""Families: the functions are those of the registry, and make what the command line makes."""

import inspect
import subprocess
from importlib import resources

import pytest

import arrival
from arrival import _core, generate, solve_batch

FAMILIES = {name: parameters for name, _, parameters in _core.families()}


@pytest.mark.parametrize("name", FAMILIES)
def test_a_function_has_the_parameters_of_its_family(name):
    function = getattr(generate, name.replace("-", "_"))
    expected = {parameter.replace("-", "_"): default for parameter, _, default, _ in FAMILIES[name]} | {"seed": 1}
    *own, limits = inspect.signature(function).parameters.values()
    assert {parameter.name: parameter.default for parameter in own} == expected and limits.name == "limits"
    assert inspect.getdoc(function).splitlines()[0].lower() == generate.families()[name].lower() + "."


def test_a_member_takes_limits_as_every_question_does():
    with pytest.raises(arrival.OutOfBudget, match="^out of time; the graph was not complete"):
        generate.tree(n=5_000_000, timeout=0.001)
    assert generate.tree(n=5, timeout=60) == generate.tree(n=5)
    with pytest.raises(TypeError, match=r"tree\(\) has no limit on memory"):
        generate.tree(n=5, memory="1MB")


def test_there_is_a_function_for_every_family():
    assert {name.replace("-", "_") for name in FAMILIES} | {"batch", "families"} == set(generate.__all__)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_same_seed_makes_the_same_bytes_as_the_command_line(program, name, tmp_path):
    file = tmp_path / "graph.rotor"
    subprocess.run([program, "generate", name, "--seed", "9", "-o", file], check=True, capture_output=True)
    assert getattr(generate, name.replace("-", "_"))(seed=9).to_text() == file.read_text()


def has_member(batch, number, member):
    """Whether a member of the batch is this graph."""
    arrays, vertices = member.arrays(), slice(*batch.vertex_starts[number : number + 2].tolist())
    rows = batch.row_starts[vertices.start : vertices.stop + 1]
    return (
        (rows - rows[0] == arrays.row_starts).all()
        and (batch.heads[rows[0] : rows[-1]] == arrays.heads).all()
        and (batch.rotors[vertices] == arrays.rotors).all()
    )


def test_a_batch_has_the_members_one_after_the_other():
    batch = generate.batch("grid", 3, seed=5, w=3, h=2, parallel=2)
    assert all(has_member(batch, number, generate.grid(seed=5 + number, w=3, h=2, parallel=2)) for number in range(3))


@pytest.mark.parametrize("family", ["path", "tree"])
def test_arrays_on_large_pages_hold_the_same_members(family):
    # 30,000 members take several MiB, for which large pages are asked. Trees have more arcs than the first one, or fewer.
    batch = generate.batch(family, 30_000, seed=7, n=30)
    assert batch.heads.nbytes > 2**22
    for number in (0, 1, 14_999, 29_999):
        assert has_member(batch, number, getattr(generate, family)(seed=7 + number, n=30))
    assert not has_member(batch, 0, getattr(generate, family)(seed=8, n=30))


def test_what_no_family_takes_is_refused_in_words():
    with pytest.raises(ValueError, match='there is no family "chian"; choose one of chain, back'):
        generate.batch("chian", 1)
    with pytest.raises(ValueError, match="parameter n is 0, out of range"):
        generate.chain(n=0)
    with pytest.raises(ValueError, match="the batch has players; ask for values_batch"):
        solve_batch(generate.batch("chain", 1, max=1.0))


def test_type_checkers_are_told_of_every_function():
    # python -m arrival.generate._functions > python/arrival/generate/__init__.pyi
    from arrival.generate._functions import stub

    file = resources.files("arrival.generate").joinpath("__init__.pyi")
    assert file.read_text() == stub()
