//! Links of documents: a file of the workspace that is linked to exists, and so does the heading.

use super::complaint::Complaint;
use super::source::{Source, find, line_at};
use std::path::Path;

/// Complains about every link of the document `source` that leads nowhere; addresses elsewhere are not looked up.
pub(crate) fn check(source: &Source, sources: &[Source], root: &Path) -> Vec<Complaint> {
    if source.extension() != "md" {
        return Vec::new();
    }
    let text = without_code(&source.text);
    let mut complaints = Vec::new();
    for (at, _) in text.match_indices("](") {
        let Some((target, _)) = text[at + 2..].split_once(')') else { continue };
        if target.contains(':') || target.contains(char::is_whitespace) {
            continue;
        }
        let (path, heading) =
            target.split_once('#').map_or((target, None), |(path, name)| (path, Some(name)));
        let path = if path.is_empty() { source.path.clone() } else { resolved(&source.path, path) };
        let mut complain = |message: String| {
            complaints.push(Complaint::new(&source.path, line_at(&text, at), message));
        };
        match find(sources, &path) {
            None if !root.join(&path).exists() => complain(format!("there is no {path} to link to")),
            Some(linked) if linked.extension() == "md" => {
                let is_there = |name: &str| anchors(&linked.text).iter().any(|anchor| anchor == name);
                if let Some(name) = heading.filter(|name| !is_there(name)) {
                    complain(format!("{path} has no heading #{name}"));
                }
            }
            _ => {}
        }
    }
    complaints
}

/// The text with blanks for what stands in blocks of code and between backquotes, so that places stay as they are.
fn without_code(text: &str) -> String {
    let blank = |piece: &str| piece.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect::<String>();
    let fences = text.split("```").enumerate().map(|(index, piece)| {
        let prose = if index % 2 == 0 { piece } else { return blank(piece) };
        let spans = prose.split('`').enumerate();
        spans
            .map(|(index, span)| if index % 2 == 0 { span.to_owned() } else { blank(span) })
            .collect::<Vec<_>>()
            .join("`")
    });
    fences.collect::<Vec<_>>().join("```")
}

/// `path` as it is seen from the file `from`.
fn resolved(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// What the headings of a document are called in links: small letters, digits and hyphens.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        let Some(heading) = line.strip_prefix('#').filter(|_| !in_code) else { continue };
        let Some((_, heading)) = heading.split_once(' ') else { continue };
        let letter = |c: char| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
            _ => None,
        };
        let anchor: String = heading.trim().to_lowercase().chars().filter_map(letter).collect();
        let before = anchors.iter().filter(|other| **other == anchor).count();
        anchors.push(if before == 0 { anchor } else { format!("{anchor}-{before}") });
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let source = Source::new("src/a.md", text);
        check(&source, std::slice::from_ref(&source), root).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn links_to_files_and_headings_that_exist_pass() {
        let text = "# Here\n[a](main.rs) ![b](./tidy/mod.rs) [c](../Cargo.toml) [d](#here)\n[e](https://x.example/y)";
        assert_eq!(complaints(text), Vec::<String>::new());
        assert_eq!(complaints("`[a](nowhere)`\n```\n[b](nowhere)\n```\n"), Vec::<String>::new());
    }

    #[test]
    fn a_link_that_leads_nowhere_is_named_with_its_line() {
        let found = complaints("# Here\n\n[a](nowhere.md)\n[b](#there) [c](tidy#x)");
        assert_eq!(
            found,
            [
                "src/a.md:3: there is no src/nowhere.md to link to",
                "src/a.md:4: src/a.md has no heading #there"
            ]
        );
    }

    #[test]
    fn headings_are_called_by_their_letters() {
        let text = "# One\n## The *second* one, `x`\n```\n# no\n```\n## One\n#none\n";
        assert_eq!(anchors(text), ["one", "the-second-one-x", "one-1"]);
    }
}
