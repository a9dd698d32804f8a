//! Flows: departures x that carry a supply s to where it stays, e. One check for walks, traps, many particles, antiparticles,
//! moments of a walk, and destination forests.
//!
//! **Definition.** Arc number j of u, counted from ρ(u), carries ⌈(x(u) − j) / d(u)⌉ of x(u) departures, for every integer
//! x(u), and f(x)(v) is what arrives on v. With the listed closed sets cut, the checker demands
//! 1. f(x) + s − x = e on every vertex outside of them, and in each of them that what arrives and stays adds up;
//! 2. x = 0 on sinks and in the closed sets, and e = 0 everywhere else, but for the place of the particle of a moment;
//! 3. of a run, that x and s are not negative, and that following the arcs used last closes no cycle that avoids that place.
//!
//! **1 and 2 prove e** [Dohrau, Gärtner, Kohler, Matoušek, Welzl 2017; Coq: `Integers.flows_agree`,
//! `Route.route_flow_decides`]. No vertex can be the first that the particles leave more than x(v) times: until then it has
//! been entered no more often than x enters it. So they all halt, and their run is such a flow too. Now let x and y be two. f
//! is monotone and the shares of u add up to x(u), so max(x, y) sends no less to any end than x, and no less than y; but all
//! of it adds up to Σ s, so x and y send the same to every end. A flow may hold more than the run, for instance a circulation
//! that no particle ever meets.
//!
//! **3 proves x** [Coq: `Route.route_flow_counts`, `Moment.moment_is_reached`]. The difference y ≥ 0 between a flow and the
//! run is conserved and enters no end. If y(u) > 0 then the last arc that x uses at u belongs to y, so it leads to a v with
//! y(v) > 0, and following last arcs from u never ends. The particle of a moment stops on its place with the departures of x
//! there, so y is 0 there and the cycle avoids it. The last arcs of the run itself close no other cycle, since the vertex at
//! the end of one is left later than the vertex before.
//!
//! **Forests.** Turns t with s = e = 0 are many cycle pushes at once [ACD22, `finitePush`]. If the rotors after them form no
//! cycle, the path P along them from any v ends on a sink or in a trap. It leaves a vertex at most once, by the arc that is
//! next after its turns, so t and P together are a flow from v, and the walk from v ends where P does.

use crate::certified::{
    Refutation, Verdict, display_name, pay, refute, require, require_vertex, require_zero,
};
use crate::traps::{TrapOf, closed_sets};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rotor_graph::{
    Amounts, Configuration, Exit, FlowClaim, FlowShape, ForestClaim, Instance, Moment, Multigraph, Stop,
    Tick, VertexId, VertexMap,
};
use std::fmt::Display;
use std::ops::AddAssign;

