//! Plans: sets of vertices to hold for which it is known in advance how many probes settle a graph at most.
//!
//! One held vertex takes O(L) probes, L being the bits of the departures. So a plan that holds k vertices one inside the
//! other takes (4 L)^k probes, and its worth is known before anything is tried: in bits, k·log₂(4 L).

use super::guess::{left_over, route_to_the_end};
use super::part::{OUTSIDE, Part};
use super::pseudo_flow::PseudoFlow;
use super::tree_runs::{TreeRuns, are_few};
use rotor_graph::{Stop, Tick, amount};
use std::fmt;

/// How many operations are spent on finding a set whose rest is a forest.
pub(crate) const SEARCH: u64 = 1 << 22;

/// Which vertices are held, and what settles the rest.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    kind: Kind,
    /// The logarithm of how many probes it takes at most, or steps of them.
    pub(crate) bits: f64,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Without these the rest is a forest, on which what is left over is taken to its end by return flows.
    Trees(Vec<usize>),
    /// The parent of each vertex in the tree of an elimination: where something is left over, its ancestors are held from
    /// the root on. The others fall apart into what hangs on them.
    Separators(Vec<u32>, usize),
    /// Every vertex gets to one of these, or out, by arcs between which at most 2^`depth` are to choose from; so what is left
    /// over soon gets there.
    Layers { set: Vec<usize>, depth: u32 },
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vertices = |count: usize| amount(count, "vertex", "vertices");
        match &self.kind {
            Kind::Trees(set) => {
                write!(f, "hold {} whose rest is a forest", vertices(set.len()))
            }
            Kind::Separators(_, height) => {
                write!(f, "hold separators, at most {} one inside the other", vertices(*height))
            }
            Kind::Layers { set, depth } => {
                write!(f, "hold {} that are at most {depth} bits from anywhere", vertices(set.len()))
            }
        }?;
        write!(f, ": at most 2^{:.0} probes", self.bits.ceil())
    }
}

impl Plan {
    /// The cheapest plan for what is not `held`; `order` is that of an elimination of it, if there was one.
    ///
    /// Time: as for [`all`](Self::all).
    pub(crate) fn cheapest(
        flow: &PseudoFlow<'_>,
        held: &[bool],
        order: Option<&[u32]>,
        tick: &mut dyn Tick,
    ) -> Result<Option<Self>, Stop> {
        let plans = Self::all(flow, held, order, tick)?;
        Ok(plans.into_iter().min_by(|a, b| a.bits.total_cmp(&b.bits)))
    }

    /// A plan of each kind there is, and layers of several depths.
    ///
    /// Time: O(|A| log |A|), and a bounded search for a set whose rest is a forest.
    pub(crate) fn all(
        flow: &PseudoFlow<'_>,
        held: &[bool],
        order: Option<&[u32]>,
        tick: &mut dyn Tick,
    ) -> Result<Vec<Self>, Stop> {
        let part = flow.part();
        let edges = edges(part, held);
        tick.tick(16 * (part.len() + part.arc_count()) as u64)?;
        let free = (0..part.len()).filter(|&v| !held[v]);
        let supply = (0..part.len()).map(|v| flow.supply(v).bits()).max().unwrap_or(0);
        let length = supply as f64 + free.map(|v| f64::from(part.degree(v)).log2()).sum::<f64>();
        // Without a bracket each probe goes four times as far as the one before; with one, every third probe halves it.
        let probes = (4.0 * (length + 2.0)).log2();
        let mut plans = Vec::new();
        if let Some(set) = forest_without(part.len(), held, &edges, tick)? {
            plans.push(Self { bits: set.len() as f64 * probes, kind: Kind::Trees(set) });
        }
        if let Some(order) = order {
            let (parents, height) = elimination_tree(part.len(), &edges, order);
            plans.push(Self { bits: height as f64 * probes, kind: Kind::Separators(parents, height) });
        }
        plans.extend(layers(part, held).map(|(set, depth)| Self {
            bits: set.len() as f64 * probes + f64::from(depth),
            kind: Kind::Layers { set, depth },
        }));
        Ok(plans)
    }

