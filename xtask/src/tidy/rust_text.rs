//! Rust text, with its code, its comments and its strings told apart.

/// What a byte of Rust text belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Code,
    Comment,
    /// A string or character literal, quotes included.
    Literal,
}

/// The part that every byte of `text` belongs to. Time O(bytes).
pub(crate) fn parts(text: &str) -> Vec<Part> {
    let bytes = text.as_bytes();
    let mut parts = Vec::with_capacity(bytes.len());
    while parts.len() < bytes.len() {
        let at = parts.len();
        let (part, length) = if bytes[at..].starts_with(b"//") {
            (Part::Comment, bytes[at..].iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len() - at))
        } else if bytes[at..].starts_with(b"/*") {
            (Part::Comment, block_comment(&bytes[at..]))
        } else if let Some(length) = raw_string(&text[..at], &bytes[at..]) {
            (Part::Literal, length)
        } else if bytes[at] == b'"' {
            (Part::Literal, quoted(&bytes[at..], b'"'))
        } else if bytes[at] == b'\'' && is_character(&text[at + 1..]) {
            (Part::Literal, quoted(&bytes[at..], b'\''))
        } else {
            (Part::Code, text[at..].chars().next().map_or(1, char::len_utf8))
        };
        parts.resize(at + length, part);
    }
    parts
}

/// `text` with every byte that is not in `wanted` blanked out, lines kept.
pub(crate) fn only(text: &str, wanted: &[Part]) -> String {
    let parts = parts(text);
    let keep = |(at, character): (usize, char)| {
        if wanted.contains(&parts[at]) || character == '\n' { character } else { ' ' }
    };
    text.char_indices().map(keep).collect()
}

/// The length of a comment that may hold others.
fn block_comment(bytes: &[u8]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    bytes.len()
}

/// The length of a literal that opens with a quote, escapes passed over.
fn quoted(bytes: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The length of the raw string that opens here, if one does.
fn raw_string(before: &str, bytes: &[u8]) -> Option<usize> {
    let inside_word = before.ends_with(|character: char| character.is_alphanumeric() || character == '_');
    let rest = bytes.strip_prefix(b"b").unwrap_or(bytes).strip_prefix(b"r").filter(|_| !inside_word)?;
    let hashes = rest.iter().take_while(|&&byte| byte == b'#').count();
    if rest.get(hashes) != Some(&b'"') {
        return None;
    }
    let end = [b"\"", &rest[..hashes]].concat();
    let opened = bytes.len() - rest.len() + hashes + 1;
    let found = bytes[opened..].windows(end.len()).position(|window| window == end);
    Some(found.map_or(bytes.len(), |at| opened + at + end.len()))
}

/// Whether what follows a `'` makes it a character, not a lifetime.
fn is_character(rest: &str) -> bool {
    let mut characters = rest.chars();
    match characters.next() {
        Some('\\') => true,
        Some(_) => characters.next() == Some('\''),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> String {
        only(text, &[Part::Code]).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_literals_are_not_code() {
        assert_eq!(code("a // b\nc /* d /* e */ f */ g"), "a c g");
        assert_eq!(code(r#"a "b \" c" d '"' e '\'' f"#), "a d e f");
        assert_eq!(code("a r#\"b \" c\"# d br\"e\" f"), "a d f");
        assert_eq!(code("fn f<'a>(x: &'a str) // é"), "fn f<'a>(x: &'a str)");
        assert_eq!(code("bar\"x\" y"), "bar y");
    }

    #[test]
    fn lines_are_kept_and_what_is_left_open_ends_with_the_text() {
        assert_eq!(only("é\n// x\ny", &[Part::Comment]), " \n// x\n ");
        for text in ["\"a", "/* a", "r#\"a\"", "'\\"] {
            assert_eq!(parts(text).len(), text.len(), "{text}");
            assert_eq!(code(text), "", "{text}");
        }
    }
}
