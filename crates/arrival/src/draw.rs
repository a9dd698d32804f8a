//! Drawings: a picture of an instance with what the solvers say about it.

use crate::context::Context;
use crate::draw_options::{DrawError, DrawOptions, DrawnFrame, Show};
use crate::drawing::{Drawing, stopped};
use crate::drawn_answers::OverlayAnswers;
use crate::explain::explain_within;
use crate::frames::standing;
use crate::judged::Judged;
use crate::local::rotor_cycles_within;
use crate::question::Options;
use crate::timings::Stage;
use rotor_draw::{Layout, Marks, Overlays, Page, Scene};
use rotor_graph::{Instance, VertexMap};
use rotor_solve::Budget as _;

/// Draws `instance` with no limit on time.
pub fn draw(instance: &Instance, options: &DrawOptions) -> Result<Drawing, DrawError> {
    draw_within(instance, options, &mut Context::default()).map(Judged::into_answer)
}

/// Draws `instance`: every vertex and arc if it is small enough to be legible, else its exits by depth.
///
/// The vertices of players keep the switch that the file records, in everything but strategies and values.
///
/// Cost: O(|V| + |A|) for layout and scene, and what the overlays ask: that of [`solve_within`] for exits, visits and strategies,
/// of [`flows_within`](crate::flows_within) for return flows.
pub fn draw_within<'i>(
    given: &'i Instance,
    options: &DrawOptions,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Drawing>, DrawError> {
    let mut instance = given.clone();
    if let Some(from) = options.from {
        instance = instance.with_start(Some(from))?;
    }
    let legible = rotor_draw::is_legible(&instance);
    let mut overlays = Overlays::default();
    if let Some(frame) = options.frame.filter(|_| legible) {
        (instance, overlays.marks) = at_frame(instance, frame, options, context)?;
    }
    let recorded = instance.clone().without_players();
    let mut answers = OverlayAnswers::new(&instance, &recorded, options);
    let shown: &[Show] = if legible { &options.show } else { &[Show::Exits] };
    for &show in shown {
        answers.overlay(&mut overlays, show, context)?;
    }
    let page = if options.playable { answers.page(legible, context)? } else { Page::default() };
    let unchecked = answers.into_unchecked();
    if !options.particles.is_empty() {
        let mut particles = VertexMap::filled(instance.graph().vertex_count(), None);
        options.particles.iter().for_each(|(u, count)| particles[*u] = Some(count.clone()));
        overlays.particles = Some(particles);
    }
    let scene = scene(&instance, &overlays, legible, options, context)?;
    let notice = (!legible).then(|| too_large(&instance, &options.show));
    let drawing = Drawing { instance, overlays, scene, page, notice };
    Ok(match unchecked {
        None => Judged::by_definition(given, drawing),
        Some(because) => Judged::unchecked(given, drawing, because),
    })
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
        rotor_cycles_within(&instance, true, context)?.into_answer().frames
    } else {
        let from = instance.start().ok_or(DrawError::NoStart("the frames of an answer"))?;
        let DrawOptions { strategies, endless_value, .. } = *options;
        let options = Options { strategies, endless_value, ..Options::default() };
        explain_within(&instance, from, &options, true, context)?.frames().cloned()
    };
    let frames = frames.unwrap_or_default();
    let shown = number.checked_sub(1).and_then(|last| frames.list().get(..=last));
    let shown = shown.ok_or(DrawError::NoFrame(frames.list().len()))?;
    let marks = standing::marks(shown, has_legend);
    let rotors = standing::rotors(shown, instance.graph(), instance.rotors());
    Ok((instance.with_rotors(rotors), Some(marks)))
}

/// Draws `instance` with answers that are known already, without asking a solver; none if it is too large to be drawn one by
/// one and its exits are not among them.
pub fn draw_known(
    instance: Instance,
    overlays: Overlays,
    context: &mut Context<'_>,
) -> Result<Option<Drawing>, DrawError> {
    let legible = rotor_draw::is_legible(&instance);
    if !legible && overlays.exits.is_none() {
        return Ok(None);
    }
    let scene = scene(&instance, &overlays, legible, &DrawOptions::default(), context)?;
    let notice = (!legible).then(|| too_large(&instance, &[]));
    Ok(Some(Drawing { instance, overlays, scene, page: Page::default(), notice }))
}

/// Everything with its place; of a graph that is not legible its exits by depth.
fn scene(
    instance: &Instance,
    overlays: &Overlays,
    legible: bool,
    options: &DrawOptions,
    context: &mut Context<'_>,
) -> Result<Scene, DrawError> {
    context.stage(Stage::Draw);
    context.check_now()?;
    match overlays.exits.as_ref().filter(|_| !legible) {
        Some(exits) => {
            context.spend(instance.graph().arc_count() as u64)?;
            Ok(rotor_draw::density(instance, exits))
        }
        None => {
            let (geometry, width) = (options.geometry.clone(), options.width.map(f64::from));
            let layout = Layout { geometry, width };
            let mut watch = |operations| context.spend(operations).is_ok();
            let scene = rotor_draw::picture_while(instance, overlays, &layout, &mut watch);
            Ok(scene.ok_or_else(|| stopped(context))?)
        }
    }
}

fn too_large(instance: &Instance, show: &[Show]) -> String {
    let (vertices, arcs) = (instance.graph().vertex_count(), instance.graph().arc_count());
    let left_out: Vec<&str> =
        show.iter().filter(|&&show| show != Show::Exits).map(|show| show.name()).collect();
    let left_out =
        if left_out.is_empty() { String::new() } else { format!(", without {}", left_out.join(", ")) };
    format!(
        "{vertices} vertices and {arcs} arcs are too many to be drawn one by one; the picture shows exits by depth{left_out}"
    )
}
