//! `arrival serve`: the page, on this machine.

use crate::options::{Limiting, Reading, example_names};
use crate::serve::{ServeLimits, Server};
use crate::session::Session;
use crate::terminal::Terminal;
use crate::writing::to_stdout;
use arrival::{Context, ExitCode, Fault};
use clap::Args;
use rotor_format::InputFormat;
use serde_json::{Value, json};
use std::io;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Open the page in the browser, and serve it until Ctrl-C
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival serve --example fig-rotor-routing",
    mut_arg("timeout", |arg| arg.help("Give up a request after this many seconds [default: 30]")),
    mut_arg("memory", |arg| arg.help("Refuse a request that needs more memory than this [default: 64MiB]"))
)]
pub(crate) struct Serve {
    /// The instance to open; `-` is standard input
    file: Option<String>,
    /// Open a figure of the paper instead of a file
    #[arg(long, value_name = "NAME", value_parser = example_names(), conflicts_with = "file")]
    example: Option<String>,
    /// Listen on this address; any but 127.0.0.1 lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// Listen on this port; 0 is any that is free
    #[arg(long, value_name = "PORT", default_value_t = 7007)]
    port: u16,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Number of requests answered in parallel [default: 64]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    #[command(flatten)]
    reading: Reading,
}

impl Serve {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let opened = self.opened(session)?;
        let limits = self.limits(&self.reading.limits);
        let bound = Server::bind(&self.host, self.port, limits, opened);
        let server = bound.map_err(|error| Fault::Unfit(self.unbound(&error)))?;
        let url = server.url.clone();
        to_stdout(|out| match session.screen().json {
            true => writeln!(out, "{}", json!({"schema": "arrival.serve/1", "url": url})),
            false => writeln!(out, "{url}"),
        })?;
        if !server.is_loopback {
            session.screen().remark("arrival: other machines can reach this page");
        }
        session.screen().remark("arrival: Ctrl-C stops the page");
        if !self.no_open && !open_browser(&url) {
            session.screen().remark(format_args!("arrival: no browser could be opened; go to {url}"));
        }
        let (interrupts, _checking) = (session.interrupts().clone(), session.interrupts().checking());
        let served = server.run(move || interrupts.interrupted());
        served.map_err(|error| Fault::Unfit(format!("the page had to stop: {error}")))?;
        Ok(ExitCode::Done)
    }

    /// The graph to begin with, or null: the text of a `.rotor` file as it stands, anything else converted to it.
    fn opened(&self, session: &Session) -> Result<Value, Fault> {
        let input = match (&self.file, &self.example) {
            (None, None) => return Ok(Value::Null),
            (_, Some(example)) => self.reading.example(example)?,
            (Some(file), None) => self.reading.file(file, session)?,
        };
        let source = String::from_utf8(input.bytes.clone()).ok();
        let mut terminal = Terminal::new(session.screen(), session.interrupts(), Instant::now());
        let read = input.read(&mut Context::new(&mut terminal))?;
        let source = source.filter(|_| read.format == InputFormat::Rotor);
        let text = source.unwrap_or_else(|| read.instance.written_for(read.rule).to_string());
        Ok(json!({"name": read.name, "text": text}))
    }

    fn limits(&self, given: &Limiting) -> ServeLimits {
        let usual = ServeLimits::default();
        ServeLimits {
            time: given.timeout.unwrap_or(usual.time),
            memory: given.memory.unwrap_or(usual.memory),
            at_once: self.threads.map_or(usual.at_once, usize::from),
            ..usual
        }
    }

    fn unbound(&self, error: &io::Error) -> String {
        let (host, port) = (&self.host, self.port);
        match error.kind() {
            io::ErrorKind::AddrInUse => format!(
                "port {port} of {host} is taken, perhaps by another page; choose another with --port, or 0 for any"
            ),
            io::ErrorKind::PermissionDenied => {
                format!("no permission to listen on port {port} of {host}; choose one above 1023 with --port")
            }
            _ => format!(
                "cannot listen on port {port} of {host}: {error}; choose another with --host and --port"
            ),
        }
    }
}

/// Opens the page in the user's browser, if there is a way to.
fn open_browser(url: &str) -> bool {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
