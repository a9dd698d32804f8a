//! Words: what the library says of options, as Python spells them.

/// Phrases of the command line whose Python spelling does not follow from the rule below.
const PHRASES: [(&str, &str); 18] = [
    ("`arrival solvers`", "arrival.solvers()"),
    ("; `arrival solve` says what they can secure", "; ask for play or values"),
    ("the file names no start", "the graph names no start"),
    ("add a `start` line to the file", "give it a start with with_start"),
    ("add a `start` line or give one with --from", "give one with start="),
    ("the file has players", "the graph has players"),
    ("a sink of this file", "a sink of the graph"),
    (
        "give the file it was made for",
        "give the graph it was made for, with the same sinks= if it was asked with some",
    ),
    ("--format edge-list", "format=\"edge-list\""),
    ("--infer-sinks", "infer_sinks=True"),
    ("--undirected", "undirected=True"),
    ("--weights", "weights=True"),
    ("--reverse", "reverse=True"),
    ("--certificate", "certificate=True"),
    ("--strategies free", "strategies=\"free\""),
    ("--strategies order", "strategies=\"order\""),
    ("--max-steps", "most="),
    ("--from", "start="),
];

/// The words with `memory=` for `--memory`. What stands between backquotes is a name from the user, and stays.
pub(crate) fn in_python(words: &str) -> String {
    if !["--", "the file", "this file", "`arrival "].iter().any(|of_files| words.contains(of_files)) {
        return words.to_owned();
    }
    let mut said = words.to_owned();
    for (phrase, python) in PHRASES {
        said = said.replace(phrase, python);
    }
    let mut python = String::with_capacity(said.len());
    for (at, piece) in said.split('`').enumerate() {
        if at > 0 {
            python.push('`');
        }
        if at % 2 == 1 {
            python.push_str(piece);
            continue;
        }
        let mut rest = piece;
        while let Some((before, after)) = rest.split_once("--") {
            let end = after.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(after.len());
            python.push_str(before);
            match end {
                0 => python.push_str("--"),
                _ => {
                    python.push_str(&after[..end].replace('-', "_"));
                    python.push('=');
                }
            }
            rest = &after[end..];
        }
        python.push_str(rest);
    }
    python
}
