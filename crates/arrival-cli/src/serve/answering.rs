//! Answering: a body in, and a document out, within the limits of one request and of all together.

use super::Refused;
use arrival::request::Ask;
use arrival::{Context, Fault, Host, Palette, Progress, Reply, Ticked, stop_of};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use counted_alloc::{held_by_process, held_by_thread};
use rotor_graph::Stop;
use std::io::Write as _;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

/// What the requests to a server may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServeLimits {
    /// How long one request may take, from its head to its answer; its client has as long again to read that.
    pub time: Duration,
    /// Bytes that one request may hold, as with `--memory`.
    pub memory: u64,
    /// Bytes of the body of one request.
    pub body: usize,
    /// Bytes of the answer to one request.
    pub answer: usize,
    /// How many requests work at the same time.
    pub at_once: usize,
}

/// All requests together hold this many times what one may hold, but never less than [`LEAST_TOGETHER`].
const TOGETHER: u64 = 8;
/// Room for the largest body and the largest answer, whatever one request may hold.
const LEAST_TOGETHER: u64 = 256 << 20;
/// What a request may hold beside what it is charged for: the tables of its solvers, the text of messages.
const OWN: u64 = 1 << 20;
/// How long an answer that was found with the last of the time may take to be written; after twice as long, work that does
/// not look at the clock is given up.
const LATE: Duration = Duration::from_secs(2);
/// The content type of answers.
pub(super) const JSON: &str = "application/json";

impl Default for ServeLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(30), memory: 64 << 20, body: 8 << 20, answer: 64 << 20, at_once: 64 }
    }
}

impl ServeLimits {
    /// How long a request takes at most, with work that does not look at the clock.
    pub(super) fn in_all(&self) -> Duration {
        self.time + 2 * LATE
    }

    /// Whether all requests together hold too much for one that holds this much to go on.
    pub(super) fn crowd_out(&self, own: u64) -> bool {
        own > OWN && held_by_process() > self.memory.saturating_mul(TOGETHER).max(LEAST_TOGETHER)
    }
}

/// What goes back to the client: the content type, what the user should know beside a picture, and the body.
pub(super) type Answered = (HeaderMap, Vec<u8>);

/// Answers the request with this body to `/api/v1/name`: whether it was done, and the bytes that come back. It takes no
/// longer than the limits allow.
pub fn answer(name: &str, body: &[u8], limits: &ServeLimits) -> (bool, Vec<u8>) {
    let client = Arc::new(());
    match answer_for(name, body, RequestHost::new(Instant::now(), *limits, Arc::downgrade(&client))) {
        Ok((_, bytes)) => (true, bytes),
        Err(refused) => (false, refused.bytes()),
    }
}

pub(super) fn answer_for(
    name: &str,
    body: impl AsRef<[u8]>,
    mut host: RequestHost,
) -> Result<Answered, Refused> {
    let ServeLimits { time, memory, .. } = host.limits;
    let answered = read(name, body.as_ref(), &mut host).and_then(|request| {
        drop(body);
        let mut context = host.context(time).with_memory(memory);
        let reply = arrival::answer(request, &mut context)?;
        written(&reply, &mut host)
    });
    answered.map_err(|refused| if host.crowded_out { Refused::crowded_out() } else { refused })
}

fn read(name: &str, body: &[u8], host: &mut RequestHost) -> Result<arrival::Request, Refused> {
    if !Ask::NAMES.contains(&name) {
        let words = format!("there is no such request; the requests are {}", Ask::NAMES.join(", "));
        return Err(Refused::new(StatusCode::NOT_FOUND, words));
    }
    let ServeLimits { time, memory, .. } = host.limits;
    let mut context = host.context(time).with_memory(memory);
    // A list takes up to forty times the bytes of its text.
    let parsed = serde_json::from_reader(Ticked::new(body, &mut context));
    let value = parsed.map_err(|error| {
        let words = format!("{error}; write an object such as {{\"text\":\"a: s\\nsink s\"}}");
        match stop_of(&error.into()) {
            Some(reason) => Fault::Stopped { reason, known: context.known() }.into(),
            None => Refused::new(StatusCode::BAD_REQUEST, words),
        }
    })?;
    let unfit = |fault: Fault| Refused { status: StatusCode::BAD_REQUEST, ..fault.into() };
    arrival::Request::from_json(name, value).map_err(unfit)
}

