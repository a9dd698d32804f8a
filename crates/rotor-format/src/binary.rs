//! Binary instances, `.rotorb`: for big instances, loaded without parsing.
//!
//! All numbers are little-endian; there is no padding. With n vertices, m arcs and b bytes of names:
//!
//! | offset | field | type | meaning |
//! |---|---|---|---|
//! | 0 | magic | 8 bytes | `89 72 6F 74 6F 72 62 0A`: byte 0x89, `rotorb`, line feed |
//! | 8 | version | u32 | 1 |
//! | 12 | flags | u32 | 1: owners follow, 2: values follow, 4: there is a start, 8: rotors written for turn-then-move; others 0 |
//! | 16 | vertices | u64 | n, sinks included |
//! | 24 | arcs | u64 | m |
//! | 32 | name bytes | u64 | b |
//! | 40 | start | u32 | the number of the start; 0 if there is none |
//! | 44 | row starts | (n + 1) × u32 | vertex u has the arcs \[u\] … \[u + 1\] − 1, in rotor order; none: a sink |
//! | | heads | m × u32 | where each arc leads |
//! | | rotors | n × u32 | how many arcs after the first one the rotor of each vertex stands; 0 for a sink |
//! | | values | n × i64 | only with flag 2: the value of each sink; 0 for other vertices |
//! | | owners | n × u8 | only with flag 1: 0 rotor, 1 max, 2 min; 0 for a sink |
//! | | name ends | n × u64 | where the name of each vertex ends in the names; it starts where the one before ends |
//! | | names | b bytes | all names in UTF-8, one after the other, none empty, all different |
//! | | checksum | u32 | CRC-32 (IEEE 802.3) of all bytes before |
//!
//! A reader checks magic, version, length and checksum before it allocates anything, and every number after that.

use crate::distinct::repeated_names;
use rotor_graph::{
    Configuration, Flaw, FlawList, FlawRule, Flaws, Instance, Multigraph, Names, Owner, Place, Player, Rule,
    Tick, Unread, VertexId, VertexMap, is_value, quoted,
};
use std::io::{self, Write};

// The header

/// The first bytes of every `.rotorb` file.
pub(crate) const MAGIC: [u8; 8] = *b"\x89rotorb\n";

const VERSION: u32 = 1;
const HEADER_BYTES: usize = 44;
const CHECKSUM_BYTES: usize = 4;

const HAS_OWNERS: u32 = 1;
const HAS_VALUES: u32 = 2;
const HAS_START: u32 = 4;
const TURN_THEN_MOVE: u32 = 8;
const ALL_FLAGS: u32 = HAS_OWNERS | HAS_VALUES | HAS_START | TURN_THEN_MOVE;

/// What stands in front of the sections, magic and version apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Header {
    flags: u32,
    vertices: u64,
    arcs: u64,
    name_bytes: u64,
    start: u32,
}

impl Header {
    /// The header as bytes, magic and version included.
    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = [MAGIC.as_slice(), &VERSION.to_le_bytes(), &self.flags.to_le_bytes()].concat();
        bytes
            .extend([self.vertices, self.arcs, self.name_bytes].iter().flat_map(|count| count.to_le_bytes()));
        bytes.extend(self.start.to_le_bytes());
        bytes
    }

    /// The header of a file of the present version.
    fn of(bytes: &[u8; HEADER_BYTES]) -> Self {
        Self {
            flags: u32_at(bytes, 12),
            vertices: u64_at(bytes, 16),
            arcs: u64_at(bytes, 24),
            name_bytes: u64_at(bytes, 32),
            start: u32_at(bytes, 40),
        }
    }

    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// The length of the whole file; `None` if no file is that long.
    fn file_bytes(&self) -> Option<u64> {
        let per_vertex =
            4 + 4 + 8 + if self.has(HAS_VALUES) { 8 } else { 0 } + u64::from(self.has(HAS_OWNERS));
        let vertices = self.vertices.checked_mul(per_vertex)?.checked_add(4)?;
        let sections = self.arcs.checked_mul(4)?.checked_add(vertices)?.checked_add(self.name_bytes)?;
        sections.checked_add((HEADER_BYTES + CHECKSUM_BYTES) as u64)
    }
}

