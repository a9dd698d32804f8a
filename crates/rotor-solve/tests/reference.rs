//! The reference: what ends, flows, forests and values mean, by walking and by trying everything.
//!
//! Written without the code under test and without walks of `rotor-graph`: rows of heads, positions and steps. It is for
//! graphs of a dozen vertices whose walks are short.

use num_bigint::BigUint;
use rotor_graph::{
    ArcId, Count, Decision, Exit, Instance, Owner, Player, Strategy, StrategySet, Value, VertexId,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Numbers, each with the vertex and the set of others that it belongs to: a head, an end, the members of a block.
pub(crate) type Table = BTreeMap<(Option<VertexId>, Vec<VertexId>), Count>;

/// What an answer says, in terms of vertices alone, so that answers of all kinds and of relabelled graphs can be compared.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Statement {
    /// Where walks end: on a sink, or in the trap with these members.
    pub(crate) ends: BTreeMap<VertexId, Vec<VertexId>>,
    /// Tables of numbers, such as departures or return flows; what is 0 is left out.
    pub(crate) counts: BTreeMap<&'static str, Table>,
    /// The most that Max secures from a vertex, and the least that Min holds Max to.
    pub(crate) values: BTreeMap<VertexId, (Value, Value)>,
}

impl Statement {
    /// Adds a number of `u` and `others` to a table.
    pub(crate) fn count(
        &mut self,
        table: &'static str,
        u: Option<VertexId>,
        others: &[VertexId],
        count: impl Into<Count>,
    ) {
        let (table, count) = (self.counts.entry(table).or_default(), count.into());
        if count == Count::from(0) {
            return;
        }
        let of = (u, others.to_vec());
        let sum = match (table.get(&of), &count) {
            (Some(Count::Finite(before)), Count::Finite(more)) => {
                Count::from(before.to_big() + more.to_big())
            }
            _ => count,
        };
        table.insert(of, sum);
    }

    /// The same about vertices with other names; what is said of vertices without one is left out.
    pub(crate) fn renamed(&self, name: impl Fn(VertexId) -> Option<VertexId>) -> Self {
        let all = |vertices: &[VertexId]| {
            let mut named: Vec<_> = vertices.iter().map(|&v| name(v)).collect::<Option<_>>()?;
            named.sort_unstable();
            Some(named)
        };
        let mut renamed = Self::default();
        for (&u, end) in &self.ends {
            renamed.ends.extend(name(u).zip(all(end)));
        }
        for (table, rows) in &self.counts {
            renamed.counts.entry(table).or_default();
            for ((u, others), count) in rows {
                let named = u.map(&name);
                if let Some(others) = all(others).filter(|_| named != Some(None)) {
                    renamed.count(table, named.flatten(), &others, count.clone());
                }
            }
        }
        renamed.values = self.values.iter().filter_map(|(&u, &pair)| Some((name(u)?, pair))).collect();
        renamed
    }

    /// Whether everything that `found` says is said here.
    pub(crate) fn includes(&self, found: &Self) -> bool {
        let ends = found.ends.iter().all(|(u, end)| self.ends.get(u) == Some(end));
        let counts = found.counts.iter().all(|(table, rows)| self.counts.get(table) == Some(rows));
        ends && counts && found.values.iter().all(|(u, pair)| self.values.get(u) == Some(pair))
    }
}

/// A graph as rows of heads, each from the initial arc on, and the places where a particle halts.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) rows: Vec<Vec<usize>>,
    /// The sink, or the members of the trap, that a vertex belongs to.
    pub(crate) ends: Vec<Option<Vec<VertexId>>>,
}

fn id(u: usize) -> VertexId {
    VertexId::new(u as u32)
}

