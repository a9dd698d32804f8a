//! Statuses: what an answer is called in HTTP.

use super::headers::JSON;
use arrival::{ExitCode, Fault, error_json};
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rotor_solve::OutOfBudget;
use serde_json::Value;
use std::io;

/// A request that was not answered: its status, and why as `arrival.error/1`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Refused {
    pub(super) status: StatusCode,
    pub(super) object: Value,
}

impl Refused {
    /// A refusal of the server itself, before or after the question.
    pub(super) fn new(status: StatusCode, words: impl Into<String>) -> Self {
        let code = match status {
            StatusCode::INTERNAL_SERVER_ERROR => ExitCode::Refuted,
            status if status == StatusCode::PAYLOAD_TOO_LARGE || status.is_server_error() => {
                ExitCode::OutOfBudget
            }
            _ => ExitCode::Unfit,
        };
        Self { status, object: error_json("<request>", code, &[words.into()]) }
    }

    /// The answer to a request whose body was not read. What is left of it makes the connection useless, so the answer says
    /// that it is closed: a client that does not know would send its next request into it.
    pub(super) fn with_body_unread(self) -> Response {
        ([(CONNECTION, "close")], self).into_response()
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, [(CONTENT_TYPE, JSON)], format!("{}\n", self.object)).into_response()
    }
}

/// The status of a question without an answer.
pub(super) fn status_of(fault: &Fault) -> StatusCode {
    match fault {
        Fault::Flawed { .. } if fault.code() == ExitCode::OutOfBudget => StatusCode::PAYLOAD_TOO_LARGE,
        Fault::Unwritten { error, .. } if error.kind() == io::ErrorKind::StorageFull => {
            StatusCode::PAYLOAD_TOO_LARGE
        }
        Fault::OutOfBudget { reason: OutOfBudget::Memory, .. } => StatusCode::PAYLOAD_TOO_LARGE,
        Fault::OutOfBudget { .. } | Fault::Unwritten { .. } => StatusCode::SERVICE_UNAVAILABLE,
        Fault::Flawed { .. } | Fault::Unreadable { .. } | Fault::Unfit(_) => StatusCode::UNPROCESSABLE_ENTITY,
        Fault::Refuted(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
