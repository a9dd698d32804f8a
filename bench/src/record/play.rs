//! Playing a contest: everyone on every instance, and all who answer have to agree.

use super::contest::{Contest, Mode};
use super::contestant::{By, Contestant, find};
use super::measure::{self, Measured, Wanted};
use super::peers::Peers;
use super::stop;
use serde::Serialize;
use std::path::Path;

/// A contest and all that was measured in it.
#[derive(Serialize)]
pub(crate) struct Played {
    #[serde(flatten)]
    pub(crate) contest: &'static Contest,
    pub(crate) rows: Vec<Row>,
}

/// One contestant on one instance.
#[derive(Serialize)]
pub(crate) struct Row {
    pub(crate) contestant: &'static str,
    pub(crate) size: u32,
    /// The name of the instance, if it is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    #[serde(flatten)]
    pub(crate) measured: Measured,
}

/// All contestants on all instances. Where sizes grow, who failed once is not asked again.
pub(crate) fn play(
    contest: &'static Contest,
    mode: Mode,
    peers: &Peers,
    scratch: &Path,
) -> Result<Played, String> {
    println!("## {}/{}", contest.part, contest.id);
    let mut rows = Vec::new();
    let mut out: Vec<&str> = Vec::new();
    for size in contest.sizes(mode) {
        let mut answers = Answers::default();
        for contestant in contest.contestants.iter().map(|id| find(id)) {
            if out.contains(&contestant.id) {
                continue;
            }
            let measured = ask(contestant, &Wanted { contest, size, scratch }, mode, peers);
            if stop::asked() {
                return Err("stopped by Ctrl-C".to_owned());
            }
            if measured.seconds.is_none() && contest.axis.grows() {
                out.push(contestant.id);
            }
            answers.add(contestant.id, measured.answer.as_deref()).map_err(|error| {
                format!("{}/{} at {} {size}: {error}", contest.part, contest.id, contest.grows)
            })?;
            println!("{size:9} {:20} {measured}", contestant.id);
            rows.push(Row { contestant: contestant.id, size, name: contest.name(size), measured });
        }
    }
    Ok(Played { contest, rows })
}

fn ask(contestant: &Contestant, wanted: &Wanted<'_>, mode: Mode, peers: &Peers) -> Measured {
    let limit = wanted.contest.limit(mode);
    match contestant.by {
        By::Ours(_) => measure::in_a_child(contestant, wanted, limit),
        By::Python { script, package, given } => match peers.python(package) {
            Ok(python) => measure::in_python(python, script, given, wanted, limit),
            Err(because) => Measured::not(because),
        },
    }
}

/// The answers to one instance.
#[derive(Default)]
struct Answers(Option<(&'static str, String)>);

impl Answers {
    /// Takes one more answer, if there is one; that it is another than before is an error.
    fn add(&mut self, contestant: &'static str, answer: Option<&str>) -> Result<(), String> {
        match (&self.0, answer) {
            (Some((other, theirs)), Some(answer)) if theirs != answer => {
                Err(format!("{contestant} says {answer}, {other} says {theirs}"))
            }
            (None, Some(answer)) => {
                self.0 = Some((contestant, answer.to_owned()));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_answers_has_to_agree_and_who_does_not_is_not_asked() {
        let mut answers = Answers::default();
        assert_eq!(answers.add("search", None), Ok(()));
        assert_eq!(answers.add("ours", Some("A")), Ok(()));
        assert_eq!(answers.add("theirs", Some("A")), Ok(()));
        assert_eq!(answers.add("search", None), Ok(()));
        assert_eq!(answers.add("walk", Some("B")), Err("walk says B, ours says A".to_owned()));
    }
}