/// What the equations of a flow are called.
pub(crate) struct Words {
    /// Where particles start and stay.
    roles: [&'static str; 2],
    /// Demand 2 in a trap and on a sink.
    trap: &'static str,
    sink: &'static str,
    /// Demand 1 on the way and on a sink; it follows for a sink if it is not demanded.
    inner: &'static str,
    end: Option<&'static str>,
}

const WALK: Words = Words {
    roles: ["from", "exit"],
    trap: "outflow within the trap = 0",
    sink: "outflow of a sink = 0",
    inner: "inflow + [v = from] = outflow",
    end: Some("inflow + [v = from] = [v = exit]"),
};
const TRAP: Words = Words { end: Some("inflow + [v = from] = 0"), ..WALK };
const MOMENT: Words = Words {
    roles: ["from", "at"],
    inner: "inflow + [v = from] = outflow + [v = at]",
    end: Some("inflow + [v = from] = outflow + [v = at]"),
    ..WALK
};
const ROUTE: Words = Words {
    roles: ["a start", "an end"],
    trap: "outflow within a trap = 0",
    inner: "inflow + particles = outflow",
    end: Some("inflow + particles = particles that end on v"),
    ..WALK
};
const FOREST: Words = Words {
    trap: "turns on a sink or in a trap = 0",
    sink: "turns on a sink or in a trap = 0",
    inner: "inflow = turns",
    end: None,
    ..WALK
};
pub(crate) const BLOCK: Words = Words { inner: "inflow = outflow + [v halts]", end: None, ..WALK };

/// A number of particles: natural, or an integer if antiparticles count.
pub(crate) trait Amount:
    Clone + PartialOrd + One + Zero + ToPrimitive + Display + Into<BigInt>
{
    /// How many machine words it takes.
    fn words(&self) -> usize;
}

impl Amount for BigUint {
    fn words(&self) -> usize {
        self.iter_u64_digits().len()
    }
}

impl Amount for BigInt {
    fn words(&self) -> usize {
        self.iter_u64_digits().len()
    }
}

/// Checks what a flow says of its particles.
pub(crate) fn check<N: Amount>(instance: &Instance, claim: &FlowClaim<N>, tick: &mut dyn Tick) -> Verdict {
    let FlowClaim { shape, supply, traps, departures, stays, trapped, steps } = claim;
    let (words, singles) = match shape {
        FlowShape::Walk => (&WALK, 2),
        FlowShape::Moment => (&MOMENT, 2),
        FlowShape::Trap => (&TRAP, 1),
        FlowShape::Route => (&ROUTE, 0),
    };
    for (number, (amounts, role)) in [supply, stays].into_iter().zip(words.roles).enumerate() {
        amounts.iter().try_for_each(|(u, _)| require_vertex(instance, role, u))?;
        if number < singles && amounts.only().is_none() {
            let particles = amounts.iter().fold(N::zero(), |sum, (_, number)| sum + number.clone());
            return refute(None, format_args!("particles on one vertex, {role} = 1"), particles, 1);
        }
    }
    if let (FlowShape::Walk, Some(exit)) = (shape, stays.only()) {
        require_zero(exit, "d(exit) = 0", &instance.graph().out_degree(exit))?;
    }
    require(None, "number of counts of trapped particles = number of traps", &trapped.len(), &traps.len())?;
    if *shape == FlowShape::Trap {
        require(None, "number of traps = 1", &traps.len(), &1)?;
    }
    let trap_of = &closed_sets(instance, traps)?;
    let place = stays.only().filter(|_| *shape == FlowShape::Moment);
    let arcs = Arcs::of(instance);
    let flow = Flow { arcs, words, supply, trap_of, departures, stays, trapped, place };
    flow.holds(tick)?;
    if *shape == FlowShape::Moment || steps.is_some() {
        flow.is_the_run(tick)?;
    }
    let Some(steps) = steps else { return Ok(()) };
    Ok(require(None, "steps = sum of all outflows", &BigInt::from(steps.clone()), &sum(departures))?)
}

/// Checks where a walk is after exactly these departures.
pub(crate) fn check_moment(instance: &Instance, moment: &Moment, tick: &mut dyn Tick) -> Verdict {
    check(instance, &FlowClaim::from(moment.clone()), tick)
}

/// Checks a circulation and the exits that follow from it.
pub(crate) fn check_forest(instance: &Instance, claim: &ForestClaim, tick: &mut dyn Tick) -> Verdict {
    let arcs = Arcs::of(instance);
    let ForestClaim { traps, exits, turns: departures } = claim;
    let trap_of = &closed_sets(instance, traps)?;
    let (supply, stays) = (&Amounts::default(), &Amounts::default());
    let (trapped, place) = (&[], None);
    Flow { arcs, words: &FOREST, supply, trap_of, departures, stays, trapped, place }.holds(tick)?;
    let next = |(v, turns)| if trap_of.contains(v) { None } else { arcs.next_head(v, turns) };
    let next = VertexMap::from_vec(departures.iter().map(next).collect());
    Ok(check_exits(instance, trap_of, ("turned rotors", &next), exits)?)
}

/// A flow, whatever claims it.
pub(crate) struct Flow<'c, N> {
    pub(crate) arcs: Arcs<'c>,
    pub(crate) words: &'static Words,
    pub(crate) supply: &'c Amounts<N>,
    pub(crate) trap_of: &'c TrapOf,
    pub(crate) departures: &'c VertexMap<N>,
    pub(crate) stays: &'c Amounts<N>,
    /// What stays in each trap; empty if nothing is claimed of it.
    pub(crate) trapped: &'c [N],
    /// Where a particle may stay on its way: that of a moment.
    pub(crate) place: Option<VertexId>,
}

/// What demands are checked in: two machine words, or integers of any size.
trait Number: Clone + Integer + ToPrimitive + Display + From<u32> + for<'n> AddAssign<&'n Self> {}
impl Number for i128 {}
impl Number for BigInt {}

