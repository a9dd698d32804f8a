//! `arrival equivalent`: do two configurations of one graph belong to the same class?

use super::arguments::{Reading, Screen};
use super::fault::{Fault, unfit};
use super::human::{BAD, GOOD, styled};
use super::limits::spent;
use super::reading::read_file;
use super::writing::{print_json, to_stdout};
use clap::Args;
use rotor_solve::push::are_equivalent;
use serde_json::json;

/// Say whether two files with the same graph have equivalent rotors: exit code 0 for yes, 1 for no
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival push graph.rotor --cycle u0 -o pushed.rotor\n  arrival equivalent graph.rotor pushed.rotor"
)]
pub(super) struct Equivalent {
    /// The first instance
    first: String,
    /// The second instance
    second: String,
    #[command(flatten)]
    reading: Reading,
}

impl Equivalent {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let [first, second] = [&self.first, &self.second].map(|file| read_file(file, &self.reading));
        let (first, second) = (first?, second?);
        let same = first.instance.graph() == second.instance.graph()
            && first.instance.names() == second.instance.names();
        if !same {
            return Err(unfit(
                &second,
                &format!("not the same graph as {}; only the rotors may differ", first.name),
            ));
        }
        let mut limits = self.reading.limits.start_at(first.started);
        let equivalent = are_equivalent(
            first.instance.graph(),
            first.instance.rotors(),
            second.instance.rotors(),
            &mut limits,
        )
        .map_err(|why| spent(why, &limits))?;
        if screen.json {
            print_json(&json!({"schema": "arrival.equivalent/1", "equivalent": equivalent}))?;
        } else {
            let word = if equivalent { styled(GOOD, "equivalent") } else { styled(BAD, "not equivalent") };
            to_stdout(|out| writeln!(out, "{word}"))?;
        }
        Ok(u8::from(!equivalent))
    }
}
