//! The server of the page: its files, and questions over HTTP on this machine, within limits.
//!
//! `POST /api/v1/solve` and the others take `{"text": "…", …}` with the options of the question by their names on the
//! command line, and send back what [`arrival::answer`] gives. The page itself is part of the program.
//!
//! What is admitted computes at once, on threads of its own
//! among which the system divides the processors: with a queue for as many threads as cores, four long requests keep
//! everybody waiting, and a third of the small requests of a soak waited out their time. What that many requests hold is
//! limited together, by the count of the allocator: above a ceiling, those that hold more than a mebibyte are refused, so
//! that small ones are still answered. Threads cannot be dropped; a question ends itself when its client is gone.

use arrival::request::{Ask, beginnings};
use arrival::{
    Context, ExitCode, Fault, Host, Palette, Progress, Reply, Request as Question, Ticked, error_json,
    stop_of,
};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{Path, Request};
use axum::http::header::{CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, RETRY_AFTER};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use counted_alloc::{held_by_process, held_by_thread, share_heaps};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use rotor_graph::Stop;
use serde_json::Value;
use std::future::poll_fn;
use std::io::{self, Write as _};
use std::net::{IpAddr, TcpListener, ToSocketAddrs};
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

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

/// How many more requests wait for a thread; others are refused.
const WAITING: usize = 64;
/// How often the server looks whether it has to stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);
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
const JSON: &str = "application/json";

impl Default for ServeLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(30), memory: 64 << 20, body: 8 << 20, answer: 64 << 20, at_once: 64 }
    }
}

impl ServeLimits {
    /// How long a request takes at most, with work that does not look at the clock.
    fn in_all(&self) -> Duration {
        self.time + 2 * LATE
    }

    /// Whether all requests together hold too much for one that holds this much to go on.
    fn crowd_out(&self, own: u64) -> bool {
        own > OWN && held_by_process() > self.memory.saturating_mul(TOGETHER).max(LEAST_TOGETHER)
    }
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub(crate) struct Server {
    listener: TcpListener,
    limits: ServeLimits,
    routes: Router,
    /// Where a browser finds the page.
    pub(crate) url: String,
    /// Whether only this machine can reach it.
    pub(crate) is_loopback: bool,
}

impl Server {
    /// Listens on `port` of `host`, which is an address or a name; port 0 is any that is free. The page shows what was
    /// `opened`, if that is not null.
    pub(crate) fn bind(host: &str, port: u16, limits: ServeLimits, opened: Value) -> io::Result<Self> {
        let address = (host, port).to_socket_addrs()?.next().ok_or(io::ErrorKind::NotFound)?;
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let is_loopback = address.ip().is_loopback();
        let routes = routes(Guard { host: host.to_owned(), is_loopback }, limits, opened);
        // An address that stands for all of them is reached by the one of this machine.
        let url = match address.ip().is_unspecified() {
            true => format!("http://localhost:{}/", address.port()),
            false => format!("http://{address}/"),
        };
        Ok(Self { listener, limits, routes, url, is_loopback })
    }

    /// Answers until `stop` says so, and then waits for nobody.
    ///
    /// A connection carries one request and has one clock, so that a client that sends or reads slowly keeps nothing for
    /// long. On one machine a new connection is cheap.
    pub(crate) fn run(self, stop: impl Fn() -> bool) -> io::Result<()> {
        share_heaps();
        // One thread reads and writes for all connections; the others compute.
        let mut builder = tokio::runtime::Builder::new_current_thread();
        let runtime = builder.enable_all().max_blocking_threads(self.limits.at_once).build()?;
        let service = TowerToHyperService::new(self.routes);
        let time = self.limits.in_all() * 2;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            while !stop() {
                match timeout(LOOK_EVERY, listener.accept()).await {
                    Ok(Ok((stream, _))) => {
                        let mut http = http1::Builder::new();
                        let http = http.keep_alive(false);
                        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
                        // One that breaks, or is too slow, has no reader left to tell.
                        tokio::spawn(timeout(time, connection));
                    }
                    // The system has no connection left to give.
                    Ok(Err(_)) => sleep(LOOK_EVERY).await,
                    Err(_) => {}
                }
            }
            Ok(())
        });
        runtime.shutdown_background();
        served
    }
}

