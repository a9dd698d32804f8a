//! Tables in Markdown: their rows, and the names in their cells.

/// A row of a table.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// Counted from 1.
    pub(crate) line: usize,
    /// Without the blanks around them.
    pub(crate) cells: Vec<String>,
}

/// What a cell says of the sources.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Named<'c> {
    /// A dash: nothing yet.
    Nothing,
    /// These names, each in backquotes, separated by commas.
    Names(Vec<&'c str>),
    /// Anything else.
    Unreadable,
}

/// The rows of all tables in `text` whose first column is headed `header`.
pub(crate) fn rows(text: &str, header: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let (mut inside, mut above) = (false, None);
    for (index, line) in text.lines().enumerate() {
        let cells = cells(line);
        match &cells {
            None => inside = false,
            Some(cells) if is_rule(cells) => inside = above.as_deref() == Some(header),
            Some(cells) if inside => rows.push(Row { line: index + 1, cells: cells.clone() }),
            Some(_) => {}
        }
        above = cells.and_then(|cells| cells.into_iter().next());
    }
    rows
}

/// Reads a cell that names things of the sources.
pub(crate) fn named<'c>(cell: &'c str) -> Named<'c> {
    if cell == "—" {
        return Named::Nothing;
    }
    let name = |part: &'c str| part.trim().strip_prefix('`').and_then(|part| part.strip_suffix('`'));
    let names: Option<Vec<&str>> = cell.split(',').map(name).collect();
    match names {
        Some(names) if names.iter().all(|name| !name.is_empty() && !name.contains('`')) => {
            Named::Names(names)
        }
        _ => Named::Unreadable,
    }
}

/// The cells of a line that is a row of a table.
pub(crate) fn cells(line: &str) -> Option<Vec<String>> {
    let inside = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    // A bar that is escaped separates nothing.
    let inside = inside.replace("\\|", "\0");
    Some(inside.split('|').map(|cell| cell.trim().replace('\0', "|")).collect())
}

/// Whether this is the line between the head of a table and its body.
fn is_rule(cells: &[String]) -> bool {
    cells.iter().all(|cell| cell.contains('-') && cell.trim_matches(['-', ':']).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_from_every_table_with_that_header() {
        let text = "| id | b |\n|---|:-:|\n| 1 | x \\| y |\n\n| no | b |\n|---|---|\n| 2 | z |\n\n| id |\n|---|\n| 3 |";
        let found: Vec<_> = rows(text, "id").into_iter().map(|row| (row.line, row.cells.join(";"))).collect();
        assert_eq!(found, [(3, "1;x | y".to_owned()), (11, "3".to_owned())]);
    }

    #[test]
    fn a_cell_names_nothing_or_backquoted_names_and_nothing_else() {
        assert_eq!(named("—"), Named::Nothing);
        assert_eq!(named("`a::b`, `c`"), Named::Names(vec!["a::b", "c"]));
        for cell in ["", "a", "`a` b", "`a`, —", "`a` `b`", "``"] {
            assert_eq!(named(cell), Named::Unreadable, "{cell}");
        }
    }
}
