"""The algebra as others have it: sympy for matrices, plain Python for chips. Prints the seconds that one task takes.

The graph is a grid of W × H vertices with arcs to and from all neighbours; its left and right borders lead to a sink, or all of its
border does for chips.
"""

import sys
import time


def neighbours(w, h, x, y):
    return [(x + i, y + j) for i, j in ((-1, 0), (0, -1), (1, 0), (0, 1)) if 0 <= x + i < w and 0 <= y + j < h]


def laplacian(w, h):
    from sympy import ZZ
    from sympy.polys.matrices import DomainMatrix

    rows = {}
    for y in range(h):
        for x in range(w):
            around = neighbours(w, h, x, y)
            row = {py * w + px: ZZ(-1) for px, py in around}
            row[y * w + x] = ZZ(len(around) + (x == 0) + (x == w - 1))
            rows[y * w + x] = row
    return DomainMatrix(rows, (w * h, w * h), ZZ)


def factors(w, h):
    from sympy.polys.matrices.normalforms import smith_normal_form

    matrix = laplacian(w, h).to_dense()
    return lambda: smith_normal_form(matrix)


def order(w, h):
    matrix = laplacian(w, h).to_dense()
    return matrix.det


def probabilities(w, h):
    from sympy import QQ

    matrix = laplacian(w, h).convert_to(QQ)
    start = matrix.zeros((w * h, 1), QQ)
    start[w * h // 2, 0] = QQ(1)
    return lambda: matrix.transpose().lu_solve(start)


def fire(side, chips):
    """Fires every unstable vertex as often as it can, over and over."""
    around = [[py * side + px for px, py in neighbours(side, side, x, y)] for y in range(side) for x in range(side)]
    unstable = [u for u, count in enumerate(chips) if count >= 4]
    while unstable:
        following = []
        for u in unstable:
            times = chips[u] // 4
            if times == 0:
                continue
            chips[u] -= 4 * times
            for v in around[u]:
                chips[v] += times
                if chips[v] >= 4:
                    following.append(v)
        unstable = following
    return chips


def stabilise(side, count):
    chips = [0] * (side * side)
    chips[side // 2 * side + side // 2] = count
    return lambda: fire(side, chips)


def identity(side, _):
    def run():
        rest = fire(side, [6] * (side * side))
        return fire(side, [6 - count for count in rest])

    return run


task, first, second = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
run = globals()[task](first, second)
began = time.process_time()
run()
print(time.process_time() - began)