fn u32_at(bytes: &[u8; HEADER_BYTES], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn u64_at(bytes: &[u8; HEADER_BYTES], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

// Reading

/// Reads an instance of at most `most_arcs` arcs, with the rule it was written for. Time and memory O(bytes).
/// Nothing here takes longer than some copies of the file, so the question is asked before and after each of them.
pub fn read(bytes: &[u8], most_arcs: u64, tick: &mut dyn Tick) -> Result<(Instance, Rule), Unread> {
    tick.tick(0)?;
    let (header, body) = open(bytes, most_arcs).map_err(Flaws::one)?;
    tick.tick(0)?;
    let mut flaws = FlawList::default();
    let instance = read_sections(&header, body, &mut flaws);
    tick.tick(0)?;
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
            note(flaws, "arcs", || error.to_string());
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
        note(flaws, "names", || "bytes that are not UTF-8".to_owned());
        return None;
    };
    if ends.clone().next_back().unwrap_or(0) != text.len() as u64 {
        note(flaws, "name ends", || "the last name does not end where the names end".to_owned());
        return None;
    }
    let names = match Names::from_text(text.to_owned(), ends) {
        Ok(names) => names,
        Err(vertex) => {
            let message = || format!("the name of vertex {vertex} is empty or cuts a character");
            note(flaws, "name ends", message);
            return None;
        }
    };
    for (first, later) in repeated_names(&names) {
        note(flaws, "names", || {
            let name = quoted(names.get(first));
            format!("vertices {} and {} are both called {name}", first.index(), later.index())
        });
    }
    Some(names)
}

fn read_start(header: &Header, flaws: &mut FlawList) -> Option<VertexId> {
    let start = header.start;
    let valid = if header.has(HAS_START) { u64::from(start) < header.vertices } else { start == 0 };
    if !valid {
        note(flaws, "start", || format!("the start {start} is not a vertex"));
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
        note(flaws, "rotors", || format!("the rotor of vertex {vertex} is on arc {rotor} of {degree}"));
    }
    let rotors = Configuration::from_positions(graph, |u| positions[u.index()]);
    if header.has(TURN_THEN_MOVE) { Rule::TurnThenMove.to_inner(graph, rotors) } else { rotors }
}

fn read_values(graph: &Multigraph, values: Vec<i64>, flaws: &mut FlawList) -> VertexMap<i64> {
    let values = VertexMap::from_vec(values);
    let fits = |u, value| value == 0 || graph.is_sink(u) && is_value(value);
    if let Some((u, value)) = values.iter().find(|&(u, &value)| !fits(u, value)) {
        note(flaws, "values", || format!("vertex {} cannot have the value {value}", u.index()));
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
            note(flaws, "owners", || format!("vertex {} cannot have the owner {code}", u.index()));
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

fn note(flaws: &mut FlawList, name: &str, message: impl FnOnce() -> String) {
    flaws.push(|| section(name, message()));
}

// Writing

/// Writes `instance` with its rotors as `rule` wants them. Time O(|V| + |A|).
pub fn write(instance: &Instance, rule: Rule, out: &mut dyn Write) -> io::Result<()> {
    let graph = instance.graph();
    let rotors = rule.from_inner(graph, instance.rotors().clone());
    let header = header(instance, rule);
    let mut out = Summed { out, sum: crc32fast::Hasher::new() };
    out.write_all(&header.to_bytes())?;
    write_numbers(&mut out, graph.row_starts().iter().map(|start| start.to_le_bytes()))?;
    write_numbers(&mut out, graph.all_heads().iter().map(|head| head.raw().to_le_bytes()))?;
    write_numbers(&mut out, graph.vertices().map(|u| rotors.position(graph, u).to_le_bytes()))?;
    if header.has(HAS_VALUES) {
        write_numbers(&mut out, graph.vertices().map(|u| instance.value(u).to_le_bytes()))?;
    }
    if header.has(HAS_OWNERS) {
        write_numbers(&mut out, graph.vertices().map(|u| [owner_code(instance.owner(u))]))?;
    }
    let ends = graph.vertices().scan(0u64, |end, u| {
        *end += instance.name(u).len() as u64;
        Some(end.to_le_bytes())
    });
    write_numbers(&mut out, ends)?;
    for u in graph.vertices() {
        out.write_all(instance.name(u).as_bytes())?;
    }
    let Summed { out, sum } = out;
    out.write_all(&sum.finalize().to_le_bytes())
}

fn header(instance: &Instance, rule: Rule) -> Header {
    let graph = instance.graph();
    let flag = |set, flag| if set { flag } else { 0 };
    let flags = flag(instance.player_count() > 0, HAS_OWNERS)
        | flag(graph.vertices().any(|u| instance.value(u) != 0), HAS_VALUES)
        | flag(instance.start().is_some(), HAS_START)
        | flag(rule == Rule::TurnThenMove, TURN_THEN_MOVE);
    Header {
        flags,
        vertices: graph.vertex_count() as u64,
        arcs: graph.arc_count() as u64,
        name_bytes: graph.vertices().map(|u| instance.name(u).len() as u64).sum(),
        start: instance.start().map_or(0, VertexId::raw),
    }
}

const fn owner_code(owner: Owner) -> u8 {
    match owner {
        Owner::Rotor => 0,
        Owner::Player(Player::Max) => 1,
        Owner::Player(Player::Min) => 2,
    }
}

/// Writes numbers in blocks.
fn write_numbers<const N: usize>(
    out: &mut dyn Write,
    numbers: impl Iterator<Item = [u8; N]>,
) -> io::Result<()> {
    const BLOCK: usize = 1 << 16;
    let mut block = Vec::with_capacity(BLOCK + N);
    for number in numbers {
        block.extend_from_slice(&number);
        if block.len() >= BLOCK {
            out.write_all(&block)?;
            block.clear();
        }
    }
    out.write_all(&block)
}

/// Passes bytes on and sums them up.
struct Summed<'w> {
    out: &'w mut dyn Write,
    sum: crc32fast::Hasher,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    fn written(instance: &Instance, rule: Rule) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(instance, rule, &mut bytes).unwrap();
        bytes
    }

    fn flaws(bytes: &[u8]) -> String {
        read(bytes, Multigraph::MOST_ARCS, &mut ()).unwrap_err().to_string()
    }

    /// A game with every section; 4 vertices, 5 arcs.
    fn game() -> Vec<u8> {
        let text = "max u: v *s\nv: é u *u\nsink é = 2\nsink s\nstart v";
        written(&parse(text).unwrap(), Rule::MoveThenTurn)
    }

    const ROW_STARTS: usize = HEADER_BYTES;
    const HEADS: usize = ROW_STARTS + 5 * 4;
    const ROTORS: usize = HEADS + 5 * 4;
    const VALUES: usize = ROTORS + 4 * 4;
    const OWNERS: usize = VALUES + 4 * 8;
    const NAME_ENDS: usize = OWNERS + 4;
    const NAMES: usize = NAME_ENDS + 4 * 8;

    /// The flaws of the game with `byte` put at `at`, and a right checksum.
    fn forged(changes: &[(usize, u8)]) -> String {
        let mut bytes = game();
        changes.iter().for_each(|&(at, byte)| bytes[at] = byte);
        seal(&mut bytes);
        flaws(&bytes)
    }

    fn seal(bytes: &mut [u8]) {
        let (content, sum) = bytes.split_at_mut(bytes.len() - CHECKSUM_BYTES);
        sum.copy_from_slice(&crc32fast::hash(content).to_le_bytes());
    }

    #[test]
    fn the_layout_is_the_one_in_the_documentation() {
        let bytes = written(&parse("u: s u\nsink s").unwrap(), Rule::TurnThenMove);
        let mut expected = b"\x89rotorb\n".to_vec();
        expected.extend([1, 0, 0, 0, 8, 0, 0, 0]);
        expected.extend([2u64, 2, 2].iter().flat_map(|number| number.to_le_bytes()));
        expected.extend([0; 4]);
        expected.extend([0u32, 2, 2, 1, 0, 1, 0].iter().flat_map(|number| number.to_le_bytes()));
        expected.extend([1u64, 2].iter().flat_map(|number| number.to_le_bytes()));
        expected.extend(b"us");
        expected.extend(crc32fast::hash(&expected).to_le_bytes());
        assert_eq!(bytes, expected);
        assert_eq!(game().len(), NAMES + 5 + CHECKSUM_BYTES);
    }

    #[test]
    fn a_file_cut_anywhere_is_refused() {
        let bytes = game();
        for length in 0..bytes.len() {
            let expected = format!("the file ends too early, after {length} bytes; write the file again");
            assert_eq!(flaws(&bytes[..length]), expected);
        }
        let mut longer = bytes;
        longer.push(0);
        assert_eq!(flaws(&longer), "1 bytes follow the end of the file; write the file again");
    }

    #[test]
    fn a_flipped_bit_anywhere_is_refused() {
        let mut bytes = game();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                bytes[at] ^= 1 << bit;
                assert!(read(&bytes, Multigraph::MOST_ARCS, &mut ()).is_err(), "bit {bit} of byte {at}");
                bytes[at] ^= 1 << bit;
            }
        }
        assert!(read(&bytes, 100, &mut ()).is_ok());
        bytes[ROTORS] ^= 1;
        assert_eq!(flaws(&bytes), "the checksum is wrong; write the file again");
    }

    #[test]
    fn a_forged_byte_anywhere_causes_no_panic() {
        let bytes = game();
        let mut accepted = 0;
        for at in 0..bytes.len() - CHECKSUM_BYTES {
            for value in 0..=255 {
                let mut forged = bytes.clone();
                forged[at] = value;
                seal(&mut forged);
                if let Ok((instance, rule)) = read(&forged, Multigraph::MOST_ARCS, &mut ()) {
                    assert_eq!(read(&written(&instance, rule), 100, &mut ()), Ok((instance, rule)));
                    accepted += 1;
                }
            }
        }
        assert!(accepted > 1000, "other names, rotors and heads make other instances: {accepted}");
    }

    #[test]
    fn other_files_and_future_versions_are_told() {
        assert_eq!(flaws(b"u: s\nsink s"), "this is not a .rotorb file; give a file that `convert` wrote");
        assert_eq!(
            forged(&[(8, 2)]),
            "version 2 of .rotorb, but only version 1 is known here; \
             use a newer release, or convert the file with the one that wrote it"
        );
        assert_eq!(forged(&[(12, 7 | 32)]), "flags: the flags 32 are unknown; write the file again");
    }

    #[test]
    fn implausible_counts_are_refused_before_allocation() {
        for field in [16, 24, 32] {
            let huge: Vec<_> = (0..8).map(|byte| (field + byte, 0xFF)).collect();
            assert_eq!(forged(&huge), "the file ends too early, after 177 bytes; write the file again");
            assert_eq!(forged(&huge[5..6]), "the file ends too early, after 177 bytes; write the file again");
        }
    }

    #[test]
    fn more_arcs_than_fit_are_a_flaw() {
        let flaws = read(&game(), 4, &mut ()).unwrap_err().into_flaws();
        assert_eq!(
            flaws.to_string(),
            "the graph has 5 arcs, more than the limit of 4; allow more with --memory"
        );
        assert_eq!(flaws.list()[0].rule.name(), "memory");
    }

    #[test]
    fn every_section_is_checked() {
        let cases: [(&[(usize, u8)], &str); 12] = [
            (&[(ROW_STARTS, 1)], "arcs: row 4 of the arcs does not start where the row before it ends"),
            (&[(ROW_STARTS + 4, 9)], "arcs: row 1 of the arcs does not start where the row before it ends"),
            (&[(HEADS + 4, 4)], "arcs: arc 1 leads to vertex 4, but the graph has 4 vertices"),
            (&[(ROTORS, 2)], "rotors: the rotor of vertex 0 is on arc 2 of 2"),
            (&[(ROTORS + 8, 1)], "rotors: the rotor of vertex 2 is on arc 1 of 0"),
            (&[(VALUES, 1)], "values: vertex 0 cannot have the value 1"),
            (&[(VALUES + 16 + 6, 0x20)], "values: vertex 2 cannot have the value 9007199254740994"),
            (&[(OWNERS, 3)], "owners: vertex 0 cannot have the owner 3"),
            (&[(OWNERS + 2, 2)], "owners: vertex 2 cannot have the owner 2"),
            (&[(40, 4)], "start: the start 4 is not a vertex"),
            (&[(NAMES + 1, b'u')], "names: vertices 0 and 1 are both called `u`"),
            (&[(NAMES + 2, 0xFF)], "names: bytes that are not UTF-8"),
        ];
        for (changes, message) in cases {
            assert_eq!(forged(changes), format!("{message}; write the file again"));
        }
        let ends = |end| format!("name ends: {end}; write the file again");
        assert_eq!(forged(&[(NAME_ENDS + 16, 3)]), ends("the name of vertex 2 is empty or cuts a character"));
        assert_eq!(forged(&[(NAME_ENDS + 8, 1)]), ends("the name of vertex 1 is empty or cuts a character"));
        assert_eq!(forged(&[(NAME_ENDS + 8, 9)]), ends("the name of vertex 1 is empty or cuts a character"));
        assert_eq!(forged(&[(NAME_ENDS + 24, 4)]), ends("the last name does not end where the names end"));
        assert_eq!(
            forged(&[(12, 3)]),
            "start: the start 1 is not a vertex; write the file again",
            "a start that is not there"
        );
    }

    #[test]
    fn all_sections_that_have_a_flaw_are_named() {
        let changes = [(ROTORS, 2), (OWNERS, 3), (40, 4), (NAMES, b'v')];
        let found = forged(&changes);
        let sections: Vec<_> = found.lines().filter_map(|line| line.split(':').next()).collect();
        assert_eq!(sections, ["names", "owners", "rotors", "start"]);
    }
}
