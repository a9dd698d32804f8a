//! Connections that break off anywhere, send rubbish or do not read: the server answers the next small request all the same.
#![no_main]

use arrival_cli::serve::{ServeLimits, Server};
use libfuzzer_sys::fuzz_target;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::time::Duration;

/// A server that lives as long as the process.
static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| {
    let limits = ServeLimits { time: Duration::from_secs(1), memory: 4 << 20, ..ServeLimits::default() };
    let server = Server::bind("127.0.0.1", 0, limits, None).expect("some port is free");
    let address = server.url().trim_start_matches("http://").trim_end_matches('/').parse();
    std::thread::spawn(move || server.run(|| false));
    address.expect("an address and a port")
});

const BODY: &str = "{\"text\":\"u0: u2 u1\\nu1: u0 u2 s1\\nu2: u1 u0 s2\\nsink s1\\nsink s2\\nstart u2\"}";
const ENDLESS: &str = "{\"solver\":\"walk\",\"text\":\"a: a b\\nb: a c\\nc: a d\\nd: a e\\ne: a f\\nf: a g\\ng: a h\\n\
    h: a i\\ni: a j\\nj: a k\\nk: a l\\nl: a m\\nm: a n\\nn: a o\\no: a p\\np: a q\\nq: a r\\nr: a t\\nt: a u\\nu: a v\\n\
    v: a w\\nw: a x\\nx: a y\\ny: a z\\nz: a s\\nsink s\\nstart a\"}";

fn request(name: &str, body: &str) -> Vec<u8> {
    let (address, length) = (*ADDRESS, body.len());
    format!(
        "POST /api/v1/{name} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// Sends what five bytes say: which request, how much of it, what instead of the rest, and how the connection ends.
fn abandoned(script: &[u8; 5], rubbish: &[u8]) -> Option<TcpStream> {
    let [kind, keep, fill, end, wait] = *script;
    let mut sent = match kind % 5 {
        0 => request("solve", BODY),
        1 => request("solve", ENDLESS),
        2 => request("draw", BODY),
        3 => format!("GET /page.js HTTP/1.1\r\nhost: {}\r\n\r\n", *ADDRESS).repeat(1 + usize::from(keep % 8)).into_bytes(),
        _ => Vec::new(),
    };
    sent.truncate(sent.len() * (1 + usize::from(keep)) / 256);
    if fill % 3 == 0 {
        sent.extend_from_slice(rubbish);
    }
    let mut stream = TcpStream::connect(*ADDRESS).expect("the server listens");
    // The server may close a connection that sends rubbish.
    let _ = stream.write_all(&sent);
    if wait % 8 == 0 {
        std::thread::sleep(Duration::from_millis(u64::from(wait) / 64));
    }
    match end % 4 {
        0 => None,
        1 => {
            let _ = stream.shutdown(Shutdown::Write);
            None
        }
        2 => {
            let _ = stream.shutdown(Shutdown::Read);
            Some(stream)
        }
        _ => Some(stream),
    }
}

fuzz_target!(|data: &[u8]| {
    let (scripts, rubbish) = data.split_at(data.len().min(40) / 5 * 5);
    let scripts = scripts.chunks_exact(5).filter_map(|script| script.try_into().ok());
    let open: Vec<_> = scripts.map(|script| abandoned(script, rubbish)).collect();
    let small = || {
        let mut small = TcpStream::connect(*ADDRESS).expect("the server listens");
        small.write_all(&request("solve", BODY)).expect("a small request is taken");
        let mut reply = Vec::new();
        small.read_to_end(&mut reply).expect("a small request is answered");
        String::from_utf8_lossy(&reply).into_owned()
    };
    // A busy server answers 503; if it stays busy for ever, the fuzzer reports a timeout.
    let mut reply = small();
    while reply.starts_with("HTTP/1.1 503") {
        reply = small();
    }
    assert!(reply.starts_with("HTTP/1.1 200") && reply.contains("\"exit\":\"s2\""), "{reply}");
    drop(open);
});
