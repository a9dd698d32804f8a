//! The machine, the day and the versions that a record was made with.

use super::peers::Peers;
use serde::Serialize;
use std::collections::BTreeMap;
use std::process::Command;

/// What the measurements ran on.
#[derive(Serialize)]
pub(crate) struct Machine {
    cpu: String,
    cores: usize,
    memory_bytes: u64,
    system: String,
}

impl Machine {
    pub(crate) fn here() -> Self {
        let line = |file: &str, key: &str| value(&std::fs::read_to_string(file).ok()?, key);
        let unknown = || "unknown".to_owned();
        let memory = line("/proc/meminfo", "MemTotal");
        let kilobytes = memory.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        let system =
            line("/etc/os-release", "PRETTY_NAME").unwrap_or_else(|| std::env::consts::OS.to_owned());
        Self {
            cpu: line("/proc/cpuinfo", "model name").unwrap_or_else(unknown),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_bytes: kilobytes.unwrap_or(0) * 1024,
            system: format!("{system}, {}", std::env::consts::ARCH),
        }
    }
}

/// What stands behind `key` in a list of the system, without quotes.
fn value(list: &str, key: &str) -> Option<String> {
    let rest = list.lines().find_map(|line| line.strip_prefix(key))?;
    Some(rest.trim_start_matches([':', ' ', '\t', '=']).trim_matches('"').to_owned())
}

/// Versions by name.
#[derive(Serialize)]
pub(crate) struct Versions(BTreeMap<String, String>);

impl Versions {
    pub(crate) fn of(peers: &Peers) -> Self {
        let mut versions = peers.versions();
        versions.insert("arrival".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        if let Some(rustc) = printed("rustc", &["--version"]) {
            versions.insert("rustc".to_owned(), rustc.trim_start_matches("rustc ").to_owned());
        }
        if let Some(commit) = printed("git", &["rev-parse", "--short", "HEAD"]) {
            versions.insert("commit".to_owned(), commit);
        }
        Self(versions)
    }
}

/// Today, as `date` says it.
pub(crate) fn today() -> String {
    printed("date", &["-u", "+%Y-%m-%d"]).unwrap_or_else(|| "unknown".to_owned())
}

/// What a command prints, if it can be run.
pub(crate) fn printed(command: &str, words: &[&str]) -> Option<String> {
    let output = Command::new(command).args(words).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_the_system_are_read_with_their_signs_and_quotes() {
        assert_eq!(value("a\t: b\nmodel name\t: AMD EPYC\n", "model name").as_deref(), Some("AMD EPYC"));
        assert_eq!(
            value("PRETTY_NAME=\"Debian GNU/Linux 12\"\n", "PRETTY_NAME").as_deref(),
            Some("Debian GNU/Linux 12")
        );
        assert_eq!(value("MemTotal: 1 kB", "SwapTotal"), None);
    }

    #[test]
    fn a_record_says_who_measured_with_what() {
        let Versions(versions) = Versions::of(&Peers::new(None));
        assert_eq!(versions["arrival"], env!("CARGO_PKG_VERSION"));
        assert!(versions["rustc"].starts_with(|digit: char| digit.is_ascii_digit()), "{}", versions["rustc"]);
        assert!(Machine::here().cores > 0);
        assert_eq!(printed("no such program", &[]), None);
    }
}
