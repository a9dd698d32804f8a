//! Aggregation: particles that walk from an origin, each until it finds a free site, and stay there.
//!
//! On ℤ² many particles are not walked. If sites could send fractions, u(x) departures with (mean of u over the neighbours) −
//! u = 1 − N·[x = 0] inside a disc would leave one particle on each of its sites: u(x) = |x|² − r² + N·(a(r) − a(x)), where
//! πr² = N and a is the potential kernel of ℤ², a(x) = (2/π)·ln |x| + (2γ + ln 8)/π − cos 4θ/(6π|x|²) + O(|x|⁻⁴). The true
//! departures, the *odometer*, differ from it by little. Less a margin, the guess is below them nearly everywhere; then sites
//! with more than one particle send what they have too much. If one particle is left on every site that sent some, there were
//! departures enough, perhaps too many here and there. Those that are too many go round in cycles, and are taken back: what is
//! left are the true departures (Friedrich and Levine 2013, reverse cycle-popping).

use rotor_graph::{AggregateClaim, Lattice, Stop, Tick};

/// How many particles are walked one by one on ℤ²; more than that are guessed.
const WALKED: u64 = 20_000;

/// The infinite graph on which particles aggregate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// ℤ².
    Square,
    /// The tree in which every site has this many neighbours, at least 2.
    Tree(usize),
}

/// The aggregate of `particles` particles.
///
/// On ℤ² many particles come from a guessed odometer that is corrected: time about that of a few sweeps over the sites.
/// On trees walks are short. Memory: 16 bytes per site.
pub fn aggregate(ground: Ground, particles: u64, tick: &mut dyn Tick) -> Result<AggregateClaim, Stop> {
    match ground {
        Ground::Square if particles > WALKED => aggregate_by_guess(particles, tick),
        _ => aggregate_by_walking(ground, particles, tick),
    }
}

/// The lattice with as many sites as that many particles need; `attempt` counts how often that was not enough.
fn lattice(ground: Ground, particles: u64, attempt: u32) -> Lattice {
    match ground {
        Ground::Square => {
            let radius = (particles as f64 / std::f64::consts::PI).sqrt() as usize;
            Lattice::Square { half: radius + (8 << attempt) }
        }
        Ground::Tree(degree) => {
            let (mut sites, mut layer) = (1usize, degree);
            // The layer that is not full, and those after it on further attempts.
            let mut more = 1 + attempt;
            while more > 0 {
                more -= u32::from(sites as u64 >= particles);
                sites = sites.saturating_add(layer);
                layer = layer.saturating_mul(degree - 1);
            }
            Lattice::Tree { degree, sites }
        }
    }
}

/// The aggregate, by walking every particle. Time: the number of steps, about particles² on ℤ².
pub fn aggregate_by_walking(
    ground: Ground,
    particles: u64,
    tick: &mut dyn Tick,
) -> Result<AggregateClaim, Stop> {
    for attempt in 0.. {
        let lattice = lattice(ground, particles, attempt);
        let degree = lattice.degree();
        tick.reserve(16 * lattice.sites() as u64)?;
        let mut claim = AggregateClaim {
            lattice,
            particles,
            departures: vec![0; lattice.sites()],
            occupied: vec![false; lattice.sites()],
        };
        let mut rotors = vec![0u16; lattice.sites()];
        let settled = 'particles: {
            for _ in 0..particles {
                let (mut site, mut steps) = (lattice.origin(), 0u64);
                while claim.occupied[site] {
                    let arc = rotors[site] as usize;
                    rotors[site] = if arc + 1 == degree { 0 } else { arc as u16 + 1 };
                    claim.departures[site] += 1;
                    steps += 1;
                    match lattice.head(site, arc) {
                        Some(head) => site = head,
                        None => break 'particles false,
                    }
                }
                claim.occupied[site] = true;
                tick.tick(1 + steps)?;
            }
            true
        };
        if settled {
            return Ok(claim);
        }
    }
    unreachable!("some lattice is large enough")
}

/// The margin that is tried first; each further one is four times larger.
const MARGIN: f64 = 4.0;

/// Around the origin the asymptotic formula is not good enough: the equations themselves are solved there.
const CORE: usize = 30;

