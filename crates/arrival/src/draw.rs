//! Drawings: a picture of an instance with what the solvers say about it.

use crate::context::Context;
use crate::drawing::{Drawing, stopped};
use crate::flows::flows_within;
use crate::forest::forest_within;
use crate::judged::Judged;
use crate::pipeline::solve_within;
use crate::question::{Options, Question};
use crate::solve_error::SolveError;
use crate::timings::Stage;
use num_bigint::BigUint;
use rotor_draw::{Geometry, Layout, Overlays, Page, Play};
use rotor_graph::{
    ArcId, Claim, Decision, Exit, Instance, Misfit, RotorWalk, StoppingGraph, StrategySet, Value, VertexId,
    VertexMap,
};
use rotor_solve::{Budget as _, OutOfBudget};

/// Something that a drawing shows besides the graph and its rotors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// Return flows, as labels on arcs; of tree-like graphs only.
    Flows,
    /// The destination forest, as bold arcs.
    Forest,
    /// Where each vertex exits, as its colour.
    Exits,
    /// How often the walk from the start uses each arc, as its width.
    Visits,
    /// Optimal strategies from the start, as highlighted arcs.
    Strategies,
    /// The value of the game from each vertex, below its name.
    Values,
}

impl Show {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Flows, Self::Forest, Self::Exits, Self::Visits, Self::Strategies, Self::Values];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flows => "flows",
            Self::Forest => "forest",
            Self::Exits => "exits",
            Self::Visits => "visits",
            Self::Strategies => "strategies",
            Self::Values => "values",
        }
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|show| show.name() == name)
    }
}

/// How to draw.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawOptions {
    /// What to show besides the graph and its rotors.
    pub show: Vec<Show>,
    /// Where the particle starts, if not where the file says.
    pub from: Option<VertexId>,
    /// How wide the picture may be, in pixels of the SVG, if its layout can do something about it.
    pub width: Option<u32>,
    /// Where vertices stand.
    pub geometry: Geometry,
    /// The particles to show on vertices, their numbers in digits; none if it has no entries.
    pub particles: Vec<(VertexId, String)>,
    /// Whether an HTML page gets the first steps of the walk and the answers, which costs the time to solve.
    pub playable: bool,
    /// What the strategies of a game may decide.
    pub strategies: StrategySet,
    /// What a play that never exits is worth.
    pub endless_value: Value,
}

impl Default for DrawOptions {
    fn default() -> Self {
        let Options { strategies, endless_value, .. } = Options::default();
        let (geometry, particles) = (Geometry::default(), Vec::new());
        Self {
            show: Vec::new(),
            from: None,
            width: None,
            geometry,
            particles,
            playable: false,
            strategies,
            endless_value,
        }
    }
}

/// Why there is no drawing.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// Visits and strategies are those from a start.
    #[error(
        "{0} are those of one start, and the file names none; add a `start` line or give one with --from"
    )]
    NoStart(&'static str),
    /// There is no game.
    #[error("strategies are those of players, and no vertex belongs to Max or Min; leave out strategies")]
    NoPlayers,
    /// The start is not a vertex of the instance.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// The solvers had no answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<OutOfBudget> for DrawError {
    fn from(reason: OutOfBudget) -> Self {
        Self::Solve(reason.into())
    }
}

/// Draws `instance` with no limit on time.
pub fn draw(instance: &Instance, options: &DrawOptions) -> Result<Drawing, DrawError> {
    draw_within(instance, options, &mut Context::default()).map(Judged::into_answer)
}

