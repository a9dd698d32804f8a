//! The registry of solvers: a row for each, with the graphs and the questions that it takes, and the function that answers them.
//!
//! A question goes to the first row whose function does not decline it. A function declines by asking its [`View`] for a kind
//! of graph that it is not, so nothing is called with a graph that its proof does not cover.

use crate::answer::ComponentCounts;
use crate::answer::RunProfile;
use crate::answer::{Declined, NoSolver, Solved, Unsolved};
use crate::game::{self, GameAnswer, GameQuestion, ValueBounds};
use crate::general::{
    exit_by_blocks, exit_by_flow, forest_by_blocks, forest_by_flows, proved_block_flows, route_by_flow,
};
use crate::particles::{Routed, route_in_bulk};
use crate::path::{exit_pattern_claim, route_on_path};
use crate::push::push_to_forest;
use crate::tree::{
    Exits, Flows, exit_on_tree, exits, flows, forest, large_flow_bytes, large_flows, one_start,
    unless_declined,
};
use crate::view::View;
use crate::walk::short_walk;
use crate::walk::simulate;
use num_bigint::BigUint;
use rotor_graph::{
    Claim, Class, Classified, FlowsClaim, ForestClaim, ShortWalkClaim, StoppingGraph, StrategySet, Tick,
    Value, VertexMap,
};
use std::fmt::Write;

/// A question to a solver. Where it starts, if anywhere, its view says.
#[derive(Clone, Copy, Debug)]
pub enum Task<'q> {
    /// Where does the walk from the root end, after how many steps?
    Exit,
    /// Where do the walks from all vertices end?
    AllExits(ProofOfAll),
    /// Which turns lead to the destination forest?
    Forest,
    /// What are the return flows, of arcs or of blocks?
    Flows,
    /// How many of these particles end where?
    Route(&'q VertexMap<BigUint>),
    /// What can players with such strategies secure from the root, or from all vertices if there is no root, if a play that
    /// never exits has this value?
    Game(StrategySet, Value),
}

/// Whether the exits of all vertices are to be proved. Most solvers prove them on the way, whatever is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofOfAll {
    /// Exits alone are enough.
    Unwanted,
    /// It is wanted, if its numbers beyond machine words take no more bytes than this.
    UpTo(u64),
}

/// The kinds of questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskKind {
    /// See [`Task::Exit`].
    Exit,
    /// See [`Task::AllExits`].
    AllExits,
    /// See [`Task::Forest`].
    Forest,
    /// See [`Task::Flows`].
    Flows,
    /// See [`Task::Route`].
    Route,
    /// See [`Task::Game`].
    Game,
}

impl TaskKind {
    /// All kinds of questions.
    pub const ALL: [Self; 6] =
        [Self::Exit, Self::AllExits, Self::Forest, Self::Flows, Self::Route, Self::Game];

    /// Such a question in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Exit => "one start",
            Self::AllExits => "all starts",
            Self::Forest => "destination forest",
            Self::Flows => "return flows",
            Self::Route => "many particles",
            Self::Game => "games",
        }
    }
}

impl Task<'_> {
    /// Its kind.
    pub fn kind(&self) -> TaskKind {
        match self {
            Self::Exit => TaskKind::Exit,
            Self::AllExits(_) => TaskKind::AllExits,
            Self::Forest => TaskKind::Forest,
            Self::Flows => TaskKind::Flows,
            Self::Route(_) => TaskKind::Route,
            Self::Game(..) => TaskKind::Game,
        }
    }
}

/// The answer of a solver.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A claim with the numbers that prove it, and which solver took how many strong components, if they were solved
    /// separately. About one start it is a walk or a trap, about all starts return flows or a forest.
    Claim(Claim, ComponentCounts),
    /// The walk from the root of a large graph, if it is short.
    ShortWalk(ShortWalkClaim),
    /// The exits of all vertices, without a proof.
    Exits(Exits),
    /// What a game is worth from the root, and how to play it.
    Game(GameAnswer),
    /// What a game is worth from every vertex.
    Values(VertexMap<ValueBounds>),
}

impl Answer {
    fn of_run(run: RunProfile, stopping: &StoppingGraph<'_>) -> Self {
        let components = run.components;
        Self::Claim(run.into_claim(stopping), components)
    }

