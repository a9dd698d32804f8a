//! Equilibria: two tables of pairs that prove the value of a game on a tree, and the strategies that secure it.
//!
//! **Definition.** With v* the claimed value, Max wins the binary game "at least v*" at an end worth v* or more, and
//! "more than v*" at one worth more; a play that never exits ends at the endless value. The judge demands
//! 1. that the part of the graph which `from` reaches is a tree: every arc between active vertices of it, loops left out,
//!    leads to a child or to the parent in one tree with the root `from`. **Active** are the vertices that are not sinks
//!    and, if no sink can be reached from them, have entries in the tables, or have none to list since they only lead back
//!    to their parent: where no sink can be reached, every play is endless, and the particle may as well halt;
//! 2. that each table has one entry for every arc (u, v) of Ĝ with u active and v neither u nor its parent;
//! 3. pair of (u, v) = (whether Max wins at v, 1) if v is not active, and else what the owner of v secures, as
//!    the part on value bounds below says;
//! 4. that the owner of `from` secures a win in "at least v*" and a loss in "more than v*";
//! 5. that each strategy is a legal decision for every vertex of its player, that it bounces only where the particle has
//!    come from somewhere and an arc leads back, and that at every active vertex of the tree it comes to the pair of
//!    demand 3: Max's in "at least v*", Min's in "more than v*".
//!
//! **Why these equations, each about one vertex, suffice.** The right side of 3 involves only pairs deeper in the tree
//! than (u, v), so the equations have one solution. What a vertex comes to, whatever is decided there, is never worse
//! for Max if the pairs behind its arcs are better for Max [ACD22, `lem:propag_val`]. So, from the leaves up, against
//! any play of Min the decisions of Max in 5 come to pairs at least as good for Max as those of the table, and 4 says
//! that they win: Max secures v*. Likewise Min holds Max to v*. Together they are a pure equilibrium, and the value is
//! v* [ACD22, `thm:pure_eq`; for integer values erratum E10]. That some end is worth v* need not be checked: otherwise
//! both games would be the same, and 4 would fail in one of them.

use crate::certified::{Refutation, Verdict, display_name, pay, refute, require, require_vertex};
use crate::routine::Turning;
use crate::traps::reaching;
use rotor_graph::{
    Count, Decision, GameClaim, Instance, Natural, Owner, Pair, PairEntry, PairTable, Player, Strategy,
    StrategySet, Tick, Value, VertexId, VertexMap,
};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

/// Checks both tables and both strategies.
pub(crate) fn check(instance: &Instance, claim: &GameClaim, tick: &mut dyn Tick) -> Verdict {
    require_vertex(instance, "from", claim.from)?;
    check_legal(instance, claim.strategies, Player::Max, &claim.max)?;
    check_legal(instance, claim.strategies, Player::Min, &claim.min)?;
    let at_least = Table::checked(instance, &claim.at_least)?;
    let more_than = Table::checked(instance, &claim.more_than)?;
    let tree = Tree::reached(instance, claim.from, &at_least, tick)?;
    check_bounces(&tree, &claim.max)?;
    check_bounces(&tree, &claim.min)?;
    for (strict, table, strategy) in [(false, at_least, &claim.max), (true, more_than, &claim.min)] {
        let game = BinaryGame { instance, claim, strict };
        table.check_entries(instance, &tree, &game)?;
        if !tree.active[claim.from] {
            let wins = game.wins_at(claim.from, &tree);
            require(Some(claim.from), game.of_the_start(), &won(wins), &won(!strict))?;
        }
        for &v in tree.order.iter().rev() {
            pay(tick, 1 + 16 * instance.graph().heads(v).len())?;
            let junction = Junction {
                instance,
                v,
                parent: tree.parent[v],
                entries: table.of(v),
                endless_wins: game.wins(claim.endless_value),
            };
            game.check_junction(&junction, &table, strategy)?;
        }
    }
    Ok(())
}

/// One of the two binary games.
struct BinaryGame<'c> {
    instance: &'c Instance,
    claim: &'c GameClaim,
    strict: bool,
}

