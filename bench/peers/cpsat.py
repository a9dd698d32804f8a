"""ARRIVAL by CP-SAT: departures and full turns as integers, bounded by what its words hold."""

import instance
import switching_flow
from ortools.sat.python import cp_model


def run(rows):
    model = cp_model.CpModel()
    most = 2**60 // rows.arcs
    inner = [u for u in switching_flow.reached(rows) if rows.starts[u] < rows.starts[u + 1]]
    arrivals, departures = {u: [] for u in inner}, {}
    for u in inner:
        heads = switching_flow.arcs_in_rotor_order(rows, u)
        turns = model.new_int_var(0, most, "")
        extra = [model.new_bool_var("") for _ in heads[1:]]
        for earlier, later in zip(extra, extra[1:]):
            model.add_implication(later, earlier)
        first = model.new_bool_var("")
        if extra:
            model.add_implication(extra[0], first)
        carried = [turns + more for more in [first, *extra]]
        departures[u] = carried
        for head, count in zip(heads, carried):
            if head in arrivals:
                arrivals[head].append(count)
    for u in inner:
        put_on = 1 if u == rows.start else 0
        model.add(sum(departures[u]) == sum(arrivals[u]) + put_on)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return {"because": f"CP-SAT says {solver.status_name(status)} within its bounds"}
    found = {u: sum(solver.value(count) for count in carried) for u, carried in departures.items()}
    return switching_flow.said(rows, found)


instance.measure(lambda rows: rows, run)
