//! Prose in Rust text: comments read across their lines.

/// Consecutive comment lines, or one line of code, as one text.
#[derive(Debug)]
pub(crate) struct Prose {
    /// The number, from 1, of its first line.
    first_line: usize,
    /// The lines, without their comment marks, joined by `\n`.
    pub(crate) text: String,
    /// Whether it is made of comment lines.
    pub(crate) is_comment: bool,
}

impl Prose {
    /// All of `text`, cut into comments and lines of code.
    pub(crate) fn of(text: &str) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let trimmed = line.trim_start();
            let is_comment = trimmed.starts_with("//");
            match all.last_mut() {
                Some(prose) if prose.is_comment && is_comment => {
                    prose.text.push('\n');
                    prose.text.push_str(without_mark(trimmed));
                }
                _ => {
                    let text = if is_comment { without_mark(trimmed) } else { line };
                    all.push(Self { first_line: index + 1, text: text.to_owned(), is_comment });
                }
            }
        }
        all
    }

    /// The number of the line in which the byte `at` of the text stands.
    pub(crate) fn line_at(&self, at: usize) -> usize {
        self.first_line - 1 + super::source::line_at(&self.text, at)
    }
}

/// What stands between backquotes in `text`, each with its place, line breaks read as blanks.
pub(crate) fn backquoted(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut at = 0;
    let pieces = text.split('`').enumerate().map(move |(index, piece)| {
        let start = at;
        at += piece.len() + 1;
        (index, start, piece)
    });
    let inside = pieces.filter(|&(index, _, _)| index % 2 == 1);
    inside.map(|(_, start, piece)| (start, piece.split_whitespace().collect::<Vec<_>>().join(" ")))
}

fn without_mark(comment: &str) -> &str {
    comment.trim_start_matches('/').trim_start_matches('!')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_one_text_and_a_line_of_code_another() {
        let all = Prose::of("//! a\n//! b\nfn f() {}\n    /// c\n    // d\nx");
        let texts: Vec<_> = all.iter().map(|prose| (prose.text.as_str(), prose.is_comment)).collect();
        assert_eq!(texts, [(" a\n b", true), ("fn f() {}", false), (" c\n d", true), ("x", false)]);
        assert_eq!(all[2].line_at(4), 5);
    }

    #[test]
    fn names_in_backquotes_are_read_across_lines() {
        let found: Vec<_> = backquoted("a `b` c `fig :\n d` e").collect();
        assert_eq!(found, [(3, "b".to_owned()), (9, "fig : d".to_owned())]);
    }
}
