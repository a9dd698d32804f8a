//! Promises of every family: pinned bytes, readable text, its class.

use rotor_generate::{
    Dice, FAMILIES, Family, GenerateError, Parameter, Rows, draw, generate, small_forest, small_game,
    small_graph,
};
use rotor_graph::{
    Class, Classified, Instance, RotorWalk, Stop, StoppingGraph, Tick, VertexId, VertexMap, parse,
};
use std::collections::{BTreeMap, BTreeSet};

fn given(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect()
}

/// Parameters that make a family small and use all of its dice.
fn small(family: &Family) -> BTreeMap<String, String> {
    let wanted = [
        ("n", "12"),
        ("w", "3"),
        ("h", "4"),
        ("copies", "3"),
        ("size", "4"),
        ("parallel", "3"),
        ("one-way", "0.2"),
        ("loops", "0.2"),
        ("rewired", "0.2"),
        ("drift", "2"),
        ("inner-sinks", "0.1"),
        ("traps", "0.1"),
        ("max", "0.2"),
        ("min", "0.2"),
        ("low", "-9"),
        ("high", "9"),
    ];
    let takes = |name: &str| family.all_parameters().any(|parameter| parameter.name == name);
    given(&wanted.into_iter().filter(|&(name, _)| takes(name)).collect::<Vec<_>>())
}

