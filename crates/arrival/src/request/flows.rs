//! `flows`: the return flow of every arc of Ĝ.

use super::input::Input;
use super::reply::{Answer, Reply, serialize_standing, to_json, write_standing};
use super::unsolved;
use crate::context::Context;
use crate::fault::Fault;
use crate::flows::flows_within;
use crate::judged::Judged;
use crate::words::{Palette, display_name, grouped, write_table};
use rotor_format::certificate::FlowRows;
use rotor_graph::FlowsClaim;
use serde::Deserialize;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What are the return flows?
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flows {}

impl Flows {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?;
        let flows = flows_within(&read.instance, context);
        let flows = flows.map_err(|error| unsolved(error, &read.name, context))?;
        Ok(Reply::new(flows.sharing(Arc::clone(&read.instance))))
    }
}

impl Answer for Judged<'static, FlowsClaim> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        to_json(out, &FlowsJson(self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let instance = self.instance();
        let rows = || {
            let rows =
                instance.graph().vertices().flat_map(|u| self.flows.of(u).map(move |(v, flow)| (u, v, flow)));
            rows.map(|(u, v, flow)| {
                let [u, v] = [u, v].map(|u| display_name(instance, u).into_owned());
                vec![u, v, grouped(&flow.to_string())]
            })
        };
        write_table(out, palette, &["from", "to", "flow"], rows)?;
        write_standing(out, palette, self, "every flow by the equation at its vertex")
    }
}

/// All return flows as `arrival.flows/1`; rows are written as they are made, not held.
struct FlowsJson<'a>(&'a Judged<'a, FlowsClaim>);

impl Serialize for FlowsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", "arrival.flows/1")?;
        serialize_standing(&mut map, self.0)?;
        map.serialize_entry("flows", &FlowRows { instance: self.0.instance(), flows: &self.0.flows })?;
        map.end()
    }
}
