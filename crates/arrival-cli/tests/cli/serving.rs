//! `arrival serve` from outside: what clients see, whatever other clients do. That a request has the answer of the command
//! line is shown for every question of the documents; here one such answer comes through a socket.

use crate::place::{GRAPH, Place};
use crate::running::Serving;
use serde_json::{Value, json};
use std::io::Read;
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

fn serve(arguments: &[&str]) -> Serving {
    Serving::start(&Place::new(), &[&["serve", "--quiet", "--json"], arguments].concat())
}

impl Serving {
    fn question(&self, name: &str, body: &str) -> String {
        self.request(&format!("POST /api/v1/{name}"), "", body)
    }

    /// Demands a response with this status and all these parts.
    #[track_caller]
    fn demand(&self, request: impl AsRef<[u8]>, status: u16, parts: &[&str]) -> String {
        demand(self.send(request), status, parts)
    }

    fn small(&self) {
        self.demand(self.question("solve", &json!({"text": GRAPH}).to_string()), 200, &["\"exit\":\"s2\""]);
    }
}

/// What every response has: nothing inline, nothing from elsewhere, nothing kept, one request for each connection.
const ALWAYS: [&str; 4] = [
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; ",
    "x-content-type-options: nosniff",
    "cache-control: no-store",
    "connection: close",
];

#[track_caller]
fn demand(mut stream: TcpStream, status: u16, parts: &[&str]) -> String {
    let mut bytes = Vec::new();
    // The end of a connection that was closed on an unread body may be an error.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.starts_with(&format!("HTTP/1.1 {status} ")), "{status}, not {text:.900}");
    let refusal = ["content-type: application/json", "\r\n\r\n{\"schema\":\"arrival.error/1\",\"file\":"];
    let refusal: &[_] = if status >= 400 && !text.ends_with("no such page\n") { &refusal } else { &[] };
    for part in ALWAYS.iter().chain(refusal).chain(parts) {
        assert!(text.contains(part), "no {part} in {text:.900}");
    }
    text
}

/// A walk too long to wait for: 2^60 steps.
fn endless() -> Value {
    let inner: String = (1..60).map(|i| format!("u{i}: u0 u{}\n", i + 1)).collect();
    json!({"solver": "walk", "text": format!("u0: u0 u1\n{inner}u60: u0 s\nsink s\nstart u0")})
}

#[test]
fn a_question_gets_one_document_or_words() {
    let (server, place) = (serve(&["--memory", "1MiB"]), Place::with_graph());
    let name = place.path("x.json").to_str().unwrap().to_owned();
    let answer = format!("\r\n\r\n{}", place.says("solve graph.rotor --all --json").answer());
    let game = "max a: b c s\nmin b: a c t\nc: a b s\nsink s = 1\nsink t = 0\nstart a\n";
    let about_graph = |key: &str, value: Value| json!({"text": GRAPH, key: value});
    let (kind, remark) =
        ("content-type: image/svg+xml", "arrival-remark: <request>: unchecked: the exhaustive");
    for (name, body, status, part) in [
        ("solve", about_graph("all", json!(true)), 200, answer.as_str()),
        ("solve", about_graph("certificate", json!(true)), 200, "\"certificate\":{\"schema\":"),
        ("walk", about_graph("final", json!(true)), 200, "\"final\":\"u0: "),
        ("draw", about_graph("to", json!("svg")), 200, kind),
        ("draw", about_graph("to", json!("html")), 200, "content-type: text/html"),
        ("draw", json!({"text": game, "show": ["strategies"]}), 200, remark),
        // No request reads or writes a file.
        ("solve", about_graph("certificate", json!(name)), 400, "reads and writes no files"),
        ("walk", about_graph("final", json!(name)), 400, "reads and writes no files"),
        ("route", about_graph("particles", json!("@/etc/hostname")), 400, "reads and writes no files"),
        ("draw", about_graph("output", json!(name)), 400, "unknown field `output`"),
        ("generate", json!({"family": "chain", "output": [name]}), 400, "the parameter output"),
        ("solve", json!([]), 400, "write an object"),
        ("solve", json!({"--from": "u"}), 400, "unknown field `--from`, expected one of `from`"),
        ("nonsense", json!({}), 404, "solve, decide, walk"),
        ("solve", json!({"text": "#".repeat(8 << 20)}), 413, "the body has more than 8388608 bytes"),
        ("solve", json!({"text": vec![0; 200_000]}), 413, "the memory limit is"),
        ("solve", json!({"text": "a: s^4000000000\nsink s"}), 413, "4000000000 arcs"),
        ("generate", json!({"family": "grid", "w": 3000, "h": 3000, "memory": "1GiB"}), 413, "not complete"),
        ("solve", json!({"text": "a: t"}), 422, "<request>:1:4: head `t` is never declared"),
    ] {
        let text = server.demand(server.question(name, &body.to_string()), status, &[part]);
        assert_eq!(text.contains("arrival-remark"), part == remark, "{text}");
    }
    server.demand(server.question("solve", "{\"text\":"), 400, &["EOF while parsing"]);
    server.demand(server.question("solve", &"[".repeat(6_000_000)), 400, &["recursion limit"]);
    server.demand(server.request("GET /api/v1/solve", "", ""), 405, &["a question is asked with POST"]);
    assert_eq!(place.listing(), ["graph.rotor"]);
    server.small();
}

