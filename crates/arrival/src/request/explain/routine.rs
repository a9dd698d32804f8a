//! `explain --routine`: the revolving routine at one vertex.

use super::super::fields::Counts;
use super::super::input::Read;
use super::super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::super::unsolved;
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::local::{Routine, RoutineHead, routine};
use crate::words::{Palette, display_name, grouped, in_turns, ordinal, styled, write_table};
use num_traits::Signed;
use rotor_graph::{Count, VertexId, quoted};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

pub(super) fn answer(
    vertex: &str,
    flows: Option<&Counts>,
    read: &Read,
    context: &mut Context<'_>,
) -> Result<Reply, Fault> {
    let u = read.inner_vertex(vertex)?;
    let flows = flows.map(|flows| given_flows(u, flows, read, context)).transpose()?;
    let routine = routine(&read.instance, u, flows, context);
    let routine = routine.map_err(|error| unsolved(error, &read.name, context))?;
    Ok(Reply::new(routine.sharing(Arc::clone(&read.instance))))
}

/// The flows that were given for heads of `u`; all faults together.
fn given_flows(
    u: VertexId,
    Counts(given): &Counts,
    read: &Read,
    context: &mut Context<'_>,
) -> Result<BTreeMap<VertexId, Count>, Fault> {
    let heads = read.instance.graph().heads(u);
    let (mut flows, mut faults) = (BTreeMap::new(), Vec::new());
    for (name, text) in given {
        let Some(w) = read.instance.vertex(name).filter(|w| heads.contains(w)) else {
            faults.push(format!("no arc leads from {} to {}", quoted(read.instance.name(u)), quoted(name)));
            continue;
        };
        let flow = match text.as_str() {
            "inf" => Count::Infinite,
            digits => match read.count(digits, context)? {
                count if count.is_positive() => Count::from(count.magnitude().clone()),
                _ => {
                    faults
                        .push(format!("the flow of {} is not positive; write 1, 2, … or inf", quoted(name)));
                    continue;
                }
            },
        };
        if flows.insert(w, flow).is_some() {
            faults.push(format!("two flows are given for {}", quoted(name)));
        }
    }
    if faults.is_empty() { Ok(flows) } else { Err(Fault::unfit(&read.name, faults.join("; "))) }
}

impl Answer for Judged<'static, Routine> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (instance, text) = (self.instance(), |number: &dyn Display| Value::from(number.to_string()));
        let (graph, u) = (instance.graph(), self.vertex());
        let head = |row: &RoutineHead| {
            let mut object =
                json!({"head": instance.name(row.head), "arcs": row.arcs, "flow": text(&row.flow)});
            if let Some(visits) = &row.visits_before {
                object["visits_before"] = text(visits);
            }
            if let Some(back) = &row.flow_back {
                object["flow_back"] = text(back);
            }
            object
        };
        let heads: Vec<_> = self.heads.iter().map(head).collect();
        let last = self.last_departure().map(|last| {
            json!({"arc": last.arc.raw() - graph.arc_range(u).start, "head": instance.name(graph.head(last.arc)),
                   "number": text(&last.number), "full_turns": text(&self.full_turns)})
        });
        let object = json!({"schema": "arrival.routine/1", "vertex": instance.name(u),
            "from_arc": instance.rotors().position(graph, u), "heads": heads, "last_departure": last});
        to_json(out, &with_standing(object, self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let instance = self.instance();
        let or_dash =
            |number: Option<String>| number.map_or_else(|| "-".to_owned(), |digits| grouped(&digits));
        let row = |row: &RoutineHead| {
            vec![
                display_name(instance, row.head).into_owned(),
                row.arcs.to_string(),
                grouped(&row.flow.to_string()),
                or_dash(row.quotient.as_ref().map(ToString::to_string)),
                or_dash(row.visits_before.as_ref().map(ToString::to_string)),
                or_dash(row.flow_back.as_ref().map(ToString::to_string)),
            ]
        };
        let headings = ["head", "arcs", "flow", "full turns", "visits before", "flow back"];
        write_table(out, palette, &headings, || self.heads.iter().map(row))?;
        let u = display_name(instance, self.vertex());
        match self.last_departure() {
            None => writeln!(out, "{u} always gets the particle back: every flow is infinite")?,
            Some(last) => {
                let head = styled(palette.answer, display_name(instance, instance.graph().head(last.arc)));
                let arc = last.arc.raw() - instance.graph().arc_range(self.vertex()).start;
                let number = ordinal(&last.number);
                writeln!(
                    out,
                    "{u} leaves for {head} by arc {arc} on its {number} departure, after {}",
                    in_turns(&self.full_turns)
                )?;
            }
        }
        write_standing(out, palette, self, "the visits of every head, counted up to the last departure")
    }
}
