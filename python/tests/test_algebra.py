"""Chips, antiparticles and the random walk."""

import math
from fractions import Fraction

import numpy as np
from brute_force import graphs
from hypothesis import given

from arrival import RotorGraph

PATH = RotorGraph.from_text("sink a\n1: a 2\n2: 1 b\nsink b")


@given(graphs())
def test_chips_and_antiparticles_keep_what_they_must(case):
    arcs, rotors = case
    graph = RotorGraph({u: heads or None for u, heads in arcs.items()}, rotors=rotors)
    inner = [u for u in graph if not graph.is_sink(u)]
    if not inner:
        return
    routed = graph.route({inner[0]: 5})
    undone = routed.after.route({inner[0]: -5}) if routed.after is not None else None
    assert sum(routed.sinks.values()) + sum(routed.traps.values()) == 5
    if undone is not None:
        assert {end: -count for end, count in undone.sinks.items()} == routed.sinks
    stable = graph.stabilise({inner[0]: 20})
    assert sum(stable.chips.values()) + sum(stable.sinks.values()) + sum(stable.traps.values()) == 20
    assert all(0 <= stable.chips[u] < len(graph[u]) for u in stable.chips if u not in sum(stable.traps, ()))
    measure = graph.harmonic_measure(inner[0])
    assert sum(measure.values()) + sum(measure.traps.values()) == 1
    tour = graph.tour(inner[0])
    assert (tour.exit, tour.trap and set(tour.trap)) == (graph.solve(inner[0]).exit, tour.trap and set(graph.solve(inner[0]).trap))


def test_harmonic_measure_is_that_of_the_transition_matrix():
    matrix = PATH.transition_matrix()
    far = np.linalg.matrix_power(matrix.toarray(), 200)[PATH.index("1")]
    exact = PATH.harmonic_measure("1")
    assert exact == {"a": Fraction(2, 3), "b": Fraction(1, 3)} or dict(exact) == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    assert np.allclose([far[PATH.index(end)] for end in exact], [float(share) for share in exact.values()])
    rough = PATH.harmonic_measure("1", exact=False)
    assert math.isclose(rough["a"], 2 / 3, rel_tol=1e-9) and rough.unchecked_because
