//! The paper's table of complexity: what is proved of each cell, and the growth that was measured.

use super::fit::growth;
use super::results::{Contest, Results};
use std::fmt::Write;

/// Kinds of graphs: title, the end of the contests' names, what is proved for each question.
pub(crate) const GRAPHS: [(&str, &str, [&str; 4]); 3] = [
    ("general digraph", "general", ["exponential", "NP ∩ coNP", "in NP", "in Σ₂ᵖ"]),
    ("tree-like multigraph", "tree", ["exponential", "O(|A|)", "O(|A|)", "O(|A|)"]),
    ("simple tree-like graph", "simple", ["O(|V|²)", "O(|V|)", "O(|V|)", "O(|V|)"]),
];

/// Questions: title, and the beginning of the contests' names.
pub(crate) const QUESTIONS: [(&str, &str); 4] =
    [("rotor walk", "walk"), ("0 players", "zero"), ("1 player", "one"), ("2 players", "two")];

/// The contest of a cell.
pub(crate) fn cell<'r>(results: &'r Results, question: &str, graphs: &str) -> Option<&'r Contest> {
    results.contest("complexity", &format!("{question}-{graphs}"))
}

/// The growth of those who solve, then in brackets that of a plain search of the same graphs.
pub(crate) fn measured(contest: &Contest) -> String {
    let (searches, solvers): (Vec<&String>, Vec<&String>) =
        contest.contestants.iter().partition(|one| one.starts_with("search"));
    let growths = |list: Vec<&String>| -> String {
        let growths = list.into_iter().filter_map(|one| growth(contest, one));
        growths.map(|growth| growth.to_string()).collect::<Vec<String>>().join(", ")
    };
    match (growths(solvers), growths(searches)) {
        (solvers, search) if search.is_empty() => solvers,
        (solvers, search) => format!("{solvers} ({search})"),
    }
}

/// The table in the paper's introduction, what was measured behind what is proved.
pub(crate) fn table(results: &Results) -> Option<String> {
    let mut table = String::from("| |");
    QUESTIONS.iter().for_each(|(title, _)| _ = write!(table, " {title} |"));
    table.push_str("\n|---|---|---|---|---|");
    for (title, graphs, proved) in GRAPHS {
        let _ = write!(table, "\n| {title} |");
        for ((_, question), proved) in QUESTIONS.into_iter().zip(proved) {
            let measured = measured(cell(results, question, graphs)?);
            let _ = write!(table, " {}: {measured} |", proved.replace('|', "\\|"));
        }
    }
    Some(table)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// All twelve cells, each linear in a search and quadratic in a solver, or doubling with each vertex.
    pub(crate) fn cells() -> Results {
        let contest = |question: &str, graphs: &str| {
            let (axis, cost): (&str, fn(f64) -> f64) = match (question, graphs) {
                ("walk", "general" | "tree") => ("linear", |n| 1e-4 * n.exp2()),
                _ => ("log", |n| 1e-4 * n * n),
            };
            let rows = [4.0, 8.0, 16.0].map(|n| {
                format!(
                    "{{\"contestant\":\"ours\",\"size\":{n},\"seconds\":{}}},
                     {{\"contestant\":\"search-own\",\"size\":{n},\"seconds\":{}}}",
                    cost(n),
                    1e-3 * n
                )
            });
            format!(
                "{{\"id\":\"{question}-{graphs}\",\"title\":\"t\",\"family\":\"f\",\"parameters\":\"\",\"grows\":\"n\",\"seed\":1,
                 \"axis\":\"{axis}\",\"contestants\":[\"ours\",\"search-own\"],\"rows\":[{}]}}",
                rows.join(",")
            )
        };
        let contests =
            GRAPHS.map(|(_, graphs, _)| QUESTIONS.map(|(_, question)| contest(question, graphs)).join(","));
        let text = format!(
            r#"{{"part":"complexity","mode":"quick","command":"c","date":"d",
            "machine":{{"cpu":"a","cores":2,"memory_bytes":8000000000,"system":"s"}},"versions":{{}},"contests":[{}]}}"#,
            contests.join(",")
        );
        Results::of(vec![Results::part_of(&text).unwrap()])
    }

    #[test]
    fn each_cell_says_what_is_proved_and_what_was_measured() {
        let table = table(&cells()).unwrap();
        assert_eq!(table.lines().count(), 5);
        assert!(table.contains("| tree-like multigraph | exponential: 2^(1.00 n) ("), "{table}");
        assert!(table.contains(" O(\\|A\\|): n^2.00 (n^1.00) |"), "{table}");
    }

    #[test]
    fn without_a_cell_there_is_no_table() {
        assert_eq!(table(&Results::of(Vec::new())), None);
    }
}
