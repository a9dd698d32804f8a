//! Brute force for games in which a strategy fixes a rotor order: every pair of strategies is walked.
//!
//! Written without the code under test: rows of heads, positions, steps. An option of an owned vertex is its row of
//! heads from the initial arc on. A play is endless when it stands where no sink can be reached any more; otherwise it
//! comes to an end, because what is visited for ever is closed under arcs.

use rotor_graph::{Decision, Instance, Owner, Player, Strategy, StrategySet, Value, VertexId};
use std::collections::BTreeSet;

/// The heads of every vertex from the initial arc on.
pub(crate) fn rows_of(instance: &Instance) -> Vec<Vec<usize>> {
    let graph = instance.graph();
    let row = |u: VertexId| {
        let mut row: Vec<_> = graph.heads(u).iter().map(|v| v.index()).collect();
        row.rotate_left(instance.rotors().position(graph, u) as usize);
        row
    };
    graph.vertices().map(row).collect()
}

/// Which vertices have a way to a sink.
pub(crate) fn alive(rows: &[Vec<usize>]) -> Vec<bool> {
    let mut alive: Vec<bool> = rows.iter().map(Vec::is_empty).collect();
    loop {
        let next: Vec<bool> = rows
            .iter()
            .zip(&alive)
            .map(|(row, &alive_here)| alive_here || row.iter().any(|&v| alive[v]))
            .collect();
        if next == alive {
            return alive;
        }
        alive = next;
    }
}

/// All values of all pairs of strategies from one start.
pub(crate) struct Arena<'i> {
    instance: &'i Instance,
    owned: [Vec<VertexId>; 2],
    options: [Vec<Vec<Vec<usize>>>; 2],
    /// One row of values for each strategy of Max, one column for each of Min.
    pub(crate) values: Vec<Vec<Value>>,
}

const PLAYERS: [Player; 2] = [Player::Max, Player::Min];

impl<'i> Arena<'i> {
    /// Plays everything; none if that takes more than `most` steps.
    pub(crate) fn play_all(
        instance: &'i Instance,
        from: VertexId,
        set: StrategySet,
        endless: Value,
        most: usize,
    ) -> Option<Self> {
        let rows = rows_of(instance);
        let owned = PLAYERS.map(|player| {
            let mine = |&u: &VertexId| instance.owner(u) == Owner::Player(player);
            instance.graph().vertices().filter(mine).collect::<Vec<_>>()
        });
        let mut options: [Vec<Vec<Vec<usize>>>; 2] = Default::default();
        for (mine, vertices) in options.iter_mut().zip(&owned) {
            for u in vertices {
                let row = &rows[u.index()];
                mine.push(if set == StrategySet::Start { rotations(row) } else { orders(row, 200)? });
            }
        }
        let count = |mine: &Vec<Vec<Vec<usize>>>| mine.iter().map(Vec::len).product::<usize>();
        let (of_max, of_min) = (count(&options[0]), count(&options[1]));
        if of_max.saturating_mul(of_min) > 2_000 {
            return None;
        }
        let alive = alive(&rows);
        let mut arena = Self { instance, owned, options, values: Vec::new() };
        let mut left = most;
        for max in 0..of_max {
            let mut values = Vec::new();
            for min in 0..of_min {
                let mut rows = rows.clone();
                arena.put(0, max, &mut rows);
                arena.put(1, min, &mut rows);
                let halt = walk(&rows, &alive, from.index(), &mut left)?;
                let sink = VertexId::new(halt as u32);
                values.push(if rows[halt].is_empty() { instance.value(sink) } else { endless });
            }
            arena.values.push(values);
        }
        Some(arena)
    }

    /// Puts strategy number `index` of a player into the rows.
    fn put(&self, player: usize, mut index: usize, rows: &mut [Vec<usize>]) {
        for (u, options) in self.owned[player].iter().zip(&self.options[player]) {
            rows[u.index()].clone_from(&options[index % options.len()]);
            index /= options.len();
        }
    }