    fn of_route(routed: Routed, view: &View<'_>, stopping: &StoppingGraph<'_>) -> Self {
        let components = routed.components;
        Self::Claim(Claim::Flow(routed.into_claim(stopping, view.rotors())), components)
    }
}

impl From<Claim> for Answer {
    fn from(claim: Claim) -> Self {
        Self::Claim(claim, ComponentCounts::default())
    }
}

impl From<FlowsClaim> for Answer {
    fn from(claim: FlowsClaim) -> Self {
        Claim::Flows(claim).into()
    }
}

impl From<ForestClaim> for Answer {
    fn from(claim: ForestClaim) -> Self {
        Claim::Forest(claim).into()
    }
}

/// A row of the registry: a solver.
#[derive(Debug)]
pub struct Solver {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it does, in a few words.
    pub sentence: &'static str,
    /// The classes of graphs that it takes: for questions with a root, of what the root reaches.
    pub classes: &'static [Class],
    /// The questions that it answers on such graphs.
    pub tasks: &'static [TaskKind],
    /// What it costs.
    pub cost: &'static str,
    /// The theorem that it rests on.
    pub source: &'static str,
    /// Why its answers come without a proof, if they do.
    pub unproved_because: Option<&'static str>,
    /// Answers a question, or declines it.
    pub answer: for<'v> fn(&Task<'_>, &'v View<'v>, &mut dyn Tick) -> Solved<Answer>,
}

impl Solver {
    /// Whether it answers such questions on graphs of this class.
    pub fn takes(&self, task: TaskKind, class: Class) -> bool {
        self.tasks.contains(&task) && self.classes.contains(&class)
    }

    /// The classes it takes, in words.
    pub fn graphs(&self) -> String {
        if self.classes == Class::ALL {
            return "any".to_owned();
        }
        self.classes.iter().map(|class| class.name()).collect::<Vec<_>>().join(", ")
    }

    /// The questions it answers, in words.
    pub fn questions(&self) -> String {
        self.tasks.iter().map(|task| task.words()).collect::<Vec<_>>().join(", ")
    }
}

/// The solver that takes `task`, with its answer: the one called `id`, or the first that does not decline.
pub fn ask<'v>(
    id: Option<&str>,
    task: &Task<'_>,
    view: &'v View<'v>,
    tick: &mut dyn Tick,
) -> Result<(&'static Solver, Solved<Answer>), NoSolver> {
    if id.is_none()
        && matches!(task, Task::Exit)
        && let (Ok(root), Some(most)) = (view.root(), view.short())
        && let Some(walk) = short_walk(view.graph(), view.rotors(), root, most, tick).transpose()
    {
        // The first row for such graphs: each of them begins with a short walk.
        let row = SOLVERS.iter().find(|solver| solver.takes(TaskKind::Exit, view.class()));
        let row = row.expect("every question has a row for all graphs");
        return Ok((row, walk.map(Answer::ShortWalk).map_err(Unsolved::from)));
    }
    let mut last = None;
    for solver in SOLVERS.iter().filter(|solver| id.is_none_or(|id| solver.id == id)) {
        last = Some(solver);
        if solver.tasks.contains(&task.kind()) {
            match (solver.answer)(task, view, tick) {
                Err(Unsolved::NoSolver(NoSolver::Declined(_))) => {}
                answer => return Ok((solver, answer)),
            }
        }
    }
    // Without a name somebody answers, since each question has a row for all graphs; and there are rows.
    let (words, class) = (task.kind().words(), view.class_asked().name());
    Err(match last {
        Some(solver) => NoSolver::Declines { id: solver.id, words, class },
        None => NoSolver::Unknown(id.unwrap_or_default().to_owned()),
    })
}

const PATHS: &[Class] = &[Class::Path];
const SIMPLE_TREES: &[Class] = &[Class::Path, Class::SimpleTreeLike];
/// What consists of traps alone is a forest without vertices.
const TREES: &[Class] = &[Class::Trapped, Class::Path, Class::SimpleTreeLike, Class::TreeLike];
const BLOCKS: &[Class] = &[Class::Cactus, Class::SmallBlocks];

