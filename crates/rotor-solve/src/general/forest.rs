//! All starts of any graph: cycle pushes, and flows where there would be too many of them.

use super::blocks::{BlockTree, block_flows};
use super::pushing_all::PushingAll;
use super::switching_flow::run_inside;
use crate::push::{Pushing, TurnedToForest};
use crate::turns::{First, in_turns};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Configuration, Event, Multigraph, Stop, StoppingGraph, Tick, VertexId, VertexMap};
use std::cmp::Reverse;
use std::collections::VecDeque;

/// How many turns a start may take, for each vertex, before a flow is sought beside them.
const TURNS_A_VERTEX: u64 = 4;

/// Turns rotors in cycles until they form none.
///
/// Follows rotors from every vertex and pushes each cycle it closes, as
/// [`push_to_forest`](crate::push::push_to_forest) does. If a start needs more turns than a few for each vertex, the
/// pushes take turns with a search for the least flow of a particle from there: less the path of its last departures,
/// that is the circulation that all its cycle pushes would make [ACD22, `sinkconserv`], and the path is left. From the first
/// such start on, those that are farthest from where particles halt come first. If blocks are small, the pushes take turns with [`block_flows`] of the whole graph instead.
/// Time: for each start within a constant of the cheaper of its pushes and its flow.
pub fn forest_by_flows(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<TurnedToForest, Stop> {
    let graph = stopping.graph();
    let most = TURNS_A_VERTEX * graph.vertex_count() as u64 + 1_000;
    let mut turns = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    let mut pushing = Pushing::new(stopping, rotors);
    let mut starts: Box<dyn Iterator<Item = VertexId>> = Box::new(stopping.active_vertices());
    let mut blocks = None;
    let mut is_far_first = false;
    let mut by_flows = 0;
    while let Some(start) = starts.next() {
        pushing.start_at(start);
        let pushed = pushing.push(most, tick);
        if pushing.or_settled(pushed, tick)? {
            continue;
        }
        if *blocks.get_or_insert_with(|| are_small(stopping)) {
            let all = PushingAll { pushing, starts };
            let search = |tick: &mut dyn Tick| Ok(block_flows(stopping, rotors, tick)?.forest);
            return all.in_turns_with(search, tick);
        }
        // A flow costs about as much from anywhere, and the path it leaves leads past many starts if it is long.
        if !std::mem::replace(&mut is_far_first, true) {
            tick.tick((graph.vertex_count() + graph.arc_count()) as u64)?;
            starts = Box::new(
                farthest_first(stopping, std::iter::once(start).chain(starts).collect()).into_iter(),
            );
            continue;
        }
        let inside = graph.vertices().map(|v| stopping.is_active(v) && pushing.is_free(v)).collect();
        let inside = VertexMap::from_vec(inside);
        let before = pushing.clone();
        let search = |tick: &mut dyn Tick| run_inside(graph, &inside, &before.rotors, start, tick);
        let first = in_turns(&mut pushing, tick, search);
        if let First::Search(mut circles) = pushing.or_settled(first, tick)? {
            // What was pushed meanwhile is part of the circles.
            pushing = before;
            by_flows += 1;
            take_last_departures(graph, &pushing.rotors, start, &mut circles);
            for (v, circles) in circles.iter().filter(|(_, circles)| !circles.is_zero()) {
                turns[v] += circles;
                for _ in 0..(circles % graph.out_degree(v)).to_u32().unwrap_or(0) {
                    pushing.rotors.turn(graph, v);
                }
            }
            pushing.start_at(start);
            let pushed = pushing.push(most, tick);
            pushing.or_settled(pushed, tick)?;
        }
    }
    tick.observe(Event::Detail(format_args!(
        "starts answered by flows: {by_flows}; all others by cycle pushes"
    )));
    let pushed = pushing.into_pushed();
    pushed.turns.iter().filter(|(_, turned)| **turned > 0).for_each(|(v, &turned)| turns[v] += turned);
    Ok(TurnedToForest { forest: pushed.forest, turns })
}

/// These starts, those farthest from where particles halt first. Time O(|A| + |V| log |V|).
fn farthest_first(stopping: &StoppingGraph<'_>, mut starts: Vec<VertexId>) -> Vec<VertexId> {
    let graph = stopping.graph();
    let mut tails = VertexMap::filled(graph.vertex_count(), Vec::new());
    let mut distance = VertexMap::filled(graph.vertex_count(), u32::MAX);
    let mut queue = VecDeque::new();
    for u in stopping.active_vertices() {
        for &v in graph.heads(u) {
            if stopping.is_active(v) {
                tails[v].push(u);
            } else if distance[u] == u32::MAX {
                distance[u] = 1;
                queue.push_back(u);
            }
        }
    }
    while let Some(v) = queue.pop_front() {
        let further = distance[v] + 1;
        for &u in &tails[v] {
            if distance[u] == u32::MAX {
                distance[u] = further;
                queue.push_back(u);
            }
        }
    }
    starts.sort_by_key(|&u| Reverse(distance[u]));
    starts
}

/// Whether the blocks are so small that return flows of all of them cost little more than a look at the graph.
fn are_small(stopping: &StoppingGraph<'_>) -> bool {
    const SQUARES_A_VERTEX: u64 = 32;
    BlockTree::of(stopping).sum_of_squares() <= SQUARES_A_VERTEX * stopping.graph().vertex_count() as u64
}

/// Takes the path of the last departures of a particle from `start` out of its run: what is left circulates.
fn take_last_departures(
    graph: &Multigraph,
    rotors: &Configuration,
    start: VertexId,
    run: &mut VertexMap<BigUint>,
) {
    let mut u = start;
    while !run[u].is_zero() {
        run[u] -= 1u32;
        u = graph.head(rotors.rotor_after(graph, u, &run[u]));
    }
}
