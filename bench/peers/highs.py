"""ARRIVAL by HiGHS: the integer program of the switching flows."""

import highspy
import instance
import switching_flow


def run(rows):
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    inner = [u for u in switching_flow.reached(rows) if rows.starts[u] < rows.starts[u + 1]]
    arrivals, departures = {u: [] for u in inner}, {}
    for u in inner:
        heads = switching_flow.arcs_in_rotor_order(rows, u)
        carried = [solver.addIntegral(lb=0) for _ in heads]
        for earlier, later in zip(carried, carried[1:]):
            solver.addConstr(earlier >= later)
        solver.addConstr(carried[0] <= carried[-1] + 1)
        departures[u] = carried
        for head, count in zip(heads, carried):
            if head in arrivals:
                arrivals[head].append(count)
    for u in inner:
        put_on = 1 if u == rows.start else 0
        solver.addConstr(sum(departures[u]) - sum(arrivals[u]) == put_on)
    solver.minimize(sum(count for carried in departures.values() for count in carried))
    values = solver.getSolution().col_value
    if len(values) == 0:
        return switching_flow.said(rows, None)
    found = {u: sum(round(values[count.index]) for count in carried) for u, carried in departures.items()}
    return switching_flow.said(rows, found)


instance.measure(lambda rows: rows, run)
