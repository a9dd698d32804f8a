//! Relations: what proves a group or a class to a checker that computes no determinants.

use crate::Case;
use crate::extracted_judge::{Comparison, completed, mutants};
use crate::questions::classified;
use rotor_certify::certify;
use rotor_format::certificate;
use rotor_generate::{Dice, Instances, budget};
use rotor_graph::{AlgebraClaim, Claim, ClassClaim, Instance};

/// The same certificate without each of the vertices for which it lists firings, and without any relations.
fn without_relations(instance: &Instance, text: &str) -> Vec<String> {
    let Claim::Algebra(claim) = certificate::read(text.as_bytes(), instance, &mut ()).unwrap() else {
        unreachable!()
    };
    let (AlgebraClaim::Group(group) | AlgebraClaim::Class(ClassClaim { group, .. })) = claim.as_ref() else {
        unreachable!()
    };
    let relations = group.relations.clone().unwrap();
    let fewer = (0..relations.images.len()).map(|at| {
        let mut relations = relations.clone();
        relations.images.remove(at);
        Some(relations)
    });
    let written = fewer.chain([None]).map(|relations| {
        let mut claim = claim.clone();
        let (AlgebraClaim::Group(group) | AlgebraClaim::Class(ClassClaim { group, .. })) = claim.as_mut()
        else {
            unreachable!()
        };
        group.relations = relations;
        certificate::write(instance, &Claim::Algebra(claim))
    });
    written.collect()
}

#[test]
fn the_extracted_checker_agrees_about_relations() {
    let Some(mut comparison) = Comparison::new() else { return };
    let mut dice = Dice::new(2_031);
    let mut plain = Vec::new();
    for instance in Instances::small(73).with_walks_up_to(1_000).take(budget(300)).step_by(6) {
        let case = Case::draw(&instance, &mut dice);
        let class = classified(&case);
        for claim in [AlgebraClaim::Group(class.group.clone()), AlgebraClaim::Class(class)] {
            let text = certificate::write(&case.instance, &Claim::Algebra(Box::new(claim)));
            plain.push((case.instance.clone(), text));
        }
    }
    let mut related_by_rows = 0;
    for ((instance, _), text) in
        plain.iter().zip(completed(plain.iter().map(|(instance, text)| (instance, text.as_str()))))
    {
        related_by_rows += usize::from(text.contains(r#""images":{}"#));
        let changed = mutants(&text);
        for text in &changed {
            // The slow twin: what relations prove, determinants prove too.
            let Ok(claim) = certificate::read(text.as_bytes(), instance, &mut ()) else { continue };
            if certify(instance, claim, &mut ()).is_ok() {
                let [.., unrelated] = &without_relations(instance, text)[..] else { unreachable!() };
                let claim = certificate::read(unrelated.as_bytes(), instance, &mut ()).unwrap();
                assert!(certify(instance, claim, &mut ()).is_ok(), "{instance}\n{text}");
            }
        }
        let fewer = without_relations(instance, &text);
        comparison.ask_texts(instance, changed.into_iter().chain(fewer).chain([text]));
    }
    let tally = comparison.agree();
    assert!(related_by_rows > 5, "rows relate all vertices of {related_by_rows}");
    for kind in ["group with relations", "class with relations"] {
        for accepted in [false, true] {
            assert!(tally[&(kind.to_owned(), accepted)] > 10, "{tally:?}");
        }
    }
}