impl<N: Amount> Flow<'_, N> {
    /// Demands 1 and 2.
    pub(crate) fn holds(&self, tick: &mut dyn Tick) -> Verdict {
        require(None, "number of departures = |V|", &self.departures.len(), &self.arcs.graph.vertex_count())?;
        // A graph has fewer than 2³² arcs, so that counts of one word never add up to more than two.
        if self.holds_in(|count| count.to_i64().map(i128::from), tick)?.is_none() {
            self.holds_in(|count| Some(count.clone().into()), tick)?;
        }
        Ok(())
    }

    /// The same in numbers that may be too small; none if they are.
    fn holds_in<M: Number>(
        &self,
        number: impl Fn(&N) -> Option<M>,
        tick: &mut dyn Tick,
    ) -> Verdict<Option<()>> {
        let Some(arrived) = self.arrivals(&number, tick)? else { return Ok(None) };
        let mut entered = vec![M::zero(); self.trapped.len()];
        let mut stays = self.stays.iter().peekable();
        for v in self.arcs.graph.vertices() {
            let stays = stays.next_if(|&(u, _)| u == v).map_or(Some(M::zero()), |(_, count)| number(count));
            let (Some(left), Some(stays)) = (number(&self.departures[v]), stays) else { return Ok(None) };
            let (is_sink, trap) = (self.arcs.graph.is_sink(v), self.trap_of.of(v));
            if is_sink || trap.is_some() {
                require_zero(v, if is_sink { self.words.sink } else { self.words.trap }, &left)?;
            }
            if !is_sink && self.place != Some(v) {
                require_zero(v, "particles that end on v = 0", &stays)?;
            }
            match trap {
                Some(trap) => entered.get_mut(trap).into_iter().for_each(|sum| *sum += &arrived[v]),
                None if is_sink => {
                    self.words.end.map_or(Ok(()), |end| require(Some(v), end, &arrived[v], &stays))?;
                }
                None => require(Some(v), self.words.inner, &arrived[v], &(left + stays))?,
            }
        }
        for (trap, (entered, claimed)) in entered.iter().zip(self.trapped).enumerate() {
            let Some(claimed) = number(claimed) else { return Ok(None) };
            let equation = format_args!("inflow + particles of trap {trap} = particles that end in it");
            require(None, equation, entered, &claimed)?;
        }
        Ok(Some(()))
    }

    /// f(x) + s. One division a vertex and one addition an arc.
    fn arrivals<M: Number>(
        &self,
        number: impl Fn(&N) -> Option<M>,
        tick: &mut dyn Tick,
    ) -> Result<Option<VertexMap<M>>, Stop> {
        let mut arrived = VertexMap::filled(self.arcs.graph.vertex_count(), M::zero());
        for (u, count) in self.supply.iter() {
            let Some(count) = number(count) else { return Ok(None) };
            arrived[u] += &count;
        }
        for (u, count) in self.departures.iter() {
            let degree = self.arcs.graph.out_degree(u);
            pay(tick, 1 + degree as usize * count.words())?;
            if count.is_zero() || degree == 0 {
                continue;
            }
            let Some(count) = number(count) else { return Ok(None) };
            let (full_turns, once_more) = count.div_mod_floor(&degree.into());
            let once_more = once_more.to_usize().expect("a remainder by d(u) is less than d(u)");
            let one_more = full_turns.clone() + M::one();
            for (at, v) in self.arcs.heads_from_rotor(u).enumerate() {
                arrived[v] += if at < once_more { &one_more } else { &full_turns };
            }
        }
        Ok(Some(arrived))
    }

    /// Demand 3.
    fn is_the_run(&self, tick: &mut dyn Tick) -> Verdict {
        pay(tick, self.departures.len())?;
        for (u, count) in self.departures.iter().chain(self.supply.iter()) {
            if *count < N::zero() {
                return refute(Some(u), "particles of a run ≥ 0", count, 0);
            }
        }
        let last_head = |(u, count): (VertexId, &N)| match count.is_zero() || self.place == Some(u) {
            true => None,
            false => self.arcs.last_head(u, count),
        };
        let last_heads = VertexMap::from_vec(self.departures.iter().map(last_head).collect());
        Ok(ends(&last_heads).map(|_| ()).map_err(|cycle| cycle.of("last arcs"))?)
    }
}

/// The sum of all counts, most of which fit a word.
fn sum<N: Amount>(counts: &VertexMap<N>) -> BigInt {
    let (mut small, mut large) = (0i128, BigInt::zero());
    for count in counts.as_slice() {
        match count.to_i64() {
            Some(count) => small += i128::from(count),
            None => large += count.clone().into(),
        }
    }
    large + small
}

/// The arcs of a graph in the order in which they are used.
#[derive(Clone, Copy)]
pub(crate) struct Arcs<'c> {
    pub(crate) graph: &'c Multigraph,
    pub(crate) rotors: &'c Configuration,
}

impl<'c> Arcs<'c> {
    pub(crate) fn of(instance: &'c Instance) -> Self {
        Self { graph: instance.graph(), rotors: instance.rotors() }
    }

