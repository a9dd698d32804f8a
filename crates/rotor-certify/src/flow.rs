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

use crate::certified::{Refutation, Unproved, display_name, pay, require, require_vertex};
use crate::traps::{TrapOf, closed_sets};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rotor_graph::{
    Amounts, Exit, FlowClaim, FlowShape, ForestClaim, Instance, Moment, Stop, Tick, VertexId, VertexMap,
};
use std::fmt::Display;
use std::ops::AddAssign;

/// What the equations of a flow are called.
struct Words {
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
pub(crate) fn check<N: Amount>(
    instance: &Instance,
    claim: &FlowClaim<N>,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    let graph = instance.graph();
    let FlowClaim { shape, supply, traps, departures, stays, trapped, steps } = claim;
    let (words, singles) = match shape {
        FlowShape::Walk => (&WALK, 2),
        FlowShape::Moment => (&MOMENT, 2),
        FlowShape::Trap => (&TRAP, 1),
        FlowShape::Route => (&ROUTE, 0),
    };
    for (number, (amounts, role)) in [supply, stays].into_iter().zip(words.roles).enumerate() {
        amounts.iter().try_for_each(|(u, _)| require_vertex(instance, role, u))?;
        if number < singles {
            let particles = amounts.iter().fold(N::zero(), |sum, (_, number)| sum + number.clone());
            if amounts.only().is_none() {
                let equation = format_args!("particles on one vertex, {role} = 1");
                return Err(Refutation::new(None, equation, particles, 1).into());
            }
        }
    }
    let exit = stays.only().filter(|_| *shape == FlowShape::Walk);
    exit.map_or(Ok(()), |exit| require(Some(exit), "d(exit) = 0", &graph.out_degree(exit), &0))?;
    require(None, "number of counts of trapped particles = number of traps", &trapped.len(), &traps.len())?;
    if *shape == FlowShape::Trap {
        require(None, "number of traps = 1", &traps.len(), &1)?;
    }
    let trap_of = &closed_sets(instance, traps)?;
    let place = stays.only().filter(|_| *shape == FlowShape::Moment);
    let flow = Flow { words, supply, trap_of, departures, stays, trapped, place };
    flow.holds(instance, tick)?;
    if *shape == FlowShape::Moment || steps.is_some() {
        flow.is_the_run(instance, tick)?;
    }
    let Some(steps) = steps else { return Ok(()) };
    Ok(require(None, "steps = sum of all outflows", &BigInt::from(steps.clone()), &sum(departures))?)
}

/// Checks where a walk is after exactly these departures.
pub(crate) fn check_moment(
    instance: &Instance,
    moment: &Moment,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    check(instance, &FlowClaim::from(moment.clone()), tick)
}

/// Checks a circulation and the exits that follow from it.
pub(crate) fn check_forest(
    instance: &Instance,
    claim: &ForestClaim,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    let graph = instance.graph();
    let ForestClaim { traps, exits, turns } = claim;
    let trap_of = closed_sets(instance, traps)?;
    let nothing = &Amounts::default();
    let flow = Flow {
        words: &FOREST,
        supply: nothing,
        trap_of: &trap_of,
        departures: turns,
        stays: nothing,
        trapped: &[],
        place: None,
    };
    flow.holds(instance, tick)?;
    let next = |v| if trap_of.contains(v) { None } else { next_head(instance, v, &turns[v]) };
    let next = VertexMap::from_vec(graph.vertices().map(next).collect());
    Ok(check_exits(instance, &trap_of, ("turned rotors", &next), exits)?)
}

/// A flow, whatever claims it.
struct Flow<'c, N> {
    words: &'static Words,
    supply: &'c Amounts<N>,
    trap_of: &'c TrapOf,
    departures: &'c VertexMap<N>,
    stays: &'c Amounts<N>,
    /// What stays in each trap; empty if nothing is claimed of it.
    trapped: &'c [N],
    /// Where the particle of a moment is.
    place: Option<VertexId>,
}

/// What demands are checked in: two machine words, or integers of any size.
trait Number: Clone + Integer + ToPrimitive + Display + From<u32> + for<'n> AddAssign<&'n Self> {}
impl Number for i128 {}
impl Number for BigInt {}

