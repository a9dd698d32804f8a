//! Frames: a flaw drawn under the line it stands in.

use crate::fault::flaw_line;
use crate::words::{Palette, columns, styled};
use rotor_graph::{Flaw, Place};

/// Lines longer than this fill a terminal and are not shown.
const LONGEST: usize = 200;

/// The flaw with its line and a mark under its place; in one line where there is nothing to show.
///
/// ```text
/// the head q is not declared
///   --> a.rotor:3:6
///    |
///  3 | b: t q
///    |      ^ head-declared
///    = declare it as a sink or give it arcs
/// ```
pub(crate) fn frame(input: &str, source: &[u8], flaw: &Flaw, palette: &Palette) -> String {
    let Some((line, column, shown)) = shown_line(source, &flaw.place) else {
        return flaw_line(input, flaw) + "\n";
    };
    let at = shown.char_indices().nth(column - 1).map_or(shown.len(), |(at, _)| at);
    let word = shown[at..].split([' ', '\t', ':', '#']).next().unwrap_or_default();
    // Tabs keep their width only if they stand in the line below, too.
    let indent: String = shown[..at].chars().map(blank).collect();
    let marks = styled(palette.bad, "^".repeat(columns(word).max(1)));
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let Flaw { rule, message, remedy, .. } = flaw;
    let message = styled(palette.answer, message);
    format!(
        "{message}\n{margin} --> {input}:{line}:{column}\n{margin}  |\n{number}  | {shown}\n{margin}  | {indent}{marks} {rule}\n{margin}  = {remedy}\n"
    )
}

/// The line of a flaw, unless it is too long to show or could upset a terminal.
fn shown_line<'s>(source: &'s [u8], place: &Place) -> Option<(usize, usize, &'s str)> {
    let &Place::Text { line, column } = place else { return None };
    let source = source.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(source);
    let shown = source.split(|&byte| byte == b'\n').nth(line - 1).filter(|shown| shown.len() <= LONGEST)?;
    let shown = std::str::from_utf8(shown.strip_suffix(b"\r").unwrap_or(shown)).ok()?;
    let upsetting = |character: char| character.is_control() && character != '\t';
    (!shown.is_empty() && !shown.contains(upsetting)).then_some((line, column, shown))
}

/// As many blanks as `character` is wide.
fn blank(character: char) -> String {
    if character == '\t' { "\t".to_owned() } else { " ".repeat(columns(character.encode_utf8(&mut [0; 4]))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(text: &str) -> String {
        let flaws = rotor_graph::parse(text).unwrap_err();
        frame("a.rotor", text.as_bytes(), &flaws.list()[0], &Palette::PLAIN)
    }

    #[test]
    fn a_flaw_is_drawn_under_its_line() {
        let frame = framed("a: s\r\nsink s = 1 # one\r\nb: s\tq\r\n");
        let lines: Vec<_> = frame.lines().collect();
        assert_eq!(lines[1..5], ["  --> a.rotor:3:6", "   |", "3  | b: s\tq", "   |     \t^ head-declared"]);
    }

    #[test]
    fn a_line_that_could_upset_a_terminal_or_fill_it_is_not_shown() {
        for text in [
            "a: \u{1b}[31mred".to_owned(),
            "a: b\rb: a\nsink b".to_owned(),
            format!("a: b # {}", "x".repeat(200)),
        ] {
            assert_eq!(framed(&text).lines().count(), 1, "{text:?}");
        }
        assert!(framed(&format!("a: b # {}", "x".repeat(190))).lines().count() > 1);
    }
}
