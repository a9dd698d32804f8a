//! The page: its files, built from `web/` and part of the program.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

/// A file of the page: where it is found, what it is, and its bytes.
struct File(&'static str, &'static str, &'static [u8]);

macro_rules! built {
    ($name:literal) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), env!("ARRIVAL_PAGE"), $name))
    };
}

const FILES: &[File] = &[
    File("/", "text/html; charset=utf-8", built!("index.html")),
    File("/worker.js", "text/javascript; charset=utf-8", built!("worker.js")),
    // Packed on every host, and unpacked by the page: the same bytes everywhere.
    File("/first.wasm.gz", "application/gzip", built!("first.wasm.gz")),
    File("/engine.wasm.gz", "application/gzip", built!("engine.wasm.gz")),
    File("/page.js", "text/javascript; charset=utf-8", built!("page.js")),
    File("/page.css", "text/css; charset=utf-8", built!("page.css")),
    File("/icon.svg", "image/svg+xml", built!("icon.svg")),
];

/// The bytes of the file at `path`, such as `/page.js`, for programs that show the page without a server.
pub fn page_file(path: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|file| file.0 == path).map(|file| file.2)
}

/// The file at `path`.
pub(super) fn file(path: &str) -> Response {
    match FILES.iter().find(|file| file.0 == path) {
        Some(File(_, kind, bytes)) => ([(CONTENT_TYPE, *kind)], *bytes).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}
