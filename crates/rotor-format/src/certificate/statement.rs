//! Statements: what a certificate claims, in a sentence and as data, without the numbers that prove it.

use super::claims::{Key, Writer, kind_of, write_claim};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_graph::{
    AlgebraClaim, Amounts, Claim, ClassClaim, FlowClaim, FlowShape, Instance, Moment, Strategy, VertexId,
    amount,
};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::{self, Display};

/// What holds if a claim is proved: `valid` alone does not say of what.
///
/// Displayed, it is a sentence, long lists cut; serialised, an object with `kind` and everything that is claimed of
/// starts, ends, steps, particles, values and strategies. Exits and return flows of all vertices are only counted: they
/// are the certificate.
///
/// ```
/// use rotor_format::certificate::{Statement, read};
///
/// let instance = rotor_graph::parse("u: v s\nv: u^2 t\nsink s\nsink t").unwrap();
/// let text = r#"{"schema":"arrival.certificate/1","kind":"walk","from":"u","exit":"s","departures":{"u":"2","v":"1"},
///     "steps":"3","instance":"dab3090028adc7e8c24f52c43761c47e452ec2215868df9da9b885b7c4a6812a"}"#;
/// let claim = read(text.as_bytes(), &instance, &mut ()).unwrap();
/// let statement = Statement::of(&instance, &claim);
/// assert_eq!(statement.to_string(), "the particle from u exits at s after 3 steps");
/// let object = r#"{"kind":"walk","from":"u","exit":"s","steps":"3"}"#;
/// assert_eq!(serde_json::to_string(&statement).unwrap(), object);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Statement<'c> {
    instance: &'c Instance,
    claim: &'c Claim,
}

impl<'c> Statement<'c> {
    /// What `claim` says of `instance`, whose vertices it must be about.
    pub fn of(instance: &'c Instance, claim: &'c Claim) -> Self {
        Self { instance, claim }
    }

    fn name(&self, u: VertexId) -> impl Display + use<'c> {
        self.instance.name(u).escape_debug()
    }

    fn set(&self, vertices: &[VertexId]) -> String {
        format!("{{{}}}", listed(vertices.iter().map(|&u| self.name(u).to_string())))
    }

    /// Vertices with counts that are not 0, and `between` the count and the vertex.
    fn counts<'v, T: Display + Zero + 'v>(
        &self,
        counts: impl Iterator<Item = (VertexId, &'v T)>,
        between: &str,
    ) -> impl Iterator<Item = String> {
        let used = counts.filter(|(_, count)| !count.is_zero());
        used.map(move |(u, count)| format!("{count} {between} {}", self.name(u)))
    }

    /// Where particles end that no antiparticles are among.
    fn flow(&self, f: &mut fmt::Formatter<'_>, claim: &'c FlowClaim) -> fmt::Result {
        let FlowClaim { shape, supply, traps, departures, stays, .. } = claim;
        let only = |amounts: &Amounts<BigUint>| amounts.only().map(|u| self.name(u).to_string());
        let [from, at] = [supply, stays].map(|amounts| only(amounts).unwrap_or_default());
        match shape {
            FlowShape::Walk => {
                write!(f, "the particle from {from} exits at {at}")?;
                steps(f, " after ", claim.steps.as_ref())
            }
            FlowShape::Moment => {
                write!(f, "the particle from {from} is at {at}")?;
                steps(f, " after ", Some(&departures.as_slice().iter().sum()))
            }
            FlowShape::Trap => {
                let trap = traps.first().map_or_else(String::new, |trap| self.set(trap));
                write!(f, "the particle from {from} enters {trap}, which has no sink and no way out")?;
                steps(f, ", after ", claim.steps.as_ref())
            }
            FlowShape::Route => {
                let total: BigUint = supply.iter().map(|(_, count)| count).sum();
                if total == BigUint::ZERO {
                    f.write_str("no particles, so nothing ends")?;
                } else {
                    let verb = if total == BigUint::from(1u32) { "ends" } else { "end" };
                    let (starts, ends) = self.starts_and_ends(claim);
                    write!(f, "{} ({starts}) {verb}: {ends}", amount(total, "particle", "particles"))?;
                }
                steps(f, ", after ", claim.steps.as_ref())
            }
        }
    }

    /// The particles on each vertex before and after.
    fn starts_and_ends<N: Display + Zero>(&self, claim: &FlowClaim<N>) -> (String, String) {
        let trapped = claim.traps.iter().zip(&claim.trapped).filter(|(_, count)| !count.is_zero());
        let trapped = trapped.map(|(trap, count)| format!("{count} in the trap {}", self.set(trap)));
        let ends = self.counts(claim.stays.iter(), "at").chain(trapped);
        (listed(self.counts(claim.supply.iter(), "from")), listed(ends))
    }
}

