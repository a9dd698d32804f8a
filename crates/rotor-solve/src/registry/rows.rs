//! The rows of the registry, one per solver. The first that accepts a question is the one that gets it.

use super::{GameSolver, Solver, Sweeps};
use crate::game;
use crate::general::{exit_by_blocks, exit_by_flow, forest_by_blocks, forest_by_flows, route_by_flow};
use crate::particles::route_in_bulk;
use crate::path::{exit_pattern_claim, route_on_path};
use crate::push::push_to_forest;
use crate::tree::{
    complete_destination, exit_on_tree, fast_exit_within, fast_exits_within, fast_flows_within,
};
use crate::walk::simulate;
use rotor_graph::{BlockTree, Class, Classified, PathGraph, SimpleTreeLike, TreeLike};

const TREES: &[Class] = &[Class::Trapped, Class::Path, Class::SimpleTreeLike, Class::TreeLike];
pub(super) const ANY: &[Class] = &Class::ALL;

/// All solvers.
pub static SOLVERS: &[Solver] = &[
    Solver {
        id: "tree",
        sentence: "return flows; from one start a short walk first",
        accepts: TREES,
        sweeps: Some(Sweeps { exit: fast_exit_within, exits: fast_exits_within, flows: fast_flows_within }),
        exit: Some(|piece, rotors, from, budget| Ok(exit_on_tree(tree(piece), rotors, from, budget)?)),
        exit_pattern: Some(|piece, rotors, budget| {
            Ok(complete_destination(tree(piece), rotors, budget)?.into_claim(tree(piece)))
        }),
        cost: "O(|A|) operations on integers of O(|A|) bits",
        source: "[ACD22, `CDA`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "path",
        sentence: "closed form on the simple path",
        accepts: &[Class::Path],
        exit_pattern: Some(|piece, rotors, _| Ok(exit_pattern_claim(path(piece), rotors))),
        route: Some(|piece, rotors, particles, _| Ok(route_on_path(path(piece), rotors, particles))),
        cost: "O(|V|) operations on integers of the size of the counts",
        source: "[ACD22, `ExitCharact`, `sec:multiparticles`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "blocks",
        sentence: "return flows of blocks, in turns with the walk or with cycle pushing",
        accepts: &[Class::Cactus, Class::SmallBlocks],
        exit: Some(|piece, rotors, from, budget| Ok(exit_by_blocks(piece.stopping(), rotors, from, budget)?)),
        exit_pattern: Some(|piece, rotors, budget| {
            Ok(forest_by_blocks(blocks(piece), rotors, budget)?.into_claim(piece.stopping()))
        }),
        cost: "O(|A|) operations, and for each vertex c of a block B O(log r) runs of many particles in B − c: polynomial for cacti",
        source: "return flows [ACD22, `DefRN`] of blocks in place of edges",
        ..NO_QUESTIONS
    },
    Solver {
        id: "linear",
        sentence: "a short walk, then flows by strong components: division, path, tree; else guess, annihilate, bisect",
        accepts: ANY,
        exit: Some(|piece, rotors, from, budget| Ok(exit_by_flow(piece.stopping(), rotors, from, budget)?)),
        exit_pattern: Some(|piece, rotors, budget| {
            Ok(forest_by_flows(piece.stopping(), rotors, budget)?.into_claim(piece.stopping()))
        }),
        route: Some(|piece, rotors, particles, budget| {
            Ok(route_by_flow(piece.stopping(), rotors, particles, budget)?)
        }),
        cost: "O(|A|) operations if one particle meets only trees; no polynomial bound is known for all graphs",
        source: "switching flows [Dohrau et al. 2017], bisection [Gärtner, Haslebacher, Hoang 2021]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "walk",
        sentence: "plain simulation",
        accepts: ANY,
        exit: Some(|piece, rotors, from, budget| Ok(simulate(piece.stopping(), rotors, from, budget)?)),
        cost: "the number of steps: exponential at worst",
        source: "[ACD22, `lem:finiteRotorWalk`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "push",
        sentence: "cycle pushing",
        accepts: ANY,
        exit_pattern: Some(|piece, rotors, budget| {
            Ok(push_to_forest(piece.stopping(), rotors, budget)?.into_claim(piece.stopping()))
        }),
        cost: "the number of turns: exponential at worst",
        source: "[ACD22, `finitePush`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "bulk",
        sentence: "all particles of a vertex at once",
        accepts: ANY,
        route: Some(|piece, rotors, particles, budget| {
            Ok(route_in_bulk(piece.stopping(), rotors, particles, budget)?)
        }),
        cost: "logarithmic in the particles, exponential in |V| at worst",
        source: "the definition",
        ..NO_QUESTIONS
    },
    Solver {
        id: "game",
        sentence: "pairs of value and return flow, by bisection",
        accepts: TREES,
        game: Some(GameSolver {
            one_start: |question, piece, from, budget| {
                Ok(game::answer_on_tree(question, tree(piece), from, budget)?)
            },
            all_starts: |question, piece, budget| {
                Ok(game::answer_all_on_tree(question, tree(piece), budget)?)
            },
        }),
        cost: "O(|A| log |S₀|) operations on integers of O(|A|) bits",
        source: "[ACD22, `thm:opt_complex`, `thm:pure_eq`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "simple",
        sentence: "access flows for one player; pairs by comparisons only for all starts",
        accepts: &[Class::Path, Class::SimpleTreeLike],
        game: Some(GameSolver {
            one_start: |question, piece, from, budget| {
                game::answer_on_simple(question, simple(piece), from, budget)
            },
            all_starts: |question, piece, budget| game::answer_all_on_simple(question, simple(piece), budget),
        }),
        cost: "one start O(|V|), all starts O(|V| · |S₀|) at worst, additions of integers of O(|V|) bits; no division",
        source: "[ACD22, `subsubsec:1PSimpleInt`, `OptiRetroSimple`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "exhaustive",
        sentence: "every pair of strategies played; one player alone decides on the way; free players on all states",
        accepts: ANY,
        game: Some(GameSolver {
            one_start: |question, piece, from, budget| {
                game::answer_by_search(question, piece.stopping(), from, budget)
            },
            all_starts: |question, piece, budget| {
                game::answer_all_by_search(question, piece.stopping(), budget)
            },
        }),
        cost: "all strategies of both players, a walk each; at most 2²² pairs of orders, 2²⁰ states",
        source: "the definition; reachability games on states [Fearnley et al. 2021]",
        unproved_because: Some(
            "the exhaustive search is the definition of a game's value and leaves no certificate",
        ),
        ..NO_QUESTIONS
    },
];

