//! Reading `.rotorb` files.

use super::distinct::repeated_names;
use super::layout::{
    ALL_FLAGS, CHECKSUM_BYTES, HAS_OWNERS, HAS_START, HAS_VALUES, HEADER_BYTES, Header, MAGIC,
    TURN_THEN_MOVE, VERSION, u32_at,
};
use crate::stop_check::StopCheck;
use rotor_graph::FlawRule;
use rotor_graph::{
    Configuration, Flaw, FlawList, Flaws, Instance, Multigraph, Names, Owner, Place, Player, Rule, Unread,
    VertexId, VertexMap, is_value, quoted,
};

/// Reads an instance of at most `most_arcs` arcs, with the rule it was written for. Time and memory O(bytes).
pub fn read(bytes: &[u8], most_arcs: u64) -> Result<(Instance, Rule), Flaws> {
    read_within(bytes, most_arcs, &mut StopCheck::of(&mut || true)).map_err(Unread::into_flaws)
}

/// Nothing here takes longer than some copies of the file, so the question is asked before and after each of them.
pub(crate) fn read_within(
    bytes: &[u8],
    most_arcs: u64,
    stop_check: &mut StopCheck<'_>,
) -> Result<(Instance, Rule), Unread> {
    stop_check.ask()?;
    let (header, body) = open(bytes, most_arcs).map_err(Flaws::one)?;
    stop_check.ask()?;
    let mut flaws = FlawList::default();
    let instance = read_sections(&header, body, &mut flaws);
    stop_check.ask()?;
    let rule = if header.has(TURN_THEN_MOVE) { Rule::TurnThenMove } else { Rule::MoveThenTurn };
    Ok(flaws.or(instance.map(|instance| (instance, rule)))?)
}

/// The header and the sections, once magic, version, length and checksum are right.
fn open(bytes: &[u8], most_arcs: u64) -> Result<(Header, &[u8]), Flaw> {
    if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
        return Err(whole(
            FlawRule::RotorbMagic,
            "this is not a .rotorb file",
            "give a file that `convert` wrote",
        ));
    }
    let too_short =
        || damaged(FlawRule::RotorbLength, format!("the file ends too early, after {} bytes", bytes.len()));
    let (head, rest) = bytes.split_first_chunk::<HEADER_BYTES>().ok_or_else(too_short)?;
    let version = u32_at(head, 8);
    if version != VERSION {
        let message = format!("version {version} of .rotorb, but only version {VERSION} is known here");
        return Err(whole(
            FlawRule::RotorbVersion,
            message,
            "use a newer release, or convert the file with the one that wrote it",
        ));
    }
    let header = Header::of(head);
    let wanted = header.file_bytes();
    if wanted.is_none_or(|wanted| wanted > bytes.len() as u64) {
        return Err(too_short());
    }
    let (body, sum) = rest.split_last_chunk::<CHECKSUM_BYTES>().ok_or_else(too_short)?;
    if wanted != Some(bytes.len() as u64) {
        return Err(damaged(
            FlawRule::RotorbLength,
            format!("{} bytes follow the end of the file", bytes.len() as u64 - wanted.unwrap_or(0)),
        ));
    }
    if crc32fast::hash(&bytes[..bytes.len() - CHECKSUM_BYTES]) != u32::from_le_bytes(*sum) {
        return Err(damaged(FlawRule::RotorbChecksum, "the checksum is wrong".to_owned()));
    }
    if header.flags & !ALL_FLAGS != 0 {
        return Err(section("flags", format!("the flags {} are unknown", header.flags & !ALL_FLAGS)));
    }
    let arcs = header.arcs;
    if arcs > most_arcs {
        let message = format!("the graph has {arcs} arcs, more than the limit of {most_arcs}");
        return Err(whole(FlawRule::Memory, message, "allow more with --memory"));
    }
    Ok((header, body))
}

/// The instance, or a flaw of each section that has one.
fn read_sections(header: &Header, body: &[u8], flaws: &mut FlawList) -> Option<Instance> {
    let (vertices, arcs) = (header.vertices as usize, header.arcs as usize);
    let mut sections = Sections { rest: body };
    let row_starts = sections.numbers(vertices + 1, u32::from_le_bytes);
    let heads = sections.numbers(arcs, |bytes| VertexId::new(u32::from_le_bytes(bytes)));
    let rotors = sections.numbers(vertices, u32::from_le_bytes);
    let values = header.has(HAS_VALUES).then(|| sections.numbers(vertices, i64::from_le_bytes));
    let owners = header.has(HAS_OWNERS).then(|| sections.numbers(vertices, |[code]: [u8; 1]| code));
    let (name_ends, names) = sections.rest.split_at(vertices * 8);
    let names = read_names(name_ends.as_chunks().0, names, flaws);
    let start = read_start(header, flaws);
    let graph = match Multigraph::from_rows(row_starts, heads) {
        Ok(graph) => graph,
        Err(error) => {
            flaws.push(|| section("arcs", error.to_string()));
            return None;
        }
    };
    let rotors = read_rotors(header, &graph, &rotors, flaws);
    let values = values.map(|values| read_values(&graph, values, flaws));
    let owners = owners.map(|owners| read_owners(&graph, &owners, flaws));
    if !flaws.is_empty() {
        return None;
    }
    let instance = Instance::new(graph, names?).map(|instance| instance.with_rotors(rotors));
    let instance = instance.and_then(|instance| match owners {
        Some(owners) => instance.with_owners(owners),
        None => Ok(instance),
    });
    let instance = instance.and_then(|instance| match values {
        Some(values) => instance.with_values(values),
        None => Ok(instance),
    });
    let instance = instance.and_then(|instance| instance.with_start(start));
    Some(instance.expect("every section was checked against the graph"))
}