fn steps(f: &mut fmt::Formatter<'_>, lead: &str, steps: Option<&BigUint>) -> fmt::Result {
    match steps {
        Some(steps) => write!(f, "{lead}{}", amount(steps, "step", "steps")),
        None => Ok(()),
    }
}

impl fmt::Display for Statement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vertices = self.instance.graph().vertex_count();
        match self.claim {
            Claim::Flow(claim) => self.flow(f, claim),
            Claim::SignedFlow(claim) => {
                let (starts, ends) = self.starts_and_ends(claim);
                write!(f, "particles and antiparticles ({starts}) end: {ends}")
            }
            Claim::Flows(claim) => {
                let flows = claim.flows.codes().len();
                write!(
                    f,
                    "the exits of {} and {}",
                    all(vertices, "vertex", "vertices"),
                    all(flows, "return flow", "return flows")
                )?;
                traps(f, claim.traps.len())
            }
            Claim::Forest(claim) => {
                write!(f, "the exits of {}", all(vertices, "vertex", "vertices"))?;
                traps(f, claim.traps.len())
            }
            Claim::Blocks(claim) => {
                let (blocks, flows) = (claim.blocks.len(), claim.returns.len());
                let [vertices, blocks, flows] = [
                    all(vertices, "vertex", "vertices"),
                    all(blocks, "block", "blocks"),
                    all(flows, "return flow", "return flows"),
                ];
                write!(f, "the exits of {vertices}, {blocks} and {flows} of blocks")?;
                traps(f, claim.traps.len())
            }
            Claim::Game(claim) => {
                let decides = |strategy: &Strategy| strategy.decisions.len();
                write!(
                    f,
                    "from {} the game is worth {} and these strategies secure it (set {}, endless play worth {}; Max \
                     decides {}, Min {})",
                    self.name(claim.from),
                    claim.value,
                    claim.strategies.name(),
                    claim.endless_value,
                    at_vertices(decides(&claim.max)),
                    at_vertices(decides(&claim.min)),
                )
            }
            Claim::Algebra(claim) => self.algebra(f, claim),
        }
    }
}

fn traps(f: &mut fmt::Formatter<'_>, traps: usize) -> fmt::Result {
    match traps {
        0 => Ok(()),
        _ => write!(f, ", with {}", amount(traps, "trap", "traps")),
    }
}

/// `the block`, `all 3 blocks`.
fn all(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("the {one}") } else { format!("all {count} {many}") }
}

fn at_vertices(vertices: usize) -> String {
    format!("at {}", amount(vertices, "vertex", "vertices"))
}

