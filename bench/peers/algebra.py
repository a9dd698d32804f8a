"""The algebra as others have it: sympy for matrices, plain Python for chips. The task is named after the instance."""

import sys

import instance

# Numbers of any size are compared by what is left after division by this prime.
MODULUS = 1_000_000_007


def heads(rows, u):
    return rows.heads[rows.starts[u] : rows.starts[u + 1]]


def inner(rows):
    """The vertices that have arcs, and the place of each among them."""
    vertices = [u for u in range(rows.vertices) if rows.starts[u] < rows.starts[u + 1]]
    return vertices, {u: place for place, u in enumerate(vertices)}


def laplacian(rows):
    from sympy import ZZ
    from sympy.polys.matrices import DomainMatrix

    vertices, places = inner(rows)
    matrix = {}
    for place, u in enumerate(vertices):
        row = {place: ZZ(len(heads(rows, u)))}
        for v in heads(rows, u):
            if v in places:
                row[places[v]] = row.get(places[v], ZZ(0)) - 1
        matrix[place] = {column: entry for column, entry in row.items() if entry}
    return DomainMatrix(matrix, (len(vertices), len(vertices)), ZZ)


def order(rows):
    matrix = laplacian(rows).to_dense()
    return lambda: abs(int(matrix.det())) % MODULUS


def factors(rows):
    from sympy.polys.matrices.normalforms import smith_normal_form

    matrix = laplacian(rows).to_dense()

    def run():
        product = 1
        for entry in smith_normal_form(matrix).diagonal():
            product = product * abs(int(entry)) % MODULUS
        return product

    return run


def harmonic(rows):
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    vertices, places = inner(rows)
    sink = next(u for u in range(rows.vertices) if u not in places)
    matrix = laplacian(rows).convert_to(QQ).transpose()
    start = DomainMatrix({places[rows.start]: {0: QQ(1)}}, (len(vertices), 1), QQ)

    def run():
        uses = matrix.lu_solve(start).to_dense().to_list_flat()
        arcs = ((place, list(heads(rows, u)).count(sink)) for place, u in enumerate(vertices))
        return f"{float(sum((uses[place] * count for place, count in arcs if count), QQ(0))):.5f}"

    return run


def fire(rows, chips):
    """Fires every unstable vertex as often as it can, over and over; sinks keep what they get."""
    around = [list(heads(rows, u)) for u in range(rows.vertices)]
    degrees = [len(row) for row in around]
    unstable = [u for u, degree in enumerate(degrees) if degree and chips[u] >= degree]
    while unstable:
        following = []
        for u in unstable:
            times = chips[u] // degrees[u]
            if times == 0:
                continue
            chips[u] -= degrees[u] * times
            for v in around[u]:
                chips[v] += times
                if degrees[v] and chips[v] >= degrees[v]:
                    following.append(v)
        unstable = following
    return [count if degree else 0 for count, degree in zip(chips, degrees)]


def place(chips):
    return sum(u * count for u, count in enumerate(chips)) % MODULUS


def stabilise(rows):
    def run():
        chips = [0] * rows.vertices
        chips[rows.start] = len(inner(rows)[0])
        return place(fire(rows, chips))

    return run


def identity(rows):
    def run():
        double = [2 * max(len(heads(rows, u)) - 1, 0) for u in range(rows.vertices)]
        rest = fire(rows, list(double))
        return place(fire(rows, [most - count for most, count in zip(double, rest)]))

    return run


TASKS = {task.__name__: task for task in (order, factors, harmonic, stabilise, identity)}

instance.measure(TASKS[sys.argv[2]], lambda run: {"answer": str(run())})
