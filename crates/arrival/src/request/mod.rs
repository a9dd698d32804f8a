//! Requests: every question as plain data, and the one function that answers them.
//!
//! Command line, HTTP, browser and notebook all end up in [`answer`]. A request knows no files: its input is bytes, and what
//! is to be written comes back in the [`Reply`].

mod aggregate;
mod algebra;
mod begin;
mod check;
mod convert;
mod decide;
mod draw;
mod equivalent;
mod explain;
mod fields;
mod flows;
mod forest;
mod generate;
mod hits;
mod hunt;
mod hunted;
mod input;
mod push;
mod reply;
mod rounds;
mod route;
mod solution_json;
mod solve;
mod solvers;
mod tour;
mod trimmed;
mod verify;
mod walk;

pub use aggregate::{Aggregate, GroundName};
pub use algebra::{Class, Group, Harmonic, Identity, List, Stabilise};
pub use begin::{Begin, beginnings};
pub use check::Check;
pub use convert::Convert;
pub use decide::Decide;
pub use draw::{Draw, PictureFormat};
pub use equivalent::Equivalent;
pub use explain::Explain;
pub use fields::{Counts, Document, Named, NamesList, bytes, output_format, seconds};
pub use flows::Flows;
pub use forest::Forest;
pub use generate::{Generate, SeededFamily};
pub use hunt::{Hunt, seeds};
pub use input::{EXAMPLES, Input, Limits, Read, too_large};
pub use push::Push;
pub use reply::Reply;
pub use route::Route;
pub use solve::Solve;
pub use solvers::Solvers;
pub use tour::Tour;
pub use verify::Verify;
pub use walk::Walk;

use crate::context::Context;
use crate::fault::Fault;
use crate::solve_error::SolveError;
use rotor_graph::Stop;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A question about an input, within limits.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The instance that is asked about; some questions have none.
    pub input: Option<Input>,
    /// Limits of its own; they can only lower those of the context.
    pub limits: Limits,
    /// What is asked.
    pub ask: Ask,
}

