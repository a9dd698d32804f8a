"""One breadth-first search of the underlying graph by networkx."""

import instance
import networkx


def prepare(rows):
    graph = networkx.Graph()
    graph.add_nodes_from(range(rows.vertices))
    for u in range(rows.vertices):
        graph.add_edges_from((u, v) for v in rows.heads[rows.starts[u] : rows.starts[u + 1]])
    return graph, rows.start


def run(prepared):
    graph, start = prepared
    sum(1 for _ in networkx.bfs_edges(graph, start))


instance.measure(prepare, run)
