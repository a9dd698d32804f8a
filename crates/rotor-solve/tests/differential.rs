//! The table of obligations: what every subject owes for every task on every instance.
//!
//! Whoever adds a solver adds a row to the registry; whoever knows something else that must hold of all answers adds a row
//! to [`OBLIGATIONS`]. How often each subject answered, how often each obligation was owed on the instances of each maker, and
//! what the instances showed is pinned, so that a stream that shows less, or a solver that declines what it took, is noticed.

use crate::cost::Paid;
use crate::extracted_judge::Comparison;
use crate::least;
use crate::reference::{Arena, FreeArena, World};
use crate::streams::{
    Variant, copies_on_a_hub, game_on_any_graph, game_with_stakes, larger_tree, particles, path_of_many_arcs,
    relabelled, relative_of_the_figure, small_member, two_sided_path, with_an_unreached_part,
    with_split_sinks, with_two_apexes,
};
use crate::subjects::{Found, Subject, Task, said_by};
use num_bigint::BigInt;
use rotor_certify::certify;
use rotor_format::certificate;
use rotor_generate::{Dice, Instances, budget, note_obligations, walk_bound};
use rotor_graph::{
    Claim, Count, Decision, Exit, Instance, StoppingGraph, StrategySet, TreeLike, Value, VertexId, parse,
};
use rotor_solve::game::PlayEnd;
use std::collections::BTreeMap;

/// What an answer owes.
struct Obligation {
    name: &'static str,
    /// It is asked of one in so many answers. Dice say of which: to count them would ask a subject about the instances of
    /// one maker only, where the count and the rotation of the makers have a common divisor.
    one_in: u32,
    /// Panics if it is broken; returns whether it was owed at all.
    holds: fn(&Case<'_>, &Found, &mut Tally) -> bool,
}

const OBLIGATIONS: &[Obligation] = &[
    Obligation { name: "the reference", one_in: 1, holds: is_the_reference },
    Obligation { name: "the checker's yes", one_in: 2, holds: |case, found, _| is_certified(case, found) },
    Obligation { name: "the extracted checker's yes", one_in: 20, holds: is_certified_twice },
    Obligation { name: "no false claim", one_in: 4, holds: has_no_false_claim },
    Obligation { name: "the same again", one_in: 3, holds: |case, found, _| is_the_same_again(case, found) },
    Obligation {
        name: "survives relabelling",
        one_in: 3,
        holds: |case, found, tally| survives(case, found, relabelled(case.instance, &mut tally.dice)),
    },
    Obligation {
        name: "an unreached part changes nothing",
        one_in: 5,
        holds: |case, found, tally| {
            survives(case, found, with_an_unreached_part(case.instance, &mut tally.dice))
        },
    },
    Obligation {
        // A sink only absorbs, so one copy of it for each in-neighbour absorbs the same particles.
        name: "split sinks change nothing",
        one_in: 5,
        holds: |case, found, _| {
            let split = with_split_sinks(case.instance);
            let vertices = |instance: &Instance| instance.graph().vertex_count();
            vertices(&split.instance) > vertices(case.instance) && survives(case, found, split)
        },
    },
];

/// A subject that was asked something.
struct Case<'c> {
    instance: &'c Instance,
    task: &'c Task,
    subject: Subject,
    reference: &'c Reference<'c>,
}

impl Case<'_> {
    fn context(&self) -> String {
        format!("{} by {}, {:?}, on\n{}", self.task.name(), self.subject.name, self.task, self.instance)
    }
}

/// The right answer, and what strategies are measured by.
struct Reference<'i> {
    said: crate::reference::Statement,
    world: Option<World>,
    arena: Option<Arena<'i>>,
}

/// Who knows the right answer.
#[derive(Clone, Copy, PartialEq)]
enum By {
    /// Walks and plays.
    Walking,
    /// The complete destination algorithm as printed, where walks are too long.
    ThePaper,
}

/// At most this many states of a game of free players are explored.
const MOST_STATES: usize = 1_500;

