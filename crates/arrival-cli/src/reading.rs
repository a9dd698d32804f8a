//! Reading files and standard input.

use crate::session::Session;
use arrival::Fault;
use arrival::request::{Document, Input, too_large};
use std::io::Read as _;

/// The instance in `file`; `-` is standard input. If it has more than `most` bytes they are left out, and counted.
pub(crate) fn input(file: &str, most: u64, session: &Session) -> Result<Input, Fault> {
    let name = if file == "-" { "<stdin>" } else { file }.to_owned();
    let unreadable = |error| Fault::Unreadable { input: name.clone(), error };
    let (mut bytes, mut omitted) = (Vec::new(), 0);
    if file == "-" {
        session.take_stdin()?;
        std::io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        let opened = std::fs::File::open(file).map_err(unreadable)?;
        let size = opened.metadata().map_or(0, |about| about.len());
        if size > most {
            omitted = size;
        } else {
            // What is not a plain file may be longer than it says.
            bytes.reserve(usize::try_from(size).unwrap_or(0));
            opened.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
        }
    }
    Ok(Input { name, bytes, omitted, ..Input::default() })
}

/// The document in `file`; refused if it has more than `most` bytes.
pub(crate) fn document(file: &str, most: u64, session: &Session) -> Result<Document, Fault> {
    let Input { name, bytes, omitted, .. } = input(file, most, session)?;
    let size = bytes.len() as u64 + omitted;
    if size > most { Err(too_large(&name, size, most)) } else { Ok(Document { name, bytes }) }
}
