//! The library in the browser: `request(name, json) → json`, called by a worker of the page.
//!
//! Strings go both ways through one buffer. The worker asks for room with [`room`](abi::room), writes the name and the body
//! there, calls [`ask`](abi::ask), and reads the reply at [`reply`](abi::reply). Cancelling ends the worker: shared memory, which
//! would let the page raise a flag, needs headers that static hosts do not send.
//!
//! It is built twice. Without the feature `whole` it is smaller by the algebra, the families, and the pictures that need the
//! outlines of a font; what it does not understand it leaves to the whole engine, which the page loads then.

pub mod abi;

use arrival::request::answer_json;
use arrival::{Context, Host, Progress, Request};
use rotor_graph::Stop;
use std::time::Duration;

/// Answers the request `name` with the JSON `body` by JSON; progress and the clock are those of `worker`. A first engine
/// answers by nothing what it does not understand: the whole one does, or knows what is wrong.
pub fn answered(name: &str, body: &str, mut worker: Worker<'_>) -> String {
    let parsed = Request::parse(name, body);
    if cfg!(not(feature = "whole")) && parsed.is_err() {
        return String::new();
    }
    answer_json(parsed, &mut Context::new(&mut worker).with_memory(MEMORY))
}

/// The worker around the engine, as host of a question.
pub struct Worker<'w> {
    now: &'w dyn Fn() -> Duration,
    report: &'w mut dyn FnMut(&str, u64),
    reported: Duration,
}

/// The time between two reports of progress: often enough to be read, rare enough to cost nothing.
const EVERY: Duration = Duration::from_millis(100);

impl<'w> Worker<'w> {
    /// `now` is the time since some moment; `report` takes what is being done and the operations so far, every tenth of a second.
    pub fn new(now: &'w dyn Fn() -> Duration, report: &'w mut dyn FnMut(&str, u64)) -> Self {
        Self { reported: now(), now, report }
    }
}

impl Host for Worker<'_> {
    fn check(&mut self, progress: &Progress) -> Result<(), Stop> {
        let now = self.now();
        if now.saturating_sub(self.reported) >= EVERY {
            self.reported = now;
            let stage = progress.stage.words();
            let words = match (progress.swept, &progress.flow) {
                (Some((passed, expected)), _) => format!("{stage}: {passed} of {expected} vertices swept"),
                (None, Some(flow)) => format!("{stage}: {flow}"),
                (None, None) => stage.to_owned(),
            };
            (self.report)(&words, progress.operations);
        }
        Ok(())
    }

    fn now(&self) -> Duration {
        (self.now)()
    }
}

/// What a question may keep. WebAssembly has 4 GiB of addresses, of which a browser gives about half.
const MEMORY: u64 = 1 << 30;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::cell::Cell;

    /// The answer and what was reported, by a clock that goes on at every look.
    fn heard(name: &str, body: &str) -> (String, Vec<String>) {
        let (clock, mut heard) = (Cell::new(0), Vec::new());
        let now = || {
            clock.set(clock.get() + 60);
            Duration::from_millis(clock.get())
        };
        let reply = answered(name, body, Worker::new(&now, &mut |words, _| heard.push(words.to_owned())));
        (reply, heard)
    }

    #[test]
    fn the_browser_gets_the_answers_of_the_library() {
        let body = r#"{"text":"a: b s\nb: a t\nsink s\nsink t\nstart a"}"#;
        let elsewhere =
            |name: &str| cfg!(not(feature = "whole")) && !arrival::request::Ask::NAMES.contains(&name);
        let mut left_out = 0;
        for name in
            ["solve", "walk", "flows", "forest", "explain", "check", "draw", "group", "no-such-question"]
        {
            if elsewhere(name) {
                assert_eq!(heard(name, body).0, "", "{name}");
                left_out += 1;
                continue;
            }
            let expected = arrival::request(name, body, &mut Context::default());
            assert_eq!(heard(name, body).0, expected, "{name}");
        }
        assert_eq!(left_out, if cfg!(feature = "whole") { 0 } else { 2 });
    }

    /// Formats of pictures that are left out are left to the whole engine, too.
    #[test]
    fn pictures_with_outlines_of_letters_come_from_the_whole_engine() {
        for to in ["png", "pdf"] {
            let body = format!(r#"{{"text":"a: s\nsink s","to":"{to}"}}"#);
            let (reply, _) = heard("draw", &body);
            assert_eq!(reply.contains("base64"), cfg!(feature = "whole"), "{reply}");
            assert_eq!(reply.is_empty(), cfg!(not(feature = "whole")));
        }
    }

    #[test]
    fn long_work_is_heard_of_now_and_then() {
        // 2^17 steps.
        let inner: String = (0..16).map(|i| format!("u{i}: u0 u{}\n", i + 1)).collect();
        let text = format!("{inner}u16: u0 s\nsink s\nstart u0");
        let (reply, heard) = heard("walk", &serde_json::json!({ "text": text }).to_string());
        assert_eq!(serde_json::from_str::<Value>(&reply).unwrap()["exit"], "s");
        assert!(heard.iter().any(|words| words == "solving"), "{heard:?}");
    }
}
