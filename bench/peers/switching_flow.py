"""Switching flows as an integer program, and the test of what a solver makes of it in exact integers."""


def arcs_in_rotor_order(rows, u):
    """The heads of u, from its rotor on."""
    first, end = rows.starts[u], rows.starts[u + 1]
    rotor = rows.rotors[u]
    return list(rows.heads[rotor:end]) + list(rows.heads[first:rotor])


def reached(rows):
    """The vertices that the particle can reach, the start first."""
    seen, order = {rows.start}, [rows.start]
    for u in order:
        for v in rows.heads[rows.starts[u] : rows.starts[u + 1]]:
            if v not in seen:
                seen.add(v)
                order.append(v)
    return order


def exit_of(rows, departures):
    """The sink that these departures lead to; none if they are no switching flow."""
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


def said(rows, departures):
    """What a peer reports: the sink, or that its numbers are no flow."""
    end = exit_of(rows, departures) if departures is not None else None
    if end is None:
        return {"because": "its answer, rounded to integers, is no switching flow"}
    return {"answer": str(end)}
