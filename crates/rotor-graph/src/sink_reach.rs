//! Which vertices reach a sink: by looking at every row a few times, and only if that does not settle it by a search.

use crate::ids::{VertexId, VertexMap};
use crate::multigraph::Multigraph;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;
    use std::fmt::Write;

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
}