impl<'i> Reference<'i> {
    /// None if it takes too long to find out.
    fn of(instance: &'i Instance, task: &Task, by: By) -> Option<Self> {
        if by == By::ThePaper {
            let printed = Subject::all().into_iter().filter(|it| it.name == "tree, by the paper");
            let said = printed.filter_map(|it| it.answer(instance, task, &mut ()).unwrap()).next()?.said;
            return Some(Self { said, world: None, arena: None });
        }
        let world = World::of(instance);
        let stopping = StoppingGraph::of(instance.graph());
        let mut arena = None;
        let mut said = crate::reference::Statement::default();
        let value = |from, set, endless, most| match set {
            StrategySet::Free => {
                let states = FreeArena::explore(instance, from, None, most / 20)?;
                Some(((states.value(endless), states.value(endless)), None))
            }
            _ => {
                let arena = Arena::play_all(instance, from, set, endless, most)?;
                Some((arena.bounds(), Some(arena)))
            }
        };
        match task {
            Task::OneStart(from) => said = world.one_start(*from),
            Task::AllStarts => said = world.all_starts(TreeLike::of(&stopping).is_ok()),
            Task::Route(particles) => said = world.route(particles.as_slice()),
            &Task::Game(from, set, endless) => {
                let (bounds, played) = value(from, set, endless, 20 * MOST_STATES)?;
                said.values.insert(from, bounds);
                arena = played;
            }
            &Task::GameFromAll(set, endless) => {
                for from in instance.graph().vertices() {
                    said.values.insert(from, value(from, set, endless, 6_000)?.0);
                }
            }
        }
        Some(Self { said, world: Some(world), arena })
    }
}

fn is_the_reference(case: &Case<'_>, found: &Found, tally: &mut Tally) -> bool {
    let Reference { said, world, arena } = case.reference;
    let mut found_said = found.said.clone();
    let of_blocks = [found_said.counts.remove("block flows"), found_said.counts.remove("deadlines")];
    if !said.counts.contains_key("flows") && found_said.counts.remove("flows").is_some() {
        tally.show("flows that are not known");
    }
    assert!(said.includes(&found_said), "{found_said:?}\ninstead of {said:?}\n{}", case.context());
    assert!(is_whole(case, found), "{found:?}\nleaves something out, {}", case.context());
    if let (Some(world), [Some(flows), Some(deadlines)]) = (world, of_blocks) {
        for ((c, block), count) in flows {
            if let Some(walked) = world.return_flow(c.unwrap().index(), &block) {
                assert_eq!(count, walked, "{c:?} {block:?}, {}", case.context());
                tally.show("flow of a block");
            }
        }
        for ((c, block), count) in deadlines {
            if let Some(walked) = world.deadline(c.unwrap().index(), &block) {
                assert_eq!(count, walked, "{c:?} {block:?}, {}", case.context());
                tally.show("deadline of a block");
            }
        }
    }
    if let (Some((strategies, end)), Task::Game(from, set, endless)) = (&found.play, case.task) {
        let (max_min, min_max) = found.said.values[from];
        let worth = match end {
            PlayEnd::Halts(Exit::Sink(sink)) => case.instance.value(*sink),
            PlayEnd::Halts(Exit::Trap(_)) => *endless,
            PlayEnd::Endless => {
                assert_eq!(*set, StrategySet::Free, "such a play ends, {}", case.context());
                *endless
            }
        };
        let (guaranteed, met) = match arena {
            Some(arena) => {
                let [max, min] = strategies.each_ref().map(|strategy| arena.number(strategy));
                (strategies.each_ref().map(|strategy| arena.guaranteed_by(strategy)), arena.values[max][min])
            }
            None => {
                let against =
                    |strategy| FreeArena::explore(case.instance, *from, Some(strategy), MOST_STATES);
                (strategies.each_ref().map(|strategy| against(strategy).unwrap().value(*endless)), max_min)
            }
        };
        assert_eq!(
            (guaranteed, worth),
            ([max_min, min_max], met),
            "{strategies:?} {end:?}, {}",
            case.context()
        );
    }
    true
}

/// Whether the answer says something of every start that was asked about, and of all particles.
fn is_whole(case: &Case<'_>, found: &Found) -> bool {
    let (said, all) = (&found.said, case.instance.graph().vertex_count());
    let tells = |table| said.counts.contains_key(table);
    match case.task {
        Task::OneStart(_) => said.ends.len() == 1 && tells("departures"),
        Task::AllStarts => said.ends.len() == all,
        Task::Route(_) => tells("departures") && tells("arrivals"),
        Task::Game(..) => said.values.len() == 1,
        Task::GameFromAll(..) => said.values.len() == all,
    }
}

