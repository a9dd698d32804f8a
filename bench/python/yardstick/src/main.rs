//! The yardstick: all exits of a random tree by the Rust library, from arrays to answer, in seconds.

use arrival::{Context, Options, Question, solve};
use rotor_graph::{Configuration, Instance, Multigraph, Names};
use std::error::Error;
use std::time::Instant;

/// `yardstick N SEED ROUNDS` prints the seconds of each round, a line each.
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next =
        |what: &str| arguments.next().ok_or(format!("usage: yardstick N SEED ROUNDS, without {what}"));
    let (n, seed, rounds) = (next("N")?, next("SEED")?.parse()?, next("ROUNDS")?.parse()?);
    let tree = rotor_generate::generate("tree", &[("n".to_owned(), n)].into(), seed)?;
    let (row_starts, heads) = (tree.graph().row_starts(), tree.graph().all_heads());
    let positions: Vec<u32> =
        tree.graph().vertices().map(|u| tree.rotors().position(tree.graph(), u)).collect();
    for _ in 0..rounds {
        let start = Instant::now();
        let graph = Multigraph::from_rows(row_starts.to_vec(), heads.to_vec())?;
        let rotors = Configuration::from_positions(&graph, |u| positions[u.index()]);
        let names: Names = (0..graph.vertex_count()).map(|u| u.to_string()).collect();
        let instance = Instance::new(graph, names)?.with_rotors(rotors);
        let exits =
            solve(&instance, Question::All, &Options::default(), &mut Context::default())?.exits().count();
        println!("{}", start.elapsed().as_secs_f64());
        assert_eq!(exits, positions.len());
    }
    Ok(())
}
