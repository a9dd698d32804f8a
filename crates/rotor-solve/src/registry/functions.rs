//! The questions, and the functions of a row that answer them, typed by what they take: a graph with the proof of its kind.

use crate::game::{GameAnswer, GameQuestion, ValueBounds};
use crate::particles::Routed;
use crate::run_profile::RunProfile;
use crate::unsolved::Solved;
use num_bigint::BigUint;
use rotor_graph::{
    AtRoot, BlockTree, Claim, Class, Classified, Configuration, PathGraph, Rooted, SimpleTreeLike,
    StoppingGraph, Tick, TreeLike, VertexMap,
};

/// A question a solver can answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Where does the walk from one vertex end, after how many steps?
    Exit,
    /// Where do the walks from all vertices end?
    ExitPattern,
    /// How many of many particles end where?
    Route,
    /// What can the players secure, from one vertex or from all?
    Game,
}

impl Task {
    /// All questions.
    pub const ALL: [Self; 4] = [Self::Exit, Self::ExitPattern, Self::Route, Self::Game];

    /// The question in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Exit => "one start",
            Self::ExitPattern => "all starts",
            Self::Route => "many particles",
            Self::Game => "games",
        }
    }
}

/// A kind of graph that solvers are written for.
pub(super) trait Kind {
    /// The graph, with the proof inside.
    type Graph<'s>;

    /// The classes that are of this kind.
    const CLASSES: &'static [Class];

    /// The graph as one of this kind, if it is one.
    fn of<'p, 's>(piece: &'p Classified<'s, '_>) -> Option<&'p Self::Graph<'s>>;
}

/// The simple path.
pub(super) struct Paths;

impl Kind for Paths {
    type Graph<'s> = PathGraph<'s, 's>;
    const CLASSES: &'static [Class] = &[Class::Path];

    fn of<'p, 's>(piece: &'p Classified<'s, '_>) -> Option<&'p PathGraph<'s, 's>> {
        piece.path()
    }
}

/// Forests without parallel arcs and loops.
pub(super) struct SimpleTrees;

impl Kind for SimpleTrees {
    type Graph<'s> = SimpleTreeLike<'s, 's>;
    const CLASSES: &'static [Class] = &[Class::Path, Class::SimpleTreeLike];

    fn of<'p, 's>(piece: &'p Classified<'s, '_>) -> Option<&'p SimpleTreeLike<'s, 's>> {
        piece.simple_tree_like()
    }
}

/// Forests; what consists of traps alone is one without vertices.
pub(super) struct Trees;

impl Kind for Trees {
    type Graph<'s> = TreeLike<'s, 's>;
    const CLASSES: &'static [Class] = &[Class::Trapped, Class::Path, Class::SimpleTreeLike, Class::TreeLike];

    fn of<'p, 's>(piece: &'p Classified<'s, '_>) -> Option<&'p TreeLike<'s, 's>> {
        piece.tree_like()
    }
}

/// Cacti and other graphs whose blocks are small.
pub(super) struct Blocks;

impl Kind for Blocks {
    type Graph<'s> = BlockTree<'s, 's>;
    const CLASSES: &'static [Class] = &[Class::Cactus, Class::SmallBlocks];

    fn of<'p, 's>(piece: &'p Classified<'s, '_>) -> Option<&'p BlockTree<'s, 's>> {
        piece.blocks()
    }
}

/// Any stopping graph.
pub(super) struct Any;

impl Kind for Any {
    type Graph<'s> = StoppingGraph<'s>;
    const CLASSES: &'static [Class] = &Class::ALL;