fn routes(guard: Guard, limits: ServeLimits, opened: Value) -> Router {
    let (guard, opens) = (Arc::new(guard), !opened.is_null());
    let mut begin = beginnings();
    begin["opened"] = opened;
    let begin = Bytes::from(format!("{begin}\n"));
    let seats = Arc::new(Semaphore::new(limits.at_once + WAITING));
    let only_post =
        || async { Refused::new(StatusCode::METHOD_NOT_ALLOWED, "a question is asked with POST") };
    Router::new()
        .route("/api/v1/begin", get(|| async { ([(CONTENT_TYPE, JSON)], begin) }))
        .route(
            "/api/v1/{name}",
            post(move |Path(name), body| ask(name, body, limits, seats)).fallback(only_post),
        )
        .fallback(get(move |uri: Uri| async move {
            // The page is the same bytes on every host; that a file was opened here, its address says.
            let bare = uri.path() == "/" && uri.query().is_none();
            if opens && bare { Redirect::to("/?opened").into_response() } else { file(uri.path()) }
        }))
        .layer(from_fn(move |request: Request, next: Next| {
            let admitted = guard.admits(request.method(), request.headers());
            async move {
                let mut response = match admitted {
                    Ok(()) => next.run(request).await,
                    Err(refused) => refused.into_response(),
                };
                for (name, value) in HEADERS {
                    response.headers_mut().insert(name, HeaderValue::from_static(value));
                }
                response
            }
        }))
}

/// What every answer says to a browser about itself. Scripts, styles and answers come from here and nowhere else; nothing
/// is inline; no other page frames it.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
         img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

macro_rules! built {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), env!("ARRIVAL_PAGE"), $name))
    };
}

/// The files of the page, built from `web/`: where each is found, what it is, and its bytes.
const FILES: &[(&str, &str, &[u8])] = &[
    ("/", "text/html; charset=utf-8", built!("index.html")),
    ("/worker.js", "text/javascript; charset=utf-8", built!("worker.js")),
    // Packed on every host, and unpacked by the page: the same bytes everywhere.
    ("/first.wasm.gz", "application/gzip", built!("first.wasm.gz")),
    ("/engine.wasm.gz", "application/gzip", built!("engine.wasm.gz")),
    ("/page.js", "text/javascript; charset=utf-8", built!("page.js")),
    ("/page.css", "text/css; charset=utf-8", built!("page.css")),
    ("/icon.svg", "image/svg+xml", built!("icon.svg")),
];

/// The bytes of the file at `path`, such as `/page.js`, for programs that show the page without a server.
pub fn page_file(path: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|file| file.0 == path).map(|file| file.2)
}

fn file(path: &str) -> Response {
    match FILES.iter().find(|file| file.0 == path) {
        Some(&(_, kind, bytes)) => ([(CONTENT_TYPE, kind)], bytes).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}

/// The guard: only pages that this server sent may talk to it.
///
/// A page of another site can make a browser send requests here, and by rebinding a name of its own to this address even
/// read the answers. So the name that the browser believes it talks to (`Host`) must be an address or the name that the
/// server was started for, the page that talks (`Origin`, `Sec-Fetch-Site`) must come from that same place, and a body
/// must be JSON, which no page may send elsewhere without asking first.
#[derive(Debug)]
struct Guard {
    /// The host that was asked for, an address or a name.
    host: String,
    /// Whether only this machine can reach it.
    is_loopback: bool,
}

impl Guard {
    fn admits(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refused> {
        let forbidden = |words: &str| Err(Refused::new(StatusCode::FORBIDDEN, words));
        let Some(host) = one(headers, HOST).filter(|host| self.knows(host)) else {
            return forbidden("this server has another name; use the address that it printed");
        };
        let fits = |name: HeaderName, fits: &dyn Fn(&str) -> bool| {
            !headers.contains_key(&name) || one(headers, name).is_some_and(fits)
        };
        let own =
            |origin: &str| origin.strip_prefix("http://").is_some_and(|at| at.eq_ignore_ascii_case(host));
        // A link from elsewhere may lead to the page itself, which is all that is ever asked for without a body.
        let reads = [Method::GET, Method::HEAD].contains(method);
        let site = |site: &str| reads || ["same-origin", "none"].contains(&site);
        if !fits(ORIGIN, &own) || !fits(HeaderName::from_static("sec-fetch-site"), &site) {
            return forbidden("only the page that this server sent may ask it");
        }
        let kind = one(headers, CONTENT_TYPE).and_then(|kind| kind.split(';').next());
        if !reads && !kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case(JSON)) {
            let words = format!("the body must be JSON; send it as content-type: {JSON}");
            return Err(Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, words));
        }
        Ok(())
    }

    /// Whether `host`, with or without a port, is this server, and not a name that someone else could have chosen.
    fn knows(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.parse::<u16>().is_ok() => name,
            _ => host,
        };
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        match bare.unwrap_or(name).parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || !self.is_loopback,
            Err(_) => name.eq_ignore_ascii_case("localhost") || name.eq_ignore_ascii_case(&self.host),
        }
    }
}

