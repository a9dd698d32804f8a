//! Fast routines inside solvers against their reference implementations, and objects against their definitions.

use crate::cost::{Paid, member};
use crate::reference::Arena;
use crate::streams::{
    game_on_any_graph, game_with_stakes, hub_of_an_owner, larger_tree, relative_of_the_figure,
};
use rotor_generate::{Decoration, Dice, Instances, budget, small_forest, small_glued_forests};
use rotor_graph::{
    BlockTree, Count, Decision, Instance, Owner, Pair, Past, Player, ReverseWalk, Rule, SimpleDigraph,
    SimpleTreeLike, StoppingGraph, Strategy, StrategySet, TreeLike, UndirectedGraph, Value, VertexId,
    VertexMap, parse, parse_bytes, route, unroute,
};
use rotor_solve::game::{
    GameTree, Threshold, VertexView, binary_game, binary_game_by_the_paper, binary_game_from_all,
    binary_game_from_all_by_the_paper, exhaustive_search_of, exit_of_play, exit_of_play_by_the_paper,
    integer_value, one_player_search, optimal_choice, optimal_choice_by_trying, simple_binary_game_from_all,
};
use rotor_solve::general::{Effort, switching_flow, switching_flow_with};
use rotor_solve::simulate;
use rotor_solve::tree::{complete_destination, exits, filtered_exits};
use std::collections::BTreeMap;

