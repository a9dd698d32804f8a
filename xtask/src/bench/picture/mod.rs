//! Pictures of the record, as SVG that reads on light and dark pages.

mod cells;
mod contest;
mod scale;

use super::number::time;
use super::results::Results;

/// How all pictures look.
const STYLE: &str = "text{font:12px sans-serif;fill:#24292f}.grid{stroke:#d0d7de}.title{font-size:13px}.small{font-size:10px}\
.fit{stroke:#24292f;stroke-width:1;stroke-dasharray:4 3;fill:none}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#30363d}.fit{stroke:#e6edf3}}";
/// Middle tones, told apart also by the names at the ends of the lines.
const COLOURS: [&str; 9] =
    ["#0a84d0", "#d9730d", "#2f9e44", "#c92a6b", "#8a63d2", "#8f7a00", "#0c9aa6", "#7d8590", "#b35c44"];

/// All pictures: their paths from the root, and their texts. One for each contest of several instances, and one for the
/// paper's table in place of those of its cells.
pub(crate) fn pictures(results: &Results) -> Vec<(String, String)> {
    let path = |name: &str| format!("docs/pictures/bench-{name}.svg");
    let table = cells::picture(results).map(|svg| (path("complexity"), svg));
    let mut pictures: Vec<(String, String)> = table.into_iter().collect();
    // These two parts are one table each.
    for part in results.parts().filter(|part| !["complexity", "default"].contains(&part.part.as_str())) {
        for contest in part.contests.iter().filter(|contest| contest.sizes().len() > 1) {
            pictures.push((path(&format!("{}-{}", part.part, contest.id)), contest::picture(contest)));
        }
    }
    pictures
}

/// A power of ten of seconds.
fn power(seconds: f64) -> String {
    time(seconds * 1.000_001).replace(".0 ", " ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::complexity::tests::cells;
    use super::super::figures::tests::sample;
    use super::*;

    #[test]
    fn a_contest_of_several_sizes_has_a_picture() {
        let paths =
            |results: &Results| pictures(results).into_iter().map(|(path, _)| path).collect::<Vec<_>>();
        assert_eq!(
            paths(&sample()),
            ["docs/pictures/bench-hard-found.svg", "docs/pictures/bench-trees-random.svg"]
        );
        assert_eq!(paths(&cells()), ["docs/pictures/bench-complexity.svg"]);
    }

    #[test]
    fn powers_of_ten_are_whole_and_titles_are_escaped() {
        assert_eq!([1e-6, 1e-5, 1e-3, 1.0, 10.0].map(power), ["1 µs", "10 µs", "1 ms", "1 s", "10 s"]);
        assert_eq!(escaped("a<b & c>d"), "a&lt;b &amp; c&gt;d");
    }
}
