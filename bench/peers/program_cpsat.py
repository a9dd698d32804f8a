"""CP-SAT on the integer program of a walk, its variables bounded by about what it takes; more, and it calls the model invalid."""

import program
from ortools.linear_solver.python import model_builder

DONE = (model_builder.SolveStatus.OPTIMAL, model_builder.SolveStatus.FEASIBLE)


def read(path, arcs):
    model = model_builder.Model()
    if not model.import_from_mps_file(path):
        raise ValueError(f"OR-Tools cannot read {path}")
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
