"""Makes the two tables of the drawings' font anew: `python outlines.py DejaVuSans.ttf` (needs fontTools).

Both hold numbers only, so that drawing takes no parser of fonts. `../src/text.rs` and `../src/raster.rs` read them.

- `DejaVuSans.advances`: u16, little-endian: the units of one em; then runs of characters, each as the first of them in two
  numbers, how many they are, and their advances.
- `DejaVuSans.outlines`: numbers of seven bits a byte, the lowest first, where 0x80 says that more follow; signed ones with the
  sign in the lowest bit. A glyph is how far its character is from the one before, or 0 for a glyph that only others use; then
  2k and k contours, or 2k + 1 and k parts, each a glyph by its place in the file and where it is moved to. A contour is how many
  points it has, then for each the way from the one before to the right, doubled, plus 1 for a point on the curve, and the way
  up. All curves are quadratic, and between two points off the curve lies one on it, as in TrueType.
"""

import sys
from itertools import groupby
from pathlib import Path
from struct import pack

from fontTools.ttLib import TTFont

MEASURED = (
    "20-7E A0-24F 2B0-2FF 300-36F 370-3FF 400-45F 5B0-5F4 600-652 660-66D 679-6D5 6F0-6F9 1E00-1EFF 2010-2027 2030-203A "
    "2070-209C 2100-214F 2190-21FF 2200-22FF 2300-230F 25A0-25FF 27E8-27E9 FFFD"
)


def drawn(code):
    """Hebrew and Arabic would need an order and forms of their own: they are measured, but not drawn."""
    return not 0x590 <= code <= 0x8FF


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def signed(number):
    return 2 * number if number >= 0 else -2 * number - 1


def advances(font, codes):
    names, widths = font.getBestCmap(), font["hmtx"]
    numbers = [font["head"].unitsPerEm]
    for _, run in groupby(enumerate(codes), lambda pair: pair[1] - pair[0]):
        run = [code for _, code in run]
        numbers += [run[0] & 0xFFFF, run[0] >> 16, len(run), *(widths[names[code]][0] for code in run)]
    return pack(f"<{len(numbers)}H", *numbers)


def outlines(font, codes):
    glyphs, names = font["glyf"], font.getBestCmap()
    records = [(code, names[code]) for code in codes]
    place = {}
    for at, (_, name) in enumerate(records):
        place.setdefault(name, at)
    # Parts that are no character stand behind all characters, and so do theirs.
    for _, name in records:
        for part in glyphs[name].components if glyphs[name].isComposite() else []:
            if part.glyphName not in place:
                place[part.glyphName] = len(records)
                records.append((None, part.glyphName))

    out, before = bytearray(), 0
    for at, (code, name) in enumerate(records):
        out += varint(0 if code is None else code - before)
        before = before if code is None else code
        glyph = glyphs[name]
        if place[name] != at:
            out += varint(3) + varint(place[name]) + varint(0) + varint(0)
        elif glyph.isComposite():
            out += varint(2 * len(glyph.components) + 1)
            for part in glyph.components:
                assert not hasattr(part, "transform"), f"{name}: parts are moved, not scaled"
                out += varint(place[part.glyphName]) + varint(signed(part.x)) + varint(signed(part.y))
        elif glyph.numberOfContours == 0:
            out += varint(0)
        else:
            points, ends, on_curve = glyph.getCoordinates(glyphs)
            out += varint(2 * len(ends))
            first, last = 0, (0, 0)
            for end in ends:
                out += varint(end + 1 - first)
                for (x, y), on in list(zip(points, on_curve))[first : end + 1]:
                    out += varint(2 * signed(x - last[0]) + (on & 1)) + varint(signed(y - last[1]))
                    last = (x, y)
                first = end + 1
    return bytes(out)


font = TTFont(sys.argv[1])
ranges = [[int(end, 16) for end in (part + "-" + part).split("-")[:2]] for part in MEASURED.split()]
codes = [code for first, last in ranges for code in range(first, last + 1) if code in font.getBestCmap()]
here = Path(__file__).parent
(here / "DejaVuSans.advances").write_bytes(advances(font, codes))
(here / "DejaVuSans.outlines").write_bytes(outlines(font, [code for code in codes if drawn(code)]))