fn is_certified(case: &Case<'_>, found: &Found) -> bool {
    let Some(claim) = &found.claim else { return false };
    if let Err(refutation) = certify(case.instance, claim.clone(), &mut ()) {
        panic!("{}, {}", refutation.describe(case.instance), case.context());
    }
    true
}

fn is_certified_twice(case: &Case<'_>, found: &Found, tally: &mut Tally) -> bool {
    let (Some(claim), Some(comparison)) = (&found.claim, &mut tally.comparison) else { return false };
    let text = certificate::write(case.instance, claim);
    let mut forged: Vec<_> = (0..3).filter_map(|_| forged(&text, case.instance, &mut tally.dice)).collect();
    if let Claim::Blocks(blocks) = claim
        && blocks.blocks.len() > 1
    {
        let mut merged = blocks.clone();
        let second = merged.blocks.remove(1);
        merged.blocks[0].extend(second);
        forged.push(certificate::write(case.instance, &Claim::Blocks(merged)));
    }
    comparison.ask_texts(case.instance, forged.into_iter().chain([text]));
    true
}

/// The certificate with one of its numbers, names or flags changed.
fn forged(text: &str, instance: &Instance, dice: &mut Dice) -> Option<String> {
    let flags: Vec<_> = ["true", "false"].into_iter().filter(|flag| text.contains(flag)).collect();
    if dice.chance(0.1) && !flags.is_empty() {
        let flag = *dice.pick(&flags)?;
        return Some(text.replacen(flag, if flag == "true" { "false" } else { "true" }, 1));
    }
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let at = dice.below(quotes.len() as u32 / 2) as usize * 2;
    let (before, word, after) =
        (&text[..=quotes[at]], &text[quotes[at] + 1..quotes[at + 1]], &text[quotes[at + 1]..]);
    // A value, not the name of a vertex that looks like a number.
    let changed = match word.parse::<BigInt>() {
        Ok(number) if !after.starts_with("\":") => {
            (number + if dice.chance(0.5) { 1i32 } else { -1i32 }).to_string()
        }
        _ if word == "inf" => "2".to_owned(),
        _ => {
            instance.vertex(word)?;
            instance.name(VertexId::new(dice.below(instance.graph().vertex_count() as u32))).to_owned()
        }
    };
    (changed != word).then(|| format!("{before}{changed}{after}"))
}

/// A claim that is changed is refused, or it states the same: then the change was in the proof, and that proves it too.
fn has_no_false_claim(case: &Case<'_>, found: &Found, tally: &mut Tally) -> bool {
    let Some(claim) = &found.claim else { return false };
    let text = certificate::write(case.instance, claim);
    for _ in 0..6 {
        let Some(forged) = forged(&text, case.instance, &mut tally.dice) else { continue };
        let Ok(changed) = certificate::read(forged.as_bytes(), case.instance, &mut ()) else { continue };
        match certify(case.instance, changed, &mut ()) {
            Err(_) => tally.show("refuted claim"),
            Ok(changed) => {
                let said = said_by(case.instance, changed.get());
                let honest = said_by(case.instance, claim);
                let is_part = honest.includes(&said) || is_another_question(claim, changed.get());
                assert!(is_part, "{forged}\nwas accepted, {}", case.context());
            }
        }
    }
    true
}

/// Whether the claims answer different questions: another start, other particles, another value of endless play.
fn is_another_question(claim: &Claim, changed: &Claim) -> bool {
    match (claim, changed) {
        (Claim::Flow(a), Claim::Flow(b)) => a.supply != b.supply,
        (Claim::Game(a), Claim::Game(b)) => (a.from, a.endless_value) != (b.from, b.endless_value),
        _ => false,
    }
}

fn is_the_same_again(case: &Case<'_>, found: &Found) -> bool {
    let (mut first, mut second) = (Paid::default(), Paid::default());
    for paid in [&mut first, &mut second] {
        let again = case.subject.answer(case.instance, case.task, paid).unwrap();
        assert_eq!(again.as_ref(), Some(found), "{}", case.context());
    }
    assert_eq!(first, second, "{}", case.context());
    true
}

