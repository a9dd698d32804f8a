//! Replies: an answer that can be written as JSON or in words, and what comes with it.

use crate::fault::{ExitCode, Fault};
use crate::judged::Judged;
use crate::words::{Palette, standing_line};
use base64::Engine as _;
use rotor_format::certificate::Certificate;
use rotor_graph::{Instance, Rule};
use serde::ser::SerializeMap;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::io::{self, Write};
use std::time::Duration;

/// The media type of answers.
pub(super) const JSON: &str = "application/json";

/// The answer to a request. It owns all it needs to be written, however late.
pub struct Reply(Box<dyn Answer>);

/// What a reply is made of.
pub(super) trait Answer: Send {
    /// The exit code of the command line.
    fn code(&self) -> ExitCode {
        ExitCode::Done
    }

    /// The answer as one JSON object, without an end of line; `clock` serves those that report times.
    fn write_json(&self, out: &mut dyn Write, clock: &dyn Fn() -> Duration) -> io::Result<()>;

    /// The answer as people read it.
    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()>;

    /// A remark for the user about the answer, which is written as JSON or in words.
    fn remark(&self, _json: bool) -> Option<String> {
        None
    }

    /// Why the judge did not check what is drawn on a picture; all other answers say so themselves.
    fn unchecked_because(&self) -> Option<&str> {
        None
    }

    /// What proves it, if that was asked for.
    fn certificate(&self) -> Option<Certificate<'_>> {
        None
    }

    /// The instance as the question leaves it, if that was asked for, and the rule to write it for.
    fn after(&self) -> Option<(Cow<'_, Instance>, Rule)> {
        None
    }

    /// Files that make up the result, by name, if it is several.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        Vec::new()
    }

    /// How it was found, for those who want to know more.
    fn details(&self) -> Option<String> {
        None
    }

    /// The media type of a result that is a file: then the words are its bytes.
    fn media_type(&self) -> Option<&'static str> {
        None
    }

    /// Whether there is an answer as JSON: also beside some files.
    fn has_object(&self) -> bool {
        self.media_type().is_none()
    }
}

impl Reply {
    pub(super) fn new(answer: impl Answer + 'static) -> Self {
        Self(Box::new(answer))
    }

    /// The exit code of the command line.
    pub fn code(&self) -> ExitCode {
        self.0.code()
    }

    /// Writes the answer as one JSON object on a line of its own; `clock` serves answers that report times.
    pub fn write_json(&self, out: &mut dyn Write, clock: &dyn Fn() -> Duration) -> io::Result<()> {
        self.0.write_json(out, clock)?;
        writeln!(out)
    }

    /// Writes the answer as people read it.
    pub fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        self.0.write_words(out, palette)
    }

    /// A remark for the user about the answer, which is written as JSON or in words.
    pub fn remark(&self, json: bool) -> Option<String> {
        self.0.remark(json)
    }

    /// Why the judge did not check what is drawn on a picture; all other answers say so themselves.
    pub fn unchecked_because(&self) -> Option<&str> {
        self.0.unchecked_because()
    }

    /// What proves the answer, if that was asked for.
    pub fn certificate(&self) -> Option<Certificate<'_>> {
        self.0.certificate()
    }

    /// The instance as the question leaves it, if that was asked for, and the rule to write it for.
    pub fn after(&self) -> Option<(Cow<'_, Instance>, Rule)> {
        self.0.after()
    }

    /// Files that make up the result, by name, if it is several.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        self.0.files()
    }

    /// How the answer was found, for those who want to know more.
    pub fn details(&self) -> Option<String> {
        self.0.details()
    }

    /// The media type of a result that is a file: then [`write_words`](Self::write_words) writes its bytes.
    pub fn media_type(&self) -> Option<&'static str> {
        self.0.media_type()
    }

    /// Whether [`write_json`](Self::write_json) writes an answer, also beside a file, and not the file itself.
    pub fn has_object(&self) -> bool {
        self.0.has_object()
    }

    /// Whether a certificate, a final graph or files come with the answer, so that only [`to_json`](Self::to_json) has all of it.
    pub fn has_parts(&self) -> bool {
        self.certificate().is_some() || self.after().is_some() || !self.files().is_empty()
    }

    /// Everything in one JSON document: the answer with its `certificate`, the `final` text and `files`, if there are; a
    /// result that is a file is the document itself if it is JSON, else `{"media_type": …, "text" or "base64": …}`; what should be known beside it is its `remark`.
    pub fn to_json(&self) -> Result<Value, Fault> {
        let unwritten = |error: io::Error| Fault::Unwritten { output: "the reply".to_owned(), error };
        let parse = |bytes: &[u8]| serde_json::from_slice(bytes).map_err(|error| unwritten(error.into()));
        let mut bytes = Vec::new();
        if let Some(media_type) = self.media_type() {
            self.write_words(&mut bytes, &Palette::PLAIN).map_err(unwritten)?;
            let mut object = match std::str::from_utf8(&bytes) {
                Ok(_) if media_type == JSON => parse(&bytes)?,
                Ok(text) => json!({"media_type": media_type, "text": text}),
                Err(_) => {
                    let text = base64::engine::general_purpose::STANDARD.encode(&bytes);
                    json!({"media_type": media_type, "base64": text})
                }
            };
            if let (Some(remark), Value::Object(object)) = (self.remark(true), &mut object) {
                object.insert("remark".to_owned(), remark.into());
            }
            return Ok(object);
        }
        self.0.write_json(&mut bytes, &|| Duration::ZERO).map_err(unwritten)?;
        let mut object: Value = parse(&bytes)?;
        if let Some(certificate) = self.certificate() {
            bytes.clear();
            certificate.write_to(&mut bytes).map_err(unwritten)?;
            object["certificate"] = parse(&bytes)?;
        }
        if let Some((after, rule)) = self.after() {
            object["final"] = after.written_for(rule).to_string().into();
        }
        let files = self.files();
        if !files.is_empty() {
            let text = |(name, bytes): (String, Vec<u8>)| (name, String::from_utf8_lossy(&bytes).into());
            object["files"] = Value::Object(files.into_iter().map(text).collect());
        }
        Ok(object)
    }
}

/// Writes anything that serde can as JSON.
pub(super) fn to_json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(out, value).map_err(io::Error::from)
}

/// Adds to an object whether the judge has checked the answer, and why not.
pub(super) fn with_standing<T>(mut object: Value, judged: &Judged<'_, T>) -> Value {
    object["checked"] = judged.is_checked().into();
    if let Some(because) = judged.unchecked_because() {
        object["unchecked_because"] = because.into();
    }
    object
}

/// The same for an object that is written as it is made.
pub(super) fn serialize_standing<T, M: SerializeMap>(
    map: &mut M,
    judged: &Judged<'_, T>,
) -> Result<(), M::Error> {
    map.serialize_entry("checked", &judged.is_checked())?;
    match judged.unchecked_because() {
        None => Ok(()),
        Some(because) => map.serialize_entry("unchecked_because", because),
    }
}

/// Writes the last line of an answer.
pub(super) fn write_standing<T>(
    out: &mut dyn Write,
    palette: &Palette,
    judged: &Judged<'_, T>,
    proof: &str,
) -> io::Result<()> {
    out.write_all(standing_line(judged, proof, palette).unwrap_or_default().as_bytes())
}
