//! Binary games, from one start or from all: the two sweeps over a layout, in any number, with owners.
//!
//! **What it uses.** What a vertex is good for to its parent p is the pair that its owner makes the best of; who wins
//! from it follows from that pair and the one of p seen from it.
//!
//! **What makes it fast.** As for rotors, vertices are renumbered breadth first; sinks never enter the order, but an arc to
//! one tells the rank of its worth. Vertices with few neighbours need no memory of their own. Flows are kept in 32 bits,
//! then in 64, then in integers of any size.

use super::choice::{Around, Counters, Move, PARENT, Rules, Secured};
use super::layout::GameTree;
use super::layout::{Layout, Place};
use crate::tree::layout::Marked;
use crate::tree::number::{Number, TooLarge};
use crate::tree::{Unswept, climb};
use rotor_graph::{
    ArcId, Count, Decision, Exit, Instance, Owner, PairEntry, PairTable, Player, Stop, Strategy, StrategySet,
    Tick, Value, VertexId, VertexMap,
};

/// A binary game that helps to decide an integer one [ACD22, `subsec:oneP-integ`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threshold {
    /// Can Max secure at least this?
    AtLeast(Value),
    /// Can Max secure more than this?
    MoreThan(Value),
}

impl Threshold {
    /// Whether Max wins the binary game with this value.
    pub fn wins(self, value: Value) -> bool {
        match self {
            Self::AtLeast(least) => value >= least,
            Self::MoreThan(bound) => value > bound,
        }
    }
}

/// A binary game solved from one start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BinaryGame {
    /// Whether Max wins.
    pub wins: bool,
    /// What the players decide, by vertex; vertices are missing where nothing depends on the decision.
    pub decisions: Vec<(VertexId, Decision)>,
    /// The optimal pairs, as the certificate of a game wants them.
    pub pairs: PairTable,
}

impl BinaryGame {
    /// What `player` decides.
    pub(crate) fn decisions_of<'a>(
        &'a self,
        instance: &'a Instance,
        player: Player,
    ) -> impl Iterator<Item = &'a (VertexId, Decision)> {
        self.decisions.iter().filter(move |(u, _)| instance.owner(*u) == Owner::Player(player))
    }
}

/// Plays the binary game of `threshold` from the first root of the tree [ACD22, `thm:opt_complex`, `sec:2P-B`].
///
/// From the leaves to the root every owner takes the best of what it can secure, seen from its parent: the best value
/// and, for that value, the return flow that suits it [ACD22, `lem:propag_val`]. At the root there is no parent.
///
/// Its reference implementation is [`binary_game_by_the_paper`](super::binary_game_by_the_paper). Time O(|A|) machine
/// operations if all flows fit a word, else O(|A|) operations on integers of O(|A|) bits; memory about 12 bytes per vertex
/// and the pairs.
pub fn binary_game(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    threshold: Threshold,
    tick: &mut dyn Tick,
) -> Result<BinaryGame, Stop> {
    let layout = game.layout(tick)?;
    let question = Question { layout, instance: game.instance(), rules: layout.rules(set, threshold) };
    climb([Question::played::<u32>, Question::played::<u64>, Question::played::<Count>], question, tick)
}

/// Whether Max wins the binary game of `threshold` from the first root, without saying how.
pub(crate) fn binary_value(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    threshold: Threshold,
    tick: &mut dyn Tick,
) -> Result<bool, Stop> {
    let layout = game.layout(tick)?;
    let question = Question { layout, instance: game.instance(), rules: layout.rules(set, threshold) };
    climb([Question::wins::<u32>, Question::wins::<u64>, Question::wins::<Count>], question, tick)
}

/// Whether Max wins the binary game of `threshold`, for every start.
///
/// Pairs in both directions: from the leaves to the roots as for one start, then from the roots to the leaves, where a
/// vertex finds its pairs towards all neighbours at once. [ACD22, `OptiRetroSimple`] does this on simple graphs only.
/// Strategies differ from start to start [ACD22, `simpleStrategy`].
///
/// Its reference implementation is [`binary_game_from_all_by_the_paper`](super::binary_game_from_all_by_the_paper). Time
/// O(|A|) machine operations if all flows fit a word, else O(|A|) operations on integers of O(|A|) bits.
pub fn binary_game_from_all(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    threshold: Threshold,
    tick: &mut dyn Tick,
) -> Result<VertexMap<bool>, Stop> {
    let layout = game.layout(tick)?;
    let question = Question { layout, instance: game.instance(), rules: layout.rules(set, threshold) };
    climb([Question::all::<u32>, Question::all::<u64>, Question::all::<Count>], question, tick)
}

