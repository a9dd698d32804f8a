//! The benchmark set `corpus/bench`: instances of every family, with their structure and certified answers in one table.

mod answer;
mod elimination;
mod entries;
mod row;

use entries::entries;
use row::{HEAD, Row};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The folder of the set.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/bench")
}

/// Makes the set anew: the instances, and the table.
pub(crate) fn run() -> ExitCode {
    match write(&folder()) {
        Ok((files, seeds)) => {
            println!("corpus: {files} instances as files, {seeds} by seed");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("corpus: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> io::Result<(usize, usize)> {
    let instances = folder.join("instances");
    if instances.exists() {
        std::fs::remove_dir_all(&instances)?;
    }
    std::fs::create_dir_all(&instances)?;
    let (mut table, mut files, mut seeds) = (format!("{HEAD}\n"), 0, 0);
    for entry in entries() {
        let instance = entry.instance();
        match entry.file() {
            Some(file) => {
                std::fs::write(folder.join(file), instance.to_string())?;
                files += 1;
            }
            None => seeds += 1,
        }
        table.push_str(&format!("{}\n", Row::of(&entry, &instance).map_err(io::Error::other)?));
    }
    std::fs::write(folder.join("table.csv"), table)?;
    Ok((files, seeds))
}

#[cfg(test)]
mod tests {
    use super::entries::Entry;
    use super::*;

    fn rows() -> Vec<String> {
        let table = std::fs::read_to_string(folder().join("table.csv")).unwrap();
        let mut lines = table.lines().map(str::to_owned);
        assert_eq!(lines.next().as_deref(), Some(HEAD));
        lines.collect()
    }

    fn kept() -> impl Iterator<Item = (Entry, String)> {
        entries().into_iter().filter_map(|entry| entry.file().map(|file| (entry, file)))
    }

    #[test]
    fn every_regenerated_instance_is_its_file_to_the_byte() {
        let mut names: Vec<String> = Vec::new();
        for (entry, file) in kept() {
            let text = std::fs::read_to_string(folder().join(&file)).unwrap();
            assert_eq!(entry.instance().to_string(), text, "{file}");
            names.push(file);
        }
        let there = std::fs::read_dir(folder().join("instances")).unwrap();
        let mut there: Vec<String> = there
            .map(|entry| format!("instances/{}", entry.unwrap().file_name().to_str().unwrap()))
            .collect();
        names.sort();
        there.sort();
        assert_eq!(names, there);
    }

    /// One in eight; all of them if ARRIVAL_CORPUS is `all`, those by seed too.
    #[test]
    fn answers_of_the_table_are_found_and_certified_again() {
        let all = std::env::var("ARRIVAL_CORPUS").is_ok_and(|wanted| wanted == "all");
        let (mut solved, rows, entries) = (0, rows(), entries());
        assert_eq!(rows.len(), entries.len());
        for (at, (entry, row)) in entries.iter().zip(&rows).enumerate() {
            if all || at % 8 == 3 && entry.file().is_some() {
                assert_eq!(&Row::of(entry, &entry.instance()).unwrap().to_string(), row);
                solved += 1;
            }
        }
        assert!(solved > 20, "{solved} of {}", rows.len());
    }

    #[test]
    fn every_family_and_kind_of_answer_is_in_the_small_set() {
        let (rows, entries) = (rows(), entries());
        for family in rotor_generate::FAMILIES {
            assert!(entries.iter().any(|entry| entry.family == family.id), "{}", family.id);
        }
        for word in ["path", "simple-tree-like", "tree-like", "general", "sink", "trap", "value"] {
            assert!(rows.iter().any(|row| row.split(',').any(|cell| cell == word)), "{word}");
        }
        let sizes = kept().map(|(_, file)| std::fs::metadata(folder().join(file)).unwrap().len());
        assert!(sizes.sum::<u64>() < 20_000_000);
    }
}