impl World {
    pub(crate) fn of(instance: &Instance) -> Self {
        let graph = instance.graph();
        let row = |u: VertexId| {
            let mut row: Vec<_> = graph.heads(u).iter().map(|v| v.index()).collect();
            row.rotate_left(instance.rotors().position(graph, u) as usize);
            row
        };
        let rows: Vec<Vec<usize>> = graph.vertices().map(row).collect();
        let reach: Vec<BTreeSet<usize>> = (0..rows.len()).map(|u| reached(&rows, u, None)).collect();
        // A trap is a set that no arc leaves and in which every vertex leads to every other.
        let end = |u: usize| {
            let closed = reach[u].iter().all(|&v| reach[v].contains(&u) && !rows[v].is_empty());
            (rows[u].is_empty() || closed).then(|| reach[u].iter().map(|&v| id(v)).collect())
        };
        let ends = (0..rows.len()).map(end).collect();
        Self { rows, ends }
    }

    pub(crate) fn is_active(&self, u: usize) -> bool {
        self.ends[u].is_none()
    }

    /// Walks from `from` to the end: how often each vertex is left, and where the particle halts.
    pub(crate) fn walk(&self, from: usize) -> (Vec<u64>, usize) {
        self.walk_at_most(from, u64::MAX).unwrap()
    }

    fn walk_at_most(&self, from: usize, mut steps: u64) -> Option<(Vec<u64>, usize)> {
        let mut departures = vec![0; self.rows.len()];
        let mut particle = from;
        while self.is_active(particle) {
            steps = steps.checked_sub(1)?;
            let row = &self.rows[particle];
            let next = row[departures[particle] as usize % row.len()];
            departures[particle] += 1;
            particle = next;
        }
        Some((departures, particle))
    }

    /// The walk from `from`.
    pub(crate) fn one_start(&self, from: VertexId) -> Statement {
        let (departures, halt) = self.walk(from.index());
        let mut said = Statement::default();
        said.ends.insert(from, self.ends[halt].clone().unwrap());
        for (u, &left) in departures.iter().enumerate() {
            said.count("departures", Some(id(u)), &[], BigUint::from(left));
        }
        said
    }

    /// The walks from all vertices; turns of the rotors in cycle pushes, which are the departures from a vertex before the
    /// last in its own walk; and, on forests, return flows of all arcs.
    pub(crate) fn all_starts(&self, is_forest: bool) -> Statement {
        let mut said = Statement::default();
        said.counts.extend([("turns", Table::new()), ("last departures", Table::new())]);
        for u in 0..self.rows.len() {
            let (departures, halt) = self.walk(u);
            said.ends.insert(id(u), self.ends[halt].clone().unwrap());
            if self.is_active(u) {
                let turns = departures[u] - 1;
                said.count("turns", Some(id(u)), &[], BigUint::from(turns));
                // The place, counted from the initial arc, by which u is left for the last time, and 1.
                let place = turns % self.rows[u].len() as u64 + 1;
                said.count("last departures", Some(id(u)), &[], BigUint::from(place));
            }
        }
        let arcs = (0..self.rows.len()).flat_map(|u| self.rows[u].iter().map(move |&v| (u, v)));
        let flow = |(u, v): (usize, usize)| Some(((u, v), self.return_flow(u, &[id(v)])?));
        // Walks that may leave a vertex by one arc only can be longer than all others. Then no flow is known.
        let flows = is_forest
            .then(|| arcs.collect::<BTreeSet<_>>().into_iter().map(flow).collect::<Option<Vec<_>>>());
        if let Some(Some(flows)) = flows {
            said.counts.entry("flows").or_default();
            flows.into_iter().for_each(|((u, v), flow)| said.count("flows", Some(id(u)), &[id(v)], flow));
        }
        said
    }

    /// r(u, B): how often u sends the particle to members of B, and nowhere else, until it does not come back; none
    /// if that takes too many steps.
    pub(crate) fn return_flow(&self, u: usize, to: &[VertexId]) -> Option<Count> {
        let mut row = self.rows[u].clone();
        row.retain(|&v| v != u && to.contains(&id(v)));
        self.departures_with(u, row)
    }

    /// T(u, B): how often u is left until for good, elsewhere, if every member of B always gives the particle back;
    /// none if that takes too many steps.
    pub(crate) fn deadline(&self, u: usize, block: &[VertexId]) -> Option<Count> {
        let given_back = |&v: &usize| if block.contains(&id(v)) { u } else { v };
        self.departures_with(u, self.rows[u].iter().map(given_back).collect())
    }

