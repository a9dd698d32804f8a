//! Configurations and walks: the current arc of every vertex, one step of a particle and back, the walk and its past.

use crate::ids::{ArcId, VertexId, VertexMap, position_after};
use crate::multigraph::Multigraph;
use crate::trap::StoppingGraph;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// A rotor configuration ρ: for every non-sink `u` an arc ρ(u) ∈ A⁺(u).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Configuration(VertexMap<ArcId>);

impl Configuration {
    /// The configuration in which every rotor stands on the first arc of its vertex.
    pub fn first_arcs(graph: &Multigraph) -> Self {
        Self::from_positions(graph, |_| 0)
    }

    /// The configuration in which the rotor of `u` stands `position(u)` arcs after its first one, cyclically.
    pub fn from_positions(graph: &Multigraph, mut position: impl FnMut(VertexId) -> u32) -> Self {
        let rotors = graph.vertices().map(|u| match graph.out_degree(u) {
            0 => ArcId::NONE,
            degree => ArcId::new(graph.arc_range(u).start + position(u) % degree),
        });
        Self(VertexMap::from_vec(rotors.collect()))
    }

    /// ρ(u); [`ArcId::NONE`] if `u` is a sink.
    #[inline]
    pub fn rotor(&self, u: VertexId) -> ArcId {
        self.0[u]
    }

    /// How many arcs after the first one of `u` its rotor stands; 0 for a sink.
    pub fn position(&self, graph: &Multigraph, u: VertexId) -> u32 {
        if graph.is_sink(u) { 0 } else { self.0[u].raw() - graph.arc_range(u).start }
    }

    /// **turn**(ρ, u): the rotor of `u` goes on to its next arc. [ACD22] prints "except at v" for "at u": erratum E5.
    #[inline]
    pub fn turn(&mut self, graph: &Multigraph, u: VertexId) {
        self.0[u] = graph.next_arc(u, self.0[u]);
    }

    /// The inverse of [`turn`](Self::turn): the rotor of `u` goes back one arc.
    #[inline]
    pub fn turn_back(&mut self, graph: &Multigraph, u: VertexId) {
        self.0[u] = graph.previous_arc(u, self.0[u]);
    }

    /// The arc on which the rotor of `u` stands after it was turned this many times; [`ArcId::NONE`] if `u` is a sink.
    /// Time: one division.
    pub fn rotor_after(&self, graph: &Multigraph, u: VertexId, turns: &BigUint) -> ArcId {
        let degree = graph.out_degree(u);
        if degree == 0 {
            return ArcId::NONE;
        }
        let turns = (turns % degree).to_u64().expect("a remainder by d(u) is less than d(u)");
        ArcId::new(graph.arc_range(u).start + position_after(self.position(graph, u), turns, degree))
    }

    /// The arc of departure number `number` from `u`, counted from 1; [`ArcId::NONE`] if `u` is a sink or `number` is 0.
    pub fn arc_of_departure(&self, graph: &Multigraph, u: VertexId, number: &BigUint) -> ArcId {
        match number.bits() {
            0 => ArcId::NONE,
            _ => self.rotor_after(graph, u, &(number - 1u32)),
        }
    }

    /// The rotors after each was turned this many times: once for every departure of a particle. Time: |V| divisions.
    #[must_use]
    pub fn after(&self, graph: &Multigraph, turns: &VertexMap<BigUint>) -> Self {
        Self(VertexMap::from_vec(graph.vertices().map(|u| self.rotor_after(graph, u, &turns[u])).collect()))
    }

    /// Every rotor turned once: what changes when a file written for *turn, then move* is read.
    #[must_use]
    pub fn turned(mut self, graph: &Multigraph) -> Self {
        graph.vertices().filter(|&u| !graph.is_sink(u)).for_each(|u| self.turn(graph, u));
        self
    }

    /// Every rotor turned back once.
    #[must_use]
    pub fn turned_back(mut self, graph: &Multigraph) -> Self {
        graph.vertices().filter(|&u| !graph.is_sink(u)).for_each(|u| self.turn_back(graph, u));
        self
    }

