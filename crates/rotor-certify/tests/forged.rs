//! Certificates that were once taken and are false: each is refused, and what is true in it is not.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use rotor_certify::certify;
use rotor_format::certificate::{instance_hash, read};
use rotor_graph::{Instance, parse};

/// What the judge says of the certificate with these keys after the first two.
fn judged(instance: &Instance, kind: &str, keys: &str) -> Result<(), String> {
    let hash = instance_hash(instance);
    let text = format!(r#"{{"schema":"arrival.certificate/1","kind":"{kind}","instance":"{hash}",{keys}}}"#);
    let claim = read(text.as_bytes(), instance).unwrap();
    certify(instance, claim).map(|_| ()).map_err(|refutation| refutation.describe(instance))
}

// F77: the flow from u, which is 1, was taken as +∞ because u was listed in a trap that it only leads into.
#[test]
fn a_trap_of_a_flow_table_is_strongly_connected() {
    let instance = parse("u: a\na: a\nsink s").unwrap();
    let flows = |traps: &str, exit_of_u: &str, flow: &str| {
        let keys = format!(
            r#""traps":{traps},"exits":{{"u":{exit_of_u},"a":{{"trap":0}},"s":"s"}},
               "flows":[{{"from":"u","to":"a","flow":"{flow}"}},{{"from":"a","to":"a","flow":"inf"}}]"#
        );
        judged(&instance, "flows", &keys)
    };
    let in_trap = r#"{"trap":0}"#;
    assert_eq!(
        flows(r#"[["u","a"]]"#, in_trap, "inf").unwrap_err(),
        "at a, paths within trap 0 from v to u > 0 does not hold: 0 against 0"
    );
    assert_eq!(
        flows(r#"[["a","u"]]"#, in_trap, "inf").unwrap_err(),
        "at u, paths within trap 0 from a to v > 0 does not hold: 0 against 0"
    );
    assert_eq!(flows(r#"[["a"]]"#, in_trap, "1"), Ok(()));
    assert!(flows(r#"[["a"]]"#, in_trap, "inf").is_err());
}

#[test]
fn two_traps_are_not_one() {
    let instance = parse("a: b\nb: a^2\nc: c\nsink s").unwrap();
    let flows = r#""flows":[{"from":"a","to":"b","flow":"inf"},{"from":"b","to":"a","flow":"inf"},
                            {"from":"c","to":"c","flow":"inf"}]"#;
    let keys = |traps: &str, c: u32| {
        let exits = format!(r#"{{"a":{{"trap":0}},"b":{{"trap":0}},"c":{{"trap":{c}}},"s":"s"}}"#);
        format!(r#""traps":{traps},"exits":{exits},{flows}"#)
    };
    assert_eq!(judged(&instance, "flows", &keys(r#"[["a","b"],["c"]]"#, 1)), Ok(()));
    let refuted = judged(&instance, "flows", &keys(r#"[["a","b","c"]]"#, 0)).unwrap_err();
    assert_eq!(refuted, "at c, paths within trap 0 from a to v > 0 does not hold: 0 against 0");
}

// F78: at v1 the particle comes from nowhere, and at v2 no arc leads back.
#[test]
fn no_particle_bounces_without_a_place_to_bounce_from() {
    let instance = parse("v0: v1\nmin v1: v2\nmin v2: v2").unwrap();
    let game = |min: &str| {
        let keys = format!(
            r#""from":"v1","strategies":"free","endless_value":-1,"value":-1,"max":{{}},"min":{min},
               "at_least":[],"more_than":[]"#
        );
        judged(&instance, "game", &keys)
    };
    let nowhere = |v: &str| {
        format!(
            "at {v}, arcs back to where the particle came from, to bounce on > 0 does not hold: 0 against 0"
        )
    };
    assert_eq!(game(r#"{"v1":"bounce","v2":"bounce"}"#), Err(nowhere("v1")));
    assert_eq!(game(r#"{"v1":0,"v2":"bounce"}"#), Err(nowhere("v2")));
    assert_eq!(game(r#"{"v1":0,"v2":0}"#), Ok(()));
}
