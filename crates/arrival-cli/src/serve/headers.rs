//! Headers: what every answer says to a browser about itself.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

/// The content type of answers.
pub(super) const JSON: &str = "application/json";

/// Scripts, styles and answers come from here and nowhere else; nothing is inline; no other page frames it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
     img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");

/// Puts the headers on whatever is answered.
pub(super) async fn add_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    add_to(response.headers_mut());
    response
}

/// A picture has no field for it. UTF-8 is allowed in a header, the ends of lines are not.
pub(super) fn add_remark(headers: &mut HeaderMap, remark: &str) {
    let line = remark.replace(char::is_control, " ");
    if let Ok(value) = HeaderValue::from_bytes(line.as_bytes()) {
        headers.insert(HeaderName::from_static("arrival-remark"), value);
    }
}

fn add_to(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    for name in ["cross-origin-opener-policy", "cross-origin-resource-policy"] {
        headers.insert(HeaderName::from_static(name), SAME_ORIGIN);
    }
}
