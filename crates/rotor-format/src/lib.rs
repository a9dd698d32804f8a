//! Rotor graphs and certificates as bytes: every format that is read or written.
//!
//! Bytes in, bytes out: this crate opens no file. [`read`] tells the format of its bytes by their content, and every
//! reader answers with an instance or with all flaws at once, each with its place, its rule and a remedy.
//!
//! ```
//! use rotor_format::{Compression, OutputFormat, ReadOptions, read, write};
//!
//! let input = read(b"u: v s\nv: u^2 s\nsink s\n", &ReadOptions::default(), &mut ())?;
//! let mut packed = Vec::new();
//! write(&input.instance, input.rule, OutputFormat::Json, Compression::Gzip, &mut packed).unwrap();
//! assert_eq!(read(&packed, &ReadOptions::default(), &mut ())?.instance, input.instance);
//! # Ok::<(), rotor_graph::Unread>(())
//! ```

pub mod binary;
pub mod certificate;
pub mod columns;
pub mod compression;
mod distinct;
mod document;
pub mod ilp;
mod input;
pub mod json;
mod output;
#[cfg(test)]
mod samples;

pub use columns::EdgeListOptions;
pub use compression::Compression;
pub use input::{Input, InputFormat, ReadOptions, read};
pub use output::{OutputFormat, check_writable, write};