/// Draws `instance`: every vertex and arc if it is small enough to be legible, else its exits by depth.
///
/// The vertices of players keep the switch that the file records, in everything but strategies and values.
///
/// Cost: O(|V| + |A|) for layout and scene, and what the overlays ask: that of [`solve_within`] for exits, visits and strategies,
/// of [`flows_within`](crate::flows_within) for return flows.
pub fn draw_within<'i>(
    given: &'i Instance,
    options: &DrawOptions,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Drawing>, DrawError> {
    let mut instance = given.clone();
    if let Some(from) = options.from {
        instance = instance.with_start(Some(from))?;
    }
    let legible = rotor_draw::is_legible(&instance);
    let mut overlays = Overlays::default();
    let shown: Vec<Show> = if legible { options.show.clone() } else { vec![Show::Exits] };
    let recorded = instance.clone().without_players();
    let mut unchecked = None;
    for show in shown {
        overlay(&mut overlays, show, &instance, &recorded, options, &mut unchecked, context)?;
    }
    if !options.particles.is_empty() {
        let mut particles = VertexMap::filled(instance.graph().vertex_count(), None);
        options.particles.iter().for_each(|(u, count)| particles[*u] = Some(count.clone()));
        overlays.particles = Some(particles);
    }
    context.stage(Stage::Draw);
    context.check_now()?;
    let scene = match overlays.exits.as_ref().filter(|_| !legible) {
        Some(exits) => {
            context.spend(instance.graph().arc_count() as u64)?;
            rotor_draw::density(&instance, exits)
        }
        None => {
            let (geometry, width) = (options.geometry.clone(), options.width.map(f64::from));
            let layout = Layout { geometry, width };
            let mut watch = |operations| context.spend(operations).is_ok();
            let scene = rotor_draw::picture_while(&instance, &overlays, &layout, &mut watch);
            scene.ok_or_else(|| stopped(context))?
        }
    };
    let notice = (!legible).then(|| too_large(&instance, &options.show));
    let page = if options.playable {
        page(&instance, &recorded, legible, options, context)?
    } else {
        Page::default()
    };
    let drawing = Drawing { instance, overlays, scene, page, notice };
    Ok(match unchecked {
        None => Judged::by_definition(given, drawing),
        Some(because) => Judged::unchecked(given, drawing, because),
    })
}

fn too_large(instance: &Instance, show: &[Show]) -> String {
    let (vertices, arcs) = (instance.graph().vertex_count(), instance.graph().arc_count());
    let left_out: Vec<&str> =
        show.iter().filter(|&&show| show != Show::Exits).map(|show| show.name()).collect();
    let left_out =
        if left_out.is_empty() { String::new() } else { format!(", without {}", left_out.join(", ")) };
    format!(
        "{vertices} vertices and {arcs} arcs are too many to be drawn one by one; the picture shows exits by depth{left_out}"
    )
}

fn overlay(
    overlays: &mut Overlays,
    show: Show,
    instance: &Instance,
    recorded: &Instance,
    options: &DrawOptions,
    unchecked: &mut Option<String>,
    context: &mut Context<'_>,
) -> Result<(), DrawError> {
    match show {
        Show::Flows => overlays.flows = Some(taken(flows_within(recorded, context)?, unchecked).flows),
        Show::Forest => {
            let forest = taken(forest_within(recorded, context)?, unchecked);
            let arcs = recorded.graph().vertices().map(|u| forest.last_departure(u).unwrap_or(ArcId::NONE));
            overlays.forest = Some(VertexMap::from_vec(arcs.collect()));
        }
        Show::Exits => overlays.exits = Some(taken(exits(recorded, context)?, unchecked)),
        Show::Visits => overlays.visits = Some(taken(visits(recorded, context)?, unchecked)),
        Show::Strategies => {
            overlays.strategies = Some(taken(strategies(instance, options, context)?, unchecked));
        }
        Show::Values => {
            overlays.values = Some(taken(values(instance, recorded, options, context)?, unchecked));
        }
    }
    Ok(())
}

/// The answer, after noting why it was not checked.
fn taken<T>(judged: Judged<'_, T>, unchecked: &mut Option<String>) -> T {
    if let Some(because) = judged.unchecked_because() {
        unchecked.get_or_insert_with(|| because.to_owned());
    }
    judged.into_answer()
}

fn exits<'i>(
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, VertexMap<Exit>>, DrawError> {
    let solution = solve_within(instance, Question::All, &Options::default(), context)?;
    let exits = VertexMap::from_vec(solution.exits().map(|row| row.exit).collect());
    Ok(solution.map(|_| exits))
}

