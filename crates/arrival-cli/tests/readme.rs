//! Documents that show what the program does: their transcripts are run, and the README's Rust is the front page.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn document(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A fenced block: what stands behind its fence, the number of its first line, its lines.
type Block<'t> = (&'t str, usize, Vec<&'t str>);

fn all_blocks(markdown: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (index, line) in markdown.lines().enumerate() {
        let fence = line.strip_prefix("```");
        match (&mut open, fence) {
            (None, Some(named)) => open = Some((named.trim(), index + 2, Vec::new())),
            (None, None) => {}
            (Some((_, _, lines)), None) => lines.push(line),
            (Some(_), Some(_)) => found.extend(open.take()),
        }
    }
    found
}

/// The blocks of `language`, each with the number of its first line.
fn blocks<'t>(markdown: &'t str, language: &str) -> Vec<(usize, Vec<&'t str>)> {
    let wanted = all_blocks(markdown).into_iter().filter(|(named, ..)| *named == language);
    wanted.map(|(_, first, lines)| (first, lines)).collect()
}

/// The files that a document shows: blocks whose language is followed by a name.
fn files(markdown: &str) -> Vec<(&str, String)> {
    let shown = all_blocks(markdown).into_iter();
    shown.filter_map(|(named, _, lines)| Some((named.split_once(' ')?.1, lines.join("\n") + "\n"))).collect()
}

/// A command of a transcript, its line, and the output that follows it.
#[derive(Debug, PartialEq)]
struct Shown<'t> {
    line: usize,
    command: &'t str,
    output: Vec<&'t str>,
}

fn transcript<'t>(first: usize, lines: &[&'t str]) -> Vec<Shown<'t>> {
    let mut all: Vec<Shown<'t>> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        match (line.strip_prefix("$ "), all.last_mut()) {
            (Some(command), _) => all.push(Shown { line: first + index, command, output: Vec::new() }),
            (None, Some(shown)) => shown.output.push(line),
            (None, None) => panic!("line {}: output before the first command", first + index),
        }
    }
    all
}

/// The arguments of a command that runs the program; none for a command that is not run here.
fn arguments(command: &str) -> Option<String> {
    if command == "./check" || command.starts_with("./check ") {
        return None;
    }
    let program = ["arrival", "cargo run --release --bin arrival --"];
    let rest = program.iter().find_map(|program| {
        command.strip_prefix(program).filter(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    Some(rest.unwrap_or_else(|| panic!("`{command}` is shown, which no test can run")).to_owned())
}

/// Whether `found` is what was shown, where a line `…` stands for any lines.
fn matches(shown: &[&str], found: &[&str]) -> bool {
    match shown.split_first() {
        None => found.is_empty(),
        Some((&"…", rest)) => (0..=found.len()).any(|skipped| matches(rest, &found[skipped..])),
        Some((line, rest)) => {
            found.split_first().is_some_and(|(next, after)| next == line && matches(rest, after))
        }
    }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Starts a server, without the browser that would show it, until it has said where it is.
fn serve(arguments: &str, folder: &Path) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_arrival"));
    program.args(arguments.split_whitespace()).args(["--no-open", "--port", "0"]).current_dir(folder);
    let mut server = program.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    std::io::BufReader::new(server.stdout.take().unwrap()).read_line(&mut said).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(said.contains("http://127.0.0.1:"), "`arrival{arguments}` says {said}");
}

/// Runs every command that a document shows, among the files it shows, and counts them.
fn run_transcripts(name: &str) -> usize {
    let text = document(name);
    let place = tempfile::tempdir().unwrap();
    if text.contains("corpus/") {
        copy_folder(&root().join("corpus"), &place.path().join("corpus"));
    }
    for (file, content) in files(&text) {
        std::fs::write(place.path().join(file), content).unwrap();
    }
    let mut run = 0;
    for shown in blocks(&text, "console").into_iter().flat_map(|(first, lines)| transcript(first, &lines)) {
        let Some(arguments) = arguments(shown.command) else { continue };
        if arguments.starts_with(" serve") {
            serve(&arguments, place.path());
            run += 1;
            continue;
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("\"$ARRIVAL\"{arguments}")]).env("ARRIVAL", env!("CARGO_BIN_EXE_arrival"));
        shell
            .current_dir(place.path())
            .stdin(Stdio::null())
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE");
        let output = shell.output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        let found: Vec<_> = out.lines().collect();
        // A command that is refused prints nothing on standard output, which would pass for a quiet one.
        let quiet = shown.output.is_empty() && found.is_empty();
        assert!(!quiet || output.status.success(), "{name}:{}: `{}` says\n{err}", shown.line, shown.command);
        if std::env::var_os("ARRIVAL_BLESS").is_some() {
            bless(name, &shown, &found);
            run += 1;
            continue;
        }
        let same = matches(&shown.output, &found);
        assert!(same, "{name}:{}: `{}` prints\n{out}{err}", shown.line, shown.command);
        run += 1;
    }
    run
}

/// `ARRIVAL_BLESS=1 cargo test -p arrival-cli --test readme every` writes the transcripts anew, to be read before they are
/// kept; one that leaves lines out with `…` is only changed by hand.
fn bless(name: &str, shown: &Shown<'_>, found: &[&str]) {
    if shown.output.contains(&"…") {
        return assert!(
            matches(&shown.output, found),
            "{name}: `{}` prints\n{}",
            shown.command,
            found.join("\n")
        );
    }
    let old = format!(
        "$ {}\n{}",
        shown.command,
        shown.output.iter().map(|line| format!("{line}\n")).collect::<String>()
    );
    let new =
        format!("$ {}\n{}", shown.command, found.iter().map(|line| format!("{line}\n")).collect::<String>());
    let text = document(name).replacen(&old, &new, 1);
    std::fs::write(root().join(name), text).unwrap();
}

#[test]
fn every_transcript_of_the_readme_is_what_the_program_prints() {
    assert!(run_transcripts("README.md") > 0, "the README shows no command");
}

#[test]
fn every_transcript_of_the_book_is_what_the_program_prints() {
    let folder = std::fs::read_dir(root().join("docs/book")).unwrap();
    let mut chapters: Vec<_> =
        folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    chapters.sort();
    assert!(chapters.len() > 8, "{chapters:?}");
    let contents = document("docs/book/README.md");
    for chapter in chapters.iter().filter(|chapter| *chapter != "README.md") {
        assert!(contents.contains(&format!("({chapter})")), "the contents do not lead to {chapter}");
    }
    let run: usize = chapters.iter().map(|chapter| run_transcripts(&format!("docs/book/{chapter}"))).sum();
    assert!(run > 18, "the book shows {run} commands only");
}

/// The names of the documents in a folder.
fn documents(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let names = entries.map(|entry| format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap()));
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".md")).collect();
    names.sort();
    names
}

