//! Pictures of the record, as SVG that reads on light and dark pages: one for each contest of several instances, time against
//! size or against how many were solved, and one for the paper's table, in which each cell has the line that fits.

use super::record::{Axis, Contest, Fit, Results, Row, grouped, time};
use super::tables::{GRAPHS, QUESTIONS, cell, measured};
use std::fmt::Write;

/// How all pictures look.
const STYLE: &str = "text{font:12px sans-serif;fill:#24292f}.grid{stroke:#d0d7de}.title{font-size:13px}.small{font-size:10px}\
.fit{stroke:#24292f;stroke-width:1;stroke-dasharray:4 3;fill:none}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#30363d}.fit{stroke:#e6edf3}}";
/// Middle tones, told apart also by the names at the ends of the lines.
const COLOURS: [&str; 9] =
    ["#0a84d0", "#d9730d", "#2f9e44", "#c92a6b", "#8a63d2", "#8f7a00", "#0c9aa6", "#7d8590", "#b35c44"];

/// All pictures: their paths from the root, and their texts.
pub(crate) fn pictures(results: &Results) -> Vec<(String, String)> {
    let path = |name: &str| format!("docs/pictures/bench-{name}.svg");
    let table = table_picture(results).map(|svg| (path("complexity"), svg));
    let mut pictures: Vec<(String, String)> = table.into_iter().collect();
    for part in results.parts() {
        let drawn = part.contests.iter().filter(|contest| has_picture(&part.part, contest));
        pictures
            .extend(drawn.map(|contest| (path(&format!("{}-{}", part.part, contest.id)), picture(contest))));
    }
    pictures
}

/// Whether a contest has a picture of its own: those of these two parts are one table each, and one instance is no line.
pub(super) fn has_picture(part: &str, contest: &Contest) -> bool {
    !["complexity", "default"].contains(&part) && contest.sizes().len() > 1
}

/// Where the axes of a diagram lie.
#[derive(Clone, Copy)]
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Frame {
    /// A horizontal line for each power of ten of seconds, every so many of them with its time.
    fn times(&self, svg: &mut String, y: &Scale, every: usize, class: &str) {
        for (number, seconds) in y.powers().enumerate() {
            let (Self { left, right, .. }, at) = (self, y.place(seconds));
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{left} {at:.1}H{right}\"/>");
            if number % every == 0 {
                let (x, y) = (left - 6.0, at + 4.0);
                let time = time(seconds * 1.000_001).replace(".0 ", " ");
                let _ =
                    writeln!(svg, "<text{class} x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{time}</text>");
            }
        }
    }

    /// A vertical line at `at`, with a label below it.
    fn size(&self, svg: &mut String, at: f64, label: Option<(&str, &str, &str)>) {
        let Self { top, bottom, .. } = self;
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{at:.1} {top}V{bottom}\"/>");
        if let Some((label, anchor, class)) = label {
            let y = bottom + 16.0;
            let _ =
                writeln!(svg, "<text{class} x=\"{at:.1}\" y=\"{y}\" text-anchor=\"{anchor}\">{label}</text>");
        }
    }
}

fn dot(svg: &mut String, (x, y): (f64, f64), radius: u32, colour: &str) {
    let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{colour}\"/>");
}

fn joined(places: &[(f64, f64)]) -> String {
    places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

fn open(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n",
        escaped(title)
    )
}

/// Whether everyone walks, and not equally far: then the time of a step is drawn.
pub(super) fn by_step(contest: &Contest) -> bool {
    contest.rows.iter().all(|row| row.steps.is_some())
}