    /// The heads of `u` in the order in which they are used, parallel arcs repeated.
    pub(crate) fn heads_from_rotor(self, u: VertexId) -> impl Iterator<Item = VertexId> + 'c {
        let (before, from_rotor) = self.graph.heads(u).split_at(self.rotors.position(self.graph, u) as usize);
        from_rotor.iter().chain(before).copied()
    }

    /// The head that the rotor of `u` points at after this many turns; none if `u` is a sink.
    pub(crate) fn next_head<N: Amount>(self, u: VertexId, turns: &N) -> Option<VertexId> {
        self.head_past(u, turns, 0)
    }

    /// The head before that in rotor order: that of the last turn, if there was one.
    pub(crate) fn last_head<N: Amount>(self, u: VertexId, turns: &N) -> Option<VertexId> {
        self.head_past(u, turns, self.graph.out_degree(u).saturating_sub(1))
    }

    fn head_past<N: Amount>(self, u: VertexId, turns: &N, more: u32) -> Option<VertexId> {
        let degree = u64::from(self.graph.out_degree(u));
        let turned = match turns.to_u64() {
            _ if degree == 0 => return None,
            Some(turns) => turns % degree,
            None => turns.clone().into().mod_floor(&degree.into()).to_u64()?,
        };
        let position = u64::from(self.rotors.position(self.graph, u)) + turned + u64::from(more);
        Some(self.graph.heads(u)[(position % degree) as usize])
    }
}

/// Checks that every vertex exits where the path along `next` ends: on a sink or in a trap.
///
/// `followed` says what leads to `next`, which is for active vertices only: paths end on sinks and in traps. Time
/// O(|V|).
pub(crate) fn check_exits(
    instance: &Instance,
    trap_of: &TrapOf,
    (followed, next): (&str, &VertexMap<Option<VertexId>>),
    exits: &VertexMap<Exit>,
) -> Result<(), Refutation> {
    require(None, "number of exits = |V|", &exits.len(), &next.len())?;
    let ends = ends(next).map_err(|cycle| cycle.of(followed))?;
    for (v, &end) in ends.iter() {
        let expected = trap_of.of(end).map_or(Exit::Sink(end), Exit::Trap);
        if exits[v] != expected {
            let [left, right] = [exits[v], expected].map(|exit| match exit {
                Exit::Sink(v) => display_name(instance, v).to_string(),
                Exit::Trap(number) => format!("trap {number}"),
            });
            return refute(Some(v), format_args!("exit(v) = end of the {followed} from v"), left, right);
        }
    }
    Ok(())
}

/// The followed arcs close a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cycle {
    /// A vertex on it.
    pub(crate) vertex: VertexId,
    /// How many arcs it has.
    pub(crate) length: usize,
}

impl Cycle {
    fn of(self, followed: &str) -> Refutation {
        let equation = format_args!("length of the cycle of {followed} through v = 0");
        Refutation::new(Some(self.vertex), equation, self.length, 0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Done,
}

/// The last vertex of the path u, next(u), next(next(u)), … for every u, or a cycle if one is endless.
///
/// Time and memory O(|V|): every vertex on a path remembers its end.
pub(crate) fn ends(next: &VertexMap<Option<VertexId>>) -> Result<VertexMap<VertexId>, Cycle> {
    let mut end = VertexMap::from_vec(next.iter().map(|(u, _)| u).collect());
    let mut state = VertexMap::filled(next.len(), State::New);
    let mut path = Vec::new();
    for (start, _) in next.iter() {
        let mut u = start;
        while state[u] == State::New {
            state[u] = State::OnPath;
            path.push(u);
            u = next[u].unwrap_or(u);
            if state[u] == State::OnPath && next[u].is_some() {
                let length = path.iter().rev().take_while(|&&v| v != u).count() + 1;
                return Err(Cycle { vertex: u, length });
            }
        }
        let last = end[u];
        for v in path.drain(..) {
            end[v] = last;
            state[v] = State::Done;
        }
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(next: &[Option<u32>]) -> VertexMap<Option<VertexId>> {
        VertexMap::from_vec(next.iter().map(|v| v.map(VertexId::new)).collect())
    }

    #[test]
    fn every_vertex_of_a_path_has_the_same_end() {
        let ends = ends(&map(&[Some(2), None, Some(3), None, Some(0)])).unwrap();
        assert_eq!(ends.as_slice(), [3, 1, 3, 3, 3].map(VertexId::new));
    }

    #[test]
    fn a_cycle_is_found_from_outside_it() {
        let cycle = ends(&map(&[Some(1), Some(2), Some(3), Some(1), None])).unwrap_err();
        assert_eq!(cycle, Cycle { vertex: VertexId::new(1), length: 3 });
        assert_eq!(ends(&map(&[None, Some(1)])).unwrap_err(), Cycle { vertex: VertexId::new(1), length: 1 });
    }
}