fn fnv1a(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn class(instance: &Instance) -> Class {
    Classified::of(&StoppingGraph::of(instance.graph())).class()
}

/// A family, the first line of its member for seed 1 and n = 6, and the hashes of the texts of its members for the seeds 1
/// and 2 and the parameters of [`small`].
const SNAPSHOT: &[(&str, &str, [u64; 2])] = &[
    ("chain", "0: 0 1", [0xab45_afad_4b99_d187, 0xa0c4_e55b_4c5b_2bb9]),
    ("back", "0: 1 0", [0x61cb_02a8_1b4d_51a0, 0x722e_1e57_5f9f_3c4a]),
    ("two", "0: 1 0", [0x7d8c_70dc_9745_6dea, 0x9abc_7eaa_4651_59ad]),
    ("nested", "0: 0 1 0", [0xdbba_62bd_e74b_257a, 0xd4b7_4a1f_0222_cfee]),
    ("layers", "0: A 1", [0x0512_3c50_7f60_19cb, 0xd798_5304_db4c_c6c6]),
    ("series", "0: 1 0", [0x61b5_d089_7771_7432, 0xef9d_3d94_8857_f8b0]),
    ("grid", "0: 1 A 5", [0x5ccc_10a2_b74e_5686, 0x0584_8e4c_676d_0649]),
    ("ladder", "0: A 1 2 A^2 2", [0xe20b_cd9c_f326_c26b, 0xb65b_33d0_6088_8b5b]),
    ("wells", "0: 1^2 2 A", [0xa8c4_b378_a505_3f7c, 0xd496_f65b_3407_db7d]),
    ("cactus", "0: 1 4 *2", [0xe347_5685_272c_2624, 0x6390_fbe2_8f92_721f]),
    ("blocks", "0: 4 *1 2", [0x5272_1128_11f5_a396, 0xf6c3_e92c_22cc_d528]),
    ("switch", "0: A 1", [0xa19c_cd47_9057_0c03, 0x4df6_11a9_3611_dcf9]),
    ("path", "0: A *1", [0x0263_1d52_01d3_5c53, 0x6f63_7842_5e4e_8ad0]),
    ("multipath", "0: 1^2 A", [0xaeef_a388_6eb8_055b, 0xa9df_94dc_3d42_775b]),
    ("expchain", "0: 1^2 A", [0x8b0f_c50f_5b2d_b029, 0x5882_9e62_c648_fb83]),
    ("two-sided", "0: A 1^3", [0xee8a_c7e5_d5dc_9c4e, 0x90a6_1506_30f2_717f]),
    ("tree", "0: 2 1", [0xd7fd_c3aa_b677_11e3, 0xda11_019b_96c3_98af]),
    ("binary-tree", "0: 2 1", [0xf1b2_e78c_8c53_f0b5, 0x5d8e_7693_0572_4a40]),
    ("caterpillar", "0: 2 1", [0xd1b6_aec4_e729_2191, 0x78fc_bf24_3435_d663]),
    ("star", "0: 3 5 1 2 *4", [0x4fd3_cbaf_5c23_a1ce, 0x85c8_7521_fa8b_7c73]),
    ("path-tree", "0: 1", [0xf85e_8ae4_d3e2_97d1, 0x60a8_1b07_522f_3cd9]),
    ("broom", "0: 1", [0x1254_6388_bcf7_c8ee, 0x2926_ed66_5bdf_e01f]),
    ("complete", "0: 4 5 3 2 1 A", [0x6118_4503_9c4f_3fe3, 0x51fe_e374_5400_6dd0]),
    ("cycle", "0: 1 5 A", [0x47a7_de22_0b12_011b, 0x7bdb_4752_596e_732a]),
    ("wheel", "0: 4 5 3 2 1 A", [0x47e0_4790_74ba_3c86, 0x713a_78a2_29e8_e084]),
    ("regular-tree", "0: 2 1 3", [0xa5aa_1191_df6c_4fa2, 0x9d2b_7122_6985_8c22]),
    ("torus", "0: 6 1 18 5 A", [0x4370_2836_01e0_a8f4, 0x262e_795a_8f71_88a2]),
    ("sandpile-grid", "0: 20 1 20 5", [0xc445_6e9f_a4c8_3a52, 0x5bc2_55c6_66a2_c099]),
    ("corner-grid", "0: 1 5", [0x953b_d06c_27c6_0c6e, 0x0084_3446_f02b_00ea]),
    ("random-out", "0: 5 0", [0x8d0a_5c12_9bff_5b85, 0x6733_7a71_9e50_6e94]),
    ("de-bruijn", "0: 0 1", [0xf716_5e3c_f75e_4aae, 0x7b65_4fdb_715c_bdf0]),
    ("small-world", "0: 1 2 5 4", [0xc791_2d1b_e464_f778, 0x2164_cadc_e6f5_9841]),
    ("preferential", "0: 4 5 2 1", [0x2f05_85fd_b306_b82a, 0x40d2_9dcf_06ee_da84]),
    ("planar", "0: 5 1", [0x09f3_0212_ab1f_7b7a, 0xd2a3_537a_832f_2f28]),
    ("road", "0: 1 5", [0xbfee_5e6b_dd90_9cbb, 0xa6b1_5463_71e0_c104]),
];

#[test]
fn the_hash_of_these_tests_is_fnv_1a() {
    assert_eq!(fnv1a("foobar"), 0x8594_4171_f739_67e8);
}

#[test]
fn the_same_seed_gives_the_same_bytes_for_years() {
    let text = |family: &Family, given, seed| family.generate(&given, seed).unwrap().to_string();
    for (family, &(id, first, hashes)) in FAMILIES.iter().zip(SNAPSHOT) {
        let takes_n = family.parameters[0].name == "n";
        let six = text(family, given(if takes_n { &[("n", "6")] } else { &[] }), 1);
        assert_eq!((family.id, six.lines().next()), (id, Some(first)));
        let found = [1, 2].map(|seed| fnv1a(&text(family, small(family), seed)));
        assert_eq!(found, hashes, "{id} {found:#x?}");
    }
    assert_eq!(FAMILIES.len(), SNAPSHOT.len());
}

/// Names, meanings, defaults and ranges are part of the command line.
#[test]
fn parameters_stay_the_same_for_years() {
    let told = |family: &Family| format!("{} {} {:?}\n", family.id, family.sentence, family.parameters);
    let found = fnv1a(&FAMILIES.iter().map(told).collect::<String>());
    assert_eq!(found, 0xd96d_3406_eb6e_4227, "{found:#x}");
}

#[test]
fn small_instances_of_a_seed_stay_the_same_for_years() {
    let hash = |draw: fn(&mut Dice) -> Instance| {
        let mut dice = Dice::new(1);
        fnv1a(&(0..100).map(|_| draw(&mut dice).to_string()).collect::<String>())
    };
    let found = [small_forest, small_graph, small_game].map(hash);
    assert_eq!(found, [0x00b9_a7d4_abb1_ac78, 0x27de_98f2_915c_e7f8, 0x7036_9bb4_547f_0501], "{found:#x?}");
}

/// Members written over each other, without names, are the members, and leave the dice where the members do.
#[test]
fn rows_are_those_of_the_member_whatever_was_written_before() {
    let (mut played, mut turned, mut started) = (0, 0, 0);
    let mut rows = Rows::default();
    for seed in 0..50 {
        for family in FAMILIES {
            for given in [BTreeMap::new(), small(family)] {
                let prepared = family.prepare(&given).unwrap();
                let (mut dice, mut others) = (Dice::new(seed), Dice::new(seed));
                prepared.write(&mut dice, &mut rows).unwrap();
                let member = prepared.member(&mut others).unwrap();
                let (graph, vertices) = (member.graph(), rows.vertex_count());
                assert_eq!((rows.row_starts(), rows.heads()), (graph.row_starts(), graph.all_heads()));
                let or_zeros = |list: &[u32]| if list.is_empty() { vec![0; vertices] } else { list.to_vec() };
                let rotors: Vec<u32> = graph.vertices().map(|u| member.rotors().position(graph, u)).collect();
                assert_eq!(or_zeros(rows.rotors()), rotors, "{} {seed}", family.id);
                for u in graph.vertices() {
                    let owner = rows.owners().get(u.index()).copied().unwrap_or_default();
                    let value = rows.values().get(u.index()).copied().unwrap_or_default();
                    assert_eq!((owner, value), (member.owner(u), member.value(u)), "{} {seed}", family.id);
                }
                let start = member.start_or_first().map(|u| u.raw());
                assert_eq!(rows.start_or_first(), start, "{} {seed}", family.id);
                assert_eq!(dice.below(u32::MAX), others.below(u32::MAX), "{} {seed}", family.id);
                played += usize::from(member.player_count() > 0);
                turned += usize::from(rotors.iter().any(|&rotor| rotor > 0));
                started += usize::from(member.start().is_some());
            }
        }
    }
    assert!(played > 1000 && turned > 500 && started > 1000, "{played} {turned} {started}");
}

/// Numbers given as numbers are those given as text, and wrong ones are refused with the same words.
#[test]
fn a_draw_is_the_member_of_the_same_numbers() {
    for family in FAMILIES {
        let given = small(family);
        let numbers: Vec<(&str, f64)> =
            given.iter().map(|(name, text)| (&name[..], text.parse().unwrap())).collect();
        assert_eq!(draw(family.id, &numbers, &mut Dice::new(7)), family.generate(&given, 7), "{}", family.id);
    }
    let refused = |number: f64| draw("chain", &[("n", number)], &mut Dice::new(1)).unwrap_err();
    assert_eq!(refused(2.5), generate("chain", &given(&[("n", "2.5")]), 1).unwrap_err());
    assert!(matches!(refused(0.0), GenerateError::OutOfRange { parameter: Parameter { name: "n", .. }, .. }));
}

/// How many different values there are.
fn different<T: Ord>(values: impl IntoIterator<Item = T>) -> usize {
    values.into_iter().collect::<BTreeSet<T>>().len()
}

#[test]
fn every_family_reads_back_and_seeds_give_different_instances() {
    for family in FAMILIES {
        let texts = [BTreeMap::new(), small(family)].map(|given| {
            let text = |seed| {
                let instance = family.generate(&given, seed).unwrap();
                let printed = instance.to_string();
                assert_eq!(parse(&printed).as_ref(), Ok(&instance), "{}", family.id);
                printed
            };
            different((0..20).map(text))
        });
        assert_eq!(texts[1], 20, "{}", family.id);
    }
}

#[test]
fn every_family_is_of_the_class_it_promises() {
    let (mut general_switch_graphs, mut worldly) = (0, 0);
    for family in FAMILIES {
        for seed in 0..50 {
            let plain = class(&family.generate(&BTreeMap::new(), seed).unwrap());
            let nasty = class(&family.generate(&small(family), seed).unwrap());
            match family.id {
                "path" => assert_eq!((plain, nasty), (Class::Path, Class::Path)),
                "multipath" | "expchain" | "two-sided" => {
                    assert_eq!((plain, nasty), (Class::TreeLike, Class::TreeLike))
                }
                "tree" | "binary-tree" | "caterpillar" | "star" | "path-tree" | "broom" => {
                    let is_simple = plain <= Class::SimpleTreeLike;
                    assert!(is_simple && nasty <= Class::TreeLike, "{} {seed}", family.id);
                }
                "chain" | "back" | "two" | "nested" | "layers" | "series" | "grid" | "ladder" | "wells" => {
                    assert!(plain >= Class::Cactus, "{} {seed}", family.id);
                }
                "complete" | "wheel" | "torus" => assert_eq!(plain, Class::General, "{}", family.id),
                "cycle" => assert_eq!(plain, Class::Cactus),
                "cactus" => assert!(plain <= Class::Cactus && nasty <= Class::Cactus, "{plain:?} {nasty:?}"),
                "blocks" => assert!(plain != Class::General || nasty != Class::General, "{seed}"),
                "regular-tree" => assert!(plain <= Class::TreeLike && nasty <= Class::TreeLike, "{plain:?}"),
                "switch" => general_switch_graphs += usize::from(plain > Class::Acyclic),
                // Of those with arcs one way, what reaches no sink is cut off, and little may be left.
                "random-out" | "small-world" => worldly += usize::from(plain == Class::General),
                "corner-grid" | "sandpile-grid" | "de-bruijn" | "planar" => {
                    assert_eq!((plain, nasty), (Class::General, Class::General), "{} {seed}", family.id);
                }
                "preferential" | "road" => assert!(plain >= Class::Cactus, "{} {seed}: {plain:?}", family.id),
                other => panic!("{other} promises nothing"),
            }
        }
    }
    assert!(general_switch_graphs >= 45, "{general_switch_graphs} of 50; some have no exit at all");
    assert!(worldly >= 60, "{worldly} of 100; the others fall apart into small blocks");
}

#[test]
fn decorations_change_neither_graph_nor_rotors() {
    for family in FAMILIES {
        let mut knobs = small(family);
        let game = family.generate(&knobs, 3).unwrap();
        ["max", "min", "low", "high"].iter().for_each(|&name| drop(knobs.remove(name)));
        let bare = family.generate(&knobs, 3).unwrap();
        assert_eq!((game.graph(), game.rotors(), game.start()), (bare.graph(), bare.rotors(), bare.start()));
        assert_eq!(bare.player_count(), 0);
    }
    let game = generate("tree", &given(&[("n", "1000"), ("max", "0.3"), ("min", "0.2")]), 1).unwrap();
    assert_eq!(game.player_count(), 2);
}

#[test]
fn a_wrong_request_is_answered_with_its_remedy() {
    let message = |id, pairs: &[(&str, &str)]| generate(id, &given(pairs), 1).unwrap_err().to_string();
    assert_eq!(
        message("nested", &[("k", "3")]),
        "family nested has no parameter \"k\"; it takes n, b, max, min, low, high"
    );
    assert_eq!(
        message("chain", &[("n", "0")]),
        "parameter n is 0, out of range; give it a value from 1 to 100000000"
    );
    assert_eq!(
        message("chain", &[("n", "2.5")]),
        "parameter n is \"2.5\", which is not a whole number; write n as a number from 1 to 100000000"
    );
    assert_eq!(
        message("star", &[("loops", "nan")]).split(';').next().unwrap(),
        "parameter loops is \"nan\", which is not a number"
    );
    assert_eq!(
        message("path", &[("low", "3")]),
        "low is greater than high, so there is no value to draw; exchange low and high"
    );
    assert!(message("layers", &[("n", "2"), ("w", "3")]).starts_with("parameter n is 2, out of range"));
    assert!(message("maze", &[]).starts_with("there is no family \"maze\"; choose one of chain, back"));
    let huge = generate("nested", &given(&[("n", "100000000"), ("b", "1000000")]), 1);
    assert!(matches!(huge, Err(GenerateError::TooLarge { vertices: 100_000_002, .. })));
    let huge =
        generate("grid", &given(&[("w", "100000000"), ("h", "100000000"), ("parallel", "1000000")]), 1);
    assert!(matches!(huge, Err(GenerateError::TooLarge { .. })));
}

#[test]
fn every_default_lies_in_its_range_and_every_id_is_its_own() {
    assert_eq!(different(FAMILIES.iter().map(|family| family.id)), FAMILIES.len());
    for family in FAMILIES {
        let names = || family.all_parameters().map(|parameter| parameter.name);
        assert!(family.all_parameters().all(|p| (p.least..=p.most).contains(&p.default)), "{}", family.id);
        assert_eq!(different(names()), names().count(), "{}", family.id);
    }
}

/// Counts operations, and stops after `most`.
struct Counted {
    spent: u64,
    most: u64,
}

impl Tick for Counted {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.spent += operations;
        if self.spent > self.most { Err(Stop::Operations) } else { Ok(()) }
    }
}

