//! The benchmark set `corpus/bench`: instances of every family, with their structure and certified answers in one table.

mod entries;

use arrival::{Context, Options, Question, solve};
use entries::{Entry, entries};
use rotor_format::certificate::instance_hash;
use rotor_graph::{Classified, Exit, Instance, Multigraph, StoppingGraph, VertexId};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The folder of the set.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/bench")
}

/// Makes the set anew: the instances, and the table.
pub(crate) fn run() -> ExitCode {
    match write(&folder()) {
        Ok((files, seeds)) => {
            println!("corpus: {files} instances as files, {seeds} by seed");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("corpus: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> io::Result<(usize, usize)> {
    let instances = folder.join("instances");
    if instances.exists() {
        std::fs::remove_dir_all(&instances)?;
    }
    std::fs::create_dir_all(&instances)?;
    let (mut table, mut files, mut seeds) = (format!("{HEAD}\n"), 0, 0);
    for entry in entries() {
        let instance = entry.instance();
        match entry.file() {
            Some(file) => {
                std::fs::write(folder.join(file), instance.to_string())?;
                files += 1;
            }
            None => seeds += 1,
        }
        table.push_str(&format!("{}\n", row(&entry, &instance).map_err(io::Error::other)?));
    }
    std::fs::write(folder.join("table.csv"), table)?;
    Ok((files, seeds))
}

/// The columns.
const HEAD: &str = "name,file,family,parameters,seed,sha256,vertices,arcs,sinks,players,class,traps,\
most_arcs,width,start,ends,answer,steps,bits";

/// Up to this many arcs the width is computed.
const MOST_ARCS_FOR_WIDTH: usize = 20_000;

/// A row of the table, no cell of which holds a comma: measures `instance`, solves it and lets the judge prove the answer.
fn row(entry: &Entry, instance: &Instance) -> Result<String, String> {
    let graph = instance.graph();
    let stopping = StoppingGraph::of(graph);
    let start = instance.start().ok_or("every instance of the set names a start")?;
    let small = graph.arc_count() <= MOST_ARCS_FOR_WIDTH;
    let most_arcs = graph.vertices().map(|u| graph.out_degree(u)).max().unwrap_or(0);
    let cells = [
        entry.name(),
        entry.file().unwrap_or_default(),
        entry.family.to_owned(),
        entry.parameters.to_owned(),
        entry.seed.to_string(),
        instance_hash(instance),
        graph.vertex_count().to_string(),
        graph.arc_count().to_string(),
        graph.sink_count().to_string(),
        instance.player_count().to_string(),
        Classified::of(&stopping).class().name().to_owned(),
        stopping.traps().members().len().to_string(),
        most_arcs.to_string(),
        if small { elimination_width(graph).to_string() } else { String::new() },
        instance.name(start).to_owned(),
        answer(instance, start).map_err(|error| format!("{}: {error}", entry.name()))?,
    ];
    Ok(cells.join(","))
}

/// What an answer may cost: more, and the instance is too hard for the set.
const MOST_OPERATIONS: u64 = 1 << 33;

/// The answer for a particle put on `start`, as the last four cells: the sink, or a vertex of the trap, where it ends, after how
/// many steps, and the bits of that number; or the value of a game, or the most that Max can be sure of and the least that Min
/// can hold Max to. A game on a graph that is not a tree is played through with every pair of strategies, which proves its
/// value without a certificate; all else is certified.
fn answer(instance: &Instance, start: VertexId) -> Result<String, String> {
    let context = &mut Context::default().with_operations(MOST_OPERATIONS);
    let solution = solve(instance, Question::From(start), &Options::default(), context)
        .map_err(|error| error.to_string())?;
    if let Some(game) = solution.game() {
        let row = game.rows.first().ok_or("a game has a row for its start")?;
        let (max_min, min_max) = (row.max_min, row.min_max);
        let is_value = max_min == min_max;
        return Ok(if is_value {
            format!("value,{max_min},,")
        } else {
            format!("values,{max_min} {min_max},,")
        });
    }
    if let Some(because) = solution.unchecked_because() {
        return Err(format!("not checked: {because}"));
    }
    let row = solution.exits().next().ok_or("one start has one exit")?;
    let steps = row.steps.ok_or("the steps of one start are known")?;
    let (word, at) = match row.exit {
        Exit::Sink(sink) => ("sink", sink),
        Exit::Trap(trap) => ("trap", solution.traps()[trap][0]),
    };
    Ok(format!("{word},{},{steps},{}", instance.name(at), steps.bits()))
}

/// Takes away a vertex of least degree, joins its neighbours, and so on; the greatest degree on the way, an upper bound
/// for the treewidth of the underlying simple graph without its sinks. Ties go to the vertex that comes first.
///
/// Time O(|V| w² log |V|) for the width w that is found, memory O(|V| w + |A|).
fn elimination_width(graph: &Multigraph) -> usize {
    let mut neighbours: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); graph.vertex_count()];
    let inner = |u: &VertexId| !graph.is_sink(*u);
    for u in graph.vertices() {
        for &v in graph.heads(u).iter().filter(|v| inner(v) && **v != u) {
            neighbours[u.index()].insert(v.raw());
            neighbours[v.index()].insert(u.raw());
        }
    }
    let mut waiting: BTreeSet<(usize, u32)> =
        graph.vertices().filter(inner).map(|u| (neighbours[u.index()].len(), u.raw())).collect();
    let mut width = 0;
    while let Some((degree, u)) = waiting.pop_first() {
        width = width.max(degree);
        let around: Vec<u32> = std::mem::take(&mut neighbours[u as usize]).into_iter().collect();
        for &v in &around {
            let row = &mut neighbours[v as usize];
            waiting.remove(&(row.len(), v));
            row.remove(&u);
            row.extend(around.iter().copied().filter(|&w| w != v));
            waiting.insert((row.len(), v));
        }
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    fn rows() -> Vec<String> {
        let table = std::fs::read_to_string(folder().join("table.csv")).unwrap();
        let mut lines = table.lines().map(str::to_owned);
        assert_eq!(lines.next().as_deref(), Some(HEAD));
        lines.collect()
    }

    fn kept() -> impl Iterator<Item = (Entry, String)> {
        entries().into_iter().filter_map(|entry| entry.file().map(|file| (entry, file)))
    }

    #[test]
    fn every_regenerated_instance_is_its_file_to_the_byte() {
        let mut names: Vec<String> = Vec::new();
        for (entry, file) in kept() {
            let text = std::fs::read_to_string(folder().join(&file)).unwrap();
            assert_eq!(entry.instance().to_string(), text, "{file}");
            names.push(file);
        }
        let there = std::fs::read_dir(folder().join("instances")).unwrap();
        let mut there: Vec<String> = there
            .map(|entry| format!("instances/{}", entry.unwrap().file_name().to_str().unwrap()))
            .collect();
        names.sort();
        there.sort();
        assert_eq!(names, there);
    }

    /// One in eight; all of them if ARRIVAL_CORPUS is `all`, those by seed too.
    #[test]
    fn answers_of_the_table_are_found_and_certified_again() {
        let all = std::env::var("ARRIVAL_CORPUS").is_ok_and(|wanted| wanted == "all");
        let (mut solved, rows, entries) = (0, rows(), entries());
        assert_eq!(rows.len(), entries.len());
        for (at, (entry, row)) in entries.iter().zip(&rows).enumerate() {
            if all || at % 8 == 3 && entry.file().is_some() {
                assert_eq!(&super::row(entry, &entry.instance()).unwrap(), row);
                solved += 1;
            }
        }
        assert!(solved > 20, "{solved} of {}", rows.len());
    }

    #[test]
    fn every_family_and_kind_of_answer_is_in_the_small_set() {
        let (rows, entries) = (rows(), entries());
        for family in rotor_generate::FAMILIES {
            assert!(entries.iter().any(|entry| entry.family == family.id), "{}", family.id);
        }
        for word in ["path", "simple-tree-like", "tree-like", "general", "sink", "trap", "value"] {
            assert!(rows.iter().any(|row| row.split(',').any(|cell| cell == word)), "{word}");
        }
        let sizes = kept().map(|(_, file)| std::fs::metadata(folder().join(file)).unwrap().len());
        assert!(sizes.sum::<u64>() < 20_000_000);
    }

    fn answer_of(text: &str) -> String {
        let instance = parse(text).unwrap();
        answer(&instance, instance.start().unwrap()).unwrap()
    }

    #[test]
    fn an_answer_is_a_sink_a_trap_a_value_or_two() {
        assert_eq!(answer_of("u: v s\nv: u^2 t\nsink s\nsink t\nstart u"), "sink,s,3,2");
        assert_eq!(answer_of("u: v s\nv: v\nsink s\nstart u"), "trap,v,1,1");
        assert_eq!(answer_of("max u: s t\nsink s\nsink t = 1\nstart u"), "value,1,,");
        let figure = include_str!("../../corpus/paper/fig-no-equilibrium.rotor");
        assert_eq!(answer_of(figure), "values,0 1,,");
    }

    fn width(text: &str) -> usize {
        elimination_width(parse(text).unwrap().graph())
    }

    #[test]
    fn a_tree_has_width_one_a_cycle_two_k_four_three_and_a_grid_its_rows() {
        assert_eq!(width("a: s\nsink s"), 0);
        assert_eq!(width("a: b c a\nb: a^3 s\nc: a s\nsink s"), 1);
        assert_eq!(width("a: b\nb: c\nc: d\nd: a s\nsink s"), 2);
        assert_eq!(width("a: b c d\nb: c d\nc: d s\nd: a\nsink s"), 3);
        // Sinks join nothing.
        assert_eq!(width("a: s t\nb: s t\nc: s t\nsink s\nsink t"), 0);
        let grid = rotor_generate::generate("grid", &crate::contest::given("w=9 h=4"), 1).unwrap();
        assert_eq!(elimination_width(grid.graph()), 4);
    }
}
