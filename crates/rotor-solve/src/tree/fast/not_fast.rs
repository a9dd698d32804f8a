//! Why the fast solver hands a graph back.

use super::kept::TooLarge;
use rotor_graph::Stop;

/// Why the fast solver hands a graph back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotFast {
    /// The graph is not tree-like, even when its traps are cut.
    #[error("the undirected graph has a cycle")]
    NotTreeLike,
    /// There are 2²⁹ vertices or more; or, if the flows themselves are wanted, one of them is beyond 2⁶².
    #[error("there are 2²⁹ vertices or more, or a return flow that is asked for is beyond 2⁶²")]
    TooLarge,
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// What was found, if the graph was not handed back: then it falls to the exact ways.
pub fn unless_handed_back<T>(found: Result<T, NotFast>) -> Result<Option<T>, Stop> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(NotFast::Stopped(reason)) => Err(reason),
        Err(NotFast::NotTreeLike | NotFast::TooLarge) => Ok(None),
    }
}

impl From<TooLarge> for NotFast {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}
