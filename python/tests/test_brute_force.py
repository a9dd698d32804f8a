"""The library against brute force in pure Python, on graphs at random with labels of all kinds."""

import math

import numpy as np
import pytest
from brute_force import exit_of, game_value, graphs, route, trees
from hypothesis import given, settings
from hypothesis import strategies as st

from arrival import Batch, RotorGraph, solve_batch, verify


def graph_of(arcs, rotors, **more):
    return RotorGraph({u: heads or None for u, heads in arcs.items()}, rotors=rotors, **more)


@given(graphs())
@settings(max_examples=400)
def test_exits_steps_and_certificates_are_those_of_the_walk(case):
    arcs, rotors = case
    graph = graph_of(arcs, rotors)
    pattern = graph.exit_pattern()
    assert list(graph) == list(arcs)
    for number, u in enumerate(arcs):
        end, steps, _ = exit_of(arcs, rotors, u)
        answer = graph.solve(u)
        assert answer.exit == end and (answer.trap is None) == (end is not None)
        assert end is None or answer.steps == steps
        assert answer.unchecked_because is None
        assert verify(graph, graph.certificate(u))
        assert pattern[u] == end and pattern.trap_of(u) == answer.trap
        assert (pattern.codes[number] < 0) == (end is None)
    assert verify(graph, graph.certificate(all=True))


@given(graphs(), st.data())
def test_a_walk_visits_what_the_definition_says(case, data):
    arcs, rotors = case
    graph = graph_of(arcs, rotors)
    u = data.draw(st.sampled_from(list(arcs)))
    walked = graph.walk(u)
    trace = []
    here, now = u, dict(rotors)
    in_traps = {v for trap in graph.traps for v in trap}
    for visited in walked:
        trace.append(visited)
        assert visited == here
        if arcs[here] and here not in in_traps:
            head = arcs[here][now[here]]
            now[here] = (now[here] + 1) % len(arcs[here])
            here = head
    assert walked.has_halted and walked.steps == len(trace) - 1
    again = graph.walk(u)
    assert again.advance() == walked.steps and again.vertex == trace[-1]
    assert again.graph == walked.graph
    assert all(again.graph.rotor(v) == position for v, position in now.items())


@given(trees())
@settings(max_examples=300)
def test_return_flows_count_the_visits_of_a_bouncing_particle(case):
    arcs, rotors = case
    graph = graph_of(arcs, rotors)
    in_traps = {v for trap in graph.traps for v in trap}
    if in_traps == {v for v in arcs if arcs[v]}:
        # Nothing is left when the traps are cut.
        with pytest.raises(ValueError, match="every vertex lies in a trap"):
            graph.return_flows()
        return
    for (u, v), flow in graph.return_flows().items():
        # The (u, v)-subtree: everything behind v, with u sending the particle straight back to v.
        behind = {w: heads for w, heads in arcs.items() if w != u}
        returned, now, limit = 0, dict(rotors), 2000
        here = v
        while True:
            if u == v:
                returned = math.inf
                break
            if here == u:
                returned += 1
                here = v
                if returned > limit:
                    returned = math.inf
                    break
            if not behind[here] or here in in_traps:
                break
            head = behind[here][now[here]]
            now[here] = (now[here] + 1) % len(behind[here])
            here = head
        if u not in in_traps:
            assert flow == returned + 1, (u, v)


@given(graphs(), st.data())
def test_particles_end_where_they_end_one_by_one(case, data):
    arcs, rotors = case
    graph = graph_of(arcs, rotors)
    particles = {u: data.draw(st.integers(0, 6)) for u in arcs}
    routing = graph.route(particles, certificate=True)
    ends, _ = route(arcs, rotors, particles)
    trapped = ends.pop(None, 0)
    assert {u: count for u, count in routing.sinks.items() if count} == ends
    assert sum(routing.traps.values()) == trapped
    assert routing.unchecked_because is None and verify(graph, routing.certificate)


@given(trees(most=6), st.data())
@settings(max_examples=150)
def test_a_game_is_worth_what_all_pairs_of_strategies_say(case, data):
    arcs, rotors = case
    inner = [u for u in arcs if arcs[u]]
    owners = {u: data.draw(st.sampled_from(["rotor", "max", "min"])) for u in inner[:3]}
    if set(owners.values()) <= {"rotor"}:
        return
    values = {u: data.draw(st.integers(-2, 2)) for u in arcs if not arcs[u]}
    graph = graph_of(arcs, rotors, owners=owners, values=values)
    everywhere = graph.values()
    for u in arcs:
        low, high = game_value(arcs, rotors, owners, values, u)
        play = graph.play(u)
        assert play.value == low == high == everywhere[u]
        # Nobody gains by another initial arc.
        for player, sign in (("max", 1), ("min", -1)):
            for v in (v for v in owners if owners[v] == player):
                for position in range(len(arcs[v])):
                    choices = {**getattr(play, player), v: position}
                    other = {"max": play.max, "min": play.min, player: choices}
                    assert sign * graph.play(u, **other).value <= sign * play.value


@given(st.lists(graphs(), min_size=1, max_size=5), st.data())
def test_a_batch_answers_like_graphs_one_by_one(cases, data):
    made, ends = [], []
    for arcs, rotors in cases:
        numbers = {u: number for number, u in enumerate(arcs)}
        start = data.draw(st.sampled_from(range(len(arcs))))
        plain = {numbers[u]: [numbers[v] for v in heads] for u, heads in arcs.items()}
        turned = {numbers[u]: position for u, position in rotors.items()}
        made.append(graph_of(plain, turned, start=start))
        ends.append(exit_of(plain, turned, start))
    answers = solve_batch(Batch.of(made), timings=True, threads=2)
    for number, (end, steps, _) in enumerate(ends):
        assert answers.exit_index[number] == (-1 if end is None else end)
        if end is not None:
            assert answers.steps_of(number) == steps
    assert (np.asarray(answers.nanoseconds) > 0).all()
    again = solve_batch(Batch.of(made).to_arrow())
    assert (again.exit_index == answers.exit_index).all() and (again.steps == answers.steps).all()


@given(graphs())
def test_push_keeps_every_exit_and_undoes_itself(case):
    arcs, rotors = case
    graph = graph_of(arcs, rotors)
    for u in arcs:
        try:
            pushed = graph.push(u)
        except ValueError as error:
            assert "no cycle of rotors runs through" in str(error)
            continue
        if not graph.traps:
            assert dict(pushed.exit_pattern()) == dict(graph.exit_pattern())
            assert pushed.is_equivalent(graph)
        assert pushed.push(u, reverse=True) == graph
