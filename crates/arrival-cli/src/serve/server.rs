//! The server: a socket, the routes behind it, and a clean end.

use super::connections::answer_connections;
use super::guard::{Guard, stand_guard};
use super::headers::{JSON, add_headers, add_remark};
use super::limits::ServeLimits;
use super::load::Load;
use super::page;
use super::request::{Answered, answer_within};
use super::status::Refused;
use super::transit::Transit;
use arrival::request::beginnings;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, Uri, header::CONTENT_TYPE};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde_json::json;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// A graph that the page shows when it is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    host: String,
    limits: ServeLimits,
    opened: Option<Opened>,
}

/// The server has stopped as it was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// How long a connection may take to send a request, beyond what the request itself may take.
const SENDING: Duration = Duration::from_secs(30);
/// How long requests may take to end when the server stops.
const ENDING: Duration = Duration::from_secs(2);
/// How often the server looks whether it has to stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What the routes share.
#[derive(Debug)]
struct Shared {
    load: Load,
    transit: Transit,
    /// What `GET /api/v1/begin` gives.
    begin: Bytes,
}

impl Server {
    /// Listens on `port` of `host`, which is an address or a name; port 0 is any that is free.
    pub fn bind(host: &str, port: u16, limits: ServeLimits, opened: Option<Opened>) -> io::Result<Self> {
        let address = (host, port).to_socket_addrs()?.next().ok_or(io::ErrorKind::NotFound)?;
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, host: host.to_owned(), limits, opened })
    }

    /// Where a browser finds the page.
    pub fn url(&self) -> String {
        let port = self.address.port();
        match self.address.ip() {
            // An address that stands for all of them is reached by the one of this machine.
            ip if ip.is_unspecified() => format!("http://localhost:{port}/"),
            IpAddr::V6(ip) => format!("http://[{ip}]:{port}/"),
            IpAddr::V4(ip) => format!("http://{ip}:{port}/"),
        }
    }

    /// Whether only this machine can reach it.
    pub fn is_loopback(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// Answers until `stop` says so.
    pub fn run(self, stop: impl Fn() -> bool + Send + Sync + 'static) -> io::Result<Stopped> {
        // One thread reads and writes for all connections; each request works on a thread of its own, which may lower
        // its priority for good.
        let mut builder = tokio::runtime::Builder::new_current_thread();
        let served = builder.enable_all().build()?.block_on(self.serve(Arc::new(stop)));
        // Threads of requests that have not noticed yet that they have to stop are left behind.
        served.map(|()| Stopped)
    }

    async fn serve(self, stop: Arc<impl Fn() -> bool + Send + Sync + 'static>) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener.try_clone()?)?;
        let told = move || {
            let stop = Arc::clone(&stop);
            async move {
                while !stop() {
                    sleep(LOOK_EVERY).await;
                }
            }
        };
        let serving = answer_connections(listener, self.routes(), &self.limits, told());
        let too_late = async {
            told().await;
            sleep(ENDING).await;
        };
        tokio::select! {
            () = serving => {}
            () = too_late => {}
        }
        Ok(())
    }

    fn routes(&self) -> Router {
        let Self { host, limits, opened, .. } = self;
        let guard = Arc::new(Guard { host: host.clone(), loopback: self.is_loopback() });
        let mut begin = beginnings();
        begin["opened"] =
            json!(opened.as_ref().map(|Opened { name, text }| json!({"name": name, "text": text})));
        let (load, transit) = (Load::new(*limits), Transit::new(limits));
        let shared = Arc::new(Shared { load, transit, begin: format!("{begin}\n").into() });
        let (most, opens) = (limits.time + SENDING, opened.is_some());
        Router::new()
            .route("/api/v1/begin", get(begins))
            .route("/api/v1/{name}", post(answers))
            .fallback(get(move |uri: Uri| async move {
                // The page is the same bytes on every host; that a file was opened here, its address says.
                let bare = uri.path() == "/" && uri.query().is_none();
                if opens && bare { Redirect::to("/?opened").into_response() } else { page::file(uri.path()) }
            }))
            .layer(from_fn(move |request: Request, next: Next| async move {
                let late = Refused::new(StatusCode::REQUEST_TIMEOUT, "the request took too long");
                timeout(most, next.run(request)).await.unwrap_or_else(|_| late.with_body_unread())
            }))
            .layer(from_fn_with_state(guard, stand_guard))
            .layer(from_fn(add_headers))
            .with_state(shared)
    }
}

async fn begins(State(shared): State<Arc<Shared>>) -> Response {
    ([(CONTENT_TYPE, JSON)], shared.begin.clone()).into_response()
}

async fn answers(State(shared): State<Arc<Shared>>, Path(name): Path<String>, body: Body) -> Response {
    let body = match shared.transit.read(body).await {
        Ok(body) => body,
        Err(refused) => return refused.with_body_unread(),
    };
    let size = body.as_ref().len();
    let work = move |allowance| answer_within(&name, body.as_ref(), allowance);
    let sent = shared.load.run(size, work).await.and_then(|Answered { status, media_type, remark, body }| {
        let mut response = (status, [(CONTENT_TYPE, media_type)], shared.transit.send(body)?).into_response();
        if let Some(remark) = remark {
            add_remark(response.headers_mut(), &remark);
        }
        Ok(response)
    });
    sent.unwrap_or_else(IntoResponse::into_response)
}
