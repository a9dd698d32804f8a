//! Binary instances: what comes back, and that nothing damaged does.

use super::layout::{CHECKSUM_BYTES, HEADER_BYTES};
use super::{read, write};
use crate::samples;
use rotor_graph::{Instance, Multigraph, Rule, parse};

fn written(instance: &Instance, rule: Rule) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(instance, rule, &mut bytes).unwrap();
    bytes
}

fn flaws(bytes: &[u8]) -> String {
    read(bytes, Multigraph::MOST_ARCS).unwrap_err().to_string()
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
fn reading_gives_back_what_was_written() {
    for instance in samples::instances(400) {
        for rule in [Rule::MoveThenTurn, Rule::TurnThenMove] {
            let bytes = written(&instance, rule);
            assert_eq!(read(&bytes, 100), Ok((instance.clone(), rule)));
        }
    }
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
            assert!(read(&bytes, Multigraph::MOST_ARCS).is_err(), "bit {bit} of byte {at}");
            bytes[at] ^= 1 << bit;
        }
    }
    assert!(read(&bytes, 100).is_ok());
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
            if let Ok((instance, rule)) = read(&forged, Multigraph::MOST_ARCS) {
                assert_eq!(read(&written(&instance, rule), 100), Ok((instance, rule)));
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
    let flaws = read(&game(), 4).unwrap_err();
    assert_eq!(flaws.to_string(), "the graph has 5 arcs, more than the limit of 4; allow more with --memory");
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
