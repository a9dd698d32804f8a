//! `arrival completions` and `arrival man`: what a shell and a manual reader want.

use crate::writing::to_stdout;
use arrival::{ExitCode, Fault};
use clap::Args;
use clap_complete::Shell;
use std::path::Path;

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival completions bash > arrival.bash")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> Result<ExitCode, Fault> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut crate::command(), "arrival", &mut text);
        to_stdout(|out| out.write_all(&text))?;
        Ok(ExitCode::Done)
    }
}

/// Print the manual page, or write one for each command into a folder
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival man > arrival.1")]
pub(crate) struct Man {
    /// A folder for the pages of all commands
    #[arg(long, value_name = "FOLDER")]
    folder: Option<String>,
}

impl Man {
    pub(super) fn run(self) -> Result<ExitCode, Fault> {
        match &self.folder {
            None => to_stdout(|out| clap_mangen::Man::new(crate::command()).render(out))?,
            Some(folder) => clap_mangen::generate_to(crate::command(), Path::new(folder))
                .map_err(|error| Fault::Unwritten { output: folder.clone(), error })?,
        }
        Ok(ExitCode::Done)
    }
}
