//! A server that holds: clients that do not read, leave, send too much or ask for too much, and small requests among them.

#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use arrival_cli::serve::{ServeLimits, Server, Stopped};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

const GRAPH: &str = "u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 s2\nsink s1\nsink s2\nstart u2\n";
const FOR_EVER: Duration = Duration::from_secs(36_000);

/// A server within this process, until it is dropped.
struct Inside {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<std::io::Result<Stopped>>>,
}

fn start(limits: ServeLimits) -> Inside {
    let server = Server::bind("127.0.0.1", 0, limits, None).unwrap();
    let address = server.url().trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    let thread = std::thread::spawn(move || server.run(move || told.load(Ordering::Relaxed)));
    Inside { address, stop, thread: Some(thread) }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().map(|thread| thread.join().unwrap().unwrap());
    }
}

fn head(address: SocketAddr, name: &str, length: usize) -> String {
    format!(
        "POST /api/v1/{name} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n"
    )
}

/// The status and the body that this request gets; 0 if the connection breaks.
fn post(address: SocketAddr, name: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    // A server that refuses a body may close before it has read all of it.
    let _ = stream.write_all((head(address, name, body.len()) + body).as_bytes());
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    let text = String::from_utf8_lossy(&all);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return (0, String::new()) };
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

fn small(address: SocketAddr) {
    let (status, body) = post(address, "solve", &json!({"text": GRAPH}).to_string());
    assert!(status == 200 && body.contains("\"exit\":\"s2\""), "{status} {body}");
}

/// Asks for the largest file of the page 200 times, and reads nothing.
fn ask_and_do_not_read(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let ask = format!("GET /page.js HTTP/1.1\r\nhost: {address}\r\n\r\n");
    stream.write_all(ask.repeat(200).as_bytes()).unwrap();
    stream
}

/// F76: with limits that never end, only losing their seats can make these connections go.
#[test]
fn unread_connections_do_not_close_the_server_to_others() {
    let server = start(ServeLimits { head: FOR_EVER, writing: FOR_EVER, ..ServeLimits::default() });
    let slow: Vec<_> = (0..128).map(|_| ask_and_do_not_read(server.address)).collect();
    let silent: Vec<_> = (0..64).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    (0..5).for_each(|_| small(server.address));
    drop((slow, silent));
    small(server.address);
}

#[test]
fn a_connection_is_closed_exactly_if_it_does_not_read() {
    let server = start(ServeLimits { writing: Duration::from_millis(300), ..ServeLimits::default() });
    let page = {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let ask = format!("GET /page.js HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", server.address);
        stream.write_all(ask.as_bytes()).unwrap();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap()
    };
    let received = |wait: Duration| {
        let mut stream = ask_and_do_not_read(server.address);
        std::thread::sleep(wait);
        // Fails if the connection was cut off already.
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        all.len()
    };
    // The answers without `connection: close` are some bytes shorter.
    assert!(received(Duration::ZERO) > 190 * (page - 100), "a client that reads gets everything");
    assert!(received(Duration::from_secs(3)) < 190 * (page - 100), "one that does not is cut off");
}

#[test]
fn room_for_bodies_comes_back_when_their_clients_leave() {
    let limits = ServeLimits { transit: 256 << 10, ..ServeLimits::default() };
    let server = start(limits);
    let too_large = json!({"text": "#".repeat(300 << 10)}).to_string();
    assert_eq!(post(server.address, "solve", &too_large).0, 503, "there is room for 256 KiB");
    for _ in 0..10 {
        let partial: Vec<_> = (0..8)
            .map(|_| {
                let mut stream = TcpStream::connect(server.address).unwrap();
                stream.write_all(head(server.address, "solve", 1 << 20).as_bytes()).unwrap();
                // Some of them find no room, and are closed meanwhile.
                let _ = stream.write_all(&[b' '; 60 << 10]);
                stream
            })
            .collect();
        drop(partial);
        // Not at once: the server has to notice that they left.
        while post(server.address, "solve", &json!({"text": GRAPH}).to_string()).0 != 200 {}
    }
}

#[test]
fn a_body_that_would_be_much_larger_when_parsed_is_refused() {
    let server = start(ServeLimits { memory: 1 << 20, ..ServeLimits::default() });
    let (status, body) = post(server.address, "solve", &format!("{{\"text\":[{}0]}}", "0,".repeat(100_000)));
    assert!(status == 413 && body.contains("a request may hold 1048576"), "{body}");
    small(server.address);
}

/// The program serving its page.
struct Outside(Child, SocketAddr);