    fn of<'p, 's>(piece: &'p Classified<'s, '_>) -> Option<&'p StoppingGraph<'s>> {
        Some(piece.stopping())
    }
}

/// Finds the walk from the root of the graph.
type Exit<K> = fn(AtRoot<'_, <K as Kind>::Graph<'_>>, &Configuration, &mut dyn Tick) -> Solved<RunProfile>;

/// Finds the exits of all vertices, with what proves them.
type ExitPattern<K> = fn(&<K as Kind>::Graph<'_>, &Configuration, &mut dyn Tick) -> Solved<Claim>;

/// Finds the run of many particles.
type Route<K> =
    fn(&<K as Kind>::Graph<'_>, &Configuration, &VertexMap<BigUint>, &mut dyn Tick) -> Solved<Routed>;

/// Finds what a game is worth from the root of the graph.
type OneStart<K> =
    fn(&GameQuestion<'_>, AtRoot<'_, <K as Kind>::Graph<'_>>, &mut dyn Tick) -> Solved<GameAnswer>;

/// Finds what a game is worth from every vertex.
type AllStarts<K> =
    fn(&GameQuestion<'_>, &<K as Kind>::Graph<'_>, &mut dyn Tick) -> Solved<VertexMap<ValueBounds>>;

/// The functions of a solver for graphs of one kind, one per question that it answers.
pub(super) struct Functions<K: Kind> {
    pub(super) exit: Option<Exit<K>>,
    pub(super) exit_pattern: Option<ExitPattern<K>>,
    pub(super) route: Option<Route<K>>,
    pub(super) game: Option<Game<K>>,
}

/// How a solver answers about games.
pub(super) struct Game<K: Kind> {
    pub(super) one_start: OneStart<K>,
    pub(super) all_starts: AllStarts<K>,
}

impl<K: Kind> Functions<K> {
    /// What the functions of a row start from.
    pub(super) const NONE: Self = Self { exit: None, exit_pattern: None, route: None, game: None };
}

/// The functions of a row, whatever kind of graph they take. None: it has no such function, or the graph is of another kind.
pub(super) trait RowFunctions: Sync {
    fn classes(&self) -> &'static [Class];

    fn has(&self, task: Task) -> bool;

    fn exit(
        &self,
        piece: &Rooted<'_, '_>,
        rotors: &Configuration,
        tick: &mut dyn Tick,
    ) -> Option<Solved<RunProfile>>;

    fn exit_pattern(
        &self,
        piece: &Classified<'_, '_>,
        rotors: &Configuration,
        tick: &mut dyn Tick,
    ) -> Option<Solved<Claim>>;

    fn route(
        &self,
        piece: &Classified<'_, '_>,
        rotors: &Configuration,
        particles: &VertexMap<BigUint>,
        tick: &mut dyn Tick,
    ) -> Option<Solved<Routed>>;

    fn game(
        &self,
        question: &GameQuestion<'_>,
        piece: &Rooted<'_, '_>,
        tick: &mut dyn Tick,
    ) -> Option<Solved<GameAnswer>>;

    fn game_from_all(
        &self,
        question: &GameQuestion<'_>,
        piece: &Classified<'_, '_>,
        tick: &mut dyn Tick,
    ) -> Option<Solved<VertexMap<ValueBounds>>>;
}

impl<K: Kind> RowFunctions for Functions<K> {
    fn classes(&self) -> &'static [Class] {
        K::CLASSES
    }

    fn has(&self, task: Task) -> bool {
        match task {
            Task::Exit => self.exit.is_some(),
            Task::ExitPattern => self.exit_pattern.is_some(),
            Task::Route => self.route.is_some(),
            Task::Game => self.game.is_some(),
        }
    }

    fn exit(
        &self,
        piece: &Rooted<'_, '_>,
        rotors: &Configuration,
        tick: &mut dyn Tick,
    ) -> Option<Solved<RunProfile>> {
        Some(self.exit?(piece.seen_as(K::of)?, rotors, tick))
    }

    fn exit_pattern(
        &self,
        piece: &Classified<'_, '_>,
        rotors: &Configuration,
        tick: &mut dyn Tick,
    ) -> Option<Solved<Claim>> {
        Some(self.exit_pattern?(K::of(piece)?, rotors, tick))
    }

    fn route(
        &self,
        piece: &Classified<'_, '_>,
        rotors: &Configuration,
        particles: &VertexMap<BigUint>,
        tick: &mut dyn Tick,
    ) -> Option<Solved<Routed>> {
        Some(self.route?(K::of(piece)?, rotors, particles, tick))
    }

    fn game(
        &self,
        question: &GameQuestion<'_>,
        piece: &Rooted<'_, '_>,
        tick: &mut dyn Tick,
    ) -> Option<Solved<GameAnswer>> {
        Some((self.game.as_ref()?.one_start)(question, piece.seen_as(K::of)?, tick))
    }

    fn game_from_all(
        &self,
        question: &GameQuestion<'_>,
        piece: &Classified<'_, '_>,
        tick: &mut dyn Tick,
    ) -> Option<Solved<VertexMap<ValueBounds>>> {
        Some((self.game.as_ref()?.all_starts)(question, K::of(piece)?, tick))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    /// What consists of traps alone may be handed to more kinds than name it: nothing is left of it to be wrong about.
    fn is_of<K: Kind>(piece: &Classified<'_, '_>) -> bool {
        let (named, given) = (K::CLASSES.contains(&piece.class()), K::of(piece).is_some());
        named == given || given && piece.class() == Class::Trapped
    }

    /// What a row says it accepts is what its functions can be called with.
    #[test]
    fn the_classes_of_a_kind_have_its_graph() {
        let ring = "a: b s\nb: c\nc: a\nsink s";
        let examples = [
            ("a: b\nb: a", Class::Trapped),
            ("a: s b\nb: a t\nsink s\nsink t", Class::Path),
            ("a: b c s\nb: a\nc: a\nsink s", Class::SimpleTreeLike),
            ("a: b b s\nb: a\nsink s", Class::TreeLike),
            ("a: b c\nb: c s\nc: s\nsink s", Class::Acyclic),
            (ring, Class::Cactus),
            ("a: b c d s\nb: a c d\nc: a b d\nd: a b c e\ne: d s\nsink s", Class::SmallBlocks),
            ("a: b c d s\nb: a c d\nc: a b d\nd: a b c\nsink s", Class::General),
        ];
        for (text, class) in examples {
            let instance = parse(text).unwrap();
            let stopping = StoppingGraph::of(instance.graph());
            let piece = Classified::of(&stopping);
            assert_eq!(piece.class(), class, "{text}");
            let agree = [
                is_of::<Paths>(&piece),
                is_of::<SimpleTrees>(&piece),
                is_of::<Trees>(&piece),
                is_of::<Blocks>(&piece),
                is_of::<Any>(&piece),
            ];
            assert_eq!(agree, [true; 5], "{text}");
        }
    }
}