/// How often each kind was seen.
#[derive(Default)]
struct Seen(BTreeMap<&'static str, u32>);

impl Seen {
    fn count(&mut self, kind: &'static str, shown: bool) {
        *self.0.entry(kind).or_default() += u32::from(shown);
    }

    /// Fails if a kind was seen less often, unless fewer instances were asked for.
    fn at_least(&self, least: u32) {
        println!("{:?}", self.0);
        let least = least.min(budget(least as usize) as u32);
        assert!(!self.0.is_empty() && self.0.values().all(|&seen| seen >= least), "{:?}", self.0);
    }
}

#[test]
fn sweeps_in_words_and_intervals_find_the_exits_of_many_forests() {
    let (mut dice, mut seen) = (Dice::new(10), Seen::default());
    let mut carried = 0;
    for _ in 0..budget(50_000) {
        let instance = small_forest(&mut dice);
        let (graph, rotors) = (instance.graph(), instance.rotors());
        let stopping = StoppingGraph::of(graph);
        let tree = TreeLike::of(&stopping).unwrap();
        let printed = complete_destination(&tree, rotors, &mut ()).unwrap();
        let exits = exits(graph, rotors, &mut ()).unwrap();
        assert_eq!(exits.pattern(), printed.forest.exit_pattern(&stopping), "{instance}");
        let open = [filtered_exits::<2>(graph, rotors, &mut ()), filtered_exits::<3>(graph, rotors, &mut ())]
            .map(|found| {
                let (again, fallbacks) = found.unwrap();
                assert_eq!(again, exits, "{instance}");
                carried += fallbacks.steps;
                fallbacks.comparisons > 0
            });
        seen.count("2 bits leave a comparison open", open[0]);
        seen.count("3 bits leave a comparison open", open[1]);
        let (again, fallbacks) = filtered_exits::<62>(graph, rotors, &mut ()).unwrap();
        assert_eq!((again, fallbacks.comparisons), (exits, 0), "small flows are exact in 62 bits");
        seen.count("labels that ascend", labels_ascend(&instance));
        seen.count("labels that do not", !labels_ascend(&instance));
    }
    seen.at_least(200);
    assert!(carried >= budget(2_000) as u64, "exact flows were carried past {carried} vertices");
}

/// Whether no vertex has two neighbours of smaller numbers that are not sinks: then nothing is renumbered.
fn labels_ascend(instance: &Instance) -> bool {
    let graph = instance.graph();
    let mut smaller = vec![Vec::new(); graph.vertex_count()];
    for u in graph.vertices() {
        for &v in graph.heads(u).iter().filter(|&&v| v != u && !graph.is_sink(v)) {
            smaller[u.max(v).index()].push(u.min(v));
        }
    }
    smaller.iter().all(|smaller| smaller.iter().all(|v| *v == smaller[0]))
}

const START: StrategySet = StrategySet::Start;

/// Binary games from one start, by sweeps and by the paper; whether Max wins, if the start is active.
fn games_agree_from(
    instance: &Instance,
    from: VertexId,
    set: StrategySet,
    endless: Value,
    threshold: Threshold,
    seen: &mut Seen,
) -> Option<bool> {
    let stopping = StoppingGraph::of(instance.graph()).reached_from(from);
    let tree = TreeLike::rooted_at(&stopping, from).unwrap();
    let game = GameTree::new(instance, &tree, endless);
    let swept = binary_game(&game, set, threshold, &mut ()).unwrap();
    let printed = binary_game_by_the_paper(&game, set, threshold, &mut ()).unwrap();
    let context =
        || format!("{set:?} from {} {threshold:?} endless {endless}\n{instance}", instance.name(from));
    assert_eq!((swept.wins, &swept.decisions), (printed.wins, &printed.decisions), "{}", context());
    assert_eq!(swept.pairs, printed.pairs, "{}", context());
    let flows = || printed.pairs.0.iter().filter_map(|entry| entry.pair.flow.finite());
    seen.count("a flow beyond 32 bits", flows().any(|flow| flow.to_u32().is_none()));
    seen.count("a flow beyond 64 bits", flows().any(|flow| flow.to_u64().is_none()));
    stopping.is_active(from).then_some(printed.wins)
}

/// Any play from one start.
fn plays_agree(instance: &Instance, from: VertexId, set: StrategySet, endless: Value, dice: &mut Dice) {
    let stopping = StoppingGraph::of(instance.graph()).reached_from(from);
    let tree = TreeLike::rooted_at(&stopping, from).unwrap();
    let game = GameTree::new(instance, &tree, endless);
    let [max, min] = [Player::Max, Player::Min].map(|player| {
        let mut strategy = Strategy::recorded(instance, player, set);
        for (u, decision) in &mut strategy.decisions {
            let mut arcs: Vec<_> = instance.graph().out_arcs(*u).collect();
            dice.shuffle(&mut arcs);
            *decision = match set {
                StrategySet::Start => Decision::Start(arcs[0]),
                StrategySet::Order => Decision::Order(arcs),
                StrategySet::Free if dice.chance(0.2) => Decision::Bounce,
                StrategySet::Free => Decision::Always(arcs[0]),
            };
        }
        strategy
    });
    let swept = exit_of_play(&game, &max, &min, &mut ()).unwrap();
    let printed = exit_of_play_by_the_paper(&game, &max, &min, &mut ()).unwrap();
    assert_eq!(swept, printed, "from {} {max:?} {min:?}\n{instance}", instance.name(from));
}

/// Binary games from everywhere, by sweeps, by the paper, and by comparisons alone.
fn games_agree_from_all(
    instance: &Instance,
    set: StrategySet,
    endless: Value,
    threshold: Threshold,
    seen: &mut Seen,
) {
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let game = GameTree::new(instance, &tree, endless);
    let context = || format!("{set:?} {threshold:?} endless {endless}\n{instance}");
    let swept = binary_game_from_all(&game, set, threshold, &mut ()).unwrap();
    let printed = binary_game_from_all_by_the_paper(&game, set, threshold, &mut ()).unwrap();
    assert_eq!(swept, printed, "{}", context());
    let Ok(simple) = SimpleTreeLike::of(tree.clone()) else { return };
    if set != StrategySet::Start {
        return;
    }
    let compared = simple_binary_game_from_all(instance, &simple, threshold, endless, &mut ()).unwrap();
    assert_eq!(compared, printed, "by comparisons, {}", context());
    for u in stopping.active_vertices() {
        seen.count("won by comparisons", printed[u]);
        seen.count("lost by comparisons", !printed[u]);
    }
}

#[test]
fn binary_games_by_sweeps_are_those_by_the_paper() {
    let (mut dice, mut seen) = (Dice::new(61), Seen::default());
    for number in 0..budget(30_000) {
        let makers = [game_with_stakes, rotor_generate::small_game, hub_of_an_owner];
        let instance = makers[if number % 10 == 0 { 2 } else { number % 2 }](&mut dice);
        let any = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
        let from = instance.start().unwrap_or(any);
        let (endless, value) = (Value::from(dice.below(7)) - 3, Value::from(dice.below(9)) - 4);
        let threshold = if dice.chance(0.5) { Threshold::AtLeast(value) } else { Threshold::MoreThan(value) };
        let set = *dice
            .pick(&[StrategySet::Start, StrategySet::Start, StrategySet::Order, StrategySet::Free])
            .unwrap();
        let wins = games_agree_from(&instance, from, set, endless, threshold, &mut Seen::default());
        plays_agree(&instance, from, set, endless, &mut dice);
        games_agree_from_all(&instance, set, endless, threshold, &mut seen);
        seen.count("won", wins == Some(true));
        seen.count("lost", wins == Some(false));
        seen.count("orders", set == StrategySet::Order);
        seen.count("free players", set == StrategySet::Free);
    }
    seen.at_least(1_000);
}

#[test]
fn binary_games_by_sweeps_are_exact_on_larger_trees() {
    let (mut dice, mut seen) = (Dice::new(62), Seen::default());
    for number in 0..budget(150) {
        let players = Decoration { max: 0.4, min: 0.4, values: 0..=1 };
        let instance = players.apply(larger_tree(&mut dice), &mut Dice::new(1)).unwrap();
        let threshold = Threshold::AtLeast(1);
        let set = if number % 2 == 0 { START } else { StrategySet::ALL[number / 2 % 3] };
        for from in instance.graph().vertices().step_by(97) {
            games_agree_from(&instance, from, set, 0, threshold, &mut seen);
            plays_agree(&instance, from, set, 0, &mut dice);
        }
        games_agree_from_all(&instance, set, 0, threshold, &mut Seen::default());
    }
    seen.at_least(5);
}

#[test]
fn one_sweep_finds_the_best_of_all_initial_arcs() {
    let (mut dice, mut seen) = (Dice::new(55), Seen::default());
    for _ in 0..budget(20_000) {
        let heads = 1 + dice.below(5);
        let mut arcs: Vec<u32> = (0..heads).flat_map(|head| vec![head; 1 + dice.below(4) as usize]).collect();
        dice.shuffle(&mut arcs);
        let rotor = dice.below(arcs.len() as u32) as usize;
        let word = |(at, head): (usize, &u32)| format!("{}s{head}", if at == rotor { "*" } else { "" });
        let words: Vec<_> = arcs.iter().enumerate().map(word).collect();
        let sinks: String = (0..heads).map(|head| format!("sink s{head}\n")).collect();
        let most = *dice.pick(&[1, 3, 12]).unwrap();
        let mut flow = || if dice.chance(0.2) { Count::Infinite } else { Count::from(1 + dice.below(most)) };
        let flows: Vec<_> = (0..heads).map(|_| flow()).collect();
        let pairs: Vec<_> = flows.into_iter().map(|flow| Pair { wins: dice.chance(0.5), flow }).collect();
        let text = format!("before: u^2\nν: {}\n{sinks}", words.join(" "));
        let instance = parse(&text.replace('ν', "u")).unwrap();
        let (graph, simple, u) = (instance.graph(), SimpleDigraph::of(instance.graph()), VertexId::new(1));
        let rotor = instance.rotors().rotor(u);
        let at = VertexView { graph, simple: &simple, vertex: u, rotor };
        for owner in [Owner::Rotor, Owner::Player(Player::Max), Owner::Player(Player::Min)] {
            for back in (0..pairs.len()).map(Some).chain([None]) {
                let fast = optimal_choice(&at, owner, &pairs, back);
                let tried = optimal_choice_by_trying(&at, owner, &pairs, back);
                assert_eq!(fast, tried, "{text}{pairs:?} {back:?}");
                seen.count("endless", fast.is_none());
                seen.count("won", fast.as_ref().is_some_and(|choice| choice.pair.wins));
                seen.count("lost", fast.as_ref().is_some_and(|choice| !choice.pair.wins));
                seen.count("turned", fast.is_some_and(|choice| choice.start != rotor));
            }
        }
    }
    seen.at_least(1_000);
}

#[test]
fn searches_find_the_first_of_the_best_strategies() {
    let (mut dice, mut seen) = (Dice::new(71), Seen::default());
    for number in 0..budget(4_000) {
        let draw = if number % 3 == 0 { relative_of_the_figure } else { game_on_any_graph };
        let instance = draw(&mut dice);
        let any = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
        let (from, endless) = (instance.start().unwrap_or(any), Value::from(dice.below(5)) - 2);
        let set = if dice.chance(0.7) { StrategySet::Start } else { StrategySet::Order };
        let Some(arena) = Arena::play_all(&instance, from, set, endless, 30_000) else { continue };
        let stopping = StoppingGraph::of(instance.graph());
        let found = exhaustive_search_of(&instance, &stopping, from, (set, endless), &mut ()).unwrap();
        let (max_min, min_max) = arena.bounds();
        let context = || format!("from {} endless {endless}\n{instance}", instance.name(from));
        assert_eq!((found.max_min, found.min_max), (max_min, min_max), "{}", context());
        assert_eq!(found.value(), (max_min == min_max).then_some(max_min), "{}", context());
        seen.count("orders", set == StrategySet::Order);
        seen.count("no equilibrium", max_min != min_max);
        if set == StrategySet::Start {
            let rows = arena.values.iter();
            let first = rows.clone().position(|row| *row.iter().min().unwrap() == max_min);
            assert_eq!(Some(arena.number(&found.max)), first, "{}", context());
            let held = |&min: &usize| rows.clone().map(|row| row[min]).max() == Some(min_max);
            let first = (0..arena.values[0].len()).find(held);
            assert_eq!(Some(arena.number(&found.min)), first, "{}", context());
        }
        // A player who owns everything decides on the way.
        let player = if dice.chance(0.5) { Player::Max } else { Player::Min };
        let alone = |u| if instance.owner(u) == Owner::Rotor { Owner::Rotor } else { Owner::Player(player) };
        let owners = VertexMap::from_vec(instance.graph().vertices().map(alone).collect());
        let instance = instance.clone().with_owners(owners).unwrap();
        let Some(arena) = Arena::play_all(&instance, from, set, endless, 30_000) else { continue };
        let found = one_player_search(&instance, &stopping, from, player, (set, endless), &mut ()).unwrap();
        let best = arena.bounds().0;
        assert_eq!(
            (found.value, arena.guaranteed_by(&found.strategy)),
            (best, best),
            "{player:?} {instance}"
        );
        seen.count("one player with stakes", arena.has_stakes());
    }
    seen.at_least(20);
}

#[test]
fn where_nothing_is_played_the_value_is_that_of_endless_play() {
    let instance = parse("sink s = 3").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let found = integer_value(&GameTree::new(&instance, &tree, 7), START, &mut ()).unwrap();
    assert_eq!((found.value, found.binary_games), (7, 0));
}

#[test]
fn components_that_are_trees_are_solved_as_trees() {
    let (mut dice, mut seen) = (Dice::new(64), Seen::default());
    for _ in 0..budget(5_000) {
        let instance = small_glued_forests(&mut dice);
        let stopping = StoppingGraph::of(instance.graph());
        let from = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
        let mut particles = VertexMap::filled(instance.graph().vertex_count(), 0u32.into());
        particles[from] += 1u32;
        let mut effort = Effort::default();
        let found =
            switching_flow_with(&stopping, instance.rotors(), &particles, &mut effort, &mut Paid::default())
                .unwrap();
        let counts: BTreeMap<_, _> = found.components.iter().collect();
        let of = |name| counts.get(name).copied().unwrap_or(0);
        if of("flow") == 0 {
            let walked = simulate(&stopping, instance.rotors(), from, &mut ()).unwrap();
            assert!(found.is_run && effort.fill == 0, "{instance}");
            assert_eq!(found.departures, walked.departures, "from {}:\n{instance}", instance.name(from));
            seen.count("several trees", of("tree") > 1);
        }
        ["division", "tree"].into_iter().for_each(|name| seen.count(name, of(name) > 0));
        seen.count("flow", of("flow") > 0);
    }
    seen.at_least(10);
}

/// Long enough for regions, and for the pieces in which a core is made least; short enough to walk through.
#[test]
fn long_graphs_with_valleys_have_the_run_of_their_walk() {
    let mut longest = 0u32.into();
    for (family, given) in [
        ("wells", "width 2 wells 12 depth 6 drift 2"),
        ("wells", "width 2 wells 40 depth 5 drift 2"),
        ("wells", "width 3 wells 20 depth 6 drift 2"),
        ("ladder", "n 500 parallel 2"),
    ] {
        for seed in 1..=4 {
            let instance = member(family, given, seed);
            let stopping = StoppingGraph::of(instance.graph());
            let from = instance.start().unwrap_or(VertexId::new(0));
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), 0u32.into());
            particles[from] += 1u32;
            let found = switching_flow(&stopping, instance.rotors(), &particles, &mut ()).unwrap();
            let walked = simulate(&stopping, instance.rotors(), from, &mut ()).unwrap();
            assert!(found.is_run);
            assert_eq!(found.departures, walked.departures, "{family} {given}, seed {seed}");
            longest = walked.steps().max(longest);
        }
    }
    assert!(longest > 100_000u32.into(), "the longest walk has {longest} steps");
}

