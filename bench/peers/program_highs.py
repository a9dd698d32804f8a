"""HiGHS on the integer program of a walk."""

import highspy
import program


def read(path, _):
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    if solver.readModel(path) == highspy.HighsStatus.kError:
        raise ValueError(f"HiGHS cannot read {path}")
    names = [name for name in solver.getLp().col_names_]
    return solver, names


def solve(model):
    solver, names = model
    solver.clearSolver()
    solver.run()
    status = solver.getModelStatus()
    if status != highspy.HighsModelStatus.kOptimal:
        return solver.modelStatusToString(status).lower()
    return dict(zip(names, solver.getSolution().col_value))


program.measure(read, solve)
