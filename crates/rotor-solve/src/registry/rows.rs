//! The rows of the registry, one per solver. The first that accepts a question is the one that gets it.

use super::functions::{Any, Blocks, Functions, Game, Paths, SimpleTrees, Trees};
use super::solver::{Solver, Sweeps};
use crate::game;
use crate::general::{exit_by_blocks, exit_by_flow, forest_by_blocks, forest_by_flows, route_by_flow};
use crate::particles::route_in_bulk;
use crate::path::{exit_pattern_claim, route_on_path};
use crate::push::push_to_forest;
use crate::tree::{exit_on_tree, exits, flows, large_flows, one_start};
use crate::walk::simulate;
use rotor_graph::Claim;

/// All solvers.
pub static SOLVERS: &[Solver] = &[
    Solver {
        id: "tree",
        sentence: "return flows; from one start a short walk first",
        sweeps: Some(Sweeps { exit: one_start, exits, flows }),
        functions: &Functions::<Trees> {
            exit: Some(|tree, rotors, tick| Ok(exit_on_tree(tree, rotors, tick)?)),
            exit_pattern: Some(|tree, rotors, tick| {
                Ok(Claim::Flows(large_flows(tree, rotors, tick)?.into_claim()))
            }),
            ..Functions::NONE
        },
        cost: "O(|A|) operations on integers of O(|A|) bits",
        source: "[ACD22, `CDA`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "path",
        sentence: "closed form on the simple path",
        functions: &Functions::<Paths> {
            exit_pattern: Some(|path, rotors, _| Ok(exit_pattern_claim(path, rotors))),
            route: Some(|path, rotors, particles, _| Ok(route_on_path(path, rotors, particles))),
            ..Functions::NONE
        },
        cost: "O(|V|) operations on integers of the size of the counts",
        source: "[ACD22, `ExitCharact`, `sec:multiparticles`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "blocks",
        sentence: "return flows of blocks, in turns with the walk or with cycle pushing; many particles by flows first",
        functions: &Functions::<Blocks> {
            exit: Some(|blocks, rotors, tick| {
                Ok(exit_by_blocks(blocks.stopping(), rotors, blocks.root(), tick)?)
            }),
            exit_pattern: Some(|blocks, rotors, tick| {
                Ok(Claim::Forest(forest_by_blocks(blocks, rotors, tick)?.into_claim(blocks.stopping())))
            }),
            route: Some(|blocks, rotors, particles, tick| {
                Ok(route_by_flow(blocks.stopping(), rotors, particles, tick)?)
            }),
            ..Functions::NONE
        },
        cost: "O(|A|) operations, and for each vertex c of a block B O(log r) runs of many particles in B − c, r being the \
               return flow of B at c: polynomial for cacti; many particles there: a flow, and O(|A|) single ones",
        source: "return flows [ACD22, `DefRN`] of blocks in place of edges",
        ..NO_QUESTIONS
    },
    Solver {
        id: "flow",
        aliases: &["linear"],
        sentence: "a short walk, then flows by strong components: division, path, tree; else guess, annihilate, bisect",
        functions: &Functions::<Any> {
            exit: Some(|graph, rotors, tick| Ok(exit_by_flow(&graph, rotors, graph.root(), tick)?)),
            exit_pattern: Some(|graph, rotors, tick| {
                Ok(Claim::Forest(forest_by_flows(graph, rotors, tick)?.into_claim(graph)))
            }),
            route: Some(|graph, rotors, particles, tick| Ok(route_by_flow(graph, rotors, particles, tick)?)),
            ..Functions::NONE
        },
        cost: "O(|A|) operations if one particle meets only trees; as long as the eliminations fit the memory, polynomial if one \
               vertex is on all cycles, and for ends, not runs, if two that are found leave no cycle, or one or two a forest; no \
               polynomial bound is known for all graphs; up to some million operations, 2.5 times the cheaper of walk and search, \
               or 5 times a plan of separators or layers whose probes are short",
        source: "switching flows [Dohrau et al. 2017], bisection [Gärtner, Haslebacher, Hoang 2021]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "walk",
        sentence: "plain simulation",
        functions: &Functions::<Any> {
            exit: Some(|graph, rotors, tick| Ok(simulate(&graph, rotors, graph.root(), tick)?)),
            ..Functions::NONE
        },
        cost: "the number of steps: exponential at worst",
        source: "[ACD22, `lem:finiteRotorWalk`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "push",
        sentence: "cycle pushing",
        functions: &Functions::<Any> {
            exit_pattern: Some(|graph, rotors, tick| {
                Ok(Claim::Forest(push_to_forest(graph, rotors, tick)?.into_claim(graph)))
            }),
            ..Functions::NONE
        },
        cost: "the number of turns: exponential at worst",
        source: "[ACD22, `finitePush`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "bulk",
        sentence: "all particles of a vertex at once",
        functions: &Functions::<Any> {
            route: Some(|graph, rotors, particles, tick| Ok(route_in_bulk(graph, rotors, particles, tick)?)),
            ..Functions::NONE
        },
        cost: "O(d(u)) operations each time a vertex u is emptied; no bound on how often that is has been proved but the number \
               of steps",
        source: "the definition",
        ..NO_QUESTIONS
    },
    Solver {
        id: "game",
        sentence: "pairs of value and return flow, by bisection",
        functions: &Functions::<Trees> {
            game: Some(Game {
                one_start: |question, tree, tick| Ok(game::answer_on_tree(question, tree, tick)?),
                all_starts: |question, tree, tick| Ok(game::answer_all_on_tree(question, tree, tick)?),
            }),
            ..Functions::NONE
        },
        cost: "one start O(|A| log |S₀|), all starts O(|A| · |S₀|) at worst, operations on integers of O(|A|) bits",
        source: "[ACD22, `thm:opt_complex`, `thm:pure_eq`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "simple",
        sentence: "access flows for one player; pairs by comparisons only for all starts",
        functions: &Functions::<SimpleTrees> {
            game: Some(Game {
                one_start: |question, simple, tick| game::answer_on_simple(question, simple, tick),
                all_starts: |question, simple, tick| game::answer_all_on_simple(question, simple, tick),
            }),
            ..Functions::NONE
        },
        cost: "one start O(|V|), for one player only; all starts O(|V| · |S₀|) at worst; additions of integers of O(|V|) bits, no \
               division",
        source: "[ACD22, `subsubsec:1PSimpleInt`, `OptiRetroSimple`]",
        ..NO_QUESTIONS
    },
    Solver {
        id: "exhaustive",
        sentence: "every pair of strategies played; one player alone decides on the way; free players on all states",
        functions: &Functions::<Any> {
            game: Some(Game {
                one_start: |question, graph, tick| {
                    game::answer_by_search(question, &graph, graph.root(), tick)
                },
                all_starts: |question, graph, tick| game::answer_all_by_search(question, graph, tick),
            }),
            ..Functions::NONE
        },
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
    aliases: &[],
    sentence: "",
    cost: "",
    source: "",
    unproved_because: None,
    sweeps: None,
    functions: &Functions::<Any>::NONE,
};
