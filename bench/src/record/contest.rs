//! Contests: a family that grows, and who runs on it.

use crate::tree::relabelled::relabelled;
use rotor_generate::{Dice, generate};
use rotor_graph::{Instance, Names, VertexId};
use serde::{Serialize, Serializer};
use std::time::Duration;

/// How long a run may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Quick,
    Full,
}

impl Mode {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Full => "full",
        }
    }

    /// How long a contestant may take on one instance, all told.
    pub(crate) const fn limit(self) -> Duration {
        match self {
            Self::Quick => Duration::from_secs(10),
            Self::Full => Duration::from_secs(60),
        }
    }
}

/// How the size of a contest is laid out in its picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Axis {
    /// Powers show as straight lines.
    Log,
    /// Exponentials show as straight lines.
    Linear,
}

/// A line of a table of contests.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Contest {
    #[serde(skip)]
    pub(crate) part: &'static str,
    /// Its name within the part.
    pub(crate) id: &'static str,
    /// What is asked, on which instances.
    pub(crate) title: &'static str,
    pub(crate) family: &'static str,
    /// The parameters that stay; `grows` is the one that does not.
    #[serde(serialize_with = "as_text")]
    pub(crate) parameters: &'static [(&'static str, &'static str)],
    pub(crate) grows: &'static str,
    pub(crate) seed: u64,
    /// Whether the vertices are put in random order, as in a file from elsewhere.
    pub(crate) shuffled: bool,
    pub(crate) axis: Axis,
    #[serde(skip)]
    pub(crate) quick: &'static [u32],
    #[serde(skip)]
    pub(crate) full: &'static [u32],
    pub(crate) contestants: &'static [&'static str],
}

fn as_text<S: Serializer>(parameters: &&[(&str, &str)], serializer: S) -> Result<S::Ok, S::Error> {
    let words: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    serializer.serialize_str(&words.join(" "))
}

impl Contest {
    /// What a table of contests starts from.
    pub(crate) const fn on(part: &'static str, id: &'static str, family: &'static str) -> Self {
        Self {
            part,
            id,
            title: "",
            family,
            parameters: &[],
            grows: "n",
            seed: 1,
            shuffled: false,
            axis: Axis::Log,
            quick: &[],
            full: &[],
            contestants: &[],
        }
    }

    pub(crate) fn sizes(&self, mode: Mode) -> &'static [u32] {
        match mode {
            Mode::Quick => self.quick,
            Mode::Full => self.full,
        }
    }

    /// Its instance of this size.
    pub(crate) fn instance(&self, size: u32) -> Instance {
        let fixed = self.parameters.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let given = fixed.chain([(self.grows.to_owned(), size.to_string())]).collect();
        let instance = generate(self.family, &given, self.seed).expect("the tables keep to the ranges");
        if self.shuffled { in_random_order(&instance, self.seed) } else { instance }
    }
}

/// Where the particle starts: where the file says, or in the middle of the file.
pub(crate) fn start_of(instance: &Instance) -> VertexId {
    let graph = instance.graph();
    let inner: Vec<VertexId> = graph.vertices().filter(|&u| !graph.is_sink(u)).collect();
    instance.start().unwrap_or_else(|| inner[inner.len() / 2])
}

/// The same graph and rotors with the vertices in random order, and their places as names.
fn in_random_order(instance: &Instance, seed: u64) -> Instance {
    let mut order: Vec<u32> = (0..instance.graph().vertex_count() as u32).collect();
    Dice::new(seed).shuffle(&mut order);
    let (graph, rotors) = relabelled(instance, &order);
    let names: Names = (0..order.len()).map(|place| place.to_string()).collect();
    Instance::new(graph, names).expect("one name for each vertex").with_rotors(rotors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{contestant, parts};

    #[test]
    fn every_contest_has_an_instance_and_contestants_that_exist() {
        for contest in parts::NAMES.into_iter().flat_map(parts::contests) {
            assert!(contest.instance(contest.quick[0]).graph().arc_count() > 0, "{}", contest.id);
            assert!(!contest.contestants.is_empty() && !contest.title.is_empty(), "{}", contest.id);
            contest.contestants.iter().for_each(|id| _ = contestant::find(id));
            assert!(contest.quick.is_sorted() && contest.full.is_sorted(), "{}", contest.id);
        }
    }

    #[test]
    fn another_order_of_the_vertices_changes_no_exit() {
        let contest = Contest::on("test", "order", "tree");
        let same = Contest { shuffled: true, ..contest };
        let count = |contest: Contest| {
            let instance = contest.instance(200);
            let solution = arrival::solve(&instance, arrival::Question::All).unwrap();
            let mut ends = vec![0; instance.graph().vertex_count()];
            for row in solution.exits() {
                match row.exit {
                    rotor_graph::Exit::Sink(sink) => ends[sink.index()] += 1,
                    rotor_graph::Exit::Trap(_) => panic!("such a tree has no trap"),
                }
            }
            ends.sort_unstable();
            ends
        };
        assert_eq!(count(contest), count(same));
        assert_ne!(contest.instance(200).to_string(), same.instance(200).to_string());
    }
}