/// How often the walk from the start uses each arc: those of a vertex in rotor order, from its rotor on.
fn visits<'i>(
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Vec<BigUint>>, DrawError> {
    let from = instance.start().ok_or(DrawError::NoStart("visits"))?;
    let solution = solve_within(instance, Question::From(from), &Options::default(), context)?;
    let graph = instance.graph();
    let mut visits = vec![BigUint::default(); graph.arc_count()];
    let departures = match solution.claim() {
        Some(Claim::Walk(walk)) => &walk.departures,
        Some(Claim::Trap(trap)) => &trap.departures,
        _ => return Ok(solution.map(|_| visits)),
    };
    for u in graph.vertices().filter(|&u| !graph.is_sink(u)) {
        for (a, uses) in instance.rotors().uses(graph, u, &departures[u]) {
            visits[a.index()] = uses;
        }
    }
    Ok(solution.map(|_| visits))
}

fn strategies<'i>(
    instance: &'i Instance,
    options: &DrawOptions,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Vec<ArcId>>, DrawError> {
    if instance.player_count() == 0 {
        return Err(DrawError::NoPlayers);
    }
    let from = instance.start().ok_or(DrawError::NoStart("strategies"))?;
    let solution = solve_within(instance, Question::From(from), &solving(options), context)?;
    let plays = solution.game().into_iter().flat_map(|game| &game.rows).filter_map(|row| row.play.as_ref());
    let decisions = plays.flat_map(|play| play.max.decisions.iter().chain(&play.min.decisions));
    let picked = decisions.filter_map(|(_, decision)| match decision {
        Decision::Start(a) | Decision::Always(a) => Some(*a),
        Decision::Order(arcs) => arcs.first().copied(),
        Decision::Bounce => None,
    });
    let mut picked: Vec<ArcId> = picked.collect();
    picked.sort_unstable();
    Ok(solution.map(|_| picked))
}

fn solving(options: &DrawOptions) -> Options {
    Options { strategies: options.strategies, endless_value: options.endless_value, ..Options::default() }
}

/// The value of each vertex; two values where players have no pure equilibrium.
fn values<'i>(
    instance: &'i Instance,
    recorded: &'i Instance,
    options: &DrawOptions,
    context: &mut Context<'_>,
) -> Result<Judged<'i, VertexMap<String>>, DrawError> {
    if instance.player_count() == 0 {
        let value = |(_, exit): (VertexId, &Exit)| match *exit {
            Exit::Sink(sink) => instance.value(sink),
            Exit::Trap(_) => options.endless_value,
        };
        let exits = exits(recorded, context)?;
        let values = exits.iter().map(|row| value(row).to_string()).collect();
        return Ok(exits.map(|_| VertexMap::from_vec(values)));
    }
    let solution = solve_within(instance, Question::All, &solving(options), context)?;
    let rows = solution.game().into_iter().flat_map(|game| &game.rows);
    let words = rows.map(|row| match row.value() {
        Some(value) => value.to_string(),
        None => format!("{}…{}", row.max_min, row.min_max),
    });
    let words = VertexMap::from_vec(words.collect());
    Ok(solution.map(|_| words))
}

/// At most this many steps can be played.
const MOST_STEPS: u64 = 10_000;

/// The first steps of the walk, and the answers in the words of the command line.
fn page(
    instance: &Instance,
    recorded: &Instance,
    legible: bool,
    options: &DrawOptions,
    context: &mut Context<'_>,
) -> Result<Page, DrawError> {
    let mut answers = Vec::new();
    if let Some(from) = instance.start() {
        let solution = solve_within(instance, Question::From(from), &solving(options), context)?;
        answers.push(("From the start".to_owned(), solution.to_string()));
    }
    if legible {
        let solution = solve_within(instance, Question::All, &solving(options), context)?;
        answers.push(("From every vertex".to_owned(), solution.to_string()));
    }
    let play = instance.start().filter(|_| legible).map(|from| {
        let stopping = StoppingGraph::of(recorded.graph());
        let mut walk = RotorWalk::new(&stopping, recorded.rotors(), from);
        let steps = (0..MOST_STEPS).map_while(|_| walk.step()).collect();
        Play { from, steps, halts: walk.has_halted() }
    });
    Ok(Page { play, answers })
}
