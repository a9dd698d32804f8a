"""Whatever takes limits hears the clock: with no time at all, nothing is answered."""

import inspect
import time

import numpy as np
import pytest
from test_doctests import OBJECTS

import arrival
from arrival import RotorGraph, campaign, generate


#: Large enough that nobody is done before the first look at the clock.
TREE = generate.tree(n=100_000).with_start(0)
# A larger one is not drawn.
DRAWN = generate.tree(n=4_000)
GRID = generate.grid(w=300, h=300).with_start(0)
GAME = generate.tree(n=100_000, max=0.5, high=9).with_start(0)
ROWS = generate.batch("path", 5000, n=20)
GAMES = generate.batch("tree", 5000, n=20, max=0.5, high=9)
PLAN = campaign.Plan.of(campaign.Family("tree", 5000))
PROOF = TREE.certificate(all=True)
HEAD = TREE.arcs(0)[0]

#: How each function is called, but for its limits. A family is called with a size that takes it long.
CALLS = {
    "RotorGraph.walk": lambda **limits: TREE.walk(0, reverse=True, **limits),
    "RotorGraph.from_text": lambda **limits: RotorGraph.from_text(TREE.to_text(), **limits),
    "RotorGraph.to_text": TREE.to_text,
    "RotorGraph.to_bytes": TREE.to_bytes,
    "RotorGraph.ask": lambda **limits: TREE.ask("solve", {"all": True}, **limits),
    "RotorGraph.decide": lambda **limits: GRID.decide(0, GRID.sinks[0], **limits),
    "RotorGraph.exit_pattern": TREE.exit_pattern,
    "RotorGraph.return_flows": TREE.return_flows,
    "RotorGraph.block_flows": GRID.block_flows,
    "RotorGraph.destination_forest": TREE.destination_forest,
    "RotorGraph.route": lambda **limits: TREE.route({0: 10**30}, **limits),
    "RotorGraph.rounds": lambda **limits: TREE.rounds({0: 10**30}, 10**6, **limits),
    "RotorGraph.certificate": TREE.certificate,
    "RotorGraph.explain": TREE.explain,
    "RotorGraph.is_equivalent": lambda **limits: TREE.is_equivalent(TREE, **limits),
    "RotorGraph.solve": TREE.solve,
    "RotorGraph.play": GAME.play,
    "RotorGraph.values": GAME.values,
    "RotorGraph.draw": lambda **limits: DRAWN.draw("exits", **limits),
    "RotorGraph.sandpile_group": GRID.sandpile_group,
    "RotorGraph.rotor_class": GRID.rotor_class,
    "RotorGraph.identity": GRID.identity,
    "RotorGraph.stabilise": lambda **limits: GRID.stabilise({0: 10**6}, **limits),
    "RotorGraph.harmonic_measure": GRID.harmonic_measure,
    "RotorGraph.tour": TREE.tour,
    "RotorGraph.listing": lambda **limits: GRID.listing("recurrent", **limits),
    "RotorGraph.check": TREE.check,
    "RotorGraph.revolving_routine": lambda **limits: TREE.revolving_routine(0, **limits),
    "RotorGraph.rotor_order": lambda **limits: TREE.rotor_order(0, **limits),
    "RotorGraph.subtree": lambda **limits: TREE.subtree(0, HEAD, **limits),
    "RotorGraph.access_flows": GAME.access_flows,
    "RotorGraph.optimal_pairs": GAME.optimal_pairs,
    "RotorGraph.rotor_cycles": TREE.rotor_cycles,
    "RotorGraph.frames": TREE.frames,
    "Walk.advance": generate.expchain(n=1000).walk().advance,
    "Walk.at": lambda **limits: TREE.walk(0).at(10**30, **limits),
    "aggregate": lambda **limits: arrival.aggregate("z2", 10**5, **limits),
    "solve_batch": lambda **limits: arrival.solve_batch(ROWS, **limits),
    "values_batch": lambda **limits: arrival.values_batch(GAMES, **limits),
    "route_batch": lambda **limits: arrival.route_batch(ROWS, np.ones(len(ROWS.row_starts) - 1, dtype=np.uint64), **limits),
    "verify": lambda **limits: arrival.verify(TREE, PROOF, **limits),
    "RotorGraph.hitting_sequence": lambda **limits: generate.expchain(n=1000).hitting_sequence(10**6, **limits),
    "campaign.Family.members": lambda **limits: campaign.Family("tree", 5000).members(0, 5000, limits=limits),
    "campaign.Plan.rows_of": lambda **limits: PLAN.rows_of(PLAN.parts[0], limits=limits),
    "generate.batch": lambda **limits: generate.batch("tree", 5000, limits=limits),
}
#: Families whose members have no parameter `n`, with one that makes them large.
SIZES = {
    "corner_grid": {"w": 200, "h": 200}, "grid": {"w": 200, "h": 200}, "layers": {"width": 100, "depth": 100}, "planar": {"w": 100, "h": 100},
    "road": {"w": 100, "h": 100}, "sandpile_grid": {"w": 200, "h": 200}, "series": {"copies": 2000}, "torus": {"w": 200, "h": 200},
    "wells": {"depth": 500},
}  # fmt: skip


