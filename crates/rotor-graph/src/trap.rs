//! Traps: the parts of a graph from which no particle comes out, how they are found, and what is left without them.

use crate::ids::{VertexId, VertexMap};
use crate::multigraph::Multigraph;
use std::sync::Arc;

/// The traps of a graph: its bottom strongly connected components without a sink.
///
/// [ACD22] calls them *sink components* (`lem:removeSC`). Ordered by their first vertex.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Traps {
    members: Vec<Vec<VertexId>>,
    /// The trap of each vertex, or `NO_TRAP`; empty if there are no traps.
    trap_of: Vec<u32>,
}

const NO_TRAP: u32 = u32::MAX;

impl Traps {
    /// Finds all traps. Time and memory O(|V| + |A|); components are searched only if some vertex reaches no sink.
    pub fn of(graph: &Multigraph) -> Self {
        let Some(lost) = lost_vertices(graph) else { return Self::default() };
        let mut members = bottom_components(graph, &lost);
        members.sort_unstable_by_key(|trap| trap[0]);
        let mut trap_of = vec![NO_TRAP; graph.vertex_count()];
        for (index, trap) in members.iter().enumerate() {
            trap.iter().for_each(|u| trap_of[u.index()] = index as u32);
        }
        Self { members, trap_of }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether the graph is stopping.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The vertices of each trap, in order.
    pub fn members(&self) -> &[Vec<VertexId>] {
        &self.members
    }

    /// The number of the trap that `u` lies in.
    pub fn trap_of(&self, u: VertexId) -> Option<usize> {
        self.trap_of.get(u.index()).filter(|&&trap| trap != NO_TRAP).map(|&trap| trap as usize)
    }
}

/// The strongly connected components of `lost` vertices that no arc leaves; no arc leads from them to others.
fn bottom_components(graph: &Multigraph, lost: &VertexMap<bool>) -> Vec<Vec<VertexId>> {
    let mut components = strong_components(graph, lost, graph.vertices());
    let mut component_of = VertexMap::filled(graph.vertex_count(), 0u32);
    for (number, component) in (0..).zip(&components) {
        component.iter().for_each(|&u| component_of[u] = number);
    }
    let stays = |&u: &VertexId| graph.heads(u).iter().all(|&v| component_of[v] == component_of[u]);
    components.retain(|component| component.iter().all(stays));
    components
}

// Which vertices reach a sink: by looking at every row a few times, and only if that does not settle it by a search.

/// Which vertices reach no sink, if there are any.
///
/// Most vertices have a sink near, and a vertex that follows one that is settled is settled at once: a few looks at the
/// rows that are left, in turn from either end, leave nothing. Time O(|V| + |A|).
pub(crate) fn lost_vertices(graph: &Multigraph) -> Option<VertexMap<bool>> {
    let mut settled = Settled::sinks_of(graph);
    let mut left: Vec<VertexId> = graph.vertices().filter(|&u| !settled.has(u)).collect();
    loop {
        let before = left.len();
        left.reverse();
        left.retain(|&u| !settled.look_at(graph, u));
        if left.is_empty() {
            return None;
        }
        // Rows are looked at in geometrically decreasing number, or it is time for something else.
        if left.len() > before / 4 * 3 {
            break;
        }
    }
    let lost: Vec<bool> = searched(graph).as_slice().iter().map(|reaches| !reaches).collect();
    lost.contains(&true).then(|| VertexMap::from_vec(lost))
}

/// The vertices that are known to reach a sink, one bit each: few enough to stay near.
struct Settled(Vec<u64>);

impl Settled {
    fn sinks_of(graph: &Multigraph) -> Self {
        let mut settled = Self(vec![0; graph.vertex_count().div_ceil(64)]);
        graph.vertices().filter(|&u| graph.is_sink(u)).for_each(|u| settled.put(u));
        settled
    }

    #[inline]
    fn has(&self, u: VertexId) -> bool {
        self.0[u.index() / 64] >> (u.index() % 64) & 1 == 1
    }

    #[inline]
    fn put(&mut self, u: VertexId) {
        self.0[u.index() / 64] |= 1 << (u.index() % 64);
    }