    /// How often u is left by a walk from it if its heads are those of `row`.
    fn departures_with(&self, u: usize, row: Vec<usize>) -> Option<Count> {
        let mut rows = self.rows.clone();
        rows[u] = row;
        // Traps apart, every walk that never ends passes u again and again.
        if !self.is_active(u)
            || rows[u].is_empty()
            || !reached(&rows, u, None).iter().any(|&v| !self.is_active(v))
        {
            return Some(Count::Infinite);
        }
        let changed = Self { rows, ends: self.ends.clone() };
        Some(BigUint::from(changed.walk_at_most(u, 20_000)?.0[u]).into())
    }

    /// Where many particles end: one after the other if they are few, else all of a vertex at once.
    pub(crate) fn route(&self, particles: &[BigUint]) -> Statement {
        let mut departures = vec![BigUint::ZERO; self.rows.len()];
        let mut waiting = particles.to_vec();
        // Round after round: if the first vertex were always served first, its neighbours would be emptied for every
        // particle of the others.
        let mut turn = (0..waiting.len()).cycle();
        while (0..waiting.len()).any(|u| self.is_active(u) && waiting[u] > BigUint::ZERO) {
            let Some(u) = turn.find(|&u| self.is_active(u) && waiting[u] > BigUint::ZERO) else { break };
            let few = waiting.iter().sum::<BigUint>() < BigUint::from(30u32);
            let sent = if few { 1u32.into() } else { waiting[u].clone() };
            let degree = self.rows[u].len();
            let first = usize::try_from(&departures[u] % degree).unwrap();
            let (each, rest) = (&sent / degree, usize::try_from(&sent % degree).unwrap());
            for (at, &v) in self.rows[u].iter().cycle().skip(first).take(degree).enumerate() {
                waiting[v] += &each + u32::from(at < rest);
            }
            departures[u] += &sent;
            waiting[u] -= sent;
        }
        let mut said = Statement::default();
        said.counts.extend([("departures", Table::new()), ("arrivals", Table::new())]);
        for (u, (departures, waiting)) in departures.into_iter().zip(waiting).enumerate() {
            said.count("departures", Some(id(u)), &[], departures);
            if let Some(end) = &self.ends[u] {
                said.count("arrivals", None, end, waiting);
            }
        }
        said
    }
}

/// What `from` reaches, itself included, without passing `but`.
fn reached(rows: &[Vec<usize>], from: usize, but: Option<usize>) -> BTreeSet<usize> {
    let (mut seen, mut queue) = (BTreeSet::from([from]), vec![from]);
    while let Some(u) = queue.pop() {
        if Some(u) != but {
            queue.extend(rows[u].iter().filter(|&&v| seen.insert(v)));
        }
    }
    seen
}

/// The end that an exit names, with the traps of its claim.
pub(crate) fn end_of(exit: Exit, traps: &[Vec<VertexId>]) -> Vec<VertexId> {
    match exit {
        Exit::Sink(sink) => vec![sink],
        Exit::Trap(trap) => traps[trap].clone(),
    }
}

