//! Solutions: a certified answer with what is said about it.

use crate::game::{GameFinding, GameProof};
use crate::pipeline::Question;
use crate::rows_ahead::RowsAhead;
use crate::timings::Timings;
use num_bigint::BigUint;
use rotor_certify::Certified;
use rotor_format::certificate::Certificate;
use rotor_graph::{Claim, Class, Exit, Instance, TrapClaim, VertexId, WalkClaim};
use rotor_solve::general::ComponentCounts;
use rotor_solve::tree::Exits;
use std::fmt;

/// The answer to a question about an instance.
#[derive(Clone, Debug)]
pub struct Solution<'i> {
    pub(crate) instance: &'i Instance,
    pub(crate) sizes: Sizes,
    pub(crate) solver: &'static str,
    pub(crate) components: ComponentCounts,
    pub(crate) traps: Vec<Vec<VertexId>>,
    pub(crate) question: Question,
    pub(crate) finding: Finding,
    pub(crate) timings: Timings,
}

/// How large an instance is, and of which class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// |V|, sinks included.
    pub vertices: usize,
    /// |A|.
    pub arcs: usize,
    /// |S₀|.
    pub sinks: usize,
    /// How many of the two players own a vertex.
    pub players: usize,
    /// The class of the whole graph after cutting traps and inner sinks.
    pub class: Class,
}

impl Sizes {
    pub(crate) fn of(instance: &Instance, players: usize, class: Class) -> Self {
        let graph = instance.graph();
        let (vertices, arcs, sinks) = (graph.vertex_count(), graph.arc_count(), graph.sink_count());
        Self { vertices, arcs, sinks, players, class }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub(crate) enum Finding {
    Exits(Verdict),
    /// Exits without a claim that proves them.
    Unproved {
        exits: Exits,
        because: String,
    },
    Game(GameFinding),
}

/// A claim that the judge has proved, or one that nobody checked.
#[derive(Clone, Debug)]
pub enum Verdict<T = Claim> {
    /// Proved.
    Certified(Certified<T>),
    /// Not checked.
    Unchecked(Unchecked<T>),
}

/// A claim that nobody checked, and why.
#[derive(Clone, Debug)]
pub struct Unchecked<T = Claim> {
    /// The claim.
    pub claim: T,
    /// Why it was not checked.
    pub because: String,
}

impl<T> Verdict<T> {
    /// The claim, checked or not.
    pub fn claim(&self) -> &T {
        match self {
            Self::Certified(certified) => certified.get(),
            Self::Unchecked(unchecked) => &unchecked.claim,
        }
    }

    /// Why it was not checked; none if it was.
    pub fn unchecked_because(&self) -> Option<&str> {
        match self {
            Self::Certified(_) => None,
            Self::Unchecked(unchecked) => Some(&unchecked.because),
        }
    }
}

/// The exit of one start.
#[derive(Clone, Copy, Debug)]
pub struct ExitRow<'s> {
    /// The start.
    pub from: VertexId,
    /// Where the particle ends.
    pub exit: Exit,
    /// After how many steps it halts, if only one start was asked for.
    pub steps: Option<&'s BigUint>,
}

impl<'i> Solution<'i> {
    /// The instance it is about.
    pub fn instance(&self) -> &'i Instance {
        self.instance
    }

    /// How large the instance is, and of which class.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// The solver that found it.
    pub fn solver(&self) -> &'static str {
        self.solver
    }

    /// Who solved the strong components, if they were solved apart.
    pub fn components(&self) -> ComponentCounts {
        self.components
    }

    /// The vertices of each trap.
    pub fn traps(&self) -> &[Vec<VertexId>] {
        &self.traps
    }

    /// How long the steps took.
    pub fn timings(&self) -> Timings {
        self.timings
    }

    /// Whether one start was asked for.
    pub fn is_of_one_start(&self) -> bool {
        matches!(self.question, Question::From(_))
    }

    /// Why it was not checked by the judge; none if it was.
    pub fn unchecked_because(&self) -> Option<&str> {
        match &self.finding {
            Finding::Exits(verdict) => verdict.unchecked_because(),
            Finding::Unproved { because, .. } => Some(because),
            Finding::Game(game) => match &game.proof {
                GameProof::Claim(verdict) => verdict.unchecked_because(),
                GameProof::EachStart => None,
                GameProof::Unchecked(because) => Some(because),
            },
        }
    }

    /// The claim that it rests on; none for a game by exhaustive search, or from all starts, and none if the claim did
    /// not fit.
    pub fn claim(&self) -> Option<&Claim> {
        match &self.finding {
            Finding::Exits(verdict) | Finding::Game(GameFinding { proof: GameProof::Claim(verdict), .. }) => {
                Some(verdict.claim())
            }
            Finding::Unproved { .. } | Finding::Game(_) => None,
        }
    }

    /// What was found in a game.
    pub fn game(&self) -> Option<&GameFinding> {
        match &self.finding {
            Finding::Game(game) => Some(game),
            Finding::Exits(_) | Finding::Unproved { .. } => None,
        }
    }

    /// The certificate, as the JSON that `verify` reads, if there is a claim.
    pub fn certificate(&self) -> Option<String> {
        self.claim().map(|claim| rotor_format::certificate::write(self.instance, claim))
    }

    /// The same, to be written piece by piece: the text of a large one takes far more memory than its claim.
    pub fn certificate_to_write(&self) -> Option<Certificate<'_>> {
        self.claim().map(|claim| Certificate::of(self.instance, claim))
    }

    /// The exits of the starts that were asked for, in the order of the file; empty for games.
    pub fn exits(&self) -> Box<dyn Iterator<Item = ExitRow<'_>> + '_> {
        if let Finding::Unproved { exits, .. } = &self.finding {
            let row = |from| ExitRow { from, exit: exits.of(from), steps: None };
            return Box::new(RowsAhead::of(self.instance.names(), self.instance.graph().vertices().map(row)));
        }
        match self.claim() {
            None | Some(Claim::Route(_) | Claim::Game(_)) => Box::new(std::iter::empty()),
            Some(Claim::Walk(WalkClaim { from, exit, steps, .. })) => Box::new(std::iter::once(ExitRow {
                from: *from,
                exit: Exit::Sink(*exit),
                steps: steps.as_ref(),
            })),
            Some(Claim::Trap(TrapClaim { from, trap, steps, .. })) => {
                let trap = self.traps.iter().position(|members| members == trap);
                let trap = trap.expect("a trap that a solver claims is one of the graph's");
                Box::new(std::iter::once(ExitRow {
                    from: *from,
                    exit: Exit::Trap(trap),
                    steps: steps.as_ref(),
                }))
            }
            Some(Claim::Flows(flows)) => {
                Box::new(RowsAhead::of(self.instance.names(), rows(flows.exits.iter())))
            }
            Some(Claim::Forest(forest)) => {
                Box::new(RowsAhead::of(self.instance.names(), rows(forest.exits.iter())))
            }
        }
    }
}

fn rows<'s>(
    exits: impl Iterator<Item = (VertexId, &'s Exit)> + 's,
) -> impl Iterator<Item = ExitRow<'s>> + 's {
    exits.map(|(from, &exit)| ExitRow { from, exit, steps: None })
}

impl fmt::Display for Solution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::output::human::InWords(self, crate::output::human::Palette::PLAIN).fmt(f)
    }
}
