//! Races: several ways to one answer, none of which is known in advance to be short.
//!
//! Whether a walk is short or an elimination cheap shows only while it is done. So all ways are begun, each as a [`Task`] that
//! keeps its state between steps and announces what its next step costs, and always the one steps for which
//! what it has spent and what it announces are least together: its *stake*. Costs are counted in operations and not by a clock, so the
//! same question has the same winner everywhere. The unit is a step of a walk; what is dearer is charged as several.
//!
//! **Bound.** Let W be the greatest stake that the winner ever had. Whenever another task i steps, its stake is at most that
//! of the winner, hence at most W; and it is stopped when it has spent its own stake and the least one of all others. So i
//! never pays more than W and the one charge at which it is stopped, and k tasks together pay at most k·W and k − 1 such
//! charges.
//!
//! A step that is stopped because it costs more than announced is made again, and twice as much is allowed for it.
//! The stopped ones then cost less than P, P/2, P/4, …, where P is what the whole step costs: less than 2 P together. A
//! task that keeps on such an occasion what it has reached loses less.

use rotor_graph::{Event, Stop, Tick};

/// What whoever steps in a race on a part of so many arcs may pay at least before another one does.
///
/// Eliminations with little fill cost about a hundred operations for each arc; with less, that of a chain was stopped and begun
/// anew, and all starts of `chain`, `back` and `two` took 1.3 to 1.6 times the operations. At least what a dozen vertices cost
/// whose departures are long; not more than a third of a millisecond of a walk, for which one that is nearly at its end would
/// wait in vain.
pub(crate) fn turn(arcs: usize) -> u64 {
    (128 * arcs as u64).clamp(1 << 13, 1 << 16)
}

/// What [`Task::next_cost`] says of a task that cannot go on and leaves the race.
pub(crate) const NEVER: u64 = u64::MAX;

/// Work in steps that keeps its state in between.
pub(crate) trait Task {
    /// What it is done for.
    type Answer;

    /// What the next step costs at most, as far as is known.
    fn next_cost(&self) -> u64;

    /// Makes a step; the answer, if it was the last one. A step that is stopped can be made again.
    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<Self::Answer>, Stop>;

    /// Whether it cannot tell how far its end is, as a walk cannot. Once all others have run out of memory, such a task goes on
    /// for a while and not for ever.
    fn is_blind(&self) -> bool {
        false
    }

    /// The same task, its answer seen by `as_other`.
    fn map<B, F: FnMut(Self::Answer) -> B>(self, as_other: F) -> Mapped<Self, F>
    where
        Self: Sized,
    {
        Mapped { task: self, as_other }
    }
}

impl<T: Task + ?Sized> Task for &mut T {
    type Answer = T::Answer;

    fn next_cost(&self) -> u64 {
        (**self).next_cost()
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<Self::Answer>, Stop> {
        (**self).step(tick)
    }

    fn is_blind(&self) -> bool {
        (**self).is_blind()
    }
}

/// A task with its answer seen as another one.
pub(crate) struct Mapped<T, F> {
    task: T,
    as_other: F,
}

impl<T: Task, B, F: FnMut(T::Answer) -> B> Task for Mapped<T, F> {
    type Answer = B;