fn survives(case: &Case<'_>, found: &Found, variant: Variant) -> bool {
    let at = |u: &VertexId| variant.stands_for(*u);
    let task = match case.task {
        Task::OneStart(from) => Task::OneStart(at(from)),
        Task::AllStarts => Task::AllStarts,
        Task::Route(particles) => {
            let vertices = variant.instance.graph().vertex_count();
            let mut moved = rotor_graph::VertexMap::filled(vertices, num_bigint::BigUint::ZERO);
            particles.iter().for_each(|(u, count)| moved[at(&u)] = count.clone());
            Task::Route(moved)
        }
        Task::Game(from, set, endless) => Task::Game(at(from), *set, *endless),
        Task::GameFromAll(set, endless) => Task::GameFromAll(*set, *endless),
    };
    // More vertices may make another class of the graph, which the subject does not take.
    let again = case.subject.answer(&variant.instance, &task, &mut ()).unwrap();
    let Some(again) = again else { return false };
    let named_back = again.said.renamed(|v| variant.name(v));
    assert_eq!(named_back, found.said, "{}\nand on\n{}", case.context(), variant.instance);
    true
}

/// What was seen and done.
struct Tally {
    dice: Dice<'static>,
    comparison: Option<Comparison>,
    pairs: u64,
    answered: BTreeMap<(&'static str, &'static str), u32>,
    /// By makers of instances, and by obligations.
    owed: BTreeMap<(&'static str, &'static str), u32>,
    shown: BTreeMap<&'static str, u32>,
}

impl Tally {
    fn new(seed: u64) -> Self {
        let (answered, owed, shown) = Default::default();
        Self { dice: Dice::new(seed), comparison: Comparison::new(), pairs: 0, answered, owed, shown }
    }

    fn show(&mut self, kind: &'static str) {
        *self.shown.entry(kind).or_default() += 1;
    }

    /// Asks every subject every question, and everything of every answer.
    fn examine(
        &mut self,
        maker: &'static str,
        instance: &Instance,
        tasks: &[Task],
        by: By,
        subjects: &[Subject],
    ) {
        for task in tasks {
            let Some(reference) = Reference::of(instance, task, by) else { continue };
            self.show_all(instance, task, &reference);
            for &subject in subjects {
                let Some(found) = subject.answer(instance, task, &mut ()).unwrap() else { continue };
                *self.answered.entry((task.name(), subject.name)).or_default() += 1;
                if let Some((strategies, end)) = &found.play {
                    let decisions = || strategies.iter().flat_map(|strategy| &strategy.decisions);
                    if decisions().any(|(_, decision)| *decision == Decision::Bounce) {
                        self.show("bounce");
                    }
                    if *end == PlayEnd::Endless {
                        self.show("endless play");
                    }
                }
                let case = Case { instance, task, subject, reference: &reference };
                for obligation in OBLIGATIONS {
                    if self.dice.below(obligation.one_in) == 0 && (obligation.holds)(&case, &found, self) {
                        self.pairs += 1;
                        *self.owed.entry((maker, obligation.name)).or_default() += 1;
                    }
                }
            }
        }
    }

    /// Notes what a question and its right answer show.
    fn show_all(&mut self, instance: &Instance, task: &Task, reference: &Reference<'_>) {
        let graph = instance.graph();
        let said = &reference.said;
        match task {
            Task::OneStart(from) => {
                let end = &said.ends[from];
                let is_trap = !graph.is_sink(end[0]);
                let rests = end.contains(from);
                let kinds = [("start on a sink", rests && !is_trap), ("start in a trap", rests && is_trap)];
                let kinds = kinds.into_iter().chain([("walk into a trap", !rests && is_trap)]);
                kinds.filter(|kind| kind.1).for_each(|kind| self.show(kind.0));
            }
            Task::AllStarts => {
                let turns = said.counts.get("turns").into_iter().flatten();
                for _ in turns.filter(|(_, turns)| **turns > Count::from(100)) {
                    self.show("more than 100 turns");
                }
                for u in graph.vertices() {
                    self.show_flows(instance, u, said.counts.get("flows"));
                }
            }
            Task::Route(particles) => {
                if particles.as_slice().iter().any(|count| count.bits() > 64) {
                    self.show("more particles than a word counts");
                }
            }
            Task::Game(from, set, _) => {
                let (max_min, min_max) = said.values[from];
                if max_min != min_max {
                    self.show("no equilibrium");
                }
                if reference.arena.as_ref().is_some_and(Arena::has_stakes) {
                    self.show("something at stake");
                }
                if *set == StrategySet::Free
                    && FreeArena::explore(instance, *from, None, MOST_STATES)
                        .is_some_and(|it| it.has_choices())
                {
                    self.show("choices of free players");
                }
            }
            Task::GameFromAll(..) => {}
        }
    }

