//! The guard: only pages that this server sent may talk to it.
//!
//! A page of another site can make a browser send requests here, and by rebinding a name of its own to this address even
//! read the answers. So the name that the browser believes it talks to (`Host`) must be an address or the name that the
//! server was started for, the page that talks (`Origin`, `Sec-Fetch-Site`) must come from that same place, and a body
//! must be JSON, which no page may send elsewhere without asking first.

use super::headers::JSON;
use super::status::Refused;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;
use std::sync::Arc;

/// Where the server listens, as it was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Guard {
    /// The host that was asked for, an address or a name.
    pub(super) host: String,
    /// Whether only this machine can reach it.
    pub(super) loopback: bool,
}

/// Lets a request through, or refuses it.
pub(super) async fn stand_guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    match guard.judge(request.method(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.with_body_unread(),
    }
}

impl Guard {
    fn judge(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refused> {
        let forbidden = |words: &str| Refused::new(StatusCode::FORBIDDEN, words);
        let host = one(headers, header::HOST)
            .filter(|host| self.knows(host))
            .ok_or_else(|| forbidden("this server has another name; use the address that it printed"))?;
        let foreign = || forbidden("only the page that this server sent may ask it");
        if headers.contains_key(header::ORIGIN) {
            let origin = one(headers, header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
            origin.filter(|origin| origin.eq_ignore_ascii_case(host)).ok_or_else(foreign)?;
        }
        let site = HeaderName::from_static("sec-fetch-site");
        // A link from elsewhere may lead to the page itself, which is all that is ever asked for without a body.
        let reads = [Method::GET, Method::HEAD].contains(method);
        if !reads && headers.contains_key(&site) {
            one(headers, site).filter(|site| ["same-origin", "none"].contains(site)).ok_or_else(foreign)?;
        }
        if !reads {
            let kind = one(headers, header::CONTENT_TYPE).and_then(|kind| kind.split(';').next());
            kind.filter(|kind| kind.trim().eq_ignore_ascii_case(JSON)).ok_or_else(|| {
                let words = format!("the body must be JSON; send it as content-type: {JSON}");
                Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, words)
            })?;
        }
        Ok(())
    }

    /// Whether `host`, with or without a port, is this server, and not a name that someone else could have chosen.
    fn knows(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((address, port)) if port.is_empty() || is_port(port) => address,
            Some(_) => return false,
            None => match host.split_once(':') {
                Some((name, port)) if is_port(&format!(":{port}")) => name,
                Some(_) => return false,
                None => host,
            },
        };
        let local = name.eq_ignore_ascii_case("localhost");
        match name.parse::<IpAddr>() {
            Ok(address) => !self.loopback || address.is_loopback(),
            Err(_) => local || name.eq_ignore_ascii_case(&self.host),
        }
    }
}

fn is_port(text: &str) -> bool {
    text.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
}

/// The header of that name, if there is exactly one.
fn one(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn judged(guard: &Guard, method: Method, headers: &[(&'static str, &'static str)]) -> u16 {
        let entries = headers.iter().map(|&(n, v)| (HeaderName::from_static(n), HeaderValue::from_static(v)));
        let mut map = HeaderMap::new();
        entries.for_each(|(name, value)| {
            map.append(name, value);
        });
        guard.judge(&method, &map).map_or_else(|refused| refused.status.as_u16(), |()| 200)
    }

    fn here() -> Guard {
        Guard { host: "127.0.0.1".to_owned(), loopback: true }
    }

    #[test]
    fn a_name_that_was_rebound_to_this_address_is_refused() {
        let host = |host| judged(&here(), Method::GET, &[("host", host)]);
        for good in ["127.0.0.1:80", "127.0.0.1", "localhost:4000", "[::1]:80", "LOCALHOST"] {
            assert_eq!(host(good), 200, "{good}");
        }
        for bad in [
            "evil.example:80",
            "127.0.0.1.evil.example",
            "localhost.",
            "192.168.1.7:80",
            "[::1",
            "",
            "localhost:x",
        ] {
            assert_eq!(host(bad), 403, "{bad}");
        }
        assert_eq!(judged(&here(), Method::GET, &[]), 403);
        assert_eq!(judged(&here(), Method::GET, &[("host", "localhost"), ("host", "evil.example")]), 403);
    }

    #[test]
    fn another_host_is_known_by_its_name_or_an_address() {
        let open = Guard { host: "lecture.example".to_owned(), loopback: false };
        let host = |host| judged(&open, Method::GET, &[("host", host)]);
        assert_eq!(
            ["lecture.example:80", "192.168.1.7:80", "localhost", "evil.example"].map(host),
            [200, 200, 200, 403]
        );
    }

    #[test]
    fn a_page_from_elsewhere_is_refused() {
        let asked = |headers: &[(&'static str, &'static str)]| {
            let mut all = vec![("host", "127.0.0.1:80"), ("content-type", "application/json; charset=utf-8")];
            all.extend(headers);
            judged(&here(), Method::POST, &all)
        };
        assert_eq!(asked(&[]), 200);
        assert_eq!(asked(&[("origin", "http://127.0.0.1:80"), ("sec-fetch-site", "same-origin")]), 200);
        for origin in ["http://evil.example", "https://127.0.0.1:80", "http://127.0.0.1:81", "null"] {
            assert_eq!(asked(&[("origin", origin)]), 403, "{origin}");
        }
        assert_eq!(asked(&[("sec-fetch-site", "cross-site")]), 403);
        let plain = [("host", "127.0.0.1:80"), ("content-type", "text/plain")];
        assert_eq!(judged(&here(), Method::POST, &plain), 415);
        assert_eq!(judged(&here(), Method::POST, &plain[..1]), 415);
    }

    #[test]
    fn a_link_from_elsewhere_may_lead_to_the_page() {
        let link = [("host", "127.0.0.1:80"), ("sec-fetch-site", "cross-site")];
        assert_eq!(judged(&here(), Method::GET, &link), 200);
    }
}