/// What a row starts from.
const NO_QUESTIONS: Solver = Solver {
    id: "",
    sentence: "",
    accepts: &[],
    cost: "",
    source: "",
    unproved_because: None,
    sweeps: None,
    exit: None,
    exit_pattern: None,
    route: None,
    game: None,
};

/// The tree of a row that accepts trees only.
fn tree<'p, 's, 'g>(piece: &'p Classified<'s, 'g>) -> &'p TreeLike<'s, 'g> {
    piece.tree_like().expect("the row accepts tree-like graphs only")
}

/// The tree of blocks of a row that accepts cacti and small blocks only.
fn blocks<'p, 's, 'g>(piece: &'p Classified<'s, 'g>) -> &'p BlockTree<'s, 'g> {
    match piece {
        Classified::Cactus(blocks) | Classified::SmallBlocks(blocks) => blocks,
        _ => unreachable!("the row accepts cacti and small blocks only"),
    }
}

/// The simple tree of a row that accepts simple trees only.
fn simple<'p, 's, 'g>(piece: &'p Classified<'s, 'g>) -> &'p SimpleTreeLike<'s, 'g> {
    match piece {
        Classified::Path(path) => path.simple(),
        Classified::SimpleTreeLike(simple) => simple,
        _ => unreachable!("the row accepts simple tree-like graphs only"),
    }
}

/// The path of a row that accepts paths only.
fn path<'p, 's, 'g>(piece: &'p Classified<'s, 'g>) -> &'p PathGraph<'s, 'g> {
    match piece {
        Classified::Path(path) => path,
        _ => unreachable!("the row accepts paths only"),
    }
}
