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
    if stdout_was_closed() {
        return Err(stdout_fault(io::Error::other("it is closed")));
    }
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
    let path = target_of(file).map_err(unwritten)?;
    let written = match std::fs::metadata(&path) {
        Ok(about) if !about.is_file() && !about.is_dir() => write_into(&path, write),
        _ => write_and_rename(&path, interrupts, write),
    };
    written.map_err(unwritten)
}

/// Whether the program was started without a standard output. Before `main`, Rust opens `/dev/null` in its place, for reading and
/// writing, so that writing to it would look like success; a shell opens it for writing alone.
#[cfg(target_os = "linux")]
fn stdout_was_closed() -> bool {
    let is_null = std::fs::read_link("/proc/self/fd/1").is_ok_and(|path| path == Path::new("/dev/null"));
    let about = if is_null { std::fs::read_to_string("/proc/self/fdinfo/1").ok() } else { None };
    let flags = about.as_deref().and_then(|about| about.lines().find_map(|line| line.strip_prefix("flags:")));
    flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok()).is_some_and(|flags| flags & 3 == 2)
}

#[cfg(not(target_os = "linux"))]
fn stdout_was_closed() -> bool {
    false
}

/// As many links as Linux follows.
const MOST_LINKS: usize = 40;

/// What `file` leads to: not the link is replaced but its target, which need not be there yet.
fn target_of(file: &str) -> io::Result<PathBuf> {
    let mut path = PathBuf::from(file);
    // The system resolves what is there, and /dev/stdout leads to a pipe that has no path.
    if path.exists() {
        return Ok(std::fs::canonicalize(&path).unwrap_or(path));
    }
    for _ in 0..=MOST_LINKS {
        let Ok(target) = std::fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("it is a link that leads back to itself"))
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
    // Renaming asks for the folder alone; a file that may not be written to may not be replaced either.
    if path.is_file() {
        File::options().append(true).open(path)?;
    }
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
    rotor_format::check_writable(file).map_err(Fault::Unfit)?;
    let told = OutputFormat::from_path(file);
    let packing = told.map_or(Compression::default(), |(_, packing)| packing);
    let text = (file == "-").then_some(OutputFormat::Rotor);
    let format = named.or(told.map(|(format, _)| format)).or(text);
    format.map(|format| (format, packing)).ok_or_else(|| {
        let formats = OutputFormat::ALL.map(OutputFormat::name).join(", .");
        Fault::Unfit(format!("cannot tell the format from {file}; use one of the extensions .{formats}"))
    })
}
