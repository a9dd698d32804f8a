"""CP-SAT on the integer program of a walk, its variables bounded by about what it takes; more, and it calls the model invalid."""

import re
from pathlib import Path

import program
from ortools.linear_solver.python import model_builder

DONE = (model_builder.SolveStatus.OPTIMAL, model_builder.SolveStatus.FEASIBLE)


def read(path, arcs):
    """OR-Tools reads no LP files of CPLEX; ours have rows of variables with a sign each, and minimise all departures."""
    model = model_builder.Model()
    rows, integers = Path(path).read_text().split("Subject To\n")[1].split("General\n")
    variables = {name: model.new_int_var(0, float("inf"), name) for name in integers.split()[:-1]}
    for terms, sense, bound in re.findall(r": (.*?) (<=|>=|=) (-?\d+)\n", rows, re.DOTALL):
        signed = re.findall(r"(-?) ?\b(\w\d+)", terms)
        total = sum(-variables[name] if minus else variables[name] for minus, name in signed)
        low, high = {"=": (bound, bound), "<=": ("-inf", bound), ">=": (bound, "inf")}[sense]
        model.add_linear_constraint(total, float(low), float(high))
    model.minimize(sum(variable for name, variable in variables.items() if name.startswith("x")))
    return model, 2**58 // arcs


def solve(model_and_most):
    model, most = model_and_most
    solver = model_builder.Solver("sat")
    solver.set_solver_specific_parameters(f"num_workers: 1 mip_max_bound: {most}")
    status = solver.solve(model)
    if status not in DONE:
        return status.name.lower()
    return {variable.name: solver.value(variable) for variable in model.get_variables()}


program.measure(read, solve)