/// The exit of the play of `max` against `min` from the first root of the tree; none if it never ends though it enters
/// no trap, as only players who pick every step can bring about.
///
/// The decisions make every vertex a rotor of its own kind; return flows then tell the last departure of each
/// [ACD22, `lem:valFromDT`]. Vertices without a decision keep their rotor.
///
/// Its reference implementation is [`exit_of_play_by_the_paper`](super::exit_of_play_by_the_paper). Time O(|A|) machine
/// operations if all flows fit a word, else O(|A|) on integers of O(|A|) bits, whatever the number of steps.
pub fn exit_of_play(
    game: &GameTree<'_, '_, '_>,
    max: &Strategy,
    min: &Strategy,
    tick: &mut dyn Tick,
) -> Result<Option<Exit>, Stop> {
    let layout = game.layout(tick)?;
    let decisions = layout.decisions_by_place(game.instance(), [max, min]);
    let play = Play { layout, instance: game.instance(), decisions: &decisions };
    let halt = climb([Play::halt::<u32>, Play::halt::<u64>, Play::halt::<Count>], play, tick)?;
    Ok(halt.and_then(|halt| game.tree().stopping().exit_at(halt)))
}

/// A binary game on a layout.
#[derive(Clone, Copy)]
struct Question<'q> {
    layout: &'q Layout,
    instance: &'q Instance,
    rules: Rules,
}

