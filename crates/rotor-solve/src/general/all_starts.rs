//! All starts of any graph: cycle pushes, and flows where there would be too many of them.

use super::blocks::BlockSweep;
use super::solve::{Components, Search, Wanted};
use crate::push::{Pushing, TurnedToForest};
use crate::race::{Task, race, turn};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{
    BlockTree, Configuration, Event, Multigraph, Stop, StoppingGraph, Tick, VertexId, VertexMap,
};
use std::cmp::Reverse;
use std::collections::VecDeque;

/// How many turns a start may take, for each vertex, before a flow is sought beside them.
const TURNS_A_VERTEX: u64 = 4;

/// Turns rotors in cycles until they form none.
///
/// Follows rotors from every vertex and pushes each cycle it closes, as
/// [`push_to_forest`](crate::push::push_to_forest) does. If a start needs more turns than a few for each vertex, the
/// pushes are raced against a search for the least flow of a particle from there: less the path of its last departures,
/// that is the circulation that all its cycle pushes would make [ACD22, `sinkconserv`], and the path is left. From the first
/// such start on, those that are farthest from where particles halt come first. If blocks are small, the pushes are raced
/// against [`block_flows`](super::block_flows) of the whole graph instead.
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
            tick.tick(4 * (graph.vertex_count() + graph.arc_count()) as u64)?;
            return push_beside_blocks(&BlockTree::of(stopping), rotors, pushing, &mut *starts, tick);
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
        let before = pushing.clone();
        let circles = push_beside_flow(&mut pushing, &VertexMap::from_vec(inside), start, tick);
        if let Some(mut circles) = pushing.or_settled(circles, tick)? {
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

/// Pushes from `start`, raced against a search for the flow of a particle from there among the vertices `inside`: its
/// departures, unless the pushes have come to an end before.
fn push_beside_flow(
    pushing: &mut Pushing<'_, '_>,
    inside: &VertexMap<bool>,
    start: VertexId,
    tick: &mut dyn Tick,
) -> Result<Option<VertexMap<BigUint>>, Stop> {
    let (graph, rotors) = (pushing.graph(), pushing.rotors.clone());
    let mut particle = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    particle[start] += 1u32;
    let components = Components::of(graph, inside, &rotors, &particle, tick)?;
    let search = Search::new(&components, &particle, Wanted::Run);
    let mut no_more = std::iter::empty();
    race(
        vec![
            Box::new(search.map(|flow| Some(flow.departures))),
            Box::new(pushing.all_from(&mut no_more).map(|()| None)),
        ],
        turn(graph.arc_count()),
        tick,
    )
}

/// The forest by pushes from the present start and from `starts`, raced against return flows of blocks.
pub(crate) fn push_beside_blocks(
    tree: &BlockTree<'_, '_>,
    rotors: &Configuration,
    mut pushing: Pushing<'_, '_>,
    starts: &mut dyn Iterator<Item = VertexId>,
    tick: &mut dyn Tick,
) -> Result<TurnedToForest, Stop> {
    let raced = race(
        vec![
            Box::new(BlockSweep::new(rotors, tree).map(|flows| Some(flows.forest))),
            Box::new(pushing.all_from(starts).map(|()| None)),
        ],
        turn(tree.stopping().graph().arc_count()),
        tick,
    );
    Ok(match pushing.or_settled(raced, tick)? {
        Some(forest) => {
            tick.observe(Event::Detail(format_args!("answered by a flow, in turns with cycle pushes")));
            forest
        }
        None => {
            tick.observe(Event::Detail(format_args!("answered by cycle pushes, in turns with a flow")));
            TurnedToForest::from_pushed(pushing.into_pushed())
        }
    })
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
