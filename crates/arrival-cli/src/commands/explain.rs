//! `explain`: why a particle ends where it does, and the objects of the paper one at a time.

use crate::options::{Play, Reading, Source};
use crate::session::{Outputs, Session};
use arrival::request::{self, Ask, Counts, NamesList};
use arrival::{ExitCode, Fault};
use clap::Args;

/// Explain why the particle ends where it does, or show one object of the paper
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival explain --example fig-calc-rn --from u0 --frames\n  arrival explain --example fig-revolving-example --routine u --flows v1=4,v2=inf,v3=4\n  arrival explain --example fig-calc-rn --subtree u0,u2"
)]
pub(crate) struct Explain {
    #[command(flatten)]
    source: Source,
    /// Where the particle starts; by default where the file says
    #[arg(long, alias = "start", value_name = "VERTEX", allow_hyphen_values = true)]
    from: Option<String>,
    #[command(flatten)]
    play: Play,
    /// Show the algorithm at work: return flows, turns, pushes and binary games, one line each
    #[arg(long)]
    frames: bool,
    #[command(flatten)]
    object: Object,
    /// With --routine, the return flow of each head, such as v=3,w=inf; by default those of the graph
    #[arg(long, value_name = "HEAD=FLOW,…", requires = "routine")]
    flows: Option<Counts>,
    #[command(flatten)]
    reading: Reading,
}

/// The objects of the paper; one at a time.
#[derive(Args, Debug)]
#[group(multiple = false)]
struct Object {
    /// Show the revolving routine at a vertex: full turns, visits and the last departure
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    routine: Option<String>,
    /// Show the rotor order of a vertex: distances d and comparisons B from its rotor on
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    order: Option<String>,
    /// Print the (U, V)-subtree as a graph, with its return flow
    #[arg(long, value_name = "U,V", value_delimiter = ',', allow_hyphen_values = true)]
    subtree: Option<Vec<String>>,
    /// Show the access flows of a simple tree with at most one player
    #[arg(long)]
    access: bool,
    /// Show the optimal pairs (val*, r*) of a game on a tree-like graph
    #[arg(long)]
    pairs: bool,
    /// Show the cycles of the rotors, and how many pushes lead to the destination forest
    #[arg(long)]
    cycles: bool,
}

impl Explain {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, from, play: Play { strategies, endless_value }, frames, object, flows, reading } =
            self;
        let Object { routine, order, subtree, access, pairs, cycles } = object;
        let ask = Ask::Explain(request::Explain {
            from,
            strategies,
            endless_value,
            frames,
            routine,
            flows,
            order,
            subtree: subtree.map(NamesList),
            access,
            pairs,
            cycles,
        });
        session.ask(&reading.limits, Outputs::default(), || Ok((Some(source.input(&reading, session)?), ask)))
    }
}