/// What is shown of a row: its seconds, or those of a step.
pub(super) fn seconds(contest: &Contest, row: &Row) -> Option<f64> {
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

/// The picture of a contest.
fn picture(contest: &Contest) -> String {
    const FRAME: Frame = Frame { left: 70.0, right: 560.0, top: 40.0, bottom: 310.0 };
    let ticks: Vec<u32> =
        if contest.axis.grows() { contest.sizes() } else { (1..=contest.sizes().len() as u32).collect() };
    let from = (f64::from(ticks[0]), f64::from(ticks[ticks.len() - 1]));
    let x = Scale { logarithmic: contest.axis == Axis::Log, from, to: (FRAME.left, FRAME.right) };
    let times = contest.rows.iter().filter_map(|row| seconds(contest, row));
    let y = Scale::decades(times, (FRAME.bottom, FRAME.top));
    let title = if by_step(contest) { format!("{}: a step", contest.title) } else { contest.title.clone() };
    let mut svg = open(720.0, 360.0, &title);
    let _ = writeln!(svg, "<text class=\"title\" x=\"{}\" y=\"20\">{}</text>", FRAME.left, escaped(&title));
    FRAME.times(&mut svg, &y, 1, "");
    let mut free = f64::MIN;
    for &tick in &ticks {
        let (at, label) = (x.place(f64::from(tick)), grouped(tick.into()));
        let half = 3.5 * label.len() as f64;
        let fits = at - half > free;
        FRAME.size(&mut svg, at, fits.then_some((&label, "middle", "")));
        free = if fits { at + half + 4.0 } else { free };
    }
    let below = if contest.axis.grows() { &contest.grows } else { "solved, the quickest first" };
    let (middle, foot) = ((FRAME.left + FRAME.right) / 2.0, FRAME.bottom + 38.0);
    let _ =
        writeln!(svg, "<text x=\"{middle}\" y=\"{foot}\" text-anchor=\"middle\">{}</text>", escaped(below));
    let mut names = Vec::new();
    for (contestant, colour) in contest.contestants.iter().zip(COLOURS.into_iter().cycle()) {
        let places: Vec<(f64, f64)> =
            points(contest, contestant).into_iter().map(|(n, s)| (x.place(n), y.place(s))).collect();
        let Some(&(_, end)) = places.last() else { continue };
        let line = joined(&places);
        let _ = writeln!(
            svg,
            "<polyline points=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        );
        places.into_iter().for_each(|place| dot(&mut svg, place, 3, colour));
        names.push((end, contestant, colour));
    }
    // The names stand at the right, in the order of the ends of the lines.
    names.sort_by(|one, other| one.0.total_cmp(&other.0));
    let ends: Vec<f64> = names.iter().map(|name| name.0).collect();
    for ((_, contestant, colour), at) in names.into_iter().zip(spread(&ends, FRAME.bottom)) {
        dot(&mut svg, (FRAME.right + 16.0, at), 4, colour);
        let (x, y) = (FRAME.right + 26.0, at + 4.0);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\">{}</text>", escaped(contestant));
    }
    svg + "</svg>\n"
}

/// Heights near the given ones, which are in order, that stay apart and above `most`.
fn spread(ends: &[f64], mut most: f64) -> Vec<f64> {
    const APART: f64 = 14.0;
    let mut places: Vec<f64> = Vec::with_capacity(ends.len());
    for &end in ends {
        places.push(places.last().map_or(end, |last| end.max(last + APART)));
    }
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - APART;
    }
    places
}

/// Everyone who runs in a cell of the paper's table, in the order of their colours.
const NAMES: [&str; 4] = ["walk", "one-start", "all-starts", "search-own"];

