//! Keeping the record: files are written aside and renamed when all of them are whole.

use std::io;
use std::path::{Path, PathBuf};

/// Replaces each file by its text: all of them, or, if one cannot be written, none.
pub(crate) fn replace(files: &[(PathBuf, String)]) -> io::Result<()> {
    let aside = |file: &Path| file.with_extension("new");
    let written = files.iter().try_for_each(|(file, text)| {
        file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(aside(file), text)
    });
    if let Err(error) = written {
        files.iter().for_each(|(file, _)| _ = std::fs::remove_file(aside(file)));
        return Err(error);
    }
    files.iter().try_for_each(|(file, _)| std::fs::rename(aside(file), file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn all_files_are_replaced_and_nothing_is_left_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        std::fs::write(file("a.json"), "old").unwrap();
        replace(&[(file("a.json"), "new".to_owned()), (file("b.json"), "b".to_owned())]).unwrap();
        assert_eq!(names(folder.path()), ["a.json", "b.json"]);
        assert_eq!(std::fs::read_to_string(file("a.json")).unwrap(), "new");
    }

    #[test]
    fn if_one_cannot_be_written_the_others_stay_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        std::fs::write(file("a.json"), "old").unwrap();
        // A file cannot be written below another file.
        let below = file("a.json").join("b.json");
        assert!(replace(&[(file("a.json"), "new".to_owned()), (below, "b".to_owned())]).is_err());
        assert_eq!(names(folder.path()), ["a.json"]);
        assert_eq!(std::fs::read_to_string(file("a.json")).unwrap(), "old");
    }
}