    /// The number of a strategy.
    pub(crate) fn number(&self, player: usize, strategy: &Strategy) -> usize {
        let graph = self.instance.graph();
        let mine = || strategy.decisions.iter();
        assert!(mine().map(|(u, _)| u).eq(&self.owned[player]), "every vertex of the player, in order");
        let (mut index, mut weight) = (0, 1);
        for ((u, decision), options) in mine().zip(&self.options[player]) {
            let heads = graph.heads(*u).iter().map(|v| v.index());
            let row: Vec<usize> = match decision {
                Decision::Start(a) => {
                    let mut row: Vec<_> = heads.collect();
                    row.rotate_left(a.index() - graph.arc_range(*u).start as usize);
                    row
                }
                Decision::Order(arcs) => {
                    let distinct: BTreeSet<_> = arcs.iter().collect();
                    assert_eq!((distinct.len(), arcs.len()), (options[0].len(), options[0].len()));
                    assert!(arcs.iter().all(|&a| graph.out_arcs(*u).any(|b| a == b)));
                    arcs.iter().map(|&a| graph.head(a).index()).collect()
                }
                other => panic!("{other:?} is no decision of this set"),
            };
            index += weight * options.iter().position(|option| *option == row).unwrap();
            weight *= options.len();
        }
        index
    }

    /// The most that Max secures, and the least that Min does.
    pub(crate) fn bounds(&self) -> (Value, Value) {
        let secured = self.values.iter().map(|row| *row.iter().min().unwrap());
        let columns = 0..self.values[0].len();
        let held = columns.map(|min| self.values.iter().map(|row| row[min]).max().unwrap());
        (secured.max().unwrap(), held.min().unwrap())
    }

    /// What a strategy of Max secures against every reply.
    pub(crate) fn secured_by(&self, max: &Strategy) -> Value {
        *self.values[self.number(0, max)].iter().min().unwrap()
    }

    /// What a strategy of Min holds Max to, whatever Max plays.
    pub(crate) fn held_by(&self, min: &Strategy) -> Value {
        let column = self.number(1, min);
        self.values.iter().map(|row| row[column]).max().unwrap()
    }

    /// Whether it matters what the players do.
    pub(crate) fn has_stakes(&self) -> bool {
        self.values.iter().flatten().any(|&value| value != self.values[0][0])
    }

    /// Whether Max has several strategies that come to the same against everything.
    pub(crate) fn has_ties(&self) -> bool {
        let mut rows = self.values.clone();
        rows.sort();
        rows.windows(2).any(|two| two[0] == two[1])
    }
}

fn rotations(row: &[usize]) -> Vec<Vec<usize>> {
    let rotate = |by| [&row[by..], &row[..by]].concat();
    (0..row.len()).map(rotate).collect()
}

/// All distinct orders of a row, unless there are more than `most`.
fn orders(row: &[usize], most: usize) -> Option<Vec<Vec<usize>>> {
    let mut sorted = row.to_vec();
    sorted.sort_unstable();
    let mut orders = vec![sorted];
    while let Some(next) = next_order(orders.last().unwrap()) {
        if orders.len() == most {
            return None;
        }
        orders.push(next);
    }
    Some(orders)
}

fn next_order(order: &[usize]) -> Option<Vec<usize>> {
    let descent = (1..order.len()).rev().find(|&at| order[at - 1] < order[at])?;
    let larger = (descent..order.len()).rev().find(|&at| order[at] > order[descent - 1])?;
    let mut next = order.to_vec();
    next.swap(descent - 1, larger);
    next[descent..].reverse();
    Some(next)
}

/// Where the particle halts, or stands when no sink can be reached any more; none if the steps are used up.
fn walk(rows: &[Vec<usize>], alive: &[bool], from: usize, left: &mut usize) -> Option<usize> {
    let mut positions = vec![0; rows.len()];
    let mut particle = from;
    while alive[particle] && !rows[particle].is_empty() {
        *left = left.checked_sub(1)?;
        let position = &mut positions[particle];
        let next = rows[particle][*position];
        *position = (*position + 1) % rows[particle].len();
        particle = next;
    }
    Some(particle)
}