/// The lines of a document that run: commands, lines of files, and programs; not what they print.
fn lines_that_run(markdown: &str) -> usize {
    let lines = all_blocks(markdown).into_iter().flat_map(|(named, _, lines)| {
        lines.into_iter().filter(move |line| match named {
            "console" => line.starts_with("$ "),
            _ => !line.is_empty(),
        })
    });
    lines.count()
}

#[test]
fn how_to_pages_run_in_at_most_ten_lines() {
    let pages = documents("docs/howto");
    let contents = document("docs/howto/README.md");
    let (mut commands, mut programs) = (0, 0);
    for page in pages.iter().filter(|page| !page.ends_with("README.md")) {
        let text = document(page);
        let name = page.rsplit('/').next().unwrap();
        assert!(contents.contains(&format!("]({name})")), "the contents do not lead to {page}");
        assert!(text.starts_with("# How do I ") && text.lines().next().unwrap().ends_with('?'), "{page}");
        let lines = lines_that_run(&text);
        assert!((1..=10).contains(&lines), "{page} has {lines} lines that run");
        // Programs are run by the tests of the Python package.
        let python = blocks(&text, "python").len();
        programs += python;
        let run = run_transcripts(page);
        assert!(run + python > 0, "{page} shows nothing that runs");
        commands += run;
    }
    assert!(pages.len() > 30 && commands > 20 && programs > 8, "{commands} commands, {programs} programs");
}

#[test]
fn every_transcript_of_the_site_is_what_the_program_prints() {
    assert!(documents("site/pages").iter().map(|page| run_transcripts(page)).sum::<usize>() > 1);
}

/// The commands that stand between backticks within the text, outside of blocks.
fn inline_commands(markdown: &str) -> Vec<&str> {
    let blocks: Vec<_> = markdown.split("\n```").step_by(2).collect();
    let spans = blocks.into_iter().flat_map(|text| text.split('`').skip(1).step_by(2));
    spans.filter(|span| span.starts_with("arrival ") || span.starts_with("cargo ")).collect()
}

#[test]
fn no_block_and_no_command_of_the_book_is_left_unrun() {
    let library =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../arrival/src/lib.rs")).unwrap();
    for entry in std::fs::read_dir(root().join("docs/book")).unwrap() {
        let chapter = entry.unwrap().file_name().into_string().unwrap();
        let text = document(&format!("docs/book/{chapter}"));
        let tested = library.contains(&format!("include_str!(\"../../../docs/book/{chapter}\")"));
        for (named, line, _) in all_blocks(&text) {
            let run = match named.split_once(' ') {
                Some((language, _)) => language == "rotor",
                None => named == "console" || (named == "rust" && tested),
            };
            assert!(run, "{chapter}:{line}: nothing runs a block `{named}`");
        }
        let inline: Vec<_> = inline_commands(&text).into_iter().filter(|span| *span != "cargo doc").collect();
        assert!(inline.is_empty(), "{chapter}: nothing runs {inline:?}; show it in a block");
    }
    let text = "a `arrival x` b\n```console\n$ arrival `y`\n```\nc `cargo z` `d`\n";
    assert_eq!(inline_commands(text), ["arrival x", "cargo z"]);
}

