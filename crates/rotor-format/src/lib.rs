//! Rotor graphs and certificates as bytes: every format that is read or written.
//!
//! Bytes in, bytes out: this crate opens no file. [`read`] tells the format of its bytes by their content, and every
//! reader answers with an instance or with all flaws at once, each with its place, its rule and a remedy.
//!
//! ```
//! use rotor_format::{Compression, OutputFormat, ReadOptions, read, write};
//!
//! let input = read(b"u: v s\nv: u^2 s\nsink s\n", &ReadOptions::default())?;
//! let mut packed = Vec::new();
//! write(&input.instance, input.rule, OutputFormat::Json, Compression::Gzip, &mut packed).unwrap();
//! assert_eq!(read(&packed, &ReadOptions::default())?.instance, input.instance);
//! # Ok::<(), rotor_graph::Flaws>(())
//! ```

pub mod binary;
pub mod certificate;
mod columns;
pub mod compression;
mod document;
pub mod edge_list;
mod fields;
pub mod ilp;
mod input;
pub mod json;
mod matrix_market;
mod output;
#[cfg(test)]
mod samples;
mod stop_check;
pub mod two_successors;
#[cfg(feature = "zstd")]
mod zstd;

pub use compression::Compression;
pub use edge_list::EdgeListOptions;
pub use input::{Input, InputFormat, ReadOptions, read, read_within};
pub use output::{OutputFormat, write};