    /// (ρ, σ): this configuration with the choices of `partial` put in their places.
    #[must_use]
    pub fn with(mut self, partial: &PartialConfiguration) -> Self {
        for &(u, a) in &partial.0 {
            self.0[u] = a;
        }
        self
    }

    /// The rotors by vertex; [`ArcId::NONE`] at sinks.
    pub fn as_slice(&self) -> &[ArcId] {
        self.0.as_slice()
    }

    pub(crate) fn from_rotors(rotors: VertexMap<ArcId>) -> Self {
        Self(rotors)
    }
}

/// A rotor configuration on some of the vertices only, sorted by vertex.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PartialConfiguration(Vec<(VertexId, ArcId)>);

impl PartialConfiguration {
    /// The arc `position(u)` of every vertex `u` that has a position.
    pub fn from_positions(graph: &Multigraph, mut position: impl FnMut(VertexId) -> Option<u32>) -> Self {
        let choice =
            |u| position(u).map(|at| (u, ArcId::new(graph.arc_range(u).start + at % graph.out_degree(u))));
        Self(graph.vertices().filter(|&u| !graph.is_sink(u)).filter_map(choice).collect())
    }

    /// The configuration with these entries, sorted by vertex.
    pub(crate) fn from_sorted(entries: Vec<(VertexId, ArcId)>) -> Self {
        Self(entries)
    }

    /// Vertices with their arcs, in vertex order.
    pub fn iter(&self) -> impl Iterator<Item = (VertexId, ArcId)> + '_ {
        self.0.iter().copied()
    }

    /// The arc of `u`, if it has one.
    pub fn rotor(&self, u: VertexId) -> Option<ArcId> {
        self.0.binary_search_by_key(&u, |&(v, _)| v).ok().map(|at| self.0[at].1)
    }
}

// Routing: one step of a particle, and the step that undoes it.

/// **move**(ρ, u) = h(ρ(u)): where a particle on the non-sink `u` goes next.
#[inline]
pub fn move_particle(graph: &Multigraph, rotors: &Configuration, u: VertexId) -> VertexId {
    graph.head(rotors.rotor(u))
}

/// **routing**(ρ, u): the particle on the non-sink `u` moves along ρ(u), then ρ(u) turns. Returns where it lands.
#[inline]
pub fn route(graph: &Multigraph, rotors: &mut Configuration, u: VertexId) -> VertexId {
    let v = move_particle(graph, rotors, u);
    rotors.turn(graph, u);
    v
}

/// Undoes the [`route`] that left `u`: turns ρ(u) back. Returns where that step had landed.
#[inline]
pub fn unroute(graph: &Multigraph, rotors: &mut Configuration, u: VertexId) -> VertexId {
    rotors.turn_back(graph, u);
    move_particle(graph, rotors, u)
}

/// The order of the two halves of a step. Inside, a particle always moves, then turns: a file that says otherwise
/// has its rotors turned once when it is read, after which both rules walk the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rule {
    /// The rule of [ACD22].
    #[default]
    MoveThenTurn,
    /// The rule of most of the literature.
    TurnThenMove,
}

impl Rule {
    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MoveThenTurn => "move-then-turn",
            Self::TurnThenMove => "turn-then-move",
        }
    }

    /// The rule of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::MoveThenTurn, Self::TurnThenMove].into_iter().find(|rule| rule.name() == name)
    }

    /// The configuration that means under *move, then turn* what `rotors` means under this rule.
    pub fn to_inner(self, graph: &Multigraph, rotors: Configuration) -> Configuration {
        match self {
            Self::MoveThenTurn => rotors,
            Self::TurnThenMove => rotors.turned(graph),
        }
    }

    /// The configuration that means under this rule what `rotors` means under *move, then turn*.
    pub fn from_inner(self, graph: &Multigraph, rotors: Configuration) -> Configuration {
        match self {
            Self::MoveThenTurn => rotors,
            Self::TurnThenMove => rotors.turned_back(graph),
        }
    }
}

// The rotor walk of one particle: plain simulation, the meaning of every faster routine.