    fn next_cost(&self) -> u64 {
        self.task.next_cost()
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<B>, Stop> {
        Ok(self.task.step(tick)?.map(&mut self.as_other))
    }

    fn is_blind(&self) -> bool {
        self.task.is_blind()
    }
}

/// What a walk may spend in all when the others have run out of memory, and how many times what they had spent: whoever waits
/// for an answer learns within seconds that it takes more memory, and a walk that is nearly at its end gets there.
const LEAST_ALONE: u64 = 1 << 30;
const LONGER_ALONE: u64 = 16;

/// What work announces that has spent this much and does not know how far its end is: twice as much.
///
/// All that is raced is begun after a short walk that was in vain, and on every family that is published as hard a flow wins. So
/// a walk gets a third of what a flow does: if the flow wins with S operations, the race of two costs 4/3 S, and if the walk
/// wins with L, up to 4 L. With half of what it has spent, both were up to 5/3 S and 2.5 L, and wells took 1.4 times as long.
pub(crate) fn blindly(spent: u64) -> u64 {
    spent.saturating_mul(2).max(LEAST_SLICE)
}

/// How far such work goes at a step, which it can be stopped after without a loss: not as far as announced, so
/// that it stays close to its third.
pub(crate) fn slice_after(spent: u64) -> u64 {
    LEAST_SLICE.max(spent / 8)
}

/// So much costs less than to decide whose turn it is, many times over.
const LEAST_SLICE: u64 = 1 << 10;

/// Makes all steps of a task.
pub(crate) fn finish<T: Task + ?Sized>(task: &mut T, tick: &mut dyn Tick) -> Result<T::Answer, Stop> {
    loop {
        if let Some(answer) = task.step(tick)? {
            return Ok(answer);
        }
    }
}

/// The first answer of these tasks, each of which may pay `turn` operations at least before another one steps.
pub(crate) fn race<'t, A>(
    tasks: Vec<Box<dyn Task<Answer = A> + 't>>,
    turn: u64,
    tick: &mut dyn Tick,
) -> Result<A, Stop> {
    finish(&mut Race::of(tasks, turn), tick)
}

/// A race in progress, which is a task itself: a step of it is one of whose turn it is.
///
/// A task that runs out of memory leaves it, and so does one that cannot go on; the error of the last one is that of the race.
pub(crate) struct Race<'t, A> {
    runners: Vec<Runner<'t, A>>,
    /// What whoever steps may pay at least before another one does.
    turn: u64,
    /// Why the last one left that did.
    left: Option<Stop>,
    /// What those have spent that left.
    left_spent: u64,
}

struct Runner<'t, A> {
    task: Box<dyn Task<Answer = A> + 't>,
    spent: u64,
    /// What its next step is allowed besides what it announces, the last one having been stopped.
    raised: u64,
}

impl<'t, A> Race<'t, A> {
    /// A race of these tasks, of which there has to be one. Among equals the first one steps.
    pub(crate) fn of(tasks: Vec<Box<dyn Task<Answer = A> + 't>>, turn: u64) -> Self {
        let runners = tasks.into_iter().map(|task| Runner { task, spent: 0, raised: 0 }).collect();
        Self { runners, turn, left: None, left_spent: 0 }
    }

    /// The same, if the tasks go on with an earlier race in which they have spent this much.
    pub(crate) fn after(mut self, spent: &[u64]) -> Self {
        self.runners.iter_mut().zip(spent).for_each(|(runner, &spent)| runner.spent = spent);
        self
    }

    /// What each task has spent that has not left the race.
    pub(crate) fn spent(&self) -> Vec<u64> {
        self.runners.iter().map(|runner| runner.spent).collect()
    }

    /// Whose turn it is.
    fn next(&self) -> usize {
        let all = 0..self.runners.len();
        all.min_by_key(|&at| self.stake(at)).expect("the last task of a race does not leave it")
    }

    /// What a task has spent and announces together.
    fn stake(&self, at: usize) -> u64 {
        let runner = &self.runners[at];
        runner.spent.saturating_add(runner.announced().max(self.turn))
    }
}

impl<A> Runner<'_, A> {
    fn announced(&self) -> u64 {
        self.task.next_cost().max(self.raised)
    }
}

impl<A> Task for Race<'_, A> {
    type Answer = A;

    fn next_cost(&self) -> u64 {
        self.runners[self.next()].announced()
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<A>, Stop> {
        let (at, is_alone) = (self.next(), self.runners.len() == 1);
        let others = (0..self.runners.len()).filter(|&other| other != at).map(|other| self.stake(other));
        // It would be its turn again until it has spent what the others stake; and nobody waits for the last one.
        let until = self.stake(at).max(others.min().unwrap_or(u64::MAX));
        let runner = &mut self.runners[at];
        let most_alone = self.left_spent.saturating_mul(LONGER_ALONE).max(LEAST_ALONE);
        if is_alone && self.left == Some(Stop::Memory) && runner.task.is_blind() && runner.spent >= most_alone
        {
            return Err(Stop::Memory);
        }
        let allowed = until - runner.spent;
        let mut slice = Slice::new(tick, allowed);
        let mut stepped = runner.task.step(&mut slice);
        while stepped.as_ref().is_ok_and(Option::is_none)
            && slice.spent.saturating_add(runner.task.next_cost()) <= self.turn.min(allowed)
        {
            stepped = runner.task.step(&mut slice);
        }
        let (spent, is_over) = (slice.spent(), slice.is_over);
        runner.spent = runner.spent.saturating_add(spent);
        runner.raised = if is_over { spent.saturating_mul(2) } else { 0 };
        let leaves = match stepped {
            Ok(Some(answer)) => return Ok(Some(answer)),
            Ok(None) if runner.task.next_cost() == NEVER => self.left.unwrap_or(Stop::Memory),
            Ok(None) => return Ok(None),
            Err(_) if is_over => return Ok(None),
            Err(Stop::Memory) => Stop::Memory,
            Err(stop) => return Err(stop),
        };
        if is_alone {
            return Err(leaves);
        }
        self.left = Some(leaves);
        self.left_spent = self.left_spent.saturating_add(self.runners[at].spent);
        self.runners.remove(at);
        Ok(None)
    }
}

