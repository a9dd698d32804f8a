"""ARRIVAL by a solver of integer programs: the program is what `arrival convert FILE OUT.lp` writes, the answer is tested."""

import sys

import instance


def arcs_in_rotor_order(rows, u):
    """The heads of u, from its rotor on."""
    first, end = rows.starts[u], rows.starts[u + 1]
    rotor = rows.rotors[u]
    return list(rows.heads[rotor:end]) + list(rows.heads[first:rotor])


def exit_of(rows, departures):
    """The sink that these departures lead to, in exact integers; none if they are no switching flow."""
    arrivals = {}
    for u, x in departures.items():
        heads = arcs_in_rotor_order(rows, u)
        for place, head in enumerate(heads):
            carried = (x - place + len(heads) - 1) // len(heads)
            arrivals[head] = arrivals.get(head, 0) + carried
    for u, x in departures.items():
        if x < 0 or x != arrivals.get(u, 0) + (u == rows.start):
            return None
    ends = [v for v, count in arrivals.items() if v not in departures and count > 0]
    return ends[0] if len(ends) == 1 and arrivals[ends[0]] == 1 else None


def measure(read, solve):
    """Measures `solve(model)`, where `read(path, arcs)` is the model of a program.

    It gives the values of the variables by name, the departures of vertex u being `xU`, or says in a word why it has none.
    """
    path = sys.argv[2]

    def run(prepared):
        rows, model = prepared
        found = solve(model)
        if isinstance(found, str):
            return {"because": f'says "{found}"'}
        inner = [u for u in range(rows.vertices) if rows.starts[u] < rows.starts[u + 1]]
        end = exit_of(rows, {u: round(found[f"x{u}"]) for u in inner})
        if end is None:
            return {"because": "its answer, rounded to integers, is not a switching flow"}
        return {"answer": str(end)}

    instance.measure(lambda rows: (rows, read(path, rows.arcs)), run)
