//! Packing and unpacking: gzip both ways, zstd on the way in.
//!
//! zstd is not written: a pipe to the program `zstd` does it better. It is read in pure Rust: a file is a row of frames
//! [RFC 8878], each packed by itself with a checksum of its content, by any packer.

use crate::input::{Ticking, TickingStream};
use flate2::{GzBuilder, read::MultiGzDecoder};
use rotor_graph::{Flaw, FlawRule, Flaws, Place, Tick, Unread};
#[cfg(feature = "zstd")]
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
#[cfg(feature = "zstd")]
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::borrow::Cow;
use std::io::{self, Read, Write};

/// How bytes are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compression {
    /// Not at all.
    #[default]
    None,
    /// As gzip (`.gz`).
    Gzip,
    /// As zstd (`.zst`), on input only.
    Zstd,
}

impl Compression {
    /// How `bytes` are packed, told by their first ones.
    pub fn of(bytes: &[u8]) -> Self {
        if bytes.starts_with(&[0x1F, 0x8B]) {
            Self::Gzip
        } else if bytes.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
            Self::Zstd
        } else {
            Self::None
        }
    }

    /// Its usual file extension.
    pub const fn extension(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Gzip => Some("gz"),
            Self::Zstd => Some("zst"),
        }
    }

    /// Packs what `content` writes into `out`: same content, same bytes. zstd is refused.
    pub fn write(
        self,
        out: &mut dyn Write,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        match self {
            Self::None => content(out),
            Self::Gzip => {
                let mut packed = GzBuilder::new().write(out, flate2::Compression::default());
                content(&mut packed)?;
                packed.finish().map(|_| ())
            }
            Self::Zstd => Err(io::Error::new(io::ErrorKind::Unsupported, "zstd is read, not written")),
        }
    }
}

/// `bytes` unpacked, if they are packed. More than `most_bytes` of content are a flaw, and are never unpacked.
pub(crate) fn unpack<'b>(
    bytes: &'b [u8],
    most_bytes: u64,
    tick: &mut dyn Tick,
) -> Result<Cow<'b, [u8]>, Unread> {
    match Compression::of(bytes) {
        Compression::None => Ok(Cow::Borrowed(bytes)),
        Compression::Gzip => {
            let stream = MultiGzDecoder::new(bytes);
            read_all(TickingStream { stream, ticking: Ticking::new(tick) }, "gzip", most_bytes)
                .map(Cow::Owned)
        }
        #[cfg(feature = "zstd")]
        Compression::Zstd => {
            let stream = Unpacker::new(bytes);
            read_all(TickingStream { stream, ticking: Ticking::new(tick) }, "zstd", most_bytes)
                .map(Cow::Owned)
        }
        #[cfg(not(feature = "zstd"))]
        Compression::Zstd => Err(Flaws::one(Flaw {
            place: Place::Whole,
            rule: FlawRule::Packed,
            message: format!("the file is packed with zstd, and {WITHOUT_ZSTD}"),
            remedy: "unpack it with `zstd -d`, or build with the feature `zstd` of rotor-format".to_owned(),
        })
        .into()),
    }
}

#[cfg(not(feature = "zstd"))]
const WITHOUT_ZSTD: &str = "this build cannot read zstd";

fn read_all<R: Read>(
    mut packed: TickingStream<'_, R>,
    kind: &str,
    most_bytes: u64,
) -> Result<Vec<u8>, Unread> {
    let mut content = Vec::new();
    match fill(&mut content, &mut packed, most_bytes.saturating_add(1)) {
        Err(error) => {
            Err(packed.ticking.stopped.err().map_or_else(|| not_unpacked(kind, &error).into(), Unread::from))
        }
        Ok(_) if content.len() as u64 > most_bytes => Err(Flaws::one(Flaw {
            place: Place::Whole,
            rule: FlawRule::UnpackedSize,
            message: format!("unpacked, the file has more than {most_bytes} bytes"),
            remedy: "allow more with --memory".to_owned(),
        })
        .into()),
        Ok(_) => Ok(content),
    }
}

/// Reads up to `most` bytes. The room for them doubles, but never beyond `most`, so that memory keeps to its limit.
fn fill(content: &mut Vec<u8>, source: &mut impl Read, most: u64) -> io::Result<()> {
    loop {
        let left = usize::try_from(most - content.len() as u64).unwrap_or(usize::MAX);
        let room = left.min(content.capacity().max(1 << 16));
        content.reserve_exact(room);
        if source.take(room as u64).read_to_end(content)? < room || room == left {
            return Ok(());
        }
    }
}

