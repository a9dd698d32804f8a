//! The server of the page: commands over HTTP on this machine, within limits.
//!
//! `POST /api/v1/solve` and its sisters take `{"text": "…", …}` with the options of the command by their names on the
//! command line, run that very command on the text, and send back the bytes that it prints with `--json`. The page itself
//! is part of the program.

mod connections;
mod guard;
mod headers;
mod limits;
mod load;
mod page;
mod request;
mod server;
mod status;
#[cfg(test)]
mod tests;

pub use limits::ServeLimits;
pub use request::answer;
pub use server::{Opened, Server, Stopped};