/// Which active vertices are connected with each other without `cut`, as the least vertex of each part.
fn parts_without(stopping: &StoppingGraph<'_>, cut: Option<VertexId>) -> Vec<usize> {
    let undirected = UndirectedGraph::of(stopping);
    let mut part: Vec<usize> = (0..stopping.graph().vertex_count()).collect();
    loop {
        let before = part.clone();
        for u in stopping.active_vertices().filter(|&u| Some(u) != cut) {
            for &v in undirected.neighbours(u).iter().filter(|&&v| Some(v) != cut) {
                let least = part[u.index()].min(part[v.index()]);
                (part[u.index()], part[v.index()]) = (least, least);
            }
        }
        if part == before {
            return part;
        }
    }
}

#[test]
fn two_vertices_share_a_block_unless_a_third_parts_them() {
    let mut seen = Seen::default();
    Instances::small(84).check(budget(600), |instance, _| {
        let stopping = StoppingGraph::of(instance.graph());
        let tree = BlockTree::of(&stopping);
        let active: Vec<_> = stopping.active_vertices().collect();
        let whole = parts_without(&stopping, None);
        let undirected = UndirectedGraph::of(&stopping);
        let without: Vec<_> = active.iter().map(|&c| (c, parts_without(&stopping, Some(c)))).collect();
        for &u in &active {
            for &v in active.iter().filter(|&&v| v != u && whole[u.index()] == whole[v.index()]) {
                let is_parted =
                    without.iter().any(|(c, part)| *c != u && *c != v && part[u.index()] != part[v.index()]);
                let blocks = |w: VertexId| {
                    let tree = &tree;
                    let hanging = tree.blocks().filter(move |&block| tree.top(block) == w);
                    hanging.chain(tree.home(w))
                };
                let common: Vec<_> = blocks(u).filter(|&b| blocks(v).any(|other| other == b)).collect();
                assert_eq!(common.len(), usize::from(!is_parted), "{instance}");
                if undirected.neighbours(u).contains(&v) {
                    assert_eq!(common, [tree.block_of(u, v)], "{instance}");
                }
                seen.count("in a block", !is_parted);
                seen.count("parted", is_parted);
            }
        }
    });
    seen.at_least(500);
}