/// One body, one document: a file with its own media type, or JSON with everything that belongs to the answer.
fn written(reply: &Reply, host: &mut RequestHost) -> Result<Answered, Refused> {
    let ServeLimits { answer: most, time, .. } = host.limits;
    // Each byte counts as an operation.
    let mut context = host.context(time + LATE).with_operations(most as u64);
    let mut bytes = Vec::new();
    let mut out = Ticked::new(&mut bytes, &mut context);
    let media_type = reply.media_type();
    let result = if media_type.is_some() {
        reply.write_words(&mut out, &Palette::PLAIN)
    } else if reply.has_parts() {
        writeln!(out, "{}", reply.to_json()?)
    } else {
        reply.write_json(&mut out, &|| Duration::ZERO)
    };
    result.map_err(|error| match stop_of(&error) {
        Some(Stop::Operations) => {
            let words = format!("the result has more than {most} bytes");
            Refused::new(StatusCode::PAYLOAD_TOO_LARGE, words)
        }
        Some(reason) => {
            let known = "the answer was not written in time".to_owned();
            Fault::Stopped { reason, known }.into()
        }
        None => Fault::Unwritten { output: "the result".to_owned(), error }.into(),
    })?;
    let kind = HeaderValue::from_static(media_type.unwrap_or(JSON));
    let mut headers = HeaderMap::from_iter([(CONTENT_TYPE, kind)]);
    // A picture has no field for it. UTF-8 is allowed in a header, the ends of lines are not.
    let remark =
        media_type.and_then(|_| reply.remark(true)).map(|words| words.replace(char::is_control, " "));
    if let Some(Ok(remark)) = remark.map(|line| HeaderValue::from_bytes(line.as_bytes())) {
        headers.insert("arrival-remark", remark);
    }
    Ok((headers, bytes))
}

/// The host of a request: it ends when its client is gone, and when all together hold too much.
pub(super) struct RequestHost {
    start: Instant,
    limits: ServeLimits,
    /// Points to nothing any more when the client is gone.
    client: Weak<()>,
    /// What the thread held when the request began.
    held_before: i64,
    /// Whether it was ended because all together hold too much.
    crowded_out: bool,
}

impl RequestHost {
    /// Of a request that was sent at `start` and works on this thread.
    pub(super) fn new(start: Instant, limits: ServeLimits, client: Weak<()>) -> Self {
        Self { start, limits, client, held_before: held_by_thread(), crowded_out: false }
    }

    /// A context that ends when the request has taken `time` in all.
    fn context(&mut self, time: Duration) -> Context<'_> {
        let left = time.saturating_sub(self.start.elapsed());
        Context::new(self).with_timeout(left)
    }

    fn taken(&self) -> u64 {
        u64::try_from(held_by_thread() - self.held_before).unwrap_or(0)
    }
}

impl Host for RequestHost {
    fn check(&mut self, _: &Progress) -> Result<(), Stop> {
        self.crowded_out |= self.limits.crowd_out(self.taken());
        if self.crowded_out {
            return Err(Stop::Memory);
        }
        if self.client.strong_count() == 0 { Err(Stop::Time) } else { Ok(()) }
    }

    fn held(&self) -> u64 {
        self.taken().saturating_sub(OWN)
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_at_most_as_many_bytes_as_the_limit() {
        let limits = ServeLimits { answer: 10_000, ..ServeLimits::default() };
        let walk = |steps: usize| {
            let body = format!("{{\"text\":\"a: b^{steps} s\\nb: a\\nsink s\\nstart b\",\"trace\":true}}");
            answer("walk", body.as_bytes(), &limits)
        };
        let (done, bytes) = walk(1_000);
        assert!(done && bytes.len() > 4_000);
        let (done, bytes) = walk(9_999);
        assert!(!done && String::from_utf8_lossy(&bytes).contains("more than 10000 bytes"));
    }
}
