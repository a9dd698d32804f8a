//! Tidy: the rules of the house that no compiler checks.

mod circles;
mod complaint;
mod declarations;
mod door_plate;
mod errata;
mod file_length;
mod forbidden_words;
mod links;
mod markdown_table;
mod named_files;
mod paper_labels;
mod paper_map;
mod prose;
mod record;
mod record_pictures;
mod rust_text;
mod solver_table;
mod source;
mod test_names;
mod versions;

use crate::bench::{Figures, RESULTS, Results, pictures};
use complaint::Complaint;
use declarations::Declarations;
use source::{Source, find};
use std::io;
use std::path::Path;

/// What tidy has to say.
pub(crate) struct Verdict {
    /// How many files it read.
    pub(crate) files: usize,
    /// What is wrong, by path and line.
    pub(crate) complaints: Vec<Complaint>,
}

/// Checks the workspace at `root`; with `fix`, first rewrites what can be rewritten.
pub(crate) fn run(root: &Path, fix: bool) -> io::Result<Verdict> {
    let solvers = rotor_solve::registry::markdown_table();
    if fix {
        let document = root.join(solver_table::PATH);
        if let Some(fixed) = solver_table::fixed(&std::fs::read_to_string(&document)?, &solvers) {
            std::fs::write(&document, fixed)?;
        }
        bring_in_the_record(root)?;
        versions::fix(root)?;
    }
    let results = Results::read(&root.join(RESULTS))?;
    let figures = Figures(&results);
    let sources = Source::all(root)?;
    let declarations = Declarations::of(&sources);
    let mut complaints = Vec::new();
    for source in &sources {
        complaints.extend(door_plate::check(source));
        complaints.extend(file_length::check(source));
        complaints.extend(forbidden_words::check(source));
        complaints.extend(record::check(source, &figures));
        complaints.extend(links::check(source, &sources, root));
        complaints.extend(test_names::check(source));
    }
    complaints.extend(circles::check(&sources));
    complaints.extend(versions::check(root)?);
    match find(&sources, paper_map::PATH) {
        Some(map) => {
            complaints.extend(paper_map::check(map, &declarations));
            complaints.extend(paper_labels::check(&sources, &paper_map::labels(map)));
        }
        None => complaints.push(Complaint::missing(paper_map::PATH)),
    }
    match find(&sources, errata::PATH) {
        Some(table) => complaints.extend(errata::check(table, &sources, &declarations)),
        None => complaints.push(Complaint::missing(errata::PATH)),
    }
    match find(&sources, named_files::PATH) {
        Some(glossary) => complaints.extend(named_files::check(glossary, &sources)),
        None => complaints.push(Complaint::missing(named_files::PATH)),
    }
    match find(&sources, solver_table::PATH) {
        Some(document) => complaints.extend(solver_table::check(document, &solvers)),
        None => complaints.push(Complaint::missing(solver_table::PATH)),
    }
    complaints.extend(record_pictures::check(root, &pictures(&results)));
    complaints.sort();
    complaints.dedup();
    Ok(Verdict { files: sources.len(), complaints })
}

/// Draws the pictures of the record and fills its marks in the documents.
pub(crate) fn bring_in_the_record(root: &Path) -> io::Result<()> {
    let results = Results::read(&root.join(RESULTS))?;
    for (path, picture) in pictures(&results) {
        std::fs::write(root.join(path), picture)?;
    }
    for source in Source::all(root)? {
        if let Some(fixed) = record::fixed(&source, &Figures(&results)) {
            std::fs::write(root.join(&source.path), fixed)?;
        }
    }
    Ok(())
}
