"""Whatever takes limits hears the clock: with no time at all, nothing is answered."""

import inspect

import numpy as np
import pytest
from test_doctests import OBJECTS

import arrival
from arrival import RotorGraph, campaign, generate

#: Large enough that nobody is done before the first look at the clock.
TREE = generate.tree(n=100_000).with_start(0)
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
    "RotorGraph.draw": lambda **limits: TREE.draw("exits", **limits),
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
