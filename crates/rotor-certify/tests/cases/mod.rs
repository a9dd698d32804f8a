//! Documents of cases: instances, certificates, and what this crate says of each.
//!
//! A section begins with a line `== what it shows`; then stands an instance. After an empty line comes a certificate, without its
//! schema and hash, and below it, indented, the verdict. A line `old => new` changes that certificate in one place, or in several
//! with ` && ` between the changes, and has its verdict below it too.

use rotor_certify::certify;
use rotor_format::certificate::{Statement, instance_hash, read};
use rotor_graph::{Instance, parse};

/// The documents, by the names of their files.
pub(crate) const DOCUMENTS: [(&str, &str); 5] = [
    ("walks.txt", include_str!("walks.txt")),
    ("particles.txt", include_str!("particles.txt")),
    ("exits.txt", include_str!("exits.txt")),
    ("games.txt", include_str!("games.txt")),
    ("algebra.txt", include_str!("algebra.txt")),
];

/// The document with the verdicts that this crate gives; `visit` sees each certificate and its instance.
pub(crate) fn with_verdicts(document: &str, mut visit: impl FnMut(&Instance, &str)) -> String {
    let mut written = String::new();
    let (mut text, mut instance, mut certificate) = (String::new(), None, "");
    for line in document.lines().filter(|line| !line.starts_with("    ")) {
        written += &format!("{line}\n");
        let judged = if line.contains(" => ") {
            changed(certificate, line)
        } else if line.starts_with('{') {
            certificate = line;
            line.to_owned()
        } else {
            // A line of an instance, or what ends one.
            if line.starts_with("== ") {
                (text, instance) = (String::new(), None);
            } else if instance.is_none() {
                text += &format!("{line}\n");
            }
            continue;
        };
        let instance =
            instance.get_or_insert_with(|| parse(&text).unwrap_or_else(|flaws| panic!("{flaws}\n{text}")));
        let full = complete(instance, &judged);
        visit(instance, &full);
        written += &format!("    {}\n", verdict(instance, &full));
    }
    written
}

/// The certificate after the changes in this line.
fn changed(certificate: &str, line: &str) -> String {
    line.split(" && ").fold(certificate.to_owned(), |text, change| {
        let (old, new) = change.split_once(" => ").unwrap();
        assert!(text.contains(old), "{old} is not in {text}");
        text.replacen(old, new, 1)
    })
}

/// The certificate with its schema and its hash.
pub(crate) fn complete(instance: &Instance, certificate: &str) -> String {
    let heading = format!(r#"{{"schema":"arrival.certificate/1","instance":"{}","#, instance_hash(instance));
    certificate.replacen('{', &heading, 1)
}

fn verdict(instance: &Instance, certificate: &str) -> String {
    match read(certificate.as_bytes(), instance, &mut ()) {
        Err(flaws) => format!("unreadable: {flaws}").replace('\n', "\n    "),
        Ok(claim) => match certify(instance, claim, &mut ()) {
            Ok(proved) => format!("proved: {}", Statement::of(instance, proved.get())),
            Err(refutation) => refutation.describe(instance),
        },
    }
}
