//! Binary games and plays on trees in integers of any size, without a layout: every initial arc is tried, and every neighbour
//! left out in turn.
//!
//! They are naive on purpose: the reference that the sweeps with owners are tested against. The view of one vertex with
//! the pairs of its heads is what [simple graphs](super::simple_binary_game_from_all) are solved with, too.

use super::binary::{BinaryGame, Threshold};
use super::choice::Choice;
use super::layout::GameTree;
use super::windows::{Windows, wanted_by};
use crate::tree::{LeastHeads, improved_revolving_routine};
use rotor_graph::{
    ArcId, Count, Decision, Exit, Multigraph, Owner, Pair, Player, SimpleDigraph, Stop, Strategy,
    StrategySet, Tick, Value, VertexId, VertexMap,
};

/// A vertex v with its arcs in rotor order, the rotor of the file first.
#[derive(Clone, Copy, Debug)]
pub struct VertexView<'a> {
    /// G.
    pub graph: &'a Multigraph,
    /// Ĝ.
    pub simple: &'a SimpleDigraph,
    /// v, which is not a sink.
    pub vertex: VertexId,
    /// ρ(v).
    pub rotor: ArcId,
}

impl<'a> VertexView<'a> {
    /// The arc this many turns after the rotor, fewer than one full turn.
    pub(crate) fn arc(&self, turns: usize) -> ArcId {
        let row = self.graph.arc_range(self.vertex);
        let at = self.rotor.index() + turns;
        ArcId::new(if at < row.end as usize { at as u32 } else { (at - row.len()) as u32 })
    }

    /// The number, within Γ⁺(v), of the head of every arc.
    pub(crate) fn head_numbers(&self) -> Vec<u32> {
        let row = self.simple.row(self.vertex).start;
        let degree = self.graph.out_degree(self.vertex) as usize;
        (0..degree).map(|turns| (self.simple.merged_arc(self.arc(turns)) - row) as u32).collect()
    }

    /// m(v, w) for each w of Γ⁺(v).
    pub(crate) fn multiplicities(&self) -> &'a [u32] {
        self.simple.multiplicities(self.vertex)
    }

    /// The heads by which the particle can leave for good, with the head number `back` always sending it back;
    /// none if every head does.
    pub(crate) fn least_heads(&self, pairs: &[Pair], back: Option<usize>) -> Option<LeastHeads> {
        let flows = pairs.iter().map(|pair| &pair.flow).enumerate();
        let flows = flows.map(|(at, flow)| if Some(at) == back { &Count::Infinite } else { flow });
        LeastHeads::among(flows, self.multiplicities())
    }
}

/// The reference implementation of [`optimal_choice`](super::optimal_choice): the routine from every initial arc. Time O(d(v)²) operations.
pub fn optimal_choice_by_trying(
    at: &VertexView<'_>,
    owner: Owner,
    pairs: &[Pair],
    back: Option<usize>,
) -> Option<Choice> {
    let flow = |(head, pair): (usize, &Pair)| {
        if Some(head) == back { Count::Infinite } else { pair.flow.clone() }
    };
    let flows: Vec<_> = pairs.iter().enumerate().map(flow).collect();
    let starts = if owner == Owner::Rotor { 1 } else { at.graph.out_degree(at.vertex) as usize };
    let mut best: Option<Choice> = None;
    for start in (0..starts).map(|turns| at.arc(turns)) {
        let revolution = improved_revolving_routine(at.graph, at.simple, at.vertex, start, &flows)?;
        let last = at.simple.merged_arc(revolution.last_departure) - at.simple.row(at.vertex).start;
        let visits = back.map(|back| revolution.visits_before(back, at.multiplicities()[back]));
        let pair = Pair { wins: pairs[last].wins, flow: Count::Finite(visits.unwrap_or_default() + 1u32) };
        let better = |best: &Choice| match wanted_by(owner) {
            None => false,
            Some(wanted) if pair.wins != best.pair.wins => pair.wins == wanted,
            Some(wanted) if pair.wins == wanted => pair.flow < best.pair.flow,
            Some(_) => pair.flow > best.pair.flow,
        };
        if best.as_ref().is_none_or(better) {
            best = Some(Choice { start, pair });
        }
    }
    best
}

/// The rules of a binary game at every vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rules {
    /// What strategies may decide.
    set: StrategySet,
    /// Whether Max wins a play that never exits.
    endless_wins: bool,
}

/// What a vertex is good for, and the decision that makes it so; none if any decision does.
type Secured = (Pair, Option<Decision>);

