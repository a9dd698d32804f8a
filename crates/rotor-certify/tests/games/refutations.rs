//! Refutations of game claims in words, and what a judge must see by itself.

use crate::slow_tables::claim;
use rotor_certify::{certify, certify_game};
use rotor_graph::{Claim, Count, Decision, GameClaim, Instance, PairTable, Player, StrategySet, parse};

fn game() -> Instance {
    parse("u0: u two\nmax u: one^2 *u0 zero\nsink zero\nsink one = 1\nsink two = 2\nstart u0").unwrap()
}

fn refuted(change: impl FnOnce(&Instance, &mut GameClaim)) -> String {
    let instance = game();
    let mut claim = claim(&instance, instance.start().unwrap(), StrategySet::Start, 0);
    change(&instance, &mut claim);
    certify_game(&instance, claim).unwrap_err().describe(&instance)
}

#[test]
fn a_refutation_names_the_broken_equation_of_a_game() {
    assert_eq!(
        refuted(|_, claim| claim.at_least.0[0].pair.flow = 9u32.into()),
        "at zero, pair of (u, zero) in \"at least 2\" = its end does not hold: (lost, 9) against (lost, 1)"
    );
    assert_eq!(
        refuted(|instance, claim| {
            let u = instance.vertex("u").unwrap();
            let entry = claim.at_least.0.iter_mut().find(|entry| entry.to == u).unwrap();
            entry.pair.flow = 1u32.into();
        }),
        "at u, pair of (u0, u) in \"at least 2\" = what u secures does not hold: (lost, 1) against (lost, 2)"
    );
    assert_eq!(
        refuted(|instance, claim| {
            let first = instance.graph().out_arcs(claim.max.decisions[0].0).next().unwrap();
            claim.max.decisions[0].1 = Decision::Start(first);
        }),
        "at u, what the decision at v comes to in \"at least 2\" = what v secures does not hold: (lost, 1) against (lost, 2)"
    );
    assert_eq!(
        refuted(|_, claim| claim.max.player = Player::Min),
        "player of the strategy does not hold: min against max"
    );
    assert_eq!(
        refuted(|_, claim| claim.max.decisions.clear()),
        "vertices where max decides, in order = vertices of max does not hold:  against u"
    );
    assert_eq!(
        refuted(|_, claim| claim.max.decisions[0].1 = Decision::Bounce),
        "at u, decisions at v that are none of the set start = 0 does not hold: 1 against 0"
    );
    assert_eq!(
        refuted(|_, claim| claim.more_than.0.truncate(1)),
        "at u, entries of (u0, u) in \"more than 2\" = 1 does not hold: 0 against 1"
    );
    assert_eq!(
        refuted(|_, claim| claim.more_than.0.push(claim.more_than.0[0].clone())),
        "at zero, entries of (u, zero) = 1 does not hold: 2 against 1"
    );
}

#[test]
fn a_claim_of_another_value_loses_one_of_its_two_games() {
    let instance = game();
    let from = instance.start().unwrap();
    let right = claim(&instance, from, StrategySet::Start, 0);
    assert!(certify(&instance, Claim::Game(right.clone())).is_ok());
    // The tables of "at least 1", which Max wins, and of "more than 1", which Max wins too.
    let lower = GameClaim { value: 1, ..right };
    let words = certify_game(&instance, lower).unwrap_err().describe(&instance);
    assert!(words.contains("\"at least 1\""), "{words}");
}

#[test]
fn a_game_on_a_graph_with_an_undirected_cycle_is_refused() {
    let instance = parse("max a: b c\nb: c s\nc: a s\nsink s = 1\nstart a").unwrap();
    let tree = parse("max a: s\nsink s = 1\nstart a").unwrap();
    let right = claim(&tree, tree.start().unwrap(), StrategySet::Start, 0);
    let decision = Decision::Start(instance.rotors().rotor(instance.start().unwrap()));
    let mut claim = GameClaim { at_least: PairTable::default(), more_than: PairTable::default(), ..right };
    claim.max.decisions[0].1 = decision;
    let words = certify_game(&instance, claim).unwrap_err().describe(&instance);
    assert_eq!(words, "at b, undirected cycles through b and c = 0 does not hold: 1 against 0");
}

#[test]
fn where_no_sink_can_be_reached_the_particle_may_as_well_halt() {
    // From a the particle is lost at once; the trap is only {t}.
    let instance = parse("max u: a s\na: b t\nb: a\nt: t\nsink s = 1\nstart u").unwrap();
    let full = claim(&instance, instance.start().unwrap(), StrategySet::Start, 5);
    assert_eq!(full.value, 5);
    let a = instance.vertex("a").unwrap();
    let mut short = full.clone();
    for table in [&mut short.at_least, &mut short.more_than] {
        let entries = table.0.len();
        table.0.retain(|entry| entry.from == instance.start().unwrap());
        assert!(table.0.len() < entries, "the recursion goes on into {a:?}");
    }
    assert!(certify_game(&instance, full).is_ok());
    assert!(certify_game(&instance, short).is_ok());
}

#[test]
fn to_bounce_is_to_take_the_arc_back_at_every_visit() {
    let instance = parse("u0: u win\nmax u: lose u0\nsink lose\nsink win = 1\nstart u0").unwrap();
    let from = instance.start().unwrap();
    let mut claim = claim(&instance, from, StrategySet::Free, 0);
    let Decision::Always(back) = claim.max.decisions[0].1 else { panic!("{:?}", claim.max) };
    assert_eq!((claim.value, instance.graph().head(back)), (1, from));
    claim.max.decisions[0].1 = Decision::Bounce;
    assert!(certify_game(&instance, claim).is_ok());
}

#[test]
fn a_play_behind_a_vertex_without_an_arc_back_is_kept_there() {
    // Min sends the particle round between v and w for ever; u never sees it again.
    let instance = parse("u: v t\nv: w\nmin w: v s\nsink s = 5\nsink t = 5\nstart u").unwrap();
    let from = instance.start().unwrap();
    let claim = claim(&instance, from, StrategySet::Free, 0);
    assert_eq!(claim.value, 0);
    let v = instance.vertex("v").unwrap();
    let kept = claim.more_than.0.iter().find(|entry| entry.to == v).unwrap();
    assert_eq!((kept.pair.wins, &kept.pair.flow), (false, &Count::one()));
    assert!(certify_game(&instance, claim.clone()).is_ok());
    let mut wrong = claim;
    wrong
        .more_than
        .0
        .iter_mut()
        .filter(|entry| entry.to == v)
        .for_each(|entry| entry.pair.flow = Count::Infinite);
    let words = certify_game(&instance, wrong).unwrap_err().describe(&instance);
    assert!(words.contains("pair of (u, v)"), "{words}");
}
