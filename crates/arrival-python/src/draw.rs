//! Pictures.

use crate::faults::{solved, unfit};
use crate::graph::Graph;
use crate::play::set_of;
use crate::watch::Limits;
use arrival::{DrawError, DrawOptions, Drawing, Show, draw_within};
use pyo3::prelude::*;

/// What writes a drawing as text.
type Writer = fn(&Drawing) -> String;

/// The formats that a picture is drawn in, each with how.
const FORMATS: [(&str, Writer); 5] = [
    ("svg", Drawing::svg),
    ("html", Drawing::html),
    ("tikz", Drawing::tikz),
    ("tex", Drawing::tex),
    ("dot", Drawing::dot),
];

/// A picture of the graph with what `show` names, as text in `format`; and what the reader should know about it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "these are the options of the command line")]
pub(crate) fn draw(
    py: Python<'_>,
    graph: &Graph,
    format: &str,
    show: Vec<String>,
    start: Option<u32>,
    strategies: &str,
    endless_value: i64,
    limits: Limits,
) -> PyResult<(String, Option<String>)> {
    let formats = || FORMATS.map(|(name, _)| name).join(", ");
    let unknown = || unfit(format!("pictures are drawn as {}", formats()));
    let (_, written) = FORMATS.into_iter().find(|(name, _)| *name == format).ok_or_else(unknown)?;
    let shows = || Show::ALL.map(Show::name).join(", ");
    let named =
        |name: &String| Show::from_name(name).ok_or_else(|| unfit(format!("pictures show {}", shows())));
    let options = DrawOptions {
        show: show.iter().map(named).collect::<PyResult<_>>()?,
        from: start.map(|u| graph.vertex(u)).transpose()?,
        playable: format == "html",
        strategies: set_of(strategies)?,
        endless_value,
        ..DrawOptions::default()
    };
    py.detach(|| {
        let mut watch = limits.start();
        let drawn = match draw_within(graph.instance(), &options, &mut watch.context()) {
            Ok(drawing) => Ok(drawing.into_answer()),
            Err(DrawError::Solve(error)) => Err(error),
            Err(unfitting) => return Err(unfit(unfitting)),
        };
        let drawing = solved(drawn, graph.instance(), &mut watch)?;
        Ok((written(&drawing), drawing.notice().map(str::to_owned)))
    })
}
