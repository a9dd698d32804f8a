//! Statuses: what an answer is called in HTTP.

use super::headers::JSON;
use crate::cli::reply::{Refusal, RefusalKind};
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A refusal of the server itself, before or after a command: its status, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refused(pub(super) StatusCode, pub(super) String);

impl Refused {
    /// The request is no request.
    pub(super) fn malformed(words: impl Into<String>) -> Self {
        Self(StatusCode::BAD_REQUEST, words.into())
    }

    /// The exit code that a command line would give.
    fn code(&self) -> u8 {
        match self.0 {
            StatusCode::INTERNAL_SERVER_ERROR => 70,
            status if status == StatusCode::PAYLOAD_TOO_LARGE || status.is_server_error() => 3,
            _ => 2,
        }
    }

    /// As `arrival.error/1`.
    pub(super) fn object(&self) -> Value {
        json!({"schema": "arrival.error/1", "file": "<request>", "code": self.code(), "errors": [self.1]})
    }

    /// The answer to a request whose body was not read. What is left of it makes the connection useless, so the answer says
    /// that it is closed: a client that does not know would send its next request into it.
    pub(super) fn with_body_unread(self) -> Response {
        ([(CONNECTION, "close")], self).into_response()
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        error(self.0, &self.object())
    }
}

/// The status of a command that wrote nothing.
pub(super) fn status_of(refusal: &Refusal) -> StatusCode {
    match refusal.kind {
        RefusalKind::Flawed => StatusCode::UNPROCESSABLE_ENTITY,
        RefusalKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        RefusalKind::OutOfTime => StatusCode::SERVICE_UNAVAILABLE,
        RefusalKind::Refuted => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// An error as the body of an answer: one JSON line, as every answer.
pub(super) fn error(status: StatusCode, object: &Value) -> Response {
    (status, [(CONTENT_TYPE, JSON)], format!("{object}\n")).into_response()
}
