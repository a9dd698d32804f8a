//! Certification: the only way from a claim to a certified one.

use crate::certified::{Certified, unhurried};
use crate::refutation::Refutation;
use crate::stop_check::{StopCheck, Unproved};
use crate::{
    algebra, block_flows, destination_forest, equilibrium, return_flow_table, route, switching_flow, trap,
};
use rotor_graph::{
    BlocksClaim, Claim, FlowsClaim, ForestClaim, GameClaim, Instance, RouteClaim, TrapClaim, WalkClaim,
};

/// Proves a claim of any kind, or refutes it. The cost is that of the function for its kind.
pub fn certify(instance: &Instance, claim: Claim) -> Result<Certified<Claim>, Refutation> {
    unhurried(|go_on| certify_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true; it is called about every 2¹⁴ machine operations, and after every vertex whose
/// rows take longer.
///
/// ```
/// use rotor_certify::{Unproved, certify_within};
/// use rotor_graph::{Claim, VertexMap, WalkClaim, parse};
///
/// let instance = parse("u: s\nsink s")?;
/// let [from, exit] = ["u", "s"].map(|name| instance.vertex(name).unwrap());
/// let departures = VertexMap::from_vec([1u32, 0].map(Into::into).to_vec());
/// let claim = Claim::Walk(WalkClaim { from, exit, departures, steps: None });
/// assert!(certify_within(&instance, claim.clone(), &mut || true).is_ok());
/// assert_eq!(certify_within(&instance, claim, &mut || false), Err(Unproved::Stopped));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certify_within(
    instance: &Instance,
    claim: Claim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<Claim>, Unproved> {
    let stop_check = &mut StopCheck::of(go_on);
    match &claim {
        Claim::Walk(walk) => switching_flow::check(instance, walk, stop_check)?,
        Claim::Trap(trap) => trap::check(instance, trap, stop_check)?,
        Claim::Flows(flows) => return_flow_table::check(instance, flows, stop_check)?,
        Claim::Forest(forest) => destination_forest::check(instance, forest, stop_check)?,
        Claim::Blocks(blocks) => block_flows::check(instance, blocks, stop_check)?,
        Claim::Route(route) => route::check(instance, route, stop_check)?,
        Claim::Game(game) => equilibrium::check(instance, game, stop_check)?,
        Claim::Algebra(claim) => algebra::check(instance, claim, stop_check)?,
    }
    Ok(Certified::proved(claim))
}

/// Proves that a walk ends on the claimed sink, and after the claimed number of steps if there is one.
///
/// Time O(|V| + |A|) operations on integers no longer than a few bits more than the claim's; memory one of them
/// per vertex.
pub fn certify_walk(instance: &Instance, claim: WalkClaim) -> Result<Certified<WalkClaim>, Refutation> {
    unhurried(|go_on| switching_flow::check(instance, &claim, &mut StopCheck::of(go_on)))?;
    Ok(Certified::proved(claim))
}

/// Proves that a walk enters the claimed closed set without a sink, and after the claimed number of steps if there
/// is one. Cost as [`certify_walk`].
pub fn certify_trap(instance: &Instance, claim: TrapClaim) -> Result<Certified<TrapClaim>, Refutation> {
    unhurried(|go_on| trap::check(instance, &claim, &mut StopCheck::of(go_on)))?;
    Ok(Certified::proved(claim))
}

/// Proves the return flows and exits of all vertices of a graph that is tree-like once the claimed traps are cut.
///
/// Time O(|A|) operations on integers no longer than a few bits more than the claim's, and O((|V| + |A|) α(|V|))
/// others; memory O(|V| + |A|) machine words beside the claim.
pub fn certify_flows(instance: &Instance, claim: FlowsClaim) -> Result<Certified<FlowsClaim>, Refutation> {
    unhurried(|go_on| certify_flows_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true, which is called as by [`certify_within`].
pub fn certify_flows_within(
    instance: &Instance,
    claim: FlowsClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<FlowsClaim>, Unproved> {
    return_flow_table::check(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}

/// Proves the exits of all vertices of any graph by a circulation after which the rotors form no cycle. Cost as
/// [`certify_walk`].
pub fn certify_forest(instance: &Instance, claim: ForestClaim) -> Result<Certified<ForestClaim>, Refutation> {
    unhurried(|go_on| certify_forest_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true, which is called as by [`certify_within`].
pub fn certify_forest_within(
    instance: &Instance,
    claim: ForestClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<ForestClaim>, Unproved> {
    destination_forest::check(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}

/// Proves the blocks of any graph, their return flows, deadlines and last departures, and the exits of all vertices.
///
/// Time O(arcs in B) operations for each vertex of each block B, on integers no longer than a few bits more than the
/// claim's, and O((|V| + |A|) log |V|) others; memory O(|V| + |A|) machine words beside the claim.
pub fn certify_blocks(instance: &Instance, claim: BlocksClaim) -> Result<Certified<BlocksClaim>, Refutation> {
    unhurried(|go_on| certify_blocks_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true, which is called as by [`certify_within`].
pub fn certify_blocks_within(
    instance: &Instance,
    claim: BlocksClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<BlocksClaim>, Unproved> {
    block_flows::check(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}

/// Proves how many of many particles end on each sink and in each trap. Cost as [`certify_walk`].
pub fn certify_route(instance: &Instance, claim: RouteClaim) -> Result<Certified<RouteClaim>, Refutation> {
    unhurried(|go_on| certify_route_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true, which is called as by [`certify_within`].
pub fn certify_route_within(
    instance: &Instance,
    claim: RouteClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<RouteClaim>, Unproved> {
    route::check(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}

/// Proves the value of a game on a graph of which the start reaches a tree-like part, and that two strategies secure it.
///
/// Time O(|A|) operations on integers no longer than a few bits more than the claim's, and O(|V| + |A| log |A|) others;
/// memory O(|V| + |A|) machine words beside the claim.
pub fn certify_game(instance: &Instance, claim: GameClaim) -> Result<Certified<GameClaim>, Refutation> {
    unhurried(|go_on| certify_game_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true, which is called as by [`certify_within`].
pub fn certify_game_within(
    instance: &Instance,
    claim: GameClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<GameClaim>, Unproved> {
    equilibrium::check(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}