/// The aggregate, from a guess.
fn aggregate_by_guess(particles: u64, tick: &mut dyn Tick) -> Result<AggregateClaim, Stop> {
    let mut margin = MARGIN;
    for attempt in 0.. {
        let lattice = lattice(Ground::Square, particles, attempt);
        tick.reserve(40 * lattice.sites() as u64)?;
        let guess = odometer(lattice, particles, tick)?;
        if let Some(mut claim) = corrected(lattice, particles, &guess, margin, tick)? {
            take_back_cycles(&mut claim, tick)?;
            return Ok(claim);
        }
        margin *= 4.0;
    }
    unreachable!("with a large margin nothing is guessed")
}

/// The departures of fractions.
fn odometer(lattice: Lattice, particles: u64, tick: &mut dyn Tick) -> Result<Vec<f64>, Stop> {
    let Lattice::Square { half } = lattice else { return Ok(vec![0.0; lattice.sites()]) };
    let (side, count) = (2 * half + 1, particles as f64);
    let pi = std::f64::consts::PI;
    let kappa = (2.0 * 0.577_215_664_901_532_9 + 8f64.ln()) / pi;
    let kernel = |x: f64, y: f64| {
        let square = x * x + y * y;
        let quadrupole = 1.0 - 8.0 * x * x * y * y / (square * square);
        square.ln() / pi + kappa - quadrupole / (6.0 * pi * square)
    };
    let squared_radius = count / pi;
    let at_radius = squared_radius.ln() / pi + kappa;
    let mut departures = vec![0.0; lattice.sites()];
    tick.tick(lattice.sites() as u64)?;
    for (site, departures) in departures.iter_mut().enumerate() {
        let [x, y] = [site % side, site / side].map(|at| at as f64 - half as f64);
        let square = x * x + y * y;
        if square > 0.0 && square < squared_radius {
            *departures = square - squared_radius + count * (at_radius - kernel(x, y));
        }
    }
    // Over-relaxation of the equations in a small square around the origin.
    let core = CORE.min(half.saturating_sub(1));
    let speed = 2.0 / (1.0 + (pi / (2.0 * core as f64 + 2.0)).sin());
    for _ in 0..40 * core {
        tick.tick((4 * core * core) as u64)?;
        for y in half - core..=half + core {
            for site in y * side + half - core..=y * side + half + core {
                let source = if site == lattice.origin() { count } else { 0.0 };
                let around = departures[site - 1]
                    + departures[site + 1]
                    + departures[site - side]
                    + departures[site + side];
                let wanted = around / 4.0 - 1.0 + source;
                departures[site] += speed * (wanted - departures[site]);
            }
        }
    }
    Ok(departures)
}

/// Departures that leave one particle on every site that sent some, and at most one elsewhere; none if the guess less the margin is
/// too far above the true ones, or the lattice too small.
fn corrected(
    lattice: Lattice,
    particles: u64,
    guess: &[f64],
    margin: f64,
    tick: &mut dyn Tick,
) -> Result<Option<AggregateClaim>, Stop> {
    let sites = lattice.sites();
    let mut departures: Vec<u64> = guess.iter().map(|count| (count - margin).max(0.0) as u64).collect();
    let mut standing = vec![0i64; sites];
    standing[lattice.origin()] = particles as i64;
    for (site, &left) in departures.iter().enumerate() {
        if left > 0 && !send(lattice, site, 0, left, &mut standing) {
            return Ok(None);
        }
    }
    let mut waiting: Vec<bool> = standing.iter().map(|&count| count > 1).collect();
    let mut now: Vec<usize> = (0..sites).filter(|&site| waiting[site]).collect();
    let mut next = Vec::new();
    while !now.is_empty() {
        tick.tick(now.len() as u64)?;
        for site in now.drain(..) {
            waiting[site] = false;
            let more = (standing[site] - 1) as u64;
            if !send(lattice, site, departures[site], more, &mut standing) {
                return Ok(None);
            }
            departures[site] += more;
            for arc in 0..4 {
                if let Some(head) = lattice.head(site, arc).filter(|&head| standing[head] > 1)
                    && !std::mem::replace(&mut waiting[head], true)
                {
                    next.push(head);
                }
            }
        }
        std::mem::swap(&mut now, &mut next);
    }
    let is_full =
        (0..sites).all(|site| standing[site] == 1 || (standing[site] == 0 && departures[site] == 0));
    let occupied = standing.iter().map(|&count| count == 1).collect();
    Ok(is_full.then_some(AggregateClaim { lattice, particles, departures, occupied }))
}

