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
//!    [`value_bounds`](crate::value_bounds) says;
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

mod tables;

use crate::certified::{Refutation, Unproved, display_name, pay, require, require_vertex};
use crate::value_bounds::Junction;
use rotor_graph::{
    Count, Decision, GameClaim, Instance, Owner, Pair, Player, Strategy, StrategySet, Tick, Value, VertexId,
};
use std::fmt;
use tables::{Table, Tree};

/// Checks both tables and both strategies.
pub(crate) fn check(instance: &Instance, claim: &GameClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    require_vertex(instance, "from", claim.from)?;
    check_legal(instance, claim.strategies, Player::Max, &claim.max)?;
    check_legal(instance, claim.strategies, Player::Min, &claim.min)?;
    let at_least = Table::checked(instance, &claim.at_least)?;
    let more_than = Table::checked(instance, &claim.more_than)?;
    let tree = Tree::reached(instance, claim.from, &at_least)?;
    check_bounces(&tree, &claim.max)?;
    check_bounces(&tree, &claim.min)?;
    for (strict, table, strategy) in [(false, at_least, &claim.max), (true, more_than, &claim.min)] {
        let game = BinaryGame { instance, claim, strict };
        table.check_entries(instance, &tree, &game)?;
        if !tree.is_active(claim.from) {
            let wins = game.wins_at(claim.from, &tree);
            require(Some(claim.from), game.of_the_start(), &Won(wins), &Won(!strict))?;
        }
        for &v in tree.order().iter().rev() {
            pay(tick, 1 + 16 * instance.graph().heads(v).len())?;
            let junction = Junction {
                instance,
                v,
                parent: tree.parent(v),
                entries: table.of(v),
                endless_wins: game.wins(claim.endless_value),
            };
            game.check_junction(&junction, &table, strategy)?;
        }
    }
    Ok(())
}

/// One of the two binary games.
pub(crate) struct BinaryGame<'c> {
    instance: &'c Instance,
    claim: &'c GameClaim,
    strict: bool,
}

impl BinaryGame<'_> {
    fn wins(&self, value: Value) -> bool {
        value > self.claim.value || (value == self.claim.value && !self.strict)
    }

    /// Whether Max wins where `v` is not active: a sink has its value, and any other such play is endless.
    pub(crate) fn wins_at(&self, v: VertexId, tree: &Tree) -> bool {
        debug_assert!(!tree.is_active(v));
        self.wins(if self.instance.graph().is_sink(v) {
            self.instance.value(v)
        } else {
            self.claim.endless_value
        })
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
            require(Some(v), self.of_the_start(), &Won(expected.wins), &Won(!self.strict))?;
        }
        if owner != Owner::Player(strategy.player) {
            return Ok(());
        }
        let decision = strategy.at(v).expect("a legal strategy decides at every vertex of its player");
        let equation = format_args!("what the decision at v comes to in {self} = what v secures");
        match junction.by(decision) {
            Some(decided) => require_same(v, equation, &decided, &expected),
            None => Err(nowhere_to_bounce(v)),
        }
    }

    fn of_the_start(&self) -> impl fmt::Display {
        format!("{self} from the start is {}", Won(!self.strict))
    }
}

impl fmt::Display for BinaryGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{} {}\"", if self.strict { "more than" } else { "at least" }, self.claim.value)
    }
}

#[derive(PartialEq)]
struct Won(bool);

impl fmt::Display for Won {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "won" } else { "lost" })
    }
}

/// Demands that two pairs are the same; at +∞, where nothing stays, who would win does not matter.
pub(crate) fn require_same(
    v: VertexId,
    equation: impl fmt::Display,
    left: &Pair,
    right: &Pair,
) -> Result<(), Refutation> {
    if left.flow == right.flow && (left.wins == right.wins || left.flow == Count::Infinite) {
        return Ok(());
    }
    let shown = |pair: &Pair| format!("({}, {})", Won(pair.wins), pair.flow);
    Err(Refutation::new(Some(v), equation, shown(left), shown(right)))
}

/// Demands that `strategy` bounces at active vertices only: of others it is not known where the particle comes from.
/// Whether an arc leads back there is checked with the decision itself.
fn check_bounces(tree: &Tree, strategy: &Strategy) -> Result<(), Refutation> {
    let mut bounces = strategy.decisions.iter().filter(|(_, decision)| *decision == Decision::Bounce);
    match bounces.find(|&&(v, _)| !tree.is_active(v)) {
        Some(&(v, _)) => Err(nowhere_to_bounce(v)),
        None => Ok(()),
    }
}

fn nowhere_to_bounce(v: VertexId) -> Refutation {
    let equation = "arcs back to where the particle came from, to bounce on > 0";
    Refutation::new(Some(v), equation, 0, 0)
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
        return Err(Refutation::new(None, equation, list(&decided), list(&owned)));
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
            return Err(Refutation::new(Some(*v), equation, 1, 0));
        }
    }
    Ok(())
}
