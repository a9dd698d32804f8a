//! What is asked in a soak: small requests whose answers are known, and others that are wrong, slow, huge or given up.

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

/// The kinds of requests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    /// Small, and its answer is known.
    Good,
    /// Refused with a status that says so.
    Bad,
    /// At work until its time is up.
    Slow,
    /// Megabytes in or out.
    Huge,
    /// Its client leaves in the middle of the body or before the answer.
    Abandoned,
    /// Its client reads the answer a little at a time, and then leaves.
    Unread,
    /// Once broke the server, or kept it from answering others.
    Broke,
}

impl Kind {
    /// All of them, the likeliest first.
    pub(super) const ALL: [Self; 7] =
        [Self::Good, Self::Bad, Self::Slow, Self::Huge, Self::Abandoned, Self::Unread, Self::Broke];

    /// Out of a hundred requests, how many are of the kind.
    pub(super) fn share(self) -> u64 {
        match self {
            Self::Good => 56,
            Self::Bad => 12,
            Self::Slow | Self::Huge => 6,
            Self::Abandoned => 12,
            Self::Unread | Self::Broke => 4,
        }
    }

    /// The statuses that a request of the kind may get; 0 stands for a connection that its client gave up.
    pub(super) fn statuses(self) -> &'static [u16] {
        match self {
            Self::Good => &[200],
            Self::Bad => &[400, 404, 413, 422],
            Self::Slow => &[200, 503],
            Self::Huge | Self::Broke => &[200, 400, 413, 503],
            Self::Abandoned | Self::Unread => &[0],
        }
    }
}

/// A request, and the answer to it if that is known.
pub(super) struct Ask {
    pub(super) name: &'static str,
    pub(super) body: String,
    pub(super) answer: Option<Vec<u8>>,
}

/// All requests, by kind.
pub(super) struct Asks(Vec<(Kind, Ask)>);

const FIGURE: &str = "u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 s2\nsink s1\nsink s2\nstart u2\n";

impl Asks {
    /// The answers to good ones come from the command line.
    pub(super) fn new(program: &Path) -> io::Result<Self> {
        let mut asks = Vec::new();
        for n in [5, 12, 30] {
            let chain: String = (1..n).map(|i| format!("u{i}: u0 u{}\n", i + 1)).collect();
            let chain = format!("u0: u0 u1\n{chain}u{n}: u0 s\nsink s\nstart u0\n");
            for text in [chain.as_str(), FIGURE] {
                for (name, options) in [
                    ("solve", json!({})),
                    ("solve", json!({"all": true})),
                    ("forest", json!({})),
                    ("check", json!({})),
                    ("explain", json!({"from": "u1"})),
                    ("route", json!({"particles": "u0=1000000000000"})),
                    ("draw", json!({"to": "svg"})),
                ] {
                    let answer = Some(by_command_line(program, name, &options, text)?);
                    asks.push((Kind::Good, Ask { name, body: with_text(options, text), answer }));
                }
            }
        }
        let mut add = |kind, name, body: String| asks.push((kind, Ask { name, body, answer: None }));
        add(Kind::Bad, "solve", "{\"text\":".to_owned());
        add(Kind::Bad, "solve", json!({"text": "a: t"}).to_string());
        add(Kind::Bad, "nonsense", "{}".to_owned());
        add(Kind::Bad, "generate", json!({"family": "grid", "w": [30000], "h": 30000}).to_string());
        add(Kind::Bad, "route", json!({"text": FIGURE, "particles": {"u0": []}}).to_string());
        add(Kind::Bad, "solve", "[".repeat(100_000));
        let walk: String = (1..60).map(|i| format!("u{i}: u0 u{}\n", i + 1)).collect();
        let endless = format!("u0: u0 u1\n{walk}u60: u0 s\nsink s\nstart u0\n");
        let options = json!({"solver": "walk", "timeout": 2});
        add(Kind::Slow, "solve", with_text(options, &endless));
        add(Kind::Slow, "walk", with_text(json!({"timeout": 1}), &endless));
        add(Kind::Slow, "group", with_text(json!({"timeout": 2}), &dense(1500, 40)));
        let large = dense(20_000, 40);
        add(Kind::Huge, "check", with_text(json!({}), &large));
        add(Kind::Huge, "solve", with_text(json!({"timeout": 3}), &large));
        add(
            Kind::Huge,
            "route",
            json!({"text": FIGURE, "particles": format!("u0={}", "7".repeat(3_000_000))}).to_string(),
        );
        add(Kind::Huge, "solve", format!("{{\"text\":[{}0]}}", "0,".repeat(1_000_000)));
        add(Kind::Abandoned, "solve", with_text(json!({}), &large));
        add(Kind::Abandoned, "solve", with_text(json!({"solver": "walk"}), &endless));
        add(Kind::Unread, "generate", json!({"family": "tree", "n": 100_000}).to_string());
        asks.extend(reproductions().into_iter().map(|(name, body)| {
            let body = body.to_string();
            (Kind::Broke, Ask { name, body, answer: None })
        }));
        Ok(Self(asks))
    }

