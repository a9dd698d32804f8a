//! Bisection: the departures of a few vertices, searched one inside the other.
//!
//! Hold a vertex c at y departures, as a sink that sends y particles out, and let the rest settle. Then
//! g(y) = f(x)(c) − y is the same whichever flow the rest settled in, because arrivals at sinks are; it falls by 0 or 1 when y grows by 1.
//! So the zero of g is found by galloping and bisecting, and there the whole is settled.

use super::acyclic::{settle_in_order, topological_order};
use super::expectation::{Averages, OnDemand};
use super::held_vertex::Choice;
use super::pseudo_flow::PseudoFlow;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};
use rotor_graph::{Stop, Tick};

/// Settles what is not held, if it can; says whether it could.
pub(crate) trait Settle:
    Fn(&mut PseudoFlow<'_>, &[bool], &mut OnDemand, &mut dyn Tick) -> Result<bool, Stop>
{
}

impl<F> Settle for F where
    F: Fn(&mut PseudoFlow<'_>, &[bool], &mut OnDemand, &mut dyn Tick) -> Result<bool, Stop>
{
}

/// A vertex that is held while the rest settles, and what is known of g.
#[derive(Debug)]
struct Cut {
    vertex: usize,
    /// How often a particle on it is expected to leave it.
    visits: BigInt,
    /// y and g(y) > 0.
    low: Option<(BigInt, BigInt)>,
    /// y and g(y) < 0.
    high: Option<(BigInt, BigInt)>,
    probes: u32,
}

/// What is left when the first cuts are held.
#[derive(Debug)]
struct CutOrder {
    /// The vertex of the last of them.
    vertex: usize,
    /// Its topological order, if it has no cycle.
    order: Option<Vec<u32>>,
    averages: OnDemand,
}

/// A search by cuts. It is made in steps, so that it can rest after any of them.
#[derive(Debug)]
pub(crate) struct Bisection {
    choice: Choice,
    held: Vec<bool>,
    cuts: Vec<Cut>,
    rests: Vec<CutOrder>,
    next: Next,
}

/// What a search does next.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// Cut one vertex more, as what is not held has not settled.
    Cut,
    /// Settle what is not held.
    Probe,
    /// See what the last cut lacks, as what is not held has settled.
    Compare,
}

impl Bisection {
    /// A search for what is not `held`, which has a cycle and has not settled.
    pub(crate) fn new(held: &[bool], choice: Choice) -> Self {
        Self { choice, held: held.to_vec(), cuts: Vec::new(), rests: Vec::new(), next: Next::Cut }
    }

    /// Makes one step; says whether all is settled.
    ///
    /// If it is stopped, the step can be made again, on the flow as it is then.
    pub(crate) fn step(
        &mut self,
        flow: &mut PseudoFlow<'_>,
        averages: &Averages,
        settle: &impl Settle,
        tick: &mut dyn Tick,
    ) -> Result<bool, Stop> {
        match self.next {
            Next::Cut => {
                let cut = self.cut(flow, averages, tick)?;
                self.hold(cut, flow);
                self.next = Next::Probe;
            }
            Next::Probe => {
                let rest = &mut self.rests[self.cuts.len() - 1];
                let is_settled = match &rest.order {
                    Some(order) => settle_in_order(flow, &self.held, order, tick).map(|()| true)?,
                    None => settle(flow, &self.held, &mut rest.averages, tick)?,
                };
                self.next = if is_settled { Next::Compare } else { Next::Cut };
            }
            Next::Compare => {
                let Some(cut) = self.cuts.last_mut() else { return Ok(true) };
                let gap = flow.residual(cut.vertex);
                if gap.is_zero() {
                    self.held[cut.vertex] = false;
                    self.cuts.pop();
                } else {
                    let here = flow.departures(cut.vertex);
                    let next = cut.next(here.clone(), gap);
                    flow.change(cut.vertex, &(next - here));
                    flow.recount();
                    self.next = Next::Probe;
                }
            }
        }
        Ok(false)
    }

    /// The next cut as chosen.
    fn cut(&mut self, flow: &PseudoFlow<'_>, averages: &Averages, tick: &mut dyn Tick) -> Result<Cut, Stop> {
        let averages = match self.rests[..self.cuts.len()].last_mut() {
            None => averages,
            Some(rest) => rest.averages.get(flow.part(), &self.held, tick)?,
        };
        Cut::at(self.choice.vertex(flow, &self.held, averages, tick)?, averages, tick)
    }

    fn hold(&mut self, cut: Cut, flow: &PseudoFlow<'_>) {
        let vertex = cut.vertex;
        self.held[vertex] = true;
        if self.rests.get(self.cuts.len()).is_none_or(|rest| rest.vertex != vertex) {
            self.rests.truncate(self.cuts.len());
            let order = topological_order(flow.part(), &self.held);
            self.rests.push(CutOrder { vertex, order, averages: OnDemand::default() });
        }
        self.cuts.push(cut);
    }
}

impl Cut {
    fn at(vertex: usize, averages: &Averages, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let one = |v: usize| if v == vertex { BigUint::one() } else { BigUint::zero() };
        let visits = averages.visits(one, tick)?[vertex].round();
        Ok(Self { vertex, visits: visits.max(BigInt::one()), low: None, high: None, probes: 0 })
    }

    /// Where to look for the zero of g next, `here` having turned out to be `gap` ≠ 0 away.
    fn next(&mut self, here: BigInt, gap: BigInt) -> BigInt {
        self.probes += 1;
        // Without a bracket each probe goes four times as far as the one before.
        let far = (&gap * &self.visits) << (2 * (self.probes - 1));
        let without_bracket = (&here + far).max(BigInt::zero());
        let end = if gap.is_positive() { &mut self.low } else { &mut self.high };
        *end = Some((here, gap));
        let (Some((low, above)), Some((high, below))) = (&self.low, &self.high) else {
            return without_bracket;
        };
        // g falls by at most 1 a step.
        let (least, most) = (low + above, high + below);
        let between = match self.probes % 3 {
            0 => (&least + &most) / 2,
            _ => low + (high - low) * above / (above - below),
        };
        between.clamp(least.clone(), most.max(least))
    }
}

#[cfg(test)]
mod tests;
