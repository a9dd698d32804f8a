//! Measurements side by side in one run: `cargo run --release -p bench -- walk`, `text`, `tree`, `game` or `scale`, or all without a word.

mod clock;
mod game;
mod labels;
mod scale;
mod text;
mod tree;
mod walk;
mod yardstick;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let benchmarks: [(&str, fn()); 5] = [
        ("walk", walk::run),
        ("text", text::run),
        ("tree", tree::run),
        ("game", game::run),
        ("scale", scale::run),
    ];
    if let Some(unknown) = wanted.iter().find(|name| benchmarks.iter().all(|(known, _)| known != name)) {
        eprintln!("there is no benchmark {unknown}; choose from walk, text, tree, game, scale");
        std::process::exit(2);
    }
    for (name, run) in benchmarks {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            println!("## {name}");
            run();
        }
    }
}
