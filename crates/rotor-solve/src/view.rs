//! Views: an instance with what is found out about it, each fact when a solver first asks for it and never again.
//!
//! Hypotheses of solvers are types ([`TreeLike`], [`BlockTree`], [`AtRoot`]). A view is asked for one of them and answers
//! [`Declined`] if the graph is not of that kind. A solver that asks for none, such as a sweep that cuts traps on its way,
//! costs nothing but itself.

use crate::answer::Declined;
use rotor_graph::{
    AtRoot, BlockTree, Class, Classified, Configuration, Instance, Multigraph, PathGraph, Rooted,
    SimpleTreeLike, StoppingGraph, TreeLike, VertexId,
};
use std::cell::OnceCell;

/// What a vertex reaches in a graph of fewer vertices is found out within a few hundred microseconds.
const SMALL: usize = 1 << 12;

/// An instance with what is found out about it on the way to an answer.
///
/// The facts borrow from each other, so a view is borrowed for as long as they live: `&'v View<'v>`.
#[derive(Debug)]
pub struct View<'v> {
    instance: &'v Instance,
    /// Where a question starts, and the view of the whole instance; none if the question is about all vertices.
    start: Option<(VertexId, &'v View<'v>)>,
    /// The whole without its traps, or what of it the start reaches.
    stopping: OnceCell<StoppingGraph<'v>>,
    classified: OnceCell<Classified<'v, 'v>>,
    rooted: OnceCell<Rooted<'v, 'v>>,
    /// The traps, if a sweep found them out without cutting the graph.
    swept: OnceCell<Vec<Vec<VertexId>>>,
}

impl<'v> View<'v> {
    /// The whole instance. Nothing is found out yet.
    pub fn of(instance: &'v Instance) -> Self {
        Self::new(instance, None)
    }

    /// The same for a question that starts at `root`. What is found out about the whole is shared with this view.
    #[must_use]
    pub fn at(&'v self, root: VertexId) -> Self {
        Self::new(self.instance, Some((root, self.whole())))
    }