impl Serialize for Statement<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { instance, claim } = *self;
        let mut to = Writer { instance, object: serializer.serialize_map(None)? };
        to.plain("kind", &kind_of(claim).name)?;
        // What is claimed of all vertices is only counted, and what only proves a claim is left out.
        let exits = ("exits", instance.graph().vertex_count());
        let counted = match claim {
            Claim::Flows(claim) => vec![exits, ("flows", claim.flows.codes().len())],
            Claim::Forest(_) => vec![exits],
            Claim::Blocks(claim) => {
                vec![exits, ("blocks", claim.blocks.len()), ("flows", claim.returns.len())]
            }
            _ => Vec::new(),
        };
        counted.iter().try_for_each(|(key, count)| to.plain(key, count))?;
        write_claim(claim, stated(claim), &mut to)?;
        match claim {
            Claim::Flow(claim) if claim.shape == FlowShape::Moment => {
                let steps: BigUint = claim.departures.as_slice().iter().sum();
                to.entry("steps", &steps)?;
            }
            Claim::Algebra(claim) => match &**claim {
                AlgebraClaim::Class(ClassClaim { other: Some(other), .. }) => {
                    to.entry("other", &other.element)?;
                    to.entry("chips", &other.chips)?;
                }
                AlgebraClaim::Tour(claim) => {
                    to.entry("enters_after", &claim.entry.steps())?;
                    to.entry("period", &claim.period(instance.graph()))?;
                    let cover = claim.cover.as_ref().map(Moment::steps);
                    to.entry("cover", &cover)?;
                }
                _ => {}
            },
            _ => {}
        }
        to.object.end()
    }
}

/// The keys of a certificate that say what it claims, in the order in which they are stated.
fn stated(claim: &Claim) -> &'static [Key] {
    match claim {
        Claim::Flow(FlowClaim { shape, .. }) | Claim::SignedFlow(FlowClaim { shape, .. }) => match shape {
            FlowShape::Walk => &["from", "exit", "steps"],
            FlowShape::Moment => &["from", "at"],
            FlowShape::Trap => &["from", "trap", "steps"],
            FlowShape::Route => &["particles", "sinks", "traps", "trapped", "steps"],
        },
        Claim::Flows(_) | Claim::Forest(_) | Claim::Blocks(_) => &["traps"],
        Claim::Game(_) => &["from", "strategies", "endless_value", "value", "max", "min"],
        Claim::Algebra(claim) => match &**claim {
            AlgebraClaim::Group(_) => &["factors"],
            AlgebraClaim::Class(_) => &["factors", "element"],
            AlgebraClaim::Stabilisation(_) => &["start", "chips", "sinks", "traps", "trapped", "recurrent"],
            AlgebraClaim::Identity(_) => &["chips"],
            AlgebraClaim::Harmonic(_) => &["from", "sinks", "traps", "trapped", "denominator"],
            AlgebraClaim::Tour(_) => &["from", "trap"],
        },
    }
}

// Statements of the algebra

