//! The library in the browser: `request(name, json) → json`, called by a worker of the page.
//!
//! Strings go both ways through one buffer. The worker asks for room with [`room`](abi::room), writes the name and the body
//! there, calls [`ask`](abi::ask), and reads the reply at [`reply`](abi::reply). Cancelling ends the worker: shared memory, which
//! would let the page raise a flag, needs headers that static hosts do not send.
//!
//! It is built twice. Without the feature `whole` it is smaller by the algebra, the families, and the pictures that need the
//! outlines of a font; what it does not understand it leaves to the whole engine, which the page loads then.

pub mod abi;
mod host;

pub use host::{Browser, EVERY, Outside};

use arrival::request::answer_json;
use arrival::{Context, Request};

/// Answers the request `name` with the JSON `body` by JSON; progress and the clock are those of `outside`. A first engine
/// answers by nothing what it does not understand: the whole one does, or knows what is wrong.
pub fn answered(name: &str, body: &str, outside: &mut dyn Outside) -> String {
    let parsed = Request::parse(name, body);
    if cfg!(not(feature = "whole")) && parsed.is_err() {
        return String::new();
    }
    let mut host = Browser::new(outside);
    answer_json(parsed, &mut Context::new(&mut host).with_memory(MEMORY))
}

/// What a question may keep. WebAssembly has 4 GiB of addresses, of which a browser gives about half.
const MEMORY: u64 = 1 << 30;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::cell::Cell;
    use std::time::Duration;

    /// A clock that goes on at every look.
    #[derive(Default)]
    struct Recorded {
        clock: Cell<u64>,
        heard: Vec<(String, u64)>,
    }

    impl Outside for Recorded {
        fn now(&self) -> Duration {
            self.clock.set(self.clock.get() + 60);
            Duration::from_millis(self.clock.get())
        }

        fn progress(&mut self, words: &str, operations: u64) {
            self.heard.push((words.to_owned(), operations));
        }
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
                assert_eq!(answered(name, body, &mut Recorded::default()), "", "{name}");
                left_out += 1;
                continue;
            }
            let expected = arrival::request(name, body, &mut Context::default());
            assert_eq!(answered(name, body, &mut Recorded::default()), expected, "{name}");
        }
        assert_eq!(left_out, if cfg!(feature = "whole") { 0 } else { 2 });
    }

    /// Formats of pictures that are left out are left to the whole engine, too.
    #[test]
    fn pictures_with_outlines_of_letters_come_from_the_whole_engine() {
        for to in ["png", "pdf"] {
            let body = format!(r#"{{"text":"a: s\nsink s","to":"{to}"}}"#);
            let reply = answered("draw", &body, &mut Recorded::default());
            assert_eq!(reply.contains("base64"), cfg!(feature = "whole"), "{reply}");
            assert_eq!(reply.is_empty(), cfg!(not(feature = "whole")));
        }
    }

    #[test]
    fn long_work_is_heard_of_now_and_then() {
        let mut outside = Recorded::default();
        let body = r#"{"text":"a: a b^9\nb: b a^9 s\nsink s\nstart a","max-steps":1000000}"#;
        let reply: Value = serde_json::from_str(&answered("walk", body, &mut outside)).unwrap();
        assert_eq!(reply["exit"], "s");
        assert!(!outside.heard.is_empty());
        assert!(outside.heard.iter().any(|(words, _)| words == "solving"), "{:?}", outside.heard);
    }
}