    /// The vertex to hold next, something being left over; nothing if all of the plan are held.
    pub(crate) fn vertex(&self, flow: &PseudoFlow<'_>, held: &[bool]) -> Option<usize> {
        match &self.kind {
            Kind::Trees(set) | Kind::Layers { set, .. } => set.iter().copied().find(|&v| !held[v]),
            Kind::Separators(parents, _) => {
                let stuck = (0..held.len()).find(|&v| !held[v] && flow.residual(v).bits() > 0)?;
                let above = |&v: &usize| (parents[v] != OUTSIDE).then_some(parents[v] as usize);
                std::iter::successors(Some(stuck), above).filter(|&v| !held[v]).last()
            }
        }
    }

    /// Settles what is not held when all of the plan is; says whether what is left over is little enough for that.
    pub(crate) fn finish(
        &self,
        flow: &mut PseudoFlow<'_>,
        held: &[bool],
        tick: &mut dyn Tick,
    ) -> Result<bool, Stop> {
        if !are_few(&left_over(flow, held), flow.part()) {
            return Ok(false);
        }
        match &self.kind {
            Kind::Trees(_) => match TreeRuns::of(flow.part(), held, tick)? {
                Some(trees) => trees.route_all(flow, held, tick).map(|()| true),
                None => Ok(false),
            },
            Kind::Separators(..) => Ok(left_over(flow, held).bits() == 0),
            Kind::Layers { .. } => route_to_the_end(flow, held, tick),
        }
    }
}

/// Pairs of different vertices that are not `held` and joined by an arc, the lesser first, each once.
fn edges(part: &Part, held: &[bool]) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    for v in (0..part.len()).filter(|&v| !held[v]) {
        let v = v as u32;
        let heads = part.heads(v as usize).iter().filter(|&&w| w != OUTSIDE && w != v && !held[w as usize]);
        edges.extend(heads.map(|&w| (v.min(w), v.max(w))));
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Sets of vertices, each with a root that stands for it.
struct Sets(Vec<u32>);

impl Sets {
    fn new(n: usize) -> Self {
        Self((0..n as u32).collect())
    }

    fn root(&mut self, mut v: u32) -> u32 {
        while self.0[v as usize] != v {
            self.0[v as usize] = self.0[self.0[v as usize] as usize];
            v = self.0[v as usize];
        }
        v
    }
}

/// One or two vertices without which the others form a forest, if a bounded search finds them.
///
/// A forest has fewer edges than vertices, so only vertices of many neighbours come into question.
fn forest_without(
    n: usize,
    held: &[bool],
    edges: &[(u32, u32)],
    tick: &mut dyn Tick,
) -> Result<Option<Vec<usize>>, Stop> {
    let mut neighbours = vec![0usize; n];
    edges.iter().for_each(|&(u, v)| [u, v].iter().for_each(|&v| neighbours[v as usize] += 1));
    let mut candidates: Vec<usize> = (0..n).filter(|&v| !held[v]).collect();
    let free = candidates.len();
    candidates.sort_by_key(|&v| (std::cmp::Reverse(neighbours[v]), v));
    let mut spent = 0;
    let is_forest_without = |set: &[usize], spent: &mut u64| {
        let mut sets = Sets::new(n);
        *spent += (n + edges.len()) as u64;
        let is_left = |&&(u, v): &&(u32, u32)| !set.contains(&(u as usize)) && !set.contains(&(v as usize));
        edges.iter().filter(is_left).all(|&(u, v)| {
            let (u, v) = (sets.root(u), sets.root(v));
            sets.0[u as usize] = v;
            u != v
        })
    };
    // How many neighbours k vertices need, for fewer edges than vertices to be left.
    let least = |k: usize| (edges.len() + k + 1).saturating_sub(free);
    let mut found = None;
    'search: for (at, &v) in candidates.iter().enumerate() {
        if neighbours[v] >= least(1) && is_forest_without(&[v], &mut spent) {
            found = Some(vec![v]);
            break;
        }
        let enough = |w: usize| neighbours[v] + neighbours[w] >= least(2);
        for &w in candidates[..at].iter().take_while(|&&w| enough(w)) {
            if spent > SEARCH {
                break 'search;
            }
            if is_forest_without(&[w, v], &mut spent) {
                found = Some(vec![w, v]);
                break 'search;
            }
        }
        // Those that come later have no more neighbours.
        let is_over = neighbours[v] < least(1) && neighbours[v] + neighbours[candidates[0]] < least(2);
        if is_over || spent > SEARCH {
            break 'search;
        }
    }
    tick.tick(spent)?;
    Ok(found)
}

