//! Pictures of contests: time against size, as SVG that reads on light and dark pages.

use super::number::{grouped, time};
use super::results::{Axis, Contest, Results};
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 560.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 310.0;
/// Lines of the legend stay this far apart.
const APART: f64 = 14.0;

const STYLE: &str = "text{font:12px sans-serif;fill:#24292f}.grid{stroke:#d0d7de}.title{font-size:13px}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#30363d}}";
/// Middle tones, told apart also by the names at the ends of the lines.
const COLOURS: [&str; 8] =
    ["#0a84d0", "#d9730d", "#2f9e44", "#c92a6b", "#8a63d2", "#8f7a00", "#0c9aa6", "#7d8590"];

/// The picture of every contest with at least two sizes: its path from the root, and its text.
pub(crate) fn pictures(results: &Results) -> Vec<(String, String)> {
    let mut pictures = Vec::new();
    for part in results.parts() {
        for contest in part.contests.iter().filter(|contest| contest.sizes().len() > 1) {
            let path = format!("docs/pictures/bench-{}-{}.svg", part.part, contest.id);
            pictures.push((path, picture(contest)));
        }
    }
    pictures
}

/// A scale from numbers to places.
struct Scale {
    axis: Axis,
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    fn place(&self, number: f64) -> f64 {
        let linear = |number: f64| if self.axis == Axis::Log { number.log10() } else { number };
        let (low, high) = (linear(self.from.0), linear(self.from.1));
        let share = if high > low { (linear(number) - low) / (high - low) } else { 0.5 };
        self.to.0 + share * (self.to.1 - self.to.0)
    }
}

fn picture(contest: &Contest) -> String {
    let sizes = contest.sizes();
    let times = || contest.rows.iter().filter_map(|row| row.seconds);
    let (least, most) = (times().fold(f64::MAX, f64::min), times().fold(0.0, f64::max));
    let (least, most) = if most > 0.0 { (least, most) } else { (1e-3, 1.0) };
    let (low, high) = (least.log10().floor() as i32, most.log10().ceil() as i32);
    let ends = |list: &[u32]| (f64::from(list[0]), f64::from(list[list.len() - 1]));
    let x = Scale { axis: contest.axis, from: ends(&sizes), to: (LEFT, RIGHT) };
    let y = Scale { axis: Axis::Log, from: (10f64.powi(low), 10f64.powi(high)), to: (BOTTOM, TOP) };

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n<title>{0}</title>\n\
         <style>{STYLE}</style>\n<text class=\"title\" x=\"{LEFT}\" y=\"20\">{0}</text>\n",
        escaped(&contest.title)
    );
    for power in low..=high {
        let at = y.place(10f64.powi(power));
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{RIGHT}\"/>");
        let label = time(10f64.powi(power)).replace(".0 ", " ");
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 8.0,
            at + 4.0
        );
    }
    let mut free = f64::MIN;
    for &size in &sizes {
        let at = x.place(f64::from(size));
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{at:.1} {TOP}V{BOTTOM}\"/>");
        let label = grouped(size.into());
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
    let middle = (LEFT + RIGHT) / 2.0;
    let _ = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        BOTTOM + 38.0,
        contest.grows
    );
    lines(&mut svg, contest, &x, &y);
    svg.push_str("</svg>\n");
    svg
}

/// The lines, and their names at the right in the order of their ends.
fn lines(svg: &mut String, contest: &Contest, x: &Scale, y: &Scale) {
    let mut names = Vec::new();
    for (contestant, colour) in contest.contestants.iter().zip(COLOURS.into_iter().cycle()) {
        let places = contest
            .rows_of(contestant)
            .filter_map(|row| Some((x.place(f64::from(row.size)), y.place(row.seconds?))));
        let places: Vec<(f64, f64)> = places.collect();
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
    let mut free = TOP;
    for (end, contestant, colour) in names {
        let at = end.max(free);
        free = at + APART;
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::sample;
    use super::*;

    #[test]
    fn a_contest_of_several_sizes_is_a_picture_with_a_line_for_each_contestant() {
        let all = pictures(&sample());
        let [(path, svg)] = &all[..] else { panic!("one contest, one picture") };
        assert_eq!(path, "docs/pictures/bench-trees-random.svg");
        assert_eq!(svg.matches("<polyline").count(), 2);
        // Doubling size and time twice over is a straight line from corner to corner of a decade.
        assert!(svg.contains("points=\"70.0,310.0 315.0,228.7 560.0,147.4\""), "{svg}");
        assert!(svg.contains(">theirs</text>") && svg.contains("prefers-color-scheme:dark"));
    }

    #[test]
    fn a_scale_keeps_its_ends_and_a_single_size_stands_in_the_middle() {
        let scale = Scale { axis: Axis::Log, from: (10.0, 1000.0), to: (0.0, 1.0) };
        assert_eq!([10.0, 100.0, 1000.0].map(|number| scale.place(number)), [0.0, 0.5, 1.0]);
        let point = Scale { axis: Axis::Linear, from: (5.0, 5.0), to: (0.0, 1.0) };
        assert_eq!(point.place(5.0), 0.5);
        assert_eq!(escaped("a<b & c>d"), "a&lt;b &amp; c&gt;d");
    }
}
