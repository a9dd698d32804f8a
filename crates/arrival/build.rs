//! Finds the figures of the paper, which are part of the library: in the corpus, or in a published crate beside the manifest.

use std::path::Path;

fn main() {
    let published = Path::new("paper").is_dir();
    let folder = if published { "/paper/" } else { "/../../corpus/paper/" };
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=ARRIVAL_FIGURES={folder}");
}
