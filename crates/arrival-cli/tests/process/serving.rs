//! `arrival serve` from outside: what it answers is what the command line prints, whatever other clients do.

use crate::place::{GRAPH, Place, corpus, program};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The program serving its page.
struct Serving {
    child: Child,
    host: String,
}

/// Status, head and body of a response.
type Response = (u16, String, Vec<u8>);

fn serve(arguments: &[&str]) -> Serving {
    let mut command = program();
    command.args(["serve", "--no-open", "--port", "0", "--quiet"]).args(arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said = line.trim().to_owned();
    let url = serde_json::from_str::<Value>(&said)
        .map_or_else(|_| said.clone(), |object| object["url"].as_str().unwrap().to_owned());
    let host = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    Serving { child, host }
}

impl Serving {
    /// A connection on which these bytes were sent.
    fn send(&self, bytes: impl AsRef<[u8]>) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(100))).unwrap();
        // A server that refuses a body may close before it has read all of it.
        let _ = stream.write_all(bytes.as_ref());
        stream
    }

    /// What it takes to ask for `first`, such as `GET /`, with these headers and this body.
    fn request(&self, first: &str, headers: &str, body: &str) -> String {
        format!("{first} HTTP/1.1\r\ncontent-length: {}\r\n{headers}\r\n\r\n{body}", body.len())
    }

    /// A question.
    fn asked(&self, name: &str, body: &str) -> String {
        let headers = format!("host: {}\r\ncontent-type: application/json", self.host);
        self.request(&format!("POST /api/v1/{name}"), &headers, body)
    }

    fn get(&self, path: &str) -> Response {
        response(self.send(self.request(&format!("GET {path}"), &format!("host: {}", self.host), "")))
    }

    fn post(&self, name: &str, body: impl ToString) -> (u16, String) {
        let (status, _, body) = response(self.send(self.asked(name, &body.to_string())));
        (status, String::from_utf8(body).unwrap())
    }

    fn small(&self) {
        let (status, body) = self.post("solve", json!({"text": GRAPH}));
        assert!(status == 200 && body.contains("\"exit\":\"s2\""), "{status} {body}");
    }

    /// Presses Ctrl-C.
    fn stop(mut self) -> (Option<i32>, String) {
        let killed = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let code = self.child.wait().unwrap().code();
        let mut err = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (code, err)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It has ended already where a test stopped it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn response(mut stream: TcpStream) -> Response {
    let mut all = Vec::new();
    // The end of a connection that was closed on an unread body may be an error.
    let _ = stream.read_to_end(&mut all);
    let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
    let head = String::from_utf8(all[..end].to_vec()).unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head, all.split_off(end + 4))
}

/// A walk too long to wait for: 2^60 steps.
fn endless() -> Value {
    let inner: String = (1..60).map(|i| format!("u{i}: u0 u{}\n", i + 1)).collect();
    json!({"solver": "walk", "text": format!("u0: u0 u1\n{inner}u60: u0 s\nsink s\nstart u0")})
}

/// The lines of a refusal.
fn errors(body: &str) -> Vec<String> {
    let object: Value = serde_json::from_str(body).unwrap();
    assert_eq!(object["schema"], "arrival.error/1");
    serde_json::from_value(object["errors"].clone()).unwrap()
}

/// The options of a request as words of the command line.
fn words(options: &Value) -> Vec<String> {
    let word = |(name, value): (&String, &Value)| match value {
        Value::Bool(_) => format!("--{name}"),
        Value::String(text) => format!("--{name}={text}"),
        other => format!("--{name}={other}"),
    };
    options.as_object().unwrap().iter().map(word).collect()
}

