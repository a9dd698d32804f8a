"""Brute force in pure Python: the definition of a rotor walk, and graphs at random to try it on."""

from itertools import product

from hypothesis import strategies as st


def walk(arcs, rotors, start, trap_after):
    """Where the particle ends and after how many steps, each vertex on the way; None as the end if it is trapped."""
    rotors = dict(rotors)
    trace = [start]
    u = start
    while arcs[u]:
        if len(trace) > trap_after:
            return None, None, trace
        head = arcs[u][rotors[u]]
        rotors[u] = (rotors[u] + 1) % len(arcs[u])
        u = head
        trace.append(u)
    return u, len(trace) - 1, trace


def reaches_a_sink(arcs):
    """The vertices from which a sink can be reached: the others are trapped or fall into a trap."""
    good = {u for u in arcs if not arcs[u]}
    while True:
        more = {u for u in arcs if u not in good and any(v in good for v in arcs[u])}
        if not more:
            return good
        good |= more


def exit_of(arcs, rotors, start):
    """The exit and the steps of a walk, which halts where no sink can be reached any more; None is a trap.

    A particle that leaves what reaches a sink is on its way into a trap; the walk is then over, whatever it does.
    """
    good = reaches_a_sink(arcs)
    rotors = dict(rotors)
    u, steps = start, 0
    while u in good and arcs[u]:
        head = arcs[u][rotors[u]]
        rotors[u] = (rotors[u] + 1) % len(arcs[u])
        u, steps = head, steps + 1
    return (u, steps, rotors) if u in good else (None, steps, rotors)


def route(arcs, rotors, particles):
    """Where all particles end, one after the other, and the rotors after them."""
    ends = {}
    for u, count in particles.items():
        for _ in range(count):
            end, _, rotors = exit_of(arcs, rotors, u)
            ends[end] = ends.get(end, 0) + 1
    return ends, rotors


def game_value(arcs, rotors, owners, values, start):
    """max-min and min-max over all choices of initial arcs."""
    vertices = {player: [u for u in arcs if owners.get(u) == player] for player in ("max", "min")}
    choices = {
        player: [dict(zip(owned, picks, strict=True)) for picks in product(*(range(len(arcs[u])) for u in owned))]
        for player, owned in vertices.items()
    }

    def worth(first, second):
        end, _, _ = exit_of(arcs, {**rotors, **first, **second}, start)
        return 0 if end is None else values.get(end, 0)

    low = max(min(worth(first, second) for second in choices["min"]) for first in choices["max"])
    high = min(max(worth(first, second) for first in choices["max"]) for second in choices["min"])
    return low, high


LABELS = [0, 1, "1", "a", "", "two words", (3, "x"), frozenset({7}), 2.5, b"b", "#:*", "ü\n"]


@st.composite
def graphs(draw, most=7, sinks=st.integers(0, 3)):
    """Arcs and rotors of a small graph with labels of all kinds; loops, parallel arcs and traps are likely."""
    count = draw(st.integers(1, most))
    labels = draw(st.permutations(LABELS))[:count]
    dry = draw(sinks)
    arcs = {
        u: draw(st.lists(st.sampled_from(labels), min_size=1, max_size=4)) if at >= dry else []
        for at, u in enumerate(labels)
    }
    rotors = {u: draw(st.integers(0, len(heads) - 1)) for u, heads in arcs.items() if heads}
    return arcs, rotors


@st.composite
def trees(draw, most=8):
    """Arcs and rotors of a small tree, arcs up and down in any number, its leaves sinks or not."""
    count = draw(st.integers(2, most))
    parent = [None] + [draw(st.integers(0, at - 1)) for at in range(1, count)]
    arcs = {}
    for u in range(count):
        near = [v for v in range(count) if parent[v] == u] + ([parent[u]] if parent[u] is not None else [])
        leaf = all(parent[v] != u for v in range(count))
        dry = leaf and draw(st.booleans())
        arcs[u] = [] if dry else draw(st.lists(st.sampled_from([*near, u]), min_size=1, max_size=4))
    rotors = {u: draw(st.integers(0, len(heads) - 1)) for u, heads in arcs.items() if heads}
    return arcs, rotors
