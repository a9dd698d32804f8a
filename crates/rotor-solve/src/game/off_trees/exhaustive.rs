//! Exhaustive search: every pair of strategies is played, which is what the value of a game means.

use super::arrangements::{Arrangements, strategy};
use super::value_of_end;
use rotor_graph::{
    Exit, Instance, Player, Stop, StoppingGraph, Strategy, StrategySet, Tick, Value, VertexId, VertexMap,
};

/// What the players can secure from one start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameValue {
    /// The most that Max can be sure of: the best strategy of Max against the best reply of Min.
    pub max_min: Value,
    /// The least that Min can hold Max to.
    pub min_max: Value,
    /// A strategy of Max that secures `max_min`.
    pub max: Strategy,
    /// A strategy of Min that secures `min_max`.
    pub min: Strategy,
    /// Where the particle halts when these two meet.
    pub exit: Exit,
}

impl GameValue {
    /// The value of the game, if the two strategies are an equilibrium [ACD22, `thm:pure_eq`]; there may be none on
    /// graphs that are not tree-like [ACD22, `NoEquilibrium`].
    pub fn value(&self) -> Option<Value> {
        (self.max_min == self.min_max).then_some(self.max_min)
    }
}

/// Plays all initial arcs of the players from `from`; a particle that never exits is worth `endless`.
///
/// Of equally good strategies it takes the first, counting from the rotors of the file: vertices that do not matter
/// keep theirs. A strategy is given up as soon as one reply shows that it is no better than the best so far.
///
/// Time: at worst twice the product of the out-degrees of all owned vertices, times the length of a walk.
pub fn exhaustive_search(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    from: VertexId,
    endless: Value,
    tick: &mut dyn Tick,
) -> Result<GameValue, Stop> {
    exhaustive_search_of(instance, stopping, from, (StrategySet::Start, endless), tick)
}

/// The same for players who pick initial arcs, or whole orders.
///
/// Time: at worst twice the number of pairs of strategies, times the length of a walk; memory for all orders of each vertex.
pub fn exhaustive_search_of(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    from: VertexId,
    (set, endless): (StrategySet, Value),
    tick: &mut dyn Tick,
) -> Result<GameValue, Stop> {
    let mut arena = Arena::new(instance, stopping, from, (set, endless), tick);
    let (max_min, max) = arena.best(Player::Max)?;
    let (min_max, min) = arena.best(Player::Min)?;
    let end = arena.play(&[&max, &min])?;
    let exit = stopping.exit_at(end).expect("a walk halts on a sink or in a trap");
    let [max, min] = [(Player::Max, max), (Player::Min, min)].map(|(player, choices)| {
        let own = &arena.choices[player as usize];
        let made = |u| {
            Some(own.iter().zip(&choices).find(|(it, _)| it.vertex == u)?).map(|(it, &at)| it.decision(at))
        };
        strategy(instance, player, set, made)
    });
    Ok(GameValue { max_min, min_max, max, min, exit })
}

/// How many steps are made between two ticks.
const STRIDE: u64 = 1 << 16;

/// The choices of a player, one number for each of its vertices.
type Choices = Vec<usize>;

struct Arena<'a, 'g> {
    instance: &'a Instance,
    stopping: &'a StoppingGraph<'g>,
    from: VertexId,
    endless: Value,
    /// What Max can decide, and what Min can.
    choices: [Vec<Arrangements>; 2],
    tick: &'a mut dyn Tick,
}

impl<'a, 'g> Arena<'a, 'g> {
    fn new(
        instance: &'a Instance,
        stopping: &'a StoppingGraph<'g>,
        from: VertexId,
        (set, endless): (StrategySet, Value),
        tick: &'a mut dyn Tick,
    ) -> Self {
        let choices =
            [Player::Max, Player::Min].map(|player| Arrangements::of(instance, stopping, player, set));
        Self { instance, stopping, from, endless, choices, tick }
    }

    /// The file's own choices.
    fn first(&self, player: Player) -> Choices {
        vec![0; self.choices[player as usize].len()]
    }

    /// Goes on to the next strategy, like the digits of a counter, if there is one.
    fn advance(&self, player: Player, choices: &mut Choices) -> bool {
        for (choice, arrangements) in choices.iter_mut().zip(&self.choices[player as usize]) {
            *choice += 1;
            if *choice < arrangements.heads.len() {
                return true;
            }
            *choice = 0;
        }
        false
    }

    /// The strategy of `player` that fares best against every reply, and how it fares.
    fn best(&mut self, player: Player) -> Result<(Value, Choices), Stop> {
        let other = if player == Player::Max { Player::Min } else { Player::Max };
        let better = |a: Value, b: Value| if player == Player::Max { a > b } else { a < b };
        let mut best: Option<(Value, Choices)> = None;
        let mut choices = self.first(player);
        loop {
            let mut worst: Option<Value> = None;
            let mut replies = self.first(other);
            loop {
                let both = if player == Player::Max { [&choices, &replies] } else { [&replies, &choices] };
                let end = self.play(&both)?;
                let value = value_of_end(self.instance, self.stopping, end, self.endless);
                if worst.is_none_or(|worst| better(worst, value)) {
                    worst = Some(value);
                }
                let hopeless =
                    best.as_ref().zip(worst).is_some_and(|((best, _), worst)| !better(worst, *best));
                if hopeless || !self.advance(other, &mut replies) {
                    break;
                }
            }
            let worst = worst.expect("there is at least one reply");
            if best.as_ref().is_none_or(|(best, _)| better(worst, *best)) {
                best = Some((worst, choices.clone()));
            }
            if !self.advance(player, &mut choices) {
                return Ok(best.expect("there is at least one strategy"));
            }
        }
    }

    /// Where the particle halts when Max and Min have chosen.
    fn play(&mut self, chosen: &[&Choices; 2]) -> Result<VertexId, Stop> {
        let graph = self.stopping.graph();
        self.tick.tick(graph.vertex_count() as u64)?;
        let mut rows: VertexMap<&[VertexId]> =
            VertexMap::from_vec(graph.vertices().map(|u| graph.heads(u)).collect());
        let mut positions = VertexMap::from_vec(
            graph.vertices().map(|u| self.instance.rotors().position(graph, u)).collect(),
        );
        for (arrangements, choices) in self.choices.iter().zip(chosen) {
            for (arrangement, &choice) in arrangements.iter().zip(*choices) {
                rows[arrangement.vertex] = &arrangement.heads[choice];
                positions[arrangement.vertex] = 0;
            }
        }
        let (mut particle, mut steps) = (self.from, 0);
        while self.stopping.is_active(particle) {
            let (row, position) = (rows[particle], &mut positions[particle]);
            particle = row[*position as usize];
            *position = if *position as usize + 1 == row.len() { 0 } else { *position + 1 };
            steps += 1;
            if steps == STRIDE {
                self.tick.tick(std::mem::take(&mut steps))?;
            }
        }
        self.tick.tick(steps)?;
        Ok(particle)
    }
}