/// A game in which a strategy fixes a rotor order, with every pair of strategies walked.
///
/// An option of an owned vertex is its row of heads from the initial arc on. A play is endless when it stands where no sink
/// can be reached any more; otherwise it comes to an end, because what is visited for ever is closed under arcs.
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
        let rows = World::of(instance).rows;
        let owned = PLAYERS.map(|player| instance.owned_by(player).collect::<Vec<_>>());
        let mut options: [Vec<Vec<Vec<usize>>>; 2] = Default::default();
        for (mine, vertices) in options.iter_mut().zip(&owned) {
            for u in vertices {
                let row = &rows[u.index()];
                mine.push(if set == StrategySet::Start { rotations(row) } else { orders(row, 200)? });
            }
        }
        let count = |mine: &Vec<Vec<Vec<usize>>>| {
            mine.iter().fold(1usize, |product, options| product.saturating_mul(options.len()))
        };
        let (of_max, of_min) = (count(&options[0]), count(&options[1]));
        if of_max.saturating_mul(of_min) > 2_000 {
            return None;
        }
        let leads_out: Vec<bool> =
            (0..rows.len()).map(|u| reached(&rows, u, None).iter().any(|&v| rows[v].is_empty())).collect();
        let mut arena = Self { instance, owned, options, values: Vec::new() };
        let mut left = most;
        for max in 0..of_max {
            let mut values = Vec::new();
            for min in 0..of_min {
                let mut rows = rows.clone();
                arena.put(0, max, &mut rows);
                arena.put(1, min, &mut rows);
                let (mut positions, mut u) = (vec![0; rows.len()], from.index());
                while leads_out[u] && !rows[u].is_empty() {
                    left = left.checked_sub(1)?;
                    let next = rows[u][positions[u] % rows[u].len()];
                    positions[u] += 1;
                    u = next;
                }
                values.push(if rows[u].is_empty() { instance.value(id(u)) } else { endless });
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
    pub(crate) fn number(&self, strategy: &Strategy) -> usize {
        let graph = self.instance.graph();
        let player = strategy.player as usize;
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
                other => panic!("{other:?} is not a decision of this set"),
            };
            index += weight * options.iter().position(|option| *option == row).unwrap();
            weight *= options.len();
        }
        index
    }

    /// The most that Max secures, and the least that Min holds Max to.
    pub(crate) fn bounds(&self) -> (Value, Value) {
        let secured = self.values.iter().map(|row| *row.iter().min().unwrap());
        let columns = 0..self.values[0].len();
        let held = columns.map(|min| self.values.iter().map(|row| row[min]).max().unwrap());
        (secured.max().unwrap(), held.min().unwrap())
    }

    /// What a strategy guarantees its player against every reply.
    pub(crate) fn guaranteed_by(&self, strategy: &Strategy) -> Value {
        let number = self.number(strategy);
        match strategy.player {
            Player::Max => *self.values[number].iter().min().unwrap(),
            Player::Min => self.values.iter().map(|row| row[number]).max().unwrap(),
        }
    }

    /// Whether it matters what the players do.
    pub(crate) fn has_stakes(&self) -> bool {
        self.values.iter().flatten().any(|&value| value != self.values[0][0])
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

/// A game in which players pick every step, with all states that a start reaches.
///
/// What a player does may depend on the whole past, and a play may never end, so trying one arc for each owned vertex
/// would prove nothing. A **state** is the vertex of the particle with the positions of all rotors without an owner. In the
/// binary game "at least x" one player needs an end of its own and the other is content with endless play; that is a
/// reachability game on finitely many states, won by that player exactly from the states that its ends attract (an own
/// state with one successor attracted, a state of the other with all of them). Such games are determined, with
/// strategies that look at the state only, so this is the value over all strategies whatsoever.
pub(crate) struct FreeArena<'i> {
    instance: &'i Instance,
    particle: Vec<usize>,
    successors: Vec<Vec<usize>>,
}