impl BinaryGame<'_> {
    fn wins(&self, value: Value) -> bool {
        value > self.claim.value || (value == self.claim.value && !self.strict)
    }

    /// Whether Max wins where `v` is not active: a sink has its value, and any other such play is endless.
    fn wins_at(&self, v: VertexId, tree: &Tree) -> bool {
        debug_assert!(!tree.active[v]);
        let is_sink = self.instance.graph().is_sink(v);
        self.wins(if is_sink { self.instance.value(v) } else { self.claim.endless_value })
    }

    /// Demands 3, 4 and 5 at one active vertex.
    fn check_junction(
        &self,
        junction: &Junction<'_>,
        table: &Table<'_>,
        strategy: &Strategy,
    ) -> Result<(), Refutation> {
        let v = junction.v;
        let owner = self.instance.owner(v);
        let expected = match owner {
            Owner::Rotor => junction.by_rotor(),
            Owner::Player(player) => junction.optimum(player, self.claim.strategies),
        };
        if let Some(u) = junction.parent {
            let [from, to] = [u, v].map(|v| display_name(self.instance, v));
            let equation = format_args!("pair of ({from}, {to}) in {self} = what {to} secures");
            let claimed = table.get(u, v).expect("demand 2: every child has an entry");
            require_same(v, equation, claimed, &expected)?;
        } else {
            require(Some(v), self.of_the_start(), &won(expected.wins), &won(!self.strict))?;
        }
        if owner != Owner::Player(strategy.player) {
            return Ok(());
        }
        let decision = strategy.at(v).expect("a legal strategy decides at every vertex of its player");
        let equation = format_args!("what the decision at v comes to in {self} = what v secures");
        match junction.by(decision) {
            Some(decided) => require_same(v, equation, &decided, &expected),
            None => nowhere_to_bounce(v),
        }
    }

    fn of_the_start(&self) -> impl fmt::Display {
        format!("{self} from the start is {}", won(!self.strict))
    }
}

impl fmt::Display for BinaryGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{} {}\"", if self.strict { "more than" } else { "at least" }, self.claim.value)
    }
}

fn won(wins: bool) -> &'static str {
    if wins { "won" } else { "lost" }
}

/// Demands that two pairs are the same; at +∞, where nothing stays, who would win does not matter.
fn require_same(
    v: VertexId,
    equation: impl fmt::Display,
    left: &Pair,
    right: &Pair,
) -> Result<(), Refutation> {
    if left.flow == right.flow && (left.wins == right.wins || left.flow == Count::Infinite) {
        return Ok(());
    }
    let shown = |pair: &Pair| format!("({}, {})", won(pair.wins), pair.flow);
    refute(Some(v), equation, shown(left), shown(right))
}

/// Demands that `strategy` bounces at active vertices only: of others it is not known where the particle comes from.
/// Whether an arc leads back there is checked with the decision itself.
fn check_bounces(tree: &Tree, strategy: &Strategy) -> Result<(), Refutation> {
    let mut bounces = strategy.decisions.iter().filter(|(_, decision)| *decision == Decision::Bounce);
    match bounces.find(|&&(v, _)| !tree.active[v]) {
        Some(&(v, _)) => nowhere_to_bounce(v),
        None => Ok(()),
    }
}

fn nowhere_to_bounce(v: VertexId) -> Result<(), Refutation> {
    refute(Some(v), "arcs back to where the particle came from, to bounce on > 0", 0, 0)
}

/// Demands that `strategy` is a decision of the right kind for every vertex of `player`, and for no other.
fn check_legal(
    instance: &Instance,
    set: StrategySet,
    player: Player,
    strategy: &Strategy,
) -> Result<(), Refutation> {
    let name = |player| Owner::Player(player).name();
    require(None, "player of the strategy", &name(strategy.player), &name(player))?;
    let graph = instance.graph();
    let owned = graph.vertices().filter(|&v| instance.owner(v) == Owner::Player(player)).collect::<Vec<_>>();
    let decided = strategy.decisions.iter().map(|&(v, _)| v).collect::<Vec<_>>();
    if owned != decided {
        let list = |vertices: &[VertexId]| {
            vertices.iter().map(|&v| display_name(instance, v).to_string()).collect::<Vec<_>>().join(" ")
        };
        let equation = format_args!("vertices where {0} decides, in order = vertices of {0}", name(player));
        return refute(None, equation, list(&decided), list(&owned));
    }
    for (v, decision) in &strategy.decisions {
        let legal = match (set, decision) {
            (StrategySet::Start, Decision::Start(a)) | (StrategySet::Free, Decision::Always(a)) => {
                graph.arc_range(*v).contains(&a.raw())
            }
            (StrategySet::Order, Decision::Order(arcs)) => {
                let mut sorted: Vec<u32> = arcs.iter().map(|a| a.raw()).collect();
                sorted.sort_unstable();
                sorted.into_iter().eq(graph.arc_range(*v))
            }
            (StrategySet::Free, Decision::Bounce) => true,
            _ => false,
        };
        if !legal {
            let equation = format_args!("decisions at v that are none of the set {} = 0", set.name());
            return refute(Some(*v), equation, 1, 0);
        }
    }
    Ok(())
}

