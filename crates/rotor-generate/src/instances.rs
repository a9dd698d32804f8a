//! The instances of tests: one stream for all of them, which counts what it has shown.
//!
//! A random test is worth what its instances show. So the stream draws a fixed mixture of all makers, leaves out instances
//! with walks too long to be made step by step, and fails when it is dropped if one kind of instance never came by.
//!
//! A test is one call of [`Instances::check`]: what must hold of an instance is written as a closure that panics where it
//! does not, and the smallest instance found on which it panics is printed as text, with its seed and number. Each instance
//! has dice of its own, seeded by its number, so that it can be drawn again without those before it. [`Instances`] is also
//! an iterator, for tests that compare instances with each other or want few of them.

use crate::dice::Dice;
use crate::shrink::shrink;
use crate::small::{
    small_acyclic, small_blocks, small_forest, small_glued_forests, small_graph, with_players,
};
use rotor_graph::{
    Class, Classified, Exit, Instance, Multigraph, StoppingGraph, UndirectedGraph, VertexId, VertexMap,
};
use std::any::Any;
use std::convert::Infallible;
use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

/// No walk of [`Instances::small`] is longer, so that every vertex of every instance can be walked from.
const MOST_STEPS: u64 = 20_000;

/// How many smaller instances are tried for each start before one that failed is printed.
const TRIES: u32 = 300;

/// Random small instances, without an end.
///
/// ```
/// use rotor_generate::{Instances, budget};
/// use rotor_graph::VertexId;
/// Instances::small(1).check(budget(500), |instance, dice| {
///     let graph = instance.graph();
///     let from = VertexId::new(dice.below(graph.vertex_count() as u32));
///     assert_eq!(graph.is_sink(from), graph.heads(from).is_empty());
/// });
/// ```
#[derive(Debug)]
pub struct Instances {
    seed: u64,
    drawn: u64,
    kinds: Kinds,
    classes: [u64; Class::ALL.len()],
    players: [u64; 3],
}

/// How many instances a test draws: `count`, times what the environment variable `ARRIVAL_INSTANCES` says.
///
/// # Panics
/// If the variable is set and is no positive number: a test that draws nothing would pass.
pub fn budget(count: usize) -> usize {
    let times = std::env::var_os("ARRIVAL_INSTANCES").map_or(1.0, |text| times(&text.to_string_lossy()));
    (count as f64 * times).ceil() as usize
}

/// The number that `ARRIVAL_INSTANCES` says.
fn times(text: &str) -> f64 {
    let times = text.parse::<f64>().ok().filter(|times| times.is_finite() && *times > 0.0);
    times.unwrap_or_else(|| panic!("ARRIVAL_INSTANCES is `{text}`, which is not a positive number"))
}

/// Says how many pairs of an obligation and an instance the harness called `name` has checked, in a line of its output.
///
/// nextest hides the output of tests that pass. So the number also goes to the end of the file that the environment variable
/// `ARRIVAL_OBLIGATIONS` names, if it is set, in a line of its own: `name number`.
///
/// # Panics
/// If that file cannot be written.
pub fn note_obligations(name: &str, pairs: u64) {
    println!("obligations × instances: {pairs}");
    if let Some(file) = std::env::var_os("ARRIVAL_OBLIGATIONS") {
        append(Path::new(&file), &format!("{name} {pairs}\n"))
            .expect("the file of ARRIVAL_OBLIGATIONS can be written");
    }
}

/// Writes the line at once, because harnesses in other processes write to the same file.
fn append(file: &Path, line: &str) -> io::Result<()> {
    OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes())
}

impl Instances {
    /// Graphs, forests, cacti, small blocks, glued forests and acyclic graphs in turn, two in five with players and values. No
    /// walk in any of them makes more than 20,000 steps.
    ///
    /// On drop it fails if a kind, a class of graphs or a number of players was never seen, which takes 300 instances or fewer.
    pub fn small(seed: u64) -> Self {
        let (kinds, classes, players) = Default::default();
        Self { seed, drawn: 0, kinds, classes, players }
    }

    /// Calls `holds` with the first `count` instances, and with dice that are the same for an instance and all that are
    /// smaller. If it panics, looks for a smaller instance on which it does, and panics with that one's text.
    pub fn check(mut self, count: usize, mut holds: impl FnMut(&Instance, &mut Dice)) {
        for _ in 0..count {
            let instance = self.draw();
            let number = self.drawn - 1;
            let mut failure = |instance: &Instance| {
                let dice = &mut dice_of(!self.seed, number);
                let held = panic::catch_unwind(AssertUnwindSafe(|| holds(instance, dice)));
                held.err().map(|payload| message(&*payload))
            };
            if failure(&instance).is_some() {
                let (smallest, words) = smallest(&instance, failure);
                let seed = self.seed;
                panic!(
                    "{words}\nThe smallest instance found that fails, from number {number} of seed {seed}:\n{smallest}"
                );
            }
        }
    }

