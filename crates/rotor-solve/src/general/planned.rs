//! A plan beside a search: both keep their state, and the plan goes on whenever the search has paid for it.
//!
//! A step of the plan begins whenever the plan has had less than half as many operations as the search, and takes at
//! most a sixteenth of them. A step that takes more is given up and made anew when that sixteenth has doubled. So with S operations
//! of the search, W of all steps of the plan and P of its longest one:
//!
//! - If the search ends first, the plan has cost at most S/2 and one step, and what it takes to make it.
//! - Steps that were given up took less than P, P/2, P/4, …, in all less than 2 P. The plan rests only while it has
//!   had S/2, or a step has been given up and S < 16 P. So if the plan ends first, S ≤ max(2 (W + 2 P), 32 P), up to
//!   what the search pays at once.

use super::at_most::AtMost;
use super::bisect::Bisection;
use super::expectation::Averages;
use super::guess::settle;
use super::held_vertex::Choice;
use super::plan::Plan;
use super::pseudo_flow::PseudoFlow;
use rotor_graph::{Event, Stop, Tick};

/// A plan being carried out.
#[derive(Debug)]
pub(crate) struct Planned<'p, 'a> {
    flow: PseudoFlow<'p>,
    held: &'a [bool],
    averages: &'a Averages,
    search: Option<Bisection>,
    /// How many operations it has taken.
    pub(crate) paid: u64,
    /// How many operations the search has to spend before it goes on.
    due: u64,
    is_settled: bool,
}

impl<'p, 'a> Planned<'p, 'a> {
    /// A plan that settles `flow` where it is not `held`; it is made when the search has spent `first` operations.
    pub(crate) fn new(flow: PseudoFlow<'p>, held: &'a [bool], averages: &'a Averages, first: u64) -> Self {
        Self { flow, held, averages, search: None, paid: 0, due: first, is_settled: false }
    }

    /// Goes on, the search having spent this many operations.
    fn work(&mut self, spent: u64, tick: &mut dyn Tick) -> Result<(), Stop> {
        let mut search = match self.search.take() {
            Some(search) => search,
            None => match self.make(tick)? {
                Some(search) => search,
                None => return self.give_up(),
            },
        };
        while self.paid < spent / 2 {
            let before = self.flow.clone();
            let mut limited = AtMost::new(tick, spent / 16);
            let stepped = search.step(&mut self.flow, self.averages, &settle, &mut limited);
            self.paid += limited.spent();
            match limited.or_over(stepped) {
                Ok(Some(None)) => {}
                Ok(Some(Some(true))) => {
                    self.is_settled = true;
                    return Ok(());
                }
                // The search may need less memory.
                Ok(Some(Some(false))) | Err(Stop::Memory) => return self.give_up(),
                Ok(None) => {
                    self.flow = before;
                    self.search = Some(search);
                    self.due = spent.saturating_mul(2);
                    return Ok(());
                }
                Err(ended) => return Err(ended),
            }
        }
        self.search = Some(search);
        self.due = self.paid.saturating_mul(2).saturating_add(2);
        Ok(())
    }

    fn make(&mut self, tick: &mut dyn Tick) -> Result<Option<Bisection>, Stop> {
        let mut limited = AtMost::new(tick, u64::MAX);
        let plan = Plan::cheapest(&self.flow, self.held, self.averages.order(), &mut limited)?;
        self.paid += limited.spent();
        let Some(plan) = plan else { return Ok(None) };
        if self.held.iter().all(|held| !held) {
            tick.observe(Event::Detail(format_args!("plan: {plan}")));
        }
        Ok(Some(Bisection::new(self.held, Choice::Planned(plan))))
    }

    /// Leaves everything to the search.
    fn give_up(&mut self) -> Result<(), Stop> {
        self.due = u64::MAX;
        Ok(())
    }
}

/// Runs `search` in turns with a plan for the same flow; returns what the plan has made of it, if it was the first to settle it.
pub(crate) fn in_turns_with_plan<'p>(
    planned: Planned<'p, '_>,
    tick: &mut dyn Tick,
    search: impl FnOnce(&mut dyn Tick) -> Result<bool, Stop>,
) -> Result<Option<PseudoFlow<'p>>, Stop> {
    let mut turns = WithPlan { tick, planned, spent: 0, is_aside: false };
    let found = search(&mut turns);
    if turns.planned.is_settled {
        turns.tick.observe(Event::Detail(format_args!("a component was settled as planned")));
        return Ok(Some(turns.planned.flow));
    }
    found.map(|_| None)
}

/// A tick that lets a plan go on as far as is paid for.
struct WithPlan<'b, 'p, 'a> {
    tick: &'b mut dyn Tick,
    planned: Planned<'p, 'a>,
    spent: u64,
    /// Whether the next operations are not the search's own.
    is_aside: bool,
}

impl Tick for WithPlan<'_, '_, '_> {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.tick.tick(operations)?;
        if std::mem::take(&mut self.is_aside) {
            return Ok(());
        }
        self.spent = self.spent.saturating_add(operations);
        if self.spent >= self.planned.due {
            self.planned.work(self.spent, &mut Aside(self.tick))?;
        }
        // The search only has to stop; that nothing has run out is known from `is_settled`.
        if self.planned.is_settled { Err(Stop::Operations) } else { Ok(()) }
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        self.tick.reserve(bytes)
    }

    fn observe(&mut self, event: Event<'_>) {
        self.is_aside |= matches!(event, Event::Aside);
        self.tick.observe(event);
    }
}

