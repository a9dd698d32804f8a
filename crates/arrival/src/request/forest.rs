//! `forest`: the arc by which a particle leaves each vertex for the last time.

use super::input::Input;
use super::reply::{Answer, Reply, serialize_standing, to_json, write_standing};
use super::unsolved;
use crate::context::Context;
use crate::fault::Fault;
use crate::forest::{self, forest};
use crate::judged::Judged;
use crate::words::{Palette, display_name, write_table};
use rotor_graph::VertexId;
use serde::Deserialize;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What is the destination forest?
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forest {}

impl Forest {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?;
        let forest = forest(&read.instance, context);
        let forest = forest.map_err(|error| unsolved(error, &read.name, context))?;
        Ok(Reply::new(forest.sharing(Arc::clone(&read.instance))))
    }
}

/// The arc of a last departure, by its position in the row, and its head.
struct Departure {
    arc: u32,
    head: VertexId,
}

impl Judged<'static, forest::Forest> {
    fn inner(&self) -> impl Iterator<Item = VertexId> {
        let graph = self.instance().graph();
        graph.vertices().filter(|&u| !graph.is_sink(u))
    }

    fn departure(&self, u: VertexId) -> Option<Departure> {
        let (arc, graph) = (self.last_departure(u)?, self.instance().graph());
        Some(Departure { arc: arc.raw() - graph.arc_range(u).start, head: graph.head(arc) })
    }
}

impl Answer for Judged<'static, forest::Forest> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        to_json(out, &ForestJson(self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let instance = self.instance();
        let row = |u| {
            let (head, arc) = match self.departure(u) {
                None => ("(trap)".into(), "-".to_owned()),
                Some(Departure { arc, head }) => (display_name(instance, head), arc.to_string()),
            };
            vec![display_name(instance, u).into_owned(), head.into_owned(), arc]
        };
        write_table(out, palette, &["vertex", "leaves for", "arc"], || self.inner().map(row))?;
        write_standing(out, palette, self, "circulating turns lead from the rotors to the forest")
    }
}

/// A destination forest as `arrival.forest/1`; entries are written as they are made, not held.
struct ForestJson<'a>(&'a Judged<'static, forest::Forest>);

impl Serialize for ForestJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", "arrival.forest/1")?;
        map.serialize_entry("solver", self.0.solver())?;
        map.serialize_entry("forest", &Entries(self.0))?;
        serialize_standing(&mut map, self.0)?;
        map.end()
    }
}

struct Entries<'a>(&'a Judged<'static, forest::Forest>);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Entry<'e> {
            arc: u32,
            head: &'e str,
        }
        let name = |u| self.0.instance().name(u);
        let entry = |u| self.0.departure(u).map(|Departure { arc, head }| Entry { arc, head: name(head) });
        serializer.collect_map(self.0.inner().map(|u| (name(u), entry(u))))
    }
}
