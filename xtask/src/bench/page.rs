//! The page of measurements, docs/benchmarks.md: made whole from the record, so that no figure is written by hand.

use super::pictures::has_picture;
use super::record::{Axis, Contest, Part, Results};
use super::tables::{against_the_best, complexity, contest, instances, reached, solved, worst};

const PATH: &str = "docs/benchmarks.md";

/// The text of the page. The tables of a part follow the section whose heading names it in brackets.
const TEXT: &str = include_str!("page.txt");

/// The path of the page, and its text; parts that were not measured are left out.
pub(crate) fn page(results: &Results) -> (&'static str, String) {
    let mut sections = TEXT.split("\n## ");
    let mut text = sections.next().unwrap_or_default().to_owned();
    for section in sections {
        let named = section.strip_prefix('[').and_then(|rest| rest.split_once("] "));
        match named.map(|(name, section)| (results.part(name), section)) {
            Some((Some(part), section)) => text.push_str(&with_tables(section, part, results)),
            Some((None, _)) => {}
            None => text.push_str(&format!("\n## {section}")),
        }
    }
    (PATH, text)
}

/// A section: its heading, how the part was measured, the words, and the tables.
fn with_tables(section: &str, part: &Part, results: &Results) -> String {
    let (heading, words) = section.split_once('\n').unwrap_or((section, ""));
    let mut paragraphs = vec![format!("\n## {heading}"), measured(part), words.trim().to_owned()];
    match &*part.part {
        "complexity" => {
            paragraphs.extend(complexity(results));
            let alt = "Time against size on logarithmic axes, a diagram for each cell";
            paragraphs.push(format!("![{alt}](pictures/bench-complexity.svg)"));
        }
        "default" => {
            // One table says it all.
            paragraphs.extend(worst(part).map(|worst| format!("The worst is {worst}.")));
            paragraphs.push(against_the_best(part));
            return joined(paragraphs);
        }
        "hard" => {
            paragraphs
                .push("### Where we stop\n\nThe largest sizes solved, of families that grow:".to_owned());
            paragraphs.extend(reached(part));
        }
        _ => {}
    }
    part.contests.iter().for_each(|contest| paragraphs.extend(paragraphs_of(&part.part, contest)));
    joined(paragraphs)
}

fn joined(paragraphs: Vec<String>) -> String {
    paragraphs.join("\n\n") + "\n"
}

fn paragraphs_of(part: &str, shown: &Contest) -> Vec<String> {
    let mut title = shown.title.chars();
    let first = title.next().map(char::to_uppercase).into_iter().flatten();
    let title: String = first.chain(title).collect();
    let mut paragraphs = vec![format!("### {title}"), format!("Instances: {}", instances(shown))];
    if matches!(shown.axis, Axis::Files | Axis::Seeds) {
        paragraphs.push(solved(shown));
    }
    if has_picture(part, shown) {
        paragraphs.push(format!("![{title}](pictures/bench-{part}-{}.svg)", shown.id));
    }
    paragraphs.push(contest(shown));
    paragraphs
}

/// With what, when, where and in how long a part was measured: parts may be measured apart.
fn measured(part: &Part) -> String {
    let Part { command, mode, date, machine, versions, took_seconds, .. } = part;
    let versions: Vec<String> = versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
    let took = took_seconds.map_or(String::new(), |seconds| format!(", in {} minutes", seconds.div_ceil(60)));
    format!(
        "Measured by `{command}` ({mode}) on {date}{took}, on: {}, {} cores, {} GB, `{}`; {}.",
        machine.cpu,
        machine.cores,
        (machine.memory_bytes as f64 / 1e9).round(),
        machine.system,
        versions.join(", "),
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cells, sample};
    use super::*;

    #[test]
    fn each_part_says_when_it_was_measured_and_shows_its_contests() {
        let (path, text) = page(&sample());
        assert_eq!(path, "docs/benchmarks.md");
        let machine = "a, 2 cores, 8 GB, `s`; rustc 1.";
        assert!(
            text.contains(&format!("Measured by `c` (quick) on d, in 2 minutes, on: {machine}")),
            "{text}"
        );
        assert!(text.contains("## All exits of large trees\n") && text.contains("\n### T\n"));
        assert!(text.contains("![T](pictures/bench-trees-random.svg)"));
        assert!(text.find("## All exits").unwrap() < text.find("## Hard instances").unwrap());
        assert!(text.contains("Solved: `ours` 2 of 2"));
    }

    /// A part of the record that the text does not name would be measured and not shown.
    #[test]
    fn every_part_of_the_record_has_its_section() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let results = Results::read(&root.join(super::super::RESULTS)).expect("it can be read");
        assert!(results.parts().all(|part| TEXT.contains(&format!("\n## [{}] ", part.part))));
    }

    #[test]
    fn the_table_of_complexity_is_shown_with_its_picture() {
        let (_, text) = page(&cells());
        assert!(text.contains("| tree-like multigraph | exponential: 2^(1.00 n) ("), "{text}");
        assert!(text.contains("(pictures/bench-complexity.svg)"));
    }

    /// A mark that begins a line ends the paragraph before it, and what follows stays Markdown.
    #[test]
    fn no_paragraph_begins_with_a_mark() {
        let (_, text) = page(&sample());
        let marks: Vec<&str> = text.lines().filter(|line| line.starts_with("<!--")).collect();
        assert_eq!(marks.len(), 1, "{marks:?}");
    }
}