    /// Notes flows that are infinite or large, and ties: two heads that could keep the particle after the same least
    /// number of full turns, so that only the rotor order tells which does.
    fn show_flows(&mut self, instance: &Instance, u: VertexId, flows: Option<&crate::reference::Table>) {
        let Some(flows) = flows else { return };
        let heads = instance.graph().heads(u);
        let row = || flows.range((Some(u), vec![])..).take_while(|((tail, _), _)| *tail == Some(u));
        let mut turns = Vec::new();
        for ((_, head), flow) in row() {
            let multiplicity = heads.iter().filter(|v| **v == head[0]).count();
            match flow {
                Count::Infinite => self.show("infinite flow"),
                Count::Finite(flow) => {
                    let flow = flow.to_big();
                    if flow.bits() > 62 {
                        self.show("flow beyond a word");
                    } else if flow.bits() > 32 {
                        self.show("flow beyond half a word");
                    }
                    turns.push((flow - 1u32) / multiplicity);
                }
            }
        }
        turns.sort_unstable();
        if turns.len() > 1 && turns[0] == turns[1] && turns[0] > num_bigint::BigUint::ZERO {
            self.show("tie");
        }
    }

    /// Demands that the other checker agrees, and that each subject answered, each obligation was owed and each kind was seen
    /// as often as they were.
    fn finish(self, name: &str, least: &str) {
        println!("{name}\nanswered {:#?}\nowed {:#?}\nshown {:?}", self.answered, self.owed, self.shown);
        if let Some(comparison) = self.comparison {
            let tally = comparison.agree();
            assert!(
                tally.keys().any(|(_, accepted)| !accepted),
                "some changed certificates are refused: {tally:?}"
            );
        }
        note_obligations(name, self.pairs);
        // Fewer instances than usual may show nothing of some kind.
        if budget(1_000) < 1_000 {
            return;
        }
        let counted = self.answered.into_iter().chain(self.owed).collect();
        least::check(&counted, &self.shown, least);
    }
}

/// Some questions of every task.
fn questions(instance: &Instance, dice: &mut Dice) -> Vec<Task> {
    let graph = instance.graph();
    let mut start = || VertexId::new(dice.below(graph.vertex_count() as u32));
    let mut tasks = vec![Task::OneStart(start()), Task::OneStart(start()), Task::AllStarts];
    tasks.push(Task::Route(particles(instance, false, dice)));
    if walk_bound(graph) < 1_000 {
        tasks.push(Task::Route(particles(instance, true, dice)));
    }
    if instance.player_count() > 0 {
        tasks.extend(games(instance, dice));
    }
    tasks
}

/// Questions about games.
fn games(instance: &Instance, dice: &mut Dice) -> Vec<Task> {
    let any = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
    let from = instance.start().unwrap_or(any);
    let endless = if dice.chance(0.5) { 0 } else { Value::from(dice.below(7)) - 3 };
    let mut tasks: Vec<_> = StrategySet::ALL.into_iter().map(|set| Task::Game(from, set, endless)).collect();
    tasks.push(Task::GameFromAll(*dice.pick(&StrategySet::ALL).unwrap(), endless));
    tasks
}

