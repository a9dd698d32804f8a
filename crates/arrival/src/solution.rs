//! Solutions: where particles exit, or what players secure, with what is said about it.

use crate::context::Context;
use crate::exit_rows::{ExitRow, RowsAhead};
use crate::fault::Fault;
use crate::game::GameFinding;
use crate::judged::Judged;
use crate::question::Question;
use crate::settled::Settled;
use crate::timings::{Stage, Timings};
use num_bigint::BigUint;
use rotor_format::certificate::Certificate;
use rotor_graph::{Claim, Class, Exit, Instance, ShortWalkClaim, Stop, VertexId};
use rotor_solve::tree::Exits;
use rotor_solve::{ComponentCounts, Solver};
use std::sync::OnceLock;

/// The answer to a question about one start or all starts.
#[derive(Clone, Debug)]
pub struct Solution {
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
    /// Exits, with the numbers that prove them.
    Claim(Claim),
    /// A short walk, the number of its steps, and its claim about all vertices, made when somebody asks for it.
    ShortWalk(ShortWalkClaim, BigUint, OnceLock<Claim>),
    /// Exits alone.
    Exits(Exits),
    /// Exits alone, of some starts: it was stopped.
    Settled(Settled),
    /// What the players of a game secure.
    Game(GameFinding),
}

impl Finding {
    pub(crate) fn short_walk(walk: ShortWalkClaim) -> Self {
        let steps = walk.steps();
        Self::ShortWalk(walk, steps, OnceLock::new())
    }
}

impl Solution {
    pub(crate) fn new(
        question: Question,
        finding: Finding,
        solver: &Solver,
        components: ComponentCounts,
        sizes: Sizes,
        traps: Vec<Vec<VertexId>>,
    ) -> Self {
        Self { sizes, solver: solver.id, components, traps, question, finding, timings: Timings::default() }
    }

    /// How large the instance is, and of which class.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// The solver that found it.
    pub fn solver(&self) -> &'static str {
        self.solver
    }

    /// Which solver took how many strong components, if they were solved separately.
    pub fn components(&self) -> ComponentCounts {
        self.components
    }

    /// The vertices of each trap.
    pub fn traps(&self) -> &[Vec<VertexId>] {
        &self.traps
    }

    /// How long the stages took, by the clock of the context.
    pub fn timings(&self) -> Timings {
        self.timings
    }

    /// Whether one start was asked for.
    pub fn is_of_one_start(&self) -> bool {
        matches!(self.question, Question::From(_))
    }

    /// The claim that it rests on; none for a game by exhaustive search or from all starts, and none if the claim did not
    /// fit the memory.
    pub fn claim(&self) -> Option<&Claim> {
        match &self.finding {
            Finding::Claim(claim) => Some(claim),
            Finding::ShortWalk(walk, _, claim) => {
                Some(claim.get_or_init(|| Claim::Flow(walk.to_walk(self.sizes.vertices))))
            }
            Finding::Game(game) => game.claim.as_ref(),
            Finding::Exits(_) | Finding::Settled(_) => None,
        }
    }

    /// What is settled, if it was stopped before all starts were.
    pub fn settled(&self) -> Option<&Settled> {
        match &self.finding {
            Finding::Settled(settled) => Some(settled),
            _ => None,
        }
    }

    /// What was found in a game.
    pub fn game(&self) -> Option<&GameFinding> {
        match &self.finding {
            Finding::Game(game) => Some(game),
            _ => None,
        }
    }
}

impl<'i> Judged<'i, Solution> {
    /// With the times that its stages took, of which the last ends now.
    pub(crate) fn timed(self, context: &mut Context<'_>) -> Self {
        context.stage(Stage::Check);
        let timings = context.timings();
        self.map(|solution| Solution { timings, ..solution })
    }

    /// The certificate, as the JSON that `verify` reads, if there is a claim.
    pub fn certificate(&self) -> Option<String> {
        self.claim().map(|claim| rotor_format::certificate::write(self.instance(), claim))
    }

    /// The same, to be written piece by piece: the text of a large one takes far more memory than its claim.
    pub fn certificate_to_write(&self) -> Option<Certificate<'_>> {
        self.claim().map(|claim| Certificate::of(self.instance(), claim))
    }

    /// Why there is no certificate: it would be too large, or the answer is of a kind that has none.
    pub fn no_certificate(&self) -> Fault {
        if let (None, Some(because)) = (self.game(), self.unchecked_because()) {
            let reason = self.settled().map_or(Stop::Memory, Settled::reason);
            return Fault::Stopped { reason, known: because.to_owned() };
        }
        let words = "this game has no certificate: only solver game gives one, and for one start; leave --certificate out";
        Fault::Unfit(words.to_owned())
    }

    /// The exits of the starts that were asked for, in the order of the file; empty for games.
    pub fn exits(&self) -> Box<dyn Iterator<Item = ExitRow<'_>> + '_> {
        let names = self.instance().names();
        let one = |from: VertexId, exit, steps| Box::new(std::iter::once(ExitRow { from, exit, steps }));
        match &self.finding {
            Finding::Exits(exits) => {
                let row = |from| ExitRow { from, exit: exits.of(from), steps: None };
                Box::new(RowsAhead::of(names, self.instance().graph().vertices().map(row)))
            }
            Finding::Settled(settled) => {
                let row = |&(from, exit): &(VertexId, Exit)| ExitRow { from, exit, steps: None };
                Box::new(RowsAhead::of(names, settled.exits.iter().map(row)))
            }
            Finding::ShortWalk(walk, steps, _) => one(walk.from, Exit::Sink(walk.at), Some(steps)),
            Finding::Claim(Claim::Flow(walk)) => {
                let from = walk.supply.only().expect("one start was asked for");
                let exit = walk.stays.only().map(Exit::Sink).unwrap_or_else(|| {
                    let trap = self.traps.iter().position(|members| walk.traps.first() == Some(members));
                    Exit::Trap(trap.expect("a trap that a solver claims is one of the graph's"))
                });
                one(from, exit, walk.steps.as_ref())
            }
            Finding::Claim(Claim::Flows(flows)) => Box::new(RowsAhead::of(names, rows(flows.exits.iter()))),
            Finding::Claim(Claim::Forest(forest)) => {
                Box::new(RowsAhead::of(names, rows(forest.exits.iter())))
            }
            Finding::Claim(_) | Finding::Game(_) => Box::new(std::iter::empty()),
        }
    }
}

fn rows<'s>(
    exits: impl Iterator<Item = (VertexId, &'s Exit)> + 's,
) -> impl Iterator<Item = ExitRow<'s>> + 's {
    exits.map(|(from, &exit)| ExitRow { from, exit, steps: None })
}
