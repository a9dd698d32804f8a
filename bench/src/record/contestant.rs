//! Contestants: everyone who runs in a contest, one line each.

use super::{algebra, searches, solvers, walks};
use rotor_graph::Instance;

/// What a run gave.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    /// The answer in a few letters; all contestants that give one have to agree.
    pub(crate) text: Option<String>,
    /// How many steps were taken, by those who walk.
    pub(crate) steps: Option<u64>,
    /// The binary digits of the number of steps, by those who find it without walking.
    pub(crate) bits: Option<u64>,
    /// Why there is no answer.
    pub(crate) because: Option<String>,
}

/// A run that can be repeated.
pub(crate) type Run<'i> = Box<dyn FnMut() -> Answer + 'i>;

/// Who runs.
#[derive(Clone, Copy)]
pub(crate) enum By {
    /// In Rust, in a child process: given the instance, makes ready what is not measured.
    Ours(fn(&Instance) -> Run<'_>),
    /// In Python: `bench/peers/SCRIPT.py`, which needs a package.
    Python { script: &'static str, package: &'static str, given: Given },
}

/// What a script is given beside the instance as plain numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Given {
    Nothing,
    /// The instance as an integer program.
    Program,
    /// Which of its tasks to do; the answers are not vertices.
    Task(&'static str),
}

/// A line of the registry.
pub(crate) struct Contestant {
    pub(crate) id: &'static str,
    pub(crate) by: By,
}

const fn ours(id: &'static str, make: fn(&Instance) -> Run<'_>) -> Contestant {
    Contestant { id, by: By::Ours(make) }
}

const fn python(id: &'static str, script: &'static str, package: &'static str) -> Contestant {
    Contestant { id, by: By::Python { script, package, given: Given::Nothing } }
}

const fn given_the_program(id: &'static str, script: &'static str, package: &'static str) -> Contestant {
    Contestant { id, by: By::Python { script, package, given: Given::Program } }
}

const fn task(id: &'static str, task: &'static str, package: &'static str) -> Contestant {
    Contestant { id, by: By::Python { script: "algebra", package, given: Given::Task(task) } }
}

/// All contestants.
pub(crate) static CONTESTANTS: &[Contestant] = &[
    ours("walk", walks::to_the_end),
    ours("walk-steps", walks::some_steps),
    ours("bare-loop", walks::bare_steps),
    python("python-loop", "walk", "python"),
    ours("exit-alone", solvers::exit_alone),
    ours("one-start", solvers::one_start),
    ours("one-start-certified", solvers::one_start_certified),
    ours("by-walk", solvers::by_walk),
    ours("by-linear", solvers::by_linear),
    ours("all-starts", solvers::all_starts),
    ours("all-starts-certified", solvers::all_starts_certified),
    ours("exits", solvers::exits),
    ours("slow-twin", solvers::slow_twin),
    ours("yardstick", searches::yardstick),
    ours("search-own", searches::own),
    ours("search-petgraph", searches::petgraph),
    given_the_program("highs", "program_highs", "highspy"),
    given_the_program("cp-sat", "program_cpsat", "ortools"),
    python("search-networkx", "search_networkx", "networkx"),
    python("search-scipy", "search_scipy", "scipy"),
    ours("order", algebra::order),
    ours("factors", algebra::factors),
    ours("generators-certified", algebra::generators_certified),
    task("sympy-order", "order", "sympy"),
    task("sympy-factors", "factors", "sympy"),
    ours("stabilise", algebra::stabilised),
    ours("stabilise-certified", algebra::stabilised_certified),
    ours("bulk-loop", algebra::bulk_loop),
    task("python-chips", "stabilise", "python"),
    ours("identity", algebra::identity_alone),
    ours("identity-certified", algebra::identity_certified),
    task("python-identity", "identity", "python"),
    ours("harmonic-certified", algebra::harmonic_certified),
    ours("harmonic-floats", algebra::harmonic_floats),
    task("sympy-harmonic", "harmonic", "sympy"),
    ours("half-walk-certified", algebra::half_walk_certified),
];

/// The contestant called `id`.
pub(crate) fn find(id: &str) -> &'static Contestant {
    CONTESTANTS.iter().find(|known| known.id == id).expect("the tables name contestants of the registry")
}