    fn draw(&mut self) -> Instance {
        loop {
            let dice = &mut dice_of(self.seed, self.drawn);
            let instance = match self.drawn % 8 {
                0 => small_blocks(dice, 5, 0.0),
                1 => small_blocks(dice, 5, 0.4),
                2 => small_glued_forests(dice),
                3 => small_acyclic(dice),
                4 | 5 => small_graph(dice),
                _ => small_forest(dice),
            };
            let instance = if dice.chance(0.4) { with_players(instance, dice) } else { instance };
            self.drawn += 1;
            if walk_bound(instance.graph()) <= MOST_STEPS {
                self.kinds.see(&instance);
                self.classes[Classified::of(&StoppingGraph::of(instance.graph())).class() as usize] += 1;
                self.players[instance.player_count()] += 1;
                return instance;
            }
        }
    }
}

impl Iterator for Instances {
    type Item = Instance;

    fn next(&mut self) -> Option<Instance> {
        Some(self.draw())
    }
}

impl Drop for Instances {
    fn drop(&mut self) {
        // A second panic while the first unwinds would abort the process.
        if !std::thread::panicking() {
            let Self { kinds, classes, players, .. } = self;
            assert_eq!(kinds.missing(), [""; 0], "kinds never seen; {kinds}");
            let all_seen = classes.iter().chain(&*players).all(|&seen| seen > 0);
            assert!(all_seen, "{:?} {classes:?} {players:?}", Class::ALL);
        }
    }
}

/// The dice of one instance of a seed.
fn dice_of(seed: u64, number: u64) -> Dice<'static> {
    Dice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number))
}

/// What a panic said.
fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message").to_owned()
}

/// The smallest instance found that fails, whichever of its vertices it is shrunk towards, and with which message.
fn smallest(instance: &Instance, mut failure: impl FnMut(&Instance) -> Option<String>) -> (Instance, String) {
    let words = failure(instance).unwrap_or_else(|| "It failed once and not again.".to_owned());
    let mut smallest = (instance.clone(), words);
    // Each try that fails would be reported as if it were the failure of a test.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    for start in instance.graph().vertices() {
        let Ok(()) = shrink(instance, start, TRIES, |smaller| {
            let found = failure(smaller);
            let kept = found.is_some();
            if let Some(words) =
                found.filter(|_| smaller.graph().arc_count() < smallest.0.graph().arc_count())
            {
                smallest = (smaller.clone(), words);
            }
            Ok::<_, Infallible>(kept)
        });
    }
    panic::set_hook(hook);
    smallest
}

/// How many instances showed each kind; a property test that saw none of a kind has tested nothing about it.
///
/// The kinds are what solvers have been wrong about: loops, arcs without a way back, traps, sinks with several in-neighbours,
/// forests of several trees, parallel arcs, many parallel arcs, graphs without a sink, parts that the start does not reach,
/// single vertices, and rotors that do not stand on the first arc. [`Instances`] counts them by itself; a test with makers of
/// its own does it with [`see`](Self::see), and asks for [`missing`](Self::missing) in the end.
///
/// ```
/// let mut kinds = rotor_generate::Kinds::default();
/// kinds.see(&rotor_graph::parse("a: a b s\nb: a\nsink s")?);
/// assert!(kinds.counts().any(|kind| kind == ("loops", 1)) && kinds.missing().contains(&"traps"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    instances: usize,
    seen: [usize; KINDS.len()],
}

