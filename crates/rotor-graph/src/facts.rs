//! Facts of a graph that are found out once and kept with it, so that the next question does not find them out again.

use crate::class::Class;
use crate::ids::VertexMap;
use crate::multigraph::Multigraph;
use crate::trap::Traps;
use std::sync::{Arc, OnceLock};

/// What was found out about a graph. A graph never changes, so neither do they; clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    cut: OnceLock<Arc<Cut>>,
    class: OnceLock<Class>,
    sinks: OnceLock<usize>,
}

/// The traps of a graph, and which vertices are active when they are cut.
#[derive(Debug)]
pub(crate) struct Cut {
    pub(crate) traps: Arc<Traps>,
    pub(crate) active: Arc<VertexMap<bool>>,
}

/// What was found out about a graph does not tell it from another one.
impl PartialEq for Facts {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Facts {}

impl Multigraph {
    /// The traps, cut. Time and memory O(|V| + |A|) for whoever asks first.
    pub(crate) fn cut(&self) -> &Cut {
        self.facts.cut.get_or_init(|| {
            let traps = Traps::of(self);
            let active = self.vertices().map(|u| !self.is_sink(u) && traps.trap_of(u).is_none());
            let active = VertexMap::from_vec(active.collect());
            Arc::new(Cut { traps: Arc::new(traps), active: Arc::new(active) })
        })
    }

    /// |S₀|. Time O(|V|) for whoever asks first.
    pub fn sink_count(&self) -> usize {
        *self.facts.sinks.get_or_init(|| self.vertices().filter(|&u| self.is_sink(u)).count())
    }

    /// The class of the graph when its traps are cut, by `find_out` unless it is known; [`Classified::of`] finds it out.
    ///
    /// [`Classified::of`]: crate::Classified::of
    pub fn class_or(&self, find_out: impl FnOnce() -> Class) -> Class {
        *self.facts.class.get_or_init(find_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;
    use crate::stopping::StoppingGraph;

    #[test]
    fn facts_are_found_out_once_and_shared_by_clones() {
        let instance = parse("a: b s\nb: a\nsink s").unwrap();
        let graph = instance.graph();
        let cut = StoppingGraph::of(graph).shared_traps();
        let clone = graph.clone();
        assert!(Arc::ptr_eq(&cut, &StoppingGraph::of(&clone).shared_traps()));
        assert_eq!(clone.class_or(|| Class::Path), Class::Path);
        assert_eq!(clone.class_or(|| Class::General), Class::Path, "it is not asked again");
        assert_eq!((&clone, graph.class_or(|| Class::TreeLike)), (graph, Class::TreeLike));
    }
}