    /// One of this kind, by a random number.
    pub(super) fn of(&self, kind: Kind, number: u64) -> &Ask {
        let of_kind: Vec<&Ask> =
            self.0.iter().filter(|(other, _)| *other == kind).map(|(_, ask)| ask).collect();
        of_kind[number as usize % of_kind.len()]
    }
}

/// The faults that were found with requests: dense graphs (F70, F71), sizes in lists (F72), names that collided in the hash of
/// the first edition (F73), counts of millions of digits (F74), forged certificates (F77, F78), wide names (F80).
fn reproductions() -> Vec<(&'static str, Value)> {
    let (corner, bounce) = ("u: a\na: a\nsink s\n", "v0: v1\nmin v1: v2\nmin v2: v2\n");
    let flows = json!({"schema": "arrival.certificate/1", "kind": "flows", "traps": [["u", "a"]],
        "instance": "7c437a2de861186d0557a37015deaadb2ab41ebcc9cb53932ea582230935f4bd",
        "exits": {"u": {"trap": 0}, "a": {"trap": 0}, "s": "s"},
        "flows": [{"from": "u", "to": "a", "flow": "inf"}, {"from": "a", "to": "a", "flow": "inf"}]});
    let game = json!({"schema": "arrival.certificate/1", "kind": "game", "from": "v1", "strategies": "free",
        "instance": "7064e9bf3ad6cd1eac178fad9defb3c2ee5e46f8b6ed217227e1a200ebbf047f",
        "endless_value": -1, "value": -1, "max": {}, "min": {"v1": "bounce", "v2": "bounce"},
        "at_least": [], "more_than": []});
    let (digits, wide) = ("7".repeat(7_000_000), "w".repeat(70_000));
    vec![
        ("solve", json!({"text": dense(2_000, 100)})),
        ("forest", json!({"text": dense(20_000, 40)})),
        ("generate", json!({"family": "grid", "w": [30000], "h": [30000]})),
        ("draw", json!({"text": FIGURE, "to": "png", "scale": [20]})),
        ("solve", json!({"text": colliding(60_000)})),
        ("route", json!({"text": FIGURE, "particles": format!("u0={digits}")})),
        ("verify", json!({"text": corner, "certificate": flows})),
        ("verify", json!({"text": bounce, "certificate": game})),
        ("solve", json!({"text": format!("{wide}: s\nsink s\n"), "all": true})),
    ]
}

/// Names that the hash of the first edition mapped to few places.
fn colliding(count: usize) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyzABCDEF";
    let names = (0_u64..).map(|i| std::array::from_fn(|j| LETTERS[(i >> (5 * j) & 31) as usize]));
    let collides = |name: &[u8; 8]| {
        let product = u128::from(u64::from_le_bytes(*name) ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        (product as u64 ^ (product >> 64) as u64) & 0x3FF == 0
    };
    let mut text = String::new();
    for name in names.filter(collides).take(count) {
        text.extend(name.map(char::from));
        text.push_str(": s\n");
    }
    text + "sink s\n"
}

fn with_text(mut options: Value, text: &str) -> String {
    options["text"] = text.into();
    options.to_string()
}

/// What `arrival NAME - OPTIONS` prints of `text`.
fn by_command_line(program: &Path, name: &str, options: &Value, text: &str) -> io::Result<Vec<u8>> {
    let mut command = Command::new(program);
    command.args([name, "-", "--json", "--quiet"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    for (option, value) in options.as_object().into_iter().flatten() {
        match value {
            Value::Bool(_) => command.arg(format!("--{option}")),
            Value::String(words) => command.arg(format!("--{option}={words}")),
            other => command.arg(format!("--{option}={other}")),
        };
    }
    let mut child = command.spawn()?;
    child.stdin.take().expect("it is piped").write_all(text.as_bytes())?;
    Ok(child.wait_with_output()?.stdout)
}

/// `n` vertices with `d` arcs each to others, spread evenly; the first leads to the sink.
fn dense(n: u64, d: u64) -> String {
    let mut text = String::new();
    for u in 0..n {
        write!(text, "v{u}:").expect("a string takes all text");
        for k in 0..d {
            write!(text, " v{}", (u * 7919 + k * k * 104_729 + 13 * k) % n).expect("a string takes all text");
        }
        text.push_str(if u == 0 { " s\n" } else { "\n" });
    }
    text + "sink s\nstart v0\n"
}
