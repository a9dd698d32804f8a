//! The instances whose instructions are counted: ten thousand vertices each.

use rotor_generate::generate;
use rotor_graph::Instance;

/// The member of a family with these parameters, each as `name=value`.
fn member(family: &str, parameters: &str) -> Instance {
    let given = parameters.split(' ').filter_map(|word| word.split_once('='));
    let given = given.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    generate(family, &given, 1).expect("these parameters are in range")
}

/// A tree with one or two arcs each way on every edge, half of its leaves sinks; a path has one.
pub fn tree(family: &str) -> Instance {
    member(family, if family == "path-tree" { "n=10000" } else { "n=10000 parallel=2" })
}

/// A two-sided path with inward drift, whose flows fit no machine word.
pub fn two_sided_path(parameters: &str) -> Instance {
    member("two-sided", parameters)
}
