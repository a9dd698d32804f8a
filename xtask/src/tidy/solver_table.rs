//! The table of solvers: docs/solvers.md shows what the registry says.

use super::complaint::Complaint;
use super::markdown_table::cells;
use super::source::{Source, line_at};

/// The document that has the table.
pub(crate) const PATH: &str = "docs/solvers.md";
const OPEN: &str = "<!-- solvers -->";
const CLOSE: &str = "<!-- /solvers -->";

/// Complains if the block between the marks of `document` is not `expected`, or if that is not a table.
pub(crate) fn check(document: &Source, expected: &str) -> Option<Complaint> {
    let Some((start, end)) = block(&document.text) else {
        let message = format!("no table of solvers; it goes between `{OPEN}` and `{CLOSE}`");
        return Some(Complaint::new(&document.path, 1, message));
    };
    let message = if document.text[start..end].trim() != expected.trim() {
        "the table of solvers is not the registry's; run `cargo xtask tidy --fix`"
    } else if !is_even(expected) {
        "a row of the registry's table has not as many cells as its head; let `markdown_table` write `\\|` for `|`"
    } else {
        return None;
    };
    Some(Complaint::new(&document.path, line_at(&document.text, start), message))
}

/// `document` with the block between its marks replaced by `expected`, if that changes it.
pub(crate) fn fixed(document: &str, expected: &str) -> Option<String> {
    let (start, end) = block(document)?;
    let fixed = format!("{}\n{}\n{}", &document[..start], expected.trim(), &document[end..]);
    (fixed != document).then_some(fixed)
}

/// Whether all lines of `table` are rows with the same number of cells.
fn is_even(table: &str) -> bool {
    let mut widths = table.trim().lines().map(|line| cells(line).map(|cells| cells.len()));
    let head = widths.next().flatten();
    head.is_some() && widths.all(|width| width == head)
}

/// Where the text between the marks starts and ends.
fn block(document: &str) -> Option<(usize, usize)> {
    let start = document.find(OPEN)? + OPEN.len();
    Some((start, start + document[start..].find(CLOSE)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "| id |\n|---|\n| walk |\n";

    fn readme(table: &str) -> Source {
        Source::new("README.md", &format!("# A\n{OPEN}\n{table}{CLOSE}\nend\n"))
    }

    #[test]
    fn the_table_of_the_registry_passes() {
        assert_eq!(check(&readme(TABLE), TABLE), None);
        assert_eq!(fixed(&readme(TABLE).text, TABLE), None);
    }

    #[test]
    fn another_table_is_refused_and_can_be_fixed() {
        let stale = readme("| id |\n|---|\n| run |\n");
        assert!(check(&stale, TABLE).unwrap().to_string().starts_with("README.md:2: "));
        assert_eq!(fixed(&stale.text, TABLE).unwrap(), readme(TABLE).text);
        assert_eq!(fixed(&readme("").text, TABLE).unwrap(), readme(TABLE).text);
    }

    #[test]
    fn a_table_whose_rows_have_too_many_cells_is_refused() {
        for table in ["| id |\n|---|\n| O(|A|) |\n", "| id |\n|---|\nwalk\n", ""] {
            assert!(check(&readme(table), table).is_some(), "{table}");
        }
        let escaped = "| id |\n|---|\n| O(\\|A\\|) |\n";
        assert_eq!(check(&readme(escaped), escaped), None);
    }

    #[test]
    fn a_readme_without_the_marks_is_refused() {
        assert!(check(&Source::new("README.md", "# A\n"), TABLE).is_some());
        assert!(check(&Source::new("README.md", OPEN), TABLE).is_some());
        assert_eq!(fixed("# A\n", TABLE), None);
    }
}
