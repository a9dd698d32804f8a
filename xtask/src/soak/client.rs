//! A client of the soak: one connection after the other, each with a request of a random kind.

use super::Tally;
use super::asks::{Ask, Asks, Kind};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How long a client thinks between two requests, at most.
const THINKING: u64 = 100;

/// Random numbers: a linear congruence will do for a mixture of requests.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Keeps 128 connections open that ask for the page and do not read it, as F76 did, until `end`.
pub(super) fn hold_seats(address: SocketAddr, end: Instant) {
    let ask = format!("GET /page.js HTTP/1.1\r\nhost: {address}\r\n\r\n").repeat(200);
    let mut open = VecDeque::new();
    while Instant::now() < end {
        // The server closes them when others need their seats, so that new ones take the place of the oldest.
        if let Ok(mut stream) = TcpStream::connect(address) {
            let _ = stream.set_write_timeout(Some(Duration::from_secs(1)));
            let _ = stream.write_all(ask.as_bytes());
            open.push_back(stream);
        }
        if open.len() > 128 {
            open.pop_front();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// One client.
pub(super) struct Load<'a> {
    pub(super) address: SocketAddr,
    pub(super) dice: Dice,
    pub(super) asks: &'a Asks,
}

impl Load<'_> {
    /// Asks until `end`, and adds what came of it to `tallies`.
    pub(super) fn until(mut self, end: Instant, tallies: &Mutex<BTreeMap<Kind, Tally>>) {
        while Instant::now() < end {
            let kind = self.kind();
            let ask = self.asks.of(kind, self.dice.below(1 << 30));
            let began = Instant::now();
            let came = self.ask(kind, ask);
            let took = began.elapsed();
            if let Ok(mut tallies) = tallies.lock() {
                let tally = tallies.entry(kind).or_default();
                tally.times.push(took);
                match came {
                    Ok((status, body)) => {
                        *tally.statuses.entry(status).or_default() += 1;
                        let right = ask.answer.as_ref().is_none_or(|answer| *answer == body);
                        if !kind.statuses().contains(&status) || !right {
                            let body = String::from_utf8_lossy(&body[..body.len().min(200)]).into_owned();
                            tally.wrong.push(format!("{} got {status} and {body}", ask.name));
                        }
                    }
                    Err(error) => tally.wrong.push(format!("{}: {error}", ask.name)),
                }
            }
            std::thread::sleep(Duration::from_millis(self.dice.below(THINKING)));
        }
    }

    fn kind(&mut self) -> Kind {
        let mut number = self.dice.below(Kind::ALL.iter().map(|kind| kind.share()).sum());
        for kind in Kind::ALL {
            match number.checked_sub(kind.share()) {
                None => return kind,
                Some(rest) => number = rest,
            }
        }
        Kind::Good
    }

    /// The status and the body of the answer; 0 if it was given up.
    fn ask(&mut self, kind: Kind, ask: &Ask) -> io::Result<(u16, Vec<u8>)> {
        let mut stream = TcpStream::connect(self.address)?;
        let (address, Ask { name, body, .. }) = (self.address, ask);
        let head = format!(
            "POST /api/v1/{name} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        let request = head + body;
        if kind == Kind::Abandoned && self.dice.below(2) == 0 {
            stream.write_all(&request.as_bytes()[..request.len() / 2])?;
            return Ok((0, Vec::new()));
        }
        // A server that refuses a body may close before it has read all of it.
        let _ = stream.write_all(request.as_bytes());
        if kind == Kind::Abandoned {
            std::thread::sleep(Duration::from_millis(self.dice.below(300)));
            return Ok((0, Vec::new()));
        }
        if kind == Kind::Unread {
            let mut some = [0; 1024];
            for _ in 0..5 {
                let _ = stream.read(&mut some);
                std::thread::sleep(Duration::from_millis(200));
            }
            return Ok((0, Vec::new()));
        }
        let mut all = Vec::new();
        let read = stream.read_to_end(&mut all);
        let end = all.windows(4).position(|four| four == b"\r\n\r\n");
        let Some(end) = end else { return Err(read.err().unwrap_or(io::ErrorKind::UnexpectedEof.into())) };
        let status =
            std::str::from_utf8(&all[..end]).ok().and_then(|head| head.split(' ').nth(1)?.parse().ok());
        Ok((status.ok_or(io::ErrorKind::InvalidData)?, all.split_off(end + 4)))
    }
}