#[test]
fn another_site_gets_nothing() {
    let server = serve(&[]);
    let (host, json) = (format!("host: {}", server.host), "content-type: application/json");
    for (headers, status) in [
        (format!("{host}\r\n{json}\r\norigin: http://{}", server.host), 200),
        (format!("host: rebound.example\r\n{json}"), 403),
        (format!("{host}\r\n{json}\r\norigin: http://evil.example"), 403),
        (format!("{host}\r\ncontent-type: text/plain"), 415),
    ] {
        server.demand(server.request("POST /api/v1/solvers", &headers, "{}"), status, &[]);
    }
    server.demand(server.request("GET /api/v1/begin", "host: rebound.example", ""), 403, &[]);
}

#[test]
fn the_page_comes_with_its_types_and_nothing_else_does() {
    let place = Place::with_graph();
    place.says("convert graph.rotor graph.json").exits(0);
    let [text, other] =
        ["graph.rotor", "graph.json"].map(|name| place.path(name).to_str().unwrap().to_owned());
    let begin = "GET /api/v1/begin";
    for (arguments, opened) in [
        (&[][..], "\"opened\":null".to_owned()),
        (&["--example", "fig-calc-rn"], "\"opened\":{\"name\":\"fig-calc-rn.rotor\"".to_owned()),
        (&[&other], format!("\"opened\":{{\"name\":{}", json!(other))),
        (&[&text], format!("\"opened\":{}", json!({"name": text, "text": GRAPH}))),
    ] {
        let server = serve(arguments);
        server.demand(server.request(begin, "", ""), 200, &[&opened, "{\"name\":\"fig-rotor-routing\""]);
    }
    let server = serve(&[&text]);
    for (path, status, part) in [
        ("/", 303, "location: /?opened"),
        ("/?opened", 200, "content-type: text/html"),
        ("/?opened", 200, "\r\n\r\n<!doctype html>"),
        ("/page.js", 200, "content-type: text/javascript"),
        ("/worker.js", 200, "content-type: text/javascript"),
        ("/first.wasm.gz", 200, "content-type: application/gzip"),
        ("/engine.wasm.gz", 200, "content-type: application/gzip"),
        ("/page.css", 200, "content-type: text/css"),
        ("/icon.svg", 200, "content-type: image/svg+xml"),
        ("/../Cargo.toml", 404, "no such page"),
        ("/%2e%2e/Cargo.toml", 404, "no such page"),
        ("//etc/hostname", 404, "no such page"),
        ("/page", 404, "no such page"),
    ] {
        server.demand(server.request(&format!("GET {path}"), "", ""), status, &[part]);
    }
}

