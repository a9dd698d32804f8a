//! The picture of a contest: time against size, or, if nothing grows, against how many were solved.

use super::scale::Scale;
use super::{COLOURS, STYLE, escaped, power};
use crate::bench::number::grouped;
use crate::bench::results::{Axis, Contest, Row};
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 560.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 310.0;
/// Lines of the legend stay this far apart.
const APART: f64 = 14.0;

/// Whether everyone walks, and not equally far: then the time of a step is drawn.
fn by_step(contest: &Contest) -> bool {
    contest.rows.iter().all(|row| row.steps.is_some())
}

/// What is drawn of a row: its seconds, or those of a step.
fn seconds(contest: &Contest, row: &Row) -> Option<f64> {
    if by_step(contest) { Some(row.seconds? / row.steps? as f64) } else { row.seconds }
}

/// The points of a contestant: size and seconds; if nothing grows, its times in order, numbered.
fn points(contest: &Contest, contestant: &str) -> Vec<(f64, f64)> {
    let solved =
        contest.rows_of(contestant).filter_map(|row| Some((f64::from(row.size), seconds(contest, row)?)));
    let mut points: Vec<(f64, f64)> = solved.collect();
    if !contest.axis.grows() {
        points.sort_by(|one, other| one.1.total_cmp(&other.1));
        points.iter_mut().zip(1u32..).for_each(|(point, number)| point.0 = f64::from(number));
    }
    points
}

pub(super) fn picture(contest: &Contest) -> String {
    let ticks: Vec<u32> =
        if contest.axis.grows() { contest.sizes() } else { (1..=contest.sizes().len() as u32).collect() };
    let from = (f64::from(ticks[0]), f64::from(ticks[ticks.len() - 1]));
    let x = Scale { logarithmic: contest.axis == Axis::Log, from, to: (LEFT, RIGHT) };
    let y = Scale::decades(contest.rows.iter().filter_map(|row| seconds(contest, row)), (BOTTOM, TOP));

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n<title>{0}</title>\n\
         <style>{STYLE}</style>\n<text class=\"title\" x=\"{LEFT}\" y=\"20\">{0}</text>\n",
        escaped(&if by_step(contest) { format!("{}: a step", contest.title) } else { contest.title.clone() })
    );
    for decade in y.powers() {
        let at = y.place(decade);
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{RIGHT}\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            at + 4.0,
            power(decade)
        );
    }
    let mut free = f64::MIN;
    for &tick in &ticks {
        let at = x.place(f64::from(tick));
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{at:.1} {TOP}V{BOTTOM}\"/>");
        let label = grouped(tick.into());
        let half = 3.5 * label.len() as f64;
        if at - half > free {
            let _ = writeln!(
                svg,
                "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                BOTTOM + 18.0
            );
            free = at + half + 4.0;
        }
    }
    let below = if contest.axis.grows() { &contest.grows } else { "solved, the quickest first" };
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 38.0,
        escaped(below)
    );
    lines(&mut svg, contest, &x, &y);
    svg.push_str("</svg>\n");
    svg
}

/// The lines, and their names at the right in the order of their ends.
fn lines(svg: &mut String, contest: &Contest, x: &Scale, y: &Scale) {
    let mut names = Vec::new();
    for (contestant, colour) in contest.contestants.iter().zip(COLOURS.into_iter().cycle()) {
        let places: Vec<(f64, f64)> =
            points(contest, contestant).into_iter().map(|(n, s)| (x.place(n), y.place(s))).collect();
        let Some(&(_, end)) = places.last() else { continue };
        let points: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
        for (x, y) in places {
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
        names.push((end, contestant, colour));
    }
    names.sort_by(|one, other| one.0.total_cmp(&other.0));
    let ends: Vec<f64> = names.iter().map(|name| name.0).collect();
    for ((_, contestant, colour), at) in names.into_iter().zip(spread(&ends)) {
        let _ = writeln!(svg, "<circle cx=\"{}\" cy=\"{at:.1}\" r=\"4\" fill=\"{colour}\"/>", RIGHT + 16.0);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\">{}</text>",
            RIGHT + 26.0,
            at + 4.0,
            escaped(contestant)
        );
    }
}

/// Heights near the given ones, which are in order, that stay apart and within the frame.
fn spread(ends: &[f64]) -> Vec<f64> {
    let mut places: Vec<f64> = Vec::with_capacity(ends.len());
    for &end in ends {
        places.push(places.last().map_or(end, |last| end.max(last + APART)));
    }
    let mut most = BOTTOM;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - APART;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::sample;

    #[test]
    fn a_contest_that_grows_has_a_line_of_times_for_each_contestant() {
        let svg = picture(sample().contest("trees", "random").unwrap());
        assert_eq!(svg.matches("<polyline").count(), 2);
        // Doubling size and time twice over is a straight line from corner to corner of a decade.
        assert!(svg.contains("points=\"70.0,310.0 315.0,228.7 560.0,147.4\""), "{svg}");
        assert!(svg.contains(">theirs</text>") && svg.contains("prefers-color-scheme:dark"));
    }

    #[test]
    fn files_are_counted_by_time_and_those_unsolved_are_missing() {
        let results = sample();
        let contest = results.contest("hard", "found").unwrap();
        assert_eq!(points(contest, "ours"), [(1.0, 0.5), (2.0, 2.0)]);
        assert_eq!(points(contest, "walk"), [(1.0, 1.0)]);
        assert!(picture(contest).contains(">solved, the quickest first</text>"));
    }

    #[test]
    fn where_everyone_walks_the_time_of_a_step_is_drawn() {
        let mut contest = sample().contest("trees", "random").unwrap().clone();
        for row in &mut contest.rows {
            row.steps = Some(1000);
        }
        assert_eq!(points(&contest, "theirs"), [(1000.0, 4e-6)]);
        assert!(picture(&contest).contains(">t: a step</text>"));
        contest.rows[0].steps = None;
        assert_eq!(points(&contest, "theirs"), [(1000.0, 4e-3)]);
    }

    #[test]
    fn names_stay_apart_and_within_the_frame() {
        assert_eq!(spread(&[50.0, 55.0, 200.0]), [50.0, 64.0, 200.0]);
        assert_eq!(spread(&[300.0, 308.0, 310.0]), [282.0, 296.0, 310.0]);
    }
}
