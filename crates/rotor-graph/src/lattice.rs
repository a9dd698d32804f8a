//! Lattices: infinite graphs whose sites have numbers, and what aggregates on them claim.

/// An infinite graph on which particles aggregate around an origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lattice {
    /// ℤ²: arcs to the east, north, west and south. Sites within `half` of the origin in both coordinates have numbers, row
    /// by row from the south-west.
    Square {
        /// The greatest coordinate.
        half: usize,
    },
    /// The tree in which every site has `degree` neighbours: arcs to its children, then to its parent. Sites have numbers
    /// layer by layer, the origin being 0.
    Tree {
        /// Neighbours of every site, at least 2.
        degree: usize,
        /// How many sites have numbers.
        sites: usize,
    },
}

impl Lattice {
    /// How many sites have numbers.
    pub fn sites(self) -> usize {
        match self {
            Self::Square { half } => (2 * half + 1) * (2 * half + 1),
            Self::Tree { sites, .. } => sites,
        }
    }

    /// The site where particles start.
    pub fn origin(self) -> usize {
        match self {
            Self::Square { half } => 2 * half * (half + 1),
            Self::Tree { .. } => 0,
        }
    }

    /// The number of arcs of every site.
    pub fn degree(self) -> usize {
        match self {
            Self::Square { .. } => 4,
            Self::Tree { degree, .. } => degree,
        }
    }

    /// Where arc `arc` of `site` leads; none if that site has no number.
    #[inline]
    pub fn head(self, site: usize, arc: usize) -> Option<usize> {
        match self {
            Self::Square { half } => {
                let side = 2 * half + 1;
                let (x, y) = (site % side, site / side);
                match arc {
                    0 => (x + 1 < side).then_some(site + 1),
                    1 => (y + 1 < side).then_some(site + side),
                    2 => site.checked_sub(1).filter(|_| x > 0),
                    _ => site.checked_sub(side),
                }
            }
            Self::Tree { degree, sites } => {
                let head = match (site, arc) {
                    (0, arc) => 1 + arc,
                    (site, arc) if arc + 1 < degree => 1 + degree + (site - 1) * (degree - 1) + arc,
                    (site, _) if site <= degree => 0,
                    (site, _) => 1 + (site - 1 - degree) / (degree - 1),
                };
                (head < sites).then_some(head)
            }
        }
    }
}

/// "This many particles, one after the other, each walk from the origin to the first free site and stay": proved by how often
/// each site is left. All rotors start on their first arcs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AggregateClaim {
    /// Where.
    pub lattice: Lattice,
    /// How many particles.
    pub particles: u64,
    /// How often each site is left.
    pub departures: Vec<u64>,
    /// Whether a particle stays on each site.
    pub occupied: Vec<bool>,
}
