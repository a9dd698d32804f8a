//! `explain --access`: the access flows of a simple graph.

use super::super::input::Read;
use super::super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::super::unsolved;
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::local::{AccessError, AccessFlow, AccessTable, access};
use crate::words::{Palette, display_name, grouped, styled, write_table};
use rotor_graph::{Value as GameValue, VertexId};
use serde_json::json;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

pub(super) fn answer(
    from: VertexId,
    endless_value: GameValue,
    read: &Read,
    context: &mut Context<'_>,
) -> Result<Reply, Fault> {
    let table = access(&read.instance, from, endless_value, context);
    let table = table.map_err(|error| match error {
        AccessError::Unfit(words) => Fault::unfit(&read.name, words),
        AccessError::Unsolved(error) => unsolved(error, &read.name, context),
    })?;
    Ok(Reply::new(table.sharing(Arc::clone(&read.instance))))
}

impl Answer for Judged<'static, AccessTable> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let name = |u: VertexId| self.instance().name(u);
        let row = |AccessFlow { tail, head, flow }: &AccessFlow| json!({"from": name(*tail), "to": name(*head), "access": flow.to_string()});
        let flows: Vec<_> = self.flows.iter().map(row).collect();
        let object = json!({"schema": "arrival.access/1", "from": name(self.from), "value": self.value, "flows": flows});
        to_json(out, &with_standing(object, self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let instance = self.instance();
        let row = |AccessFlow { tail, head, flow }: &AccessFlow| {
            let [tail, head] = [*tail, *head].map(|u| display_name(instance, u).into_owned());
            vec![tail, head, grouped(&flow.to_string())]
        };
        write_table(out, palette, &["from", "to", "access"], || self.flows.iter().map(row))?;
        let (from, value) = (display_name(instance, self.from), styled(palette.answer, self.value));
        writeln!(out, "{from} is worth {value}: the best sink of positive access flow")?;
        write_standing(out, palette, self, "")
    }
}
