//! Contests: instances one after the other, and the subjects that run on them.

use crate::ordinary;
use rotor_generate::{Dice, generate};
use rotor_graph::{Configuration, Instance, Multigraph, Names, VertexId, parse};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a run may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    Quick,
    Full,
}

impl Mode {
    pub(crate) const fn of(full: bool) -> Self {
        if full { Self::Full } else { Self::Quick }
    }

    /// How long a contestant may take on one instance, all told.
    pub(crate) const fn limit(self) -> Duration {
        match self {
            Self::Quick => Duration::from_secs(10),
            Self::Full => Duration::from_secs(60),
        }
    }
}

/// What a contest runs along, and how that is laid out in its picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Axis {
    /// A parameter that grows, so that powers show as straight lines.
    Log,
    /// A parameter that grows, so that exponentials show as straight lines.
    Linear,
    /// Seeds: instances of one size.
    Seeds,
    /// The files below the folder that the contest names for its family, by name.
    Files,
}

impl Axis {
    /// Whether each instance is larger than the one before it.
    pub(crate) const fn grows(self) -> bool {
        matches!(self, Self::Log | Self::Linear)
    }
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
    /// The parameters that stay, as `name=value` with blanks between; `grows` names those that do not, or says what the numbers of the instances are.
    pub(crate) parameters: &'static str,
    pub(crate) grows: &'static str,
    pub(crate) seed: u64,
    pub(crate) labels: Labels,
    pub(crate) axis: Axis,
    #[serde(skip)]
    pub(crate) quick: &'static [u32],
    /// Empty if they are the same.
    #[serde(skip)]
    pub(crate) full: &'static [u32],
    /// How many seconds a contestant may take, if not as many as elsewhere.
    #[serde(skip)]
    pub(crate) patience: Option<u64>,
    pub(crate) contestants: &'static [&'static str],
}

impl Contest {
    /// What a table of contests starts from.
    pub(crate) const fn on(part: &'static str, id: &'static str, family: &'static str) -> Self {
        Self {
            part,
            id,
            title: "",
            family,
            parameters: "",
            grows: "n",
            seed: 1,
            labels: Labels::Generated,
            axis: Axis::Log,
            quick: &[],
            full: &[],
            patience: None,
            contestants: &[],
        }
    }

    /// The sizes, seeds or places of files of its instances.
    pub(crate) fn sizes(&self, mode: Mode) -> Vec<u32> {
        match (self.axis, mode) {
            (Axis::Files, _) => (1..=files(self.family).len() as u32).collect(),
            (_, Mode::Full) if !self.full.is_empty() => self.full.to_vec(),
            _ => self.quick.to_vec(),
        }
    }

    /// How long a contestant may take on one of its instances.
    pub(crate) fn limit(&self, mode: Mode) -> Duration {
        self.patience.map_or(mode.limit(), Duration::from_secs)
    }

    /// Its instance of this size, with a start.
    pub(crate) fn instance(&self, size: u32) -> Instance {
        let instance = match self.axis {
            Axis::Files => {
                let file = &files(self.family)[size as usize - 1];
                let text = std::fs::read_to_string(file).expect("the folder was just read");
                parse(&text).expect("tests read all files of the corpus")
            }
            Axis::Seeds => generate(self.family, &self.given(None), u64::from(size)).expect(IN_RANGE),
            Axis::Log | Axis::Linear => ordinary::member(self.family, size, self.seed).unwrap_or_else(|| {
                generate(self.family, &self.given(Some(size)), self.seed).expect(IN_RANGE)
            }),
        };
        let instance = self.labels.put_on(instance, self.seed);
        let start = start_of(&instance);
        instance.with_start(Some(start)).expect("the start is a vertex")
    }

    /// The name of an instance that is a file: folder and stem.
    pub(crate) fn name(&self, size: u32) -> Option<String> {
        let file = (self.axis == Axis::Files).then(|| files(self.family).swap_remove(size as usize - 1))?;
        Some(file.file_stem()?.to_string_lossy().into_owned())
    }

    fn given(&self, size: Option<u32>) -> BTreeMap<String, String> {
        let mut given = given(self.parameters);
        given.extend(self.grows.split(' ').filter_map(|name| Some((name.to_owned(), size?.to_string()))));
        given
    }
}

/// Parameters by name, from `name=value` with blanks between.
pub(crate) fn given(parameters: &str) -> BTreeMap<String, String> {
    let words = parameters.split(' ').filter_map(|word| word.split_once('='));
    words.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

const IN_RANGE: &str = "the tables keep to the ranges";

/// All `.rotor` files of the folders in `folder`, which is given from the root of the workspace, by name.
fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
    };
    let mut files: Vec<PathBuf> = list(&root.join(folder)).iter().flat_map(|folder| list(folder)).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rotor"));
    files.sort();
    files
}

