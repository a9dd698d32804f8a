//! `explain --pairs`: the optimal pairs (val*, r*) of a game.

use super::super::input::Read;
use super::super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::super::unsolved;
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::pipeline::solve;
use crate::question::{Options, Question};
use crate::words::{Palette, display_name, grouped, styled, write_table};
use rotor_graph::{Claim, GameClaim, PairEntry, VertexId};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Without a claim of pairs there is nothing to show.
const NEEDS: &str = "optimal pairs are those of a game on a tree-like graph";

pub(super) fn answer(
    from: VertexId,
    options: &Options,
    read: &Read,
    context: &mut Context<'_>,
) -> Result<Reply, Fault> {
    let solution = solve(&read.instance, Question::From(from), options, context);
    let solution = solution.map_err(|error| unsolved(error, &read.name, context))?;
    let claim = match solution.claim() {
        Some(Claim::Game(claim)) => claim.clone(),
        _ => return Err(Fault::unfit(&read.name, NEEDS)),
    };
    let pairs = solution.map(|_| OptimalPairs(claim)).sharing(Arc::clone(&read.instance));
    Ok(Reply::new(pairs))
}

/// The pairs of the two binary games that prove a value [ACD22, `thm:opt_complex`].
struct OptimalPairs(GameClaim);

impl Answer for Judged<'static, OptimalPairs> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (OptimalPairs(claim), instance) = (&**self, self.instance());
        let name = |u: VertexId| instance.name(u);
        let row = |entry: &PairEntry| {
            json!({"from": name(entry.from), "to": name(entry.to), "value": u8::from(entry.pair.wins),
                   "flow": entry.pair.flow.to_string()})
        };
        let [at_least, more_than] =
            [&claim.at_least, &claim.more_than].map(|table| table.0.iter().map(row).collect::<Vec<Value>>());
        let object = json!({"schema": "arrival.pairs/1", "from": name(claim.from), "value": claim.value,
            "at_least": at_least, "more_than": more_than});
        to_json(out, &with_standing(object, self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (OptimalPairs(claim), instance) = (&**self, self.instance());
        let value = claim.value;
        for (words, table) in [("at least", &claim.at_least), ("more than", &claim.more_than)] {
            writeln!(out, "\"{words} {value}\"")?;
            let row = |entry: &PairEntry| {
                let [from, to] = [entry.from, entry.to].map(|u| display_name(instance, u).into_owned());
                let flow = grouped(&entry.pair.flow.to_string());
                vec![from, to, u8::from(entry.pair.wins).to_string(), flow]
            };
            write_table(out, palette, &["from", "to", "val*", "r*"], || table.0.iter().map(row))?;
        }
        let from = display_name(instance, claim.from);
        writeln!(out, "{from} is worth {}", styled(palette.answer, value))?;
        write_standing(out, palette, self, "every pair by the rule at its vertex")
    }
}