    fn new(instance: &'v Instance, start: Option<(VertexId, &'v Self)>) -> Self {
        Self {
            instance,
            start,
            stopping: OnceCell::new(),
            classified: OnceCell::new(),
            rooted: OnceCell::new(),
            swept: OnceCell::new(),
        }
    }

    fn whole(&'v self) -> &'v Self {
        self.start.map_or(self, |(_, whole)| whole)
    }

    /// The instance.
    pub fn instance(&self) -> &'v Instance {
        self.instance
    }

    /// Its graph, of which nothing is cut.
    pub fn graph(&self) -> &'v Multigraph {
        self.instance.graph()
    }

    /// Its rotors.
    pub fn rotors(&self) -> &'v Configuration {
        self.instance.rotors()
    }

    /// The vertex that the question starts from; declines a question about all vertices.
    pub fn root(&self) -> Result<VertexId, Declined> {
        self.start.map(|(root, _)| root).ok_or(Declined)
    }

    /// The whole graph without its traps. Time and memory O(|V| + |A|) when it is first asked for.
    pub fn stopping(&'v self) -> &'v StoppingGraph<'v> {
        let whole = self.whole();
        whole.stopping.get_or_init(|| StoppingGraph::of(whole.graph()))
    }

    /// The part of it that the root reaches.
    pub fn reached(&'v self) -> Result<&'v StoppingGraph<'v>, Declined> {
        let root = self.root()?;
        Ok(self.stopping.get_or_init(|| self.stopping().reached_from(root)))
    }

    /// The whole graph with the proof of what it is.
    fn classified(&'v self) -> &'v Classified<'v, 'v> {
        let whole = self.whole();
        whole.classified.get_or_init(|| Classified::of(self.stopping()))
    }

    /// What the root reaches, with the proof of what it is, rooted there.
    pub fn rooted(&'v self) -> Result<&'v Rooted<'v, 'v>, Declined> {
        let (root, reached) = (self.root()?, self.reached()?);
        Ok(self.rooted.get_or_init(|| Rooted::at(reached, root)))
    }

    /// How many steps a walk may have to be made before anything else is: none in small graphs, where it is found out first
    /// what the root reaches, since that may be simpler than the whole and have another solver then.
    ///
    /// A step takes about as long as eight vertices take in one of the arrays that the other solvers make of all of them, and they
    /// make several: a walk that goes on has cost a fraction of them in vain.
    pub(crate) fn short(&self) -> Option<u64> {
        let vertices = self.graph().vertex_count();
        (vertices >= SMALL).then_some(vertices as u64 / 8)
    }

    /// The class of the whole graph when its traps are cut; kept with the graph.
    pub fn class(&'v self) -> Class {
        self.graph().class_or(|| self.classified().class())
    }

    /// The vertices of each trap.
    pub fn traps(&'v self) -> &'v [Vec<VertexId>] {
        self.whole().swept.get().map_or_else(|| self.stopping().traps().members(), Vec::as_slice)
    }

    /// Notes what a sweep found out about the whole graph, which then need not be found out again.
    pub(crate) fn note(&'v self, class: impl FnOnce() -> Class, traps: Vec<Vec<VertexId>>) {
        self.graph().class_or(class);
        // Who comes second has found out the same.
        let _ = self.whole().swept.set(traps);
    }

    /// The whole graph as a simple path.
    pub fn path(&'v self) -> Result<&'v PathGraph<'v, 'v>, Declined> {
        self.classified().path().ok_or(Declined)
    }

    /// The whole graph as a forest without parallel arcs and loops.
    pub fn simple_tree_like(&'v self) -> Result<&'v SimpleTreeLike<'v, 'v>, Declined> {
        self.classified().simple_tree_like().ok_or(Declined)
    }

    /// The whole graph as a forest.
    pub fn tree_like(&'v self) -> Result<&'v TreeLike<'v, 'v>, Declined> {
        self.classified().tree_like().ok_or(Declined)
    }

    /// The whole graph as a tree of small blocks.
    pub fn blocks(&'v self) -> Result<&'v BlockTree<'v, 'v>, Declined> {
        self.classified().blocks().ok_or(Declined)
    }

    /// What the root reaches as a graph of one kind: `view.at_root(Classified::tree_like)`.
    pub fn at_root<G>(
        &'v self,
        kind: for<'p> fn(&'p Classified<'v, 'v>) -> Option<&'p G>,
    ) -> Result<AtRoot<'v, G>, Declined> {
        self.rooted()?.seen_as(kind).ok_or(Declined)
    }

    /// The class of what the question is about: of what its root reaches, or of the whole.
    pub(crate) fn class_asked(&'v self) -> Class {
        self.rooted().map_or_else(|Declined| self.class(), |rooted| rooted.class())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn what_a_start_reaches_may_be_simpler_than_the_whole() {
        let instance = parse("a: b s\nb: a c\nc: d\nd: e\ne: c s\nsink s").unwrap();
        let start = |name| instance.vertex(name).unwrap();
        let whole = View::of(&instance);
        let (all, ring) = (whole.at(start("a")), whole.at(start("c")));
        let classes = [whole.class(), all.class_asked(), ring.class_asked(), ring.class()];
        assert_eq!(classes, [Class::Cactus; 4]);
        let instance = parse("a: b s\nb: a s\nc: d\nd: e\ne: c a\nsink s").unwrap();
        let start = |name| instance.vertex(name).unwrap();
        let whole = View::of(&instance);
        let [pair, ring] = ["a", "c"].map(|name| whole.at(start(name)));
        assert_eq!([pair.class_asked(), ring.class_asked()], [Class::SimpleTreeLike, Class::Cactus]);
        assert!(pair.at_root(Classified::tree_like).is_ok() && ring.at_root(Classified::tree_like).is_err());
        assert!(pair.tree_like().is_err() && std::ptr::eq(pair.stopping(), whole.stopping()));
        assert_eq!(whole.root(), Err(Declined), "a question about all vertices starts nowhere");
    }

    #[test]
    fn what_a_sweep_notes_is_not_found_out_again() {
        let instance = parse("a: b\nb: a").unwrap();
        let whole = View::of(&instance);
        let view = whole.at(instance.vertex("a").unwrap());
        view.note(|| Class::Path, Vec::new());
        assert_eq!((view.class(), view.traps().len(), whole.class()), (Class::Path, 0, Class::Path));
        assert!(whole.stopping.get().is_none(), "nothing was cut");
    }
}
