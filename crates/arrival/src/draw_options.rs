//! What a drawing shows and how, and why there may be none.

use crate::question::Options;
use crate::solve_error::SolveError;
use rotor_draw::Geometry;
use rotor_graph::{Misfit, Stop, StrategySet, Value, VertexId};

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

/// Which frame of which algorithm a drawing shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawnFrame {
    /// Its number; the first is 1.
    pub number: usize,
    /// Whether the algorithm is that of the pushes to the destination forest, not the one that finds the answer.
    pub pushes: bool,
    /// Whether the picture explains its marks.
    pub has_legend: bool,
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
    /// The frame of an algorithm at work to show, with the marks and numbers that stand there by then.
    pub frame: Option<DrawnFrame>,
    /// The particles to show on vertices, their numbers in digits; none if it has no entries.
    pub particles: Vec<(VertexId, String)>,
    /// Whether an HTML page gets the first steps of the walk and the answers, which costs the time to solve.
    pub playable: bool,
    /// What the strategies of a game may decide.
    pub strategies: StrategySet,
    /// The value of a play that never exits.
    pub endless_value: Value,
}

impl Default for DrawOptions {
    fn default() -> Self {
        let Options { strategies, endless_value, .. } = Options::default();
        let (geometry, frame, particles) = (Geometry::default(), None, Vec::new());
        Self {
            show: Vec::new(),
            from: None,
            width: None,
            geometry,
            frame,
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
    #[error("{0} need a start, and the file names none; add a `start` line or give one with --from")]
    NoStart(&'static str),
    /// There is no game.
    #[error("strategies need a player, but no vertex belongs to Max or Min; leave out strategies")]
    NoPlayers,
    /// No picture of every vertex and every arc is legible.
    #[error(
        "{vertices} vertices and {arcs} arcs are too many to be drawn one by one; leave them to Graphviz with --to dot"
    )]
    TooLarge {
        /// How many vertices there are.
        vertices: usize,
        /// How many arcs there are.
        arcs: usize,
    },
    /// A frame that there is not.
    #[error("the algorithm has {0} frames here; leave out --frame or name one of them")]
    NoFrame(usize),
    /// A frame has marks and numbers of its own.
    #[error("a frame of an algorithm has its own marks and numbers; leave out --frame or --show")]
    FrameAndShow,
    /// The start is not a vertex of the instance.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// The solvers had no answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<Stop> for DrawError {
    fn from(reason: Stop) -> Self {
        Self::Solve(reason.into())
    }
}