impl<'i> FreeArena<'i> {
    /// Explores from `from`, where the player of `fixed` keeps to that strategy; none if there are more than `most` states.
    pub(crate) fn explore(
        instance: &'i Instance,
        from: VertexId,
        fixed: Option<&Strategy>,
        most: usize,
    ) -> Option<Self> {
        let rows = World::of(instance).rows;
        let came_from = came_from(&rows, from.index());
        // The heads that the owner of a vertex may pick; none for a rotor.
        let picks = |u: VertexId| {
            let Owner::Player(player) = instance.owner(u) else { return None };
            let decision = fixed.filter(|strategy| strategy.player == player).map(|it| it.at(u).unwrap());
            Some(match decision {
                None => rows[u.index()].iter().copied().collect::<BTreeSet<_>>().into_iter().collect(),
                Some(Decision::Always(a)) => vec![instance.graph().head(*a).index()],
                Some(Decision::Bounce) => {
                    let back = came_from[u.index()].unwrap();
                    assert!(rows[u.index()].contains(&back), "no arc back");
                    vec![back]
                }
                Some(other) => panic!("{other:?} is not a decision of this set"),
            })
        };
        let options: Vec<Option<Vec<usize>>> = instance.graph().vertices().map(picks).collect();
        let mut states = vec![(from.index(), vec![0u8; rows.len()])];
        let mut number = HashMap::from([(states[0].clone(), 0)]);
        let mut successors = Vec::new();
        while let Some((u, mut positions)) = states.get(successors.len()).cloned() {
            let heads: Vec<usize> = match &options[u] {
                _ if rows[u].is_empty() => vec![],
                None => vec![rows[u][positions[u] as usize]],
                Some(heads) => heads.clone(),
            };
            if options[u].is_none() && !heads.is_empty() {
                positions[u] = (positions[u] + 1) % rows[u].len() as u8;
            }
            let mut next = Vec::new();
            for state in heads.into_iter().map(|v| (v, positions.clone())) {
                let fresh = states.len();
                let index = *number.entry(state.clone()).or_insert(fresh);
                if index == fresh {
                    states.push(state);
                }
                next.push(index);
            }
            successors.push(next);
            if states.len() > most {
                return None;
            }
        }
        let particle = states.into_iter().map(|(u, _)| u).collect();
        Some(Self { instance, particle, successors })
    }

    /// The value from the start.
    pub(crate) fn value(&self, endless: Value) -> Value {
        let sinks = self.particle.iter().filter(|&&u| self.is_sink(u)).map(|&u| self.instance.value(id(u)));
        let candidates: BTreeSet<Value> = sinks.chain([endless]).collect();
        let won = candidates.into_iter().rev().find(|&x| self.max_wins(x, endless));
        won.expect("the least value is always secured")
    }

    /// Whether a player ever has two steps to choose from.
    pub(crate) fn has_choices(&self) -> bool {
        self.successors.iter().any(|next| next.len() > 1)
    }

    fn is_sink(&self, u: usize) -> bool {
        self.instance.graph().is_sink(id(u))
    }

    fn max_wins(&self, x: Value, endless: Value) -> bool {
        // Who needs an end: Max if endless play is lost, Min if it is won.
        let hunter = if endless >= x { Player::Min } else { Player::Max };
        let caught =
            |u: usize| self.is_sink(u) && (self.instance.value(id(u)) >= x) == (hunter == Player::Max);
        let mut attracted: Vec<bool> = self.particle.iter().map(|&u| caught(u)).collect();
        let mut grows = true;
        while grows {
            grows = false;
            for state in (0..attracted.len()).rev() {
                let next = &self.successors[state];
                if attracted[state] || next.is_empty() {
                    continue;
                }
                let owner = self.instance.owner(id(self.particle[state]));
                attracted[state] = if owner == Owner::Player(hunter) {
                    next.iter().any(|&state| attracted[state])
                } else {
                    next.iter().all(|&state| attracted[state])
                };
                grows |= attracted[state];
            }
        }
        attracted[0] == (hunter == Player::Max)
    }
}

/// The vertex from which each vertex is first entered, on a tree always the same one.
fn came_from(rows: &[Vec<usize>], from: usize) -> Vec<Option<usize>> {
    let mut came_from = vec![None; rows.len()];
    let mut queue = vec![from];
    while let Some(u) = queue.pop() {
        for &v in &rows[u] {
            if v != from && came_from[v].is_none() {
                came_from[v] = Some(u);
                queue.push(v);
            }
        }
    }
    came_from
}

/// The place of arc `a` in the row of its tail, counted from the initial arc, and 1.
pub(crate) fn place(instance: &Instance, u: VertexId, a: ArcId) -> u32 {
    let graph = instance.graph();
    let (first, degree) = (graph.arc_range(u).start, graph.out_degree(u));
    (a.raw() - first + degree - instance.rotors().position(graph, u)) % degree + 1
}