/// All solvers. The first that takes a question is the one that gets it.
pub static SOLVERS: &[Solver] = &[
    Solver {
        id: "tree",
        sentence: "return flows; from one start a short walk first",
        classes: TREES,
        tasks: &[TaskKind::Exit, TaskKind::AllExits, TaskKind::Forest, TaskKind::Flows],
        cost: "O(|A|) operations on integers of O(|A|) bits",
        source: "[ACD22, `CDA`]",
        unproved_because: None,
        answer: tree,
    },
    Solver {
        id: "path",
        sentence: "closed form on the simple path",
        classes: PATHS,
        tasks: &[TaskKind::AllExits, TaskKind::Route],
        cost: "O(|V|) operations on integers of the size of the counts",
        source: "[ACD22, `ExitCharact`, `sec:multiparticles`]",
        unproved_because: None,
        answer: |task, view, _| match task {
            Task::AllExits(_) => Ok(exit_pattern_claim(view.path()?, view.rotors()).into()),
            Task::Route(particles) => {
                let routed = route_on_path(view.path()?, view.rotors(), particles);
                Ok(Answer::of_route(routed, view, view.stopping()))
            }
            _ => Err(Declined.into()),
        },
    },
    Solver {
        id: "blocks",
        sentence: "return flows of blocks, in turns with the walk or with cycle pushing; many particles by flows first",
        classes: BLOCKS,
        tasks: &[TaskKind::Exit, TaskKind::AllExits, TaskKind::Forest, TaskKind::Flows, TaskKind::Route],
        cost: "O(|A|) operations, and for each vertex c of a block B O(log r) runs of many particles in B − c, r being the \
               return flow of B at c: polynomial for cacti; many particles there: a flow, and O(|A|) single ones",
        source: "return flows [ACD22, `DefRN`] of blocks in place of edges",
        unproved_because: None,
        answer: blocks,
    },
    Solver {
        id: "flow",
        sentence: "a short walk, then flows by strong components: division, path, tree; else guess, annihilate, bisect",
        classes: &Class::ALL,
        tasks: &[TaskKind::Exit, TaskKind::AllExits, TaskKind::Forest, TaskKind::Flows, TaskKind::Route],
        cost: "O(|A|) operations if one particle meets only trees; as long as the eliminations fit the memory, polynomial if one \
               vertex is on all cycles, and for ends, not runs, if two that are found leave no cycle; no polynomial bound is known \
               for all graphs; at most 4 times the walk and 4/3 times the search",
        source: "switching flows [Dohrau et al. 2017], bisection [Gärtner, Haslebacher, Hoang 2021]",
        unproved_because: None,
        answer: flow,
    },
    Solver {
        id: "walk",
        sentence: "plain simulation",
        classes: &Class::ALL,
        tasks: &[TaskKind::Exit],
        cost: "the number of steps: exponential at worst",
        source: "[ACD22, `lem:finiteRotorWalk`]",
        unproved_because: None,
        answer: |task, view, tick| match task {
            Task::Exit => {
                let run = simulate(view.stopping(), view.rotors(), view.root()?, tick)?;
                Ok(Answer::of_run(run, view.stopping()))
            }
            _ => Err(Declined.into()),
        },
    },
    Solver {
        id: "push",
        sentence: "cycle pushing",
        classes: &Class::ALL,
        tasks: &[TaskKind::AllExits, TaskKind::Forest],
        cost: "the number of turns: exponential at worst",
        source: "[ACD22, `finitePush`]",
        unproved_because: None,
        answer: |task, view, tick| match task {
            Task::AllExits(_) | Task::Forest => {
                let stopping = view.stopping();
                Ok(push_to_forest(stopping, view.rotors(), tick)?.into_claim(stopping).into())
            }
            _ => Err(Declined.into()),
        },
    },
    Solver {
        id: "bulk",
        sentence: "all particles of a vertex at once",
        classes: &Class::ALL,
        tasks: &[TaskKind::Route],
        cost: "O(d(u)) operations each time a vertex u is emptied; no bound on how often that is has been proved but the number \
               of steps",
        source: "the definition",
        unproved_because: None,
        answer: |task, view, tick| match task {
            Task::Route(particles) => {
                let routed = route_in_bulk(view.stopping(), view.rotors(), particles, tick)?;
                Ok(Answer::of_route(routed, view, view.stopping()))
            }
            _ => Err(Declined.into()),
        },
    },
    Solver {
        id: "game",
        sentence: "pairs of value and return flow, by bisection",
        classes: TREES,
        tasks: &[TaskKind::Game],
        cost: "one start O(|A| log |S₀|), all starts O(|A| · |S₀|) at worst, operations on integers of O(|A|) bits",
        source: "[ACD22, `thm:opt_complex`, `thm:pure_eq`]",
        unproved_because: None,
        answer: |task, view, tick| {
            let question = game_of(task, view)?;
            Ok(match view.root() {
                Ok(_) => {
                    let tree = view.at_root(Classified::tree_like)?;
                    Answer::Game(game::answer_on_tree(&question, tree, tick)?)
                }
                Err(Declined) => {
                    Answer::Values(game::answer_all_on_tree(&question, view.tree_like()?, tick)?)
                }
            })
        },
    },
    Solver {
        id: "simple",
        sentence: "access flows for one player; pairs by comparisons only for all starts",
        classes: SIMPLE_TREES,
        tasks: &[TaskKind::Game],
        cost: "one start O(|V|), for one player only; all starts O(|V| · |S₀|) at worst; additions of integers of O(|V|) bits, no \
               division",
        source: "[ACD22, `subsubsec:1PSimpleInt`, `OptiRetroSimple`]",
        unproved_because: None,
        answer: |task, view, tick| {
            let question = game_of(task, view)?;
            Ok(match view.root() {
                Ok(_) => {
                    let tree = view.at_root(Classified::simple_tree_like)?;
                    Answer::Game(game::answer_on_simple(&question, tree, tick)?)
                }
                Err(Declined) => {
                    Answer::Values(game::answer_all_on_simple(&question, view.simple_tree_like()?, tick)?)
                }
            })
        },
    },
    Solver {
        id: "exhaustive",
        sentence: "every pair of strategies played; one player alone decides on the way; free players on all states",
        classes: &Class::ALL,
        tasks: &[TaskKind::Game],
        cost: "all strategies of both players, a walk each; at most 2²² pairs of orders, 2²⁰ states",
        source: "the definition; reachability games on states [Fearnley et al. 2021]",
        unproved_because: Some(
            "the exhaustive search is the definition of a game's value and leaves no certificate",
        ),
        answer: |task, view, tick| {
            let question = game_of(task, view)?;
            Ok(match view.root() {
                Ok(root) => Answer::Game(game::answer_by_search(&question, view.reached()?, root, tick)?),
                Err(Declined) => {
                    Answer::Values(game::answer_all_by_search(&question, view.stopping(), tick)?)
                }
            })
        },
    },
];

