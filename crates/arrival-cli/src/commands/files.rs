//! `verify`, `convert`, `draw`: certificates, formats, pictures.

use super::algebra::MoreSinks;
use crate::options::{Play, Reading, Source};
use crate::reading::document;
use crate::session::{Outputs, Session};
use crate::writing::instance_format;
use arrival::request::{self, Ask, Named, PictureFormat};
use arrival::{ExitCode, Fault, Geometry, Show};
use clap::Args;
use rotor_format::OutputFormat;
use rotor_graph::Rule;

/// Check a certificate against an instance: exit code 0 if it is valid, 1 if it is refuted
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival solve graph.rotor --certificate proof.json\n  arrival verify graph.rotor proof.json"
)]
pub(crate) struct Verify {
    /// The instance; `-` is standard input
    file: String,
    /// The certificate
    certificate: String,
    #[command(flatten)]
    sinks: MoreSinks,
    #[command(flatten)]
    reading: Reading,
}

impl Verify {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { file, certificate, sinks, reading } = self;
        session.ask(&reading.limits, Outputs::default(), || {
            let input = reading.file(&file, session)?;
            let certificate = document(&certificate, reading.limits.memory(), session)?;
            Ok((Some(input), Ask::Verify(request::Verify { certificate, sink: sinks.names() })))
        })
    }
}

/// Convert an instance to another format, chosen by the extension of OUT
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival convert graph.rotor graph.json\n  arrival convert edges.txt graph.rotor.gz --format edge-list --sinks 5,6"
)]
pub(crate) struct Convert {
    /// The instance; `-` is standard input
    input: String,
    /// Where to write it; `-` is standard output
    output: String,
    /// The format to write, if the extension of OUT does not tell; standard output gets text by default
    #[arg(long, value_name = "FORMAT", value_parser = output_format)]
    to: Option<OutputFormat>,
    /// Write the rotors for this rule
    #[arg(long, value_name = "RULE", value_parser = Rule::named, default_value = "move-then-turn")]
    to_rule: Rule,
    #[command(flatten)]
    reading: Reading,
}

impl Convert {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { input, output, to, to_rule, reading } = self;
        let json = (session.screen().json && output == "-").then_some(OutputFormat::Json);
        let to = Some(instance_format(&output, to.or(json))?);
        let outputs = Outputs { file: Some(output), ..Outputs::default() };
        session.ask(&reading.limits, outputs, || {
            Ok((Some(reading.file(&input, session)?), Ask::Convert(request::Convert { to, to_rule })))
        })
    }
}

fn output_format(name: &str) -> Result<OutputFormat, String> {
    request::output_format(name).map(|(format, _)| format)
}

/// Draw an instance; the extension of OUT chooses the format: svg, png, pdf, tikz, tex, dot, html or json
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival draw --example fig-rotor-routing -o picture.svg\n  arrival draw --example fig-calc-rn -o picture.png --show flows,exits"
)]
pub(crate) struct Draw {
    #[command(flatten)]
    source: Source,
    /// Where to write the picture; `-` is standard output, which gets SVG, or the scene with --json
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: String,
    /// The format to write, if the extension of OUT does not tell
    #[arg(long, value_name = "FORMAT", value_parser = PictureFormat::named)]
    to: Option<PictureFormat>,
    /// What to show, separated by commas: flows, forest, exits, visits, strategies, values
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = Show::named)]
    show: Vec<Show>,
    /// Where the particle starts; by default where the file says
    #[arg(long, alias = "start", value_name = "VERTEX", allow_hyphen_values = true)]
    from: Option<String>,
    /// Maximum width of the picture; layouts that cannot be narrower ignore it
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(100..))]
    width: Option<u32>,
    /// The geometry of a family: chain, or grid:WxH; by default what suits the graph
    #[arg(long, value_name = "GEOMETRY", value_parser = request::Draw::geometry, default_value = "free")]
    geometry: Geometry,
    /// Show a frame of the algorithm at work, the first being 1: those of `arrival explain --frames`
    #[arg(long, value_name = "NUMBER", conflicts_with = "show")]
    frame: Option<u32>,
    /// With --frame, show the pushes of `arrival explain --cycles --frames`
    #[arg(long, requires = "frame")]
    cycles: bool,
    /// PNG pixels per SVG pixel
    #[arg(long, value_name = "FACTOR", value_parser = scale, default_value = "2")]
    scale: f64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    reading: Reading,
}

impl Draw {
    pub(super) fn run(self, session: &Session) -> Result<ExitCode, Fault> {
        let Self { source, output, to, show, from, width, geometry, frame, cycles, scale, play, reading } =
            self;
        let stdout = if session.screen().json { PictureFormat::Scene } else { PictureFormat::Svg };
        let told = match output.as_str() {
            "-" => Some(stdout),
            name => name.rsplit_once('.').and_then(|(_, ending)| PictureFormat::named(ending).ok()),
        };
        let Some(to) = to.or(told) else {
            let names: Vec<_> = PictureFormat::ALL.iter().map(|(_, name, ..)| *name).collect();
            return Err(Fault::Unfit(format!(
                "cannot tell the format of the picture from {output}; use one of the extensions {}",
                names.join(", ")
            )));
        };
        let Play { strategies, endless_value } = play;
        // Places and particles are those of a page, which has no command line.
        let (places, particles) = (None, request::Counts::default());
        let ask = Ask::Draw(request::Draw {
            to: Some(to),
            show,
            from,
            width,
            places,
            geometry,
            frame,
            cycles,
            particles,
            scale,
            strategies,
            endless_value,
        });
        let outputs = Outputs { file: Some(output), ..Outputs::default() };
        session.ask(&reading.limits, outputs, || Ok((Some(source.input(&reading, session)?), ask)))
    }
}

fn scale(text: &str) -> Result<f64, String> {
    request::Draw::scale(text.parse().unwrap_or(f64::NAN))
}
