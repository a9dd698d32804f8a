//! Endless walks, lists of everything, and aggregates.

use crate::certified::{Certified, Refutation, Verdict, pay, refute, require, require_zero};
use crate::chips::check_burning;
use crate::flow::{Arcs, check_moment, ends};
use crate::group::{self, check_period};
use crate::traps::{TrapOf, all_traps, closed_sets, strongly_connected};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use rotor_graph::{
    AggregateClaim, GroupClaim, Instance, Listing, Moment, Multigraph, Tick, TourClaim, VertexId, VertexMap,
};

// Tours: when an endless walk begins to repeat itself, for how long, and when it has seen its trap.
//
// **Which states come back.** In a strongly connected set without exits, a state comes back exactly if the arcs before
// the rotors lead every vertex to the particle: a spanning tree towards the particle and one arc more. One step turns
// such a state into another: the particle's new last arc is the one it moved along. That map is a bijection on them, so
// all of them come back; and the last arcs of a walk that has left every vertex form one. A state outside of the trap
// never comes back.
//
// **The period.** After a period the departures z(u) are conserved and every z(u) is a multiple of d(u), so z = p·d with
// Σ p_u·(row u) = 0; the least such p > 0 is the primitive one, and after its departures the state is the same again.

/// Checks an endless walk.
pub(crate) fn check_tour(instance: &Instance, claim: &TourClaim, tick: &mut dyn Tick) -> Verdict {
    let TourClaim { trap, entry, before, periods, cover } = claim;
    let traps = std::slice::from_ref(trap);
    let trap_of = closed_sets(instance, traps)?;
    strongly_connected(instance, traps, tick)?;
    let comes_back =
        |moment: &Moment| trap_of.contains(moment.at) && leads_to_particle(instance, trap, moment);
    let same_start = |moment: &Moment, which: &str| {
        let equation = format_args!("number of the start {which} = that of the entry");
        require(None, equation, &moment.from.index(), &entry.from.index())
    };
    require(None, "number of periods = |V|", &periods.len(), &instance.graph().vertex_count())?;
    check_moment(instance, entry, tick)?;
    require(Some(entry.at), "whether the state at the entry comes back = true", &comes_back(entry), &true)?;
    match before {
        None => require(None, "steps before the entry = 0", &entry.steps(), &BigUint::zero())?,
        Some(before) => {
            check_moment(instance, before, tick)?;
            same_start(before, "before the entry")?;
            let next = before.steps() + 1u32;
            require(None, "steps before the entry + 1 = steps at the entry", &next, &entry.steps())?;
            let equation = "whether the state before the entry comes back = false";
            require(Some(before.at), equation, &comes_back(before), &false)?;
        }
    }
    for (v, period) in periods.iter().filter(|&(v, _)| !trap_of.contains(v)) {
        require_zero(v, "period outside of the trap = 0", period)?;
    }
    check_period(instance, trap, periods, tick)?;
    let Some(cover) = cover else { return Ok(()) };
    check_moment(instance, cover, tick)?;
    same_start(cover, "of the cover")?;
    let is_inside = trap_of.contains(cover.at);
    require(Some(cover.at), "whether the walk ends its cover in the trap = true", &is_inside, &true)?;
    let entered = &cover.departures[cover.at] + 1u32;
    require(Some(cover.at), "how often v was entered = 1", &entered, &BigUint::one())?;
    match trap.iter().find(|&&v| v != cover.at && cover.departures[v].is_zero()) {
        Some(&v) => refute(Some(v), "how often v was entered > 0", 0, 0),
        None => Ok(()),
    }
}

/// Whether the arcs before the rotors lead every vertex of the trap to the particle.
fn leads_to_particle(instance: &Instance, trap: &[VertexId], moment: &Moment) -> bool {
    let mut heads = VertexMap::filled(moment.departures.len(), None);
    for &u in trap.iter().filter(|&&u| u != moment.at) {
        heads[u] = Arcs::of(instance).last_head(u, &moment.departures[u]);
    }
    ends(&heads).is_ok_and(|ends| trap.iter().all(|&u| ends[u] == moment.at))
}