impl Outside {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arrival"));
        command.args(["serve", "--no-open", "--port", "0", "--quiet"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
        Self(child, address)
    }

    /// The most memory that it has held, in KiB.
    fn peak(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_ascii_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `n` vertices with `d` arcs each to random ones; the first leads to the sink, or all of them do.
fn dense(n: u64, d: u64, all: bool) -> String {
    let (mut state, mut text) = (7_u64, String::new());
    for u in 0..n {
        write!(text, "v{u}:").unwrap();
        for _ in 0..d {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            write!(text, " v{}", (state >> 33) % n).unwrap();
        }
        text.push_str(if all || u == 0 { " s\n" } else { "\n" });
    }
    text + "sink s\nstart v0\n"
}

/// Names that the first edition's hash of names threw together.
fn colliding(count: usize) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyzABCDEF";
    let mut names = Vec::new();
    for i in 0_u64.. {
        let name: [u8; 8] = std::array::from_fn(|j| LETTERS[(i >> (5 * j) & 31) as usize]);
        let product = u128::from(u64::from_le_bytes(name) ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        if (product as u64 ^ (product >> 64) as u64) & 0x3FF == 0 {
            names.push(String::from_utf8(name.to_vec()).unwrap());
        }
        if names.len() == count {
            break;
        }
    }
    names.iter().map(|name| format!("{name}: s\n")).collect::<String>() + "sink s\n"
}

/// What once broke the server (F70 to F74, F77, F78, F80), and some more that was meant to.
fn nasty() -> Vec<(&'static str, String)> {
    let ask = |name: &'static str, body: Value| (name, body.to_string());
    let one_sink = dense(20_000, 40, false);
    let every = dense(2_000, 100, true);
    let walk: String = (1..60).map(|i| format!("u{i}: u0 u{}\n", i + 1)).collect();
    let endless = format!("u0: u0 u1\n{walk}u60: u0 s\nsink s\nstart u0");
    let digits = "7".repeat(7_000_000);
    let oversized_trap = json!({"schema": "arrival.certificate/1", "kind": "flows", "traps": [["u", "a"]],
        "instance": "7c437a2de861186d0557a37015deaadb2ab41ebcc9cb53932ea582230935f4bd",
        "exits": {"u": {"trap": 0}, "a": {"trap": 0}, "s": "s"},
        "flows": [{"from": "u", "to": "a", "flow": "inf"}, {"from": "a", "to": "a", "flow": "inf"}]});
    let bounce = json!({"schema": "arrival.certificate/1", "kind": "game", "from": "v1", "strategies": "free",
        "instance": "7064e9bf3ad6cd1eac178fad9defb3c2ee5e46f8b6ed217227e1a200ebbf047f",
        "endless_value": -1, "value": -1, "max": {}, "min": {"v1": "bounce", "v2": "bounce"},
        "at_least": [], "more_than": []});
    vec![
        ask("solve", json!({"text": one_sink})),
        ask("forest", json!({"text": one_sink})),
        ask("group", json!({"text": every})),
        ask("harmonic", json!({"text": every, "from": "v0"})),
        ask("solve", json!({"text": every, "all": true})),
        ask("solve", json!({"text": colliding(60_000)})),
        ask("route", json!({"text": GRAPH, "particles": format!("u0={digits}")})),
        ask("stabilise", json!({"text": GRAPH, "chips": {"u0": digits}})),
        ask("generate", json!({"family": "grid", "w": [30000], "h": [30000]})),
        ask("generate", json!({"family": "tree", "n": 200_000})),
        ask("hunt", json!({"family": "grid", "w": 30000, "h": 30000, "seeds": "1..9"})),
        ask("draw", json!({"text": every, "to": "png", "scale": 2, "show": ["exits"]})),
        ask("draw", json!({"text": one_sink, "to": "html"})),
        ask("walk", json!({"text": endless, "trace": true})),
        ask("solve", json!({"text": endless, "solver": "walk"})),
        ask("tour", json!({"text": endless})),
        ask("convert", json!({"text": "a: s^3000000\nsink s", "to": "json"})),
        ask("draw", json!({"text": GRAPH, "to": "png", "scale": [20]})),
        ask("verify", json!({"text": "u: a\na: a\nsink s\n", "certificate": oversized_trap})),
        ask("verify", json!({"text": "v0: v1\nmin v1: v2\nmin v2: v2\n", "certificate": bounce})),
        ask("solve", json!({"text": format!("{}: s\nsink s\n", "w".repeat(70_000)), "all": true})),
        ("solve", format!("{{\"text\":[{}0]}}", "0,".repeat(3_000_000))),
        ("solve", "[".repeat(6_000_000)),
        ("check", json!({"text": "a b c\n".repeat(1_000_000)}).to_string()),
    ]
}

#[test]
fn under_attack_small_requests_are_answered_in_bounded_memory() {
    let server = Outside::start(&["--timeout", "2", "--memory", "32MiB", "--threads", "2"]);
    let address = server.1;
    let nasty = nasty();
    let done = AtomicBool::new(false);
    let statuses = std::thread::scope(|scope| {
        let asking: Vec<_> =
            nasty.iter().map(|(name, body)| scope.spawn(move || post(address, name, body).0)).collect();
        let asked = scope.spawn(|| {
            let mut count = 0;
            while !done.load(Ordering::Relaxed) || count < 20 {
                small(address);
                count += 1;
            }
        });
        let statuses: Vec<u16> = asking.into_iter().map(|thread| thread.join().unwrap()).collect();
        done.store(true, Ordering::Relaxed);
        asked.join().unwrap();
        statuses
    });
    for ((name, _), status) in nasty.iter().zip(&statuses) {
        assert!([200, 400, 404, 413, 422, 503].contains(status), "{name}: {status} of {statuses:?}");
    }
    assert!(statuses.contains(&413), "{statuses:?}");
    small(address);
    // Two quick, one long and two waiting requests of 32 MiB each, 256 MiB on the way, a quarter on top, and the program.
    let bound = ((5 * 32 + 256) * 5 / 4 + 32) << 10;
    if let Some(peak) = server.peak() {
        assert!(peak <= bound, "a peak of {peak} KiB, and {bound} are allowed");
    }
}
