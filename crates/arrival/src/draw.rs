//! Drawings: a picture of an instance with what the solvers say about it.

use crate::context::Context;
use crate::draw_options::{DrawError, DrawOptions, DrawnFrame};
use crate::drawing::Drawing;
use crate::drawn_answers::OverlayAnswers;
use crate::explain::explain;
use crate::frames::standing;
use crate::judged::Judged;
use crate::local::rotor_cycles;
use crate::question::Options;
use crate::timings::Stage;
use rotor_draw::{Layout, Marks, Overlays, Page, Scene};
use rotor_graph::{Instance, VertexMap};

/// Draws `instance`: every vertex and arc. A graph of which no such picture is legible is refused; [`graphviz`] takes it.
///
/// The vertices of players keep the switch that the file records, in everything but strategies and values.
///
/// Cost: O(|V| + |A|) for layout and scene, and what the overlays ask: that of [`solve`] for exits, visits and strategies,
/// of [`flows`](crate::flows) for return flows.
pub fn draw<'i>(
    given: &'i Instance,
    options: &DrawOptions,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Drawing>, DrawError> {
    let graph = given.graph();
    if !rotor_draw::is_legible(given) {
        return Err(DrawError::TooLarge { vertices: graph.vertex_count(), arcs: graph.arc_count() });
    }
    let Answered { instance, overlays, page, unchecked } = answered(given, options, context)?;
    let scene = scene(&instance, &overlays, options, context)?;
    Ok(judged(given, Drawing { instance, scene, page }, unchecked))
}

/// The same as a graph for Graphviz, which lays it out: every vertex and every arc, however many.
pub fn graphviz<'i>(
    given: &'i Instance,
    options: &DrawOptions,
    context: &mut Context<'_>,
) -> Result<Judged<'i, String>, DrawError> {
    let Answered { instance, overlays, unchecked, .. } = answered(given, options, context)?;
    context.stage(Stage::Draw);
    let text = rotor_draw::dot(&instance, &overlays, context)?;
    Ok(judged(given, text, unchecked))
}

/// What is drawn, before anything has a place.
struct Answered {
    instance: Instance,
    overlays: Overlays,
    page: Page,
    /// Why some of it was not checked.
    unchecked: Option<String>,
}

fn judged<T>(given: &Instance, drawn: T, unchecked: Option<String>) -> Judged<'_, T> {
    match unchecked {
        None => Judged::by_definition(given, drawn),
        Some(because) => Judged::unchecked(given, drawn, because),
    }
}

/// Asks the solvers what the drawing shows.
fn answered(
    given: &Instance,
    options: &DrawOptions,
    context: &mut Context<'_>,
) -> Result<Answered, DrawError> {
    let mut instance = given.clone();
    if let Some(from) = options.from {
        instance = instance.with_start(Some(from))?;
    }
    let mut overlays = Overlays::default();
    if let Some(frame) = options.frame {
        (instance, overlays.marks) = at_frame(instance, frame, options, context)?;
    }
    let recorded = instance.clone().without_players();
    let mut answers = OverlayAnswers::new(&instance, &recorded, options);
    for &show in &options.show {
        answers.overlay(&mut overlays, show, context)?;
    }
    let page = if options.playable { answers.page(context)? } else { Page::default() };
    let unchecked = answers.into_unchecked();
    if !options.particles.is_empty() {
        let mut particles = VertexMap::filled(instance.graph().vertex_count(), None);
        options.particles.iter().for_each(|(u, count)| particles[*u] = Some(count.clone()));
        overlays.particles = Some(particles);
    }
    Ok(Answered { instance, overlays, page, unchecked })
}

/// The instance with the rotors that an algorithm has turned until one of its frames, and what stands there by then.
fn at_frame(
    instance: Instance,
    DrawnFrame { number, pushes, has_legend }: DrawnFrame,
    options: &DrawOptions,
    context: &mut Context<'_>,
) -> Result<(Instance, Option<Marks>), DrawError> {
    if !options.show.is_empty() {
        return Err(DrawError::FrameAndShow);
    }
    let frames = if pushes {
        rotor_cycles(&instance, true, context)?.into_answer().frames
    } else {
        let from = instance.start().ok_or(DrawError::NoStart("the frames of an answer"))?;
        let DrawOptions { strategies, endless_value, .. } = *options;
        let options = Options { strategies, endless_value, ..Options::default() };
        explain(&instance, from, &options, true, context)?.frames().cloned()
    };
    let frames = frames.unwrap_or_default();
    let shown = number.checked_sub(1).and_then(|last| frames.list().get(..=last));
    let shown = shown.ok_or(DrawError::NoFrame(frames.list().len()))?;
    let marks = standing::marks(shown, has_legend);
    let rotors = standing::rotors(shown, instance.graph(), instance.rotors());
    Ok((instance.with_rotors(rotors), Some(marks)))
}

/// Draws `instance` with answers that are known already, without asking a solver; none if it is too large to be drawn.
pub fn draw_known(
    instance: Instance,
    overlays: Overlays,
    context: &mut Context<'_>,
) -> Result<Option<Drawing>, DrawError> {
    if !rotor_draw::is_legible(&instance) {
        return Ok(None);
    }
    let scene = scene(&instance, &overlays, &DrawOptions::default(), context)?;
    Ok(Some(Drawing { instance, scene, page: Page::default() }))
}

/// Everything with its place.
fn scene(
    instance: &Instance,
    overlays: &Overlays,
    options: &DrawOptions,
    context: &mut Context<'_>,
) -> Result<Scene, DrawError> {
    context.stage(Stage::Draw);
    context.check_now()?;
    let (geometry, width) = (options.geometry.clone(), options.width.map(f64::from));
    let layout = Layout { geometry, width };
    Ok(rotor_draw::picture(instance, overlays, &layout, context)?)
}