/// Every clock is the one of `--timeout`: two seconds for a request, twelve for a connection.
#[test]
fn whoever_is_slow_is_left() {
    let server = serve(&["--timeout", "2"]);
    let asked = server.question("solve", &endless().to_string());
    let silent = server.send("");
    let half = server.send(&asked[..asked.len() - 9]);
    let unread = server.send(server.question("generate", "{\"family\":\"tree\",\"n\":100000}"));
    server.demand(&asked, 503, &["out of time"]);
    // A walk says how far it came.
    let walk = json!({"text": endless()["text"]}).to_string();
    server.demand(server.question("walk", &walk), 200, &["\"stopped\":false"]);
    demand(half, 408, &["the body did not come in time"]);
    server.small();
    std::thread::sleep(Duration::from_secs(12));
    silent.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    assert_eq!((&silent).read_to_end(&mut Vec::new()).unwrap(), 0);
    let text = demand(unread, 200, &[]);
    let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    assert!(text.len() < length.parse().unwrap(), "{} of {length}", text.len());
}

/// One request works, 64 wait, and the next is refused; when their clients leave, they end long before their time.
#[test]
fn too_many_are_refused_and_end_when_their_clients_leave() {
    let server = serve(&["--timeout", "300", "--threads", "1"]);
    let asked = server.question("solve", &endless().to_string());
    let waiting: Vec<_> = (0..65).map(|_| server.send(&asked)).collect();
    std::thread::sleep(Duration::from_millis(500));
    server.demand(&asked, 503, &["retry-after: 1", "too many requests"]);
    server.demand(server.request("GET /page.js", "", ""), 200, &[]);
    drop(waiting);
    server.small();
}

/// Connections that are silent or unread keep nobody out, nor do more long requests than there are processors.
#[test]
fn small_requests_are_answered_beside_others_and_ctrl_c_waits_for_none() {
    let mut server = serve(&["--timeout", "300"]);
    let page = server.request("GET /page.js", "", "").repeat(200);
    let _slow: Vec<_> = (0..192).map(|i| server.send(if i % 3 == 0 { "" } else { &page })).collect();
    let asked = server.question("solve", &endless().to_string());
    let _long: Vec<_> = (0..16).map(|_| server.send(&asked)).collect();
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| server.small());
        }
    });
    let (pressed, id) = (Instant::now(), server.child.id().to_string());
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert!(pressed.elapsed() < Duration::from_secs(30), "the requests themselves had 300 seconds");
    let mut said = String::new();
    server.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

/// Above the ceiling of 256 MiB large bodies and large answers are refused, and small requests are answered.
#[test]
fn all_requests_together_keep_to_one_ceiling_of_memory() {
    let server = serve(&["--timeout", "300", "--memory", "16MiB"]);
    let asked = server.question("solve", &"#".repeat(8 << 20));
    let mut kept: Vec<_> = (0..48).map(|_| server.send(&asked[..asked.len() - 1])).collect();
    let refused = kept.iter_mut().filter_map(|stream| {
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).is_ok().then(|| assert_eq!(&status, b"HTTP/1.1 503"))
    });
    assert!(refused.count() >= 8);
    server.small();
    let large = server.question("generate", "{\"family\":\"tree\",\"n\":200000}");
    server.demand(&large, 503, &["retry-after: 1", "other large requests take all memory"]);
    drop(kept);
    // Not at once: the server has to notice that they left.
    let mut first = [0; 12];
    while &first != b"HTTP/1.1 200" {
        server.send(&large).read_exact(&mut first).unwrap();
    }
    if let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())) {
        let peak =
            status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_ascii_whitespace().next());
        let peak: u64 = peak.unwrap().parse().unwrap();
        assert!(peak <= (256 << 10) * 5 / 4, "a peak of {peak} KiB");
    }
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = serve(&[]);
    let port = server.host.rsplit(':').next().unwrap();
    let ran = Place::new().says(&format!("serve --no-open --port {port}")).exits(2);
    assert!(ran.err.contains(&format!("port {port} of 127.0.0.1 is taken")) && ran.out.is_empty(), "{ran:?}");
}
