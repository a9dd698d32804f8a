//! Arrangements: what a player can make of the arcs of a vertex before the play begins.

use rotor_graph::{ArcId, Decision, Instance, Player, StoppingGraph, Strategy, StrategySet, VertexId};

/// All that a player can decide at one vertex: heads in the order in which they are used, the file's own order first.
#[derive(Clone, Debug)]
pub(crate) struct Arrangements {
    pub(crate) vertex: VertexId,
    pub(crate) heads: Vec<Vec<VertexId>>,
    decisions: Vec<Decision>,
}

impl Arrangements {
    /// At every vertex of `player` that is active; `set` must not be free, and [`count`] says how much it will be.
    pub(crate) fn of(
        instance: &Instance,
        stopping: &StoppingGraph<'_>,
        player: Player,
        set: StrategySet,
    ) -> Vec<Self> {
        let own = instance.owned_by(player).filter(|&u| stopping.is_active(u));
        own.map(|u| if set == StrategySet::Order { orders(instance, u) } else { starts(instance, u) })
            .collect()
    }
}

/// How many pairs of strategies there are; as a float, because it says only whether a search is feasible.
pub(crate) fn count(instance: &Instance, stopping: &StoppingGraph<'_>, set: StrategySet) -> f64 {
    let owned = [Player::Max, Player::Min].into_iter().flat_map(|player| instance.owned_by(player));
    let ways = |u: VertexId| {
        let degree = instance.graph().out_degree(u);
        if set != StrategySet::Order {
            return f64::from(degree);
        }
        // The multinomial coefficient of the multiplicities of heads.
        let mut heads = instance.graph().heads(u).to_vec();
        heads.sort_unstable();
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        heads.chunk_by(|a, b| a == b).fold(factorial(degree), |ways, run| ways / factorial(run.len() as u32))
    };
    owned.filter(|&u| stopping.is_active(u)).map(ways).product()
}

/// The arcs of `u` from its rotor on.
fn arcs_from_rotor(instance: &Instance, u: VertexId) -> Vec<ArcId> {
    let mut arcs: Vec<ArcId> = instance.graph().out_arcs(u).collect();
    arcs.rotate_left(instance.rotors().position(instance.graph(), u) as usize);
    arcs
}

fn starts(instance: &Instance, vertex: VertexId) -> Arrangements {
    let graph = instance.graph();
    let mut arcs = arcs_from_rotor(instance, vertex);
    let (mut heads, mut decisions) = (Vec::new(), Vec::new());
    for _ in 0..arcs.len() {
        heads.push(arcs.iter().map(|&a| graph.head(a)).collect());
        decisions.push(Decision::Start(arcs[0]));
        arcs.rotate_left(1);
    }
    Arrangements { vertex, heads, decisions }
}

/// Parallel arcs are not told apart: they stand in the file's order.
fn orders(instance: &Instance, vertex: VertexId) -> Arrangements {
    let graph = instance.graph();
    let arcs = arcs_from_rotor(instance, vertex);
    let own: Vec<VertexId> = arcs.iter().map(|&a| graph.head(a)).collect();
    let mut order = own.clone();
    order.sort_unstable();
    let mut heads = vec![own.clone()];
    loop {
        if order != own {
            heads.push(order.clone());
        }
        if !next_permutation(&mut order) {
            break;
        }
    }
    let decision = |heads: &Vec<VertexId>| {
        let mut left = arcs.clone();
        let take = |head: &VertexId| {
            let at = left.iter().position(|&a| graph.head(a) == *head);
            left.remove(at.expect("an order has the heads of the arcs"))
        };
        Decision::Order(heads.iter().map(take).collect())
    };
    let decisions = heads.iter().map(decision).collect();
    Arrangements { vertex, heads, decisions }
}

/// The next one in lexicographic order, if there is one.
fn next_permutation(order: &mut [VertexId]) -> bool {
    let Some(at) = order.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let next = order.iter().rposition(|head| *head > order[at]).expect("the one after it is larger");
    order.swap(at, next);
    order[at + 1..].reverse();
    true
}

/// The strategy of these choices; vertices that are not among them keep the file's own.
pub(crate) fn strategy(
    instance: &Instance,
    player: Player,
    set: StrategySet,
    made: impl Fn(VertexId) -> Option<Decision>,
) -> Strategy {
    let own = |u| match set {
        StrategySet::Order => Decision::Order(arcs_from_rotor(instance, u)),
        _ => Decision::Start(instance.rotors().rotor(u)),
    };
    let decisions = instance.owned_by(player).map(|u| (u, made(u).unwrap_or_else(|| own(u))));
    Strategy { player, decisions: decisions.collect() }
}

impl Arrangements {
    /// The decision behind arrangement number `choice`.
    pub(crate) fn decision(&self, choice: usize) -> Decision {
        self.decisions[choice].clone()
    }
}
