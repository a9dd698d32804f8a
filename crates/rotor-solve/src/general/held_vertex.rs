//! Which vertex to hold when guesses are stuck.

use super::expectation::Averages;
use super::feedback::feedback_set;
use super::pseudo_flow::PseudoFlow;
use super::technique::Technique;
use rotor_graph::{Stop, Tick};

/// How many vertices a feedback set may have: each costs a search inside the others.
const MOST_FEEDBACK: usize = 2;

/// How vertices are chosen, one inside the other.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// These, one after the other: what is left then has no cycle but loops.
    Feedback(Vec<usize>),
    /// The vertex that what is left over is expected to visit most.
    MostVisited,
}

impl Choice {
    /// The first of the above that the vertices not `held` allow. Time: that of [`feedback_set`].
    pub(crate) fn of(flow: &PseudoFlow<'_>, held: &[bool], tick: &mut dyn Tick) -> Result<Self, Stop> {
        if Technique::Feedback.is_on()
            && let Some(set) = feedback_set(flow.part(), held, MOST_FEEDBACK, tick)?
        {
            return Ok(Self::Feedback(set));
        }
        Ok(Self::MostVisited)
    }

    /// A vertex that is not `held`, there being some that have not settled.
    pub(crate) fn vertex(
        &self,
        flow: &PseudoFlow<'_>,
        held: &[bool],
        averages: &Averages,
        tick: &mut dyn Tick,
    ) -> Result<usize, Stop> {
        let free = (0..held.len()).filter(|&v| !held[v]);
        let chosen = match self {
            Self::Feedback(set) => set.iter().copied().find(|&v| !held[v]),
            Self::MostVisited => {
                let visits = averages.visits(|v| flow.residual(v).into_parts().1, tick)?;
                free.max_by(|&v, &w| visits[v].compare(visits[w]).then(w.cmp(&v)))
            }
        };
        Ok(chosen.expect("what is held is settled, and what has no cycle is settled in one pass"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::part::Part;
    use num_bigint::BigUint;
    use rotor_graph::parse;

    #[test]
    fn a_small_feedback_set_comes_first() {
        let choice = |text: &str| {
            let (part, vertices) = Part::of_active(&parse(text).unwrap());
            let flow = PseudoFlow::new(&part, vec![BigUint::from(1u32); vertices.len()]);
            Choice::of(&flow, &vec![false; vertices.len()], &mut ()).unwrap()
        };
        let wheel = "hub: a b s\na: b hub\nb: hub s\nsink s";
        assert!(matches!(choice(wheel), Choice::Feedback(set) if set.len() == 1));
        let all = "a: b c d\nb: a c d\nc: a b d\nd: a b c s\nsink s";
        assert!(matches!(choice(all), Choice::MostVisited));
    }
}
