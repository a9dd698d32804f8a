//! File length: a file of more than 400 lines is asked to split.

use super::complaint::Complaint;
use super::source::Source;

const MOST_LINES: usize = 400;

/// Complains if `source` is code and too long, tests included.
pub(crate) fn check(source: &Source) -> Option<Complaint> {
    let lines = source.text.lines().count();
    let is_code = ["rs", "ts", "py"].contains(&source.extension());
    let message = || format!("{lines} lines; split the file into concepts of at most {MOST_LINES} lines");
    (is_code && lines > MOST_LINES).then(|| Complaint::new(&source.path, MOST_LINES + 1, message()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_hundred_lines_pass_and_one_more_does_not() {
        for extension in ["rs", "ts", "py"] {
            let path = format!("web/a.{extension}");
            assert_eq!(check(&Source::new(&path, &"\n".repeat(400))), None);
            let complaint = check(&Source::new(&path, &"\n".repeat(401))).unwrap();
            assert!(complaint.to_string().starts_with(&format!("{path}:401: 401 lines;")));
        }
        assert_eq!(check(&Source::new("docs/a.md", &"\n".repeat(401))), None);
    }
}