/// Takes back the last departure of every site on a cycle of arcs that were used last, until there is no such cycle; how many
/// there were.
///
/// That moves every particle back to where another one stood, so each site keeps its number. Sites whose arcs lead to one that
/// none left are done with, so each arc is followed once, and once more after it was taken back.
fn take_back_cycles(claim: &mut AggregateClaim, tick: &mut dyn Tick) -> Result<u64, Stop> {
    #[derive(Clone, Copy)]
    enum Seen {
        Never,
        OnTheWay,
        Done,
    }
    let AggregateClaim { lattice, departures, .. } = claim;
    let mut seen = vec![Seen::Never; departures.len()];
    let mut way = Vec::new();
    let mut cycles = 0;
    for start in 0..departures.len() {
        let mut next = Some(start);
        while let Some(site) = next {
            match seen[site] {
                Seen::Never => {
                    tick.tick(1)?;
                    seen[site] = Seen::OnTheWay;
                    way.push(site);
                    let last = departures[site].checked_sub(1);
                    next = last.and_then(|last| lattice.head(site, (last % 4) as usize));
                }
                Seen::OnTheWay => {
                    cycles += 1;
                    while let Some(behind) = way.pop() {
                        departures[behind] -= 1;
                        seen[behind] = Seen::Never;
                        if behind == site {
                            break;
                        }
                    }
                }
                Seen::Done => next = None,
            }
        }
        way.drain(..).for_each(|site| seen[site] = Seen::Done);
    }
    Ok(cycles)
}

/// Sends `more` particles from `site`, which was left `left` times; false if one would leave the lattice.
fn send(lattice: Lattice, site: usize, left: u64, more: u64, standing: &mut [i64]) -> bool {
    standing[site] -= more as i64;
    (0..4).all(|arc| {
        let uses = |left: u64| (left + (3 - arc) as u64) / 4;
        let sent = uses(left + more) - uses(left);
        match lattice.head(site, arc) {
            Some(head) => {
                standing[head] += sent as i64;
                true
            }
            None => sent == 0,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_margin_the_departures_are_those_of_walks() {
        let tick = &mut ();
        let (mut found, mut given_up) = (0, 0);
        for particles in (1..60).chain((60..1200).step_by(7)) {
            let walked = aggregate_by_walking(Ground::Square, particles, tick).unwrap();
            let guess = odometer(walked.lattice, particles, tick).unwrap();
            for margin in [-2.0, -0.5, 0.0, 0.5, 1.0, 2.0, 4.0, 16.0] {
                match corrected(walked.lattice, particles, &guess, margin, tick).unwrap() {
                    Some(mut claim) => {
                        take_back_cycles(&mut claim, tick).unwrap();
                        assert_eq!(claim, walked, "{particles} particles, margin {margin}");
                        found += 1;
                    }
                    None => given_up += 1,
                }
            }
        }
        assert!(found > 1000 && given_up > 100, "{found} {given_up}");
    }

    /// Follows the arcs that come next from `start`, and sends particles round the cycle that they run into; false if they lead to
    /// a free site.
    fn go_round(claim: &mut AggregateClaim, start: usize) -> bool {
        let next = |claim: &AggregateClaim, site: usize| {
            claim.lattice.head(site, (claim.departures[site] % 4) as usize)
        };
        let mut way = vec![start];
        loop {
            let site = *way.last().expect("it begins with the start");
            let Some(head) = next(claim, site).filter(|&head| claim.occupied[head]) else {
                return false;
            };
            if let Some(first) = way.iter().position(|&before| before == head) {
                way[first..].iter().for_each(|&site| claim.departures[site] += 1);
                return true;
            }
            way.push(head);
        }
    }

    #[test]
    fn departures_that_go_round_are_taken_back() {
        let tick = &mut ();
        let (mut rounds, mut first_departures) = (0, 0);
        for particles in 1..400 {
            let walked = aggregate_by_walking(Ground::Square, particles, tick).unwrap();
            let mut more = walked.clone();
            let sites: Vec<usize> = (0..more.occupied.len()).filter(|&site| walked.occupied[site]).collect();
            let went: u64 = sites
                .iter()
                .map(|&site| u64::from(go_round(&mut more, site)) + u64::from(go_round(&mut more, site)))
                .sum();
            first_departures += sites
                .iter()
                .filter(|&&site| walked.departures[site] == 0 && more.departures[site] > 0)
                .count();
            let taken_back = take_back_cycles(&mut more, tick).unwrap();
            assert_eq!((&more, taken_back > 0), (&walked, went > 0), "{particles} particles");
            rounds += went;
        }
        assert!(rounds > 1000 && first_departures > 100, "{rounds} {first_departures}");
    }
}