/// Where the particle starts: where the file says, or in the middle of the file.
pub(crate) fn start_of(instance: &Instance) -> VertexId {
    let graph = instance.graph();
    let inner: Vec<VertexId> = graph.vertices().filter(|&u| !graph.is_sink(u)).collect();
    instance.start().unwrap_or_else(|| inner[inner.len() / 2])
}

/// In what order the vertices are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Labels {
    /// As the family numbers them.
    Generated,
    /// At random, as in a file from elsewhere.
    Random,
    /// In the order of a breadth-first search.
    BreadthFirst,
}

impl Labels {
    /// The same graph and rotors with the vertices in this order, and their places as names.
    fn put_on(self, instance: Instance, seed: u64) -> Instance {
        let order = match self {
            Self::Generated => return instance,
            Self::Random => {
                let mut order: Vec<u32> = (0..instance.graph().vertex_count() as u32).collect();
                Dice::new(seed).shuffle(&mut order);
                order
            }
            Self::BreadthFirst => breadth_first_order(instance.graph()),
        };
        relabelled(&instance, &order)
    }
}

/// The same graph with vertex number i of `order` in place i.
fn relabelled(instance: &Instance, order: &[u32]) -> Instance {
    let graph = instance.graph();
    let mut name = vec![0u32; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| name[old as usize] = new as u32);
    let mut starts = vec![0u32];
    let mut heads = Vec::with_capacity(graph.arc_count());
    for &old in order {
        heads.extend(graph.heads(VertexId::new(old)).iter().map(|v| VertexId::new(name[v.index()])));
        starts.push(heads.len() as u32);
    }
    let graph = Multigraph::from_rows(starts, heads).expect("a graph stays a graph");
    let position =
        |u: VertexId| instance.rotors().position(instance.graph(), VertexId::new(order[u.index()]));
    let rotors = Configuration::from_positions(&graph, position);
    let names: Names = (0..order.len()).map(|place| place.to_string()).collect();
    Instance::new(graph, names).expect("one name for each vertex").with_rotors(rotors)
}

fn breadth_first_order(graph: &Multigraph) -> Vec<u32> {
    let reversed = graph.reversed();
    let mut seen = vec![false; graph.vertex_count()];
    let mut order: Vec<u32> = Vec::with_capacity(graph.vertex_count());
    for root in graph.vertices() {
        if std::mem::replace(&mut seen[root.index()], true) {
            continue;
        }
        let mut next = order.len();
        order.push(root.raw());
        while let Some(&u) = order.get(next) {
            next += 1;
            let u = VertexId::new(u);
            for v in graph.heads(u).iter().chain(reversed.tails(u)) {
                if !std::mem::replace(&mut seen[v.index()], true) {
                    order.push(v.raw());
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parts, subjects};

    #[test]
    fn every_contest_has_an_instance_and_contestants_that_exist() {
        for contest in parts::PARTS.into_iter().flat_map(|(_, contests)| contests) {
            let sizes = contest.sizes(Mode::Quick);
            assert!(contest.instance(sizes[0]).graph().arc_count() > 0, "{}", contest.id);
            assert_eq!(contest.name(sizes[0]).is_some(), contest.axis == Axis::Files, "{}", contest.id);
            assert!(!contest.contestants.is_empty() && !contest.title.is_empty(), "{}", contest.id);
            contest.contestants.iter().for_each(|id| _ = subjects::find(id));
            assert!(contest.quick.is_sorted() && contest.full.is_sorted(), "{}", contest.id);
        }
    }

    #[test]
    fn another_order_of_the_vertices_changes_no_exit() {
        let contest = Contest::on("test", "order", "tree");
        let others = [Labels::Random, Labels::BreadthFirst].map(|labels| Contest { labels, ..contest });
        let count = |contest: Contest| {
            let instance = contest.instance(200);
            let (options, mut context) = (arrival::Options::default(), arrival::Context::default());
            let solution = arrival::solve(&instance, arrival::Question::All, &options, &mut context).unwrap();
            let mut ends = vec![0; instance.graph().vertex_count()];
            for row in solution.exits() {
                let rotor_graph::Exit::Sink(sink) = row.exit else { panic!("such a tree has no trap") };
                ends[sink.index()] += 1;
            }
            ends.sort_unstable();
            ends
        };
        for same in others {
            assert_eq!(count(contest), count(same));
            assert_ne!(contest.instance(200).to_string(), same.instance(200).to_string());
        }
    }
}
