//! Contestants: everyone who runs in a contest, one line each.

use super::{searches, solvers, walks};
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
    /// In Python: `bench/peers/SCRIPT.py`, which needs a package, and perhaps the instance as an integer program.
    Python { script: &'static str, package: &'static str, program: bool },
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
    Contestant { id, by: By::Python { script, package, program: false } }
}

const fn given_the_program(id: &'static str, script: &'static str, package: &'static str) -> Contestant {
    Contestant { id, by: By::Python { script, package, program: true } }
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
];

/// The contestant called `id`.
pub(crate) fn find(id: &str) -> &'static Contestant {
    CONTESTANTS.iter().find(|known| known.id == id).expect("the tables name contestants of the registry")
}
