//! Questions: what is asked of an instance, and how it is to be answered.

use rotor_graph::{StrategySet, Value, VertexId};

/// What is asked of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Where does a particle put on this vertex end? In a game: what can the players secure from it?
    From(VertexId),
    /// The same for every vertex.
    All,
}

/// How to answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The solver to use, by name; by default the first that takes the question.
    pub solver: Option<String>,
    /// Whether the judge checks the answer before it is returned.
    pub check: bool,
    /// Whether the certificate itself is wanted: then it is kept even if the answer is not checked, and however long its
    /// numbers are.
    pub certificate: bool,
    /// What the strategies of a game may decide.
    pub strategies: StrategySet,
    /// The value of a play that never exits.
    pub endless_value: Value,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            solver: None,
            check: true,
            certificate: true,
            strategies: StrategySet::Start,
            endless_value: 0,
        }
    }
}