/// The rows of `tree`. A sweep over the uncut graph comes first: it finds out traps and class on its way. It hands back what
/// is not a tree, or flows beyond machine words; then the graph is cut and the exact algorithms are asked.
fn tree<'v>(task: &Task<'_>, view: &'v View<'v>, tick: &mut dyn Tick) -> Solved<Answer> {
    let (graph, rotors) = (view.graph(), view.rotors());
    match *task {
        Task::Exit => {
            let root = view.root()?;
            tick.tick(graph.arc_count() as u64)?;
            if let Some(found) = unless_declined(one_start(graph, rotors, root, tick))? {
                view.note(|| found.class, found.traps.clone());
                return Ok(found.into_claim().into());
            }
            let run = exit_on_tree(view.at_root(Classified::tree_like)?, rotors, tick)?;
            Ok(Answer::of_run(run, view.stopping()))
        }
        Task::AllExits(ProofOfAll::Unwanted) => {
            tick.tick(graph.arc_count() as u64)?;
            if let Some(exits) = unless_declined(exits(graph, rotors, tick))? {
                note(view, &exits);
                return Ok(Answer::Exits(exits));
            }
            all_flows(view, tick)
        }
        Task::AllExits(ProofOfAll::UpTo(most)) => {
            tick.tick(graph.arc_count() as u64)?;
            if let Some(found) = word_flows(view, tick)? {
                return Ok(found.into_claim().into());
            }
            match large_flow_bytes(view.tree_like()?) {
                bytes if bytes > most => Err(Unsolved::LargeProof(bytes)),
                _ => all_flows(view, tick),
            }
        }
        Task::Flows => match word_flows(view, tick)? {
            Some(found) => Ok(found.into_claim().into()),
            None => {
                tick.reserve(large_flow_bytes(view.tree_like()?))?;
                all_flows(view, tick)
            }
        },
        Task::Forest => {
            let found = match word_flows(view, tick)? {
                Some(found) => found,
                None => {
                    let tree = view.tree_like()?;
                    tick.reserve(large_flow_bytes(tree))?;
                    large_flows(tree, rotors, tick)?
                }
            };
            Ok(forest(graph, rotors, &found).into_claim(view.stopping()).into())
        }
        Task::Route(_) | Task::Game(..) => Err(Declined.into()),
    }
}

