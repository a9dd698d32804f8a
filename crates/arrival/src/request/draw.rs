//! `draw`: a picture of an instance.

use super::fields::{
    Counts, Named, by_name, game_value, list_by_name, number, optional_by_name, optional_number,
};
use super::input::{Input, Read};
use super::reply::{Answer, JSON, Reply};
use super::unsolved;
use crate::context::Context;
use crate::draw::{draw, graphviz};
use crate::draw_options::{DrawError, DrawOptions, DrawnFrame, Show};
use crate::drawing::Drawing;
use crate::fault::Fault;
use crate::words::Palette;
use num_bigint::BigInt;
use rotor_draw::{Geometry, Point, missing_glyphs};
use rotor_graph::{Stop, StrategySet, Value, VertexMap};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

/// A picture.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Draw {
    /// The format to draw in; SVG by default.
    #[serde(deserialize_with = "optional_by_name")]
    pub to: Option<PictureFormat>,
    /// What to show besides the graph and its rotors.
    #[serde(deserialize_with = "list_by_name")]
    pub show: Vec<Show>,
    /// Where the particle starts; by default where the file says.
    pub from: Option<String>,
    /// How wide the picture may be.
    #[serde(deserialize_with = "optional_number")]
    pub width: Option<u32>,
    /// The places of vertices by their names, as a page keeps them; those of other names are passed over, and vertices
    /// without one stand near their neighbours.
    pub places: Option<BTreeMap<String, [f64; 2]>>,
    /// The geometry of a family, where no places are given: `chain`, or `grid:WxH`.
    #[serde(deserialize_with = "geometry_field")]
    pub geometry: Geometry,
    /// The frame of an algorithm at work to show, the first being 1; that of `explain`.
    #[serde(deserialize_with = "optional_number")]
    pub frame: Option<u32>,
    /// Whether that algorithm is the one of `explain --cycles`.
    pub cycles: bool,
    /// The particles to show on vertices.
    pub particles: Counts,
    /// How many pixels of a PNG are as wide as one of the SVG.
    #[serde(deserialize_with = "scale_field")]
    pub scale: f64,
    /// What the players of a game decide.
    #[serde(deserialize_with = "by_name")]
    pub strategies: StrategySet,
    /// The value of a play that never exits.
    #[serde(deserialize_with = "game_value")]
    pub endless_value: Value,
}

impl Default for Draw {
    fn default() -> Self {
        let DrawOptions { strategies, endless_value, .. } = DrawOptions::default();
        Self {
            to: None,
            show: Vec::new(),
            from: None,
            width: None,
            places: None,
            geometry: Geometry::default(),
            frame: None,
            cycles: false,
            particles: Counts::default(),
            scale: 2.0,
            strategies,
            endless_value,
        }
    }
}

fn scale_field<'d, D: serde::Deserializer<'d>>(deserializer: D) -> Result<f64, D::Error> {
    use serde::de::Error;
    let scale: f64 = number(deserializer)?;
    Draw::scale(scale).map_err(D::Error::custom)
}