impl Question<'_> {
    /// Finds the pairs of the arcs from their parents to the vertices in `places`, a whole piece, and notes what owners
    /// decide.
    ///
    /// `won` tells who wins from the places of earlier pieces. Time O(|A|).
    fn pairs_below<N: Number>(
        self,
        places: std::ops::Range<usize>,
        won: &[bool],
        below: &mut [Secured<N>],
        tick: &mut dyn Tick,
        mut note: impl FnMut(usize, Move),
    ) -> Result<(), Unswept> {
        let mut counters = Counters::default();
        let nowhere = Secured::infinite(self.rules.endless_wins);
        for at in places.rev() {
            if at % N::BETWEEN_TICKS == N::BETWEEN_TICKS - 1 {
                tick.tick(0)?;
            }
            let place = self.layout.place(at);
            let (done, children) = below.split_at_mut(place.first_child.max(at + 1));
            let children = &children[..place.children];
            let around = Around { place, rules: self.rules, won, parent: &nowhere, children };
            let (made, secured) = around.best(PARENT, &mut counters)?;
            done[at] = secured;
            note(at, made);
        }
        Ok(())
    }

    /// Finds who wins from the vertices in `places`, a whole piece whose pairs from below are known. Time O(|A|).
    fn wins_above<N: Number>(
        self,
        places: std::ops::Range<usize>,
        below: &[Secured<N>],
        above: &mut [Secured<N>],
        won: &mut [bool],
        tick: &mut dyn Tick,
    ) -> Result<(), Unswept> {
        let mut counters = Counters::default();
        for at in places {
            if at % N::BETWEEN_TICKS == N::BETWEEN_TICKS - 1 {
                tick.tick(0)?;
            }
            let place = self.layout.place(at);
            let (parents, rest) = above.split_at_mut(place.first_child.max(at + 1));
            let places = place.first_child..place.first_child + place.children;
            let children = if place.children == 0 { &[][..] } else { &below[places] };
            let around = Around { place, rules: self.rules, won, parent: &parents[at], children };
            let wins = around.wins_here(&below[at])?;
            if !children.is_empty() {
                around.seen_from_children(&mut counters, &mut rest[..children.len()])?;
            }
            won[at] = wins;
        }
        Ok(())
    }

    /// Who wins from the first root, with the pairs, by place.
    fn swept<N: Number>(
        self,
        tick: &mut dyn Tick,
        note: impl FnMut(usize, Move),
    ) -> Result<(bool, Vec<Secured<N>>), Unswept> {
        let reached = self.layout.reached();
        tick.tick(self.layout.cost(reached.clone()))?;
        let mut below = vec![Secured::infinite(false); reached.len()];
        self.pairs_below(reached, &[], &mut below, tick, note)?;
        let wins = below.first().map_or(self.rules.endless_wins, |root| root.wins);
        Ok((wins, below))
    }

    fn wins<N: Number>(self, tick: &mut dyn Tick) -> Result<bool, Unswept> {
        Ok(self.swept::<N>(tick, |_, _| ())?.0)
    }

    fn played<N: Number>(self, tick: &mut dyn Tick) -> Result<BinaryGame, Unswept> {
        let mut moves = vec![Move::Any; self.layout.reached().len()];
        let (wins, below) = self.swept::<N>(tick, |at, made| moves[at] = made)?;
        let decision = |(u, place): (VertexId, usize)| Some((u, self.decision(u, moves[place])?));
        let decisions = self.layout.reached_vertices().filter_map(decision).collect();
        Ok(BinaryGame { wins, decisions, pairs: self.table(&below) })
    }

    fn all<N: Number>(self, tick: &mut dyn Tick) -> Result<VertexMap<bool>, Unswept> {
        let layout = self.layout;
        tick.tick(2 * layout.cost(0..layout.len()))?;
        let endless = Secured::<N>::infinite(self.rules.endless_wins);
        let (mut below, mut above) = (vec![endless.clone(); layout.len()], vec![endless; layout.len()]);
        let mut won = vec![false; layout.len()];
        for piece in layout.pieces() {
            self.pairs_below(piece.clone(), &won, &mut below, tick, |_, _| ())?;
            self.wins_above(piece, &below, &mut above, &mut won, tick)?;
        }
        let wins = layout.all_marked().map(|(_, marked)| match marked {
            Marked::Placed(place) => won[place as usize],
            Marked::Halts(rank) => rank >= self.rules.least_rank,
            Marked::Unseen(_) => false,
        });
        Ok(VertexMap::from_vec(wins.collect()))
    }

    /// What the owner of a vertex decides; none if nothing depends on it, or nobody owns it.
    fn decision(self, u: VertexId, made: Move) -> Option<Decision> {
        let (graph, rotors) = (self.instance.graph(), self.instance.rotors());
        let row = graph.arc_range(u);
        let (start, degree) = (row.start, row.len() as u32);
        let rotor = rotors.position(graph, u);
        // Without a sum of two positions, which may not fit a word.
        let arc = |position: u32| {
            let before_end = degree - rotor;
            ArcId::new(start + if position < before_end { rotor + position } else { position - before_end })
        };
        let in_front = |front: Option<VertexId>| {
            let all = || (0..degree).map(arc);
            let leads = |a: &ArcId| Some(graph.head(*a)) == front;
            Decision::Order(all().filter(leads).chain(all().filter(|a| !leads(a))).collect())
        };
        Some(match (made, self.rules.set) {
            (Move::Any, _) => return None,
            (Move::Bounce, _) => Decision::Bounce,
            (Move::AsItIs, _) => in_front(None),
            (Move::Arc(position), StrategySet::Start) => Decision::Start(arc(position)),
            (Move::Arc(position), StrategySet::Order) => in_front(Some(graph.head(arc(position)))),
            (Move::Arc(position), StrategySet::Free) => Decision::Always(arc(position)),
        })
    }

    /// The pairs of all arcs of Ĝ that lead away from the first root, by head.
    ///
    /// Time O(|A| + h log h) for h arcs to where a particle halts.
    fn table<N: Number>(self, below: &[Secured<N>]) -> PairTable {
        let (graph, layout) = (self.instance.graph(), self.layout);
        let mut halts = Vec::new();
        for (from, _) in layout.reached_vertices() {
            let halting = |&&to: &&VertexId| matches!(layout.marked(to), Marked::Halts(_));
            halts.extend(graph.heads(from).iter().filter(halting).map(|&to| (to, from)));
        }
        halts.sort_unstable();
        halts.dedup();
        let mut entries = Vec::with_capacity(below.len() + halts.len());
        let mut halts = halts.into_iter().peekable();
        for (to, marked) in layout.all_marked() {
            match marked {
                Marked::Halts(rank) => {
                    let pair = Secured { flow: 1u32, wins: rank >= self.rules.least_rank }.pair();
                    while let Some((_, from)) = halts.next_if(|&(head, _)| head == to) {
                        entries.push(PairEntry { from, to, pair: pair.clone() });
                    }
                }
                Marked::Placed(place) if (1..below.len()).contains(&(place as usize)) => {
                    let from = layout.vertex(layout.parent(place as usize));
                    entries.push(PairEntry { from, to, pair: below[place as usize].pair() });
                }
                _ => {}
            }
        }
        PairTable(entries)
    }
}

impl Layout {
    /// The binary game of `threshold`, as the sweeps need it.
    fn rules(&self, set: StrategySet, threshold: Threshold) -> Rules {
        let lost = self.worths.partition_point(|&worth| !threshold.wins(worth));
        Rules { set, least_rank: lost as u32, endless_wins: threshold.wins(self.endless_value) }
    }

    /// The vertices that the first root reaches, in the order of the file, with their places.
    fn reached_vertices(&self) -> impl Iterator<Item = (VertexId, usize)> + '_ {
        let reached = self.reached();
        self.all_marked().filter_map(move |(u, marked)| match marked {
            Marked::Placed(place) if reached.contains(&(place as usize)) => Some((u, place as usize)),
            _ => None,
        })
    }

    /// What two players have decided, by the places that the first root reaches.
    fn decisions_by_place<'s>(
        &self,
        instance: &Instance,
        strategies: [&'s Strategy; 2],
    ) -> Vec<Option<&'s Decision>> {
        let mut decisions = vec![None; self.reached().len()];
        for strategy in strategies {
            for &(u, ref decision) in &strategy.decisions {
                let owned = instance.owner(u) == Owner::Player(strategy.player);
                if let (true, Marked::Placed(place)) = (owned, self.marked(u))
                    && let Some(decided) = decisions.get_mut(place as usize)
                {
                    *decided = Some(decision);
                }
            }
        }
        decisions
    }
}