/// What is left of the body; its length was checked against the header.
struct Sections<'b> {
    rest: &'b [u8],
}

impl Sections<'_> {
    fn numbers<const N: usize, T>(&mut self, count: usize, number: impl Fn([u8; N]) -> T) -> Vec<T> {
        let (section, rest) = self.rest.split_at(count * N);
        self.rest = rest;
        let (numbers, _) = section.as_chunks::<N>();
        numbers.iter().map(|&bytes| number(bytes)).collect()
    }
}

fn read_names(ends: &[[u8; 8]], bytes: &[u8], flaws: &mut FlawList) -> Option<Names> {
    let ends = ends.iter().map(|&end| u64::from_le_bytes(end));
    let Ok(text) = std::str::from_utf8(bytes) else {
        flaws.push(|| section("names", "bytes that are not UTF-8".to_owned()));
        return None;
    };
    if ends.clone().next_back().unwrap_or(0) != text.len() as u64 {
        flaws.push(|| section("name ends", "the last name does not end where the names end".to_owned()));
        return None;
    }
    let names = match Names::from_text(text.to_owned(), ends) {
        Ok(names) => names,
        Err(vertex) => {
            flaws.push(|| {
                section("name ends", format!("the name of vertex {vertex} is empty or cuts a character"))
            });
            return None;
        }
    };
    for (first, later) in repeated_names(&names) {
        flaws.push(|| {
            let name = quoted(names.get(first));
            section(
                "names",
                format!("vertices {} and {} are both called {name}", first.index(), later.index()),
            )
        });
    }
    Some(names)
}

fn read_start(header: &Header, flaws: &mut FlawList) -> Option<VertexId> {
    let start = header.start;
    let valid = if header.has(HAS_START) { u64::from(start) < header.vertices } else { start == 0 };
    if !valid {
        flaws.push(|| section("start", format!("the start {start} is not a vertex")));
    }
    header.has(HAS_START).then(|| VertexId::new(start))
}

fn read_rotors(
    header: &Header,
    graph: &Multigraph,
    positions: &[u32],
    flaws: &mut FlawList,
) -> Configuration {
    let fits = |u: VertexId| positions[u.index()] < graph.out_degree(u).max(1);
    if let Some(u) = graph.vertices().find(|&u| !fits(u)) {
        let (rotor, degree, vertex) = (positions[u.index()], graph.out_degree(u), u.index());
        flaws.push(|| {
            section("rotors", format!("the rotor of vertex {vertex} is on arc {rotor} of {degree}"))
        });
    }
    let rotors = Configuration::from_positions(graph, |u| positions[u.index()]);
    if header.has(TURN_THEN_MOVE) { Rule::TurnThenMove.to_inner(graph, rotors) } else { rotors }
}

fn read_values(graph: &Multigraph, values: Vec<i64>, flaws: &mut FlawList) -> VertexMap<i64> {
    let values = VertexMap::from_vec(values);
    let fits = |u, value| value == 0 || graph.is_sink(u) && is_value(value);
    if let Some((u, value)) = values.iter().find(|&(u, &value)| !fits(u, value)) {
        flaws.push(|| section("values", format!("vertex {} cannot have the value {value}", u.index())));
    }
    values
}

fn read_owners(graph: &Multigraph, codes: &[u8], flaws: &mut FlawList) -> VertexMap<Owner> {
    let owners = graph.vertices().zip(codes).map(|(u, code)| {
        let owner = match code {
            0 => Owner::Rotor,
            1 => Owner::Player(Player::Max),
            2 => Owner::Player(Player::Min),
            _ => return Err((u, *code)),
        };
        if owner != Owner::Rotor && graph.is_sink(u) { Err((u, *code)) } else { Ok(owner) }
    });
    match owners.collect() {
        Ok(owners) => VertexMap::from_vec(owners),
        Err((u, code)) => {
            flaws.push(|| section("owners", format!("vertex {} cannot have the owner {code}", u.index())));
            VertexMap::filled(graph.vertex_count(), Owner::Rotor)
        }
    }
}

const WRITE_ANEW: &str = "write the file again";

fn whole(rule: FlawRule, message: impl Into<String>, remedy: &str) -> Flaw {
    Flaw { place: Place::Whole, rule, message: message.into(), remedy: remedy.to_owned() }
}

fn damaged(rule: FlawRule, message: String) -> Flaw {
    whole(rule, message, WRITE_ANEW)
}

fn section(name: &str, message: String) -> Flaw {
    let remedy = WRITE_ANEW.to_owned();
    Flaw { place: Place::Path(name.to_owned()), rule: FlawRule::RotorbSection, message, remedy }
}
