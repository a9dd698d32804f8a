//! The hash by which a certificate names its instance.

use rotor_graph::Instance;
use sha2::{Digest, Sha256};
use std::fmt::{self, Write};

/// The SHA-256 of the canonical text of `instance`, in hexadecimal. The text itself is never built.
///
/// ```
/// let instance = rotor_graph::parse("sink s = 0 # the canonical text is `sink s`").unwrap();
/// let hash = rotor_format::certificate::instance_hash(&instance);
/// assert_eq!(hash, "5a703d7e368015835136ea048fa0ecdc3ab6236652f27236987e0e2e8a806f55");
/// ```
pub fn instance_hash(instance: &Instance) -> String {
    let mut text = Hashed { hash: Sha256::new(), block: Vec::with_capacity(Hashed::BLOCK) };
    write!(text, "{instance}").expect("hashing never fails");
    text.hash.update(&text.block);
    let mut hex = String::with_capacity(64);
    for byte in text.hash.finalize() {
        write!(hex, "{byte:02x}").expect("a string takes every character");
    }
    hex
}

/// Text on its way into the hash, a block at a time: names are short, and hashing each of them alone is slow.
struct Hashed {
    hash: Sha256,
    block: Vec<u8>,
}

impl Hashed {
    const BLOCK: usize = 1 << 14;
}

impl fmt::Write for Hashed {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.block.len() + text.len() > Self::BLOCK {
            self.hash.update(&self.block);
            self.block.clear();
        }
        if text.len() > Self::BLOCK {
            self.hash.update(text.as_bytes());
        } else {
            self.block.extend_from_slice(text.as_bytes());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn blocks_do_not_show_in_the_hash() {
        let long = "x".repeat(Hashed::BLOCK + 7);
        let mut text: String = (0..3000).map(|u| format!("vertex{u}: s\n")).collect();
        text.push_str(&format!("{long}: s s {long}\nsink s\n"));
        let instance = parse(&text).unwrap();
        let plain: String =
            Sha256::digest(instance.to_string()).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(instance_hash(&instance), plain);
    }
}