fn not_unpacked(kind: &str, error: &io::Error) -> Flaws {
    let message = match error.kind() {
        io::ErrorKind::UnexpectedEof => format!("the {kind} file ends too early"),
        _ => format!("the {kind} file is damaged: {error}"),
    };
    Flaws::one(Flaw {
        place: Place::Whole,
        rule: FlawRule::Packed,
        message,
        remedy: "pack the file again".to_owned(),
    })
}

/// The content of a row of zstd frames.
#[cfg(feature = "zstd")]
struct Unpacker<'b> {
    /// What stands after the frame at hand.
    rest: &'b [u8],
    frame: Option<StreamingDecoder<&'b [u8], FrameDecoder>>,
}

#[cfg(feature = "zstd")]
impl<'b> Unpacker<'b> {
    fn new(packed: &'b [u8]) -> Self {
        Self { rest: packed, frame: None }
    }

    /// Opens the next frame; frames for other programs are skipped, as the format demands.
    fn open(&mut self) -> io::Result<()> {
        let mut source = self.rest;
        match StreamingDecoder::new(source) {
            Ok(frame) => self.frame = Some(frame),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                // Its number and its length take four bytes each.
                source = source.get(8..).and_then(|rest| rest.get(length as usize..)).ok_or(cut_short())?;
                self.rest = source;
            }
            // A frame that is all there has a header that can be read.
            Err(_) if self.rest.len() < LONGEST_HEADER => return Err(cut_short()),
            Err(error) => return Err(io::Error::other(error)),
        }
        Ok(())
    }
}

/// The most bytes before the first block of a frame.
#[cfg(feature = "zstd")]
const LONGEST_HEADER: usize = 18;

#[cfg(feature = "zstd")]
fn cut_short() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

