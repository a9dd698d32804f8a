//! The paper's table as a picture: each cell time against size on logarithmic axes, with the line that fits.

use super::scale::Scale;
use super::{COLOURS, STYLE, escaped, power};
use crate::bench::complexity::{GRAPHS, QUESTIONS, cell, measured};
use crate::bench::fit::Fit;
use crate::bench::number::grouped;
use crate::bench::results::{Contest, Results};
use std::fmt::Write;

const WIDTH: f64 = 260.0;
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 38.0;
const BOTTOM: f64 = 22.0;
/// What stands above and below the cells.
const HEAD: f64 = 12.0;
const FOOT: f64 = 30.0;
/// Points of a fitted line, which is curved if time doubles with each vertex.
const POINTS: i32 = 24;

/// Everyone who runs in a cell, in the order of their colours.
const NAMES: [&str; 4] = ["walk", "one-start", "all-starts", "search-own"];

/// The picture; none if a cell was not measured.
pub(super) fn picture(results: &Results) -> Option<String> {
    let (width, height) = (WIDTH * QUESTIONS.len() as f64, HEAD + HEIGHT * GRAPHS.len() as f64 + FOOT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>The paper's table of complexity, measured</title>\n<style>{STYLE}</style>\n"
    );
    let mut top = HEAD;
    for (graphs_title, graphs, proved) in GRAPHS {
        let mut left = 0.0;
        for ((title, question), proved) in QUESTIONS.into_iter().zip(proved) {
            let contest = cell(results, question, graphs)?;
            let _ = writeln!(svg, "<g transform=\"translate({left} {top})\">");
            let title = format!("{title}, {graphs_title}");
            let said = format!("{proved}: {}", measured(contest));
            let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"14\">{}</text>", escaped(&title));
            let _ = writeln!(svg, "<text class=\"small\" x=\"{LEFT}\" y=\"29\">{}</text>", escaped(&said));
            panel(&mut svg, contest);
            svg.push_str("</g>\n");
            left += WIDTH;
        }
        top += HEIGHT;
    }
    legend(&mut svg, top + FOOT / 2.0);
    svg.push_str("</svg>\n");
    Some(svg)
}

fn panel(svg: &mut String, contest: &Contest) {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let sizes = contest.sizes();
    let ends = (f64::from(sizes[0]), f64::from(sizes[sizes.len() - 1]));
    let x = Scale { logarithmic: true, from: ends, to: (LEFT, right) };
    let y = Scale::decades(contest.rows.iter().filter_map(|row| row.seconds), (bottom, TOP));
    // Few enough labels that they do not touch.
    let every = y.powers().count().div_ceil(5);
    for (number, seconds) in y.powers().enumerate() {
        let at = y.place(seconds);
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{right}\"/>");
        if number % every == 0 {
            let _ = writeln!(
                svg,
                "<text class=\"small\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 5.0,
                at + 3.5,
                power(seconds)
            );
        }
    }
    for (n, anchor) in [(sizes[0], "start"), (sizes[sizes.len() - 1], "end")] {
        let at = x.place(f64::from(n));
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{at:.1} {TOP}V{bottom}\"/>");
        let _ = writeln!(
            svg,
            "<text class=\"small\" x=\"{at:.1}\" y=\"{}\" text-anchor=\"{anchor}\">n = {}</text>",
            bottom + 14.0,
            grouped(n.into())
        );
    }
    for contestant in &contest.contestants {
        let solved = contest.rows_of(contestant).filter_map(|row| Some((f64::from(row.size), row.seconds?)));
        let solved: Vec<(f64, f64)> = solved.collect();
        let Some(&(last, _)) = solved.last() else { continue };
        if let Some(fit) = Fit::of(contest, contestant) {
            let share = |i: i32| f64::from(i) / f64::from(POINTS);
            let sizes = (0..=POINTS).map(|i| fit.from * (last / fit.from).powf(share(i)));
            let points: Vec<String> = sizes
                .map(|n| (x.place(n), y.place(fit.seconds(n))))
                .filter(|&(_, at)| (TOP..=bottom).contains(&at))
                .map(|(x, y)| format!("{x:.1},{y:.1}"))
                .collect();
            let _ = writeln!(svg, "<polyline class=\"fit\" points=\"{}\"/>", points.join(" "));
        }
        for (n, seconds) in solved {
            let (x, y) = (x.place(n), y.place(seconds));
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{}\"/>",
                colour(contestant)
            );
        }
    }
}

fn colour(contestant: &str) -> &'static str {
    NAMES.iter().position(|name| *name == contestant).map_or(COLOURS[NAMES.len()], |place| COLOURS[place])
}

fn legend(svg: &mut String, at: f64) {
    let mut x = LEFT;
    for name in NAMES {
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{}\" r=\"4\" fill=\"{}\"/>", at - 4.0, colour(name));
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{at}\">{name}</text>", x + 10.0);
        x += 120.0;
    }
    let _ = writeln!(svg, "<path class=\"fit\" d=\"M{x} {0}h24\"/>", at - 4.0);
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{at}\">what fits best</text>", x + 32.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::complexity::tests::cells;

    #[test]
    fn twelve_cells_have_points_and_lines_on_log_axes() {
        let svg = picture(&cells()).unwrap();
        assert_eq!(svg.matches("<g transform").count(), 12);
        assert_eq!(svg.matches("<polyline class=\"fit\"").count(), 24);
        assert!(svg.contains("0 players, tree-like multigraph") && svg.contains("O(|A|): n^2.00 (n^1.00)"));
        // Twice the size is as far from the first as from the last.
        assert!(svg.contains("cx=\"52.0\"") && svg.contains("cx=\"150.0\"") && svg.contains("cx=\"248.0\""));
    }

    #[test]
    fn without_a_cell_there_is_no_picture() {
        assert_eq!(picture(&Results::of(Vec::new())), None);
    }
}
