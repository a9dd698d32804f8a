//! The fast solver within a budget: it is asked while the sweeps run, and told how far they have come.

use rotor_generate::{Dice, Shape, Tree, draw};
use rotor_graph::{Configuration, Multigraph, VertexId};
use rotor_solve::tree::{NotFast, fast_exits, fast_exits_within, fast_flows, fast_flows_within};
use rotor_solve::{Budget, OutOfBudget};

/// A budget of this many looks that remembers what it was told.
struct Looks {
    left: u32,
    taken: u32,
    told: Vec<(u64, u64)>,
}

impl Looks {
    fn of(left: u32) -> Self {
        Self { left, taken: 0, told: Vec::new() }
    }
}

impl Budget for Looks {
    fn spend(&mut self, _: u64) -> Result<(), OutOfBudget> {
        self.taken += 1;
        self.left = self.left.checked_sub(1).ok_or(OutOfBudget::Interrupted)?;
        Ok(())
    }

    fn check(&mut self) -> Result<(), OutOfBudget> {
        Ok(())
    }

    fn report_progress(&mut self, done: u64, expected: u64) {
        self.told.push((done, expected));
    }
}

/// The same graph with its labels in the opposite order.
fn backwards(graph: &Multigraph, rotors: &Configuration) -> (Multigraph, Configuration) {
    let last = graph.vertex_count() as u32 - 1;
    let opposite = |v: VertexId| VertexId::new(last - v.raw());
    let (mut starts, mut heads) = (vec![0], Vec::new());
    for u in graph.vertices() {
        heads.extend(graph.heads(opposite(u)).iter().map(|&v| opposite(v)));
        starts.push(heads.len() as u32);
    }
    let turned = Multigraph::from_rows(starts, heads).unwrap();
    let rotors = Configuration::from_positions(&turned, |u| rotors.position(graph, opposite(u)));
    (turned, rotors)
}

/// A tree with labels that ascend, the same with labels that do not, and a path with flows beyond any machine word.
fn graphs() -> Vec<(Multigraph, Configuration)> {
    let tree = Tree { n: 200_000, parallel: 2, ..Tree::plain(Shape::Binary) };
    let tree = tree.build(&mut Dice::new(1)).unwrap();
    let path = draw("two-sided", &[("n", 200_000)], &mut Dice::new(1)).unwrap();
    vec![
        (tree.graph().clone(), tree.rotors().clone()),
        backwards(tree.graph(), tree.rotors()),
        (path.graph().clone(), path.rotors().clone()),
    ]
}

#[test]
fn a_budget_ends_the_fast_solver_at_any_check() {
    for (graph, rotors) in graphs() {
        let mut plenty = Looks::of(u32::MAX);
        assert_eq!(fast_exits_within(&graph, &rotors, &mut plenty), fast_exits(&graph, &rotors));
        let looks = plenty.taken;
        assert!(looks >= 6, "200,000 vertices, two sweeps or more: {looks}");
        for left in 0..looks {
            let mut few = Looks::of(left);
            let stopped = fast_exits_within(&graph, &rotors, &mut few);
            assert_eq!(stopped, Err(NotFast::OutOfBudget(OutOfBudget::Interrupted)), "{left} of {looks}");
            assert_eq!(few.taken, left + 1, "nothing is done after it");
        }
        let mut exactly = Looks::of(looks);
        assert!(fast_exits_within(&graph, &rotors, &mut exactly).is_ok());
    }
}

#[test]
fn a_budget_ends_the_fast_flows_too() {
    let (graph, rotors) = graphs().swap_remove(0);
    let mut plenty = Looks::of(u32::MAX);
    assert_eq!(fast_flows_within(&graph, &rotors, &mut plenty), fast_flows(&graph, &rotors));
    for left in 0..plenty.taken {
        let stopped = fast_flows_within(&graph, &rotors, &mut Looks::of(left));
        assert_eq!(stopped, Err(NotFast::OutOfBudget(OutOfBudget::Interrupted)));
    }
}

#[test]
fn what_is_done_grows_and_never_exceeds_what_is_expected() {
    for (graph, rotors) in graphs() {
        let mut budget = Looks::of(u32::MAX);
        assert!(fast_exits_within(&graph, &rotors, &mut budget).is_ok());
        assert!(budget.told.windows(2).all(|two| two[0].0 <= two[1].0), "{:?}", budget.told);
        assert!(budget.told.iter().all(|&(done, expected)| done <= expected), "{:?}", budget.told);
        let [.., (before, _), (done, expected)] = budget.told[..] else { panic!("it was told often") };
        assert!(done == expected && before * 10 > expected * 8, "{before} and {done} of {expected}");
    }
}

#[test]
fn every_look_finds_about_as_much_more_done_as_the_one_before() {
    let steady = |told: &[(u64, u64)]| {
        let looks = told.len() as f64;
        for (look, &(done, expected)) in (1..).zip(told) {
            let (share, time) = (done as f64 / expected as f64, f64::from(look) / looks);
            assert!((share - time).abs() < 0.15, "{done} of {expected} at look {look} of {looks}");
        }
    };
    for (graph, rotors) in &graphs()[..2] {
        let mut budget = Looks::of(u32::MAX);
        fast_exits_within(graph, rotors, &mut budget).unwrap();
        steady(&budget.told);
        let mut budget = Looks::of(u32::MAX);
        fast_flows_within(graph, rotors, &mut budget).unwrap();
        steady(&budget.told);
    }
}

#[test]
fn a_budget_ends_the_exact_streams_of_one_long_comparison() {
    let path = draw("two-sided", &[("n", 20_001), ("mirrored", 1)], &mut Dice::new(3)).unwrap();
    let (graph, rotors) = (path.graph(), path.rotors());
    let mut plenty = Looks::of(u32::MAX);
    assert_eq!(fast_exits_within(graph, rotors, &mut plenty), fast_exits(graph, rotors));
    // Fewer vertices than there are between two looks of a sweep.
    assert!(plenty.taken >= 2, "millions of words: {}", plenty.taken);
    for left in 0..plenty.taken {
        let stopped = fast_exits_within(graph, rotors, &mut Looks::of(left));
        assert_eq!(stopped, Err(NotFast::OutOfBudget(OutOfBudget::Interrupted)));
    }
}