#[cfg(feature = "zstd")]
impl Read for Unpacker<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(frame) = &mut self.frame else {
                if self.rest.is_empty() {
                    return Ok(0);
                }
                self.open()?;
                continue;
            };
            let read = match frame.read(buffer) {
                // The decoder reports a source that ends inside a block as a fault of its own.
                Err(_) if frame.get_ref().is_empty() => return Err(cut_short()),
                read => read?,
            };
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let (rest, decoder) = self.frame.take().map(StreamingDecoder::into_parts).ok_or(cut_short())?;
            let told = decoder.get_checksum_from_data();
            if told.is_some() && told != decoder.get_calculated_checksum() {
                return Err(io::Error::other("its checksum is not that of its content"));
            }
            self.rest = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::{Stop, StopAfter};

    #[cfg(feature = "zstd")]
    const PACKED: &[(Compression, &str)] = &[(Compression::Gzip, "gzip"), (Compression::Zstd, "zstd")];
    #[cfg(not(feature = "zstd"))]
    const PACKED: &[(Compression, &str)] = &[(Compression::Gzip, "gzip")];

    fn pack(compression: Compression, content: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        match compression {
            #[cfg(feature = "zstd")]
            Compression::Zstd => {
                use ruzstd::encoding::{CompressionLevel, compress_to_vec};
                out = compress_to_vec(content, CompressionLevel::Fastest);
            }
            _ => compression.write(&mut out, |out| out.write_all(content)).unwrap(),
        }
        out
    }

    fn unpack(bytes: &[u8], most_bytes: u64) -> Result<Cow<'_, [u8]>, Flaws> {
        super::unpack(bytes, most_bytes, &mut ()).map_err(Unread::into_flaws)
    }

    fn flaw(bytes: &[u8], most_bytes: u64) -> (&'static str, String) {
        let flaws = unpack(bytes, most_bytes).unwrap_err();
        (flaws.list()[0].rule.name(), flaws.to_string())
    }

    #[test]
    fn unpacking_gives_back_what_was_packed() {
        let content: Vec<u8> =
            (0..100_000u32).flat_map(|number| number.wrapping_mul(number).to_le_bytes()).collect();
        for &(compression, _) in PACKED {
            for content in [&content[..], b"", b"a"] {
                let packed = pack(compression, content);
                assert_eq!(Compression::of(&packed), compression);
                assert_eq!(unpack(&packed, content.len() as u64).unwrap(), content);
                let twice = [&packed[..], &packed[..]].concat();
                assert_eq!(unpack(&twice, u64::MAX).unwrap(), [content, content].concat());
            }
        }
        assert_eq!(unpack(b"plain", 0).unwrap(), &b"plain"[..]);
        assert_eq!(pack(Compression::None, b"plain"), b"plain");
    }

    #[test]
    fn a_small_file_that_unpacks_to_a_huge_one_is_refused() {
        let zeros = vec![0; 20_000_000];
        for &(compression, _) in PACKED {
            let bomb = pack(compression, &zeros);
            assert!(bomb.len() < 50_000);
            let message = "unpacked, the file has more than 1000 bytes; allow more with --memory";
            assert_eq!(flaw(&bomb, 1000), ("unpacked-size", message.to_owned()));
        }
    }

    #[test]
    fn unpacking_is_stopped_when_asked() {
        for &(compression, _) in PACKED {
            let packed = pack(compression, &vec![7; 5_000_000]);
            let stopped = super::unpack(&packed, u64::MAX, &mut StopAfter(2));
            assert_eq!(stopped, Err(Unread::Stopped(Stop::Interrupted)));
        }
    }

    #[test]
    fn a_packed_file_cut_anywhere_is_refused() {
        for &(compression, kind) in PACKED {
            let packed = pack(compression, b"u: v s\nv: u s\nsink s\n");
            for length in 4..packed.len() {
                let message = format!("the {kind} file ends too early; pack the file again");
                assert_eq!(flaw(&packed[..length], 1000), ("packed", message), "{length}");
            }
        }
    }

    #[test]
    fn a_flipped_byte_never_gives_other_content() {
        let content = b"u: v s\nv: u s\nsink s\n";
        for &(compression, _) in PACKED {
            let mut packed = pack(compression, content);
            for at in 4..packed.len() {
                packed[at] ^= 0x55;
                if let Ok(unpacked) = unpack(&packed, 1_000_000) {
                    assert_eq!(unpacked, &content[..], "byte {at} says nothing about the content");
                }
                packed[at] ^= 0x55;
            }
        }
        let mut damaged = pack(Compression::Gzip, content);
        let at = damaged.len() - 5;
        damaged[at] ^= 1;
        let message = "the gzip file is damaged: corrupt gzip stream does not have a matching checksum; pack the file again";
        assert_eq!(flaw(&damaged, 1000), ("packed", message.to_owned()));
    }

    #[cfg(not(feature = "zstd"))]
    #[test]
    fn a_build_without_zstd_says_so() {
        let (rule, said) = flaw(&[0x28, 0xB5, 0x2F, 0xFD, 0, 0], 1000);
        assert_eq!(rule, "packed");
        assert!(said.starts_with("the file is packed with zstd, and this build cannot"), "{said}");
    }

    /// Three times six lines, packed by `zstd -19 --check`, the program of the inventors.
    #[cfg(feature = "zstd")]
    const BY_ZSTD: &[u8] = &[
        0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x87, 0x2D, 0x01, 0x00, 0xA2, 0xC1, 0x05, 0x0B, 0xE0, 0xE9, 0xDB, 0x1C,
        0x76, 0x50, 0x64, 0xB1, 0xD0, 0xF8, 0x04, 0x23, 0x49, 0xEB, 0x32, 0xD1, 0x75, 0x1A, 0x6A, 0xBD, 0x06,
        0x0A, 0x03, 0x00, 0x07, 0xD5, 0x84, 0x3A, 0x39, 0x9B, 0xD9, 0x14, 0x03, 0x73, 0x68, 0xAD, 0x85,
    ];

    #[cfg(feature = "zstd")]
    #[test]
    fn foreign_packing_is_read_and_skippable_frames_skipped() {
        let content = "u: v s\nv: u s\nsink s\nu1: v s\nv1: u s\nsink s1\n".repeat(3);
        let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, b'a', b'b', b'c'], BY_ZSTD].concat();
        let unpacked = |packed: &[u8]| {
            let mut content = Vec::new();
            Unpacker::new(packed).read_to_end(&mut content).map(|_| content)
        };
        for packed in [BY_ZSTD, &skipped] {
            assert_eq!(unpacked(packed).unwrap(), content.as_bytes());
        }
        assert_eq!(unpacked(&skipped[..9]).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(unpack(BY_ZSTD, 1_000).unwrap(), content.as_bytes());
    }
}