#[test]
fn every_request_is_answered_with_the_bytes_of_the_command_line() {
    let (server, place) = (serve(&[]), Place::new());
    let mut seen = std::collections::BTreeMap::new();
    for entry in std::fs::read_dir(corpus().join("paper")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let first = text.lines().find(|line| line.contains(':') && !line.starts_with('#')).unwrap();
        let u = first.split(':').next().unwrap().trim_start_matches("max ");
        let asks = [
            ("solve", json!({})),
            ("solve", json!({"all": true})),
            ("solve", json!({"from": u})),
            ("solve", json!({"strategies": "order", "endless-value": -3})),
            ("solve", json!({"solver": "nonsense"})),
            ("decide", json!({"from": u, "to": "s1"})),
            ("walk", json!({"from": u, "trace": true, "max-steps": 50})),
            ("walk", json!({"from": u, "reverse": true})),
            ("walk", json!({"from": "nobody"})),
            ("route", json!({"particles": format!("{u}=10000000000000000000000")})),
            ("flows", json!({})),
            ("forest", json!({})),
            ("push", json!({"cycle": u})),
            ("explain", json!({"from": u})),
            ("check", json!({})),
            ("check", json!({"format": "json"})),
            ("convert", json!({"to": "rotor"})),
            ("draw", json!({"from": u, "show": "exits", "to": "svg"})),
            ("draw", json!({"to": "html"})),
            ("convert", json!({"to-rule": "turn-then-move"})),
        ];
        for (name, options) in asks {
            let mut arguments = vec![name.to_owned()];
            arguments.extend(words(&options));
            arguments.extend(["--json", "--quiet", "-"].map(str::to_owned));
            arguments.extend((name == "convert").then(|| "-".to_owned()));
            let here = place.says_to(&arguments.join(" "), text.as_bytes());
            let mut body = options.clone();
            body["text"] = json!(text);
            let (status, there) = server.post(name, body);
            *seen.entry((name, status)).or_insert(0) += 1;
            if status == 200 {
                assert_eq!(there, here.out, "{arguments:?}");
            } else {
                let lines: String =
                    errors(&there).iter().map(|line| line.trim_end().to_owned() + "\n").collect();
                let here_lines = here.err.strip_prefix("arrival: ").unwrap_or(&here.err);
                assert_eq!(lines.replace("<request>", "<stdin>"), here_lines, "{arguments:?}");
                let error: Value = serde_json::from_str(&there).unwrap();
                assert_eq!(error["code"], here.code.unwrap(), "{arguments:?}");
            }
        }
    }
    let generated = place.says("generate two --n 12 --seed 5 --json").answer();
    assert_eq!(server.post("generate", json!({"family": "two", "n": 12, "seed": 5})), (200, generated));
    for name in ["solve", "walk", "route", "flows", "forest", "push", "explain", "check", "convert", "draw"] {
        assert!(seen.contains_key(&(name, 200)), "no {name} was answered: {seen:?}");
    }
    for name in ["solve", "decide", "walk", "push"] {
        assert!(seen.contains_key(&(name, 422)), "no {name} was refused: {seen:?}");
    }
    assert_eq!(server.stop(), (Some(0), String::new()));
}

#[test]
fn one_body_is_one_document_of_its_own_type() {
    let server = serve(&[]);
    for certificate in [json!(true), json!("-")] {
        let (_, answer) = server.post("solve", json!({"text": GRAPH, "certificate": certificate}));
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let verified = json!({"text": GRAPH, "certificate": answer["certificate"]});
        assert!(server.post("verify", verified).1.contains("\"valid\":true"));
    }
    let (_, walk) = server.post("walk", json!({"text": GRAPH, "final": true, "max-steps": 1}));
    let walk: Value = serde_json::from_str(&walk).unwrap();
    assert!(walk["final"].as_str().unwrap().ends_with("start u1\n"), "{walk}");
    let game = "max a: b c s\nmin b: a c t\nc: a b s\nsink s = 1\nsink t = 0\nstart a\n";
    for (ask, kind, remark) in [
        (json!({"text": GRAPH, "show": ["exits"], "to": "svg"}), "image/svg+xml", false),
        (json!({"text": GRAPH, "to": "html"}), "text/html", false),
        (json!({"text": GRAPH, "to": "json"}), "application/json", false),
        (json!({"text": game, "show": ["strategies"]}), "image/svg+xml", true),
    ] {
        let (status, head, _) = response(server.send(server.asked("draw", &ask.to_string())));
        assert!(status == 200 && head.contains(&format!("content-type: {kind}")), "{head}");
        assert_eq!(
            head.contains("arrival-remark: ") && head.contains("unchecked: the exhaustive"),
            remark,
            "{head}"
        );
    }
}

#[test]
fn another_site_gets_nothing() {
    let server = serve(&["--json"]);
    let body = json!({"text": GRAPH}).to_string();
    let ask = |headers: &str| response(server.send(server.request("POST /api/v1/solve", headers, &body))).0;
    let (host, json) = (&server.host, "content-type: application/json");
    assert_eq!(ask(&format!("host: {host}\r\n{json}\r\norigin: http://{host}")), 200);
    assert_eq!(ask(&format!("host: rebound.example\r\n{json}")), 403);
    assert_eq!(ask(&format!("host: {host}\r\n{json}\r\norigin: http://evil.example")), 403);
    assert_eq!(ask(&format!("host: {host}\r\ncontent-type: text/plain")), 415);
    let begin = server.request("GET /api/v1/begin", "host: rebound.example", "");
    assert_eq!(response(server.send(begin)).0, 403);
}