/// All return flows in machine words and the exits that they prove; none if the sweep declines the graph.
fn word_flows<'v>(view: &'v View<'v>, tick: &mut dyn Tick) -> Solved<Option<Flows>> {
    let found = unless_declined(flows(view.graph(), view.rotors(), tick))?;
    if let Some(found) = &found {
        note(view, &found.exits);
    }
    Ok(found)
}

/// The same as exact integers.
fn all_flows<'v>(view: &'v View<'v>, tick: &mut dyn Tick) -> Solved<Answer> {
    Ok(large_flows(view.tree_like()?, view.rotors(), tick)?.into_claim().into())
}

/// Notes the traps that a sweep has found, and the class.
fn note<'v>(view: &'v View<'v>, exits: &Exits) {
    let in_trap = |u| !exits.traps().is_empty() && exits.is_in_trap(u);
    view.note(|| Class::of_forest(view.graph(), in_trap), exits.traps().to_vec());
}

/// The row `blocks`.
fn blocks<'v>(task: &Task<'_>, view: &'v View<'v>, tick: &mut dyn Tick) -> Solved<Answer> {
    let rotors = view.rotors();
    match *task {
        Task::Exit => {
            let blocks = view.at_root(Classified::blocks)?;
            let run = exit_by_blocks(blocks.stopping(), rotors, blocks.root(), tick)?;
            Ok(Answer::of_run(run, view.stopping()))
        }
        Task::AllExits(_) | Task::Forest => {
            let blocks = view.blocks()?;
            Ok(forest_by_blocks(blocks, rotors, tick)?.into_claim(blocks.stopping()).into())
        }
        Task::Flows => Ok(Claim::Blocks(proved_block_flows(view.blocks()?.stopping(), rotors, tick)?).into()),
        Task::Route(particles) => {
            let stopping = view.blocks()?.stopping();
            Ok(Answer::of_route(route_by_flow(stopping, rotors, particles, tick)?, view, stopping))
        }
        Task::Game(..) => Err(Declined.into()),
    }
}

/// The row `flow`.
fn flow<'v>(task: &Task<'_>, view: &'v View<'v>, tick: &mut dyn Tick) -> Solved<Answer> {
    let (rotors, stopping) = (view.rotors(), view.stopping());
    match *task {
        Task::Exit => {
            let run = exit_by_flow(view.reached()?, rotors, view.root()?, tick)?;
            Ok(Answer::of_run(run, stopping))
        }
        Task::AllExits(_) | Task::Forest => {
            Ok(forest_by_flows(stopping, rotors, tick)?.into_claim(stopping).into())
        }
        Task::Flows => Ok(Claim::Blocks(proved_block_flows(stopping, rotors, tick)?).into()),
        Task::Route(particles) => {
            Ok(Answer::of_route(route_by_flow(stopping, rotors, particles, tick)?, view, stopping))
        }
        Task::Game(..) => Err(Declined.into()),
    }
}

/// The game that is asked about.
fn game_of<'v>(task: &Task<'_>, view: &View<'v>) -> Result<GameQuestion<'v>, Declined> {
    match *task {
        Task::Game(strategies, endless_value) => {
            Ok(GameQuestion { instance: view.instance(), strategies, endless_value })
        }
        _ => Err(Declined),
    }
}