/// What makes instances, and its name in the tables of least numbers.
type Maker = (&'static str, fn(&mut Dice) -> Instance);

/// Draws from one of these makers at a time.
fn examine_all(
    tally: &mut Tally,
    count: usize,
    by: By,
    takes: fn(&str) -> bool,
    makers: &[Maker],
    ask: fn(&Instance, &mut Dice) -> Vec<Task>,
    seed: u64,
) {
    let mut dice = Dice::new(seed);
    let subjects: Vec<_> = Subject::all().into_iter().filter(|subject| takes(subject.name)).collect();
    for number in 0..budget(count) {
        let (maker, make) = makers[number % makers.len()];
        let instance = make(&mut dice);
        let tasks = ask(&instance, &mut dice);
        tally.examine(maker, &instance, &tasks, by, &subjects);
    }
}

#[test]
fn every_subject_owes_everything_on_the_stream() {
    let (mut tally, subjects) = (Tally::new(72), Subject::all());
    Instances::small(72).check(budget(3_000), |instance, dice| {
        let tasks = questions(instance, dice);
        tally.examine("owed on the stream", instance, &tasks, By::Walking, &subjects);
    });
    tally.finish("stream", least::STREAM);
}

#[test]
fn every_subject_owes_everything_on_all_families() {
    let mut tally = Tally::new(73);
    let member: Maker = ("owed on members of families", small_member);
    let makers: [Maker; 3] = [member, member, ("owed with two apexes", with_two_apexes)];
    examine_all(&mut tally, 3_000, By::Walking, |_| true, &makers, questions, 61);
    tally.finish("families", least::FAMILIES);
}

#[test]
fn every_subject_owes_everything_in_games_with_stakes() {
    let mut tally = Tally::new(74);
    let stakes: Maker = ("owed with stakes", game_with_stakes);
    let any: Maker = ("owed on any graph", game_on_any_graph);
    let makers: [Maker; 5] =
        [stakes, stakes, stakes, any, ("owed on relatives of the figure", relative_of_the_figure)];
    examine_all(&mut tally, 12_000, By::Walking, |_| true, &makers, games, 51);
    tally.finish("games", least::GAMES);
}

/// Hubs with around as many heads as are searched rather than looked up, and lists that are left at their end because every
/// child returns more often.
fn edges_of_the_sweeps() -> Vec<Instance> {
    let mut texts = Vec::new();
    for leaves in 13..=18 {
        let names: Vec<String> = (0..leaves).map(|leaf| format!("l{leaf}")).collect();
        let rows: String = names.iter().map(|leaf| format!("{leaf}: hub^2 s\n")).collect();
        for rotor in 0..leaves {
            let (before, after) = (names[..rotor].join(" "), names[rotor..].join(" "));
            texts.push(format!("hub: {after} {before} t\n{rows}sink s\nsink t\n"));
        }
    }
    for (down, up) in (1..=9).flat_map(|down| (1..=9).map(move |up| (down, up))) {
        texts.push(format!("u: v^{down} s\nv: u^{up} t\nsink s\nsink t\n"));
        texts.push(format!("p: u\nu: p v^{down} w^2 s\nv: u^{up} t\nw: u^7 t\nsink s\nsink t\n"));
    }
    texts.iter().map(|text| parse(text).unwrap()).collect()
}

#[test]
fn sweeps_owe_everything_on_trees_with_huge_flows() {
    let mut tally = Tally::new(75);
    let sweeps: Vec<_> = Subject::all().into_iter().filter(|it| it.name.starts_with("tree")).collect();
    for instance in edges_of_the_sweeps() {
        let tasks = [Task::OneStart(VertexId::new(0)), Task::AllStarts];
        tally.examine("owed at the edges", &instance, &tasks, By::Walking, &sweeps);
    }
    let makers: [Maker; 5] = [
        ("owed on copies on a hub", copies_on_a_hub),
        ("owed on mirrored paths", |dice| two_sided_path(dice, true)),
        ("owed on two-sided paths", |dice| two_sided_path(dice, false)),
        ("owed on paths of many arcs", path_of_many_arcs),
        ("owed on larger trees", larger_tree),
    ];
    let ask = |instance: &Instance, dice: &mut Dice| {
        let from = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
        vec![Task::OneStart(from), Task::AllStarts]
    };
    examine_all(&mut tally, 1_000, By::ThePaper, |name| name.starts_with("tree"), &makers, ask, 20);
    tally.finish("huge-flows", least::HUGE_FLOWS);
}