// The tree that a game is played on, and tables with an entry for every arc away from its root.

/// The active vertices that the start reaches, a tree with the start as its root.
struct Tree {
    /// Each after its parent.
    order: Vec<VertexId>,
    /// Whether a particle on a vertex moves on.
    active: VertexMap<bool>,
    /// Where the particle first comes to a vertex from.
    parent: VertexMap<Option<VertexId>>,
}

impl Tree {
    /// Demand 1. Time and memory O(|V| + |A| log |A|).
    fn reached(instance: &Instance, from: VertexId, table: &Table<'_>, tick: &mut dyn Tick) -> Verdict<Self> {
        let graph = instance.graph();
        let may_exit = reaching(graph, |v| graph.is_sink(v), tick)?;
        let lists_all = |v: VertexId, u| graph.heads(v).iter().all(|&w| w == v || w == u);
        let moves_on = |v: VertexId, u| {
            let leads_back = || lists_all(v, u) && graph.heads(v).contains(&u);
            !graph.is_sink(v) && (may_exit[v] || !table.of(v).is_empty() || (u != v && leads_back()))
        };
        let mut active = VertexMap::filled(graph.vertex_count(), false);
        let mut parent = VertexMap::filled(graph.vertex_count(), None);
        let mut order = Vec::new();
        if moves_on(from, from) {
            active[from] = true;
            order.push(from);
        }
        let mut next = 0;
        while let Some(&u) = order.get(next) {
            next += 1;
            for &v in graph.heads(u) {
                if !active[v] && moves_on(v, u) {
                    active[v] = true;
                    parent[v] = Some(u);
                    order.push(v);
                }
            }
        }
        for &u in &order {
            let strays =
                |v: &&VertexId| active[**v] && u != **v && parent[**v] != Some(u) && parent[u] != Some(**v);
            if let Some(&v) = graph.heads(u).iter().find(strays) {
                let [one, other] = [u, v].map(|v| display_name(instance, v));
                let equation = format_args!("undirected cycles through {one} and {other} = 0");
                return refute(Some(u), equation, 1, 0);
            }
        }
        Ok(Self { order, active, parent })
    }
}

/// The entries of a table by tail, and those of a tail by head.
struct Table<'c> {
    entries: Vec<&'c PairEntry>,
}

impl<'c> Table<'c> {
    /// The entries of `table`, if all are about vertices, none is there twice, and all flows are at least 1.
    fn checked(instance: &Instance, table: &'c PairTable) -> Result<Self, Refutation> {
        let mut entries: Vec<&PairEntry> = table.0.iter().collect();
        entries.sort_by_key(|entry| (entry.from, entry.to));
        let mut last = None;
        for PairEntry { from, to, pair } in entries.iter().copied() {
            require_vertex(instance, "a tail in a table", *from)?;
            require_vertex(instance, "a head in a table", *to)?;
            let [tail, head] = [*from, *to].map(|v| display_name(instance, v));
            if last.replace((from, to)) == Some((from, to)) {
                return refute(Some(*to), format_args!("entries of ({tail}, {head}) = 1"), 2, 1);
            }
            if pair.flow < Count::one() {
                return refute(Some(*to), format_args!("flow of ({tail}, {head}) ≥ 1"), &pair.flow, 1);
            }
        }
        Ok(Self { entries })
    }

    /// The entries with tail `u`, by head.
    fn of(&self, u: VertexId) -> &[&'c PairEntry] {
        let start = self.entries.partition_point(|entry| entry.from < u);
        let end = self.entries.partition_point(|entry| entry.from <= u);
        &self.entries[start..end]
    }