    /// Settles `u` if one of its heads is; whether it was.
    #[inline]
    fn look_at(&mut self, graph: &Multigraph, u: VertexId) -> bool {
        let settles = graph.heads(u).iter().any(|&v| self.has(v));
        if settles {
            self.put(u);
        }
        settles
    }
}

/// Which vertices have a directed path to a sink: a search from the sinks, against the arcs.
fn searched(graph: &Multigraph) -> VertexMap<bool> {
    let reversed = graph.reversed();
    let mut reaches = VertexMap::filled(graph.vertex_count(), false);
    let mut queue: Vec<VertexId> = graph.vertices().filter(|&u| graph.is_sink(u)).collect();
    queue.iter().for_each(|&u| reaches[u] = true);
    while let Some(v) = queue.pop() {
        for &u in reversed.tails(v) {
            if !reaches[u] {
                reaches[u] = true;
                queue.push(u);
            }
        }
    }
    reaches
}

// Strongly connected components, in topological order.

/// The strongly connected components of the vertices `inside` that `roots` reach by way of such vertices, each sorted,
/// every arc between them leading from a component to itself or to a later one.
///
/// Tarjan's algorithm with its own stack. Time and memory O(|V| + |A|).
pub fn strong_components(
    graph: &Multigraph,
    inside: &VertexMap<bool>,
    roots: impl IntoIterator<Item = VertexId>,
) -> Vec<Vec<VertexId>> {
    const UNSEEN: u32 = u32::MAX;
    const CLOSED: u32 = u32::MAX - 1;
    let mut found_at = VertexMap::filled(graph.vertex_count(), UNSEEN);
    let mut low = VertexMap::filled(graph.vertex_count(), 0u32);
    let (mut clock, mut open, mut calls) = (0u32, Vec::new(), Vec::<(VertexId, u32)>::new());
    let mut components = Vec::new();
    for root in roots {
        if !inside[root] || found_at[root] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some(&mut (u, ref mut next)) = calls.last_mut() {
            if *next == 0 {
                found_at[u] = clock;
                low[u] = clock;
                clock += 1;
                open.push(u);
            }
            if let Some(&v) = graph.heads(u).get(*next as usize) {
                *next += 1;
                if !inside[v] || found_at[v] == CLOSED {
                    continue;
                }
                if found_at[v] == UNSEEN {
                    calls.push((v, 0));
                } else {
                    low[u] = low[u].min(found_at[v]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[u]);
            }
            if low[u] == found_at[u] {
                let at = open.iter().rposition(|&v| v == u).expect("u was opened when it was found");
                let mut component = open.split_off(at);
                component.iter().for_each(|&v| found_at[v] = CLOSED);
                component.sort_unstable();
                components.push(component);
            }
        }
    }
    components.reverse();
    components
}

// Stopping graphs: what is left of a graph when its traps have become sinks.

/// A graph in which every maximal rotor walk is finite [ACD22, `lem:finiteRotorWalk`].
///
/// The graph itself is untouched: a vertex is **active** if a particle on it moves on, and a particle halts on all
/// others: on sinks and, after `lem:removeSC`, anywhere in a trap. Arcs of vertices that are not active do not count.
#[derive(Clone, Debug)]
pub struct StoppingGraph<'g> {
    graph: &'g Multigraph,
    traps: Arc<Traps>,
    active: Arc<VertexMap<bool>>,
}

/// Where a particle halts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// On this sink.
    Sink(VertexId),
    /// In the trap of this number: it never exits.
    Trap(usize),
}

impl<'g> StoppingGraph<'g> {
    /// Cuts the traps of `graph`. Time and memory O(|V| + |A|) the first time, O(1) after that: the cut is kept with the graph.
    pub fn of(graph: &'g Multigraph) -> Self {
        let cut = graph.cut();
        Self { graph, traps: Arc::clone(&cut.traps), active: Arc::clone(&cut.active) }
    }

    /// The part that a particle on `start` can reach: all other vertices are no longer active.
    #[must_use]
    pub fn reached_from(&self, start: VertexId) -> Self {
        let mut active = VertexMap::filled(self.graph.vertex_count(), false);
        let mut queue = Vec::new();
        if self.active[start] {
            active[start] = true;
            queue.push(start);
        }
        while let Some(u) = queue.pop() {
            for &v in self.graph.heads(u) {
                if self.active[v] && !active[v] {
                    active[v] = true;
                    queue.push(v);
                }
            }
        }
        Self { graph: self.graph, traps: Arc::clone(&self.traps), active: Arc::new(active) }
    }

