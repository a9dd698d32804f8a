//! A place in a text and the words that start there.

use super::quoted_name;
use crate::flaw::FlawRule;
use crate::flaw::quoted;
use crate::names::is_bare_character;
use std::borrow::Cow;

/// Reads one line of a `.rotor` text, left to right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    pub(super) at: usize,
}

/// An entry of an arc list: `*name^count`.
#[derive(Debug)]
pub(super) struct ArcEntry<'t> {
    pub(super) at: usize,
    pub(super) marked: bool,
    pub(super) head: Cow<'t, str>,
    pub(super) count: u32,
}

/// A flaw within a line, by its offset in the text.
#[derive(Debug)]
pub(super) struct LineFlaw {
    pub(super) at: usize,
    pub(super) rule: FlawRule,
    pub(super) message: String,
    pub(super) remedy: &'static str,
}

/// What a byte means to a name without quotes.
#[derive(Clone, Copy, PartialEq)]
enum ByteClass {
    Name,
    Stop,
    BeyondAscii,
}

const CLASS: [ByteClass; 256] = {
    let mut class = [ByteClass::Name; 256];
    let mut byte = 0;
    while byte < 256 {
        class[byte] = match byte as u8 {
            0..=b' ' | 0x7F | b'#' | b':' | b'*' | b'^' | b'=' | b',' | b'"' => ByteClass::Stop,
            0x80.. => ByteClass::BeyondAscii,
            _ => ByteClass::Name,
        };
        byte += 1;
    }
    class
};

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str, at: usize) -> Self {
        Self { text, at }
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    pub(super) fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Whether nothing but a comment is left on the line.
    #[inline]
    pub(super) fn at_line_end(&self) -> bool {
        match self.peek() {
            None | Some(b'\n' | b'#') => true,
            Some(b'\r') => self.text.as_bytes().get(self.at + 1) == Some(&b'\n'),
            _ => false,
        }
    }

    /// Goes on to the blank or the line end after the entry that starts at `start` and is flawed; past a quoted name
    /// that does not end, to the end of the line.
    pub(super) fn skip_flawed_entry(&mut self, start: usize) {
        let entry = self.text[start..].trim_start_matches('*');
        if entry.starts_with('"') && quoted_name::read(entry).is_err() {
            self.at += self.text[self.at..].find('\n').unwrap_or(self.text.len() - self.at);
        }
        while !self.at_line_end() && !matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Whether the text goes on with `byte`, which is then passed.
    #[inline]
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// A name, bare or quoted.
    #[inline]
    pub(super) fn name(&mut self) -> Result<Cow<'t, str>, LineFlaw> {
        if self.peek() == Some(b'"') {
            let (name, length) =
                quoted_name::read(&self.text[self.at..]).map_err(|(offset, message)| LineFlaw {
                    at: self.at + offset,
                    rule: FlawRule::Name,
                    message: message.to_owned(),
                    remedy: "write the name as a JSON string on one line",
                })?;
            self.at += length;
            return Ok(name);
        }
        let start = self.at;
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match CLASS[byte as usize] {
                ByteClass::Name => self.at += 1,
                ByteClass::Stop => break,
                ByteClass::BeyondAscii => match self.text[self.at..].chars().next() {
                    Some(character) if is_bare_character(character) => self.at += character.len_utf8(),
                    _ => break,
                },
            }
        }
        if start == self.at || bytes[start] == b'{' {
            return Err(LineFlaw { at: start, ..self.unexpected_at(start) });
        }
        Ok(Cow::Borrowed(&self.text[start..self.at]))
    }

    /// The common entry, quickly: a name of plain letters with a blank or a line feed right after it. Anything else is
    /// left for [`arc`](Self::arc).
    #[inline]
    pub(super) fn plain_entry(&mut self) -> Option<&'t str> {
        let rest = &self.text.as_bytes()[self.at..];
        let length = rest.iter().position(|&byte| CLASS[byte as usize] != ByteClass::Name)?;
        if length == 0 || !matches!(rest[length], b' ' | b'\n') || rest[0] == b'{' {
            return None;
        }
        let start = self.at;
        self.at += length;
        Some(&self.text[start..self.at])
    }

    /// `["*"] name ["^" count]`, up to a blank or the end of the line.
    #[inline]
    pub(super) fn arc(&mut self) -> Result<ArcEntry<'t>, LineFlaw> {
        let at = self.at;
        let marked = self.take(b'*');
        let head = self.name()?;
        let count = if self.take(b'^') { self.count()? } else { 1 };
        if !self.at_line_end() && !matches!(self.peek(), Some(b' ' | b'\t')) {
            return Err(self.unexpected());
        }
        Ok(ArcEntry { at, marked, head, count })
    }

    /// A count: 1 … 2³² − 1.
    fn count(&mut self) -> Result<u32, LineFlaw> {
        let start = self.at;
        let digits = self.digits();
        if digits.is_empty() {
            return Err(LineFlaw {
                at: start,
                rule: FlawRule::CountRange,
                message: "there is no count after `^`".to_owned(),
                remedy: "write a number between 1 and 4294967295, or leave `^` out",
            });
        }
        digits.parse().ok().filter(|&count| count > 0).ok_or_else(|| LineFlaw {
            at: start,
            rule: FlawRule::CountRange,
            message: format!("the count {} is out of range", quoted(digits)),
            remedy: "keep it between 1 and 4294967295",
        })
    }

    pub(super) fn digits(&mut self) -> &'t str {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// The flaw that the character here does not belong here.
    pub(super) fn unexpected(&self) -> LineFlaw {
        self.unexpected_at(self.at)
    }

    fn unexpected_at(&self, at: usize) -> LineFlaw {
        let flaw = |rule, message, remedy| LineFlaw { at, rule, message, remedy };
        match self.text[at..].chars().next() {
            None | Some('\n' | '#') => {
                flaw(FlawRule::Syntax, "the line ends too early".to_owned(), "complete it or remove it")
            }
            Some('\r') if self.text[at..].starts_with("\r\n") => {
                flaw(FlawRule::Syntax, "the line ends too early".to_owned(), "complete it or remove it")
            }
            Some('\r') => flaw(FlawRule::LineEnd, LONE_CR.to_owned(), LINE_END_REMEDY),
            Some('\0') => flaw(FlawRule::NoNul, "a NUL character".to_owned(), NUL_REMEDY),
            Some(',') => flaw(FlawRule::Syntax, "unexpected `,`".to_owned(), "separate arcs by spaces"),
            Some(character @ (':' | '*' | '^' | '=' | '"' | '{')) => flaw(
                FlawRule::Syntax,
                format!("unexpected `{character}`"),
                "put a name that contains it into double quotes",
            ),
            Some(character) if is_bare_character(character) => flaw(
                FlawRule::Syntax,
                format!("unexpected {}", quoted(&character.to_string())),
                "separate entries by spaces",
            ),
            Some(character) => flaw(
                FlawRule::Name,
                format!("the character {} is not allowed here", quoted(&character.to_string())),
                "put a name that contains it into double quotes",
            ),
        }
    }
}

pub(super) const LONE_CR: &str = "a carriage return without a line feed";
pub(super) const LINE_END_REMEDY: &str = "end lines with LF or CR LF";
pub(super) const NUL_REMEDY: &str = "remove it; in a quoted name write \\u0000";