/// The paper's table as a picture; none if a cell was not measured.
fn table_picture(results: &Results) -> Option<String> {
    const CELL: Frame = Frame { left: 52.0, right: 248.0, top: 38.0, bottom: 168.0 };
    const SIZE: (f64, f64) = (260.0, 190.0);
    let (width, height) = (SIZE.0 * QUESTIONS.len() as f64, SIZE.1 * GRAPHS.len() as f64);
    let mut svg = open(width, height + 42.0, "The paper's table of complexity, measured");
    for (row, (graphs_title, graphs, proved)) in GRAPHS.into_iter().enumerate() {
        for (column, ((title, question), proved)) in QUESTIONS.into_iter().zip(proved).enumerate() {
            let contest = cell(results, question, graphs)?;
            let (left, top) = (SIZE.0 * column as f64, 12.0 + SIZE.1 * row as f64);
            let _ = writeln!(svg, "<g transform=\"translate({left} {top})\">");
            let said = escaped(&format!("{proved}: {}", measured(contest)));
            let _ = writeln!(svg, "<text x=\"52\" y=\"14\">{title}, {graphs_title}</text>");
            let _ = writeln!(svg, "<text class=\"small\" x=\"52\" y=\"29\">{said}</text>");
            diagram(&mut svg, contest, CELL);
            svg.push_str("</g>\n");
        }
    }
    let at = height + 27.0;
    let mut x = CELL.left;
    for name in NAMES {
        dot(&mut svg, (x, at - 4.0), 4, colour(name));
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{at}\">{name}</text>", x + 10.0);
        x += 120.0;
    }
    let _ = writeln!(svg, "<path class=\"fit\" d=\"M{x} {}h24\"/>", at - 4.0);
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{at}\">what fits best</text>\n</svg>", x + 32.0);
    Some(svg)
}

/// Times against sizes on logarithmic axes, each contestant with its fit.
fn diagram(svg: &mut String, contest: &Contest, frame: Frame) {
    /// Points of a fitted line, which is curved if time doubles with each vertex.
    const POINTS: i32 = 24;
    let sizes = contest.sizes();
    let ends = (f64::from(sizes[0]), f64::from(sizes[sizes.len() - 1]));
    let x = Scale { logarithmic: true, from: ends, to: (frame.left, frame.right) };
    let y = Scale::decades(contest.rows.iter().filter_map(|row| row.seconds), (frame.bottom, frame.top));
    // Few enough labels that they do not touch.
    frame.times(svg, &y, y.powers().count().div_ceil(5), " class=\"small\"");
    for (n, anchor) in [(sizes[0], "start"), (sizes[sizes.len() - 1], "end")] {
        let label = format!("n = {}", grouped(n.into()));
        frame.size(svg, x.place(f64::from(n)), Some((&label, anchor, " class=\"small\"")));
    }
    for contestant in &contest.contestants {
        let solved = contest.rows_of(contestant).filter_map(|row| Some((f64::from(row.size), row.seconds?)));
        let solved: Vec<(f64, f64)> = solved.collect();
        let Some(&(last, _)) = solved.last() else { continue };
        if let Some(fit) = Fit::of(contest, contestant) {
            let share = |i: i32| f64::from(i) / f64::from(POINTS);
            let sizes = (0..=POINTS).map(|i| fit.from * (last / fit.from).powf(share(i)));
            let places = sizes.map(|n| (x.place(n), y.place(fit.seconds(n))));
            let inside = places.filter(|(_, at)| (frame.top..=frame.bottom).contains(at));
            let line = joined(&inside.collect::<Vec<_>>());
            let _ = writeln!(svg, "<polyline class=\"fit\" points=\"{line}\"/>");
        }
        solved.into_iter().for_each(|(n, s)| dot(svg, (x.place(n), y.place(s)), 3, colour(contestant)));
    }
}

