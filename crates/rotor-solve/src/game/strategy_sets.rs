//! The sets of strategies: what the owner of one vertex secures when it picks a start, an order, or every step.

use super::optimal_choice::optimal_choice;
use super::preference::wanted_by;
use super::vertex_view::VertexView;
use rotor_graph::{Count, Decision, Owner, Pair, StrategySet};

/// The rules of a binary game at every vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rules {
    /// What strategies may decide.
    pub(crate) set: StrategySet,
    /// Whether Max wins a play that never exits.
    pub(crate) endless_wins: bool,
}

/// What a vertex is good for, and the decision that makes it so; none if any decision does.
pub(crate) type Secured = (Pair, Option<Decision>);

impl Rules {
    /// The best pair of `owner` at a vertex, with the head number `back` as its parent.
    ///
    /// Time O(d(v)) operations.
    pub(crate) fn best(
        self,
        at: &VertexView<'_>,
        owner: Owner,
        pairs: &[Pair],
        back: Option<usize>,
    ) -> Secured {
        match (wanted_by(owner), self.set) {
            (Some(wanted), StrategySet::Order) => self.best_order(at, wanted, pairs, back),
            (Some(wanted), StrategySet::Free) => self.best_arc(at, wanted, pairs, back),
            _ => match optimal_choice(at, owner, pairs, back) {
                Some(choice) => (choice.pair, Some(Decision::Start(choice.start))),
                None => (self.endless(back), None),
            },
        }
    }

    /// Everything but the parent always comes back: so does the particle, or the play is endless.
    pub(crate) fn endless(self, back: Option<usize>) -> Pair {
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
