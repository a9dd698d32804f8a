//! Colours that people with any kind of colour vision can tell apart, after Okabe and Ito.

/// A colour of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Lines and words.
    pub const INK: Self = Self(0x22, 0x22, 0x22);
    /// The background, and vertices without a meaning.
    pub const PAPER: Self = Self(0xFF, 0xFF, 0xFF);
    /// What is there but does not matter.
    pub const FAINT: Self = Self(0xBB, 0xBB, 0xBB);
    /// Initial rotors.
    pub const ROTOR: Self = Self(0xD4, 0x1C, 0x1C);
    /// Labels of arcs.
    pub const REMARK: Self = Self(0x00, 0x57, 0x8A);
    /// A particle on its way; no sink has this colour.
    pub const PARTICLE: Self = Self(0x7A, 0x1F, 0xA0);
    /// What an algorithm computes now.
    pub const NOW: Self = Self(0x1D, 0x5F, 0xBF);
    /// The border of a label.
    pub const LINE: Self = Self(0x8A, 0x8F, 0x98);
    /// The arcs that a strategy chooses.
    pub const CHOSEN: Self = Self(0xF0, 0xE4, 0x42);

    /// Its six digits after a `#`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The colour in which text on it is legible.
    pub fn words(self) -> Self {
        if self.grey() < 110 { Self::PAPER } else { Self::INK }
    }

    /// Its grey on a printer without colours, from 0 for black to 255 for white.
    pub(crate) fn grey(self) -> u32 {
        (299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2)) / 1000
    }
}

/// The colours of the sinks that most vertices exit to. They are those of Okabe and Ito moved to lightnesses of their own,
/// so that all differ on a grey printer too; the first ones differ most.
pub(crate) const SINKS: [Colour; 7] = [
    Colour(0x9F, 0xD8, 0xF7),
    Colour(0xC4, 0x53, 0x0A),
    Colour(0xFA, 0xEC, 0x8C),
    Colour(0x3F, 0xA3, 0x7C),
    Colour(0xF2, 0xB0, 0x4A),
    Colour(0x0F, 0x5A, 0x9C),
    Colour(0xCC, 0x80, 0xAC),
];

/// All other sinks.
pub(crate) const OTHER_SINKS: Colour = Colour(0xF2, 0xF2, 0xF2);

/// Traps.
pub(crate) const TRAPS: Colour = Colour(0x44, 0x44, 0x44);

#[cfg(test)]
mod tests {
    use super::*;

    /// F22: three of five exit colours were one grey, and the particle had the colour of an exit.
    #[test]
    fn f22_exits_have_their_own_greys_and_the_particle_its_colour() {
        let fills: Vec<Colour> = SINKS.into_iter().chain([OTHER_SINKS, TRAPS]).collect();
        let mut greys: Vec<u32> = fills.iter().map(|fill| fill.grey()).collect();
        greys.sort_unstable();
        let steps: Vec<u32> = greys.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.iter().all(|&step| step >= 7), "{greys:?}");
        // With few sinks the greys are far apart.
        for (at, one) in SINKS[..4].iter().enumerate() {
            assert!(SINKS[..at].iter().all(|other| one.grey().abs_diff(other.grey()) >= 20));
        }
        let distance = |Colour(r, g, b): Colour, other: Colour| {
            u32::from(r.abs_diff(other.0)) + u32::from(g.abs_diff(other.1)) + u32::from(b.abs_diff(other.2))
        };
        assert!(fills.iter().all(|&fill| distance(fill, Colour::PARTICLE) > 100));
    }

    #[test]
    fn words_are_legible_on_every_fill() {
        // The contrast of the Web Content Accessibility Guidelines, for large or bold words at least 3.
        let luminance = |Colour(r, g, b): Colour| {
            let part = |part: u8| match f64::from(part) / 255.0 {
                dark if dark <= 0.04045 => dark / 12.92,
                light => ((light + 0.055) / 1.055).powf(2.4),
            };
            0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
        };
        for fill in SINKS.into_iter().chain([OTHER_SINKS, TRAPS, Colour::PAPER]) {
            let [a, b] = [luminance(fill), luminance(fill.words())].map(|light| light + 0.05);
            assert!((a / b).max(b / a) > 4.5, "{fill:?}");
        }
    }
}
