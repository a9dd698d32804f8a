//! Faults: what the library refuses, as Python exceptions in the words of Python.

use crate::watch::PythonHost;
use crate::words::in_python;
use arrival::{Fault, SolveError, flaw_line};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::{PyErr, import_exception};
use rotor_graph::{Flaw, FlawList, Flaws, Instance, Stop as Reason, amount};

import_exception!(arrival._errors, FlawedGraph);
import_exception!(arrival._errors, OutOfBudget);
import_exception!(arrival._errors, Refuted);

/// A flaw as Python gets it: place, rule, message, remedy.
type FlawRow = (String, &'static str, String, String);

/// `ValueError` with all flaws, each on a line, after the name of the input if it has one.
pub(crate) fn flawed(name: Option<&str>, flaws: &Flaws) -> PyErr {
    let mut lines: Vec<String> = flaws.list().iter().map(|flaw| line(name, flaw)).collect();
    if let Some(more) = flaws.more_in_words() {
        let prefix = name.map(|name| format!("{name}: ")).unwrap_or_default();
        lines.push(format!("{prefix}{more}"));
    }
    let row = |flaw: &Flaw| {
        (flaw.place.to_string(), flaw.rule.name(), in_python(&flaw.message), in_python(&flaw.remedy))
    };
    let rows: Vec<FlawRow> = flaws.list().iter().map(row).collect();
    FlawedGraph::new_err((in_python(&lines.join("\n")), rows, flaws.more()))
}

fn line(name: Option<&str>, flaw: &Flaw) -> String {
    name.map_or_else(|| flaw.to_string(), |name| flaw_line(name, flaw))
}

/// All flaws of `list`, if there are any.
pub(crate) fn none_of(list: FlawList) -> Result<(), PyErr> {
    list.or(Some(())).map_err(|flaws| flawed(None, &flaws))
}

/// `ValueError` with these words.
pub(crate) fn unfit(words: impl ToString) -> PyErr {
    PyValueError::new_err(in_python(&words.to_string()))
}

/// Why a request has no answer.
pub(crate) fn refused(fault: Fault, watch: &mut PythonHost) -> PyErr {
    match fault {
        Fault::Flawed { input, flaws, .. } => flawed(Some(&*input).filter(|name| !name.is_empty()), &flaws),
        Fault::Unfit(words) => unfit(words.trim_end()),
        Fault::Stopped { reason, known } => out_of_budget_with(reason, &known, watch),
        Fault::Refuted(words) => Refuted::new_err(words),
        fault @ (Fault::Unreadable { .. } | Fault::Unwritten { .. }) => {
            PyOSError::new_err(fault.lines().join("\n"))
        }
    }
}

/// Why `watch` stopped the work: what Python raised meanwhile, or a limit.
pub(crate) fn out_of_budget(reason: Reason, watch: &mut PythonHost) -> PyErr {
    let known = match (reason, watch.operations()) {
        // Operations are paid for in portions: the number of those that were says less than the limit.
        (Reason::Operations, _) => format!("no answer within max_operations={}", watch.most()),
        (_, 0) => String::new(),
        (_, operations) => format!("no answer after {}", amount(operations, "operation", "operations")),
    };
    out_of_budget_with(reason, &known, watch)
}

/// The same with what is known nevertheless.
pub(crate) fn out_of_budget_with(reason: Reason, known: &str, watch: &mut PythonHost) -> PyErr {
    watch.take_raised().unwrap_or_else(|| {
        let hint = match reason {
            Reason::Memory => format!("memory={} was allowed", watch.memory()),
            _ => String::new(),
        };
        let words = [reason.to_string(), in_python(known), hint];
        let said: Vec<String> = words.into_iter().filter(|words| !words.is_empty()).collect();
        OutOfBudget::new_err((said.join("; "), reason.to_string()))
    })
}

/// What was found, unless Python raised something meanwhile: a solver that is stopped may be content with less.
pub(crate) fn solved<T>(
    outcome: Result<T, SolveError>,
    instance: &Instance,
    watch: &mut PythonHost,
) -> Result<T, PyErr> {
    match watch.take_raised() {
        Some(raised) => Err(raised),
        None => outcome.map_err(|error| unsolved(error, instance, watch)),
    }
}

/// Why there is no answer.
fn unsolved(error: SolveError, instance: &Instance, watch: &mut PythonHost) -> PyErr {
    match error {
        SolveError::Stopped(reason) => out_of_budget(reason, watch),
        SolveError::Memory { .. } => out_of_budget_with(Reason::Memory, &error.to_string(), watch),
        SolveError::Refuted(refutation) => {
            let words = refutation.describe(instance);
            Refuted::new_err(format!(
                "internal error: our answer failed verification: {words}; please report this instance"
            ))
        }
        unfitting => unfit(unfitting),
    }
}