    /// The pair of (u, v).
    fn get(&self, u: VertexId, v: VertexId) -> Option<&'c Pair> {
        let found = self.entries.binary_search_by_key(&(u, v), |entry| (entry.from, entry.to)).ok()?;
        Some(&self.entries[found].pair)
    }

    /// Demand 2, and demand 3 where the particle halts.
    fn check_entries(
        &self,
        instance: &Instance,
        tree: &Tree,
        game: &BinaryGame<'_>,
    ) -> Result<(), Refutation> {
        let mut arcs = 0;
        for &u in &tree.order {
            let heads: BTreeSet<VertexId> = instance.graph().heads(u).iter().copied().collect();
            let away = heads.into_iter().filter(|&v| v != u && tree.parent[u] != Some(v));
            for v in away {
                arcs += 1;
                let [from, to] = [u, v].map(|v| display_name(instance, v));
                let Some(pair) = self.get(u, v) else {
                    let equation = format_args!("entries of ({from}, {to}) in {game} = 1");
                    return refute(Some(v), equation, 0, 1);
                };
                if !tree.active[v] {
                    let expected = Pair { wins: game.wins_at(v, tree), flow: Count::one() };
                    let equation = format_args!("pair of ({from}, {to}) in {game} = its end");
                    require_same(v, equation, pair, &expected)?;
                }
            }
        }
        let equation = format_args!("entries of {game} = arcs away from the start");
        require(None, equation, &self.entries.len(), &arcs)
    }
}

// Value bounds: the pair that the owner of one vertex secures in a binary game, given the pairs behind its arcs.
//
// **Pairs.** In a binary game every end is won by Max or lost. The pair of (u, v) says what v's side of that arc is
// good for: whether Max wins if the particle stays there, and the number of the entry after which it does
// [ACD22, `lem:propag_val`]. The more a pair is good for Max, the further it stands to the right in
// (lost, 1), (lost, 2), …, +∞, …, (won, 2), (won, 1); at +∞ the particle never stays, so who would win does not matter.
//
// **What v secures** is the best for its owner of what it can decide, each of them tried:
// - *start*: the routine from every arc, with the parent's flow +∞; a rotor has one arc to start from;
// - *order*: with q the full turns, the last departure leads to a head of least quotient, and to any of them that the
//   owner puts first. A good one first: m(v, u) · q visits of u before it. If none is good, the arcs to u first:
//   m(v, u) · (q + 1) visits;
// - *free*: every arc at all visits. A child of finite flow keeps the particle in the end; one that always sends it
//   back, or a loop, makes the play endless; the arc to the parent sends it back for ever. To mix them is to stand
//   between them.

/// An active vertex, its arcs, and the pairs behind them.
struct Junction<'c> {
    instance: &'c Instance,
    v: VertexId,
    /// Where the particle first came from; none at the start.
    parent: Option<VertexId>,
    /// The entries (v, w) of all heads w but v and its parent, by head.
    entries: &'c [&'c PairEntry],
    /// Whether Max wins a play that never exits.
    endless_wins: bool,
}

