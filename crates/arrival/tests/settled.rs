//! All starts when the budget ends: what is settled is told, and it is right. F62.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use arrival::request::Input;
use arrival::{
    Context, DrawError, DrawOptions, Options, Question, Request, Show, SolveError, answer, draw_within,
    request, solve, solve_within,
};
use rotor_generate::{Dice, Kinds, small_graph, walk_bound};
use std::collections::BTreeMap;

/// Three vertices that are soon settled, and a chain of `n` on which a walk has about 2^n steps.
fn easy_and_hard(n: usize) -> String {
    let mut text = "a: b s\nb: c a\nc: s a\n".to_owned();
    for v in 0..n {
        let next = if v + 1 < n { format!("v{}", v + 1) } else { "t".to_owned() };
        text += &format!("v{v}: v0 {next}\n");
    }
    text + "sink s\nsink t"
}

#[test]
fn settled_starts_have_the_exits_of_the_whole_answer() {
    let mut dice = Dice::new(161);
    let mut kinds = Kinds::default();
    let [mut partial, mut whole, mut nothing] = [0; 3];
    for _ in 0..6_000 {
        let instance = small_graph(&mut dice);
        if walk_bound(instance.graph()) > 20_000 {
            continue;
        }
        kinds.see(&instance);
        let all: BTreeMap<_, _> =
            solve(&instance, Question::All).unwrap().exits().map(|row| (row.from, row.exit)).collect();
        let solver = Some(if dice.chance(0.5) { "push" } else { "flow" }.to_owned());
        let options = Options { solver, ..Options::default() };
        let mut few = Context::default().with_operations(dice.below(12).into());
        match solve_within(&instance, Question::All, &options, &mut few) {
            Ok(found) => {
                found.exits().for_each(|row| assert_eq!(all[&row.from], row.exit, "{instance}"));
                let is_partial = found.settled().is_some();
                assert_eq!(is_partial, found.exits().count() < all.len(), "{instance}");
                assert!(!is_partial || found.unchecked_because().is_some());
                if is_partial { partial += 1 } else { whole += 1 }
            }
            Err(_) => nothing += 1,
        }
    }
    // Walks along hundreds of parallel arcs are longer than is allowed here.
    assert_eq!(kinds.missing(), ["large multiplicities"]);
    assert!([partial, whole, nothing].iter().all(|&count| count > 50), "{partial} {whole} {nothing}");
}

#[test]
fn a_partial_answer_says_so_and_ends_with_code_3() {
    let text = easy_and_hard(200);
    let few = || Context::default().with_operations(6_000);
    let body = serde_json::json!({ "text": text, "all": true }).to_string();
    let ask = |context: &mut Context<'_>| {
        let input = Input::text(text.clone());
        let ask = serde_json::from_str(r#"{"solve": {"all": true}}"#).unwrap();
        answer(Request { input: Some(input), ask, ..Request::default() }, context).unwrap().code()
    };
    let reply = request("solve", &body, &mut few());
    assert!(reply.contains(r#"{"from":"a","exit":"s"}"#), "{reply}");
    assert!(!reply.contains(r#"{"from":"v0""#), "{reply}");
    assert!(reply.contains("out of steps: only 5 of 205 starts are settled"), "{reply}");
    assert_eq!(ask(&mut few()).number(), 3);
    assert_eq!(ask(&mut Context::default()).number(), 0);
}

#[test]
fn a_picture_shows_all_exits_or_none() {
    let instance = arrival::parse(&easy_and_hard(40)).unwrap();
    let options = DrawOptions { show: vec![Show::Exits], playable: true, ..DrawOptions::default() };
    let (mut drawn, mut stopped) = (0, 0);
    for operations in (0..16).map(|bits| 1 << bits) {
        match draw_within(&instance, &options, &mut Context::default().with_operations(operations)) {
            Ok(_) => drawn += 1,
            Err(DrawError::Solve(SolveError::OutOfBudget(_))) => stopped += 1,
            Err(error) => panic!("{error}"),
        }
    }
    let partial = |operations| {
        let mut few = Context::default().with_operations(operations);
        solve_within(&instance, Question::All, &Options::default(), &mut few)
            .is_ok_and(|found| found.settled().is_some())
    };
    assert!(stopped > 5 && (0..16).any(|bits| partial(1 << bits)), "{drawn} {stopped}");
}
