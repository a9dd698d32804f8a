//! Rotor graphs: multigraphs with rotor orders, configurations, rotor walks, and the `.rotor` notation.
//!
//! This crate holds the nouns of the subject, in the words of [ACD22] (Auger, Coucheney, Duhazé, *Polynomial Time
//! Algorithm for ARRIVAL on Tree-like Multigraphs*, 2022). It knows no files, clocks or terminals, and solves nothing.
//!
//! ```
//! let instance = rotor_graph::parse("u: v s\nv: u^2 t\nsink s\nsink t\nstart u")?;
//! let stopping = rotor_graph::StoppingGraph::of(instance.graph());
//! let mut walk = rotor_graph::RotorWalk::new(&stopping, instance.rotors(), instance.start().unwrap());
//! walk.run(1_000);
//! assert_eq!(instance.name(walk.particle()), "s");
//! # Ok::<(), rotor_graph::Flaws>(())
//! ```

mod algebra_claim;
mod block_tree;
mod claim;
mod class;
mod count;
mod count_notation;
mod draft;
mod flaw;
mod game;
mod ids;
mod instance;
mod interner;
mod multigraph;
mod names;
mod notation;
mod return_flows;
mod rooted;
mod strategy;
mod tick;
mod trap;
mod walk;

pub use algebra_claim::{
    AlgebraClaim, ClassClaim, Firings, GroupClaim, HarmonicClaim, IdentityClaim, OtherClass, Relations,
    StabilisationClaim, TourClaim,
};
pub use block_tree::{BlockId, BlockTree};
pub use claim::{
    AggregateClaim, Amounts, BlockReturns, BlocksClaim, Claim, FlowClaim, FlowShape, FlowsClaim, ForestClaim,
    GameClaim, KeptProof, LastDeparture, Lattice, Listing, Moment, RoutineClaim, ShortWalkClaim,
};
pub use class::{Acyclic, Class, Classified, NotSimple, PathGraph, SimpleTreeLike};
pub use count::{Count, Natural, NotACount, amount, parse_natural};
pub use count_notation::{BadCount, parse_count};
pub use draft::{Draft, Site};
pub use flaw::{Flaw, FlawList, FlawRule, Flaws, Place, Unread, quoted};
pub use game::{MOST_VALUE, Owner, Pair, PairEntry, PairTable, Player, Value, is_value};
pub use ids::{ArcId, VertexId, VertexMap, position_after, prefetch};
pub use instance::{Instance, Misfit};
pub use multigraph::{Multigraph, NotAMultigraph, ReversedArcs, SimpleDigraph, UndirectedGraph, shares};
pub use names::{NameIndex, Names};
pub use notation::{Written, parse, parse_bytes, write_name};
pub use return_flows::{Flow, NotReturnFlows, ReturnFlows};
pub use rooted::{AtRoot, NotTreeLike, Rooted, TreeLike};
pub use strategy::{Decision, Strategy, StrategySet};
pub use tick::{Event, FlowProgress, Limit, Stop, StopAfter, Tick};
pub use trap::{Exit, StoppingGraph, Traps, strong_components};
pub use walk::{
    Configuration, PartialConfiguration, Past, ReverseWalk, RotorWalk, Rule, move_particle, route, unroute,
};