/// A rotor walk (ρᵢ, uᵢ) in progress; it halts on a sink and on entering a trap.
///
/// Time O(1) per step, memory one rotor per vertex. A maximal walk can take exponentially many steps
/// [ACD22, `expchain`]; in a stopping graph it is finite [ACD22, `lem:finiteRotorWalk`].
#[derive(Clone, Debug)]
pub struct RotorWalk<'g> {
    graph: &'g Multigraph,
    initial: &'g Configuration,
    /// [`ArcId::NONE`] wherever the walk halts.
    rotors: VertexMap<ArcId>,
    particle: VertexId,
    steps: u64,
}

impl<'g> RotorWalk<'g> {
    /// The walk of a particle put on `from` with rotors `initial`.
    pub fn new(stopping: &StoppingGraph<'g>, initial: &'g Configuration, from: VertexId) -> Self {
        let rotors =
            stopping.active().iter().map(|(u, &active)| if active { initial.rotor(u) } else { ArcId::NONE });
        let rotors = VertexMap::from_vec(rotors.collect());
        Self { graph: stopping.graph(), initial, rotors, particle: from, steps: 0 }
    }

    /// The same on the bare graph: only sinks stop it, so that inside a trap it goes on for ever.
    pub fn through_traps(graph: &'g Multigraph, initial: &'g Configuration, from: VertexId) -> Self {
        let rotor = |u| if graph.is_sink(u) { ArcId::NONE } else { initial.rotor(u) };
        let rotors = VertexMap::from_vec(graph.vertices().map(rotor).collect());
        Self { graph, initial, rotors, particle: from, steps: 0 }
    }

    /// Where the particle is.
    pub fn particle(&self) -> VertexId {
        self.particle
    }

    /// How many steps it has made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether it stands on a sink or in a trap.
    pub fn has_halted(&self) -> bool {
        self.rotors[self.particle] == ArcId::NONE
    }

    /// One step, unless it has halted; returns the arc it took.
    #[inline]
    pub fn step(&mut self) -> Option<ArcId> {
        let u = self.particle;
        let a = self.rotors[u];
        if a == ArcId::NONE {
            return None;
        }
        self.rotors[u] = self.graph.next_arc(u, a);
        self.particle = self.graph.head(a);
        self.steps += 1;
        Some(a)
    }

    /// At most `most` steps; returns how many it made.
    pub fn run(&mut self, most: u64) -> u64 {
        self.run_telling(most, |_| {})
    }

    /// At most `most` steps, adding each departure to the counter of its vertex; returns how many it made.
    pub fn run_counting(&mut self, most: u64, departures: &mut VertexMap<u64>) -> u64 {
        let departures = departures.as_mut_slice();
        self.run_telling(most, |u| departures[u] += 1)
    }

    #[inline]
    fn run_telling(&mut self, most: u64, mut leaves: impl FnMut(usize)) -> u64 {
        let (heads, starts) = (self.graph.all_heads(), self.graph.row_starts());
        let rotors = self.rotors.as_mut_slice();
        let mut u = self.particle.index();
        let mut left = most;
        while left > 0 {
            let a = rotors[u];
            if a == ArcId::NONE {
                break;
            }
            // No branch here: whether a rotor has come round is too hard to guess.
            let (start, end, next) = (starts[u], starts[u + 1], a.raw() + 1);
            rotors[u] = ArcId::new(std::hint::select_unpredictable(next == end, start, next));
            leaves(u);
            u = heads[a.index()].index();
            left -= 1;
        }
        self.particle = VertexId::new(u as u32);
        self.steps += most - left;
        most - left
    }

    /// The rotor configuration it has reached.
    pub fn rotors(&self) -> Configuration {
        let kept = |(u, &a): (VertexId, &ArcId)| if a == ArcId::NONE { self.initial.rotor(u) } else { a };
        Configuration::from_rotors(VertexMap::from_vec(self.rotors.iter().map(kept).collect()))
    }
}

// The rotor walk run backwards, as far as the past is certain.

/// A rotor walk in reverse: from (ρ′, v) back to the one (ρ, u) with **routing**(ρ, u) = (ρ′, v).
///
/// The step into v came from some u whose rotor, turned back, points at v. There may be no such u, one or several, so
/// the reverse walk goes on while there is exactly one. Time O(1) per step after O(|V|) to start.
#[derive(Clone, Debug)]
pub struct ReverseWalk<'g> {
    graph: &'g Multigraph,
    rotors: Configuration,
    particle: VertexId,
    /// For each v, how many vertices could have sent the particle to it, and the sum of their numbers.
    senders: VertexMap<(u32, u64)>,
    steps: u64,
}