impl Rules {
    /// The best pair of `owner` at a vertex, with the head number `back` as its parent.
    ///
    /// Time O(d(v)²) operations.
    fn best(self, at: &VertexView<'_>, owner: Owner, pairs: &[Pair], back: Option<usize>) -> Secured {
        match (wanted_by(owner), self.set) {
            (Some(wanted), StrategySet::Order) => self.best_order(at, wanted, pairs, back),
            (Some(wanted), StrategySet::Free) => self.best_arc(at, wanted, pairs, back),
            _ => match optimal_choice_by_trying(at, owner, pairs, back) {
                Some(choice) => (choice.pair, Some(Decision::Start(choice.start))),
                None => (self.endless(back), None),
            },
        }
    }

    /// Everything but the parent always comes back: so does the particle, or the play is endless.
    fn endless(self, back: Option<usize>) -> Pair {
        let flow = if back.is_some() { Count::Infinite } else { Count::one() };
        Pair { wins: self.endless_wins, flow }
    }

    /// The owner picks the rotor order: a least head of the wanted value first, or else the parent. [ACD22] leaves the last
    /// departure out of the return flow: erratum E6.
    fn best_order(self, at: &VertexView<'_>, wanted: bool, pairs: &[Pair], back: Option<usize>) -> Secured {
        let Some(least) = at.least_heads(pairs, back) else { return (self.endless(back), None) };
        let heads = at.head_numbers();
        let good = |&&head: &&u32| least.contains(head as usize) && pairs[head as usize].wins == wanted;
        let multiplicity = back.map_or(0, |back| at.multiplicities()[back]);
        let (first, passed) = match heads.iter().find(good) {
            Some(&head) => (Some(head as usize), 0),
            None => (back, multiplicity),
        };
        let (front, rest): (Vec<_>, Vec<_>) =
            (0..heads.len()).partition(|&turns| Some(heads[turns] as usize) == first);
        let order = front.into_iter().chain(rest).map(|turns| at.arc(turns)).collect();
        let wins = if heads.iter().any(|head| good(&head)) { wanted } else { !wanted };
        (Pair { wins, flow: least.flow_back(multiplicity, passed) }, Some(Decision::Order(order)))
    }

    /// The owner picks an arc at every visit: to a head that keeps the particle where it is wanted, to one that makes a
    /// wanted play endless, or back for ever.
    fn best_arc(self, at: &VertexView<'_>, wanted: bool, pairs: &[Pair], back: Option<usize>) -> Secured {
        let heads = at.head_numbers();
        let arc_to = |good: &dyn Fn(&Pair) -> bool| {
            let fits = |&head: &u32| Some(head as usize) != back && good(&pairs[head as usize]);
            heads.iter().position(fits).map(|turns| Decision::Always(at.arc(turns)))
        };
        let kept = Pair { wins: wanted, flow: Count::one() };
        if let Some(stay) = arc_to(&|pair| pair.wins == wanted && pair.flow != Count::Infinite) {
            return (kept, Some(stay));
        }
        if self.endless_wins == wanted
            && let Some(circle) = arc_to(&|pair| pair.flow == Count::Infinite)
        {
            return (kept, Some(circle));
        }
        match back {
            Some(_) => (self.endless(back), Some(Decision::Bounce)),
            None => (Pair { wins: !wanted, flow: Count::one() }, None),
        }
    }
}

/// The reference implementation of [`binary_game`](super::binary_game).
///
/// Time O(|A|) operations on integers of O(|A|) bits; memory for one pair per arc of Ĝ.
pub fn binary_game_by_the_paper(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    threshold: Threshold,
    tick: &mut dyn Tick,
) -> Result<BinaryGame, Stop> {
    let graph = game.tree().stopping().graph();
    let rules = Rules { set, endless_wins: threshold.wins(game.endless_value()) };
    let mut pairs = game.leaf_pairs(threshold);
    let mut decisions = Vec::new();
    let mut wins = rules.endless_wins;
    for &v in game.reached().iter().rev() {
        tick.tick(u64::from(graph.out_degree(v)))?;
        let owner = game.instance().owner(v);
        let row = &pairs[game.simple().row(v)];
        let (pair, decision) = rules.best(&game.vertex_view(v), owner, row, game.back(v));
        if let (Owner::Player(_), Some(decision)) = (owner, decision) {
            decisions.push((v, decision));
        }
        match game.arc_from_parent(v) {
            Some(arc) => pairs[arc] = pair,
            None => wins = pair.wins,
        }
    }
    decisions.sort_unstable_by_key(|&(v, _)| v);
    Ok(BinaryGame { wins, decisions, pairs: game.table(&pairs) })
}

