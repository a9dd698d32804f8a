//! `explain --subtree`: the (u, v)-subtree and its return flow.

use super::super::fields::NamesList;
use super::super::input::Read;
use super::super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::super::unsolved;
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::local::{Subtree, subtree};
use crate::words::{Palette, display_name, grouped, styled};
use rotor_graph::{Instance, Rule, VertexId, quoted};
use serde_json::json;
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

pub(super) fn answer(ends: &NamesList, read: &Read, context: &mut Context<'_>) -> Result<Reply, Fault> {
    let [u, v] = *read.vertices(ends)?.as_slice() else {
        return Err(Fault::Unfit("a subtree has two names: write --subtree u,v".to_owned()));
    };
    let found = subtree(&read.instance, [u, v], context);
    let found = found.map_err(|error| unsolved(error, &read.name, context))?.ok_or_else(|| {
        let [u, v] = [u, v].map(|w| quoted(read.instance.name(w)).to_string());
        Fault::unfit(&read.name, format!("no arc leads from {u} to {v}, so there is no such subtree"))
    })?;
    let subtree = found.sharing(Arc::clone(&read.instance));
    Ok(Reply::new(SubtreeReply { ends: [u, v], subtree, rule: read.rule }))
}

struct SubtreeReply {
    ends: [VertexId; 2],
    subtree: Judged<'static, Subtree>,
    rule: Rule,
}

impl Answer for SubtreeReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let Subtree { graph, flow } = &*self.subtree;
        let [from, to] = self.ends.map(|u| self.subtree.instance().name(u));
        let vertices: Vec<_> = graph.graph().vertices().map(|u| graph.name(u)).collect();
        let object = json!({"schema": "arrival.subtree/1", "from": from, "to": to, "vertices": vertices,
            "flow": flow.to_string(), "text": graph.written_for(self.rule).to_string()});
        to_json(out, &with_standing(object, &self.subtree))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let Subtree { graph, flow } = &*self.subtree;
        let [u, v] = self.ends.map(|u| display_name(self.subtree.instance(), u));
        let flow = styled(palette.answer, grouped(&flow.to_string()));
        write!(out, "# the ({u}, {v})-subtree\n{}", graph.written_for(self.rule))?;
        writeln!(out, "# r({u}, {v}) = {flow}")?;
        write!(out, "# ")?;
        write_standing(out, palette, &self.subtree, "the return flow, by the equation at its vertex")
    }

    fn after(&self) -> Option<(Cow<'_, Instance>, Rule)> {
        None
    }
}
