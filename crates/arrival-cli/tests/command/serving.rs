//! `arrival serve` from outside: what it answers is what the command line prints, and Ctrl-C ends it.

use crate::place::{GRAPH, Place, corpus, program};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// The program serving its page.
pub(crate) struct Serving {
    child: Child,
    host: String,
    /// The line that it printed.
    pub(crate) said: String,
}

pub(crate) fn serve(arguments: &[&str]) -> Serving {
    let mut command = program();
    command.args(["serve", "--no-open", "--port", "0", "--quiet"]).args(arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said = line.trim().to_owned();
    let url = serde_json::from_str::<Value>(&said)
        .map_or_else(|_| said.clone(), |object| object["url"].as_str().unwrap().to_owned());
    let host = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    Serving { child, host, said }
}

impl Serving {
    /// Asks for what stands behind `first`, with this body; gives status and body.
    fn ask(&self, first: &str, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let length = body.len();
        let head =
            format!("{first} HTTP/1.1\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n\r\n");
        stream.write_all((head + body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    fn post(&self, name: &str, body: &Value) -> (u16, String) {
        let headers = format!("host: {}\r\ncontent-type: application/json", self.host);
        self.ask(&format!("POST /api/v1/{name}"), &headers, &body.to_string())
    }

    /// Presses Ctrl-C.
    pub(crate) fn stop(mut self) -> (Option<i32>, String) {
        let killed = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let code = self.child.wait().unwrap().code();
        let mut err = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (code, err)
    }
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
            let (status, there) = server.post(name, &body);
            *seen.entry((name, status)).or_insert(0) += 1;
            if status == 200 {
                assert_eq!(there, here.out, "{arguments:?}");
            } else {
                let error: Value = serde_json::from_str(&there).unwrap();
                let lines = error["errors"].as_array().unwrap().iter();
                let lines: String =
                    lines.map(|line| line.as_str().unwrap().trim_end().to_owned() + "\n").collect();
                let here_lines = here.err.strip_prefix("arrival: ").unwrap_or(&here.err);
                assert_eq!(lines.replace("<request>", "<stdin>"), here_lines, "{arguments:?}");
                assert_eq!(error["code"], here.code.unwrap(), "{arguments:?}");
            }
        }
    }
    let generated = place.says("generate two --n 12 --seed 5 --json").answer();
    assert_eq!(server.post("generate", &json!({"family": "two", "n": 12, "seed": 5})), (200, generated));
    for name in ["solve", "walk", "route", "flows", "forest", "push", "explain", "check", "convert", "draw"] {
        assert!(seen.contains_key(&(name, 200)), "no {name} was answered: {seen:?}");
    }
    for name in ["solve", "decide", "walk", "push"] {
        assert!(seen.contains_key(&(name, 422)), "no {name} was refused: {seen:?}");
    }
    assert_eq!(server.stop(), (Some(0), String::new()));
}

#[test]
fn another_site_gets_nothing() {
    let server = serve(&["--json"]);
    let body = json!({"text": GRAPH}).to_string();
    let ask = |headers: &str| server.ask("POST /api/v1/solve", headers, &body).0;
    let (host, json) = (&server.host, "content-type: application/json");
    assert_eq!(ask(&format!("host: {host}\r\n{json}\r\norigin: http://{host}")), 200);
    assert_eq!(ask(&format!("host: rebound.example\r\n{json}")), 403);
    assert_eq!(ask(&format!("host: {host}\r\n{json}\r\norigin: http://evil.example")), 403);
    assert_eq!(ask(&format!("host: {host}\r\ncontent-type: text/plain")), 415);
    assert_eq!(server.ask("GET /api/v1/begin", "host: rebound.example", "").0, 403);
    server.stop();
}

#[test]
fn the_page_begins_with_the_file_it_was_given() {
    let place = Place::with_graph();
    place.says("convert graph.rotor graph.json").exits(0);
    let begin = |arguments: &[&str]| -> Value {
        let server = serve(arguments);
        let (_, body) = server.ask("GET /api/v1/begin", &format!("host: {}", server.host), "");
        server.stop();
        serde_json::from_str::<Value>(&body).unwrap()["opened"].clone()
    };
    let [text, other] =
        ["graph.rotor", "graph.json"].map(|name| place.path(name).to_str().unwrap().to_owned());
    assert_eq!(begin(&[&text]), json!({"name": text, "text": GRAPH}));
    assert_eq!(begin(&[&other]), json!({"name": other, "text": GRAPH}));
    assert_eq!(begin(&["--example", "fig-calc-rn"])["name"], "fig-calc-rn.rotor");
    assert_eq!(begin(&[]), Value::Null);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = serve(&[]);
    let port = server.host.rsplit(':').next().unwrap();
    let ran = Place::new().says(&format!("serve --no-open --port {port}")).exits(2);
    assert!(ran.err.contains(&format!("port {port} of 127.0.0.1 is taken")) && ran.out.is_empty(), "{ran:?}");
    server.stop();
}

#[test]
fn ctrl_c_stops_the_page_though_a_request_is_at_work() {
    let server = serve(&["--timeout", "300"]);
    let text = Place::new().says("generate chain --n 60").answer();
    let body = json!({"text": text, "solver": "walk"}).to_string();
    let mut stream = TcpStream::connect(&server.host).unwrap();
    let (host, length) = (&server.host, body.len());
    let head = format!(
        "POST /api/v1/solve HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all((head + &body).as_bytes()).unwrap();
    assert_eq!(server.stop(), (Some(0), String::new()));
}
