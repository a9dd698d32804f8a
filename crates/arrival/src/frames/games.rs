//! Frames of a game: the bisection over the values, and the optimal pairs of the game that decides.

use super::{Frame, Mark, Part, Recorder, Step};
use crate::words::{display_name, grouped};
use rotor_graph::{Decision, Owner, PairEntry, Player, Stop, StrategySet, Tick, TreeLike, Value, VertexId};
use rotor_solve::game::{BinaryGame, GameTree, Threshold, binary_game, bisect_values};

impl Recorder<'_> {
    /// Adds a frame for every binary game that the bisection asks for [ACD22, `subsec:oneP-integ`], and one for every
    /// optimal pair of the game "at least the value" [ACD22, `lem:propag_val`].
    pub(crate) fn add_bisection(
        &mut self,
        tree: &TreeLike<'_, '_>,
        set: StrategySet,
        endless_value: Value,
        tick: &mut dyn Tick,
    ) -> Result<(), Stop> {
        let Some(&from) = tree.order().first() else { return Ok(()) };
        let game = GameTree::new(self.instance, tree, endless_value);
        let values = game.values_from_first(set, tick)?;
        let mut frames = Part::default();
        let value = bisect_values(&values, |open, middle| {
            let played = binary_game(&game, set, Threshold::AtLeast(open[middle]), tick)?;
            frames.add(|| self.decided_game(from, open, middle, &played));
            Ok(played.wins)
        })?;
        self.frames.close(frames);
        if let Some(value) = value {
            let played = binary_game(&game, set, Threshold::AtLeast(value), tick)?;
            self.add_pairs(tree, value, &played);
        }
        Ok(())
    }

    fn decided_game(&self, from: VertexId, open: &[Value], middle: usize, played: &BinaryGame) -> Frame {
        let tried = open[middle];
        let left = if played.wins { &open[middle..] } else { &open[..middle] };
        let list = |values: &[Value]| match values {
            [first, .., last] if values.len() > 6 => format!("{first} … {last}"),
            values => values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        };
        let (answer, mark) = if played.wins { ("yes", Mark::Won) } else { ("no", Mark::Lost) };
        let words = format!(
            "The value is one of {}. Can Max secure at least {tried}? {answer}: {} left.",
            list(open),
            list(left)
        );
        let mut frame = Frame::new(Step::BinaryGame, words);
        frame.vertex(from, mark, Some(format!("≥ {tried}: {answer}")));
        frame
    }

    fn add_pairs(&mut self, tree: &TreeLike<'_, '_>, value: Value, played: &BinaryGame) {
        let mut entries = played.pairs.0.clone();
        entries.sort_by_key(|entry| (entry.from, entry.to));
        let mut frames = Part::default();
        for &v in tree.order().iter().rev() {
            let Some(p) = tree.parent(v) else { continue };
            let Ok(at) = entries.binary_search_by_key(&(p, v), |entry| (entry.from, entry.to)) else {
                continue;
            };
            frames.add(|| self.pair(value, &entries[at], &entries, played));
        }
        self.frames.close(frames);
    }

    /// The pair of one arc, from those behind it.
    fn pair(&self, value: Value, entry: &PairEntry, entries: &[PairEntry], played: &BinaryGame) -> Frame {
        let (graph, PairEntry { from, to, pair }) = (self.instance.graph(), entry);
        let [tail, head] = [from, to].map(|&u| display_name(self.instance, u));
        let wins = if pair.wins { "wins" } else { "loses" };
        let flow = grouped(&pair.flow.to_string());
        let decision = played.decisions.binary_search_by_key(to, |(u, _)| *u).ok();
        let choice = match (self.instance.owner(*to), decision.map(|at| &played.decisions[at].1)) {
            (Owner::Rotor, _) => String::new(),
            (Owner::Player(player), decision) => {
                let player = if player == Player::Max { "Max" } else { "Min" };
                match decision {
                    Some(Decision::Start(a) | Decision::Always(a)) => {
                        format!(", where {player} points at {}", display_name(self.instance, graph.head(*a)))
                    }
                    Some(Decision::Order(_)) => format!(", where {player} picks the order"),
                    Some(Decision::Bounce) => format!(", where {player} sends it back"),
                    None => String::new(),
                }
            }
        };
        let words = format!(
            "In \"at least {value}\", the subtree ({tail}, {head}) has val* = {}, r* = {flow}{choice}: Max {wins} if the \
             particle stays there.",
            u8::from(pair.wins)
        );
        let mut frame = Frame::new(Step::Pair, words);
        frame.vertex(*to, if pair.wins { Mark::Won } else { Mark::Lost }, None);
        let label = |pair: &rotor_graph::Pair| format!("{}, {}", u8::from(pair.wins), pair.flow);
        for (&w, a) in self.simple.heads(*to).iter().zip(self.first_arcs(*to)) {
            if let Ok(at) = entries.binary_search_by_key(&(*to, w), |entry| (entry.from, entry.to)) {
                frame.arc(*to, a, Mark::Used, Some(label(&entries[at].pair)));
            }
        }
        if let Some(Decision::Start(a) | Decision::Always(a)) = decision.map(|at| &played.decisions[at].1) {
            frame.arc(*to, *a, Mark::Chosen, None);
        }
        if let Some(at) = self.simple.arc(*from, *to) {
            let arc = self.first_arcs(*from)[at - self.simple.row(*from).start];
            frame.arc(*from, arc, Mark::Now, Some(label(pair)));
        }
        frame
    }
}