/// What came before a rotor-particle configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Past {
    /// Exactly one step leads here, and it left this vertex.
    From(VertexId),
    /// No step leads here: the walk can only have begun here.
    Beginning,
    /// This many steps lead here.
    Unclear(u32),
}

impl<'g> ReverseWalk<'g> {
    /// The reverse walk from a particle on `at` with rotors `rotors`.
    pub fn new(graph: &'g Multigraph, rotors: Configuration, at: VertexId) -> Self {
        let mut walk = Self {
            graph,
            rotors,
            particle: at,
            senders: VertexMap::filled(graph.vertex_count(), (0, 0)),
            steps: 0,
        };
        graph.vertices().filter(|&u| !graph.is_sink(u)).for_each(|u| walk.note_sender(u));
        walk
    }

    /// Where the particle is.
    pub fn particle(&self) -> VertexId {
        self.particle
    }

    /// How many steps it has undone.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The rotors at this moment.
    pub fn rotors(&self) -> &Configuration {
        &self.rotors
    }

    /// Where the particle came from.
    pub fn past(&self) -> Past {
        match self.senders[self.particle] {
            (0, _) => Past::Beginning,
            (1, sender) => Past::From(VertexId::new(sender as u32)),
            (several, _) => Past::Unclear(several),
        }
    }

