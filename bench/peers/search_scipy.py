"""One breadth-first search along arcs by scipy."""

import instance
import numpy
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order


def prepare(rows):
    starts = numpy.frombuffer(rows.starts, dtype=numpy.uint32).astype(numpy.int32)
    heads = numpy.frombuffer(rows.heads, dtype=numpy.uint32).astype(numpy.int32)
    ones = numpy.ones(len(heads), dtype=numpy.float64)
    shape = (rows.vertices, rows.vertices)
    return csr_array((ones, heads, starts), shape=shape), rows.start


def run(prepared):
    graph, start = prepared
    breadth_first_order(graph, start, directed=True, return_predecessors=False)


instance.measure(prepare, run)
