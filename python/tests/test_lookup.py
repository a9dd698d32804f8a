"""Dictionaries of results: reading the keys in their order gives what a search for each label gives."""

import pickle
import random
from collections import Counter

import pytest

from arrival import NoSuchVertex, RotorGraph, generate

#: Labels of every kind, by number.
LABELS = {
    "numbers": lambda number: number,
    "other numbers": lambda number: 10 * number + 5,
    "texts": lambda number: f"u{number}",
    "tuples": lambda number: (number, "u"),
    "equal to others": lambda number: [1.5, 1.0, 2.0, "1", b"1", (), 0.0, "0"][number],
}


def drawn(seed):
    """The kind of the labels of a small random graph, and the graph."""
    rng = random.Random(seed)
    kind, size = rng.choice(list(LABELS)), rng.randint(1, 8)
    heads = [[] if rng.random() < 0.25 else [rng.randrange(size) for _ in range(rng.randint(1, 3))] for _ in range(size)]
    if kind == "numbers":
        starts = [sum(map(len, heads[:number])) for number in range(size + 1)]
        return kind, RotorGraph.from_arrays(starts, sum(heads, []))
    label = LABELS[kind]
    return kind, RotorGraph({label(number): [label(head) for head in row] or None for number, row in enumerate(heads)})


def test_dictionaries_are_what_a_search_for_each_label_finds():
    seen = Counter()
    for seed in range(3000):
        kind, graph = drawn(seed)
        inner = [vertex for vertex in graph if not graph.is_sink(vertex)]
        for result, keys in ((graph.exit_pattern(), list(graph)), (graph.destination_forest(), inner)):
            slow = {key: result._find(key) for key in keys}
            backwards = {key: result[key] for key in reversed(keys)}
            assert list(dict(result).items()) == list(slow.items()) and backwards == slow
            assert list(result) == list(result.keys()) == keys and list(result.items()) == list(slow.items())
            # Once laid out, in any order, by equal labels that are other objects, and after a pickle.
            again = pickle.loads(pickle.dumps(result))
            for key in random.Random(seed).sample(keys, len(keys)):
                assert result[key] == again[pickle.loads(pickle.dumps(key))] == slow[key]
            assert [result[key] for key in keys] == list(slow.values()) == list(result.values())
            seen[kind, type(result).__name__, "trapped" if None in slow.values() else "free"] += 1
            seen["without keys"] += not keys
    kinds = {(kind, name, end) for kind in LABELS for name in ("ExitPattern", "DestinationForest") for end in ("trapped", "free")}
    assert all(seen[kind] > 20 for kind in kinds) and seen["without keys"] > 20, seen


def test_what_is_not_a_vertex_is_refused_before_and_after():
    for graph, wrong in ((generate.tree(n=9), [9, -1, 2**40, True, 1.0, "0"]), (generate.path(n=3), [3, True, "x"])):
        for result in (graph.exit_pattern(), graph.destination_forest()):
            for _ in range(2):
                for key in wrong:
                    # An integer that equals a label is that label, as in any dictionary; True stands for no number.
                    if graph._labels.find(key) is None:
                        with pytest.raises(KeyError):
                            result[key]
                        assert key not in result
                assert len(dict(result)) == len(result)
    with pytest.raises(NoSuchVertex):
        generate.path(n=3).exit_pattern()["x"]
    sink = generate.path(n=3).sinks[0]
    forest = generate.path(n=3).destination_forest()
    assert sink not in forest and len(dict(forest)) == 3 and sink not in forest
