//! What a drawing shows besides the graph: answers, each question asked once.

use crate::context::Context;
use crate::draw_options::{DrawError, DrawOptions, Show};
use crate::flows::flows;
use crate::forest::forest;
use crate::judged::Judged;
use crate::pipeline::solve;
use crate::question::{Options, Question};
use crate::solution::Solution;
use num_bigint::BigUint;
use rotor_draw::{Overlays, Page, Play};
use rotor_graph::{
    ArcId, Claim, Decision, Exit, FlowClaim, Instance, RotorWalk, StoppingGraph, VertexId, VertexMap,
};

/// At most this many steps can be played.
const MOST_STEPS: u64 = 10_000;

/// The answers about one instance that its drawing needs.
pub(crate) struct OverlayAnswers<'d> {
    instance: &'d Instance,
    /// The same instance without players: their switches are what the file records.
    recorded: &'d Instance,
    options: &'d DrawOptions,
    /// What was asked so far: whether with players, the question, and the answer.
    solved: Vec<(bool, Question, Judged<'d, Solution>)>,
    /// Why some answer was not checked.
    unchecked: Option<String>,
}

impl<'d> OverlayAnswers<'d> {
    pub(crate) fn new(instance: &'d Instance, recorded: &'d Instance, options: &'d DrawOptions) -> Self {
        Self { instance, recorded, options, solved: Vec::new(), unchecked: None }
    }

    /// Why some of what is shown was not checked, if it was not.
    pub(crate) fn into_unchecked(self) -> Option<String> {
        self.unchecked
    }

    /// Adds what `show` names.
    pub(crate) fn overlay(
        &mut self,
        overlays: &mut Overlays,
        show: Show,
        context: &mut Context<'_>,
    ) -> Result<(), DrawError> {
        match show {
            Show::Flows => {
                let flows = flows(self.recorded, context)?;
                overlays.flows = Some(self.take(flows).flows);
            }
            Show::Forest => {
                let forest = forest(self.recorded, context)?;
                let forest = self.take(forest);
                let arc = |u| forest.last_departure(u).unwrap_or(ArcId::NONE);
                overlays.forest =
                    Some(VertexMap::from_vec(self.recorded.graph().vertices().map(arc).collect()));
            }
            Show::Exits => overlays.exits = Some(self.exits(context)?),
            Show::Visits => overlays.visits = Some(self.visits(context)?),
            Show::Strategies => overlays.strategies = Some(self.strategies(context)?),
            Show::Values => overlays.values = Some(self.values(context)?),
        }
        Ok(())
    }

    /// The answer, after noting why it was not checked.
    fn take<T>(&mut self, judged: Judged<'_, T>) -> T {
        self.note(&judged);
        judged.into_answer()
    }

    fn note<T>(&mut self, judged: &Judged<'_, T>) {
        if let Some(because) = judged.unchecked_because() {
            self.unchecked.get_or_insert_with(|| because.to_owned());
        }
    }