type Shows = fn(&Instance, &StoppingGraph<'_>) -> bool;

const KINDS: [(&str, Shows); 11] = [
    ("loops", |_, stopping| any_arc(stopping, |u, v| u == v)),
    ("one-way arcs", |instance, stopping| {
        let graph = instance.graph();
        any_arc(stopping, |u, v| u != v && stopping.is_active(v) && !graph.heads(v).contains(&u))
    }),
    ("traps", |_, stopping| !stopping.traps().is_empty()),
    ("inner sinks", |_, stopping| inner_sink(stopping)),
    ("forests", |_, stopping| trees(stopping).0 > 1),
    ("parallel arcs", |_, stopping| multiplicity_of(stopping, 2)),
    ("large multiplicities", |_, stopping| multiplicity_of(stopping, 10)),
    ("no sink", |instance, _| instance.graph().sink_count() == 0),
    ("unreached parts", |instance, stopping| unreached(instance, stopping)),
    ("single vertices", |_, stopping| trees(stopping).1),
    ("rotor not on the first arc", |instance, stopping| {
        stopping.active_vertices().any(|u| instance.rotors().position(instance.graph(), u) > 0)
    }),
];

impl Kinds {
    /// Notes what `instance` shows. Time O(|A|²) at most: for small instances.
    pub fn see(&mut self, instance: &Instance) {
        let stopping = StoppingGraph::of(instance.graph());
        self.instances += 1;
        for (seen, (_, shows)) in self.seen.iter_mut().zip(KINDS) {
            *seen += usize::from(shows(instance, &stopping));
        }
    }

    /// The kinds that no instance has shown.
    pub fn missing(&self) -> Vec<&'static str> {
        self.counts().filter(|&(_, seen)| seen == 0).map(|(name, _)| name).collect()
    }

    /// Every kind with the number of instances that showed it.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, usize)> + '_ {
        KINDS.iter().zip(self.seen).map(|(&(name, _), seen)| (name, seen))
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} instances:", self.instances)?;
        for (index, (name, seen)) in self.counts().enumerate() {
            write!(f, "{} {name} {seen}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

fn any_arc(stopping: &StoppingGraph<'_>, shows: impl Fn(VertexId, VertexId) -> bool) -> bool {
    stopping.active_vertices().any(|u| stopping.graph().heads(u).iter().any(|&v| shows(u, v)))
}

fn multiplicity_of(stopping: &StoppingGraph<'_>, least: usize) -> bool {
    let graph = stopping.graph();
    any_arc(stopping, |u, v| graph.heads(u).iter().filter(|&&w| w == v).count() >= least)
}

/// A sink with two or more in-neighbours.
fn inner_sink(stopping: &StoppingGraph<'_>) -> bool {
    let graph = stopping.graph();
    let tails =
        |s: VertexId| stopping.active_vertices().filter(move |&u| graph.heads(u).contains(&s)).count();
    graph.vertices().any(|s| graph.is_sink(s) && tails(s) > 1)
}

/// A vertex that the start (or the first vertex, if there is none) does not reach.
fn unreached(instance: &Instance, stopping: &StoppingGraph<'_>) -> bool {
    let start = instance.start().unwrap_or(VertexId::new(0));
    let reached = stopping.reached_from(start);
    matches!(stopping.exit_at(start), None | Some(Exit::Sink(_)))
        && stopping.active_vertices().any(|u| !reached.is_active(u))
}

/// How many connected parts the active vertices form, and whether one of them is a single vertex.
fn trees(stopping: &StoppingGraph<'_>) -> (usize, bool) {
    let undirected = UndirectedGraph::of(stopping);
    let mut seen = VertexMap::filled(stopping.graph().vertex_count(), false);
    let (mut parts, mut single) = (0, false);
    for root in stopping.active_vertices() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let (mut queue, mut size) = (vec![root], 0);
        while let Some(u) = queue.pop() {
            size += 1;
            for &v in undirected.neighbours(u) {
                if !std::mem::replace(&mut seen[v], true) {
                    queue.push(v);
                }
            }
        }
        parts += 1;
        single |= size == 1;
    }
    (parts, single)
}

/// No walk in `graph` makes more steps than this until it exits or enters a trap, whatever its start and rotors.
///
/// If `u` is left x times, each of its m arcs to `v` is used at least ⌊x / d(u)⌋ times; so B(u) departures at most,
/// with B(u) = d(u) · (⌊B(v) / m⌋ + 1) for the best head v and B = 0 at sinks and in traps. The bound is the sum of
/// all B(u), saturating. Time O(|V| · (|V| + |A|) · d) as written: for small graphs.
pub fn walk_bound(graph: &Multigraph) -> u64 {
    let stopping = StoppingGraph::of(graph);
    let mut bound = VertexMap::filled(graph.vertex_count(), u64::MAX);
    graph.vertices().filter(|&u| !stopping.is_active(u)).for_each(|u| bound[u] = 0);
    let mut shrinks = true;
    while shrinks {
        shrinks = false;
        for u in stopping.active_vertices() {
            let heads = graph.heads(u);
            let through = |&v: &VertexId| {
                let parallel = heads.iter().filter(|&&w| w == v).count() as u64;
                (bound[v] / parallel).saturating_add(1).saturating_mul(heads.len() as u64)
            };
            let best = heads.iter().filter(|&&v| bound[v] != u64::MAX).map(through).min().unwrap_or(u64::MAX);
            if best < bound[u] {
                bound[u] = best;
                shrinks = true;
            }
        }
    }
    stopping.active_vertices().fold(0, |sum, u| sum.saturating_add(bound[u]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::{RotorWalk, parse};

    #[test]
    fn a_seed_and_a_number_make_an_instance() {
        let texts = |seed| -> Vec<String> {
            Instances::small(seed).take(600).map(|instance| instance.to_string()).collect()
        };
        assert_eq!(texts(3), texts(3));
        assert_ne!(texts(3), texts(4));
    }

    #[test]
    fn how_many_instances_are_drawn_is_a_positive_number() {
        assert_eq!((times("4"), times("0.05")), (4.0, 0.05));
        for text in ["", "0", "-1", "inf", "NaN", "ten"] {
            let failed = message(&*panic::catch_unwind(|| times(text)).unwrap_err());
            assert_eq!(failed, format!("ARRIVAL_INSTANCES is `{text}`, which is not a positive number"));
        }
    }

    #[test]
    fn each_harness_adds_a_line_to_the_file_of_obligations() {
        let file = std::env::temp_dir().join(format!("obligations-{}", std::process::id()));
        append(&file, "differential 12\n").unwrap();
        append(&file, "cost 3\n").unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(text, "differential 12\ncost 3\n");
    }

    #[test]
    fn no_walk_of_the_stream_is_too_long() {
        Instances::small(5).check(2_000, |instance, _| {
            assert!(walk_bound(instance.graph()) <= MOST_STEPS);
        });
    }

    #[test]
    fn a_stream_that_has_shown_too_little_fails() {
        let failed = panic::catch_unwind(|| Instances::small(1).take(3).for_each(drop)).unwrap_err();
        assert!(message(&*failed).contains("kinds never seen; 3 instances: loops"), "{}", message(&*failed));
    }

    #[test]
    fn what_fails_is_printed_as_small_as_it_can_be() {
        let checked = || {
            Instances::small(9).check(2_000, |instance, dice| {
                let graph = instance.graph();
                assert!(dice.below(9) < 9 && graph.vertices().all(|u| graph.out_degree(u) < 5), "five arcs");
            })
        };
        let failed = message(&*panic::catch_unwind(checked).unwrap_err());
        let (words, text) = failed.split_once("of seed 9:\n").unwrap();
        assert!(words.starts_with("five arcs"), "{failed}");
        let smallest = parse(text).unwrap();
        assert_eq!((smallest.graph().arc_count(), smallest.graph().vertex_count() < 3), (5, true), "{text}");
    }

    #[test]
    fn no_walk_is_longer_than_its_bound() {
        let mut dice = crate::Dice::new(11);
        for _ in 0..2_000 {
            for instance in [crate::small_forest(&mut dice), crate::small_graph(&mut dice)] {
                let stopping = StoppingGraph::of(instance.graph());
                let most = walk_bound(instance.graph());
                for from in instance.graph().vertices() {
                    let mut walk = RotorWalk::new(&stopping, instance.rotors(), from);
                    walk.run(most);
                    assert!(walk.has_halted(), "{instance}");
                }
            }
        }
    }

    #[test]
    fn the_bound_is_met_where_the_exit_comes_last() {
        let instance = parse("a: a^3 s\nsink s\nstart a").unwrap();
        assert_eq!(walk_bound(instance.graph()), 4);
        assert_eq!(walk_bound(parse("a: b\nb: a").unwrap().graph()), 0, "all of it is a trap");
    }

    fn shown(text: &str) -> Vec<&'static str> {
        let mut kinds = Kinds::default();
        kinds.see(&parse(text).unwrap());
        kinds.counts().filter(|&(_, seen)| seen == 1).map(|(name, _)| name).collect()
    }

    #[test]
    fn each_kind_is_distinguished_from_the_others() {
        assert_eq!(shown("a: b s\nb: a\nsink s"), [""; 0]);
        assert_eq!(shown("a: a b s\nb: a\nsink s"), ["loops"]);
        assert_eq!(shown("a: b\nb: s\nsink s"), ["one-way arcs"]);
        assert_eq!(shown("a: b t s\nb: a\nt: t\nsink s"), ["traps"]);
        assert_eq!(shown("a: b s\nb: a s\nsink s"), ["inner sinks"]);
        assert_eq!(shown("a: b s\nb: a\nc: d t\nd: c\nsink s\nsink t"), ["forests", "unreached parts"]);
        assert_eq!(shown("a: b^2 s\nb: a\nsink s"), ["parallel arcs"]);
        assert_eq!(shown("a: b^10 s\nb: a\nsink s"), ["parallel arcs", "large multiplicities"]);
        assert_eq!(shown("a: b\nb: a"), ["traps", "no sink"]);
        assert_eq!(shown("a: b s\nb: a\nsink s\nstart s"), ["unreached parts"]);
        assert_eq!(shown("a: s\nsink s"), ["single vertices"]);
        assert_eq!(shown("a: b *s\nb: a\nsink s"), ["rotor not on the first arc"]);
    }

    #[test]
    fn the_report_is_one_line() {
        let mut kinds = Kinds::default();
        kinds.see(&parse("a: a s\nsink s").unwrap());
        assert!(kinds.to_string().starts_with("1 instances: loops 1, one-way arcs 0, traps 0"), "{kinds}");
        assert_eq!(kinds.missing().len(), 9);
    }
}
