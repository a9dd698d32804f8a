//! The program that is soaked: `arrival serve` on a free port of this machine.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running server, until it is dropped.
pub(super) struct Serving(Child, SocketAddr);

impl Serving {
    pub(super) fn start(program: &Path) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(["serve", "--no-open", "--port", "0", "--quiet"]);
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut line)?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').parse();
        Ok(Self(child, address.map_err(io::Error::other)?))
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.1
    }

    /// What it holds now, in KiB; 0 where the system does not say.
    pub(super) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        line.and_then(|line| line.split_ascii_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended already, which the clients have noticed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