// Listings: that every member listed is one, that none is listed twice, and that none is missing.
//
// Members come in a strict order, so none comes twice. **None is missing** if their number is right: there are det Δ
// spanning forests, recurrent piles and superstable piles, the order of the group. A unicycle of a trap
// with a vertex v of its cycle marked is an arc of v and a spanning tree towards v. Let T(v) count those trees; T is a
// left null vector of the Laplacian of the trap, like the periods p, so that T(v) = T(c)·p(v)/p(c) for any c. So the
// lengths of all cycles add up to Σ d(v)·T(v), and unicycles whose lengths do are all there are.

/// Judges the members of a listing as they come.
pub struct ListingJudge<'i> {
    instance: &'i Instance,
    listing: Listing,
    /// All traps; of unicycles the one they are those of.
    traps: &'i [Vec<VertexId>],
    trap_of: TrapOf,
    script: &'i VertexMap<BigUint>,
    last: Option<Vec<u32>>,
    members: u64,
    /// The members, or for unicycles the vertices on their cycles.
    weight: u64,
}

/// What was proved of a listing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JudgedListing {
    /// What was listed.
    pub listing: Listing,
    /// How many members.
    pub members: u64,
    /// Whether there are no others.
    pub is_complete: bool,
}

impl<'i> ListingJudge<'i> {
    /// A judge of the members of `listing`. `traps` are those of the graph, for unicycles the trap they are those of;
    /// `script` is a burning script, which only chips need.
    pub fn of(
        instance: &'i Instance,
        listing: Listing,
        traps: &'i [Vec<VertexId>],
        script: &'i VertexMap<BigUint>,
        tick: &mut dyn Tick,
    ) -> Verdict<Self> {
        let trap_of = match listing {
            Listing::Unicycles => {
                require(None, "number of traps whose unicycles are listed = 1", &traps.len(), &1)?;
                let trap_of = closed_sets(instance, traps)?;
                strongly_connected(instance, traps, tick)?;
                trap_of
            }
            _ => all_traps(instance, traps, tick)?,
        };
        let vertices = instance.graph().vertex_count();
        require(None, "number of entries of the script = |V|", &script.len(), &vertices)?;
        Ok(Self { instance, listing, traps, trap_of, script, last: None, members: 0, weight: 0 })
    }

    /// Checks the next member: chips, or positions of rotors. Time: that of burning, or O(|V|).
    pub fn admit(&mut self, member: &VertexMap<u32>, tick: &mut dyn Tick) -> Verdict {
        let graph = self.instance.graph();
        require(None, "number of entries = |V|", &member.len(), &graph.vertex_count())?;
        let counts = |v: VertexId| match self.listing {
            Listing::Forests => !graph.is_sink(v),
            Listing::Unicycles => self.trap_of.contains(v),
            Listing::Recurrent | Listing::Superstable => !graph.is_sink(v) && !self.trap_of.contains(v),
        };
        for (v, &entry) in member.iter() {
            let most = if counts(v) { graph.out_degree(v) } else { 1 };
            if entry >= most {
                return refute(Some(v), "entry of the member < d(v)", entry, most);
            }
        }
        let mut key: Vec<u32> = member.as_slice().to_vec();
        let mut weight = 1;
        match self.listing {
            Listing::Forests => drop(self.cycle(member, |v| !graph.is_sink(v), 0)?),
            Listing::Unicycles => {
                let cycle = self.cycle(member, |v| self.trap_of.contains(v), 1)?;
                let first = cycle.iter().min().copied().unwrap_or(VertexId::new(0));
                // In the order of the first vertex of the cycle, then of the other arcs, then of that vertex's arc.
                key[first.index()] = 0;
                key.insert(0, first.index() as u32);
                key.push(member[first]);
                weight = cycle.len() as u64;
            }
            Listing::Recurrent | Listing::Superstable => {
                let mirrored = self.listing == Listing::Superstable;
                let chips = |v: VertexId| match (counts(v), mirrored) {
                    (false, _) => BigInt::zero(),
                    (true, false) => member[v].into(),
                    (true, true) => (graph.out_degree(v) - 1 - member[v]).into(),
                };
                let chips = VertexMap::from_vec(graph.vertices().map(chips).collect());
                let burns = check_burning(self.instance, &self.trap_of, &chips, self.script, tick)?;
                require(None, "whether the chips burn = true", &burns, &true)?;
                if !mirrored {
                    let mirror =
                        |v: VertexId| if counts(v) { graph.out_degree(v) - 1 - member[v] } else { 0 };
                    key = graph.vertices().map(mirror).collect();
                }
            }
        }
        let in_order = self.last.as_ref().is_none_or(|last| *last < key);
        require(None, "whether the member comes after the last one = true", &in_order, &true)?;
        self.last = Some(key);
        self.members += 1;
        self.weight += weight;
        Ok(())
    }

