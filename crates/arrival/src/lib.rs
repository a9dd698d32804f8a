//! Rotor walks and the ARRIVAL problem: exact answers, each with a certificate that a judge has checked.
//!
//! ```
//! use arrival::{Context, Options, Question, parse, solve, verify};
//!
//! let instance = parse("u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 s2\nsink s1\nsink s2\nstart u2")?;
//! let start = instance.start().ok_or("the file names no start")?;
//! let solution = solve(&instance, Question::From(start), &Options::default(), &mut Context::default())?;
//! assert!(solution.to_string().starts_with("u2 exits at s2 after 7 steps"));
//! let certificate = solution.certificate().ok_or("nothing was claimed")?;
//! verify(&instance, certificate.as_bytes(), &mut Context::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! There is one function per question, and each returns its answer as [`Judged`]: proved by the judge, or with the reason
//! why it was not. [`answer`] takes the same questions as data ([`Request`]) and [`request`] as JSON; command line, HTTP and
//! browser use nothing else. A [`Context`] carries limits and reports progress. This crate opens no files and has no clock.
//!
//! The nouns come from [`rotor_graph`], the solvers from [`rotor_solve`], the judge from [`rotor_certify`] and the file
//! formats from [`rotor_format`].

// What only questions that are left out use is not reached, and the linker drops it.
#![cfg_attr(not(feature = "whole"), allow(dead_code))]

mod algebra;
mod batch;
mod context;
mod draw;
mod draw_options;
mod drawing;
mod drawn_answers;
mod exit_rows;
mod explain;
mod fault;
mod flows;
mod forest;
mod frame;
mod frames;
mod game;
mod hits;
mod hunt;
mod judged;
mod judging;
mod listing;
mod local;
mod memory;
mod pipeline;
mod play;
mod push;
mod question;
pub mod request;
mod route;
mod settled;
mod solution;
mod solve_error;
mod survey;
mod ticked;
mod timings;
mod verify;
mod visits;
mod walk;
mod walker;
mod words;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/return-flows.md")]
mod the_chapter_on_return_flows {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/library.md")]
mod the_chapter_on_the_library {}

pub use algebra::{class, group, harmonic, identity, stabilise, tour, with_sinks};
pub use batch::{Batch, BatchError, BatchExit, NotABatch, Scratch, Steps};
pub use context::{Context, Host, Progress, Uncounted};
pub use draw::{draw, draw_known, graphviz};
pub use draw_options::{DrawError, DrawOptions, DrawnFrame, Show};
pub use drawing::Drawing;
pub use exit_rows::ExitRow;
pub use explain::{Explanation, explain};
pub use fault::{ExitCode, Fault, error_json, flaw_line};
pub use flows::{Flows, all_flows, block_flows, flows};
pub use forest::{Equivalence, Forest, equivalent, forest};
pub use frames::{ArcMark, Frame, Frames, Mark, Step, VertexMark};
pub use game::{BestPlay, GameFinding, GameRow, PlayEnd};
pub use hits::{HittingSequence, hits};
pub use hunt::{HardInstance, HuntEvent, HuntOptions, HuntResult, Measured, ParticleEnd, hunt};
pub use judged::Judged;
pub use listing::{ListError, Listed, ShowMember, list};
pub use local::{
    AccessError, AccessFlow, AccessTable, RotorCycles, Routine, RoutineHead, Subtree, access, rotor_cycles,
    routine, subtree,
};
pub use memory::Bytes;
pub use pipeline::solve;
pub use play::decided;
pub use push::{PushedCycle, push_cycle};
pub use question::{Options, Question};
pub use request::{Reply, Request, answer, request};
pub use rotor_draw::{Geometry, Overlays, is_legible};
pub use rotor_graph::{Flaws, Instance, parse};
pub use route::{Routing, SignedRouting, route, route_signed};
pub use settled::Settled;
pub use solution::{Sizes, Solution};
pub use solve_error::SolveError;
pub use survey::{Survey, survey};
pub use ticked::{Ticked, stop_of};
pub use timings::{Stage, Timings, milliseconds};
pub use verify::{VerifyError, verify};
pub use walk::{WalkEnd, WalkError, WalkLength, WalkOptions, Walked, walk};
pub use walker::Walker;
pub use words::{Palette, display_name, grouped, in_steps, plain, styled, write_table};