/// The operations of a generation that is stopped after `most`, and whether it came to an end.
fn operations(family: &Family, given: &BTreeMap<String, String>, most: u64) -> (u64, bool) {
    let mut counted = Counted { spent: 0, most };
    let made =
        family.prepare(given).and_then(|prepared| prepared.member(&mut Dice::ticking(1, &mut counted)));
    let made = match made {
        Ok(_) => true,
        Err(GenerateError::Stopped(Stop::Operations)) => false,
        Err(error) => panic!("{}: {error}", family.id),
    };
    (counted.spent, made)
}

/// Between two calls of the watch a family makes at most one pass over what it has.
#[test]
fn every_generation_can_be_stopped_anywhere() {
    for family in FAMILIES {
        let takes = |name: &str| family.parameters.iter().any(|parameter| parameter.name == name);
        let sizes = [("n", "2000"), ("w", "40"), ("h", "50"), ("copies", "40"), ("size", "50")];
        let given = given(&sizes.into_iter().filter(|&(name, _)| takes(name)).collect::<Vec<_>>());
        let (all, done) = operations(family, &given, u64::MAX);
        let instance = family.generate(&given, 1).unwrap();
        let size = (instance.graph().vertex_count() + instance.graph().arc_count()) as u64;
        assert!(done && all >= size, "{}: {all} operations for {size} vertices and arcs", family.id);
        for most in [0, 1, all / 7, all / 3, all / 2, all - 1] {
            let (spent, done) = operations(family, &given, most);
            assert!(!done && spent > most && spent - most <= size, "{}: {spent} of {most}", family.id);
        }
    }
}

