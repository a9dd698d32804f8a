//! Colours that people with any kind of colour vision tell apart, after Okabe and Ito.

/// A colour of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Lines and words.
    pub const INK: Self = Self(0x22, 0x22, 0x22);
    /// The ground, and vertices without a meaning.
    pub const PAPER: Self = Self(0xFF, 0xFF, 0xFF);
    /// What is there and does not matter.
    pub const FAINT: Self = Self(0xBB, 0xBB, 0xBB);
    /// Initial rotors.
    pub const ROTOR: Self = Self(0xD4, 0x1C, 0x1C);
    /// What is said about an arc.
    pub const REMARK: Self = Self(0x00, 0x57, 0x8A);
    /// A particle on its way; no sink has this colour.
    pub const PARTICLE: Self = Self(0x7A, 0x1F, 0xA0);
    /// The arcs that a strategy picks.
    pub const CHOSEN: Self = Self(0xF0, 0xE4, 0x42);

    /// Its six digits behind a `#`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The colour in which words on it are legible.
    pub fn words(self) -> Self {
        let light = 299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2);
        if light < 110_000 { Self::PAPER } else { Self::INK }
    }
}

/// The colours of the sinks that most vertices exit to.
pub(crate) const SINKS: [Colour; 7] = [
    Colour(0x56, 0xB4, 0xE9),
    Colour(0xE6, 0x9F, 0x00),
    Colour(0x00, 0x9E, 0x73),
    Colour(0xF0, 0xE4, 0x42),
    Colour(0xCC, 0x79, 0xA7),
    Colour(0xD5, 0x5E, 0x00),
    Colour(0x00, 0x72, 0xB2),
];

/// All other sinks.
pub(crate) const OTHER_SINKS: Colour = Colour(0xCC, 0xCC, 0xCC);

/// Traps.
pub(crate) const TRAPS: Colour = Colour(0x44, 0x44, 0x44);