    /// The vertices on the cycles of the rotors, which must be as many as `most` says: 0 or 1. Time O(|V|).
    fn cycle(
        &self,
        member: &VertexMap<u32>,
        is_inner: impl Fn(VertexId) -> bool,
        most: u32,
    ) -> Result<Vec<VertexId>, Refutation> {
        let graph = self.instance.graph();
        let (mut seen_from, mut cycle, mut cycles) =
            (VertexMap::filled(member.len(), None), Vec::new(), 0u32);
        for start in graph.vertices().filter(|&v| is_inner(v)) {
            let mut u = start;
            while is_inner(u) && seen_from[u].is_none() {
                seen_from[u] = Some(start);
                u = graph.heads(u)[member[u] as usize];
            }
            if is_inner(u) && seen_from[u] == Some(start) {
                cycles += 1;
                let first = u;
                loop {
                    cycle.push(u);
                    u = graph.heads(u)[member[u] as usize];
                    if u == first {
                        break;
                    }
                }
            }
        }
        require(None, "number of cycles of the rotors = as it should be", &cycles, &most)?;
        Ok(cycle)
    }

    /// What was proved, without a claim about members that were not listed.
    pub fn finish(self) -> Certified<JudgedListing> {
        let Self { listing, members, .. } = self;
        Certified::proved(JudgedListing { listing, members, is_complete: false })
    }

    /// Proves that all members were listed. `group` is that of the graph whose sinks are: for forests those it has, for
    /// chips the traps too, for unicycles everything but the trap, and the first vertex of that; `periods` are those of
    /// the trap, which only unicycles need.
    pub fn finish_complete(
        self,
        group: &GroupClaim,
        periods: &VertexMap<BigUint>,
        tick: &mut dyn Tick,
    ) -> Verdict<Certified<JudgedListing>> {
        let Self { instance, listing, traps, trap_of, members, weight, .. } = self;
        let graph = instance.graph();
        let expected = match listing {
            Listing::Forests => order(instance, group, tick)?,
            Listing::Recurrent | Listing::Superstable => {
                order(&cut(instance, |v| trap_of.contains(v)), group, tick)?
            }
            Listing::Unicycles => {
                check_period(instance, &traps[0], periods, tick)?;
                let root = traps[0][0];
                let trees = order(&cut(instance, |v| v == root || !trap_of.contains(v)), group, tick)?;
                let marked = |&v: &VertexId| &periods[v] * graph.out_degree(v) * &trees / &periods[root];
                traps[0].iter().map(marked).sum()
            }
        };
        let equation = match listing {
            Listing::Unicycles => "lengths of all cycles listed = those of all cycles",
            _ => "number of members listed = number of all members",
        };
        require(None, equation, &BigUint::from(weight), &expected)?;
        Ok(Certified::proved(JudgedListing { listing, members, is_complete: true }))
    }
}