/// What the families promise beyond their class.
#[test]
fn members_have_the_walks_and_the_symmetry_of_their_family() {
    let drawn = |id, numbers: &[(&str, u32)]| draw(id, numbers, &mut Dice::new(5)).unwrap();
    for n in 1..=20 {
        for (id, steps) in [("chain", (2 << n) - 2), ("expchain", (2 << n) - 3)] {
            let instance = drawn(id, &[("n", n)]);
            let stopping = StoppingGraph::of(instance.graph());
            let mut departures = VertexMap::filled(instance.graph().vertex_count(), 0);
            let mut walk = RotorWalk::new(&stopping, instance.rotors(), instance.start().unwrap());
            walk.run_counting(u64::MAX, &mut departures);
            assert_eq!((walk.steps(), instance.name(walk.particle())), (steps, "A"), "{id}");
            // Two of three departures along an exponential path lead on: 2^(i+1).
            let thrice = |i: u32| departures[VertexId::new(i)] == 3 << i;
            assert!(id == "chain" || (0..n - 1).all(thrice), "{departures:?}");
        }
    }
    let n = 11;
    let path = drawn("two-sided", &[("n", n), ("x", 4), ("y", 2), ("mirrored", 1)]);
    let heads = |i: u32| path.graph().heads(VertexId::new(i)).iter().map(|v| v.raw());
    let mirror = |v| if v < n { n - 1 - v } else { 2 * n + 1 - v };
    assert!((0..n).filter(|&i| i != n / 2).all(|i| heads(i).eq(heads(n - 1 - i).map(mirror))), "{path}");
}