#[test]
fn canonical_text_reads_back_and_prints_to_the_same_bytes() {
    Instances::small(11).check(budget(4_000), |instance, _| {
        let text = instance.to_string();
        let read = parse(&text).unwrap();
        assert_eq!((&read, read.to_string()), (instance, text.clone()), "{text}");
        for rule in [Rule::MoveThenTurn, Rule::TurnThenMove] {
            let text = instance.written_for(rule).to_string();
            let (read, said) = parse_bytes(text.as_bytes(), 1 << 20, &mut ()).unwrap();
            assert_eq!((&read, said.unwrap_or_default()), (instance, rule), "{text}");
        }
    });
}

#[test]
fn a_reverse_step_undoes_a_step() {
    let mut seen = Seen::default();
    Instances::small(12).check(budget(4_000), |instance, dice| {
        let graph = instance.graph();
        let mut rotors = instance.rotors().clone();
        let mut u = VertexId::new(dice.below(graph.vertex_count() as u32));
        for _ in 0..30 {
            if graph.is_sink(u) {
                break;
            }
            let before = rotors.clone();
            let v = route(graph, &mut rotors, u);
            let mut undone = rotors.clone();
            assert_eq!((unroute(graph, &mut undone, u), &undone), (v, &before), "{instance}");
            let mut reverse = ReverseWalk::new(graph, rotors.clone(), v);
            let past = reverse.past();
            seen.count("certain", matches!(past, Past::From(_)));
            seen.count("unclear", matches!(past, Past::Unclear(_)));
            match past {
                Past::From(sender) => {
                    assert_eq!(sender, u, "{instance}");
                    assert_eq!(reverse.step_back().map(|a| graph.head(a)), Some(v));
                    assert_eq!((reverse.particle(), reverse.rotors()), (u, &before));
                }
                Past::Unclear(senders) => {
                    assert!(senders > 1 && reverse.step_back().is_none());
                }
                Past::Beginning => panic!("a step led here:\n{instance}"),
            }
            u = v;
        }
    });
    seen.at_least(1_000);
}

#[test]
fn a_reverse_walk_has_the_past_of_one_that_starts_again() {
    let mut seen = Seen::default();
    Instances::small(13).check(budget(4_000), |instance, dice| {
        let graph = instance.graph();
        let at = VertexId::new(dice.below(graph.vertex_count() as u32));
        let mut reverse = ReverseWalk::new(graph, instance.rotors().clone(), at);
        for _ in 0..30 {
            let anew = ReverseWalk::new(graph, reverse.rotors().clone(), reverse.particle());
            assert_eq!(reverse.past(), anew.past(), "{instance}");
            if reverse.step_back().is_none() {
                break;
            }
        }
        seen.count("walks of more than two steps", reverse.steps() > 2);
    });
    seen.at_least(300);
}