/// The parent of each vertex in the tree of an elimination in this order, [`OUTSIDE`] for roots, and its height: after
/// Liu (1990).
fn elimination_tree(n: usize, edges: &[(u32, u32)], order: &[u32]) -> (Vec<u32>, usize) {
    let mut place = vec![OUTSIDE; n];
    order.iter().enumerate().for_each(|(at, &v)| place[v as usize] = at as u32);
    let mut earlier = vec![Vec::new(); n];
    for &(u, v) in edges {
        let (first, last) = if place[u as usize] < place[v as usize] { (u, v) } else { (v, u) };
        earlier[last as usize].push(first);
    }
    let mut parents = vec![OUTSIDE; n];
    let mut height = vec![1; n];
    let mut sets = Sets::new(n);
    for &v in order {
        for &u in &earlier[v as usize] {
            let root = sets.root(u);
            if root != v {
                parents[root as usize] = v;
                sets.0[root as usize] = v;
                height[v as usize] = height[v as usize].max(height[root as usize] + 1);
            }
        }
    }
    let highest = order.iter().map(|&v| height[v as usize]).max().unwrap_or(0);
    (parents, highest)
}

/// For some depths, the fewest vertices such that every other one has a way to one of them, or out, along which at
/// most 2^depth arcs are to choose from.
///
/// A vertex of d arcs lies at the distances from that of its next vertex to log₂ d more. Of all distances a depth apart
/// those are taken that fewest vertices lie at.
fn layers(part: &Part, held: &[bool]) -> impl Iterator<Item = (Vec<usize>, u32)> {
    let n = part.len();
    let width: Vec<u32> = (0..n).map(|v| u32::BITS - (part.degree(v).max(1) - 1).leading_zeros()).collect();
    let distance = distances(part, held, &width);
    let most = (0..n).filter(|&v| !held[v]).map(|v| distance[v]).max().unwrap_or(0);
    let held = held.to_vec();
    (0..32).map(|power| 1u32 << power).take_while(move |&depth| depth <= most.max(1)).map(move |depth| {
        // The residues of the distances at which a vertex lies: all of them, if it is wide.
        let lies_at = |v: usize| {
            let distance = distance[v];
            (0..width[v].min(depth)).map(move |back| (distance - back) % depth)
        };
        let mut count = vec![0usize; depth as usize];
        (0..n).filter(|&v| !held[v]).flat_map(lies_at).for_each(|at| count[at as usize] += 1);
        let fewest = (0..depth).min_by_key(|&at| count[at as usize]).unwrap_or(0);
        let set = (0..n).filter(|&v| !held[v] && lies_at(v).any(|at| at == fewest)).collect();
        (set, depth)
    })
}

/// The least sum of widths on a way out from each vertex, its own included. Dijkstra's algorithm.
fn distances(part: &Part, held: &[bool], width: &[u32]) -> Vec<u32> {
    use std::cmp::Reverse;
    let n = part.len();
    let mut tails = vec![Vec::new(); n];
    let mut distance = vec![u32::MAX; n];
    let mut queue = std::collections::BinaryHeap::new();
    for u in (0..n).filter(|&u| !held[u]) {
        for &w in part.heads(u) {
            if w == OUTSIDE || held[w as usize] {
                distance[u] = width[u];
            } else {
                tails[w as usize].push(u);
            }
        }
        queue.extend((distance[u] < u32::MAX).then_some(Reverse((distance[u], u))));
    }
    while let Some(Reverse((least, v))) = queue.pop() {
        if least == distance[v] {
            for &u in &tails[v] {
                let through = least.saturating_add(width[u]);
                if through < distance[u] {
                    distance[u] = through;
                    queue.push(Reverse((through, u)));
                }
            }
        }
    }
    distance
}