fn colour(contestant: &str) -> &'static str {
    NAMES.iter().position(|name| *name == contestant).map_or(COLOURS[NAMES.len()], |place| COLOURS[place])
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A scale from numbers to places.
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// Whether equal ratios, not equal differences, are equally long.
    logarithmic: bool,
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    /// A logarithmic scale of whole decades around all `numbers`.
    fn decades(numbers: impl Iterator<Item = f64>, to: (f64, f64)) -> Self {
        let (least, most) = numbers
            .fold((f64::MAX, 0.0), |(least, most): (f64, f64), number| (least.min(number), most.max(number)));
        let (least, most) = if most > 0.0 { (least, most) } else { (1e-3, 1.0) };
        let from = (10f64.powf(least.log10().floor()), 10f64.powf(most.log10().ceil()));
        Self { logarithmic: true, from, to }
    }

    fn place(&self, number: f64) -> f64 {
        let linear = |number: f64| if self.logarithmic { number.log10() } else { number };
        let (low, high) = (linear(self.from.0), linear(self.from.1));
        let share = if high > low { (linear(number) - low) / (high - low) } else { 0.5 };
        self.to.0 + share * (self.to.1 - self.to.0)
    }

    /// The powers of ten from end to end.
    fn powers(&self) -> impl Iterator<Item = f64> + use<> {
        let (low, high) = (self.from.0.log10().round() as i32, self.from.1.log10().round() as i32);
        (low..=high).map(|power| 10f64.powi(power))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cells, sample};
    use super::*;

    #[test]
    fn a_contest_of_several_sizes_has_a_picture() {
        let paths =
            |results: &Results| pictures(results).into_iter().map(|(path, _)| path).collect::<Vec<_>>();
        let both = ["docs/pictures/bench-hard-found.svg", "docs/pictures/bench-trees-random.svg"];
        assert_eq!(paths(&sample()), both);
        assert_eq!(paths(&cells()), ["docs/pictures/bench-complexity.svg"]);
        assert_eq!(table_picture(&Results::of(Vec::new())), None);
    }

    #[test]
    fn a_contest_that_grows_has_a_line_of_times_for_each_contestant() {
        let svg = picture(sample().contest("trees", "random").unwrap());
        assert_eq!(svg.matches("<polyline").count(), 2);
        // Doubling size and time twice over is a straight line from corner to corner of a decade.
        assert!(svg.contains("points=\"70.0,310.0 315.0,228.7 560.0,147.4\""), "{svg}");
        assert!(svg.contains(">theirs</text>") && svg.contains("prefers-color-scheme:dark"));
        assert!(svg.contains(">1 ms</text>") && svg.contains(">10 ms</text>"));
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
    fn twelve_cells_have_points_and_lines_on_log_axes() {
        let svg = table_picture(&cells()).unwrap();
        assert_eq!(svg.matches("<g transform").count(), 12);
        assert_eq!(svg.matches("<polyline class=\"fit\"").count(), 24);
        assert!(svg.contains("0 players, tree-like multigraph") && svg.contains("O(|A|): n^2.00 (n^1.00)"));
        // Twice the size is as far from the first as from the last.
        assert!(svg.contains("cx=\"52.0\"") && svg.contains("cx=\"150.0\"") && svg.contains("cx=\"248.0\""));
    }

    #[test]
    fn names_stay_apart_and_within_the_frame() {
        assert_eq!(spread(&[50.0, 55.0, 200.0], 310.0), [50.0, 64.0, 200.0]);
        assert_eq!(spread(&[300.0, 308.0, 310.0], 310.0), [282.0, 296.0, 310.0]);
        assert_eq!(escaped("a<b & c>d"), "a&lt;b &amp; c&gt;d");
    }

    #[test]
    fn scales_keep_their_ends_and_decades_hold_all_numbers() {
        let scale = Scale { logarithmic: true, from: (10.0, 1000.0), to: (0.0, 1.0) };
        assert_eq!([10.0, 100.0, 1000.0].map(|number| scale.place(number)), [0.0, 0.5, 1.0]);
        let point = Scale { logarithmic: false, from: (5.0, 5.0), to: (0.0, 1.0) };
        assert_eq!(point.place(5.0), 0.5);
        let decades = Scale::decades([0.03, 7.0].into_iter(), (0.0, 1.0));
        assert_eq!(
            decades.powers().map(|power| format!("{power:.2}")).collect::<Vec<_>>(),
            ["0.01", "0.10", "1.00", "10.00"]
        );
        assert_eq!(Scale::decades(std::iter::empty(), (0.0, 1.0)).from, (1e-3, 1.0));
    }
}