impl Junction<'_> {
    /// What `player` secures at this vertex of its own.
    fn optimum(&self, player: Player, set: StrategySet) -> Pair {
        match set {
            StrategySet::Start => self.best_start(player),
            StrategySet::Order => self.best_order(player),
            StrategySet::Free => self.best_arc(player),
        }
    }

    /// What the rotor comes to.
    fn by_rotor(&self) -> Pair {
        let position = self.instance.rotors().position(self.instance.graph(), self.v);
        self.by_start(position as usize)
    }

    /// What a legal decision comes to; none if it is to bounce and no arc leads to the parent.
    fn by(&self, decision: &Decision) -> Option<Pair> {
        let graph = self.instance.graph();
        let first = graph.arc_range(self.v).start;
        let row = |a: u32| self.row_to(graph.heads(self.v)[(a - first) as usize]);
        match decision {
            Decision::Start(a) => Some(self.by_start((a.raw() - first) as usize)),
            Decision::Order(arcs) => Some(self.along(arcs.iter().map(|a| row(a.raw()) as u32).collect())),
            Decision::Always(a) => Some(self.by_row(row(a.raw()))),
            Decision::Bounce => self.leads_back().then(|| self.by_row(self.back())),
        }
    }

    fn best_start(&self, player: Player) -> Pair {
        let mut turning = Turning::new(self.back() + 1, self.rows());
        let Some((full_turns, ends)) = turning.of_every_start(|row| self.flow(row), self.back()) else {
            return self.endless();
        };
        let preference = |&(row, visits): &(usize, u32)| {
            let wanted = self.entries[row].pair.wins == (player == Player::Max);
            if wanted { (true, Reverse(visits), 0) } else { (false, Reverse(0), visits) }
        };
        let best = ends.into_iter().max_by_key(preference).expect("a vertex that is not a sink has an arc");
        let visits = full_turns * turning.multiplicity(self.back()) + best.1;
        Pair { wins: self.entries[best.0].pair.wins, flow: (visits + 1u32).into() }
    }

    fn best_order(&self, player: Player) -> Pair {
        let turning = Turning::new(self.back() + 1, self.rows());
        let quotient = |row: usize| Some((self.flow(row)? - 1u32) / turning.multiplicity(row));
        let rows = 0..self.entries.len();
        let Some(full_turns) = rows.clone().filter_map(quotient).min() else { return self.endless() };
        let wants = player == Player::Max;
        let completes = |&row: &usize| quotient(row).as_ref() == Some(&full_turns);
        let secured = rows.filter(completes).any(|row| self.entries[row].pair.wins == wants);
        let turns = if secured { full_turns } else { full_turns + 1u32 };
        let flow = turns * turning.multiplicity(self.back()) + 1u32;
        Pair { wins: secured == wants, flow: flow.into() }
    }

    fn best_arc(&self, player: Player) -> Pair {
        let preference = |pair: &Pair| match pair.flow {
            Count::Infinite => 1,
            Count::Finite(_) if pair.wins == (player == Player::Max) => 2,
            Count::Finite(_) => 0,
        };
        let pairs = self.rows().into_iter().map(|row| self.by_row(row as usize));
        pairs.max_by_key(preference).expect("a vertex that is not a sink has an arc")
    }

    /// The routine from the arc number `position` on.
    fn by_start(&self, position: usize) -> Pair {
        let mut rows = self.rows();
        rows.rotate_left(position);
        self.along(rows)
    }

    /// The routine along these arcs.
    fn along(&self, rows: Vec<u32>) -> Pair {
        let mut turning = Turning::new(self.back() + 1, rows);
        match turning.last_departure(|row| self.flow(row)) {
            None => self.endless(),
            Some(last) => {
                let flow = turning.visits_and_one(&last, self.back()).into();
                Pair { wins: self.entries[last.row].pair.wins, flow }
            }
        }
    }

    /// An arc to this row at every visit.
    fn by_row(&self, row: usize) -> Pair {
        match self.entries.get(row).map(|entry| &entry.pair) {
            Some(Pair { wins, flow: Count::Finite(_) }) => Pair { wins: *wins, flow: Count::one() },
            _ if row == self.back() => Pair { wins: self.endless_wins, flow: Count::Infinite },
            _ => Pair { wins: self.endless_wins, flow: Count::one() },
        }
    }

    /// Everything but the parent always comes back.
    fn endless(&self) -> Pair {
        let flow = if self.leads_back() { Count::Infinite } else { Count::one() };
        Pair { wins: self.endless_wins, flow }
    }

    fn leads_back(&self) -> bool {
        self.parent.is_some_and(|u| self.instance.graph().heads(self.v).contains(&u))
    }

    /// The row of the parent, the last one; that of loops stands before it.
    fn back(&self) -> usize {
        self.entries.len() + 1
    }

    /// The row of every arc, in rotor order.
    fn rows(&self) -> Vec<u32> {
        self.instance.graph().heads(self.v).iter().map(|&w| self.row_to(w) as u32).collect()
    }

    fn row_to(&self, w: VertexId) -> usize {
        if Some(w) == self.parent {
            return self.back();
        }
        // A loop is the only other arc without an entry.
        self.entries.binary_search_by_key(&w, |entry| entry.to).unwrap_or(self.entries.len())
    }

    /// The flow of a row, if it is finite.
    fn flow(&self, row: usize) -> Option<&Natural> {
        self.entries.get(row)?.pair.flow.finite()
    }
}