/// The registry as a Markdown table, for `docs/solvers.md`.
pub fn markdown_table() -> String {
    let mut table =
        String::from("| solver | does | graphs | answers | cost | source |\n|---|---|---|---|---|---|\n");
    for solver in SOLVERS {
        let Solver { id, sentence, cost, source, .. } = solver;
        let (graphs, answers) = (solver.graphs(), solver.questions());
        // Inside a table a bar is a column unless it is escaped.
        let cost = cost.replace('|', "\\|");
        writeln!(table, "| `{id}` | {sentence} | {graphs} | {answers} | {cost} | {source} |")
            .expect("a string takes all text");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::{Limit, parse};

    /// A graph of each class, with a start that reaches all of it.
    const EXAMPLES: [(&str, Class); 8] = [
        ("a: b\nb: a\nstart a", Class::Trapped),
        ("a: s b\nb: a t\nsink s\nsink t\nstart a", Class::Path),
        ("a: b c s\nb: a\nc: a\nsink s\nstart a", Class::SimpleTreeLike),
        ("a: b b s\nb: a\nsink s\nstart a", Class::TreeLike),
        ("a: b c\nb: c s\nc: s\nsink s\nstart a", Class::Acyclic),
        ("a: b s\nb: c\nc: a\nsink s\nstart a", Class::Cactus),
        ("a: b c d s\nb: a c d\nc: a b d\nd: a b c e\ne: d s\nsink s\nstart a", Class::SmallBlocks),
        ("a: b c d s\nb: a c d\nc: a b d\nd: a b c\nsink s\nstart a", Class::General),
    ];

    /// What a row says it takes is what its function answers, and it declines all else.
    #[test]
    fn every_solver_takes_what_its_row_says() {
        for (text, class) in EXAMPLES {
            let instance = parse(text).unwrap();
            let particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::from(2u32));
            let whole = View::of(&instance);
            let root = whole.at(instance.start().unwrap());
            assert_eq!((whole.class(), root.class_asked()), (class, class), "{text}");
            let (any, game) = (ProofOfAll::UpTo(u64::MAX), Task::Game(StrategySet::Start, 0));
            let asked = [
                (Task::Exit, &root),
                (Task::AllExits(any), &whole),
                (Task::AllExits(ProofOfAll::Unwanted), &whole),
                (Task::Forest, &whole),
                (Task::Flows, &whole),
                (Task::Route(&particles), &whole),
                (game, &root),
                (game, &whole),
            ];
            for (task, view) in asked {
                for solver in SOLVERS {
                    let answer = (solver.answer)(&task, view, &mut Limit(1_000_000));
                    let declined = matches!(answer, Err(Unsolved::NoSolver(NoSolver::Declined(_))));
                    // What consists of traps alone may be taken by more rows than say so: nothing is left to be wrong about.
                    let takes = solver.takes(task.kind(), class) || class == Class::Trapped && !declined;
                    assert_eq!(!declined, takes, "{}, {task:?} on\n{text}", solver.id);
                    assert!(declined || answer.is_ok(), "{}, {task:?} on\n{text}", solver.id);
                }
                assert!(ask(None, &task, view, &mut ()).unwrap().1.is_ok());
            }
        }
    }

    /// F9: a solver that did not fit used to simulate.
    #[test]
    fn a_solver_that_does_not_fit_is_refused_by_name() {
        let instance = parse(EXAMPLES[7].0).unwrap();
        let whole = View::of(&instance);
        let view = whole.at(instance.start().unwrap());
        let refused = ask(Some("tree"), &Task::Exit, &view, &mut ()).unwrap_err();
        let words = "solver tree does not take one start on a general graph; see `arrival solvers`";
        assert_eq!(refused.to_string(), words);
        let unknown = ask(Some("x"), &Task::Exit, &view, &mut ()).unwrap_err();
        assert_eq!(unknown, NoSolver::Unknown("x".to_owned()));
        let no_start = ask(Some("walk"), &Task::Exit, &whole, &mut ()).unwrap_err();
        assert!(matches!(no_start, NoSolver::Declines { id: "walk", .. }), "there is no root to start from");
    }
}