    /// The answer to a question about the game, or about the rotors that the file records.
    fn solution(
        &mut self,
        of_game: bool,
        question: Question,
        context: &mut Context<'_>,
    ) -> Result<&Judged<'d, Solution>, DrawError> {
        let of_game = of_game && self.instance.player_count() > 0;
        let known = self.solved.iter().position(|(game, asked, _)| (*game, *asked) == (of_game, question));
        let at = match known {
            Some(at) => at,
            None => {
                let DrawOptions { strategies, endless_value, .. } = *self.options;
                let options = Options { strategies, endless_value, ..Options::default() };
                let instance = if of_game { self.instance } else { self.recorded };
                let found = solve(instance, question, &options, context)?;
                self.note(&found);
                self.solved.push((of_game, question, found));
                self.solved.len() - 1
            }
        };
        Ok(&self.solved[at].2)
    }

    fn exits(&mut self, context: &mut Context<'_>) -> Result<VertexMap<Exit>, DrawError> {
        let solution = self.solution(false, Question::All, context)?;
        // A picture shows the exits of all vertices or none.
        if let Some(settled) = solution.settled() {
            return Err(settled.reason().into());
        }
        Ok(VertexMap::from_vec(solution.exits().map(|row| row.exit).collect()))
    }

    /// How often the walk from the start uses each arc: those of a vertex in rotor order, from its rotor on.
    fn visits(&mut self, context: &mut Context<'_>) -> Result<Vec<BigUint>, DrawError> {
        let from = self.instance.start().ok_or(DrawError::NoStart("visits"))?;
        let recorded = self.recorded;
        let solution = self.solution(false, Question::From(from), context)?;
        let graph = recorded.graph();
        let mut visits = vec![BigUint::default(); graph.arc_count()];
        let Some(Claim::Flow(FlowClaim { departures, .. })) = solution.claim() else { return Ok(visits) };
        for u in graph.vertices().filter(|&u| !graph.is_sink(u)) {
            for (a, uses) in recorded.rotors().uses(graph, u, &departures[u]) {
                visits[a.index()] = uses;
            }
        }
        Ok(visits)
    }

    fn strategies(&mut self, context: &mut Context<'_>) -> Result<Vec<ArcId>, DrawError> {
        if self.instance.player_count() == 0 {
            return Err(DrawError::NoPlayers);
        }
        let from = self.instance.start().ok_or(DrawError::NoStart("strategies"))?;
        let solution = self.solution(true, Question::From(from), context)?;
        let plays =
            solution.game().into_iter().flat_map(|game| &game.rows).filter_map(|row| row.play.as_ref());
        let decisions = plays.flat_map(|play| play.max.decisions.iter().chain(&play.min.decisions));
        let picked = decisions.filter_map(|(_, decision)| match decision {
            Decision::Start(a) | Decision::Always(a) => Some(*a),
            Decision::Order(arcs) => arcs.first().copied(),
            Decision::Bounce => None,
        });
        let mut picked: Vec<ArcId> = picked.collect();
        picked.sort_unstable();
        Ok(picked)
    }

    /// The value of each vertex; two values where players have no pure equilibrium.
    fn values(&mut self, context: &mut Context<'_>) -> Result<VertexMap<String>, DrawError> {
        if self.instance.player_count() == 0 {
            let exits = self.exits(context)?;
            let value = |(_, &exit): (VertexId, &Exit)| self.instance.worth(exit, self.options.endless_value);
            return Ok(VertexMap::from_vec(exits.iter().map(|row| value(row).to_string()).collect()));
        }
        let solution = self.solution(true, Question::All, context)?;
        let rows = solution.game().into_iter().flat_map(|game| &game.rows);
        let words = rows.map(|row| match row.value() {
            Some(value) => value.to_string(),
            None => format!("{}…{}", row.max_min, row.min_max),
        });
        Ok(VertexMap::from_vec(words.collect()))
    }

    /// The first steps of the walk, and the answers in the words of the command line.
    pub(crate) fn page(&mut self, context: &mut Context<'_>) -> Result<Page, DrawError> {
        let mut answers = Vec::new();
        if let Some(from) = self.instance.start() {
            let solution = self.solution(true, Question::From(from), context)?;
            answers.push(("From the start".to_owned(), solution.to_string()));
        }
        let solution = self.solution(true, Question::All, context)?;
        answers.push(("From every vertex".to_owned(), solution.to_string()));
        let play = self.instance.start().map(|from| {
            let stopping = StoppingGraph::of(self.recorded.graph());
            let mut walk = RotorWalk::new(&stopping, self.recorded.rotors(), from);
            let steps = (0..MOST_STEPS).map_while(|_| walk.step()).collect();
            Play { from, steps, halts: walk.has_halted() }
        });
        Ok(Page { play, answers })
    }
}
