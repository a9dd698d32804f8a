//! The command `arrival` from outside: exit codes, options, output manners, formats and schemas.

#![allow(clippy::unwrap_used)]

mod colours;
mod exit_codes;
mod files;
mod formats;
mod help;
mod interruption;
mod option_table;
mod particles;
mod place;
mod rules;
mod samples;
mod schemas;
mod streams;