/// A tick that allows a number of operations and no more, below the limits of another one.
pub(crate) struct Slice<'b> {
    tick: &'b mut dyn Tick,
    most: u64,
    spent: u64,
    /// Whether these operations were used up, and not those of the other one.
    is_over: bool,
}

impl<'b> Slice<'b> {
    pub(crate) fn new(tick: &'b mut dyn Tick, most: u64) -> Self {
        Self { tick, most, spent: 0, is_over: false }
    }

    /// How many operations were paid.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Nothing, if these operations alone were used up.
    pub(crate) fn or_over<T>(&self, found: Result<T, Stop>) -> Result<Option<T>, Stop> {
        match found {
            Err(_) if self.is_over => Ok(None),
            found => found.map(Some),
        }
    }
}

impl Tick for Slice<'_> {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.tick.tick(operations)?;
        self.spent = self.spent.saturating_add(operations);
        self.is_over |= self.spent > self.most;
        if self.is_over { Err(Stop::Operations) } else { Ok(()) }
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        self.tick.reserve(bytes)
    }

    fn observe(&mut self, event: Event<'_>) {
        self.tick.observe(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::Dice;
    use rotor_graph::Limit;
    use std::cell::Cell;
    use std::rc::Rc;

    /// A task of steps with these costs, each paid in charges of at most 100, that announces what it is told to.
    struct Steps {
        name: usize,
        costs: Vec<u64>,
        announced: fn(u64) -> u64,
        done: usize,
        spent: u64,
        /// The greatest sum of what was spent and announced.
        most: Rc<Cell<u64>>,
    }

    impl Steps {
        fn new(name: usize, costs: Vec<u64>, announced: fn(u64) -> u64) -> (Self, Rc<Cell<u64>>) {
            let most = Rc::new(Cell::new(0));
            (Self { name, costs, announced, done: 0, spent: 0, most: most.clone() }, most)
        }
    }

    impl Task for Steps {
        type Answer = usize;

        fn next_cost(&self) -> u64 {
            (self.announced)(self.costs[self.done])
        }

        fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<usize>, Stop> {
            let cost = self.costs[self.done];
            self.most.set(self.most.get().max(self.spent + self.next_cost().max(cost)));
            let mut paid = 0;
            while paid < cost {
                let charge = 100.min(cost - paid);
                (paid, self.spent) = (paid + charge, self.spent + charge);
                tick.tick(charge)?;
            }
            self.done += 1;
            Ok((self.done == self.costs.len()).then_some(self.name))
        }
    }

    /// A task that ends at its first step.
    struct Ends(Result<Option<usize>, Stop>);

    impl Task for Ends {
        type Answer = usize;

        fn next_cost(&self) -> u64 {
            if self.0 == Ok(None) { NEVER } else { 0 }
        }

        fn step(&mut self, _: &mut dyn Tick) -> Result<Option<usize>, Stop> {
            self.0
        }
    }

    fn boxed<'t>(task: impl Task<Answer = usize> + 't) -> Box<dyn Task<Answer = usize> + 't> {
        Box::new(task)
    }

    #[test]
    fn a_race_of_k_tasks_costs_k_times_what_its_winner_stakes() {
        let mut dice = Dice::new(190);
        let mut winners = [0; 4];
        for _ in 0..3_000 {
            let count = dice.between(1..=4) as usize;
            let tasks = (0..count).map(|name| {
                let costs = (0..dice.between(1..=30)).map(|_| u64::from(1 + dice.below(3_000))).collect();
                Steps::new(name, costs, |cost| cost)
            });
            let (tasks, most): (Vec<_>, Vec<_>) = tasks.unzip();
            let least = tasks.iter().map(|task| task.costs.iter().sum::<u64>()).min().unwrap();
            let mut limit = Limit(u64::MAX);
            let mut race = Race::of(tasks.into_iter().map(boxed).collect(), 0);
            let winner = finish(&mut race, &mut limit).unwrap();
            let paid = u64::MAX - limit.0;
            assert!(paid <= count as u64 * most[winner].get(), "{paid}");
            // Who announces rightly stakes what the whole costs.
            assert_eq!(most[winner].get(), least);
            winners[winner] += 1;
        }
        assert!(winners.iter().all(|&won| won > 100), "{winners:?}");
    }

    #[test]
    fn a_race_costs_little_more_if_too_little_is_announced() {
        let mut dice = Dice::new(191);
        for _ in 0..1_000 {
            let costs = |dice: &mut Dice| -> Vec<u64> {
                (0..dice.between(1..=30)).map(|_| u64::from(1 + dice.below(30_000))).collect()
            };
            let [costs, others] = [costs(&mut dice), costs(&mut dice)];
            let whole = |costs: &[u64]| costs.iter().map(|cost| 3 * cost + 200).sum::<u64>();
            let bound = whole(&costs).min(whole(&others));
            let tasks = [costs, others].map(|costs| boxed(Steps::new(0, costs, |cost| cost / 40).0));
            let mut limit = Limit(u64::MAX);
            race(tasks.into(), 0, &mut limit).unwrap();
            let paid = u64::MAX - limit.0;
            // A stopped step is made again with twice as much, so at most 2 P are staked for P.
            assert!(paid <= 3 * bound + 200_000, "{paid} {bound}");
        }
    }

    #[test]
    fn among_equals_the_first_one_wins() {
        let task = |name| boxed(Steps::new(name, vec![7; 9], |cost| cost).0);
        assert_eq!(race(vec![task(3), task(1), task(2)], 0, &mut ()), Ok(3));
    }

    #[test]
    fn who_runs_out_of_memory_or_gives_up_leaves_the_race() {
        let memory = || boxed(Ends(Err(Stop::Memory)));
        let gives_up = || boxed(Ends(Ok(None)));
        let long = || boxed(Steps::new(5, vec![1_000; 50], |cost| cost / 3).0);
        assert_eq!(race(vec![memory(), long(), memory()], 0, &mut ()), Ok(5));
        assert_eq!(race(vec![memory(), gives_up()], 0, &mut ()), Err(Stop::Memory));
        assert_eq!(race(vec![memory()], 0, &mut ()), Err(Stop::Memory));
        assert_eq!(race(vec![boxed(Ends(Err(Stop::Time))), long()], 0, &mut ()), Err(Stop::Time));
        // Once alone, a task is not stopped any more.
        let mut limit = Limit(50_000);
        assert_eq!(race(vec![memory(), long()], 0, &mut limit), Ok(5));
        assert_eq!(limit.0, 0);
    }

    /// A walk without an end.
    struct Endless(u64);

    impl Task for Endless {
        type Answer = usize;

        fn next_cost(&self) -> u64 {
            blindly(self.0)
        }

        fn is_blind(&self) -> bool {
            true
        }

        fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<usize>, Stop> {
            let cost = slice_after(self.0);
            self.0 += cost;
            tick.tick(cost).map(|()| None)
        }
    }

    #[test]
    fn a_walk_alone_goes_on_for_a_while_without_memory() {
        let memory = || boxed(Ends(Err(Stop::Memory)));
        let mut limit = Limit(2 * LEAST_ALONE);
        assert_eq!(race(vec![memory(), boxed(Endless(0))], 0, &mut limit), Err(Stop::Memory));
        assert!(limit.0 < LEAST_ALONE, "{}", limit.0);
        let mut limit = Limit(2 * LEAST_ALONE);
        assert_eq!(race(vec![boxed(Endless(0))], 0, &mut limit), Err(Stop::Operations), "nobody left");
    }

    #[test]
    fn a_race_ends_with_the_operations_of_its_tick() {
        let long = || boxed(Steps::new(5, vec![1_000; 50], |cost| cost).0);
        assert_eq!(race(vec![long(), long()], 0, &mut Limit(40_000)), Err(Stop::Operations));
        let inner = || boxed(Race::of(vec![long(), long()], 1_000));
        assert_eq!(race(vec![inner(), inner()], 0, &mut Limit(40_000)), Err(Stop::Operations));
        assert_eq!(race(vec![inner(), inner()], 0, &mut ()), Ok(5));
    }
}
