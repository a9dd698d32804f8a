//! The other routing rule: files that turn before they move.

use crate::place::Place;
use rotor_generate::{Dice, small_forest, small_graph};
use rotor_graph::{Instance, Rule, parse};

/// Small instances with a start, and the text of each.
fn instances() -> Vec<(Instance, String)> {
    let mut dice = Dice::new(20);
    let mut all = Vec::new();
    for round in 0..12 {
        let instance = if round % 2 == 0 { small_graph(&mut dice) } else { small_forest(&mut dice) };
        let start = instance.graph().vertices().next();
        let instance = instance.with_start(start).expect("the first vertex is one");
        let text = instance.to_string();
        all.push((instance, text));
    }
    all
}

#[test]
fn a_walk_under_the_other_rule_is_that_of_the_converted_file() {
    for (_, text) in instances() {
        let place = Place::new()
            .with("plain.rotor", &text)
            .with("said.rotor", format!("rule turn-then-move\n{text}"));
        place.says("convert plain.rotor inner.rotor --rule turn-then-move").answer();
        let walk = place.says("walk inner.rotor --trace").answer();
        assert_eq!(place.says("walk plain.rotor --trace --rule turn-then-move").answer(), walk, "{text}");
        assert_eq!(place.says("walk said.rotor --trace").answer(), walk, "{text}");
        assert_eq!(
            place.says("solve said.rotor --all").answer(),
            place.says("solve inner.rotor --all").answer()
        );
    }
}

/// The walk by the definition of the other rule: turn, then move.
#[test]
fn a_walk_under_the_other_rule_turns_before_it_moves() {
    let place =
        Place::new().with("said.rotor", "rule turn-then-move\na: s b\nb: t a s\nsink s\nsink t\nstart a\n");
    assert_eq!(place.says("walk said.rotor --trace").answer(), "a b a s\na exits at s after 3 steps\n");
}

#[test]
fn final_rotors_keep_the_rule_of_the_file() {
    for (instance, text) in instances() {
        let place = Place::new().with("said.rotor", format!("rule turn-then-move\n{text}"));
        place.says("convert said.rotor inner.rotor").answer();
        place.says("walk said.rotor --final said-final.rotor").exits(0);
        place.says("walk inner.rotor --final inner-final.rotor").exits(0);
        let said = place.read("said-final.rotor");
        assert!(said.starts_with("rule turn-then-move\n"), "{said}");
        assert!(!place.read("inner-final.rotor").contains("rule "));
        let back = place.says("convert said-final.rotor -").answer();
        assert_eq!(back, place.read("inner-final.rotor"), "{text}");
        let back = parse(&back).unwrap();
        assert_eq!(back.graph(), instance.graph());
        // And in the other formats.
        for ending in ["json", "rotorb"] {
            place.says(&format!("walk said.rotor --final other.{ending}")).exits(0);
            assert_eq!(parse(&place.says(&format!("convert other.{ending} -")).answer()).as_ref(), Ok(&back));
        }
    }
}

#[test]
fn a_file_converted_for_the_other_rule_and_back_is_the_same() {
    for (_, text) in instances() {
        let place = Place::new().with("plain.rotor", &text);
        place.says("convert plain.rotor other.rotor --to-rule turn-then-move").answer();
        assert!(place.read("other.rotor").starts_with(&format!("rule {}\n", Rule::TurnThenMove.name())));
        assert_eq!(place.says("convert other.rotor - --to rotor --to-rule move-then-turn").answer(), text);
    }
}
