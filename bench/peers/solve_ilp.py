"""Solves the integer program of a walk: `solve_ilp.py highs|cp-sat FILE.mps SECONDS`, one line.

One solver a process: the two bring libraries that do not bear each other.
"""

import sys
import time


def highs(path: str, seconds: float) -> str:
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("time_limit", seconds)
    solver.readModel(path)
    start = time.perf_counter()
    solver.run()
    took = time.perf_counter() - start
    status = solver.modelStatusToString(solver.getModelStatus())
    return f"HiGHS {status} {solver.getObjectiveValue():.0f} in {took:.3f} s"


def cp_sat(path: str, seconds: float) -> str:
    from ortools.linear_solver.python import model_builder

    model = model_builder.Model()
    if not model.import_from_mps_file(path):
        return "CP-SAT cannot read the program"
    solver = model_builder.Solver("sat")
    solver.set_time_limit_in_seconds(seconds)
    start = time.perf_counter()
    status = solver.solve(model)
    took = time.perf_counter() - start
    value = f" {solver.objective_value:.0f}" if status.name in ("OPTIMAL", "FEASIBLE") else ""
    return f"CP-SAT {status.name}{value} in {took:.3f} s"


if __name__ == "__main__":
    peers = {"highs": highs, "cp-sat": cp_sat}
    print(peers[sys.argv[1]](sys.argv[2], float(sys.argv[3])))
