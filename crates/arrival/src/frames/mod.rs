//! Frames: the algorithms at work, one picture after the other, with the numbers filled in.

mod games;
mod pushes;
mod return_flows;
pub(crate) mod standing;

pub use rotor_draw::Mark;
use rotor_graph::{ArcId, Instance, Multigraph, SimpleDigraph, VertexId};
use serde_json::{Map, Value, json};

/// Of each part of an algorithm, this many frames are made; the others are counted.
const MOST_FRAMES: usize = 1_000;

/// One picture of an algorithm at work: what it computes now, and where in the graph.
///
/// A label stays where it is until another one replaces it; marks last one frame. Rotors are those of the file until a
/// frame turns them.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The part of the algorithm that it belongs to.
    pub step: Step,
    /// What happens, in one sentence with all numbers.
    pub words: String,
    /// Vertices that get a mark, and perhaps a label.
    pub vertices: Vec<VertexMark>,
    /// Arcs that get a mark, and perhaps a label.
    pub arcs: Vec<ArcMark>,
    /// Rotors that were turned, with their positions after that.
    pub rotors: Vec<(VertexId, u32)>,
}

/// The parts of the algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A return flow is computed from those behind it.
    ReturnFlow,
    /// The improved revolving routine finds a last departure.
    Routine,
    /// A cycle is pushed.
    Push,
    /// A binary game is decided.
    BinaryGame,
    /// The optimal pair of an arc is computed from those behind it.
    Pair,
}

/// A vertex in a frame.
#[derive(Clone, Debug)]
pub struct VertexMark {
    /// The vertex.
    pub vertex: VertexId,
    /// Its part in the frame.
    pub mark: Mark,
    /// What is written beside it.
    pub label: Option<String>,
}

/// An arc in a frame.
#[derive(Clone, Debug)]
pub struct ArcMark {
    /// Where it starts.
    pub tail: VertexId,
    /// The arc.
    pub arc: ArcId,
    /// Its part in the frame.
    pub mark: Mark,
    /// What is written beside it.
    pub label: Option<String>,
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Self::ReturnFlow => "return-flow",
            Self::Routine => "routine",
            Self::Push => "push",
            Self::BinaryGame => "binary-game",
            Self::Pair => "pair",
        }
    }
}

impl Frame {
    fn new(step: Step, words: String) -> Self {
        Self { step, words, vertices: Vec::new(), arcs: Vec::new(), rotors: Vec::new() }
    }

    fn vertex(&mut self, vertex: VertexId, mark: Mark, label: Option<String>) {
        self.vertices.push(VertexMark { vertex, mark, label });
    }

    fn arc(&mut self, tail: VertexId, arc: ArcId, mark: Mark, label: Option<String>) {
        self.arcs.push(ArcMark { tail, arc, mark, label });
    }

    fn json(&self, instance: &Instance) -> Value {
        let name = |u: VertexId| instance.name(u);
        let labelled = |mut object: Value, label: &Option<String>| {
            if let Some(label) = label {
                object["label"] = label.as_str().into();
            }
            object
        };
        let vertex =
            |at: &VertexMark| labelled(json!({"vertex": name(at.vertex), "mark": at.mark.name()}), &at.label);
        let arc = |at: &ArcMark| {
            let head = instance.graph().head(at.arc);
            let object = json!({"tail": name(at.tail), "head": name(head), "arc": at.arc.raw(), "mark": at.mark.name()});
            labelled(object, &at.label)
        };
        let rotors: Map<String, Value> =
            self.rotors.iter().map(|&(u, position)| (name(u).to_owned(), position.into())).collect();
        json!({"step": self.step.name(), "words": self.words,
               "vertices": self.vertices.iter().map(vertex).collect::<Vec<_>>(),
               "arcs": self.arcs.iter().map(arc).collect::<Vec<_>>(), "rotors": rotors})
    }
}

/// Makes the frames of algorithms on one instance.
pub(crate) struct Recorder<'i> {
    instance: &'i Instance,
    simple: SimpleDigraph,
    frames: Frames,
    departures: Part,
}

impl<'i> Recorder<'i> {
    pub(crate) fn of(instance: &'i Instance) -> Self {
        Self {
            instance,
            simple: SimpleDigraph::of(instance.graph()),
            frames: Frames::default(),
            departures: Part::default(),
        }
    }

    /// All frames, the last departures at the end.
    pub(crate) fn into_frames(mut self) -> Frames {
        self.frames.close(self.departures);
        self.frames
    }

    /// The first arc from `u` to each of its heads, in the order of these.
    fn first_arcs(&self, u: VertexId) -> Vec<ArcId> {
        let row = self.simple.row(u);
        let mut first = vec![ArcId::NONE; row.len()];
        for a in self.instance.graph().out_arcs(u).rev() {
            first[self.simple.merged_arc(a) - row.start] = a;
        }
        first
    }
}

/// The frames of one explanation.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    list: Vec<Frame>,
    left_out: usize,
}

impl Frames {
    /// In the order in which they happen.
    pub fn list(&self) -> &[Frame] {
        &self.list
    }

    /// How many more there would be.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Adds the frames of a part.
    fn close(&mut self, part: Part) {
        self.list.extend(part.list);
        self.left_out += part.left_out;
    }

    /// The frames as JSON.
    pub(crate) fn json(&self, instance: &Instance) -> Value {
        self.list.iter().map(|frame| frame.json(instance)).collect()
    }

    /// Takes frames of a play as frames of the game, whose arcs may stand in another order.
    pub(crate) fn add_played(&mut self, played: Self, game: &Multigraph, play: &Multigraph) {
        let same = game.all_heads() == play.all_heads();
        self.left_out += played.left_out;
        for mut frame in played.list {
            if !same {
                for mark in &mut frame.arcs {
                    let head = play.head(mark.arc);
                    let found = game.out_arcs(mark.tail).find(|&a| game.head(a) == head);
                    mark.arc = found.expect("a play uses arcs of the game");
                }
                frame.rotors.clear();
            }
            self.list.push(frame);
        }
    }
}

/// The frames of one part of an algorithm, up to the greatest number; the others are only counted.
#[derive(Default)]
struct Part {
    list: Vec<Frame>,
    left_out: usize,
}

impl Part {
    fn add(&mut self, frame: impl FnOnce() -> Frame) {
        if self.is_full() {
            self.left_out += 1;
        } else {
            self.list.push(frame());
        }
    }

    fn is_full(&self) -> bool {
        self.list.len() >= MOST_FRAMES
    }
}
