//! The program from outside: documents that show what it does, whose transcripts are run, here and as requests; and what no document
//! can show, such as signals, closed pipes, full disks, limits of memory, huge inputs, pictures and clients of its server.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod document;
mod draw;
mod files;
mod help;
mod interruption;
mod messages;
mod place;
mod random;
mod running;
mod same;
mod schemas;
#[cfg(all(unix, feature = "serve"))]
mod serving;
mod sizes;

use document::{all_blocks, blocks, document, documents, transcript};
use place::Place;
use rotor_graph::FlawRule;
use running::{run_transcripts, run_transcripts_and};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// The pages that show what each command, option and message is.
fn reference() -> Vec<String> {
    documents("docs/reference")
}

/// What the pages of the reference show between them.
#[derive(Default)]
struct Seen {
    rules: BTreeSet<String>,
    schemas: BTreeSet<String>,
    codes: BTreeSet<i32>,
    questions: usize,
}

#[test]
fn the_reference_shows_what_the_program_does() {
    // Its transcripts use the tools of GNU, and the words of Linux for what cannot be written.
    if !cfg!(target_os = "linux") {
        return;
    }
    let (seen, validators) = (Mutex::new(Seen::default()), schemas::validators());
    std::thread::scope(|scope| {
        for page in reference() {
            let (seen, validators) = (&seen, &validators);
            scope.spawn(move || {
                let mut named = BTreeSet::new();
                run_transcripts_and(&page, &mut |ran, place| {
                    messages::demand(ran);
                    let rules = messages::rules_broken(ran, place);
                    named.extend(rules.iter().map(|rule| (ran.heading.clone(), rule.clone())));
                    let json = ran.out.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
                    let answers: Vec<_> = json.filter(|value| value["schema"].is_string()).collect();
                    let asked = same::demand(ran, place);
                    let documents: Vec<_> = answers.iter().chain(&asked).collect();
                    documents.iter().for_each(|document| schemas::demand(validators, &ran.place, document));
                    let mut seen = seen.lock().unwrap();
                    seen.questions += usize::from(asked.is_some());
                    seen.schemas.extend(documents.into_iter().map(schemas::word));
                    seen.rules.extend(rules);
                    seen.codes.insert(ran.code);
                });
                for shown in transcript(&document(&page)) {
                    for rule in messages::rules_named(shown.heading) {
                        let found = named.contains(&(shown.heading.to_owned(), rule.to_owned()));
                        assert!(found, "{page}: no file below `{}` breaks {rule}", shown.heading);
                    }
                }
            });
        }
    });
    let seen = seen.into_inner().unwrap();
    for &rule in FlawRule::ALL {
        let unbreakable = messages::UNBREAKABLE.iter().any(|&(unbreakable, _)| unbreakable == rule);
        assert_eq!(seen.rules.contains(rule.name()), !unbreakable, "{rule}");
    }
    assert!(seen.schemas.iter().eq(schemas::schemas().keys()), "{:?}", seen.schemas);
    assert_eq!(seen.codes.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 10, 20]);
    assert!(seen.questions > 250, "only {} questions were asked in two ways", seen.questions);
}

/// The pages of a folder, all of which its contents lead to.
fn pages_in(folder: &str) -> Vec<String> {
    let contents = document(&format!("{folder}/README.md"));
    let pages: Vec<_> = documents(folder).into_iter().filter(|page| !page.ends_with("README.md")).collect();
    for page in &pages {
        let name = page.rsplit('/').next().unwrap();
        assert!(contents.contains(&format!("]({name})")), "the contents do not lead to {page}");
    }
    pages
}

#[test]
fn no_block_of_the_reference_is_left_unrun() {
    for page in pages_in("docs/reference") {
        for block in all_blocks(&document(&page)) {
            let runs = block.info == "console" || block.info.contains(' ');
            assert!(runs, "{page}:{}: nothing runs it", block.line);
        }
    }
}

#[test]
fn every_transcript_of_the_readme_is_what_the_program_prints() {
    assert!(run_transcripts("README.md") > 0, "the README shows no command");
}

#[test]
fn every_transcript_of_the_book_is_what_the_program_prints() {
    let chapters = pages_in("docs/book");
    assert!(chapters.len() > 7, "{chapters:?}");
    let run: usize = documents("docs/book").iter().map(|chapter| run_transcripts(chapter)).sum();
    assert!(run > 18, "the book shows {run} commands only");
}

