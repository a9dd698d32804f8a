"""Rounds, classes and what players choose, against their definitions."""

import struct
from itertools import islice

import numpy as np
import pandas
import pytest

import arrival
from arrival import RotorGraph, examples, generate

TRIANGLE = RotorGraph.from_text("a: b c s\nb: a c s\nc: a b s\nsink s")
GAME = examples["fig-one-player"]


def some_graphs(count):
    """Small graphs with traps, loops, parallel arcs and one-way arcs, and their random numbers."""
    rng = np.random.default_rng(5)
    for seed in range(count):
        options = {"traps": 0.1, "loops": 0.2, "parallel": 3, "one_way": 0.2}
        graph = generate.tree(n=9, seed=seed, **options) if seed % 2 else generate.random_out(n=9, seed=seed)
        yield graph, rng


# Rounds.


def one_round(graph, particles):
    """All particles make one step: the particles and the graph after it."""
    moved, rotors = dict.fromkeys(graph, 0), {}
    for u, count in particles.items():
        if u in graph.sinks:
            moved[u] += count
            continue
        heads, at = graph.arcs(u), graph.rotor(u)
        for _ in range(count):
            moved[heads[at]] += 1
            at = (at + 1) % len(heads)
        rotors[u] = at
    return moved, graph.with_rotors(rotors)


def test_rounds_are_made_one_by_one():
    moving = 0
    for graph, rng in some_graphs(60):
        given = {u: int(rng.integers(0, 9)) for u in graph if u not in graph.sinks}
        expected, after = dict(given), graph
        for rounds in range(6):
            found = graph.rounds(given, rounds)
            assert found.particles | found.sinks == dict.fromkeys(graph, 0) | expected and found.after == after
            assert found.moving_rounds <= rounds
            moving += found.moving_rounds == rounds
            expected, after = one_round(after, expected)
    assert moving > 100


def test_rounds_of_very_many_particles_and_their_table():
    graph = RotorGraph({0: [1, "s"], 1: [0, "s"]}, sinks=["s"])
    found = graph.rounds({0: 2**70}, 1)
    assert found.particles == {0: 0, 1: 2**69} and found.sinks == {"s": 2**69}
    table = found.to_arrow()
    assert table["vertex"].to_pylist() == ["0", "1", "s"] and table["long_particles"].to_pylist() == [None, str(2**69), str(2**69)]
    early = graph.rounds({0: 1}, 10**30)
    assert early.moving_rounds < 10 and sum(early.sinks.values()) == 1


def test_rounds_refuse_antiparticles():
    with pytest.raises(ValueError, match="antiparticles do not move in rounds"):
        TRIANGLE.rounds({"a": -1}, 1)
    with pytest.raises(ValueError, match="^rounds is -1, but must be at least 0"):
        TRIANGLE.rounds({"a": 1}, -1)
    with pytest.raises(TypeError, match="^particles must be a dictionary"):
        TRIANGLE.rounds(["a"], 1)


# Classes.


def test_an_order_is_how_many_chips_make_none():
    for graph, _ in some_graphs(30):
        group = graph.sandpile_group(orders=True)
        values = graph.rotor_class(explain=True).explanation.vertices
        assert set(group.orders) == set(values) == set(graph) - set(graph.sinks)
        for u, order in group.orders.items():
            multiples = [
                times for times in range(1, 200)
                if all(entry * times % factor == 0 if factor else entry == 0 for entry, factor in zip(values[u], group.factors, strict=True))
            ]  # fmt: skip
            assert (multiples or [order])[0] == order
            assert multiples or order > 199
    assert TRIANGLE.sandpile_group().orders is None


def test_the_values_of_the_rotors_add_up_to_the_class():
    for graph, _ in some_graphs(40):
        found = graph.rotor_class(explain=True)
        arcs = found.explanation.arcs
        assert [(arc.tail, arc.head) for arc in arcs] == [(u, v) for u in graph for v in graph.arcs(u)]
        on = [arc for arc in arcs if arc.has_rotor]
        assert {arc.tail: arc.arc for arc in on} == {u: graph.rotor(u) for u in graph if u not in graph.sinks}
        total = [sum(arc.value[at] for arc in on) for at in range(len(found.factors))]
        assert tuple(entry % factor if factor else entry for entry, factor in zip(total, found.factors, strict=True)) == found.element
    assert TRIANGLE.rotor_class().explanation is None


def test_particles_lead_from_one_class_to_the_other():
    same = 0
    for graph, rng in some_graphs(40):
        if graph.check().traps:
            continue
        cycles = graph.rotor_cycles().cycles
        other = graph.push(cycles[0]) if cycles and rng.random() < 0.5 else graph.with_random_rotors(rng)
        found = graph.rotor_class(other, certificate=True)
        assert found.other_element == other.rotor_class().element
        assert graph.route(found.leads_to_other).after.is_equivalent(other)
        assert (found.leads_to_other == {}) == graph.is_equivalent(other)
        assert arrival.verify(graph, found)
        same += found.leads_to_other == {}
    assert same > 2
    assert TRIANGLE.rotor_class().leads_to_other is None


