//! The header of a `.rotorb` file and the lengths of its sections.

/// The first bytes of every `.rotorb` file.
pub(crate) const MAGIC: [u8; 8] = *b"\x89rotorb\n";

pub(super) const VERSION: u32 = 1;
pub(super) const HEADER_BYTES: usize = 44;
pub(super) const CHECKSUM_BYTES: usize = 4;

pub(super) const HAS_OWNERS: u32 = 1;
pub(super) const HAS_VALUES: u32 = 2;
pub(super) const HAS_START: u32 = 4;
pub(super) const TURN_THEN_MOVE: u32 = 8;
pub(super) const ALL_FLAGS: u32 = HAS_OWNERS | HAS_VALUES | HAS_START | TURN_THEN_MOVE;

/// What stands in front of the sections, magic and version apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) flags: u32,
    pub(super) vertices: u64,
    pub(super) arcs: u64,
    pub(super) name_bytes: u64,
    pub(super) start: u32,
}

impl Header {
    /// The header as bytes, magic and version included.
    pub(super) fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.flags.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.vertices.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.arcs.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.name_bytes.to_le_bytes());
        bytes[40..].copy_from_slice(&self.start.to_le_bytes());
        bytes
    }

    /// The header of a file of the present version.
    pub(super) fn of(bytes: &[u8; HEADER_BYTES]) -> Self {
        Self {
            flags: u32_at(bytes, 12),
            vertices: u64_at(bytes, 16),
            arcs: u64_at(bytes, 24),
            name_bytes: u64_at(bytes, 32),
            start: u32_at(bytes, 40),
        }
    }

    pub(super) fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// The length of the whole file; `None` if no file is that long.
    pub(super) fn file_bytes(&self) -> Option<u64> {
        let per_vertex =
            4 + 4 + 8 + if self.has(HAS_VALUES) { 8 } else { 0 } + u64::from(self.has(HAS_OWNERS));
        let vertices = self.vertices.checked_mul(per_vertex)?.checked_add(4)?;
        let sections = self.arcs.checked_mul(4)?.checked_add(vertices)?.checked_add(self.name_bytes)?;
        sections.checked_add((HEADER_BYTES + CHECKSUM_BYTES) as u64)
    }
}

pub(super) fn u32_at(bytes: &[u8; HEADER_BYTES], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn u64_at(bytes: &[u8; HEADER_BYTES], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