/// A play in which everything is decided.
#[derive(Clone, Copy)]
struct Play<'p> {
    layout: &'p Layout,
    instance: &'p Instance,
    decisions: &'p [Option<&'p Decision>],
}

impl Play<'_> {
    /// The vertex on which the particle halts that starts on the first root; none if there is no root, or no end.
    fn halt<N: Number>(self, tick: &mut dyn Tick) -> Result<Option<VertexId>, Unswept> {
        let reached = self.layout.reached();
        tick.tick(self.layout.cost(reached.clone()))?;
        let mut flows = vec![N::INFINITE; reached.len()];
        // The position in its list of the arc by which each vertex is left for good.
        let mut last = vec![None; reached.len()];
        let mut counters = Counters::default();
        for at in reached.rev() {
            if at % N::BETWEEN_TICKS == N::BETWEEN_TICKS - 1 {
                tick.tick(0)?;
            }
            let place = self.layout.place(at);
            let (done, children) = flows.split_at_mut(place.first_child.max(at + 1));
            (done[at], last[at]) = self.departure(at, &place, children, &mut counters)?;
        }
        Ok(self.follow(&last))
    }

    /// The flow back to the parent of a place, and the position of its last departure, if it has one.
    fn departure<N: Number>(
        self,
        at: usize,
        place: &Place<'_>,
        children: &[N],
        counters: &mut Counters,
    ) -> Result<(N, Option<usize>), TooLarge> {
        let position = |arc: &ArcId| {
            let (graph, u) = (self.instance.graph(), self.layout.vertex(at));
            let turned = i64::from(arc.raw()) - i64::from(self.instance.rotors().rotor(u).raw());
            turned.rem_euclid(graph.out_degree(u).into()) as usize
        };
        let degree = place.arcs.len();
        let order: Vec<usize> = match self.decisions[at] {
            Some(Decision::Bounce) => return Ok((N::INFINITE, None)),
            Some(Decision::Always(arc)) => {
                let position = position(arc);
                let code = place.arcs[position];
                let flow = match code.is_neighbour() && code.number() == PARENT {
                    true => return Ok((N::INFINITE, None)),
                    false => N::within_a_turn(0)?,
                };
                let keeps = code.ends() || code.is_neighbour() && !children[code.number() - 1].is_infinite();
                return Ok((flow, keeps.then_some(position)));
            }
            Some(Decision::Order(arcs)) => arcs.iter().map(position).collect(),
            Some(Decision::Start(arc)) => {
                let start = position(arc);
                (start..degree).chain(0..start).collect()
            }
            None => (0..degree).collect(),
        };
        let parent = N::INFINITE;
        let flow_of = |number: usize| if number == PARENT { &parent } else { &children[number - 1] };
        let Some(mut turned) = counters.turn(place, flow_of) else {
            // The particle comes back, or circles here.
            let flow = if place.shape.to_parent { N::INFINITE } else { N::within_a_turn(0)? };
            return Ok((flow, None));
        };
        let after = turned.last_departure(order.iter().map(|&position| &place.arcs[position]));
        Ok((turned.seen_from(PARENT, false)?.flow, Some(order[after])))
    }

    /// Where the last departures lead from the first root.
    fn follow(self, last: &[Option<usize>]) -> Option<VertexId> {
        let mut at = 0;
        loop {
            let (position, place) = ((*last.get(at)?)?, self.layout.place(at));
            let code = place.arcs[position];
            if code.ends() {
                return self.halt_by(at, &place, position);
            }
            at = place.first_child + code.number() - 1;
        }
    }

    /// The head of the arc in this position, on which a particle halts.
    fn halt_by(self, at: usize, place: &Place<'_>, position: usize) -> Option<VertexId> {
        let (graph, u) = (self.instance.graph(), self.layout.vertex(at));
        let (heads, rotor) = (graph.heads(u), self.instance.rotors().position(graph, u));
        let (before, from) = heads.split_at(rotor as usize);
        let mut heads = from.iter().chain(before).copied();
        match place.owner {
            // Its list has no loops, and ends with the first arc that ends.
            Owner::Rotor => heads.find(|v| matches!(self.layout.marked(*v), Marked::Halts(_))),
            Owner::Player(_) => heads.nth(position),
        }
    }
}
