//! Which trees to measure: `tree binary path breadth-first-labels nuisances`, say.

use super::relabelled::Labels;
use super::shapes::SHAPES;

/// Words that each narrow down one of three things; a thing without a word is not narrowed down.
pub(crate) struct Choice<'w>(&'w [String]);

const KINDS: [&str; 2] = ["plain", "nuisances"];

fn word_of(labels: Labels) -> String {
    labels.name().replace(' ', "-")
}

/// The words: shapes, labels, kinds.
pub(crate) fn words() -> [Vec<String>; 3] {
    [
        SHAPES.map(|(name, _)| name.to_owned()).to_vec(),
        Labels::BOTH.map(word_of).to_vec(),
        KINDS.map(str::to_owned).to_vec(),
    ]
}

/// Whether the word chooses something.
pub(crate) fn is_word(word: &String) -> bool {
    words().concat().contains(word)
}

impl<'w> Choice<'w> {
    /// All trees.
    pub(crate) const ALL: Self = Self(&[]);

    /// The choice of these words.
    pub(crate) fn of(words: &'w [String]) -> Self {
        Self(words)
    }

    /// Whether nothing is left out.
    pub(crate) fn is_all(&self) -> bool {
        self.0.is_empty()
    }

    fn has(&self, thing: usize, word: &str) -> bool {
        let among = &words()[thing];
        !self.0.iter().any(|given| among.contains(given)) || self.0.iter().any(|given| given == word)
    }

    pub(crate) fn shape(&self, name: &str) -> bool {
        self.has(0, name)
    }

    pub(crate) fn labels(&self, labels: Labels) -> bool {
        self.has(1, &word_of(labels))
    }

    pub(crate) fn plain(&self) -> bool {
        self.has(2, KINDS[0])
    }

    pub(crate) fn nuisances(&self) -> bool {
        self.has(2, KINDS[1])
    }
}
