//! zstd in pure Rust: a writer of frames and a reader of them.
//!
//! A file is a row of frames [RFC 8878], each packed by itself with a checksum of its content. The writer fills one frame
//! after another, so that it never holds more than one; the reader takes the frames of any packer.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, Read, Write};

/// How much content a frame holds at most.
const FRAME: usize = 4 << 20;

/// Packs what is written to it, up to [`finish`](Self::finish).
pub(crate) struct Packer<'w> {
    out: &'w mut dyn Write,
    content: Vec<u8>,
    is_empty: bool,
}

impl<'w> Packer<'w> {
    pub(crate) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, content: Vec::new(), is_empty: true }
    }

    /// Writes the last frame; the only one, if there is no content.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if self.is_empty || !self.content.is_empty() { self.write_frame() } else { Ok(()) }
    }

    fn write_frame(&mut self) -> io::Result<()> {
        self.is_empty = false;
        // Into memory first: the packer itself does not survive an output that fails.
        self.out.write_all(&compress_to_vec(&self.content[..], CompressionLevel::Fastest))?;
        self.content.clear();
        Ok(())
    }
}

impl Write for Packer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(FRAME - self.content.len());
        self.content.extend_from_slice(&bytes[..taken]);
        if self.content.len() == FRAME {
            self.write_frame()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The content of a row of frames.
pub(crate) struct Unpacker<'b> {
    /// What stands after the frame at hand.
    rest: &'b [u8],
    frame: Option<StreamingDecoder<&'b [u8], FrameDecoder>>,
}

impl<'b> Unpacker<'b> {
    pub(crate) fn new(packed: &'b [u8]) -> Self {
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
const LONGEST_HEADER: usize = 18;

fn cut_short() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

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

    /// Three times six lines, packed by `zstd -19 --check`, the program of the inventors.
    const BY_ZSTD: &[u8] = &[
        0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x87, 0x2D, 0x01, 0x00, 0xA2, 0xC1, 0x05, 0x0B, 0xE0, 0xE9, 0xDB, 0x1C,
        0x76, 0x50, 0x64, 0xB1, 0xD0, 0xF8, 0x04, 0x23, 0x49, 0xEB, 0x32, 0xD1, 0x75, 0x1A, 0x6A, 0xBD, 0x06,
        0x0A, 0x03, 0x00, 0x07, 0xD5, 0x84, 0x3A, 0x39, 0x9B, 0xD9, 0x14, 0x03, 0x73, 0x68, 0xAD, 0x85,
    ];

    fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        Unpacker::new(packed).read_to_end(&mut content)?;
        Ok(content)
    }

    #[test]
    fn foreign_packing_is_read_and_skippable_frames_skipped() {
        let content = "u: v s\nv: u s\nsink s\nu1: v s\nv1: u s\nsink s1\n".repeat(3);
        let skipped = [&[0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, b'a', b'b', b'c'], BY_ZSTD].concat();
        for packed in [BY_ZSTD, &skipped] {
            assert_eq!(unpacked(packed).unwrap(), content.as_bytes());
        }
        assert_eq!(unpacked(&skipped[..9]).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn content_of_several_frames_comes_back_whole() {
        let content: Vec<u8> = (0..2 * FRAME as u32 + 5).map(|at| (at.wrapping_mul(at) >> 7) as u8).collect();
        let mut packed = Vec::new();
        let mut packer = Packer::new(&mut packed);
        content.chunks(1_000_003).for_each(|chunk| packer.write_all(chunk).unwrap());
        packer.finish().unwrap();
        assert_eq!(unpacked(&packed).unwrap(), content);
    }
}