/// The header of that name, if there is exactly one.
fn one(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

/// A request that was not answered: its status, and why as `arrival.error/1`.
#[derive(Debug)]
struct Refused {
    status: StatusCode,
    object: Value,
    /// Whether the same request may be answered later.
    later: bool,
}

impl Refused {
    /// A refusal of the server itself, before or after the question.
    fn new(status: StatusCode, words: impl Into<String>) -> Self {
        let code = match status {
            StatusCode::INTERNAL_SERVER_ERROR => ExitCode::Refuted,
            StatusCode::PAYLOAD_TOO_LARGE | StatusCode::SERVICE_UNAVAILABLE => ExitCode::OutOfBudget,
            _ => ExitCode::Unfit,
        };
        Self { status, object: error_json("<request>", code, &[words.into()]), later: false }
    }

    fn busy(others: &str) -> Self {
        let words = format!("{others}; try again later, or run the command itself");
        Self { later: true, ..Self::new(StatusCode::SERVICE_UNAVAILABLE, words) }
    }

    fn crowded_out() -> Self {
        Self::busy("other large requests take all memory")
    }

    fn bytes(&self) -> Vec<u8> {
        format!("{}\n", self.object).into_bytes()
    }
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        let status = match (fault.code(), &fault) {
            (ExitCode::Refuted, _) => StatusCode::INTERNAL_SERVER_ERROR,
            (ExitCode::Unfit, _) => StatusCode::UNPROCESSABLE_ENTITY,
            (_, Fault::Flawed { .. } | Fault::Stopped { reason: Stop::Memory, .. }) => {
                StatusCode::PAYLOAD_TOO_LARGE
            }
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Self { status, object: fault.json("<request>"), later: false }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = (self.status, [(CONTENT_TYPE, JSON)], self.bytes()).into_response();
        if self.later {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// What goes back to the client: the content type, what the user should know beside a picture, and the body.
type Answered = (HeaderMap, Vec<u8>);

async fn ask(
    name: String,
    body: Body,
    limits: ServeLimits,
    seats: Arc<Semaphore>,
) -> Result<Answered, Refused> {
    let start = Instant::now();
    let Ok(_seat) = seats.try_acquire() else {
        return Err(Refused::busy("too many requests are waiting already"));
    };
    let answered = timeout(limits.in_all(), async {
        let late = |_| Refused::new(StatusCode::REQUEST_TIMEOUT, "the body did not come in time");
        let body = timeout(limits.time, read_body(body, &limits)).await.map_err(late)??;
        compute(move |client| answer_for(&name, body, RequestHost::new(start, limits, client))).await
    });
    answered.await.unwrap_or_else(|_| Err(Refused::new(StatusCode::SERVICE_UNAVAILABLE, "out of time")))
}

/// Reads a body piece by piece, so that one that was only announced takes no memory.
async fn read_body(mut body: Body, limits: &ServeLimits) -> Result<Vec<u8>, Refused> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let broken = |error| Refused::new(StatusCode::BAD_REQUEST, format!("the body broke off: {error}"));
        let Ok(piece) = frame.map_err(broken)?.into_data() else { continue };
        let size = bytes.len() + piece.len();
        if size > limits.body {
            let words = format!("the body has more than {} bytes; run the command itself", limits.body);
            return Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, words));
        }
        if limits.crowd_out(size as u64) {
            return Err(Refused::crowded_out());
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// Runs `work` on a thread. What it is given points to nothing any more when the client is gone or time is up.
async fn compute<T: Send + 'static>(
    work: impl FnOnce(Weak<()>) -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let client = Arc::new(());
    let seen = Arc::downgrade(&client);
    let computed = tokio::task::spawn_blocking(move || work(seen)).await;
    drop(client);
    computed.unwrap_or_else(|_| {
        let words = "this request made the program fail; the server goes on. Please report the graph";
        Err(Refused::new(StatusCode::INTERNAL_SERVER_ERROR, words))
    })
}

/// Answers the request with this body to `/api/v1/name`: whether it was done, and the bytes that come back. It takes no
/// longer than the limits allow.
pub fn answer(name: &str, body: &[u8], limits: &ServeLimits) -> (bool, Vec<u8>) {
    let client = Arc::new(());
    match answer_for(name, body, RequestHost::new(Instant::now(), *limits, Arc::downgrade(&client))) {
        Ok((_, bytes)) => (true, bytes),
        Err(refused) => (false, refused.bytes()),
    }
}

fn answer_for(name: &str, body: impl AsRef<[u8]>, mut host: RequestHost) -> Result<Answered, Refused> {
    let ServeLimits { time, memory, .. } = host.limits;
    let answered = read(name, body.as_ref(), &mut host).and_then(|request| {
        drop(body);
        let mut context = host.context(time).with_memory(memory);
        let reply = arrival::answer(request, &mut context)?;
        written(&reply, &mut host)
    });
    answered.map_err(|refused| if host.crowded_out { Refused::crowded_out() } else { refused })
}

fn read(name: &str, body: &[u8], host: &mut RequestHost) -> Result<Question, Refused> {
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
    Question::from_json(name, value).map_err(unfit)
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
struct RequestHost {
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
    fn new(start: Instant, limits: ServeLimits, client: Weak<()>) -> Self {
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
    fn only_the_page_of_this_server_is_admitted() {
        let here = Guard { host: "127.0.0.1".to_owned(), is_loopback: true };
        let open = Guard { host: "lecture.example".to_owned(), is_loopback: false };
        let status = |guard: &Guard, method, headers: &[(&'static str, &'static str)]| {
            let mut map = HeaderMap::new();
            for &(name, value) in headers {
                map.append(name, HeaderValue::from_static(value));
            }
            guard.admits(&method, &map).map_or_else(|refused| refused.status.as_u16(), |()| 200)
        };
        for (host, of_here, of_open) in [
            ("127.0.0.1:80", 200, 200),
            ("127.0.0.1", 200, 200),
            ("localhost:4000", 200, 200),
            ("LOCALHOST", 200, 200),
            ("[::1]:80", 200, 200),
            ("192.168.1.7:80", 403, 200),
            ("lecture.example:80", 403, 200),
            ("evil.example:80", 403, 403),
            ("127.0.0.1.evil.example", 403, 403),
            ("localhost.", 403, 403),
            ("localhost:x", 403, 403),
            ("[::1", 403, 403),
            ("", 403, 403),
        ] {
            let of = |guard| status(guard, Method::GET, &[("host", host)]);
            assert_eq!((of(&here), of(&open)), (of_here, of_open), "{host}");
        }
        assert_eq!(status(&here, Method::GET, &[]), 403);
        assert_eq!(status(&here, Method::GET, &[("host", "localhost"), ("host", "evil.example")]), 403);
        // A page from elsewhere may link here and not ask.
        let kind = ("content-type", "application/json; charset=utf-8");
        for (name, value, asked, read) in [
            ("origin", "http://127.0.0.1:80", 200, 200),
            ("origin", "http://evil.example", 403, 403),
            ("origin", "https://127.0.0.1:80", 403, 403),
            ("origin", "http://127.0.0.1:81", 403, 403),
            ("origin", "null", 403, 403),
            ("sec-fetch-site", "same-origin", 200, 200),
            ("sec-fetch-site", "cross-site", 403, 200),
        ] {
            let of = |method| status(&here, method, &[("host", "127.0.0.1:80"), kind, (name, value)]);
            assert_eq!((of(Method::POST), of(Method::GET)), (asked, read), "{name}: {value}");
        }
        assert_eq!(status(&here, Method::POST, &[("host", "127.0.0.1:80")]), 415);
    }

    #[tokio::test]
    async fn a_panic_ends_one_request_and_not_the_server() {
        let failed = compute(|_| -> Result<(), Refused> { panic!("a test asked for it") }).await.unwrap_err();
        assert_eq!(failed.status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(compute(|_| Ok(17)).await.unwrap(), 17);
    }

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
