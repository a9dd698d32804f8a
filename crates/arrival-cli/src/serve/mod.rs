//! The server of the page: requests over HTTP on this machine, within limits.
//!
//! `POST /api/v1/solve` and the others take `{"text": "…", …}` with the options of the question by their names on the
//! command line, and send back what [`arrival::answer`] gives. The page itself is part of the program.

mod connections;
mod guard;
mod headers;
mod json_size;
mod limits;
mod load;
mod page;
mod patient_stream;
mod processor;
mod request;
mod seat;
mod server;
mod status;
#[cfg(test)]
mod tests;
mod transit;
mod turn;

pub use limits::ServeLimits;
pub use page::page_file;
pub use request::answer_bytes as answer;
pub use server::{Opened, Server, Stopped};
