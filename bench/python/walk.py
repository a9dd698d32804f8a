"""Against the obvious walk on networkx, and reading a networkx graph: `python bench/python/walk.py`."""

import networkx
from clock import best

from arrival import RotorGraph, generate


def plain_walk(graph, start, most):
    """The obvious rotor walk on a MultiDiGraph: at most `most` steps; where it ends and how many it made."""
    arcs = {u: [v for _, v, _ in graph.out_edges(u, keys=True)] for u in graph}
    rotors = dict.fromkeys(graph, 0)
    u, steps = start, 0
    while arcs[u] and steps < most:
        head = arcs[u][rotors[u]]
        rotors[u] = (rotors[u] + 1) % len(arcs[u])
        u = head
        steps += 1
    return u, steps


def main():
    chain = generate.chain(n=21)
    graph = chain.to_networkx()
    plain, (end, steps) = best(3, lambda: plain_walk(graph, "0", 2**64))
    ours, made = best(3, lambda: chain.walk("0").advance())
    assert steps == made and chain.solve("0").exit == end
    print(f"chain of 21, {steps} steps: plain Python {steps / plain / 1e6:.1f}, Arrival {steps / ours / 1e6:.0f} million steps a second")

    path = generate.expchain(n=22)
    graph = path.to_networkx()
    plain, (end, steps) = best(1, lambda: plain_walk(graph, "0", 2**64))
    solved, answer = best(5, lambda: path.solve("0"))
    assert (end, steps) == (answer.exit, answer.steps)
    print(f"path of 22 vertices, {steps} steps: walked in {plain:.2f} s, solved in {solved * 1e6:.0f} µs, {plain / solved:.0f} times")

    tree = networkx.MultiDiGraph(networkx.random_labeled_rooted_tree(100_000, seed=1).to_directed())
    read, made = best(3, lambda: RotorGraph.from_networkx(tree))
    print(f"from_networkx of {len(made)} vertices and {made.arc_count} arcs: {read:.2f} s")


if __name__ == "__main__":
    main()
