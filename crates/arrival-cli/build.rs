//! Finds the files of the page, which are part of the program: as built in `web`, or in a published crate beside the manifest.

use std::path::Path;

fn main() {
    let published = Path::new("page").is_dir();
    let folder = if published { "/page/" } else { "/../../web/dist/" };
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=ARRIVAL_PAGE={folder}");
}
