//! Writing results: standard output in one piece, files by renaming a finished one into place, and asides.

use super::desk;
use super::fault::Fault;
use super::interrupts::Unfinished;
use rotor_format::{Compression, OutputFormat};
use rotor_graph::{Instance, Rule};
use serde::Serialize;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file, or standard output for `-`: first beside it under another name, then renamed, so that nobody ever
/// sees half of it. What is no plain file, such as a device or a pipe, is written to and stays what it is.
pub(super) fn write_file(
    file: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Fault> {
    if let Some(out) = desk::writer_at_desk(file) {
        return write_to_desk(out?, write);
    }
    if file == "-" {
        // A file may be binary: its bytes are nobody's colours.
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        return write(&mut out).and_then(|()| out.flush()).map_err(Fault::stdout);
    }
    let unwritten = |error| Fault::Unwritten { file: file.to_owned(), error };
    // What a link leads to is replaced, not the link.
    let path = std::fs::canonicalize(file).unwrap_or_else(|_| PathBuf::from(file));
    let written = match std::fs::metadata(&path) {
        Ok(about) if !about.is_file() && !about.is_dir() => write_into(&path, write),
        _ => write_and_rename(&path, write),
    };
    written.map_err(unwritten)
}

fn write_into(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(File::options().write(true).open(path)?);
    write(&mut out).and_then(|()| out.flush())
}

fn write_and_rename(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".arrival-").suffix(".tmp");
    let mut unfinished = None;
    let mut temporary = builder.make_in(folder, |path| {
        drop(unfinished.take());
        unfinished = Some(Unfinished::begin(path));
        // Readable as any file of the user's, not only by the user.
        File::create_new(path)
    })?;
    let mut out = BufWriter::new(temporary.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Ok(about) = std::fs::metadata(path) {
        // Who could read the file before can, and nobody else.
        temporary.as_file().set_permissions(about.permissions())?;
    }
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Says something on standard error; where nobody can hear it, nothing is lost.
pub(super) fn aside(words: impl Display) {
    let _ = writeln!(io::stderr(), "{words}");
}

/// Writes to standard output, colours only where they are wanted.
pub(super) fn to_stdout<T>(write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> Result<T, Fault> {
    if let Some(out) = desk::writer_at_desk("-") {
        return write_to_desk(out?, write);
    }
    let mut out = BufWriter::with_capacity(1 << 16, anstream::stdout().lock());
    let written = write(&mut out).and_then(|made| out.flush().map(|()| made));
    written.map_err(Fault::stdout)
}

/// Writes what has no colours to standard output: nobody has to look for them.
pub(super) fn to_plain_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Fault> {
    write_file("-", write)
}

/// Whether standard output gets colours.
pub(super) fn has_colours() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

fn write_to_desk<T>(
    out: desk::DeskWriter,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> Result<T, Fault> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let written = write(&mut out).and_then(|made| out.flush().map(|()| made));
    written.map_err(|error| Fault::Unwritten { file: "the result".to_owned(), error })
}

/// Prints a JSON object on a line of its own.
pub(super) fn print_json(value: &impl Serialize) -> Result<(), Fault> {
    to_plain_stdout(|out| {
        serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
        writeln!(out)
    })
}

/// Writes an instance in `format`, or in the one that the name of `file` asks for; standard output gets text.
pub(super) fn write_instance(
    file: &str,
    instance: &Instance,
    rule: Rule,
    format: Option<OutputFormat>,
) -> Result<(), Fault> {
    let told = OutputFormat::from_path(file);
    let packing = told.map_or(Compression::default(), |(_, packing)| packing);
    let text = (file == "-").then_some(OutputFormat::Rotor);
    let Some(format) = format.or(told.map(|(format, _)| format)).or(text) else {
        let formats = OutputFormat::ALL.map(OutputFormat::name).join(", .");
        return Err(Fault::Usage(format!(
            "the name {file} does not tell a format; use one of the endings .{formats}"
        )));
    };
    write_file(file, |out| rotor_format::write(instance, rule, format, packing, out))
}
