//! Names as JSON strings.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// Reads the JSON string that `text` starts with: the name and how many bytes it takes, or where it breaks and why.
pub(super) fn read(text: &str) -> Result<(Cow<'_, str>, usize), (usize, &'static str)> {
    let bytes = text.as_bytes();
    let plain = bytes[1..].iter().take_while(|&&byte| byte >= b' ' && byte != b'"' && byte != b'\\').count();
    if bytes.get(1 + plain) == Some(&b'"') {
        return match plain {
            0 => Err((0, "the name is empty")),
            _ => Ok((Cow::Borrowed(&text[1..1 + plain]), plain + 2)),
        };
    }
    let mut name = text[1..1 + plain].to_owned();
    let mut at = 1 + plain;
    loop {
        let Some(character) = text[at..].chars().next() else {
            return Err((0, "the quoted name does not end"));
        };
        match character {
            '"' if name.is_empty() => return Err((0, "the name is empty")),
            '"' => return Ok((Cow::Owned(name), at + 1)),
            '\n' | '\r' => return Err((0, "the quoted name does not end on its line")),
            character if character < ' ' => return Err((at, "a control character in a quoted name")),
            '\\' => {
                let (unescaped, length) =
                    escape(&text[at + 1..]).ok_or((at, "an unknown escape in a quoted name"))?;
                name.push(unescaped);
                at += 1 + length;
            }
            character => {
                name.push(character);
                at += character.len_utf8();
            }
        }
    }
}

/// The character that an escape stands for, given the text after the backslash, and how long the escape is.
fn escape(text: &str) -> Option<(char, usize)> {
    let simple = match text.as_bytes().first()? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let first = code_unit(text, 1)?;
            if !(0xD800..0xDC00).contains(&first) {
                return char::from_u32(first).map(|character| (character, 5));
            }
            let second = text.get(5..7).filter(|&mark| mark == "\\u").and_then(|_| code_unit(text, 7))?;
            let pair = (0xDC00..0xE000)
                .contains(&second)
                .then(|| 0x10000 + ((first - 0xD800) << 10) + second - 0xDC00);
            return char::from_u32(pair?).map(|character| (character, 11));
        }
        _ => return None,
    };
    Some((simple, 1))
}

fn code_unit(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + 4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

/// Writes `name` as a JSON string.
pub(super) fn write(out: &mut dyn Write, name: &str) -> fmt::Result {
    out.write_char('"')?;
    for character in name.chars() {
        match character {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            character if character.is_control() || character == '\u{FEFF}' => {
                write!(out, "\\u{:04x}", u32::from(character))?;
            }
            character => out.write_char(character)?,
        }
    }
    out.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_name_reads_back_what_it_writes() {
        for name in
            ["a b", "#", "\"", "\\", "\u{0}\u{1f}\u{7f}\u{85}", "\n\r\t", "\u{FEFF}", "𝄞 clef", "{", "ü"]
        {
            let mut text = String::new();
            write(&mut text, name).unwrap();
            let length = text.len();
            text.push_str(" rest");
            assert_eq!(read(&text), Ok((Cow::Borrowed(name), length)));
        }
    }

    #[test]
    fn every_json_escape_is_understood() {
        let text = r#""\"\\\/\b\f\n\r\t\u00e9\ud834\udd1e""#;
        assert_eq!(read(text), Ok((Cow::Borrowed("\"\\/\u{8}\u{c}\n\r\té𝄞"), text.len())));
        for broken in
            [r#""\x""#, r#""\u12""#, r#""\ud834""#, r#""\ud834\u0041""#, r#""\udd1e""#, r#""\u+123""#]
        {
            assert_eq!(read(broken), Err((1, "an unknown escape in a quoted name")), "{broken}");
        }
        assert_eq!(read(r#""""#), Err((0, "the name is empty")));
        assert_eq!(read("\"a"), Err((0, "the quoted name does not end")));
        assert_eq!(read("\"a\n\""), Err((0, "the quoted name does not end on its line")));
    }
}