#[test]
fn every_command_of_the_chapter_on_drawing_runs() {
    assert!(run_transcripts("docs/drawing.md") > 4, "it shows too few commands");
}

#[test]
fn every_statement_of_the_paper_is_shown_by_a_command_that_runs() {
    assert!(run_transcripts("docs/acd22.md") > 25, "it shows too few commands");
    let (text, errata) = (document("docs/acd22.md"), document("docs/paper-errata.md"));
    let ids = errata.lines().filter_map(|line| line.strip_prefix("| E")?.split(' ').next());
    for id in ids {
        assert!(text.contains(&format!("**E{id}")), "erratum E{id} has no example");
    }
}

#[test]
fn every_command_for_users_of_sage_runs() {
    let text = document("docs/book/algebra.md");
    let (_, table) = text.split_once("## For users of Sage's sandpiles").unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pair.rotor"), "a: b s\nb: a^2 s\nsink s\n").unwrap();
    let mut ran = 0;
    for row in table.lines().filter(|line| line.starts_with("| ")) {
        let here = row.rsplit('|').nth(1).unwrap();
        // A span of two words or more is a command; single words are names of options and functions.
        for span in
            here.split('`').skip(1).step_by(2).filter(|span| span.contains(' ') && !span.contains("::"))
        {
            let arguments = span.replace("FILE", "pair.rotor");
            let mut program = Command::new(env!("CARGO_BIN_EXE_arrival"));
            let output = program.args(arguments.split(' ')).current_dir(folder.path()).output().unwrap();
            assert!(
                output.status.success(),
                "arrival {arguments}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            ran += 1;
        }
    }
    assert!(ran >= 25, "{ran} commands only");
}

#[test]
fn every_kind_of_certificate_is_shown_as_the_program_writes_it() {
    let name = "docs/certificates.md";
    assert!(run_transcripts(name) > 6, "it shows too few commands");
    let text = document(name);
    for kind in [
        "walk",
        "trap",
        "flows",
        "forest",
        "route",
        "game",
        "group",
        "class",
        "stabilise",
        "identity",
        "harmonic",
        "moment",
        "tour",
    ] {
        assert!(text.contains(&format!("\n| [`{kind}`](#{kind}) | ")), "{kind} is missing in the table");
        let shown = format!("\n{{\"schema\":\"arrival.certificate/1\",\"kind\":\"{kind}\",");
        assert!(text.contains(&shown), "no certificate of kind {kind} is shown");
    }
}

#[test]
fn the_rust_of_the_readme_is_the_front_page_of_the_library() {
    let text = document("README.md");
    let (_, shown) = blocks(&text, "rust").into_iter().next().expect("the README shows some Rust");
    let library =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../arrival/src/lib.rs")).unwrap();
    let page: Vec<_> = library
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    let page = page.join("\n");
    let (_, tested) = blocks(&page, "")
        .into_iter()
        .chain(blocks(&page, "rust"))
        .next()
        .expect("the front page has an example");
    let visible: Vec<_> = tested.into_iter().filter(|line| *line != "#" && !line.starts_with("# ")).collect();
    assert_eq!(shown, visible);
}

#[test]
fn a_transcript_is_read_as_commands_and_their_output() {
    let text = "x\n```console\n$ arrival a\nb\n…\nc\n$ ./check\n```\n```\n$ no\n```\n";
    let [(first, lines)] = &blocks(text, "console")[..] else { panic!() };
    let shown = transcript(*first, lines);
    assert_eq!(shown[0], Shown { line: 3, command: "arrival a", output: vec!["b", "…", "c"] });
    assert_eq!(shown[1], Shown { line: 7, command: "./check", output: vec![] });
    assert_eq!(files("```rotor a.rotor\na: s\nsink s\n```\n"), [("a.rotor", "a: s\nsink s\n".to_owned())]);
    assert_eq!(arguments(shown[0].command).as_deref(), Some(" a"));
    assert_eq!(arguments(shown[1].command), None);
    assert_eq!(arguments("cargo run --release --bin arrival -- b").as_deref(), Some(" b"));
    assert!(matches(&shown[0].output, &["b", "x", "y", "c"]) && matches(&shown[0].output, &["b", "c"]));
    assert!(
        !matches(&shown[0].output, &["b", "x"]) && !matches(&["b"], &["b", "c"]) && !matches(&["b"], &[])
    );
}

#[test]
#[should_panic(expected = "which no test can run")]
fn a_command_that_cannot_be_run_is_no_part_of_a_transcript() {
    arguments("arrivals solve");
}
