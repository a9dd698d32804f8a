//! Hitting sequences: the exits of particles sent one after the other from one vertex.
//!
//! The exit of the next particle depends only on the class of the rotors, and each particle adds [from] to it: so the
//! sequence is periodic from the beginning, and its period divides the order of [from]. Short walks are made; a long
//! walk, or a long run of particles with the same exit, is one flow of many particles, found by galloping and bisection.

use num_bigint::BigUint;
use num_traits::One;
use rotor_graph::{
    Configuration, Exit, FlowClaim, Multigraph, RotorWalk, Stop, StoppingGraph, Tick, VertexId, VertexMap,
};
use rotor_solve::general::run_by_flow;

/// Particles one after the other with the same exit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HitRun {
    /// Where they exit.
    pub exit: Exit,
    /// How many.
    pub count: BigUint,
    /// The rotors before them and the flow of all of them, if they were not walked step by step.
    pub proof: Option<(Configuration, FlowClaim)>,
}

/// The hitting sequence of a vertex, somewhere in the middle.
pub struct Hits<'g> {
    stopping: StoppingGraph<'g>,
    from: VertexId,
    rotors: Configuration,
    left: BigUint,
    /// Walked particles with the same exit as the last one.
    alike: (Option<Exit>, u64),
    /// How many particles are walked before a flow is tried again.
    walks_before_flow: u64,
}

/// After this many particles with one exit, a flow of many is tried.
const ALIKE: u64 = 16;

impl<'g> Hits<'g> {
    /// The exits of `count` particles from `from`.
    pub fn of(graph: &'g Multigraph, rotors: &Configuration, from: VertexId, count: BigUint) -> Self {
        let stopping = StoppingGraph::of(graph);
        Self {
            stopping,
            from,
            rotors: rotors.clone(),
            left: count,
            alike: (None, 0),
            walks_before_flow: ALIKE,
        }
    }

    /// The rotors after the particles so far.
    pub fn rotors(&self) -> &Configuration {
        &self.rotors
    }

    /// The next few particles with one exit; none if all have been sent. Two such runs in a row may have the same exit.
    ///
    /// Cost: one short walk, or logarithmically many runs of many particles.
    pub fn next(&mut self, tick: &mut dyn Tick) -> Result<Option<HitRun>, Stop> {
        if self.left == BigUint::ZERO {
            return Ok(None);
        }
        let alike = self.alike.1 >= self.walks_before_flow;
        let run = match if alike { None } else { self.walk(tick)? } {
            Some(exit) => HitRun { exit, count: BigUint::one(), proof: None },
            None => self.flow(tick)?,
        };
        self.left -= &run.count;
        Ok(Some(run))
    }

    /// The exit of one particle, if its walk is short.
    fn walk(&mut self, tick: &mut dyn Tick) -> Result<Option<Exit>, Stop> {
        let graph = self.stopping.graph();
        let short = 16 * (graph.vertex_count() + graph.arc_count()) as u64 + 1_000;
        let mut walk = RotorWalk::new(&self.stopping, &self.rotors, self.from);
        let made = walk.run(short);
        tick.tick(made + graph.vertex_count() as u64)?;
        let Some(exit) = self.stopping.exit_at(walk.particle()) else { return Ok(None) };
        let rotors = walk.rotors();
        self.rotors = rotors;
        self.alike =
            if self.alike.0 == Some(exit) { (Some(exit), self.alike.1 + 1) } else { (Some(exit), 1) };
        Ok(Some(exit))
    }

    /// As many particles as have one exit, at least one.
    fn flow(&mut self, tick: &mut dyn Tick) -> Result<HitRun, Stop> {
        let one = self.all_alike(&BigUint::one(), tick)?.expect("one particle has one exit");
        let (mut least, mut found) = (BigUint::one(), one);
        let mut mixed = &self.left + 1u32;
        while &least + 1u32 < mixed {
            let doubled: BigUint = &least << 1;
            // Galloping until some number is too many, then halving.
            let probe = if doubled < mixed && mixed > self.left { doubled } else { (&least + &mixed) >> 1 };
            match self.all_alike(&probe, tick)? {
                Some(flow) => (least, found) = (probe, flow),
                None => mixed = probe,
            }
        }
        let (exit, claim) = found;
        // Runs that are hardly longer than what was walked are better walked.
        self.walks_before_flow = if least.bits() <= 4 { self.walks_before_flow * 2 } else { ALIKE };
        self.alike = (Some(exit), 0);
        let after = self.rotors.after(self.stopping.graph(), &claim.departures);
        let before = std::mem::replace(&mut self.rotors, after);
        Ok(HitRun { exit, count: least, proof: Some((before, claim)) })
    }

    /// The one exit of `count` particles, with their flow, if they have one.
    fn all_alike(&self, count: &BigUint, tick: &mut dyn Tick) -> Result<Option<(Exit, FlowClaim)>, Stop> {
        let graph = self.stopping.graph();
        let mut particles = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
        particles[self.from] = count.clone();
        let routed = run_by_flow(&self.stopping, &self.rotors, &particles, tick)?;
        let claim = routed.into_claim(&self.stopping, &self.rotors);
        let sink = claim.stays.iter().find(|(_, ended)| *ended == count).map(|(sink, _)| Exit::Sink(sink));
        let exit = sink.or_else(|| claim.trapped.iter().position(|ended| ended == count).map(Exit::Trap));
        Ok(exit.map(|exit| (exit, claim)))
    }
}
