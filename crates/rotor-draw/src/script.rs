//! Scripts: the order in which characters stand on the page, and the shapes Arabic letters take in it.
//!
//! A drawing names a vertex in at most one line, so this is the part of Unicode's bidirectional algorithm that short names
//! need: no embeddings, no explicit levels (control characters are replaced before), and a page that reads from left to
//! right. Arabic letters become presentation forms, which the font has; a shaper would bring three times the code of this crate.

/// The characters of `words` from left to right as they stand on the page. Time linear in the length.
pub(crate) fn visual(words: &str) -> Vec<char> {
    if !words.chars().any(is_right_to_left) {
        return words.chars().collect();
    }
    let clusters = clusters(&joined(words));
    let levels = levels(&clusters);
    // Every stretch of a level or more is turned around: the words first, then the numbers inside them back again.
    let mut order: Vec<usize> = (0..clusters.len()).collect();
    for level in [2, 1] {
        for stretch in stretches(&levels, level) {
            order[stretch].reverse();
        }
    }
    order
        .into_iter()
        .flat_map(|at| {
            let turned = levels[at] == 1;
            clusters[at].iter().map(move |&character| if turned { mirrored(character) } else { character })
        })
        .collect()
}

fn is_right_to_left(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
        && !is_mark(character)
        && !is_digit(character)
}

/// Whether `character` is drawn over the one before it.
pub(crate) fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}'..='\u{5C5}' | '\u{5C7}')
        || matches!(character, '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}')
        || is_invisible(character)
}

/// Whether `character` is a joiner, a direction mark or a selector, which have no shape of their own.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(character, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

fn is_digit(character: char) -> bool {
    matches!(character, '0'..='9' | '\u{660}'..='\u{669}' | '\u{6F0}'..='\u{6F9}')
}

/// Each character with the marks over it.
fn clusters(characters: &[char]) -> Vec<Vec<char>> {
    let mut clusters: Vec<Vec<char>> = Vec::new();
    for &character in characters {
        match clusters.last_mut().filter(|_| is_mark(character)) {
            Some(cluster) => cluster.push(character),
            None => clusters.push(vec![character]),
        }
    }
    clusters
}

/// 0 from left to right, 1 from right to left, 2 for numbers inside the latter.
fn levels(clusters: &[Vec<char>]) -> Vec<u8> {
    let (mut levels, mut turned, mut neutral) = (Vec::with_capacity(clusters.len()), false, 0);
    for cluster in clusters {
        let level = match cluster[0] {
            digit if is_digit(digit) => Some(if turned { 2 } else { 0 }),
            letter if is_right_to_left(letter) => Some(1),
            letter if letter.is_alphabetic() => Some(0),
            _ => None,
        };
        let Some(level) = level else {
            neutral += 1;
            continue;
        };
        // What stands between two words of one direction goes with them.
        levels.resize(levels.len() + neutral, u8::from(turned && level > 0));
        levels.push(level);
        (turned, neutral) = (level > 0, 0);
    }
    levels.resize(levels.len() + neutral, 0);
    levels
}

/// The ranges whose levels are all at least `least`.
fn stretches(levels: &[u8], least: u8) -> Vec<std::ops::Range<usize>> {
    let mut from = 0;
    let mut all = Vec::new();
    for part in levels.chunk_by(|a, b| (*a >= least) == (*b >= least)) {
        if part[0] >= least {
            all.push(from..from + part.len());
        }
        from += part.len();
    }
    all
}

fn mirrored(character: char) -> char {
    match character {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        other => other,
    }
}

/// How many forms each letter has from U+0621 and from U+0641 on, in the order of the presentation forms: alone, last,
/// first, middle. Letters of two forms never join the next one.
const FORMS: [(u32, &[u8]); 2] = [
    (0x621, &[1, 2, 2, 2, 2, 4, 2, 4, 2, 4, 4, 4, 4, 4, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4]),
    (0x641, &[4, 4, 4, 4, 4, 4, 4, 2, 2, 4]),
];

/// The presentation form of `letter` when it stands alone, and how many forms it has.
fn form(letter: char) -> Option<(u32, u8)> {
    let mut form = 0xFE80;
    for (first, forms) in FORMS {
        for (letter_at, &count) in (first..).zip(forms) {
            if letter_at == u32::from(letter) {
                return Some((form, count));
            }
            form += u32::from(count);
        }
    }
    None
}

/// `words` with Arabic letters in the form that their neighbours give them.
fn joined(words: &str) -> Vec<char> {
    let characters: Vec<char> = words.chars().collect();
    let neighbour = |mut rest: Box<dyn Iterator<Item = &char> + '_>| {
        rest.find(|&&character| !is_mark(character)).and_then(|&character| form(character))
    };
    let mut joined = Vec::with_capacity(characters.len());
    let mut at = 0;
    while let Some(&character) = characters.get(at) {
        let before = neighbour(Box::new(characters[..at].iter().rev())).is_some_and(|(_, count)| count == 4);
        let next = characters.get(at + 1).copied();
        at += 1;
        // Lam and alef are written as one.
        let both = (character == '\u{644}').then_some(next).flatten().and_then(|next| {
            let alef = ['\u{622}', '\u{623}', '\u{625}', '\u{627}'].iter().position(|&alef| alef == next)?;
            Some(0xFEF5 + 2 * alef as u32)
        });
        let shape = match (both, form(character)) {
            (Some(both), _) => {
                at += 1;
                Some(both + u32::from(before))
            }
            (None, Some((alone, 4))) => {
                let after = neighbour(Box::new(characters[at..].iter())).is_some_and(|(_, count)| count > 1);
                Some(alone + u32::from(before) + 2 * u32::from(after))
            }
            (None, Some((alone, count))) => Some(alone + u32::from(before && count == 2)),
            (None, None) => None,
        };
        joined.push(shape.and_then(char::from_u32).unwrap_or(character));
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(words: &str) -> String {
        visual(words).into_iter().collect()
    }

    #[test]
    fn right_to_left_words_are_turned_and_numbers_are_not() {
        assert_eq!(shown("u1 (a)"), "u1 (a)");
        assert_eq!(shown("אבג"), "גבא");
        assert_eq!(shown("x אב גד y"), "x דג בא y");
        // Brackets are mirrored where they are turned around.
        assert_eq!(shown("אב 12 (ג) ד z"), "ד (ג) 12 בא z");
        // A mark stays behind its letter.
        assert_eq!(shown("ש\u{5C1}ל"), "לש\u{5C1}");
    }

    #[test]
    fn arabic_letters_take_the_form_of_their_place() {
        // Meem first, reh last, hah first, beh middle, alef last; drawn from right to left.
        assert_eq!(shown("مرحبا"), "\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3}");
        // Seen first, lam and alef as one, meem alone.
        assert_eq!(shown("سلام"), "\u{FEE1}\u{FEFC}\u{FEB3}");
    }
}
