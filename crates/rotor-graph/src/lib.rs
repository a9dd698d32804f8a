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
mod amount;
mod block_tree;
mod blocks_claim;
mod claim;
mod class;
mod configuration;
mod count;
mod count_notation;
mod decimal;
mod draft;
mod facts;
mod flaw;
mod flaw_rule;
mod forest_class;
mod game;
mod ids;
mod instance;
mod interner;
mod lattice;
mod listing;
mod multigraph;
mod name_hash;
mod name_index;
mod name_table;
mod names;
mod natural;
mod notation;
mod path_graph;
mod position;
mod prefetch;
mod return_flows;
mod reverse_walk;
mod rooted;
mod rotor_order;
mod rotor_walk;
mod routine_claim;
mod routing;
mod short_walk;
mod simple_digraph;
mod simple_tree_like;
mod sink_reach;
mod stopping;
mod strategy;
mod strong_components;
mod tick;
mod trap;
mod tree_like;
mod undirected;
mod uses;

pub use algebra_claim::{
    AlgebraClaim, ClassClaim, Firings, GroupClaim, HarmonicClaim, IdentityClaim, OtherClass, Relations,
    StabilisationClaim, TourClaim,
};
pub use amount::amount;
pub use block_tree::{BlockId, BlockTree};
pub use blocks_claim::{BlockReturns, BlocksClaim, KeptProof};
pub use claim::{Amounts, Claim, FlowClaim, FlowShape, FlowsClaim, ForestClaim, GameClaim, Moment};
pub use class::{Acyclic, Class, Classified};
pub use configuration::{Configuration, PartialConfiguration};
pub use count::{Count, NotACount, parse_natural};
pub use count_notation::{BadCount, parse_count};
pub use draft::{Draft, Site};
pub use flaw::{Flaw, FlawList, Flaws, Place, Unread, quoted};
pub use flaw_rule::FlawRule;
pub use game::{MOST_VALUE, Owner, Pair, PairEntry, PairTable, Player, Value, is_value};
pub use ids::{ArcId, VertexId, VertexMap};
pub use instance::{Instance, Misfit};
pub use lattice::{AggregateClaim, Lattice};
pub use listing::Listing;
pub use multigraph::{Multigraph, NotAMultigraph, ReversedArcs};
pub use name_index::NameIndex;
pub use names::Names;
pub use natural::Natural;
pub use notation::{Written, parse, parse_bytes, write_name};
pub use path_graph::PathGraph;
pub use position::position_after;
pub use prefetch::prefetch;
pub use return_flows::{Flow, NotReturnFlows, ReturnFlows};
pub use reverse_walk::{Past, ReverseWalk};
pub use rooted::{AtRoot, Rooted};
pub use rotor_walk::RotorWalk;
pub use routine_claim::{LastDeparture, RoutineClaim};
pub use routing::{Rule, move_particle, route, unroute};
pub use short_walk::ShortWalkClaim;
pub use simple_digraph::SimpleDigraph;
pub use simple_tree_like::{NotSimple, SimpleTreeLike};
pub use stopping::{Exit, StoppingGraph};
pub use strategy::{Decision, Strategy, StrategySet};
pub use strong_components::strong_components;
pub use tick::{Event, FlowProgress, Limit, Stop, StopAfter, Tick};
pub use trap::Traps;
pub use tree_like::{NotTreeLike, TreeLike};
pub use undirected::UndirectedGraph;
pub use uses::shares;
