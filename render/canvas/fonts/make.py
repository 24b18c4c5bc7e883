#!/usr/bin/env python3
"""Makes the fonts beside it: subsets of Noto fonts, compressed.

usage: make.py NotoEmoji_600SemiBold.ttf [folder of the other Noto fonts]

It installs nothing and fetches nothing. It needs Go, and on Debian 12 the packages
fonttools, zstd, fonts-noto-cjk, fonts-noto-core, fonts-noto-extra and unicode-data; the
emoji are in no package of Debian. The same versions of these make the same bytes;
README.md names those that were used.
"""

import bz2
import os
import pathlib
import subprocess
import sys

from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

HERE = pathlib.Path(__file__).resolve().parent
EMOJI = pathlib.Path(sys.argv[1]).resolve()
NOTO = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "/usr/share/fonts")
IMAGE = subprocess.run(["go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/image"], cwd=HERE, check=True, capture_output=True, text=True)
GO = pathlib.Path(IMAGE.stdout.strip()) / "font/gofont/ttfs"
UNIHAN = pathlib.Path("/usr/share/unicode")


def span(first, last):
    return set(range(first, last + 1))


def table(codec, leads, trails=range(0x40, 0xFF)):
    """The characters of a double-byte character set."""
    found = set()
    for lead in leads:
        for trail in trails:
            try:
                text = bytes([lead, trail]).decode(codec)
            except UnicodeDecodeError:
                continue
            if len(text) == 1:
                found.add(ord(text))
    return found


def unihan(field):
    """The characters that have a field in the Unihan database."""
    found = set()
    for name in ("IRGSources", "DictionaryLikeData", "OtherMappings"):
        with bz2.open(UNIHAN / f"Unihan_{name}.txt.bz2", "rt") as lines:
            for line in lines:
                parts = line.split("\t")
                if len(parts) > 2 and parts[1] == field:
                    found.add(int(parts[0][2:], 16))
    return found


def ideographs():
    wanted = table("gb2312", range(0xA1, 0xFF))  # simplified
    wanted |= table("big5", range(0xA1, 0xC7))  # traditional, the frequent ones
    wanted |= table("cp932", range(0x81, 0xFF))  # Japanese: JIS X 0208 and what Windows adds
    wanted |= unihan("kTGH")  # the standard list of China, with the characters of names
    wanted |= unihan("kIICore")  # what every region calls essential
    wanted |= unihan("kJinmeiyoKanji")  # allowed in Japanese names
    return {c for c in wanted if c >= 0x3400 and not 0xA000 <= c < 0xF900 and not 0xFB00 <= c < 0x20000 and not 0x4DC0 <= c < 0x4E00}


def wide():
    # Full-width letters and digits are shown plain, punctuation is not.
    punctuation = span(0xFF01, 0xFF65) - span(0xFF10, 0xFF19) - span(0xFF21, 0xFF3A) - span(0xFF41, 0xFF5A)
    return ideographs() | span(0x3000, 0x30FF) | span(0x3130, 0x318F) | span(0x31F0, 0x31FF) | span(0xAC00, 0xD7A3) | punctuation


LETTERS = (
    span(0x20, 0x7E) | span(0xA0, 0x52F) | span(0x1D00, 0x1DBF) | span(0x1E00, 0x1FFF) | span(0x2010, 0x2027)
    | span(0x2030, 0x205E) | span(0x2070, 0x20CF) | span(0x2100, 0x218F) | span(0x2C60, 0x2C7F) | span(0xA720, 0xA7FF)
) - span(0x300, 0x36F)
SYMBOLS = span(0x2190, 0x2BFF) | span(0x4DC0, 0x4DFF)
SYMBOLS -= span(0x2800, 0x28FF)  # Braille

# What the shaper needs beside the letters: blanks, joiners, and the circle below lone signs.
AROUND = {0x20, 0xA0, 0x200C, 0x200D, 0x25CC}
PICTURES = span(0x2190, 0x3300) | span(0x1F000, 0x1FFFF) | {0x200D}
PICTURES -= span(0x1F3FB, 0x1F3FF)  # tones of skin, which one colour cannot show
SCRIPTS = [  # shaped: name, characters
    ("Hebrew", span(0x591, 0x5F4) | AROUND),
    ("Arabic", span(0x600, 0x6FF) | span(0x750, 0x77F) | AROUND),
    ("Devanagari", span(0x900, 0x97F) | AROUND),
    ("Bengali", span(0x980, 0x9FE) | AROUND),
    ("Thai", span(0xE01, 0xE5B) | AROUND),
]
# Without figures, raised and lowered ones and fractions: the zero of the Go fonts has a stroke, as if it were cancelled.
USUAL = span(0x20, 0x2DFF) - span(0x30, 0x39) - {0xB2, 0xB3, 0xB9} - span(0xBC, 0xBE) - span(0x2070, 0x2089) - span(0x2150, 0x215F)
FONTS = [  # name, file, characters
    ("go-medium.ttf", GO / "Go-Medium.ttf", USUAL),
    ("go-bold.ttf", GO / "Go-Bold.ttf", USUAL),
    ("medium.ttf", "truetype/noto/NotoSans-SemiBold.ttf", LETTERS),
    ("bold.ttf", "truetype/noto/NotoSans-Bold.ttf", LETTERS),
    ("symbols.ttf", "truetype/noto/NotoSansSymbols2-Regular.ttf", SYMBOLS),
    ("signs.ttf", "truetype/noto/NotoSansSymbols-Regular.ttf", SYMBOLS),
]


