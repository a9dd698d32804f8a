//! Writing results: standard output in one piece, files by renaming a finished one into place.

use crate::interrupts::Interrupts;
use arrival::Fault;
use rotor_format::{Compression, OutputFormat};
use rotor_graph::{Instance, Rule};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The fault of standard output that cannot be written.
pub(crate) fn stdout_fault(error: io::Error) -> Fault {
    Fault::Unwritten { output: "standard output".to_owned(), error }
}

/// Writes to standard output.
pub(crate) fn to_stdout<T>(write: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> Result<T, Fault> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = write(&mut out).and_then(|made| out.flush().map(|()| made));
    written.map_err(stdout_fault)
}

/// Writes a file, or standard output for `-`: first beside it under another name, then renamed, so that no one ever sees
/// half of it. What is not a plain file, such as a device or a pipe, is written to and stays what it is.
pub(crate) fn write_file(
    file: &str,
    interrupts: &Interrupts,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Fault> {
    if file == "-" {
        return to_stdout(write);
    }
    let unwritten = |error| Fault::Unwritten { output: file.to_owned(), error };
    // What a link leads to is replaced, not the link.
    let path = std::fs::canonicalize(file).unwrap_or_else(|_| PathBuf::from(file));
    let written = match std::fs::metadata(&path) {
        Ok(about) if !about.is_file() && !about.is_dir() => write_into(&path, write),
        _ => write_and_rename(&path, interrupts, write),
    };
    written.map_err(unwritten)
}

fn write_into(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(File::options().write(true).open(path)?);
    write(&mut out).and_then(|()| out.flush())
}

fn write_and_rename(
    path: &Path,
    interrupts: &Interrupts,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".arrival-").suffix(".tmp");
    let mut unfinished = None;
    let mut temporary = builder.make_in(folder, |path| {
        drop(unfinished.take());
        unfinished = Some(interrupts.unfinished(path));
        // Readable as any file of the user's, not only by the user.
        File::create_new(path)
    })?;
    let mut out = BufWriter::new(temporary.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Ok(about) = std::fs::metadata(path) {
        // Keeps the permissions of the replaced file.
        temporary.as_file().set_permissions(about.permissions())?;
    }
    // After a crash there is the old file or the new one, never an empty one under the new name.
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Writes files, by name, into a folder, which is made if it is not there.
pub(crate) fn write_folder(
    folder: &str,
    interrupts: &Interrupts,
    files: Vec<(String, Vec<u8>)>,
) -> Result<(), Fault> {
    std::fs::create_dir_all(folder).map_err(|error| Fault::Unwritten { output: folder.to_owned(), error })?;
    files.into_iter().try_for_each(|(name, bytes)| {
        let file = Path::new(folder).join(name).to_string_lossy().into_owned();
        write_file(&file, interrupts, |out| out.write_all(&bytes))
    })
}

/// Writes an instance in the format that the name of `file` asks for; standard output gets text.
pub(crate) fn write_instance(
    file: &str,
    interrupts: &Interrupts,
    instance: &Instance,
    rule: Rule,
) -> Result<(), Fault> {
    let (format, packing) = instance_format(file, None)?;
    write_file(file, interrupts, |out| rotor_format::write(instance, rule, format, packing, out))
}

/// The format that was named, or that the name of `file` asks for; standard output gets text.
pub(crate) fn instance_format(
    file: &str,
    named: Option<OutputFormat>,
) -> Result<(OutputFormat, Compression), Fault> {
    let told = OutputFormat::from_path(file);
    let packing = told.map_or(Compression::default(), |(_, packing)| packing);
    let text = (file == "-").then_some(OutputFormat::Rotor);
    let format = named.or(told.map(|(format, _)| format)).or(text);
    format.map(|format| (format, packing)).ok_or_else(|| {
        let formats = OutputFormat::ALL.map(OutputFormat::name).join(", .");
        Fault::Unfit(format!("cannot tell the format from {file}; use one of the extensions .{formats}"))
    })
}