    /// All vertices that the last step may have left, in order. Time O(|V|).
    pub fn possible_senders(&self) -> impl Iterator<Item = VertexId> + '_ {
        let inner = self.graph.vertices().filter(|&u| !self.graph.is_sink(u));
        inner.filter(|&u| self.last_head(u) == self.particle)
    }

    /// One step back if the past is certain; returns the arc whose crossing it undid.
    pub fn step_back(&mut self) -> Option<ArcId> {
        let Past::From(u) = self.past() else { return None };
        let target = self.last_head(u);
        let (count, sum) = self.senders[target];
        self.senders[target] = (count - 1, sum - u64::from(u.raw()));
        unroute(self.graph, &mut self.rotors, u);
        self.note_sender(u);
        self.particle = u;
        self.steps += 1;
        Some(self.rotors.rotor(u))
    }

    /// Where the last step that left `u`, if there was one, led.
    fn last_head(&self, u: VertexId) -> VertexId {
        self.graph.head(self.graph.previous_arc(u, self.rotors.rotor(u)))
    }

    fn note_sender(&mut self, u: VertexId) {
        let target = self.last_head(u);
        let (count, sum) = self.senders[target];
        self.senders[target] = (count + 1, sum + u64::from(u.raw()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    #[test]
    fn e5_turn_changes_the_rotor_of_u_and_no_other() {
        let instance = parse("u: v s\nv: u s\nsink s").unwrap();
        let (graph, before) = (instance.graph(), instance.rotors().clone());
        let [u, v] = ["u", "v"].map(|name| instance.vertex(name).unwrap());
        let mut after = before.clone();
        after.turn(graph, u);
        assert_eq!(after.rotor(u), graph.next_arc(u, before.rotor(u)));
        assert_eq!(after.rotor(v), before.rotor(v));
        after.turn_back(graph, u);
        assert_eq!(after, before);
        assert_eq!(before.clone().turned(graph).turned_back(graph), before);
    }

    #[test]
    fn a_partial_configuration_replaces_only_its_own_vertices() {
        let instance = parse("u: v s\nv: u s\nsink s").unwrap();
        let [u, v] = ["u", "v"].map(|name| instance.vertex(name).unwrap());
        let partial = PartialConfiguration::from_positions(instance.graph(), |w| (w == v).then_some(1));
        let both = instance.rotors().clone().with(&partial);
        assert_eq!(both.position(instance.graph(), u), 0);
        assert_eq!(both.position(instance.graph(), v), 1);
        assert_eq!((partial.rotor(u), partial.rotor(v)), (None, Some(both.rotor(v))));
    }

    const FIGURE: &str = "u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 s2\nsink s1\nsink s2\nstart u2";

    #[test]
    fn the_walk_of_the_first_figure_ends_on_s2() {
        let instance = parse(FIGURE).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), instance.start().unwrap());
        let mut trace = vec![instance.name(walk.particle())];
        while walk.step().is_some() {
            trace.push(instance.name(walk.particle()));
        }
        assert_eq!(trace, ["u2", "u1", "u0", "u2", "u0", "u1", "u2", "s2"]);
        assert_eq!(walk.steps(), 7);
    }

    #[test]
    fn step_run_and_route_walk_the_same_way() {
        let instance = parse(FIGURE).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let start = instance.start().unwrap();
        for most in 0..9 {
            let mut run = RotorWalk::new(&stopping, instance.rotors(), start);
            let mut counting = run.clone();
            let (mut rotors, mut u) = (instance.rotors().clone(), start);
            let mut counts = VertexMap::filled(instance.graph().vertex_count(), 0);
            assert_eq!(run.run(most), most.min(7));
            assert_eq!(counting.run_counting(most, &mut counts), most.min(7));
            for _ in 0..most.min(7) {
                u = route(instance.graph(), &mut rotors, u);
            }
            assert_eq!((run.particle(), counting.particle()), (u, u));
            assert_eq!((run.rotors(), counting.rotors()), (rotors.clone(), rotors));
            assert_eq!(counts.as_slice().iter().sum::<u64>(), run.steps());
        }
    }

    #[test]
    fn a_reverse_step_undoes_a_step() {
        let instance = parse(FIGURE).unwrap();
        let (graph, mut rotors) = (instance.graph(), instance.rotors().clone());
        let mut u = instance.start().unwrap();
        while !graph.is_sink(u) {
            let before = rotors.clone();
            let v = route(graph, &mut rotors, u);
            let mut undone = rotors.clone();
            assert_eq!(unroute(graph, &mut undone, u), v);
            assert_eq!(undone, before);
            u = v;
        }
    }

    #[test]
    fn a_walk_halts_on_entering_a_trap() {
        let instance = parse("u: a s\na: b\nb: a\nsink s").unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), instance.vertex("u").unwrap());
        assert_eq!(walk.run(100), 1);
        assert_eq!(walk.particle(), instance.vertex("a").unwrap());
        assert!(walk.has_halted());
        assert_eq!(
            walk.rotors().rotor(instance.vertex("b").unwrap()),
            instance.rotors().rotor(instance.vertex("b").unwrap())
        );
    }

    #[test]
    fn a_reverse_walk_retraces_a_walk_while_the_past_is_certain() {
        let instance = parse("a: b s\nb: a^2 t\nsink s\nsink t").unwrap();
        let (graph, mut rotors) = (instance.graph(), instance.rotors().clone());
        let mut states = vec![(rotors.clone(), instance.vertex("a").unwrap())];
        while !graph.is_sink(states[states.len() - 1].1) {
            let u = route(graph, &mut rotors, states[states.len() - 1].1);
            states.push((rotors.clone(), u));
        }
        for (before, after) in states.iter().zip(&states[1..]) {
            let mut reverse = ReverseWalk::new(graph, after.0.clone(), after.1);
            match reverse.past() {
                Past::From(u) => {
                    assert_eq!(reverse.step_back().map(|a| graph.head(a)), Some(after.1));
                    assert_eq!((u, reverse.particle()), (before.1, before.1));
                    assert_eq!(reverse.rotors(), &before.0);
                }
                Past::Unclear(count) => assert!(count > 1),
                Past::Beginning => panic!("a step led here"),
            }
        }
    }

    #[test]
    fn a_vertex_that_no_arc_enters_is_a_beginning() {
        let instance = parse("a: s b\nb: s\nsink s").unwrap();
        let mut reverse =
            ReverseWalk::new(instance.graph(), instance.rotors().clone(), instance.vertex("a").unwrap());
        assert_eq!(reverse.past(), Past::Beginning);
        assert_eq!(reverse.step_back(), None);
        // Turned back, a points at b and b at s: only one sender for each.
        let reverse =
            ReverseWalk::new(instance.graph(), instance.rotors().clone(), instance.vertex("s").unwrap());
        assert_eq!(reverse.past(), Past::From(instance.vertex("b").unwrap()));
    }
}