fn geometry_field<'d, D: serde::Deserializer<'d>>(deserializer: D) -> Result<Geometry, D::Error> {
    use serde::de::Error;
    Draw::geometry(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// How far from the origin a vertex may stand; farther away, hundredths of a pixel are lost.
const FARTHEST: f64 = 1e6;

/// A format that pictures are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    #[cfg(feature = "png")]
    Png,
    /// A page of its own.
    #[cfg(feature = "pdf")]
    Pdf,
    /// A picture to be included in a LaTeX document.
    Tikz,
    /// A LaTeX document with that picture.
    Tex,
    /// For Graphviz.
    Dot,
    /// A page that plays the walk.
    Html,
    /// Everything with its place, as JSON.
    Scene,
}

impl PictureFormat {
    /// All that this library was built with: name, other endings, media type.
    pub const ALL: &[(Self, &str, &[&str], &str)] = &[
        (Self::Svg, "svg", &[], "image/svg+xml"),
        #[cfg(feature = "png")]
        (Self::Png, "png", &[], "image/png"),
        #[cfg(feature = "pdf")]
        (Self::Pdf, "pdf", &[], "application/pdf"),
        (Self::Tikz, "tikz", &[], "text/x-tex; charset=utf-8"),
        (Self::Tex, "tex", &[], "text/x-tex; charset=utf-8"),
        (Self::Dot, "dot", &["gv"], "text/vnd.graphviz; charset=utf-8"),
        (Self::Html, "html", &["htm"], "text/html; charset=utf-8"),
        (Self::Scene, "json", &["scene"], JSON),
    ];

    /// Whether the picture brings its letters along, as outlines of our own font.
    fn draws_glyphs(self) -> bool {
        matches!(self.media_type(), "image/png" | "application/pdf")
    }

    fn media_type(self) -> &'static str {
        let found = Self::ALL.iter().find(|(format, ..)| *format == self);
        found.map_or("application/octet-stream", |(.., media_type)| media_type)
    }
}

impl Named for PictureFormat {
    fn named(name: &str) -> Result<Self, String> {
        let of =
            |(_, known, others, _): &&(Self, &str, &[&str], &str)| *known == name || others.contains(&name);
        let names = || Self::ALL.iter().map(|(_, name, ..)| *name).collect::<Vec<_>>().join(", ");
        Self::ALL
            .iter()
            .find(of)
            .map(|(format, ..)| *format)
            .ok_or_else(|| format!("the formats are {}", names()))
    }
}

impl Draw {
    /// A scale that a picture may have.
    pub fn scale(scale: f64) -> Result<f64, String> {
        let ok = (0.01..=20.0).contains(&scale);
        if ok { Ok(scale) } else { Err("a factor from 0.01 to 20, such as 2".to_owned()) }
    }

    /// A geometry by its name: `free`, `chain` or `grid:WxH`.
    pub fn geometry(text: &str) -> Result<Geometry, String> {
        let grid = || {
            let (w, h) = text.strip_prefix("grid:")?.split_once('x')?;
            Some(Geometry::Grid { w: w.parse().ok()?, h: h.parse().ok()? })
        };
        match text {
            "free" => Ok(Geometry::Free),
            "chain" => Ok(Geometry::Chain),
            _ => grid().ok_or_else(|| "the geometries are free, chain and grid:WxH".to_owned()),
        }
    }

