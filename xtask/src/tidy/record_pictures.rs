//! Pictures of the record: each is there as the record draws it, and no other.

use super::complaint::Complaint;
use std::path::Path;

/// Where they lie, and how their names begin.
const FOLDER: &str = "docs/pictures";
const PREFIX: &str = "bench-";

/// Complains about pictures that are missing or not what the record says, and about those of contests that are gone.
pub(crate) fn check(root: &Path, pictures: &[(String, String)]) -> Vec<Complaint> {
    let differs = |(path, text): &&(String, String)| {
        std::fs::read_to_string(root.join(path)).ok().as_ref() != Some(text)
    };
    let stale = pictures.iter().filter(differs).map(|(path, _)| {
        Complaint::new(path, 1, "the picture is not what the record says; run `cargo xtask tidy --fix`")
    });
    let entries = std::fs::read_dir(root.join(FOLDER)).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let there = names.filter(|name| name.starts_with(PREFIX)).map(|name| format!("{FOLDER}/{name}"));
    let gone = there.filter(|path| pictures.iter().all(|(known, _)| known != path));
    let gone = gone.map(|path| Complaint::new(&path, 1, "the record draws no such picture; delete it"));
    stale.chain(gone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_stale_and_left_over_pictures_are_found() {
        let root = std::env::temp_dir().join(format!("arrival-tidy-pictures-{}", std::process::id()));
        std::fs::create_dir_all(root.join(FOLDER)).unwrap();
        for (name, text) in
            [("bench-a.svg", "a"), ("bench-b.svg", "old"), ("bench-gone.svg", "x"), ("flows.svg", "y")]
        {
            std::fs::write(root.join(FOLDER).join(name), text).unwrap();
        }
        let wanted = ["a", "b", "c"].map(|name| (format!("{FOLDER}/bench-{name}.svg"), name.to_owned()));
        let found: Vec<String> = check(&root, &wanted).iter().map(Complaint::to_string).collect();
        std::fs::remove_dir_all(&root).unwrap();
        let starts: Vec<&str> = found.iter().filter_map(|line| line.split(';').next()).collect();
        assert_eq!(
            starts,
            [
                "docs/pictures/bench-b.svg:1: the picture is not what the record says",
                "docs/pictures/bench-c.svg:1: the picture is not what the record says",
                "docs/pictures/bench-gone.svg:1: the record draws no such picture",
            ]
        );
    }
}