def members(name, size):
    return lambda **limits: getattr(generate, name)(**size, **limits)


def named():
    """Every public function that takes limits, and how it is called."""
    for path, function in OBJECTS.items():
        name = path.removeprefix("arrival.")
        if inspect.isfunction(function) and "limits" in inspect.signature(function).parameters and name not in CALLS:
            _, _, family = name.rpartition(".")
            size = {"n": 1000 if family == "complete" else 50_000} if "n" in inspect.signature(function).parameters else SIZES.get(family)
            yield name, members(family, size) if size else None
    yield from CALLS.items()


FUNCTIONS = dict(named())
TESTED_BELOW = {"RotorGraph.from_file", "RotorGraph.to_file", "hunt"}


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - TESTED_BELOW))
def test_what_takes_limits_hears_the_clock(name):
    call = FUNCTIONS[name]
    assert call is not None, "a new function that takes limits has no call in this file"
    with pytest.raises(arrival.OutOfBudget, match="^out of time") as late:
        call(timeout=0)
    assert late.value.reason == "out of time"


def test_files_are_read_and_written_within_their_limits(tmp_path):
    with pytest.raises(arrival.OutOfBudget, match="^out of time"):
        TREE.to_file(tmp_path / "late.rotor", timeout=0)
    assert list(tmp_path.iterdir()) == [], "nothing is half-written"
    TREE.to_file(tmp_path / "tree.rotor")
    with pytest.raises(arrival.OutOfBudget, match="^out of time"):
        RotorGraph.from_file(tmp_path / "tree.rotor", timeout=0)


def test_a_hunt_returns_what_it_found_in_time():
    late = arrival.hunt("path", seeds=range(1, 4), n=9, limits={"timeout": 0})
    assert (list(late), late.searched, late.complete) == ([], 0, False)
    whole = arrival.hunt("path", seeds=range(1, 4), n=9, keep=2)
    assert (len(whole), whole.searched, whole.complete) == (2, 3, True)


def test_a_listing_that_is_stopped_is_not_a_list():
    tree = generate.tree(n=300, seed=1)
    for limits in ({"timeout": 0.05}, {"max_operations": 10}):
        with pytest.raises(arrival.OutOfBudget, match=r"^out of (time|steps) after \d+ members$"):
            tree.listing("forests", limit=10**6, **limits)
    assert len(tree.listing("forests", limit=20)) == 20


def test_what_is_long_to_read_or_write_hears_its_timeout():
    tree = generate.tree(n=300_000, seed=1)
    certificate = tree.certificate(all=True)
    for ask in (lambda **limits: arrival.verify(tree, certificate, **limits), tree.to_text):
        before = time.perf_counter()
        ask()
        whole = time.perf_counter() - before
        with pytest.raises(arrival.OutOfBudget, match="^out of time"):
            ask(timeout=whole / 20)


def test_limits_are_told_by_their_names():
    chain = generate.expchain(n=100)
    with pytest.raises(arrival.OutOfBudget, match="^out of steps; no answer within max_operations=1000$"):
        chain.solve(solver="walk", max_operations=1000)
    with pytest.raises(arrival.OutOfBudget, match="^out of time$"):
        chain.sandpile_group(timeout=0)
    with pytest.raises(arrival.OutOfBudget, match="^out of time; no answer after [0-9]+ operations$"):
        arrival.aggregate("z2", 10**7, timeout=0.05)


def test_what_a_progress_function_raises_stays_as_it_is():
    class Stop(ValueError):
        pass

    def stop(_):
        raise Stop("see `0`", 5) from KeyError("why")

    with pytest.raises(Stop) as raised:
        generate.expchain(n=100).solve(solver="walk", progress=stop)
    assert raised.value.args == ("see `0`", 5) and isinstance(raised.value.__cause__, KeyError)


def test_memory_is_an_argument_and_messages_are_of_python():
    tree = generate.tree(n=10_000)
    with pytest.raises(arrival.OutOfBudget) as refused:
        tree.exit_pattern(memory="10kB")
    assert "--" not in str(refused.value)
    with pytest.raises(ValueError) as flawed:
        RotorGraph.from_text("a b\nb a\n")
    assert "--" not in str(flawed.value) and 'format="edge-list"' in str(flawed.value)


def test_a_generation_keeps_to_its_limits() -> None:
    with pytest.raises(arrival.OutOfBudget):
        generate.batch("tree", 1, n=1_000_000, limits={"timeout": 0.0})


def test_a_verification_keeps_to_its_limits() -> None:
    tree = generate.tree(n=20_000)
    certificate = tree.certificate(all=True)
    with pytest.raises(arrival.OutOfBudget):
        arrival.verify(tree, certificate, timeout=0.0)
    assert arrival.verify(tree, certificate)
