//! Requests over HTTP: a body in, a status, a media type and a body out.

use super::headers::JSON;
use super::json_size::parsed_bytes;
use super::limits::{Allowance, ServeLimits};
use super::status::{Refused, status_of};
use super::turn::Turn;
use arrival::request::Ask;
use arrival::{Context, Fault, Host, Palette, Progress, Reply, Request, Watched, answer};
use axum::http::StatusCode;
use counted_alloc::held_by_thread;
use rotor_solve::OutOfBudget;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The largest generated graph: the product of its whole parameters.
const MOST_GENERATED: f64 = 200_000.0;

/// The largest scale of a PNG: its memory grows with the square, and no other limit counts it.
const MOST_SCALE: f64 = 2.0;

/// What goes back to the client.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) status: StatusCode,
    pub(super) media_type: &'static str,
    /// What the user should know beside a picture, such as why an answer in it was not checked.
    pub(super) remark: Option<String>,
    pub(super) body: Vec<u8>,
}

/// Answers the request with this body to `/api/v1/name`: whether it was done, and the bytes that come back. It takes no
/// longer than the limits allow.
pub fn answer_bytes(name: &str, body: &[u8], limits: &ServeLimits) -> (bool, Vec<u8>) {
    let answered = answer_within(name, body, limits.allowance(Arc::default(), Turn::default()));
    (answered.status.is_success(), answered.body)
}

/// The same with its status, until the allowance is used up.
pub(super) fn answer_within(name: &str, body: &[u8], allowance: Allowance) -> Answered {
    #[cfg(test)]
    assert_ne!(name, "panic", "a test asked for it");
    let (time, memory) = (allowance.time, allowance.memory);
    let mut host = RequestHost { start: Instant::now(), held_before: held_by_thread(), allowance };
    let answered = read(name, body, memory).and_then(|request| {
        let mut context = Context::new(&mut host).with_timeout(time).with_memory(memory);
        let answered = answer(request, &mut context).and_then(|reply| written(&reply, &mut host));
        answered.map_err(|fault| if host.allowance.turn.is_sent_away() { too_busy() } else { fault.into() })
    });
    answered.unwrap_or_else(|refused| {
        let body = format!("{}\n", refused.object).into_bytes();
        Answered { status: refused.status, media_type: JSON, remark: None, body }
    })
}

fn too_busy() -> Refused {
    let words = "too many long requests are running already; try again later, or run the command itself";
    Refused::new(StatusCode::SERVICE_UNAVAILABLE, words)
}

fn read(name: &str, body: &[u8], memory: u64) -> Result<Request, Refused> {
    if !Ask::NAMES.contains(&name) {
        let words = format!("there is no such request; the requests are {}", Ask::NAMES.join(", "));
        return Err(Refused::new(StatusCode::NOT_FOUND, words));
    }
    let parsed = parsed_bytes(body);
    if parsed > memory {
        let words = format!("the body would take {parsed} bytes, and a request may hold {memory}");
        return Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, words));
    }
    let body = serde_json::from_slice(body).map_err(|error| {
        let words = format!("{error}; write an object such as {{\"text\":\"a: s\\nsink s\"}}");
        Refused::new(StatusCode::BAD_REQUEST, words)
    })?;
    let request = Request::from_json(name, body)
        .map_err(|fault| Refused { status: StatusCode::BAD_REQUEST, object: fault.json("<request>") })?;
    refuse_large(&request.ask)?;
    Ok(request)
}

/// Refuses what would take memory that no other limit counts; judged on the request as it was understood (F72).
fn refuse_large(ask: &Ask) -> Result<(), Refused> {
    let generated = match ask {
        Ask::Generate(generate) => Some(&generate.parameters),
        Ask::Hunt(hunt) => Some(&hunt.parameters),
        _ => None,
    };
    // A size that is not a number at all is refused by the family.
    let sizes =
        generated.into_iter().flat_map(|given| given.values()).filter_map(|text| text.trim().parse().ok());
    let words = match ask {
        _ if sizes.filter(|&size: &f64| size > 1.0).product::<f64>() > MOST_GENERATED => {
            Some(format!("a request generates at most {MOST_GENERATED} vertices; run the command itself"))
        }
        Ask::Draw(draw) => (draw.scale > MOST_SCALE)
            .then(|| format!("a request draws at a scale of at most {MOST_SCALE}; run the command itself")),
        _ => None,
    };
    words.map_or(Ok(()), |words| Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, words)))
}

/// One body, one document: a file with its own media type, or JSON with everything that belongs to the answer (F13).
fn written(reply: &Reply, host: &mut RequestHost) -> Result<Answered, Fault> {
    let Allowance { time, most_output: most, .. } = host.allowance;
    let left = (time + WRITING).saturating_sub(host.start.elapsed());
    let mut context = Context::new(host).with_timeout(left);
    let mut bytes = Limited { bytes: Vec::new(), most };
    let mut out = Watched::new(&mut bytes, &mut context);
    let media_type = reply.media_type().unwrap_or(JSON);
    let result = if reply.media_type().is_some() {
        reply.write_words(&mut out, &Palette::PLAIN)
    } else if reply.has_parts() {
        writeln!(out, "{}", reply.to_json()?)
    } else {
        reply.write_json(&mut out, &|| Duration::ZERO)
    };
    if let Some(reason) = out.ended() {
        let known = "the answer was not written in time".to_owned();
        return Err(Fault::OutOfBudget { reason, known });
    }
    result.map_err(|error| Fault::Unwritten { output: "the result".to_owned(), error })?;
    let remark = reply.media_type().and_then(|_| reply.remark(true));
    Ok(Answered { status: StatusCode::OK, media_type, remark, body: bytes.bytes })
}

/// How long an answer that was found with the last of the time may take to be written.
const WRITING: Duration = Duration::from_secs(2);

/// Refuses bytes beyond the limit.
struct Limited {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = self.most;
        if self.bytes.len() + bytes.len() > most {
            let words = format!("the result has more than {most} bytes");
            return Err(io::Error::new(io::ErrorKind::StorageFull, words));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The host of a request: it ends when its client is gone.
struct RequestHost {
    start: Instant,
    /// What the thread held when the request began.
    held_before: i64,
    allowance: Allowance,
}

/// What a request may hold beside what it is charged for: the tables of its solvers, the text of messages.
const OWN: u64 = 1 << 20;

impl Host for RequestHost {
    fn check(&mut self, _: &Progress) -> Result<(), OutOfBudget> {
        if self.allowance.stop.load(Ordering::Relaxed) {
            return Err(OutOfBudget::Time);
        }
        let Allowance { time, stop, turn, .. } = &mut self.allowance;
        turn.move_on(self.start, *time, stop)
    }

    fn held(&self) -> u64 {
        u64::try_from(held_by_thread() - self.held_before).unwrap_or(0).saturating_sub(OWN)
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        let status = status_of(&fault);
        let mut object = fault.json("<request>");
        if status == StatusCode::PAYLOAD_TOO_LARGE || status == StatusCode::SERVICE_UNAVAILABLE {
            object["code"] = arrival::ExitCode::OutOfBudget.number().into();
        }
        Self { status, object }
    }
}
