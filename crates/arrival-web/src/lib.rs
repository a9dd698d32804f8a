//! The library in the browser: `request(name, json) → json`, called by a worker of the page.
//!
//! Strings go both ways through one buffer. The worker asks for room with [`room`](abi::room), writes the name and the body
//! there, calls [`ask`](abi::ask), and reads the reply at [`reply`](abi::reply). Cancelling ends the worker: shared memory, which
//! would let the page raise a flag, needs headers that static hosts do not send.

pub mod abi;
mod host;

pub use host::{Browser, EVERY, Outside};

use arrival::Context;

/// Answers the request `name` with the JSON `body` by JSON; progress and the clock are those of `outside`.
pub fn answered(name: &str, body: &str, outside: &mut dyn Outside) -> String {
    let mut host = Browser::new(outside);
    arrival::request(name, body, &mut Context::new(&mut host).with_memory(MEMORY))
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
        for name in ["solve", "walk", "flows", "forest", "explain", "check", "draw", "no-such-question"] {
            let expected = arrival::request(name, body, &mut Context::default());
            assert_eq!(answered(name, body, &mut Recorded::default()), expected, "{name}");
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