impl<N: Amount> Flow<'_, N> {
    /// Demands 1 and 2.
    fn holds(&self, instance: &Instance, tick: &mut dyn Tick) -> Result<(), Unproved> {
        let vertices = instance.graph().vertex_count();
        require(None, "number of departures = |V|", &self.departures.len(), &vertices)?;
        // A graph has fewer than 2³² arcs, so that counts of one word never add up to more than two.
        if self.holds_in(instance, |count| count.to_i64().map(i128::from), tick)?.is_none() {
            self.holds_in(instance, |count| Some(count.clone().into()), tick)?;
        }
        Ok(())
    }

    /// The same in numbers that may be too small; none if they are.
    fn holds_in<M: Number>(
        &self,
        instance: &Instance,
        number: impl Fn(&N) -> Option<M>,
        tick: &mut dyn Tick,
    ) -> Result<Option<()>, Unproved> {
        let graph = instance.graph();
        let Some(arrived) = self.arrivals(instance, &number, tick)? else { return Ok(None) };
        let mut entered = vec![M::zero(); self.trapped.len()];
        let mut stays = self.stays.iter().peekable();
        for v in graph.vertices() {
            let stays = stays.next_if(|&(u, _)| u == v).map_or(Some(M::zero()), |(_, count)| number(count));
            let (Some(left), Some(stays)) = (number(&self.departures[v]), stays) else { return Ok(None) };
            let (is_sink, trap) = (graph.is_sink(v), self.trap_of.of(v));
            if is_sink || trap.is_some() {
                let equation = if is_sink { self.words.sink } else { self.words.trap };
                require(Some(v), equation, &left, &M::zero())?;
            }
            if !is_sink && self.place != Some(v) {
                require(Some(v), "particles that end on v = 0", &stays, &M::zero())?;
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
        instance: &Instance,
        number: impl Fn(&N) -> Option<M>,
        tick: &mut dyn Tick,
    ) -> Result<Option<VertexMap<M>>, Stop> {
        let graph = instance.graph();
        let mut arrived = VertexMap::filled(graph.vertex_count(), M::zero());
        for (u, count) in self.supply.iter() {
            let Some(count) = number(count) else { return Ok(None) };
            arrived[u] += &count;
        }
        for (u, count) in self.departures.iter() {
            let heads = graph.heads(u);
            pay(tick, 1 + heads.len() * count.words())?;
            if count.is_zero() || heads.is_empty() {
                continue;
            }
            let Some(count) = number(count) else { return Ok(None) };
            let (full_turns, once_more) = count.div_mod_floor(&graph.out_degree(u).into());
            let once_more = once_more.to_usize().expect("a remainder by d(u) is less than d(u)");
            let one_more = full_turns.clone() + M::one();
            let (before, from_rotor) = heads.split_at(instance.rotors().position(graph, u) as usize);
            for (at, &v) in from_rotor.iter().chain(before).enumerate() {
                arrived[v] += if at < once_more { &one_more } else { &full_turns };
            }
        }
        Ok(Some(arrived))
    }

    /// Demand 3.
    fn is_the_run(&self, instance: &Instance, tick: &mut dyn Tick) -> Result<(), Unproved> {
        pay(tick, self.departures.len())?;
        for (u, count) in self.departures.iter().chain(self.supply.iter()) {
            if *count < N::zero() {
                return Err(Refutation::new(Some(u), "particles of a run ≥ 0", count, 0).into());
            }
        }
        let last_head = |(u, count): (VertexId, &N)| match count.is_zero() || self.place == Some(u) {
            true => None,
            false => last_head(instance, u, count),
        };
        match ends(&VertexMap::from_vec(self.departures.iter().map(last_head).collect())) {
            Ok(_) => Ok(()),
            Err(cycle) => {
                let equation = "length of the cycle of last arcs through v = 0";
                Err(Refutation::new(Some(cycle.vertex), equation, cycle.length, 0).into())
            }
        }
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

/// The head that the rotor of `u` points at after this many turns; none if `u` is a sink.
pub(crate) fn next_head<N: Amount>(instance: &Instance, u: VertexId, turns: &N) -> Option<VertexId> {
    head_past(instance, u, turns, 0)
}

/// The head before that in rotor order: that of the last turn, if there was one.
pub(crate) fn last_head<N: Amount>(instance: &Instance, u: VertexId, turns: &N) -> Option<VertexId> {
    head_past(instance, u, turns, instance.graph().out_degree(u).saturating_sub(1))
}

fn head_past<N: Amount>(instance: &Instance, u: VertexId, turns: &N, more: u32) -> Option<VertexId> {
    let graph = instance.graph();
    let degree = u64::from(graph.out_degree(u));
    let turned = match turns.to_u64() {
        _ if degree == 0 => return None,
        Some(turns) => turns % degree,
        None => turns.clone().into().mod_floor(&degree.into()).to_u64()?,
    };
    let position = u64::from(instance.rotors().position(graph, u)) + turned + u64::from(more);
    Some(graph.heads(u)[(position % degree) as usize])
}

/// The heads of `u` in the order in which they are used, parallel arcs repeated.
pub(crate) fn heads_from_rotor(instance: &Instance, u: VertexId) -> impl Iterator<Item = VertexId> + '_ {
    let position = instance.rotors().position(instance.graph(), u);
    let (before, from_rotor) = instance.graph().heads(u).split_at(position as usize);
    from_rotor.iter().chain(before).copied()
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
    let ends = ends(next).map_err(|cycle| {
        let equation = format_args!("length of the cycle of {followed} through v = 0");
        Refutation::new(Some(cycle.vertex), equation, cycle.length, 0)
    })?;
    for (v, &end) in ends.iter() {
        let expected = trap_of.of(end).map_or(Exit::Sink(end), Exit::Trap);
        if exits[v] != expected {
            let [left, right] = [exits[v], expected].map(|exit| place(instance, exit));
            let equation = format_args!("exit(v) = end of the {followed} from v");
            return Err(Refutation::new(Some(v), equation, left, right));
        }
    }
    Ok(())
}

fn place(instance: &Instance, exit: Exit) -> String {
    match exit {
        Exit::Sink(v) => display_name(instance, v).to_string(),
        Exit::Trap(number) => format!("trap {number}"),
    }
}

/// The followed arcs close a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cycle {
    /// A vertex on it.
    pub(crate) vertex: VertexId,
    /// How many arcs it has.
    pub(crate) length: usize,
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
