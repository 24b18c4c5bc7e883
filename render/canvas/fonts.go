package canvas

import (
	"bytes"
	"embed"
	"fmt"
	"sync"

	ruled "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/image/font/sfnt"
)

// fallback is a font of a chain.
type fallback struct {
	// open parses the font once. It is safe for concurrent use.
	open func() opened
	// mayHave reports, without opening the font, whether it can have a letter.
	mayHave func(rune) bool
	// bolder is how much the strokes are widened, in ems, to match the weight of the first font.
	bolder float64
	// raised is how much letters are moved up, in ems, to take the same room as those of Latin.
	raised float64
}

// opened is a font that was read.
type opened struct {
	*sfnt.Font
	rules *harfbuzz.Font // by which its letters are put together; nil if each is drawn by itself
}

// The fonts of a weight, in the order in which they are tried.
var (
	mediumFonts = fonts("medium", 0.012, 0)
	boldFonts   = fonts("bold", 0.035, 0.02)
)

func fonts(weight string, ofWide, ofSigns float64) []fallback {
	chain := []fallback{
		{open: plain("go-" + weight + ".ttf"), mayHave: isLetter},
		{open: plain(weight + ".ttf"), mayHave: isLetter},
	}
	for _, s := range scripts {
		in := func(r rune) bool { return r >= s.first && r <= s.last }
		chain = append(chain, fallback{open: shaped(s.name + "-" + weight + ".ttf"), mayHave: in, raised: s.raised})
	}
	return append(chain,
		fallback{open: wide, mayHave: isWide, bolder: ofWide},
		fallback{open: symbols, mayHave: isSymbol, bolder: ofSigns},
		fallback{open: signs, mayHave: isSymbol, bolder: ofSigns},
		fallback{open: emoji, mayHave: isEmoji, bolder: ofSigns},
	)
}

// scripts are those whose letters depend on their neighbours, or that run from right to left.
var scripts = []struct {
	name        string
	first, last rune
	raised      float64 // ems
}{
	{"hebrew", 0x590, 0x5ff, 0},
	{"arabic", 0x600, 0x77f, 0.09},
	{"devanagari", 0x900, 0x97f, 0.05},
	{"bengali", 0x980, 0x9ff, 0.05},
	{"thai", 0xe00, 0xe7f, 0},
}

//go:embed fonts/*.zst
var files embed.FS

var (
	wide    = plain("wide.otf")
	symbols = plain("symbols.ttf")
	signs   = plain("signs.ttf")
	emoji   = shaped("emoji.ttf")
)

// Ranges of letters per font, so that large fonts are unpacked only when needed.

func isLetter(r rune) bool {
	return r < 0x590 || r >= 0x1d00 && r < 0x2e80 || r >= 0xa700 && r < 0xac00
}
func isSymbol(r rune) bool { return r >= 0x2000 && r < 0x2e80 || r >= 0x4dc0 && r < 0x4e00 }
func isWide(r rune) bool {
	return r >= 0x2e80 && r < 0x1f000 && !isSymbol(r) || r >= 0x20000
}
func isEmoji(r rune) bool { return r >= 0x2000 && r < 0x3300 || r >= 0x1f000 && r < 0x20000 }

func plain(name string) func() opened {
	return sync.OnceValue(func() opened { return opened{Font: must(sfnt.Parse(unpack(name)))} })
}

// shaped opens a font together with the rules of its script.
func shaped(name string) func() opened {
	return sync.OnceValue(func() opened {
		data := unpack(name)
		return opened{must(sfnt.Parse(data)), harfbuzz.NewFont(must(ruled.ParseTTF(bytes.NewReader(data))))}
	})
}

func unpack(name string) []byte {
	packed := must(files.ReadFile("fonts/" + name + ".zst"))
	d := must(zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))) // a single goroutine, which ends with the call
	defer d.Close()
	return must(d.DecodeAll(packed, nil))
}

// must panics if a font cannot be read: the fonts are part of the program.
func must[T any](read T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("canvas: read an embedded font: %v", err))
	}
	return read
}