    /// The whole graph, arcs of traps included.
    pub fn graph(&self) -> &'g Multigraph {
        self.graph
    }

    /// The traps that were cut.
    pub fn traps(&self) -> &Traps {
        &self.traps
    }

    /// The same, to be kept.
    pub fn shared_traps(&self) -> Arc<Traps> {
        Arc::clone(&self.traps)
    }

    /// Which vertices are active.
    pub fn active(&self) -> &VertexMap<bool> {
        &self.active
    }

    /// Whether `u` is active.
    #[inline]
    pub fn is_active(&self, u: VertexId) -> bool {
        self.active[u]
    }

    /// The active vertices, in order.
    pub fn active_vertices(&self) -> impl Iterator<Item = VertexId> + '_ {
        self.active.iter().filter(|&(_, &active)| active).map(|(u, _)| u)
    }

    /// The exit of a particle that stands on `u`, if it halts there.
    pub fn exit_at(&self, u: VertexId) -> Option<Exit> {
        if self.graph.is_sink(u) {
            return Some(Exit::Sink(u));
        }
        self.traps.trap_of(u).map(Exit::Trap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;
    use std::fmt::Write;

    fn traps(text: &str) -> Vec<Vec<String>> {
        let instance = parse(text).unwrap();
        let names = |trap: &Vec<VertexId>| trap.iter().map(|&u| instance.name(u).to_owned()).collect();
        Traps::of(instance.graph()).members().iter().map(names).collect()
    }

    #[test]
    fn a_stopping_graph_has_no_trap() {
        assert!(traps("a: b s\nb: a\nsink s").is_empty());
        assert!(traps("").is_empty());
    }

    #[test]
    fn a_trap_is_closed_and_excludes_what_falls_into_it() {
        assert_eq!(traps("u: a s\nf: a\na: b\nb: a\nc: c\nd: c b\nsink s"), [vec!["a", "b"], vec!["c"]]);
    }

    #[test]
    fn a_graph_without_a_sink_is_all_traps_and_ways_into_them() {
        assert_eq!(traps("a: b\nb: c\nc: b a^2\nx: x a\ny: y"), [vec!["a", "b", "c"], vec!["y"]]);
    }

    #[test]
    fn a_component_that_leads_into_another_is_not_a_trap() {
        assert_eq!(traps("a: b\nb: a c\nc: d\nd: c"), [vec!["c", "d"]]);
        assert_eq!(traps("c: d\nd: c\na: b\nb: a c"), [vec!["c", "d"]]);
    }

    #[test]
    fn looking_at_rows_finds_what_a_search_finds() {
        let (mut stopping, mut lost) = (0, 0);
        for code in 0..4_096u32 {
            let mut text = String::from("sink s\n");
            for u in 0..6 {
                // Every vertex has one or two arcs, to vertices or to the sink.
                let draw = |salt: u32| (code.wrapping_mul(2_654_435_761) >> (2 * u + salt)) % 8;
                let name = |v: u32| if v < 6 { v.to_string() } else { "s".to_owned() };
                let second = if draw(5) > 3 { name(draw(9)) } else { String::new() };
                writeln!(text, "{u}: {} {second}", name(draw(1) % 7)).unwrap();
            }
            let instance = parse(&text).unwrap();
            let searched = searched(instance.graph());
            let all = searched.as_slice().iter().all(|&reaches| reaches);
            let expected = searched.as_slice().iter().map(|reaches| !reaches).collect();
            assert_eq!(
                lost_vertices(instance.graph()),
                (!all).then(|| VertexMap::from_vec(expected)),
                "{text}"
            );
            stopping += u32::from(all);
            lost += u32::from(!all);
        }
        assert!(stopping > 300 && lost > 300, "{stopping} {lost}");
    }

    #[test]
    fn a_long_way_to_the_sink_is_searched() {
        // Neighbours stand far from each other, so that looking at rows settles few at a time.
        let n = 1_000u32;
        let place = |i: u32| i * 367 % n;
        let mut rows = vec![String::new(); n as usize];
        (0..n).for_each(|i| {
            let next = if i + 1 == n { "s".to_owned() } else { place(i + 1).to_string() };
            rows[place(i) as usize] = format!("{}: {next}\n", place(i));
        });
        let instance = parse(&(rows.concat() + "sink s")).unwrap();
        assert_eq!(lost_vertices(instance.graph()), None);
    }

    fn components(text: &str, roots: &[&str]) -> Vec<String> {
        let instance = parse(text).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let roots: Vec<_> = roots.iter().map(|name| instance.vertex(name).unwrap()).collect();
        let names = |component: &Vec<VertexId>| component.iter().map(|&u| instance.name(u)).collect();
        strong_components(instance.graph(), stopping.active(), roots).iter().map(names).collect()
    }

    #[test]
    fn components_come_before_what_they_lead_to() {
        let text = "a: b d\nb: c\nc: b s\nd: d e\ne: f\nf: e d g s\ng: s\nsink s\nt: t";
        assert_eq!(components(text, &["a"]), ["a", "def", "g", "bc"]);
        assert_eq!(components(text, &["g", "c", "a"]), ["a", "def", "bc", "g"]);
        assert_eq!(components(text, &["t", "s"]), [""; 0]);
    }

    #[test]
    fn only_what_the_start_reaches_stays_active() {
        let instance = parse("a: b s\nb: a\nc: a t\nt: t\nsink s").unwrap();
        let [a, b, c, t, s] = ["a", "b", "c", "t", "s"].map(|name| instance.vertex(name).unwrap());
        let stopping = StoppingGraph::of(instance.graph());
        assert_eq!(stopping.active_vertices().collect::<Vec<_>>(), [a, b, c]);
        assert_eq!(stopping.reached_from(a).active_vertices().collect::<Vec<_>>(), [a, b]);
        assert_eq!(stopping.reached_from(t).active_vertices().count(), 0);
        assert_eq!(stopping.exit_at(s), Some(Exit::Sink(s)));
        assert_eq!(stopping.exit_at(t), Some(Exit::Trap(0)));
        assert_eq!(stopping.exit_at(c), None);
    }
}