/// The order of the group of `instance` if it is finite; 0 otherwise, as is the number of its forests.
fn order(instance: &Instance, group: &GroupClaim, tick: &mut dyn Tick) -> Verdict<BigUint> {
    group::check(instance, group, tick)?;
    Ok(group.factors.iter().product())
}

/// The same vertices, some of them sinks now.
fn cut(instance: &Instance, is_cut: impl Fn(VertexId) -> bool) -> Instance {
    let graph = instance.graph();
    let (mut first, mut heads) = (vec![0], Vec::new());
    for u in graph.vertices() {
        if !is_cut(u) {
            heads.extend_from_slice(graph.heads(u));
        }
        first.push(heads.len() as u32);
    }
    let graph = Multigraph::from_rows(first, heads).expect("rows were only emptied");
    Instance::new(graph, instance.names().clone()).expect("the same vertices have the same names")
}

// Aggregates: that departures are those of particles that settle one after the other.
//
// Let v be the true departures and u those claimed, each leaving at most one particle on every site, and exactly one on every
// site that u leaves. The true ones are the least that leave at most one anywhere, so v ≤ u. Let D be the sites with u > v. Going from v to u
// moves particles out of D or within it; D holds |D| particles in the end and no more before, so none leaves it. So the
// arc that each site of D used last leads into D, and these arcs close a cycle, unless D is empty.

/// Proves the sites and departures of an aggregate. Time and memory O(sites).
pub fn certify_aggregate(claim: AggregateClaim, tick: &mut dyn Tick) -> Verdict<Certified<AggregateClaim>> {
    tick.tick(0)?;
    check_aggregate(&claim, tick)?;
    Ok(Certified::proved(claim))
}

fn check_aggregate(claim: &AggregateClaim, tick: &mut dyn Tick) -> Verdict {
    let AggregateClaim { lattice, particles, departures, occupied } = claim;
    let (sites, degree) = (lattice.sites(), lattice.degree());
    // Sites are numbered as vertices are.
    require(None, "number of sites < 2³²", &sites, &sites.min(u32::MAX as usize))?;
    require(None, "number of departures = number of sites", &departures.len(), &sites)?;
    require(None, "number of occupied sites = number of sites", &occupied.len(), &sites)?;
    let mut standing = vec![0i128; sites];
    standing[lattice.origin()] = i128::from(*particles);
    for (site, &left) in departures.iter().enumerate().filter(|(_, left)| **left > 0) {
        pay(tick, 1 + degree)?;
        standing[site] -= i128::from(left);
        for arc in 0..degree {
            let uses = (left + (degree - 1 - arc) as u64) / degree as u64;
            match lattice.head(site, arc) {
                Some(head) => standing[head] += i128::from(uses),
                None => require(None, "particles that leave the numbered sites = 0", &uses, &0)?,
            }
        }
    }
    for (site, &count) in standing.iter().enumerate() {
        let here = i128::from(occupied[site]);
        require(None, format_args!("particles on site {site} = whether it is occupied"), &count, &here)?;
        if departures[site] > 0 {
            require(None, format_args!("particles on site {site}, which was left = 1"), &count, &1)?;
        }
    }
    no_cycle_of_last_arcs(claim, tick)
}

/// Demands that the arcs used last close no cycle.
fn no_cycle_of_last_arcs(claim: &AggregateClaim, tick: &mut dyn Tick) -> Verdict {
    let AggregateClaim { lattice, departures, .. } = claim;
    pay(tick, departures.len())?;
    let last_head = |(site, left): (usize, &u64)| {
        let last = left.checked_sub(1)? % lattice.degree() as u64;
        lattice.head(site, last as usize).map(|head| VertexId::new(head as u32))
    };
    let last_heads = VertexMap::from_vec(departures.iter().enumerate().map(last_head).collect());
    match ends(&last_heads) {
        Ok(_) => Ok(()),
        Err(cycle) => {
            let equation = format_args!("cycles of last arcs through site {} = 0", cycle.vertex.index());
            refute(None, equation, 1, 0)
        }
    }
}
