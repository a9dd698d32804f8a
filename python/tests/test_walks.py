"""Walks: their steps, moments, copies, departures, and the sequence of their exits."""

import copy
import pickle
import threading

import pytest
from brute_force import graphs
from hypothesis import given
from hypothesis import strategies as st

import arrival
from arrival import RotorGraph, examples, generate

ROUTING = examples["fig-rotor-routing"]


def test_walks_go_back_and_to_any_moment():
    graph = generate.chain(n=12)
    walk = graph.walk(0)
    walk.advance(1000)
    moment = graph.walk(0).at(1000)
    assert (moment.vertex, moment.steps, moment.graph.with_start(0)) == (walk.vertex, 1000, walk.graph.with_start(0))
    back = walk.graph.walk(walk.vertex, reverse=True, most=3)
    forth = list(graph.walk(0))[: 1001]
    assert list(back) == forth[-1 : -2 - back.steps : -1] and back.steps <= 3
    assert graph.walk(0).at(10**40).exit == graph.solve(0).exit


@given(graphs(), st.integers(0, 20), st.booleans())
def test_a_copy_of_a_walk_goes_on_by_itself(case, steps, shown):
    arcs, rotors = case
    graph = RotorGraph({u: heads or None for u, heads in arcs.items()}, rotors=rotors)
    walk = graph.walk(next(iter(arcs)))
    if shown:
        next(walk)
    if steps:
        walk.advance(steps)
    copies = [copy.copy(walk), copy.deepcopy(walk), pickle.loads(pickle.dumps(walk))]
    for one in copies:
        assert (one.vertex, one.steps, one.has_halted, one.graph) == (walk.vertex, walk.steps, walk.has_halted, walk.graph)
        assert one.at(7) == walk.at(7), "moments count from the start of the walk"
    made, before = copies[0].advance(5), walk.steps
    assert walk.steps == before, "the walk itself stays where it is"
    assert walk.advance(5) == made and walk.graph == copies[0].graph
    assert next(copies[1], None) == next(copies[2], None)


def test_a_walk_can_be_looked_at_while_it_advances():
    walk = generate.expchain(n=60).walk(0)
    seen = []

    def look(operations):
        # The stride that is paid for has not been made yet.
        seen.append(operations - walk.steps)
        _ = walk.vertex, walk.has_halted, repr(walk)
        raise InterruptedError

    with pytest.raises(InterruptedError):
        walk.advance(progress=look)
    assert seen == [4096] and walk.steps > 0

    other = threading.Thread(target=lambda: walk.advance(10**8))
    other.start()
    steps = []
    while other.is_alive():
        steps.append(walk.steps)
    assert steps == sorted(steps) and walk.steps >= 10**8


def test_steps_made_before_a_limit_stay_made():
    walk = generate.expchain(n=60).walk(0)
    with pytest.raises(arrival.OutOfBudget, match="^out of steps"):
        walk.advance(10**6, max_operations=10_000)
    assert walk.steps == 8192 and walk.advance(8) == 8 and walk.steps == 8200


def test_a_walk_and_its_moments_agree_about_the_start():
    walk = ROUTING.walk()
    walk.advance(4)
    assert walk.graph == ROUTING.walk().at(4).graph and walk.graph.start == walk.vertex == "u0"
    back = walk.graph.walk(reverse=True)
    assert back.graph.start == back.vertex and back.senders == 2


def test_a_hitting_sequence_is_that_of_single_particles():
    graph, exits = ROUTING, []
    for _ in range(40):
        exits.append(graph.solve().exit)
        graph = graph.route({"u2": 1}).after
    sequence = ROUTING.hitting_sequence(40)
    assert list(sequence) == exits and sequence.after == graph
    endless = RotorGraph({"u": ["s"]}, sinks=["s"]).hitting_sequence(10**30, "u")
    assert endless.runs == (("s", 10**30),) and next(iter(endless)) == "s"
    assert sequence.class_period == 8 and exits[:8] == exits[8:16]
    trapped = RotorGraph({"u": ["a", "s"], "a": ["a"]}, sinks=["s"]).hitting_sequence(3, "u")
    assert list(trapped) == [None, "s", None] and trapped.to_arrow()["exit"].to_pylist() == [None, "s", None]
    with pytest.raises(arrival.OutOfBudget, match="^out of steps after [0-9]+ particles?$"):
        generate.expchain(n=300).hitting_sequence(10**9, max_operations=100_000)


def test_departures_are_those_of_the_walk():
    walked = list(ROUTING.walk())[:-1]
    assert ROUTING.solve().departures == {u: walked.count(u) for u in ROUTING if u in walked}
    routing = ROUTING.route({"u2": 1000})
    assert sum(routing.departures.values()) == routing.steps
    assert ROUTING.route({"u2": -1}).departures is None
    # A graph too large for a picture has them, too.
    large = generate.tree(n=20_000).solve(0)
    assert sum(large.departures.values()) == large.steps