#[test]
fn the_page_is_served_with_its_headers() {
    let place = Place::with_graph();
    place.says("convert graph.rotor graph.json").exits(0);
    let [text, other] =
        ["graph.rotor", "graph.json"].map(|name| place.path(name).to_str().unwrap().to_owned());
    let begin = |server: &Serving| serde_json::from_slice::<Value>(&server.get("/api/v1/begin").2).unwrap();
    for (arguments, name) in [(&[][..], Value::Null), (&[other.as_str()], json!(other))] {
        assert_eq!(begin(&serve(arguments))["opened"]["name"], name);
    }
    assert_eq!(begin(&serve(&["--example", "fig-calc-rn"]))["opened"]["name"], "fig-calc-rn.rotor");
    let server = serve(&[&text]);
    assert_eq!(begin(&server)["opened"], json!({"name": text, "text": GRAPH}));
    assert_eq!(begin(&server)["examples"][0]["name"], "fig-rotor-routing");
    let (status, head, _) = server.get("/");
    assert!(status == 303 && head.contains("location: /?opened"), "{head}");
    for (path, kind) in [
        ("/?opened", "text/html"),
        ("/page.js", "text/javascript"),
        ("/worker.js", "text/javascript"),
        ("/first.wasm.gz", "application/gzip"),
        ("/engine.wasm.gz", "application/gzip"),
        ("/page.css", "text/css"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let (status, head, body) = server.get(path);
        assert!(status == 200 && head.contains(&format!("content-type: {kind}")), "{path}: {head}");
        assert_eq!(body.starts_with(b"<!doctype html>"), path == "/?opened");
        let policy = "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";
        assert!(head.contains(policy) && !head.contains("inline"), "{head}");
        assert!(head.contains("x-content-type-options: nosniff") && head.contains("no-store"), "{head}");
    }
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/hostname", "/page"] {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
}

#[test]
fn what_is_malformed_gets_a_status_and_words() {
    let server = serve(&["--memory", "1MiB"]);
    let refused = |name: &str, body: &str, code: u16, expected: &str| {
        let (status, body) = server.post(name, body);
        assert!(status == code && errors(&body).concat().contains(expected), "{status}, not {code}: {body}");
    };
    let text = |text: &str| json!({"text": text}).to_string();
    for body in
        ["[]", "17", "{\"text\":3}", "{\"text\":\"\",\"from\":{}}", "{\"--from\":\"u\"}", "{\"help\":true}"]
    {
        refused("solve", body, 400, "");
    }
    refused("solve", "{\"text\":", 400, "EOF while parsing");
    refused("solve", &"[".repeat(6_000_000), 400, "recursion limit");
    refused(
        "solve",
        "{\"text\":\"\",\"nonsense\":1}",
        400,
        "unknown field `nonsense`, expected one of `from`",
    );
    refused("generate", "{\"family\":\"grid\",\"w\":[30000],\"h\":30000}", 400, "takes a number");
    refused("nonsense", "{}", 404, "solve, decide, walk");
    refused("solve", &text(&"#".repeat(8 << 20)), 413, "the body has more than 8388608 bytes");
    refused("solve", &format!("{{\"text\":[{}0]}}", "0,".repeat(200_000)), 413, "the memory limit is");
    refused("solve", &text("a: s^4000000000\nsink s"), 413, "4000000000 arcs");
    refused("generate", "{\"family\":\"grid\",\"w\":3000,\"h\":3000}", 413, "the graph was not complete");
    refused(
        "generate",
        "{\"family\":\"grid\",\"w\":3000,\"h\":3000,\"memory\":\"1GiB\"}",
        413,
        "not complete",
    );
    refused("solve", &text("a: t"), 422, "<request>:1:4: head `t` is never declared");
    let (status, head, body) = server.get("/api/v1/solve");
    assert!(status == 405 && head.contains("connection: close"), "{head}");
    assert!(errors(std::str::from_utf8(&body).unwrap()).concat().contains("POST"));
    server.small();
}

#[test]
fn no_request_reads_or_writes_a_file() {
    let (server, place) = (serve(&[]), Place::new());
    let name = place.path("x.json").to_str().unwrap().to_owned();
    for (command, ask) in [
        ("solve", json!({"text": GRAPH, "certificate": name})),
        ("walk", json!({"text": GRAPH, "final": name})),
        ("push", json!({"text": GRAPH, "cycle": "u0", "output": name})),
        ("generate", json!({"family": "chain", "output": [name]})),
        ("draw", json!({"text": GRAPH, "output": name})),
        ("route", json!({"text": GRAPH, "particles": "@/etc/hostname"})),
    ] {
        let (status, body) = server.post(command, ask);
        let refused = ["reads and writes no files", "unknown field `output`", "the parameter output"];
        let words = errors(&body).concat();
        assert!(status == 400 && refused.iter().any(|refused| words.contains(refused)), "{command}: {body}");
    }
    assert!(place.listing().is_empty());
}

/// Every clock is the one of `--timeout`: two seconds for a request, twelve for a connection.
#[test]
fn whoever_is_slow_is_left() {
    let server = serve(&["--timeout", "2"]);
    let asked = server.asked("solve", &endless().to_string());
    let silent = server.send("");
    let half = server.send(&asked[..asked.len() - 9]);
    let unread = server.send(server.asked("generate", "{\"family\":\"tree\",\"n\":100000}"));
    let (status, body) = server.post("solve", endless());
    assert!(status == 503 && errors(&body).concat().contains("out of time"), "{body}");
    let (status, body) = server.post("walk", json!({"text": endless()["text"]}));
    assert!(status == 200 && body.contains("\"stopped\":false"), "a walk says how far it came: {body}");
    assert_eq!(response(half).0, 408);
    server.small();
    std::thread::sleep(Duration::from_secs(12));
    silent.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    assert_eq!((&silent).read_to_end(&mut Vec::new()).unwrap(), 0);
    let (status, head, body) = response(unread);
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    assert!(status == 200 && body.len() < length.parse().unwrap(), "{} of {length}", body.len());
}

/// One request works, 64 wait, and the next is refused; when their clients leave, they end long before their time.
#[test]
fn too_many_are_refused_and_end_when_their_clients_leave() {
    let server = serve(&["--timeout", "300", "--threads", "1"]);
    let asked = server.asked("solve", &endless().to_string());
    let waiting: Vec<_> = (0..65).map(|_| server.send(&asked)).collect();
    std::thread::sleep(Duration::from_millis(500));
    let (status, head, body) = response(server.send(&asked));
    assert!(status == 503 && head.contains("retry-after: 1"), "{head}");
    assert!(errors(std::str::from_utf8(&body).unwrap()).concat().contains("too many requests"));
    assert_eq!(server.get("/page.js").0, 200);
    drop(waiting);
    server.small();
}

#[test]
fn connections_that_are_silent_or_unread_keep_nobody_out() {
    let server = serve(&[]);
    let (_, alone) = server.post("draw", json!({"text": GRAPH}));
    let ask = server.request("GET /page.js", &format!("host: {}", server.host), "").repeat(200);
    let slow: Vec<_> = (0..192).map(|i| server.send(if i % 3 == 0 { "" } else { &ask })).collect();
    std::thread::scope(|scope| {
        let ask = || (0..10).map(|_| server.post("draw", json!({"text": GRAPH}))).collect::<Vec<_>>();
        let asking: Vec<_> = (0..16).map(|_| scope.spawn(ask)).collect();
        let answers = asking.into_iter().flat_map(|asking| asking.join().unwrap());
        assert!(answers.into_iter().all(|answer| answer == (200, alone.clone())));
    });
    drop(slow);
}

/// Above the ceiling of 256 MiB large bodies and large answers are refused, and small requests are answered.
#[test]
fn all_requests_together_keep_to_one_ceiling_of_memory() {
    let server = serve(&["--timeout", "300", "--memory", "16MiB"]);
    let asked = server.asked("solve", &"#".repeat(8 << 20));
    let mut kept: Vec<_> = (0..48).map(|_| server.send(&asked[..asked.len() - 1])).collect();
    let refused = kept.iter_mut().filter_map(|stream| {
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).is_ok().then(|| assert_eq!(&status, b"HTTP/1.1 503"))
    });
    assert!(refused.count() >= 8);
    server.small();
    let large = server.asked("generate", "{\"family\":\"tree\",\"n\":200000}");
    let (status, head, _) = response(server.send(&large));
    assert!(status == 503 && head.contains("retry-after"), "{head}");
    drop(kept);
    // Not at once: the server has to notice that they left.
    while response(server.send(&large)).0 != 200 {}
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

#[test]
fn ctrl_c_ends_it_at_once_though_a_request_is_at_work() {
    let server = serve(&["--timeout", "300"]);
    let _asking = server.send(server.asked("solve", &endless().to_string()));
    server.small();
    let pressed = std::time::Instant::now();
    assert_eq!(server.stop(), (Some(0), String::new()));
    assert!(pressed.elapsed() < Duration::from_secs(30), "the request itself had 300 seconds");
}

#[test]
fn the_documents_name_every_question() {
    let page = include_str!("../../../../docs/page.md");
    for name in arrival::request::Ask::NAMES {
        assert!(page.contains(&format!("`{name}`")), "docs/page.md lacks {name}");
    }
}
