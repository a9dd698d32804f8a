//! `arrival serve`: the page, on this machine.

use super::arguments::{Limiting, Reading, Screen};
use super::examples;
use super::fault::Fault;
use super::interrupts::{LookingUp, interrupted};
use super::limits::default_memory;
use super::reading;
use super::writing::{aside, print_json, to_stdout};
use crate::serve::{Opened, ServeLimits, Server};
use clap::Args;
use rotor_format::InputFormat;
use serde_json::json;
use std::io;
use std::process::{Command, Stdio};

/// Open the page where rotors can be played with, and answer it until Ctrl-C
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival serve --example fig-rotor-routing",
    mut_arg("timeout", |arg| arg.help("Give up a request after so many seconds [default: 30]")),
    mut_arg("memory", |arg| arg.help("Refuse a request that needs more memory than this [default: 64MiB]"))
)]
pub(super) struct Serve {
    /// The instance to begin with; `-` is standard input
    file: Option<String>,
    /// Begin with a figure of the paper instead of a file
    #[arg(long, value_name = "NAME", value_parser = examples::names(), conflicts_with = "file")]
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
    /// Work on so many requests at once; by default as many as there are cores, and at least four
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    #[command(flatten)]
    reading: Reading,
}

impl Serve {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let opened = self.opened()?;
        let limits = self.limits(&self.reading.limits);
        let bound = Server::bind(&self.host, self.port, limits, opened);
        let server = bound.map_err(|error| Fault::Usage(self.unbound(&error)))?;
        let url = server.url();
        if screen.json {
            print_json(&json!({"schema": "arrival.serve/1", "url": url}))?;
        } else {
            to_stdout(|out| writeln!(out, "{url}"))?;
        }
        if !screen.quiet {
            if !server.is_loopback() {
                aside("arrival: other machines can reach this page");
            }
            aside("arrival: Ctrl-C stops the page");
        }
        if !self.no_open && !open_browser(&url) && !screen.quiet {
            aside(format_args!("arrival: no browser could be opened; go to {url}"));
        }
        let _looking_up = LookingUp::begin();
        server.run(interrupted).map_err(|error| Fault::Usage(format!("the page had to stop: {error}")))?;
        Ok(0)
    }

    /// The graph to begin with: the text of a `.rotor` file as it stands, anything else converted to it.
    fn opened(&self) -> Result<Option<Opened>, Fault> {
        let (read, source) = match (&self.file, &self.example) {
            (None, None) => return Ok(None),
            (_, Some(example)) => {
                (reading::read_example(example, &self.reading)?, examples::text(example).map(str::to_owned))
            }
            (Some(file), None) => {
                let bytes = reading::bytes_within(file, default_memory())?;
                let source = String::from_utf8(bytes.clone()).ok();
                (
                    reading::read_bytes(
                        reading::shown(file),
                        bytes,
                        &self.reading,
                        std::time::Instant::now(),
                    )?,
                    source,
                )
            }
        };
        let source = source.filter(|_| read.format == InputFormat::Rotor);
        let text = source.unwrap_or_else(|| read.instance.written_for(read.rule).to_string());
        Ok(Some(Opened { name: read.name, text }))
    }

    fn limits(&self, given: &Limiting) -> ServeLimits {
        let usual = ServeLimits::default();
        ServeLimits {
            time: given.timeout().unwrap_or(usual.time),
            memory: given.given_memory().unwrap_or(usual.memory),
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
                format!("port {port} of {host} is not ours to use; choose one above 1023 with --port")
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