/// The lines of a document that run: commands, lines of files, and programs; not what they print.
fn lines_that_run(markdown: &str) -> usize {
    let lines = all_blocks(markdown).into_iter().flat_map(|block| {
        block.lines.into_iter().filter(move |line| match block.info {
            "console" => line.starts_with("$ "),
            _ => !line.is_empty(),
        })
    });
    lines.count()
}

#[test]
fn how_to_pages_run_in_at_most_ten_lines() {
    let pages = pages_in("docs/howto");
    let (mut commands, mut programs) = (0, 0);
    for page in &pages {
        let text = document(page);
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
    assert!(pages.len() > 29 && commands > 20 && programs > 8, "{commands} commands, {programs} programs");
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
    let library = document("crates/arrival/src/lib.rs");
    for chapter in documents("docs/book") {
        let text = document(&chapter);
        let tested = library.contains(&format!("include_str!(\"../../../{chapter}\")"));
        for block in all_blocks(&text) {
            let (named, line) = (block.info, block.line);
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

/// Of the documents beside the book, how-to pages, and those that have a test of their own.
#[test]
fn no_block_of_another_document_is_left_unrun() {
    for (name, least) in
        [("drawing", 5), ("format", 7), ("page", 3), ("hunting", 1), ("acd22", 26), ("certificates", 7)]
    {
        let run = run_transcripts(&format!("docs/{name}.md"));
        assert!(run >= least, "docs/{name}.md shows {run} commands only");
    }
    for page in documents("docs") {
        for block in all_blocks(&document(&page)) {
            let (named, line, lines) = (block.info, block.line, block.lines);
            // A grammar or a line of an answer; a program or a command would have to run.
            let is_prose = ["text", "json"].contains(&named)
                && !lines
                    .iter()
                    .any(|line| ["arrival ", "cargo ", "npm ", "$ "].iter().any(|it| line.starts_with(it)));
            let runs = named == "console" || named.contains(' ') || is_prose;
            assert!(runs, "{page}:{line}: nothing runs a block `{named}`");
        }
    }
}

#[test]
fn every_statement_of_the_paper_is_shown_by_a_command_that_runs() {
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
    let place = Place::new().with("pair.rotor", "a: b s\nb: a^2 s\nsink s\n");
    let mut ran = 0;
    for row in table.lines().filter(|line| line.starts_with("| ")) {
        let here = row.rsplit('|').nth(1).unwrap();
        // A span of two words or more is a command; single words are names of options and functions.
        for span in
            here.split('`').skip(1).step_by(2).filter(|span| span.contains(' ') && !span.contains("::"))
        {
            place.says(&span.replace("FILE", "pair.rotor")).exits(0);
            ran += 1;
        }
    }
    assert!(ran >= 25, "{ran} commands only");
}

#[test]
fn every_kind_of_certificate_is_shown_as_the_program_writes_it() {
    let name = "docs/certificates.md";
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
    let shown = blocks(&text, "rust").into_iter().next().expect("the README shows some Rust").lines;
    let library = document("crates/arrival/src/lib.rs");
    let page = library.lines().map_while(|line| line.strip_prefix("//!"));
    let page: Vec<_> = page.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let page = page.join("\n");
    let tested = blocks(&page, "").into_iter().chain(blocks(&page, "rust")).next();
    let tested = tested.expect("the front page has an example").lines;
    let visible: Vec<_> = tested.into_iter().filter(|line| *line != "#" && !line.starts_with("# ")).collect();
    assert_eq!(shown, visible);
}

#[test]
fn the_readme_says_how_the_program_gets_on_the_path() {
    let readme = document("README.md");
    let (before, _) = readme.split_once("\n$ arrival ").unwrap();
    assert!(before.contains("`cargo install --path crates/arrival-cli`"));
    assert!(document("crates/arrival-cli/Cargo.toml").contains("[[bin]]\nname = \"arrival\"\n"));
}

#[test]
fn the_page_about_the_server_names_every_question() {
    let page = document("docs/page.md");
    for name in arrival::request::Ask::NAMES {
        assert!(page.contains(&format!("`{name}`")), "docs/page.md lacks {name}");
    }
}