impl Statement<'_> {
    /// What a claim of the algebra says as a sentence.
    fn algebra(&self, f: &mut fmt::Formatter<'_>, claim: &AlgebraClaim) -> fmt::Result {
        match claim {
            AlgebraClaim::Group(claim) => write!(f, "the sandpile group is {}", claim.as_product()),
            AlgebraClaim::Class(ClassClaim { group, element, other }) => {
                let tuple = |element: &[BigInt]| {
                    let coordinates: Vec<String> = element.iter().map(ToString::to_string).collect();
                    format!("({})", coordinates.join(", "))
                };
                write!(f, "the rotors are the element {} of {}", tuple(element), group.as_product())?;
                match other {
                    None => Ok(()),
                    Some(other) if chips_are_none(other.chips.as_slice()) => {
                        f.write_str(", and the other configuration is equivalent")
                    }
                    Some(other) => write!(
                        f,
                        ", and routing {} leads to the class {} of the other configuration",
                        listed(self.counts(other.chips.iter(), "from")),
                        tuple(&other.element)
                    ),
                }
            }
            AlgebraClaim::Stabilisation(claim) => {
                let firings: BigUint = claim.firings.as_slice().iter().sum();
                let recurrent = if claim.recurrent { "recurrent" } else { "not recurrent" };
                let total: BigInt = claim.start.as_slice().iter().sum();
                let chips = amount(total, "chip stabilises", "chips stabilise");
                write!(
                    f,
                    "{chips} by {}, and the result is {recurrent}",
                    amount(firings, "firing", "firings")
                )
            }
            AlgebraClaim::Identity(claim) => {
                let total: BigInt = claim.chips.as_slice().iter().sum();
                write!(f, "the recurrent identity, of {}", amount(total, "chip", "chips"))
            }
            AlgebraClaim::Harmonic(claim) => {
                let from = self.name(claim.from);
                let sinks = claim.sinks.iter().filter(|(_, share)| !share.is_zero());
                let sinks = sinks.map(|(sink, share)| {
                    let share = fraction(&share.to_string(), &claim.denominator);
                    format!("at {} with probability {share}", self.name(sink))
                });
                let traps = claim.traps.iter().zip(&claim.trapped).filter(|(_, share)| !share.is_zero());
                let traps = traps.map(|(trap, share)| {
                    let share = fraction(&share.to_string(), &claim.denominator);
                    format!("in the trap {} with probability {share}", self.set(trap))
                });
                write!(f, "the random walk from {from} ends {}", listed(sinks.chain(traps)))
            }
            AlgebraClaim::Tour(claim) => {
                let (from, trap) = (self.name(claim.entry.from), self.set(&claim.trap));
                let period = claim.period(self.instance.graph());
                let entry = claim.entry.steps();
                write!(
                    f,
                    "the walk from {from} goes round in {trap}: from step {entry} on, it repeats every {}",
                    in_steps(&period)
                )?;
                match &claim.cover {
                    Some(cover) => write!(f, "; it has seen all of it after {}", in_steps(&cover.steps())),
                    None => Ok(()),
                }
            }
        }
    }
}

fn chips_are_none(chips: &[BigInt]) -> bool {
    chips.iter().all(Zero::is_zero)
}

fn in_steps(steps: &BigUint) -> String {
    amount(steps, "step", "steps")
}

fn fraction(numerator: &str, denominator: &BigUint) -> String {
    if *denominator == BigUint::from(1u32) {
        numerator.to_owned()
    } else {
        format!("{numerator}/{denominator}")
    }
}

