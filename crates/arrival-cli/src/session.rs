//! A session: one run of the program, from its arguments to its exit code.

use crate::interrupts::Interrupts;
use crate::options::Limiting;
use crate::terminal::{OWN, Screen, Terminal};
use crate::writing::{stdout_fault, to_stdout, write_file, write_folder, write_instance};
use arrival::request::{Ask, Input};
use arrival::{Bytes, Context, ExitCode, Fault, Palette, Reply, Request, Ticked, answer, stop_of};
use counted_alloc::set_ceiling;
use rotor_graph::Stop;
use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// One run of the program. Nothing of it is global, so that several can run in one process.
#[derive(Debug)]
pub(crate) struct Session {
    screen: Screen,
    interrupts: Interrupts,
    start: Instant,
    /// Whether standard input was read, of which nothing is left then.
    stdin_was_read: AtomicBool,
}

/// Where the parts of a reply are written besides standard output.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    /// The certificate.
    pub(crate) certificate: Option<String>,
    /// The graph as the question leaves it.
    pub(crate) after: Option<String>,
    /// The result itself, if it is a file.
    pub(crate) file: Option<String>,
    /// The folder for a result that is several files.
    pub(crate) folder: Option<String>,
}

impl Session {
    pub(crate) fn new(screen: Screen, interrupts: Interrupts) -> Self {
        Self { screen, interrupts, start: Instant::now(), stdin_was_read: AtomicBool::new(false) }
    }

    pub(crate) fn screen(&self) -> &Screen {
        &self.screen
    }

    pub(crate) fn interrupts(&self) -> &Interrupts {
        &self.interrupts
    }

    /// The terminal as host of a question.
    pub(crate) fn terminal(&self) -> Terminal<'_> {
        Terminal::new(&self.screen, &self.interrupts, self.start)
    }

    /// The time since it began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Claims standard input, which can be read once.
    pub(crate) fn take_stdin(&self) -> Result<(), Fault> {
        if self.stdin_was_read.swap(true, Ordering::Relaxed) {
            return Err(Fault::Unfit("standard input is named twice; it can be read once".to_owned()));
        }
        Ok(())
    }

    /// Ends the process before it takes much more memory than `limits` allow: for whatever allocates without asking.
    pub(crate) fn hold_to(&self, limits: &Limiting) {
        let (allowed, interrupts) = (limits.memory(), self.interrupts.clone());
        set_ceiling(allowed.saturating_add(allowed / 8).saturating_add(2 * OWN), move |held| {
            let [more, allowed] = [held, allowed].map(Bytes);
            let known = format!("it takes more than {more}, and the memory limit is {allowed}");
            interrupts.leave(&Fault::Stopped { reason: Stop::Memory, known });
        });
    }

    /// Answers one question from its input to its last output, and returns the exit code.
    ///
    /// `question` reads the files of its own; their time counts, too.
    pub(crate) fn ask(
        &self,
        limits: &Limiting,
        outputs: Outputs,
        question: impl FnOnce() -> Result<(Option<Input>, Ask), Fault>,
    ) -> Result<ExitCode, Fault> {
        self.hold_to(limits);
        let deadline = limits.timeout.and_then(|timeout| self.start.checked_add(timeout));
        // Declared before the alarm, so that it is given back after it: else both could report that time is up.
        let mut checking = None;
        let alarm = self.interrupts.alarm(deadline);
        let (input, ask) = question()?;
        let _ = checking.insert(self.interrupts.checking());
        let streams = match &ask {
            Ask::Walk(walk) => walk.stream && walk.trace,
            Ask::List(list) => list.stream,
            _ => false,
        };
        let request = Request { input, limits: limits.left_after(self.elapsed()), ask };
        let reply = if streams {
            let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
            let host = self.terminal().without_progress().with_trace(&mut out);
            let reply = self.answer(request, host);
            out.flush().map_err(stdout_fault)?;
            reply?
        } else {
            self.answer(request, self.terminal())?
        };
        drop((alarm, checking));
        self.write(&reply, &outputs, deadline)
    }

    /// Answers a request that comes with its input.
    pub(crate) fn answer(&self, request: Request, mut host: Terminal<'_>) -> Result<Reply, Fault> {
        let _checking = self.interrupts.checking();
        answer(request, &mut Context::new(&mut host)).map_err(|fault| match fault {
            // What a trace cannot be written to is standard output.
            Fault::Unwritten { error, .. } => stdout_fault(error),
            other => other,
        })
    }

    /// Writes a reply to where its parts belong; a result that is a file by the deadline, and an answer in any case.
    fn write(&self, reply: &Reply, outputs: &Outputs, deadline: Option<Instant>) -> Result<ExitCode, Fault> {
        if let Some(details) = reply.details() {
            self.screen.say(|| details);
        }
        if let (Some(file), Some(certificate)) = (&outputs.certificate, reply.certificate()) {
            write_file(file, &self.interrupts, |out| certificate.write_to(out))?;
        }
        if let (Some(file), Some((after, rule))) = (&outputs.after, reply.after()) {
            write_instance(file, &self.interrupts, &after, rule)?;
        }
        if let Some(folder) = &outputs.folder {
            write_folder(folder, &self.interrupts, reply.files())?;
        }
        let palette = self.screen.palette();
        match &outputs.file {
            Some(file) => {
                self.write_by(deadline, file, reply)?;
                self.screen.say(|| format!("wrote {file}"));
            }
            None if self.screen.json => to_stdout(|out| reply.write_json(out, &|| self.elapsed()))?,
            None => to_stdout(|out| reply.write_words(out, &palette))?,
        }
        if let Some(remark) = reply.remark(self.screen.json) {
            self.screen.remark(format_args!("arrival: {remark}"));
        }
        Ok(reply.code())
    }

    /// Writes a result that is a file; when time is up, the file is as it was.
    fn write_by(&self, deadline: Option<Instant>, file: &str, reply: &Reply) -> Result<(), Fault> {
        let mut host = self.terminal();
        let mut context = Context::new(&mut host);
        if let Some(deadline) = deadline {
            context = context.with_timeout(deadline.saturating_duration_since(Instant::now()));
        }
        let written = write_file(file, &self.interrupts, |out| {
            reply.write_words(&mut Ticked::new(out, &mut context), &Palette::PLAIN)
        });
        written.map_err(|fault| match &fault {
            Fault::Unwritten { error, .. } => match stop_of(error) {
                Some(reason) => Fault::Stopped { reason, known: format!("{file} is not written") },
                None => fault,
            },
            _ => fault,
        })
    }
}
