//! Colours: never off a terminal, and as the user wants them on one.

use crate::place::{Place, Ran};

/// Words with colours in them, and an error.
const COLOURFUL: [&str; 6] = [
    "solve graph.rotor",
    "check graph.rotor",
    "forest graph.rotor",
    "route graph.rotor --particles u0=9",
    "decide graph.rotor --from u2 --to s2",
    "solvers",
];

#[test]
fn there_are_no_colours_off_a_terminal() {
    let place = Place::with_graph().with("flawed.rotor", "a: b\n");
    for arguments in
        COLOURFUL.into_iter().chain(["solve flawed.rotor", "check flawed.rotor", "--help", "solve --x"])
    {
        let ran = place.says(arguments);
        assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'), "{arguments}: {ran:?}");
    }
}

#[test]
fn colours_can_be_had_anywhere_and_change_nothing_else() {
    let place = Place::with_graph();
    for arguments in COLOURFUL {
        let plain = place.says(arguments);
        let coloured = place.says(&format!("{arguments} --color always"));
        assert!(coloured.out.contains("\u{1b}["), "{arguments}: {coloured:?}");
        assert_eq!(without_colours(&coloured.out), plain.out);
        assert_eq!(coloured.code, plain.code);
    }
}

/// The text without its control sequences.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or("", |(_, rest)| rest))
}

/// Runs a command line on a terminal.
#[cfg(target_os = "linux")]
fn on_a_terminal(place: &Place, environment: &str, arguments: &str) -> Ran {
    place.shell(&format!("TERM=xterm {environment} script -qec \"$ARRIVAL {arguments}\" /dev/null"))
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_colours_unless_the_user_wants_none() {
    let place = Place::with_graph();
    let coloured = |environment, arguments: &str| {
        let ran = on_a_terminal(&place, environment, arguments).exits(0);
        assert!(without_colours(&ran.out).contains("u2 exits at s2 after 7 steps"), "{ran:?}");
        ran.out.contains("\u{1b}[32m")
    };
    assert!(coloured("", "solve graph.rotor"));
    assert!(!coloured("NO_COLOR=1", "solve graph.rotor"));
    assert!(!coloured("", "solve graph.rotor --color never"));
    assert!(coloured("NO_COLOR=1", "solve graph.rotor --color always"));
}

#[cfg(target_os = "linux")]
#[test]
fn check_frames_a_flaw_and_other_commands_give_it_a_line() {
    // F10: it was the other way round.
    let place = Place::new().with("flawed.rotor", "a: b\n");
    let ran = on_a_terminal(&place, "NO_COLOR=1", "check flawed.rotor").exits(2);
    assert!(ran.out.contains("1  | a: b") && ran.out.contains("^ head-declared"), "{ran:?}");
    let ran = on_a_terminal(&place, "NO_COLOR=1", "solve flawed.rotor").exits(2);
    assert!(ran.out.starts_with("flawed.rotor:1:4: ") && ran.out.lines().count() == 1, "{ran:?}");
}