/// The first few of some words.
fn listed(words: impl Iterator<Item = String>) -> String {
    const MOST: usize = 8;
    let mut words = words.peekable();
    let mut list: Vec<String> = words.by_ref().take(MOST).collect();
    let more = words.count();
    if more > 0 {
        list.push(format!("and {more} more"));
    }
    list.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::{instance_hash, read};
    use rotor_graph::parse;

    /// The statement of the certificate with these keys, as a sentence and as JSON.
    fn stated(text: &str, kind: &str, keys: &str) -> [String; 2] {
        let instance = parse(text).unwrap();
        let hash = instance_hash(&instance);
        let text =
            format!(r#"{{"schema":"arrival.certificate/1","kind":"{kind}","instance":"{hash}",{keys}}}"#);
        let claim = read(text.as_bytes(), &instance, &mut ()).unwrap();
        let statement = Statement::of(&instance, &claim);
        [statement.to_string(), serde_json::to_string(&statement).unwrap()]
    }

    const SMALL: &str = "u: v s\nv: a u\na: b\nb: a\nsink s";

    #[test]
    fn every_kind_of_claim_is_stated_with_all_that_it_says() {
        let exits = r#""exits":{"u":"s","v":{"trap":0},"a":{"trap":0},"b":{"trap":0},"s":"s"}"#;
        let cases = [
            (
                stated("u: s\nsink s", "walk", r#""from":"u","exit":"s","departures":{"u":"1"},"steps":"1""#),
                "the particle from u exits at s after 1 step",
                r#"{"kind":"walk","from":"u","exit":"s","steps":"1"}"#,
            ),
            (
                stated("u: s\nsink s", "walk", r#""from":"u","exit":"s","departures":{"u":"1"}"#),
                "the particle from u exits at s",
                r#"{"kind":"walk","from":"u","exit":"s"}"#,
            ),
            (
                stated(
                    SMALL,
                    "trap",
                    r#""from":"u","trap":["a","b"],"departures":{"u":"1","v":"1"},"steps":"2""#,
                ),
                "the particle from u enters {a, b}, which has no sink and no way out, after 2 steps",
                r#"{"kind":"trap","from":"u","trap":["a","b"],"steps":"2"}"#,
            ),
            (
                stated(SMALL, "forest", &format!(r#""traps":[["a","b"]],{exits},"turns":{{"u":"3"}}"#)),
                "the exits of all 5 vertices, with 1 trap",
                r#"{"kind":"forest","exits":5,"traps":[["a","b"]]}"#,
            ),
            (
                stated(
                    SMALL,
                    "flows",
                    &format!(r#""traps":[["a","b"]],{exits},"flows":[{{"from":"u","to":"v","flow":"2"}}]"#),
                ),
                "the exits of all 5 vertices and the return flow, with 1 trap",
                r#"{"kind":"flows","exits":5,"flows":1,"traps":[["a","b"]]}"#,
            ),
            (
                stated(
                    SMALL,
                    "blocks",
                    &format!(
                        r#""traps":[["a","b"]],{exits},"blocks":[["u","v"]],"flows":[{{"from":"u","block":0,"flow":"1",
                           "deadline":"inf","returned":{{}},"halts":"v","kept":{{"v":"1"}}}}],"last_departures":{{}}"#
                    ),
                ),
                "the exits of all 5 vertices, the block and the return flow of blocks, with 1 trap",
                r#"{"kind":"blocks","exits":5,"blocks":1,"flows":1,"traps":[["a","b"]]}"#,
            ),
            (
                stated(
                    SMALL,
                    "route",
                    r#""particles":{"u":"5","b":"2"},"traps":[["a","b"]],"departures":{"u":"7"},"sinks":{"s":"3"},
                       "trapped":["4"],"steps":"9""#,
                ),
                "7 particles (5 from u, 2 from b) end: 3 at s, 4 in the trap {a, b}, after 9 steps",
                r#"{"kind":"route","particles":{"u":"5","b":"2"},"sinks":{"s":"3"},"traps":[["a","b"]],"trapped":["4"],"steps":"9"}"#,
            ),
            (
                stated(
                    "max u: s t\nsink s\nsink t = 1",
                    "game",
                    r#""from":"u","strategies":"free","endless_value":-2,"value":1,"max":{"u":1},"min":{},
                       "at_least":[],"more_than":[]"#,
                ),
                "from u the game is worth 1 and these strategies secure it (set free, endless play worth -2; Max decides \
                 at 1 vertex, Min at 0 vertices)",
                r#"{"kind":"game","from":"u","strategies":"free","endless_value":-2,"value":1,"max":{"u":1},"min":{}}"#,
            ),
        ];
        for ([sentence, json], expected, object) in cases {
            assert_eq!(sentence, expected);
            assert_eq!(json, object);
        }
    }

    #[test]
    fn long_lists_are_cut_in_the_sentence_only() {
        let text: String = (0..20).map(|sink| format!("sink s{sink}\n")).collect();
        let particles: Vec<_> = (0..20).map(|sink| format!(r#""s{sink}":"1""#)).collect();
        let particles = particles.join(",");
        let keys = format!(
            r#""particles":{{{particles}}},"traps":[],"departures":{{}},"sinks":{{{particles}}},"trapped":[]"#
        );
        let [sentence, json] = stated(&text, "route", &keys);
        assert!(sentence.starts_with("20 particles (1 from s0, "), "{sentence}");
        assert!(sentence.ends_with("1 at s7, and 12 more"), "{sentence}");
        assert!(json.contains(r#""s19":"1""#));
    }
}
