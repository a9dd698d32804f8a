//! Being stopped: what long work asks before it goes on, and tells while it does.
//!
//! Every function that may take long has one argument for it, a `&mut dyn Tick`. Clocks, limits of memory and Ctrl-C belong to
//! the caller, who stops the work by answering [`Stop`]; `&mut ()` never stops anything.

use crate::count::amount;
use crate::ids::VertexId;
use crate::trap::Exit;
use std::fmt;

/// What long work asks before it goes on.
pub trait Tick {
    /// Pays for `operations` more; the unit is a step of a walk, and what is dearer is charged as several. Work that counts
    /// none says 0, which is never taken for too much and has the clock looked at.
    fn tick(&mut self, operations: u64) -> Result<(), Stop>;

    /// Asks whether `bytes` may be held at once.
    fn reserve(&mut self, _bytes: u64) -> Result<(), Stop> {
        Ok(())
    }

    /// Is told how far the work has come.
    fn observe(&mut self, _event: Event<'_>) {}

    /// Says 0 if `number` is a multiple of 4,096: for long loops that prepare data and count nothing.
    fn tick_at(&mut self, number: usize) -> Result<(), Stop> {
        if number.is_multiple_of(1 << 12) { self.tick(0) } else { Ok(()) }
    }
}

/// Why work had to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stop {
    /// Out of time.
    #[error("out of time")]
    Time,
    /// The operations are used up.
    #[error("out of steps")]
    Operations,
    /// The memory is used up.
    #[error("out of memory")]
    Memory,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// What long work tells of itself.
#[derive(Debug)]
pub enum Event<'e> {
    /// `done` of about `expected` vertices have been swept.
    Swept {
        /// How many so far, all sweeps counted.
        done: u64,
        /// How many in the end.
        expected: u64,
    },
    /// How far a flow has come that is not balanced yet.
    Flow(FlowProgress),
    /// The exits that a solver for all starts knows when it is stopped.
    Known(Vec<(VertexId, Exit)>),
    /// Which worker answered, or what it plans, in words.
    Detail(fmt::Arguments<'e>),
}

/// How far a flow has come that is not balanced yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FlowProgress {
    /// The number, from 1, of the present strong component in topological order.
    pub component: usize,
    /// The number of components that the particles reach.
    pub components: usize,
    /// The number of vertices of the present component.
    pub vertices: usize,
    /// The number of these vertices that are held while the others settle.
    pub held: usize,
    /// The number of particles, or missing ones, left over on the others; 2⁶⁴ − 1 stands for all greater numbers.
    pub left_over: u64,
}

impl fmt::Display for FlowProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, components, vertices, held, left_over } = self;
        let in_vertices = |count: &usize| amount(count, "vertex", "vertices");
        let left_over = match *left_over {
            u64::MAX => "2⁶⁴ − 1 or more particles".to_owned(),
            few => amount(few, "particle", "particles"),
        };
        write!(f, "strong component {component} of {components} ({}) has ", in_vertices(vertices))?;
        write!(f, "{left_over} left over")?;
        if *held > 0 {
            write!(f, " with {} held", in_vertices(held))?;
        }
        Ok(())
    }
}

/// Never stops anything.
impl Tick for () {
    fn tick(&mut self, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

/// Stops after this many operations, and has no other limit.
#[derive(Clone, Copy, Debug)]
pub struct Limit(pub u64);

impl Tick for Limit {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.0 = self.0.checked_sub(operations).ok_or(Stop::Operations)?;
        Ok(())
    }
}

/// Stops at the tick after this many, whatever they pay for. For tests, which stop work at every place where it can be stopped.
#[derive(Clone, Copy, Debug)]
pub struct StopAfter(pub u64);

impl Tick for StopAfter {
    fn tick(&mut self, _: u64) -> Result<(), Stop> {
        self.0 = self.0.checked_sub(1).ok_or(Stop::Interrupted)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_of_an_unsettled_flow_is_one_sentence() {
        let mut progress = FlowProgress { component: 2, components: 3, vertices: 40, held: 0, left_over: 5 };
        let sentence = "strong component 2 of 3 (40 vertices) has 5 particles left over";
        assert_eq!(progress.to_string(), sentence);
        progress.held = 1;
        assert_eq!(progress.to_string(), format!("{sentence} with 1 vertex held"));
    }

    #[test]
    fn operations_are_paid_for_to_the_last_one() {
        let mut limit = Limit(7);
        assert_eq!([limit.tick(3), limit.tick(4)], [Ok(()), Ok(())]);
        assert_eq!([limit.tick(1), limit.tick(0)], [Err(Stop::Operations), Ok(())]);
    }

    #[test]
    fn what_has_no_limit_is_never_stopped() {
        assert_eq!([().tick(u64::MAX), ().reserve(u64::MAX), ().tick(0)], [Ok(()); 3]);
        assert_eq!(Limit(0).reserve(u64::MAX), Ok(()));
    }

    #[test]
    fn work_is_stopped_at_any_tick() {
        let mut stop = StopAfter(2);
        assert_eq!(
            [7, 0, 1].map(|operations| stop.tick(operations)),
            [Ok(()), Ok(()), Err(Stop::Interrupted)]
        );
    }
}
