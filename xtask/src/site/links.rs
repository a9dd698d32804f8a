//! Links of the site: each leads to a file and an anchor that exist, and nothing is loaded from elsewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};

/// What was checked, and what is wrong.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) pages: usize,
    pub(crate) links: usize,
    pub(crate) broken: Vec<Broken>,
}

/// A link that leads nowhere, or that loads from another host.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Broken {
    page: PathBuf,
    address: String,
    why: &'static str,
}

impl Display for Broken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {} {}", self.page.display(), self.address, self.why)
    }
}

/// Checks all pages below `site`. Those of rustdoc are targets only: rustdoc has checked their links.
pub(crate) fn check(site: &Path) -> io::Result<Found> {
    let mut pages = BTreeMap::new();
    collect(site, site, &mut pages)?;
    let anchors: BTreeMap<&PathBuf, BTreeSet<String>> =
        pages.iter().map(|(path, text)| (path, ids(text))).collect();
    let mut found = Found::default();
    for (path, text) in
        pages.iter().filter(|(path, _)| !path.starts_with("rust") && !path.starts_with("live"))
    {
        found.pages += 1;
        for Address { text: address, loads } in addresses(text) {
            found.links += 1;
            let broken = |why| Broken { page: path.clone(), address: address.clone(), why };
            if is_elsewhere(&address) {
                if loads {
                    found.broken.push(broken("is loaded from another host"));
                }
                continue;
            }
            let (place, anchor) = address.split_once('#').unwrap_or((&address, ""));
            let place = place.split('?').next().unwrap_or_default();
            let target = if place.is_empty() { path.clone() } else { resolved(path, place) };
            if target.starts_with("rust") && !site.join("rust").exists() {
                continue; // built without it
            }
            if !site.join(&target).is_file() {
                found.broken.push(broken("does not exist"));
            } else if let Some(ids) = anchors.get(&target).filter(|_| !anchor.is_empty())
                && !target.starts_with("live")
                && !ids.contains(&decoded(anchor))
            {
                found.broken.push(broken("is not an anchor of that page"));
            }
        }
    }
    found.broken.sort();
    found.broken.dedup();
    Ok(found)
}

fn collect(site: &Path, folder: &Path, pages: &mut BTreeMap<PathBuf, String>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(site, &path, pages)?;
        } else if path.extension().is_some_and(|ending| ending == "html") {
            let name = path.strip_prefix(site).expect("found below the site").to_owned();
            pages.insert(name, std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

struct Address {
    text: String,
    /// Whether a browser fetches it without being asked.
    loads: bool,
}

/// The addresses in the tags of a page.
fn addresses(html: &str) -> Vec<Address> {
    let mut found = Vec::new();
    for tag in tags(html) {
        let name = tag.split(|c: char| c.is_whitespace() || c == '>').next().unwrap_or_default();
        for attribute in ["href", "src", "poster", "data"] {
            if let Some(text) = value(tag, attribute) {
                found.push(Address { text: unescaped(text), loads: name != "a" });
            }
        }
    }
    found
}

fn ids(html: &str) -> BTreeSet<String> {
    tags(html).filter_map(|tag| value(tag, "id").or_else(|| value(tag, "name"))).map(unescaped).collect()
}

/// The opening tags of a page, without what stands in scripts and comments.
fn tags(html: &str) -> impl Iterator<Item = &str> {
    let mut in_script = false;
    html.split('<').filter(move |piece| {
        if piece.starts_with("/script") {
            in_script = false;
        }
        let shown = !in_script && !piece.starts_with(['/', '!']);
        in_script |= piece.starts_with("script");
        shown
    })
}

fn value<'t>(tag: &'t str, attribute: &str) -> Option<&'t str> {
    let inside = tag.split('>').next()?;
    let at = inside.find(&format!(" {attribute}=\""))? + attribute.len() + 3;
    inside[at..].split('"').next()
}

fn is_elsewhere(address: &str) -> bool {
    address.starts_with("//")
        || ["http:", "https:", "mailto:", "data:"].iter().any(|s| address.starts_with(s))
}

fn resolved(page: &Path, address: &str) -> PathBuf {
    let mut path = page.parent().map(Path::to_owned).unwrap_or_default();
    for part in decoded(address).split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    path
}

fn unescaped(text: &str) -> String {
    text.replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// An address with its `%20` and the like as characters.
fn decoded(address: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = address.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match hex.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_links_and_foreign_resources_are_found() {
        let site = std::env::temp_dir().join(format!("arrival-site-links-{}", std::process::id()));
        std::fs::create_dir_all(site.join("b")).expect("the folder for temporary files can be written");
        let page = "<a href=\"b/c.html#x%20y\">1</a> <a href=\"#here\">2</a> <h1 id=\"here\">\
            <a href=\"https://x.example\">3</a> <script>let a = '<a href=\"no\">';</script>\
            <img src=\"https://x.example/p.png\"> <a href=\"b/c.html#z\">4</a> <a href=\"d.html\">5</a>";
        std::fs::write(site.join("a.html"), page).expect("a file can be written");
        std::fs::write(site.join("b/c.html"), "<a id=\"x y\" href=\"../a.html#here\">")
            .expect("a file can be written");
        let found = check(&site).expect("the folder can be read");
        std::fs::remove_dir_all(&site).expect("the folder can be removed");
        let said: Vec<_> = found.broken.iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "a.html: b/c.html#z is not an anchor of that page",
                "a.html: d.html does not exist",
                "a.html: https://x.example/p.png is loaded from another host",
            ]
        );
        assert_eq!((found.pages, found.links), (2, 7));
    }
}