/// Declares every question once: its name in requests, the type that holds its options, whether it has an input, and
/// whether it is left out where the feature `whole` is.
macro_rules! questions {
    (about an instance: { $($(#[doc = $doc:literal])* $(#[cfg($part:meta)])? $name:literal $question:ident,)* }
     about nothing: {
        $($(#[doc = $other_doc:literal])* $(#[cfg($other_part:meta)])? $other_name:literal $other:ident,)*
     }) => {
        /// What can be asked: one variant per command.
        #[derive(Clone, Debug, Deserialize)]
        pub enum Ask {
            $($(#[doc = $doc])* $(#[cfg($part)])? #[serde(rename = $name)] $question($question),)*
            $($(#[doc = $other_doc])* $(#[cfg($other_part)])? #[serde(rename = $other_name)] $other($other),)*
        }

        impl Ask {
            /// The names of all questions.
            pub const NAMES: &[&str] = &[
                $($(#[cfg($part)])? $name,)*
                $($(#[cfg($other_part)])? $other_name,)*
            ];

            fn answer(self, input: Option<Input>, context: &mut Context<'_>) -> Result<Reply, Fault> {
                let input = || input.ok_or_else(|| Fault::Unfit(format!("name an instance: {EXAMPLE}")));
                match self {
                    $($(#[cfg($part)])? Self::$question(ask) => ask.answer(input()?, context),)*
                    $($(#[cfg($other_part)])? Self::$other(ask) => ask.answer(context),)*
                }
            }
        }
    };
}

questions! {
    about an instance: {
    /// Where do particles exit, or what do players secure?
    "solve" Solve,
    /// Does a particle reach this sink?
    #[cfg(feature = "whole")]
    "decide" Decide,
    /// Where does a walk lead, step by step?
    "walk" Walk,
    /// Where do many particles end?
    "route" Route,
    /// What are the return flows?
    "flows" Flows,
    /// What is the destination forest?
    "forest" Forest,
    /// What does a cycle push do?
    "push" Push,
    /// Do two configurations belong to the same class?
    #[cfg(feature = "whole")]
    "equivalent" Equivalent,
    /// Why does the particle end where it does?
    "explain" Explain,
    /// What kind of graph is it, and what is wrong with it?
    "check" Check,
    /// What becomes of an endless walk?
    #[cfg(feature = "whole")]
    "tour" Tour,
    /// What is the sandpile group?
    #[cfg(feature = "whole")]
    "group" Group,
    /// To which class do the rotors belong?
    #[cfg(feature = "whole")]
    "class" Class,
    /// What is the recurrent identity?
    #[cfg(feature = "whole")]
    "identity" Identity,
    /// What do chips stabilise to?
    #[cfg(feature = "whole")]
    "stabilise" Stabilise,
    /// With which probabilities does a random walk end where?
    #[cfg(feature = "whole")]
    "harmonic" Harmonic,
    /// Which chips are recurrent or superstable, which rotors forests or unicycles?
    #[cfg(feature = "whole")]
    "list" List,
    /// Is this certificate valid?
    #[cfg(feature = "whole")]
    "verify" Verify,
    /// The same instance in another format.
    "convert" Convert,
    /// A picture.
    "draw" Draw,
    }
    about nothing: {
    /// What do particles that settle one after the other form?
    #[cfg(feature = "whole")]
    "aggregate" Aggregate,
    /// A member of a family.
    #[cfg(feature = "whole")]
    "generate" Generate,
    /// Which members of a family take longest?
    #[cfg(feature = "whole")]
    "hunt" Hunt,
    /// Which solvers are there?
    "solvers" Solvers,
    /// What can a page begin with?
    #[cfg(feature = "whole")]
    "begin" Begin,
    }
}

impl Default for Ask {
    fn default() -> Self {
        Self::Solvers(Solvers {})
    }
}

impl Request {
    /// The request `name` with a body of JSON text.
    pub fn parse(name: &str, body: &str) -> Result<Self, Fault> {
        let body = serde_json::from_str(body).map_err(|error| Fault::Unfit(error.to_string()))?;
        Self::from_json(name, body)
    }

    /// The request `name`, one of [`Ask::NAMES`], with this body: the keys of the input and the limits, and the options of the question by their
    /// names on the command line.
    pub fn from_json(name: &str, body: Value) -> Result<Self, Fault> {
        let Value::Object(mut body) = body else {
            return Err(Fault::Unfit(format!("write an object, such as {EXAMPLE}")));
        };
        // null and false mean that the option is absent.
        body.retain(|_, value| !matches!(value, Value::Null | Value::Bool(false)));
        let unfit = |error: serde_json::Error| Fault::Unfit(error.to_string());
        let limits = Limits::take(&mut body).map_err(unfit)?;
        let input = Input::take(&mut body).map_err(unfit)?;
        let named: Map<_, _> = [(name.to_owned(), Value::Object(body))].into_iter().collect();
        let ask = Ask::deserialize(Value::Object(named)).map_err(unfit)?;
        Ok(Self { input, limits, ask })
    }
}

const EXAMPLE: &str = r#"{"text":"a: s\nsink s"}"#;

/// Answers a request. It opens no file, prints nothing and keeps nothing: the same request gives the same reply.
///
/// Cost: O(input) for reading, and that of the function of this crate that the request names.
pub fn answer(request: Request, context: &mut Context<'_>) -> Result<Reply, Fault> {
    let Request { input, limits, ask } = request;
    limits.apply(context);
    ask.answer(input, context)
}

/// Answers the request `name` with a JSON body by JSON, an `arrival.error/1` if there is no answer: the entry for callers
/// that speak nothing else.
///
/// ```
/// let body = r#"{"text": "a: b s\nb: a t\nsink s\nsink t", "from": "a"}"#;
/// let reply = arrival::request("solve", body, &mut arrival::Context::default());
/// assert!(reply.contains(r#""answers":[{"from":"a","exit":"s","steps":"3"}]"#));
/// ```
pub fn request(name: &str, body: &str, context: &mut Context<'_>) -> String {
    answer_json(Request::parse(name, body), context)
}

/// Answers what was parsed by JSON, an `arrival.error/1` if it is not a request or has no answer.
pub fn answer_json(parsed: Result<Request, Fault>, context: &mut Context<'_>) -> String {
    let reply = parsed.and_then(|request| answer(request, context)).and_then(|reply| reply.to_json());
    reply.unwrap_or_else(|fault| fault.json("<request>")).to_string()
}

/// The fault of a question that the solvers did not answer within `context`.
fn unsolved(error: SolveError, input: &str, context: &Context<'_>) -> Fault {
    let words = error.to_string();
    match error {
        SolveError::NoSolver(error) => error.into(),
        SolveError::NotTreeLike(..) | SolveError::Trapped => Fault::unfit(input, words),
        SolveError::Stopped(reason) => Fault::Stopped { reason, known: context.known() },
        SolveError::Memory { .. } => Fault::Stopped { reason: Stop::Memory, known: words },
        SolveError::Refuted(_) => Fault::Refuted(words),
    }
}