/// The reference implementation of [`binary_game_from_all`](super::binary_game_from_all).
///
/// Time O(d(v)³) operations at a vertex v on integers of O(|A|) bits; memory for one pair per arc of Ĝ.
pub fn binary_game_from_all_by_the_paper(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    threshold: Threshold,
    tick: &mut dyn Tick,
) -> Result<VertexMap<bool>, Stop> {
    let (tree, graph) = (game.tree(), game.tree().stopping().graph());
    let rules = Rules { set, endless_wins: threshold.wins(game.endless_value()) };
    let mut pairs = game.leaf_pairs(threshold);
    for &v in tree.order().iter().rev() {
        tick.tick(u64::from(graph.out_degree(v)))?;
        if let Some(arc) = game.arc_from_parent(v) {
            let row = &pairs[game.simple().row(v)];
            pairs[arc] = rules.best(&game.vertex_view(v), game.instance().owner(v), row, game.back(v)).0;
        }
    }
    let halted = |v| !tree.stopping().is_active(v) && threshold.wins(game.worth(v));
    let mut wins = VertexMap::from_vec(graph.vertices().map(halted).collect());
    for &v in tree.order() {
        tick.tick(u64::from(graph.out_degree(v)))?;
        if let (Some(parent), Some(arc), None) =
            (tree.parent(v), game.arc_to_parent(v), game.arc_from_parent(v))
        {
            // The parent never sends the particle back, so it is as good as a sink.
            pairs[arc] = Pair { wins: wins[parent], flow: Count::one() };
        }
        let (at, owner) = (game.vertex_view(v), game.instance().owner(v));
        let row = &pairs[game.simple().row(v)];
        wins[v] = rules.best(&at, owner, row, None).0.wins;
        let asked = |&w: &_| game.tree().parent(w) == Some(v) && game.arc_to_parent(w).is_some();
        if !game.simple().heads(v).iter().any(asked) {
            continue;
        }
        let back: Vec<Pair> = (0..row.len()).map(|head| rules.best(&at, owner, row, Some(head)).0).collect();
        for (back, &w) in back.into_iter().zip(game.simple().heads(v)) {
            if let (Some(arc), true) = (game.arc_to_parent(w), asked(&w)) {
                pairs[arc] = back;
            }
        }
    }
    Ok(wins)
}

/// The reference implementation of [`exit_of_play`](super::exit_of_play).
///
/// Time O(|A|) operations on integers of O(|A|) bits.
pub fn exit_of_play_by_the_paper(
    game: &GameTree<'_, '_, '_>,
    max: &Strategy,
    min: &Strategy,
    tick: &mut dyn Tick,
) -> Result<Option<Exit>, Stop> {
    let stopping = game.tree().stopping();
    let Some(&from) = game.reached().first() else { return Ok(None) };
    let mut pairs = game.leaf_pairs(Threshold::AtLeast(Value::MIN));
    let mut last: VertexMap<Option<VertexId>> = VertexMap::filled(stopping.graph().vertex_count(), None);
    for &v in game.reached().iter().rev() {
        tick.tick(u64::from(stopping.graph().out_degree(v)))?;
        let decision = match game.instance().owner(v) {
            Owner::Rotor => None,
            Owner::Player(Player::Max) => max.at(v),
            Owner::Player(Player::Min) => min.at(v),
        };
        let (flow, head) = departure(game, v, decision, &pairs[game.simple().row(v)]);
        last[v] = head.map(|head| game.simple().heads(v)[head]);
        if let Some(arc) = game.arc_from_parent(v) {
            pairs[arc].flow = flow;
        }
    }
    let mut particle = from;
    while let Some(next) = last[particle] {
        particle = next;
    }
    Ok(stopping.exit_at(particle))
}

/// The return flow of the arc from the parent of `v`, and the number of the head by which `v` is left for good.
fn departure(
    game: &GameTree<'_, '_, '_>,
    v: VertexId,
    decision: Option<&Decision>,
    pairs: &[Pair],
) -> (Count, Option<usize>) {
    let (mut at, back) = (game.vertex_view(v), game.back(v));
    let number = |arc| game.simple().merged_arc(arc) - game.simple().row(v).start;
    let heads: Vec<u32> = match decision {
        Some(Decision::Bounce) => return (Count::Infinite, None),
        Some(Decision::Always(arc)) => {
            let head = number(*arc);
            let flow = if Some(head) == back { Count::Infinite } else { Count::one() };
            return (
                flow,
                Some(head).filter(|&head| Some(head) != back && pairs[head].flow != Count::Infinite),
            );
        }
        Some(Decision::Order(arcs)) => arcs.iter().map(|&arc| number(arc) as u32).collect(),
        Some(Decision::Start(arc)) => {
            at.rotor = *arc;
            at.head_numbers()
        }
        None => at.head_numbers(),
    };
    let everything_returns = if back.is_some() { Count::Infinite } else { Count::one() };
    let Some(least) = at.least_heads(pairs, back) else { return (everything_returns, None) };
    let mut windows = Windows::new(&heads, &least.left, 1);
    let window = windows.next_window().expect("a vertex that is not a sink has an arc");
    let passed = back.map_or(0, |back| windows.occurs(back));
    let multiplicity = back.map_or(0, |back| at.multiplicities()[back]);
    (least.flow_back(multiplicity, passed), Some(heads[window.end] as usize))
}