def test_labels_of_any_kind_have_classes():
    for a, b in [("a b", "x: y"), (1, "1"), ((0, 1), frozenset()), ("", "\n"), ("sink", "#"), (2.5, None.__class__)]:
        graph = RotorGraph({a: [b, "s", a], b: [a, "s"]}, sinks=["s"])
        other = graph.with_rotors({a: 1})
        found = graph.rotor_class(other, explain=True)
        assert graph.route(found.leads_to_other).after.is_equivalent(other) and set(found.explanation.vertices) == {a, b}


def test_another_graph_has_no_class_here():
    with pytest.raises(ValueError, match="only their rotors may differ"):
        TRIANGLE.rotor_class(generate.path(n=4))
    with pytest.raises(ValueError, match="only their rotors may differ"):
        TRIANGLE.rotor_class(RotorGraph.from_text("a: c b s\nb: a c s\nc: a b s\nsink s"))
    with pytest.raises(TypeError, match="^other must be a RotorGraph, not"):
        TRIANGLE.rotor_class({"a": 1})


def test_a_path_has_an_invariant_of_its_own():
    path = generate.path(n=5, seed=3)
    invariant = path.rotor_class(explain=True).explanation.path
    assert invariant.modulus == path.sandpile_group().order == 6 and invariant.decides
    assert invariant.harmonic == {0: 1, 1: 2, 2: 3, 3: 4, 4: 5}
    assert TRIANGLE.rotor_class(explain=True).explanation.path is None


# Players.


@pytest.mark.parametrize("strategies", ["start", "order", "free"])
def test_a_walk_by_choices_is_the_play(strategies):
    for seed in range(20):
        game = generate.tree(n=12, seed=seed, max=0.4, min=0.3, low=-5, high=5)
        start = next(u for u in game if u not in game.sinks)
        best = game.play(start, strategies=strategies)
        play = game.play(start, max=best.max, min=best.min, strategies=strategies)
        walk = game.walk(start, max=best.max, min=best.min, strategies=strategies)
        if play.exit is None:
            assert len(list(islice(walk, 10_000))) == 10_000 or walk.vertex not in game.sinks
        else:
            assert (walk.advance(), walk.vertex) == (play.steps, play.exit)


def test_choices_are_checked_where_they_are_walked():
    with pytest.raises(ValueError, match="cannot be undone"):
        GAME.walk(reverse=True, max={})
    with pytest.raises(ValueError, match="^strategies must be 'start', 'order' or 'free', not 'best'"):
        GAME.walk(max={}, strategies="best")
    with pytest.raises(ValueError, match="does not belong to"):
        GAME.walk(min=dict.fromkeys(GAME.play().max, 0))
    with pytest.warns(arrival.PlayersIgnored):
        GAME.walk()
    by_rotors = GAME.walk(max={})
    assert list(by_rotors) == list(GAME.without_players().walk()) and by_rotors.graph.player_count == 0
    assert list(GAME.walk(max=pandas.Series(GAME.play().max))) == list(GAME.walk(max=GAME.play().max))


# Pictures.


def test_cycle_pushes_have_frames_and_pictures():
    graph = examples["fig-calc-rn"]
    frames = graph.frames(cycles=True)
    assert len(frames) == graph.rotor_cycles().pushes == 4 and {frame.step for frame in frames} == {"push"}
    drawn = [graph.draw(frame=number, cycles=True).text for number in (1, 2)]
    assert drawn[0] != drawn[1] and drawn[0] != graph.draw(frame=1, start="u0").text
    with pytest.raises(ValueError, match="cycles=True needs frame"):
        graph.draw(cycles=True)
    with pytest.raises(ValueError, match="cycle pushes are those of all rotors"):
        graph.frames("u0", cycles=True)


def test_particles_are_drawn_on_their_vertices():
    assert "12345" in TRIANGLE.draw(particles={"a": 12345}).text == TRIANGLE.draw(particles=pandas.Series({"a": 12345})).text
    assert "12345" in TRIANGLE.draw(particles=TRIANGLE.stabilise({"a": 12345}).sinks | {"b": 12345}).text
    with pytest.raises(arrival.NoSuchVertex):
        TRIANGLE.draw(particles={"x": 1})


def test_an_aggregate_is_drawn_and_counted_in_one_go():
    found = arrival.aggregate("z2", 2000, picture=True)
    assert (found.steps, found.distances) == (arrival.aggregate("z2", 2000).steps, arrival.aggregate("z2", 2000).distances)
    width, height = struct.unpack(">II", found.picture.data[16:24])
    assert width == height > 2 * found.distances["occupied_squared"] ** 0.5
    assert found._repr_mimebundle_()["image/png"] == found.picture.data
    # A full ball: 1 + 4 + 12 sites.
    assert arrival.aggregate("tree", 17, degree=4).distances == {"free": 3, "occupied": 2}
    assert "image/png" not in arrival.aggregate("tree", 5)._repr_mimebundle_()
    assert found.to_arrow().column_names == ["on", "particles", "steps", "free_squared", "occupied_squared"]
    with pytest.raises(ValueError, match="^on must be 'z2' or 'tree', not 'z3'"):
        arrival.aggregate("z3", 5)
    with pytest.raises(ValueError, match="^particles is -1, but must be at least 0"):
        arrival.aggregate("z2", -1)


@pytest.mark.parametrize("particles", [20_277, 22_817, 28_562])
def test_large_aggregates_pass_the_judge(particles):
    assert arrival.aggregate("z2", particles).distances["occupied_squared"] > particles / 3.15
