//! `arrival draw`: a picture of an instance.

use super::arguments::{Reading, Screen, Source, vertex};
use super::fault::{Fault, unfit};
use super::solve::{solve_fault, strategy_set, value};
use super::writing::{aside, write_file};
use crate::{DrawError, DrawOptions, Drawing, Show, draw_within};
use clap::Args;
use rotor_graph::{StrategySet, Value};

/// Draw an instance; the ending of OUT tells the format: svg, png, pdf, tex, dot or html
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival draw --example fig-rotor-routing -o picture.svg\n  arrival draw --example fig-calc-rn -o picture.png --show flows,exits"
)]
pub(super) struct Draw {
    #[command(flatten)]
    source: Source,
    /// Where to write the picture; `-` is standard output, which gets SVG
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: String,
    /// The format to write, where the name of OUT does not tell
    #[arg(long, value_name = "FORMAT", value_parser = picture_format)]
    to: Option<PictureFormat>,
    /// What to show: flows, forest, exits, visits, strategies, values; several with commas between them
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = show)]
    show: Vec<Show>,
    /// Where the particle starts; by default where the file says
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    from: Option<String>,
    /// How many pixels of a PNG are as wide as one of the SVG
    #[arg(long, value_name = "FACTOR", value_parser = scale, default_value = "2")]
    scale: f64,
    /// What the players of a game decide: the initial arc, the rotor order, or the arc at every visit
    #[arg(long, value_name = "SET", value_parser = strategy_set, default_value = "start")]
    strategies: StrategySet,
    /// What a play that never exits is worth
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true, default_value_t = 0, value_parser = value())]
    endless_value: Value,
    #[command(flatten)]
    reading: Reading,
}

/// A format that pictures are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PictureFormat {
    Svg,
    #[cfg(feature = "png")]
    Png,
    #[cfg(feature = "pdf")]
    Pdf,
    Tikz,
    Dot,
    Html,
}

impl PictureFormat {
    /// All that this program was built with, each with its name and the other endings it has.
    const ALL: &[(Self, &str, &[&str])] = &[
        (Self::Svg, "svg", &[]),
        #[cfg(feature = "png")]
        (Self::Png, "png", &[]),
        #[cfg(feature = "pdf")]
        (Self::Pdf, "pdf", &[]),
        (Self::Tikz, "tikz", &["tex"]),
        (Self::Dot, "dot", &["gv"]),
        (Self::Html, "html", &["htm"]),
    ];

    fn from_ending(ending: &str) -> Option<Self> {
        let of = |(_, name, others): &&(Self, &str, &[&str])| *name == ending || others.contains(&ending);
        Self::ALL.iter().find(of).map(|(format, ..)| *format)
    }

    fn names() -> String {
        Self::ALL.iter().map(|(_, name, _)| *name).collect::<Vec<_>>().join(", ")
    }
}

impl Draw {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let told = self.output.rsplit_once('.').and_then(|(_, ending)| PictureFormat::from_ending(ending));
        let stdout = (self.output == "-").then_some(PictureFormat::Svg);
        let Some(format) = self.to.or(told).or(stdout) else {
            return Err(Fault::Usage(format!(
                "the name {} does not tell a format of pictures; use the ending of one of {}",
                self.output,
                PictureFormat::names()
            )));
        };
        let read = self.source.read(&self.reading)?;
        let from = self.from.as_deref().map(|name| vertex(&read.instance, name)).transpose()?;
        let options = DrawOptions {
            show: self.show,
            from,
            playable: format == PictureFormat::Html,
            strategies: self.strategies,
            endless_value: self.endless_value,
        };
        let mut limits = self.reading.limits.start_at(read.started);
        let drawing = draw_within(&read.instance, &options, &mut limits).map_err(|error| match error {
            DrawError::Solve(error) => solve_fault(error, &limits),
            unfitting => unfit(&read, &unfitting.to_string()),
        })?;
        drop(limits);
        let alarm = self.reading.limits.alarm(read.started);
        let bytes = rendered(&drawing, format, self.scale)?;
        drop(alarm);
        if let Some(notice) = drawing.notice().filter(|_| !screen.quiet) {
            aside(format_args!("arrival: {}: {notice}", read.name));
        }
        write_file(&self.output, |out| out.write_all(&bytes))?;
        screen.say(|| format!("wrote {}", self.output));
        Ok(0)
    }
}

/// The whole picture, before anything is written.
fn rendered(drawing: &Drawing, format: PictureFormat, scale: f64) -> Result<Vec<u8>, Fault> {
    // Without the renderers nothing fails, and nothing has a scale.
    let _ = scale;
    match format {
        PictureFormat::Svg => Ok(drawing.svg().into_bytes()),
        #[cfg(feature = "png")]
        PictureFormat::Png => drawing.png(scale).map_err(|error| Fault::Usage(error.to_string())),
        #[cfg(feature = "pdf")]
        PictureFormat::Pdf => drawing.pdf().map_err(|error| Fault::Usage(error.to_string())),
        PictureFormat::Tikz => Ok(drawing.tikz().into_bytes()),
        PictureFormat::Dot => Ok(drawing.dot().into_bytes()),
        PictureFormat::Html => Ok(drawing.html().into_bytes()),
    }
}

fn picture_format(name: &str) -> Result<PictureFormat, String> {
    PictureFormat::from_ending(name).ok_or_else(|| format!("the formats are {}", PictureFormat::names()))
}

fn show(name: &str) -> Result<Show, String> {
    let names = || Show::ALL.map(Show::name).join(", ");
    Show::from_name(name).ok_or_else(|| format!("what can be shown is {}", names()))
}

fn scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale: &f64| (0.01..=20.0).contains(scale));
    scale.ok_or_else(|| "a factor from 0.01 to 20, such as 2".to_owned())
}