    /// Where vertices stand.
    fn places(&self, read: &Read) -> Result<Geometry, Fault> {
        let Some(given) = &self.places else { return Ok(self.geometry.clone()) };
        let index = read.instance.names().index();
        let mut places = VertexMap::filled(read.instance.graph().vertex_count(), None);
        for (name, &[x, y]) in given {
            if !(x.abs() <= FARTHEST && y.abs() <= FARTHEST) {
                let name = rotor_graph::quoted(name);
                return Err(Fault::unfit(
                    &read.name,
                    format!("{name} stands farther away than {FARTHEST} pixels"),
                ));
            }
            if let Some(u) = index.get(name) {
                places[u] = Some(Point::new(x, y));
            }
        }
        Ok(Geometry::Places(places))
    }

    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let format = self.to.unwrap_or(PictureFormat::Svg);
        let read = input.read(context)?;
        let from = self.from.as_deref().map(|name| read.vertex(name)).transpose()?;
        let geometry = self.places(&read)?;
        let counts =
            if self.particles.0.is_empty() { None } else { Some(read.counts(&self.particles, context)?) };
        let counted = counts.iter().flat_map(VertexMap::iter).filter(|(_, count)| **count != BigInt::ZERO);
        if self.cycles && self.frame.is_none() {
            return Err(Fault::Unfit("--cycles needs --frame".to_owned()));
        }
        // A page has its own place for what the marks mean.
        let has_legend = format != PictureFormat::Scene;
        let frame =
            self.frame.map(|number| DrawnFrame { number: number as usize, pushes: self.cycles, has_legend });
        let options = DrawOptions {
            show: self.show,
            from,
            width: self.width,
            geometry,
            frame,
            particles: counted.map(|(u, count)| (u, count.to_string())).collect(),
            playable: format == PictureFormat::Html,
            strategies: self.strategies,
            endless_value: self.endless_value,
        };
        let refused = |error, context: &Context<'_>| match error {
            DrawError::Solve(error) => unsolved(error, &read.name, context),
            unfitting => Fault::unfit(&read.name, unfitting),
        };
        let (bytes, missing, unchecked_because) = match painter(format) {
            None => {
                let graph =
                    graphviz(&read.instance, &options, context).map_err(|error| refused(error, context))?;
                let because = graph.unchecked_because().map(str::to_owned);
                (graph.into_answer().into_bytes(), Vec::new(), because)
            }
            Some(paint) => {
                let drawing =
                    draw(&read.instance, &options, context).map_err(|error| refused(error, context))?;
                let missing =
                    if format.draws_glyphs() { missing_glyphs(drawing.scene()) } else { Vec::new() };
                let because = drawing.unchecked_because().map(str::to_owned);
                // What is drawn one by one is small; only pixels are many.
                let bytes = context.check_now().and_then(|()| paint(&drawing, self.scale, context));
                let out_of_budget = |reason| Fault::Stopped { reason, known: context.known() };
                (bytes.map_err(out_of_budget)?, missing, because)
            }
        };
        let missing = (!missing.is_empty()).then(|| {
            let missing: String = missing.iter().collect();
            format!("the picture shows boxes for {missing}, which its font lacks; SVG and HTML have them")
        });
        let unchecked = unchecked_because.iter().map(|because| format!("unchecked: {because}"));
        let notices: Vec<_> = missing.into_iter().chain(unchecked).collect();
        // What is asked about without a file has no name.
        let named = if read.name.is_empty() { String::new() } else { format!("{}: ", read.name) };
        let notice = (!notices.is_empty()).then(|| format!("{named}{}", notices.join("; ")));
        Ok(Reply::new(Picture { bytes, media_type: format.media_type(), notice, unchecked_because }))
    }
}

/// What writes a drawing, at a scale, in one piece.
type Painter = fn(&Drawing, f64, &mut Context<'_>) -> Result<Vec<u8>, Stop>;

/// What writes a drawing in this format; none for Graphviz, which lays out graphs itself.
fn painter(format: PictureFormat) -> Option<Painter> {
    Some(match format {
        PictureFormat::Svg => |drawing, _, _| Ok(drawing.svg().into_bytes()),
        #[cfg(feature = "png")]
        PictureFormat::Png => |drawing, scale, context| drawing.png(scale, context),
        #[cfg(feature = "pdf")]
        PictureFormat::Pdf => |drawing, _, context| drawing.pdf(context),
        PictureFormat::Tikz => |drawing, _, _| Ok(drawing.tikz().into_bytes()),
        PictureFormat::Tex => |drawing, _, _| Ok(drawing.tex().into_bytes()),
        PictureFormat::Dot => return None,
        PictureFormat::Html => |drawing, _, _| Ok(drawing.html().into_bytes()),
        PictureFormat::Scene => |drawing, _, _| Ok(drawing.json().into_bytes()),
    })
}

struct Picture {
    bytes: Vec<u8>,
    media_type: &'static str,
    notice: Option<String>,
    unchecked_because: Option<String>,
}

impl Answer for Picture {
    /// The scene, if the picture was asked for as JSON.
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        out.write_all(self.bytes.trim_ascii_end())
    }

    fn write_words(&self, out: &mut dyn Write, _: &Palette) -> io::Result<()> {
        out.write_all(&self.bytes)
    }

    fn remark(&self, _: bool) -> Option<String> {
        self.notice.clone()
    }

    fn unchecked_because(&self) -> Option<&str> {
        self.unchecked_because.as_deref()
    }

    fn media_type(&self) -> Option<&'static str> {
        Some(self.media_type)
    }
}