def cut(name, source, wanted, shaped=False, grid=None):
    """Makes a subset of a font, which keeps the rules of its script if it is to be shaped."""
    font = TTFont(NOTO / source, recalcTimestamp=False, lazy=True)
    options = subset.Options()
    options.hinting = False
    options.name_IDs = KEPT_NAMES
    options.notdef_outline = True
    options.recalc_timestamp = False
    options.drop_tables += ["BASE", "DSIG", "MATH", "STAT"]
    if not shaped:
        options.layout_features = []
        options.drop_tables += ["GDEF", "GPOS", "GSUB"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    cutter.subset(font)
    if grid:
        scale_upem(font, grid)
    finish(font, name)


WIDE = "opentype/noto/NotoSansCJK-Regular.ttc"
JAPANESE = 0  # the font within the file whose forms are Japanese
GRID = 200  # units of an em; the original has 1000, which takes half as much again


def redraw(name, source, number, wanted):
    """Makes a subset of a font, with its outlines on a coarser grid."""
    font = TTFont(NOTO / source, fontNumber=number, lazy=True)
    characters, outlines, metrics = font.getBestCmap(), font.getGlyphSet(), font["hmtx"]
    scale = GRID / font["head"].unitsPerEm
    glyphs = {".notdef": ".notdef"}  # of the original, and what they are called here
    names = {}
    for c in sorted(wanted & characters.keys()):
        names[c] = glyphs.setdefault(characters[c], f"g{len(glyphs)}")
    programs, widths = {}, {}
    for glyph, called in glyphs.items():
        width = round(metrics[glyph][0] * scale)
        pen = T2CharStringPen(width, None)
        outlines[glyph].draw(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        programs[called], widths[called] = pen.getCharString(), (width, 0)
    made = FontBuilder(GRID, isTTF=False)
    made.setupGlyphOrder(list(glyphs.values()))
    made.setupCharacterMap(names)
    made.setupCFF("Sixfold", {}, programs, {})
    made.setupHorizontalMetrics(widths)
    made.setupHorizontalHeader(ascent=round(880 * scale), descent=round(-120 * scale))
    made.setupOS2()
    made.setupPost(keepGlyphNames=False)
    made.setupNameTable({})
    for n in KEPT_NAMES:
        made.font["name"].setName(font["name"].getDebugName(n), n, 3, 1, 0x409)
    made.updateHead(created=0, modified=0)
    made.font.recalcTimestamp = False
    finish(made.font, name)


KEPT_NAMES = [0, 13, 14]  # copyright and licence


def finish(font, name):
    """Gives a font a name of its own and writes it, compressed."""
    title = "Sixfold " + name.split(".")[0].title()
    for number, text in ((1, title), (2, "Regular"), (4, title), (6, title.replace(" ", ""))):
        font["name"].setName(text, number, 3, 1, 0x409)
    if "CFF " in font:
        font["CFF "].cff.fontNames = [title.replace(" ", "")]
    path = HERE / name
    font.save(path, reorderTables=True)
    subprocess.run(["zstd", "--ultra", "-22", "-q", "-f", "--no-check", path], check=True)
    print(f"{name}: {len(font.getBestCmap())} characters, {path.stat().st_size} bytes, {os.path.getsize(str(path) + '.zst')} compressed")
    path.unlink()


redraw("wide.otf", WIDE, JAPANESE, wide())
for row in FONTS:
    cut(*row)
for script, characters in SCRIPTS:
    for weight in "Medium", "Bold":
        name = f"{script.lower()}-{weight.lower()}.ttf"
        cut(name, f"truetype/noto/NotoSans{script}-{weight}.ttf", characters, shaped=True)
cut("emoji.ttf", EMOJI, PICTURES, shaped=True, grid=GRID)
