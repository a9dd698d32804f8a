//! `explain --cycles`: the cycles of the rotors, and the number of pushes.

use super::super::input::Read;
use super::super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::super::unsolved;
use super::write_frames;
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::local::{RotorCycles, rotor_cycles};
use crate::words::{self, MOST_NAMED, Palette, and_more, grouped, styled, unchecked_line};
use rotor_graph::VertexId;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

pub(super) fn answer(frames: bool, read: &Read, context: &mut Context<'_>) -> Result<Reply, Fault> {
    let cycles = rotor_cycles(&read.instance, frames, context);
    let cycles = cycles.map_err(|error| unsolved(error, &read.name, context))?;
    Ok(Reply::new(cycles.sharing(Arc::clone(&read.instance))))
}

impl Answer for Judged<'static, RotorCycles> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let instance = self.instance();
        let names = |cycle: &Vec<VertexId>| cycle.iter().map(|&u| instance.name(u)).collect::<Vec<_>>();
        let cycles: Vec<_> = self.cycles.iter().map(names).collect();
        let turned = self.forest.claim().turns.iter().filter(|(_, turns)| turns.bits() > 0);
        let turns: serde_json::Map<String, Value> =
            turned.map(|(u, turns)| (instance.name(u).to_owned(), turns.to_string().into())).collect();
        let pushes = self.pushes.map(|pushes| pushes.to_string());
        let mut object = json!({"schema": "arrival.cycles/1", "cycles": cycles, "pushes": pushes,
            "pushes_checked": false, "turns": turns});
        if let Some(frames) = &self.frames {
            object["frames"] = frames.json(instance);
            object["frames_left_out"] = frames.left_out().into();
            object["frames_checked"] = false.into();
        }
        to_json(out, &with_standing(object, self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let instance = self.instance();
        for cycle in self.cycles.iter().take(MOST_NAMED) {
            writeln!(out, "{}", words::cycle(instance, cycle))?;
        }
        match self.cycles.len() {
            0 => writeln!(out, "the rotors form no cycle: they are the destination forest")?,
            count if count > MOST_NAMED => writeln!(out, "{}", and_more(count - MOST_NAMED))?,
            _ => {}
        }
        let turns = counted(&self.turns().to_string(), "turn", "turns");
        match self.pushes {
            Some(pushes) => {
                let pushes =
                    styled(palette.answer, counted(&pushes.to_string(), "push leads", "pushes lead"));
                writeln!(out, "{pushes} to the destination forest, by {turns} of rotors")?;
            }
            None => {
                writeln!(out, "{turns} of rotors lead to the destination forest: too many pushes to count")?
            }
        }
        write_standing(out, palette, self, "the turns lead from the rotors to the forest")?;
        if self.pushes.is_some() {
            let because = "the number of pushes, which is counted by pushing";
            out.write_all(unchecked_line(because, palette).as_bytes())?;
        }
        self.frames.as_ref().map_or(Ok(()), |frames| write_frames(out, palette, frames))
    }
}

fn counted(digits: &str, one: &str, many: &str) -> String {
    format!("{} {}", grouped(digits), if digits == "1" { one } else { many })
}
