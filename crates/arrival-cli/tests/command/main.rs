//! The command `arrival` from outside: exit codes, options, output manners, formats and schemas.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod algebra_options;
mod colours;
mod exit_codes;
mod faults;
mod files;
mod formats;
mod help;
mod hunting;
mod interruption;
mod memory;
mod option_table;
mod particles;
mod place;
mod rules;
mod samples;
mod schemas;
#[cfg(all(unix, feature = "serve"))]
mod serving;
mod streams;