/// The tick of a plan: the walk gets no steps for what it spends, and how far it has come is not reported as progress of
/// the search.
struct Aside<'b>(&'b mut dyn Tick);

impl Tick for Aside<'_> {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.0.observe(Event::Aside);
        self.0.tick(operations)
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        self.0.reserve(bytes)
    }

    fn observe(&mut self, event: Event<'_>) {
        if matches!(event, Event::Detail(_)) {
            self.0.observe(event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::acyclic::topological_order;
    use crate::general::guess::left_over;
    use crate::general::least_flow::make_least;
    use crate::general::part::Part;
    use crate::particles::route_in_bulk;
    use num_bigint::BigUint;
    use num_traits::Zero;
    use rotor_generate::{Dice, Kinds, small_graph, walk_bound};
    use rotor_graph::{StoppingGraph, VertexMap};

    /// Pays for everything and keeps what it is told.
    #[derive(Default)]
    struct Told {
        spent: u64,
        words: Vec<String>,
    }

    impl Tick for Told {
        fn tick(&mut self, operations: u64) -> Result<(), Stop> {
            self.spent += operations;
            Ok(())
        }

        fn observe(&mut self, event: Event<'_>) {
            if let Event::Detail(words) = event {
                self.words.push(words.to_string());
            }
        }
    }

    /// The operations of a plan that is never interrupted: to make it, of all its steps, and of its longest step.
    fn alone(start: &PseudoFlow<'_>, free: &[bool], averages: &Averages) -> [u64; 3] {
        let mut planned = Planned::new(start.clone(), free, averages, 0);
        let mut search = planned.make(&mut ()).unwrap().unwrap();
        let (mut flow, mut all, mut longest) = (start.clone(), 0, 0);
        loop {
            let mut told = Told::default();
            let stepped = search.step(&mut flow, averages, &settle, &mut told).unwrap();
            let spent = told.spent;
            (all, longest) = (all + spent, longest.max(spent));
            if let Some(is_settled) = stepped {
                assert!(is_settled);
                return [planned.paid, all, longest];
            }
        }
    }

    #[test]
    fn a_plan_in_turns_settles_what_it_does_alone_for_little_more() {
        let mut dice = Dice::new(75);
        let mut kinds = Kinds::default();
        let [mut compared, mut anew] = [0; 2];
        for _ in 0..4_000 {
            let instance = small_graph(&mut dice);
            let (part, vertices) = Part::of_active(&instance);
            let free = vec![false; part.len()];
            if walk_bound(instance.graph()) > 20_000 || topological_order(&part, &free).is_some() {
                continue;
            }
            kinds.see(&instance);
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
            vertices.iter().for_each(|&u| particles[u] = (1 + dice.below(30)).into());
            let start = PseudoFlow::new(&part, vertices.iter().map(|&u| particles[u].clone()).collect());
            let averages = Averages::of(&part, &free, &mut ()).unwrap();
            let [making, all, longest] = alone(&start, &free, &averages);

            // A search that never ends.
            let (mut spent, mut told) = (0, Told::default());
            let planned = Planned::new(start.clone(), &free, &averages, 16);
            let endless = |tick: &mut dyn Tick| -> Result<bool, Stop> {
                loop {
                    spent += 16;
                    tick.tick(16)?;
                }
            };
            let mut flow = in_turns_with_plan(planned, &mut told, endless).unwrap().unwrap();
            let paid = told.spent - spent;
            let [plan, end] = &told.words[..] else { panic!("{:?}", told.words) };
            assert!(plan.starts_with("plan: hold ") && end == "a component was settled as planned");
            let most = making + all + 2 * longest;
            assert!(paid <= most + longest, "{paid} for {making}, {all}, {longest} on\n{instance}");
            assert!(
                spent <= (2 * most).max(32 * longest) + 64,
                "{spent} for {all}, {longest} on\n{instance}"
            );
            anew += u32::from(paid > making + all);

            // One that ends first.
            let (spent, mut told) = (spent / 3, Told::default());
            let planned = Planned::new(start, &free, &averages, 16);
            let short = |tick: &mut dyn Tick| tick.tick(spent).map(|()| true);
            assert!(in_turns_with_plan(planned, &mut told, short).unwrap().is_none());
            let paid = told.spent - spent;
            assert!(told.words.len() <= 1, "{:?}", told.words);
            assert!(paid <= spent / 2 + making + longest, "{paid} beside {spent} on\n{instance}");

            flow.recount();
            assert!(left_over(&flow, &free).is_zero(), "{instance}");
            make_least(&mut flow, &mut ()).unwrap();
            let stopping = StoppingGraph::of(instance.graph());
            let slow = route_in_bulk(&stopping, instance.rotors(), &particles, &mut ()).unwrap();
            for (&u, found) in vertices.iter().zip(flow.all_departures()) {
                assert_eq!(found, slow.departures[u], "{} of\n{instance}", instance.name(u));
            }
            compared += 1;
        }
        let usual: Vec<_> =
            kinds.missing().into_iter().filter(|&kind| kind != "large multiplicities").collect();
        assert!(usual.is_empty(), "never seen: {usual:?}");
        assert!(compared > 500 && anew > 200, "{compared} were compared, in {anew} a step was made anew");
    }
}
