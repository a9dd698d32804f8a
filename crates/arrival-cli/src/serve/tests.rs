//! Tests of the server from outside: real sockets, plain HTTP.

use super::{Opened, ServeLimits, Server, Stopped};
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const GRAPH: &str = "u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 s2\nsink s1\nsink s2\nstart u2\n";

/// A server on a free port, until it is dropped.
struct Running {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<std::io::Result<Stopped>>>,
}

fn start(limits: ServeLimits) -> Running {
    let opened = Opened { name: "mine.rotor".to_owned(), text: GRAPH.to_owned() };
    let server = Server::bind("127.0.0.1", 0, limits, Some(opened)).unwrap();
    assert!(server.is_loopback());
    let address = server.url().trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    let thread = std::thread::spawn(move || server.run(move || told.load(Ordering::Relaxed)));
    Running { address, stop, thread: Some(thread) }
}

impl Running {
    fn stop(&mut self) -> Option<Stopped> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().map(|thread| thread.join().unwrap().unwrap())
    }

    /// Sends these bytes as they are; gives status, head and body.
    fn raw(&self, request: &[u8]) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        // A server that refuses a body may close before it has read all of it.
        let _ = stream.write_all(request);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(all[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head, all[end + 4..].to_vec())
    }

    fn post(&self, name: &str, body: &str) -> (u16, String) {
        let (status, _, body) = self.raw(&self.request(name, body));
        (status, String::from_utf8(body).unwrap())
    }

    fn request(&self, name: &str, body: &str) -> Vec<u8> {
        let (host, length) = (self.address, body.len());
        format!(
            "POST /api/v1/{name} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }

    fn get(&self, path: &str) -> (u16, String, Vec<u8>) {
        self.raw(
            format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address).as_bytes(),
        )
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

fn few() -> ServeLimits {
    ServeLimits { time: Duration::from_secs(300), at_once: 2, ..ServeLimits::default() }
}

/// A walk too long to wait for: 2^60 steps.
fn endless() -> String {
    let inner: String = (1..60).map(|i| format!("u{i}: u0 u{}\n", i + 1)).collect();
    json!({"text": format!("u0: u0 u1\n{inner}u60: u0 s\nsink s\nstart u0")}).to_string()
}

fn errors(body: &str) -> String {
    let object: Value = serde_json::from_str(body).unwrap();
    assert_eq!(object["schema"], "arrival.error/1");
    object["errors"].to_string()
}

#[test]
fn a_picture_of_unchecked_answers_says_so_in_a_header() {
    let server = start(ServeLimits::default());
    let game = "max a: b c s\nmin b: a c t\nc: a b s\nsink s = 1\nsink t = 0\nstart a\n";
    let body = json!({"text": game, "show": ["strategies"]}).to_string();
    let (status, head, _) = server.raw(&server.request("draw", &body));
    assert_eq!(status, 200, "{head}");
    let remark = head.lines().find(|line| line.starts_with("arrival-remark: ")).expect(&head);
    assert!(remark.contains("unchecked: the exhaustive search"), "{remark}");
    let checked = json!({"text": GRAPH, "show": ["exits"]}).to_string();
    let (status, head, _) = server.raw(&server.request("draw", &checked));
    assert!(status == 200 && !head.contains("arrival-remark"), "{head}");
}

#[test]
fn the_documents_name_every_question() {
    let page = include_str!("../../../../docs/page.md");
    let missing: Vec<_> =
        arrival::request::Ask::NAMES.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/page.md lacks {missing:?}");
}

#[test]
fn the_page_is_served_with_its_headers() {
    let server = start(few());
    let (status, head, _) = server.get("/");
    assert!(status == 303 && head.contains("location: /?opened"), "{head}");
    let (status, head, page) = server.get("/?opened");
    assert!(status == 200 && head.contains("text/html") && page.starts_with(b"<!doctype html>"));
    assert!(
        head.contains("content-security-policy: default-src 'none'; script-src 'self'")
            && !head.contains("inline")
    );
    assert!(head.contains("x-content-type-options: nosniff"));
    for (path, kind) in [
        ("/page.js", "text/javascript"),
        ("/worker.js", "text/javascript"),
        ("/first.wasm.gz", "application/gzip"),
        ("/engine.wasm.gz", "application/gzip"),
        ("/page.css", "text/css"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let (status, head, _) = server.get(path);
        assert!(status == 200 && head.contains(kind), "{path}: {head}");
    }
    assert_eq!(server.get("/../Cargo.toml").0, 404);
    let begin: Value = serde_json::from_slice(&server.get("/api/v1/begin").2).unwrap();
    assert_eq!(begin["opened"], json!({"name": "mine.rotor", "text": GRAPH}));
    assert_eq!(begin["examples"][0]["name"], "fig-rotor-routing");
    assert!(begin["families"].as_array().unwrap().iter().any(|family| family["id"] == "chain"));
}

#[test]
fn what_is_malformed_gets_a_status_and_words() {
    let server = start(few());
    let (status, body) = server.post("solve", "{\"text\":");
    assert!(status == 400 && errors(&body).contains("EOF while parsing"), "{body}");
    for body in
        ["[]", "17", "{\"text\":3}", "{\"text\":\"\",\"from\":{}}", "{\"--from\":\"u\"}", "{\"help\":true}"]
    {
        assert_eq!(server.post("solve", body).0, 400, "{body}");
    }
    let (status, body) = server.post("solve", &json!({"text": "a: t"}).to_string());
    assert!(status == 422 && errors(&body).contains("<request>:1:4: head `t` is never declared"), "{body}");
    let (status, body) = server.post("solve", &json!({"text": GRAPH, "nonsense": 1}).to_string());
    assert!(
        status == 400 && errors(&body).contains("unknown field `nonsense`, expected one of `from`"),
        "{body}"
    );
    let (status, body) = server.post("nonsense", "{}");
    assert!(status == 404 && errors(&body).contains("solve, decide, walk"), "{body}");
    assert_eq!(server.get("/api/v1/solve").0, 405);
}

#[test]
fn no_request_reads_or_writes_a_file() {
    let server = start(few());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.json");
    let name = file.to_str().unwrap();
    let asks = [
        ("solve", json!({"text": GRAPH, "certificate": name})),
        ("walk", json!({"text": GRAPH, "final": name})),
        ("push", json!({"text": GRAPH, "cycle": "u0", "output": name})),
        ("generate", json!({"family": "chain", "output": [name]})),
        ("route", json!({"text": GRAPH, "particles": "@/etc/hostname"})),
    ];
    for (command, ask) in asks {
        let (status, body) = server.post(command, &ask.to_string());
        let refused = ["reads and writes no files", "unknown field `output`", "the parameter output"];
        let words = errors(&body);
        assert!(status == 400 && refused.iter().any(|refused| words.contains(refused)), "{command}: {body}");
    }
    assert!(!file.exists());
}

#[test]
fn what_is_too_large_is_refused() {
    let server = start(ServeLimits { body: 10_000, answer: 10_000, memory: 1 << 20, ..few() });
    let (status, body) = server.post("solve", &json!({"text": "#".repeat(20_000)}).to_string());
    assert_eq!(status, 413, "{body}");
    let (status, body) = server.post("solve", &json!({"text": "a: s^4000000000\nsink s"}).to_string());
    assert!(status == 413 && errors(&body).contains("4000000000 arcs"), "{body}");
    let wide = json!({"text": "a: s^60000\nsink s", "memory": "1GiB"}).to_string();
    assert_ne!(server.post("solve", &wide).0, 413, "a mebibyte holds 65,536 arcs");
    let wider = json!({"text": "a: s^70000\nsink s", "memory": "1GiB"}).to_string();
    assert_eq!(
        server.post("solve", &wider).0,
        413,
        "a request asks for less than the server allows, not for more"
    );
    let long = json!({"text": "a: b s\nb: a^9999 t\nsink s\nsink t\nstart b", "trace": true}).to_string();
    assert_eq!(server.post("walk", &long).0, 200);
    let longer = json!({"text": "a: b^9999 s\nb: a\nsink s\nstart b", "trace": true}).to_string();
    let (status, body) = server.post("walk", &longer);
    assert!(status == 413 && errors(&body).contains("more than 10000 bytes"), "{body}");
    let (status, body) = server.post("generate", "{\"family\":\"grid\",\"w\":3000,\"h\":3000}");
    assert_eq!(status, 413, "{body}");
}

#[test]
fn an_answer_to_an_unread_body_announces_the_close() {
    let server = start(ServeLimits { body: 10_000, ..few() });
    let staying = |body: &str, kind: &str| {
        let text = String::from_utf8(server.request("solve", body)).unwrap();
        let text = text.replace("connection: close\r\n", "").replace("application/json", kind);
        let (status, head, _) = server.raw(text.as_bytes());
        (status, head.contains("connection: close"))
    };
    assert_eq!(staying(&"#".repeat(20_000), "application/json"), (413, true));
    assert_eq!(staying("{}", "text/plain"), (415, true));
}

#[test]
fn a_request_ends_at_its_time_and_others_are_answered() {
    let server = start(ServeLimits { time: Duration::from_millis(400), at_once: 1, ..few() });
    std::thread::scope(|scope| {
        let slow = scope
            .spawn(|| server.post("solve", &endless().replace("{\"text\"", "{\"solver\":\"walk\",\"text\"")));
        // The page is served while every desk is taken.
        assert_eq!(server.get("/?opened").0, 200);
        let (status, body) = slow.join().unwrap();
        assert!(status == 503 && errors(&body).contains("out of time"), "{body}");
    });
    let (status, body) = server.post("walk", &endless());
    let answer: Value = serde_json::from_str(&body).unwrap();
    assert!(status == 200 && answer["stopped"] == false, "a walk says how far it came: {body}");
}

#[test]
fn a_connection_that_trickles_its_head_is_closed() {
    let server = start(ServeLimits { head: Duration::from_millis(500), ..few() });
    let head = format!("GET / HTTP/1.1\r\nhost: {}\r\nx-slow: ", server.address);
    for beginning in ["", head.as_str()] {
        let mut slow = TcpStream::connect(server.address).unwrap();
        slow.write_all(beginning.as_bytes()).unwrap();
        slow.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
        let mut answer = Vec::new();
        let closed = loop {
            match slow.read_to_end(&mut answer) {
                Err(error) if [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()) => {}
                ended => break ended,
            }
            if !beginning.is_empty() && slow.write_all(b"x").is_err() {
                break Ok(0);
            }
        };
        assert!(
            answer.is_empty()
                && closed.map_or_else(|error| error.kind() == ErrorKind::ConnectionReset, |_| true)
        );
    }
    assert_eq!(server.get("/?opened").0, 200);
}

#[test]
fn connections_beyond_the_most_wait_and_are_answered() {
    let server = start(ServeLimits { head: Duration::from_secs(1), ..few() });
    let silent: Vec<_> = (0..200).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    assert_eq!(server.get("/?opened").0, 200);
    drop(silent);
}

#[test]
fn a_picture_is_that_of_the_command_and_not_too_large() {
    let server = start(few());
    let (status, picture) =
        server.post("draw", &json!({"text": GRAPH, "show": ["exits", "visits"]}).to_string());
    assert!(status == 200 && picture.starts_with("<svg") && picture.contains("data-vertex"), "{picture}");
    let (status, page) = server.post("draw", &json!({"text": GRAPH, "to": "html"}).to_string());
    assert!(status == 200 && page.starts_with("<!DOCTYPE html>"), "{page}");
    let ask = |scale: Value| {
        server.post("draw", &json!({"text": GRAPH, "to": "dot", "scale": scale}).to_string()).0
    };
    assert_eq!(
        [json!(2), json!("2"), json!(2.5), json!("20"), json!("x")].map(ask),
        [200, 200, 413, 413, 400]
    );
    let (status, body) = server.post("draw", &json!({"text": GRAPH, "output": "x.svg"}).to_string());
    assert!(status == 400 && errors(&body).contains("unknown field `output`"), "{body}");
}

/// F72: the limits are judged on the request as it was understood, so a list does not go round them.
#[test]
fn a_list_does_not_go_round_the_limits() {
    let server = start(few());
    for (name, ask) in [
        ("generate", json!({"family": "grid", "w": [30000], "h": [30000]})),
        ("generate", json!({"family": "grid", "w": 30000, "h": "30000"})),
        ("draw", json!({"text": GRAPH, "to": "png", "scale": [20]})),
    ] {
        let (status, body) = server.post(name, &ask.to_string());
        assert!(status == 400 || status == 413, "{name}: {body}");
    }
    assert_eq!(server.post("solve", &json!({"text": GRAPH}).to_string()).0, 200);
}

/// F13: one body is one document, and a picture has its own content type.
#[test]
fn one_body_is_one_document_of_its_own_type() {
    let server = start(few());
    for certificate in [json!(true), json!("-")] {
        let ask = json!({"text": GRAPH, "certificate": certificate}).to_string();
        let answer: Value = serde_json::from_str(&server.post("solve", &ask).1).unwrap();
        assert_eq!(answer["certificate"]["kind"], "walk");
        let verified = json!({"text": GRAPH, "certificate": answer["certificate"]}).to_string();
        assert!(server.post("verify", &verified).1.contains("\"valid\":true"));
    }
    let ask = json!({"text": GRAPH, "final": true, "max-steps": 1}).to_string();
    let walk: Value = serde_json::from_str(&server.post("walk", &ask).1).unwrap();
    assert!(walk["final"].as_str().unwrap().ends_with("start u1\n"), "{walk}");
    for (to, kind) in [("svg", "image/svg+xml"), ("html", "text/html"), ("json", "application/json")] {
        let request = server.request("draw", &json!({"text": GRAPH, "to": to}).to_string());
        let (status, head, _) = server.raw(&request);
        assert!(status == 200 && head.contains(&format!("content-type: {kind}")), "{to}: {head}");
    }
}

#[test]
fn work_ends_when_its_client_is_gone() {
    let server = start(ServeLimits { at_once: 1, ..few() });
    let slow = endless().replace("{\"text\"", "{\"solver\":\"walk\",\"text\"");
    let mut gone = TcpStream::connect(server.address).unwrap();
    gone.write_all(&server.request("solve", &slow)).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    drop(gone);
    // The only place is free again long before the time of the slow request is up.
    let (status, _) = server.post("solve", &json!({"text": GRAPH}).to_string());
    assert_eq!(status, 200);
}

#[test]
fn a_panic_ends_one_request_and_not_the_server() {
    let server = start(few());
    for _ in 0..5 {
        let (status, body) = server.post("panic", "{}");
        assert!(status == 500 && errors(&body).contains("the server goes on"), "{body}");
    }
    assert_eq!(server.post("solve", &json!({"text": GRAPH}).to_string()).0, 200);
}

#[test]
fn many_at_once_are_answered_alike() {
    let server = start(few());
    let ask = json!({"text": GRAPH}).to_string();
    let (_, alone) = server.post("solve", &ask);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..16)
            .map(|_| scope.spawn(|| (0..10).map(|_| server.post("solve", &ask)).collect::<Vec<_>>()))
            .collect();
        for (status, body) in workers.into_iter().flat_map(|worker| worker.join().unwrap()) {
            assert_eq!((status, &body), (200, &alone));
        }
    });
}

#[test]
fn too_many_that_wait_are_sent_away() {
    let server = start(ServeLimits { at_once: 1, waiting: 1, time: Duration::from_secs(3), ..few() });
    let slow = endless().replace("{\"text\"", "{\"solver\":\"walk\",\"text\"");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..6).map(|_| scope.spawn(|| server.post("solve", &slow).1)).collect();
        asked
            .into_iter()
            .map(|asked| u16::from(errors(&asked.join().unwrap()).contains("too many requests")))
            .collect()
    });
    assert!(statuses.iter().sum::<u16>() >= 3, "one works, two wait: {statuses:?}");
}

#[test]
fn a_server_told_to_stop_stops_during_a_request() {
    let mut server = start(few());
    let slow = endless().replace("{\"text\"", "{\"solver\":\"walk\",\"text\"");
    let mut asking = TcpStream::connect(server.address).unwrap();
    asking.write_all(&server.request("solve", &slow)).unwrap();
    let began = Instant::now();
    assert_eq!(server.stop(), Some(Stopped));
    assert!(began.elapsed() < Duration::from_secs(120), "the request itself had 300 seconds");
    assert!(TcpStream::connect(server.address).is_err());
}
