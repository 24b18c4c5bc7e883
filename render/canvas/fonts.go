package canvas

import (
	_ "embed" // the fonts
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
)

// fallback is a font of a chain.
type fallback struct {
	// Open reads the font, once. It is safe for concurrent use.
	Open func() *opentype.Font
	// May tells without opening the font whether it is worth a look for a letter.
	May func(rune) bool
	// Bolder is by how many ems the strokes of the font are to be widened, to be as bold as
	// those of the first.
	Bolder float64
}

// mediumFonts lists the fonts for words of medium weight, the first to be tried first.
func mediumFonts() []fallback {
	return []fallback{
		{Open: goMedium, May: anything},
		{Open: letters, May: isLetter, Bolder: 0.022},
		{Open: wide, May: isWide, Bolder: 0.012},
		{Open: symbols, May: isSymbol},
		{Open: signs, May: isSymbol},
	}
}

// boldFonts lists the fonts for bold words, the first to be tried first.
func boldFonts() []fallback {
	return []fallback{
		{Open: goBold, May: anything},
		{Open: boldLetters, May: isLetter},
		{Open: wide, May: isWide, Bolder: 0.035},
		{Open: symbols, May: isSymbol, Bolder: 0.02},
		{Open: signs, May: isSymbol, Bolder: 0.02},
	}
}

//go:embed fonts/medium.ttf.zst
var mediumFile []byte

//go:embed fonts/bold.ttf.zst
var boldFile []byte

//go:embed fonts/wide.otf.zst
var wideFile []byte

//go:embed fonts/symbols.ttf.zst
var symbolsFile []byte

//go:embed fonts/signs.ttf.zst
var signsFile []byte

var (
	goMedium    = sync.OnceValue(func() *opentype.Font { return parse(gomedium.TTF) })
	goBold      = sync.OnceValue(func() *opentype.Font { return parse(gobold.TTF) })
	letters     = sync.OnceValue(func() *opentype.Font { return unpack(mediumFile) })
	boldLetters = sync.OnceValue(func() *opentype.Font { return unpack(boldFile) })
	wide        = sync.OnceValue(func() *opentype.Font { return unpack(wideFile) })
	symbols     = sync.OnceValue(func() *opentype.Font { return unpack(symbolsFile) })
	signs       = sync.OnceValue(func() *opentype.Font { return unpack(signsFile) })
)

// What each font is asked for, so that the large ones are left packed as long as possible.

func anything(rune) bool   { return true }
func isLetter(r rune) bool { return r < 0x2e80 || r >= 0xa700 && r < 0xac00 }
func isSymbol(r rune) bool { return r >= 0x2000 && r < 0x2e80 || r >= 0x4dc0 && r < 0x4e00 }
func isWide(r rune) bool   { return r >= 0x2e80 && r < 0x1f000 && !isSymbol(r) || r >= 0x20000 }

// That the fonts can be read is as sure as that the program compiles: they are part of it.

func unpack(packed []byte) *opentype.Font {
	// One goroutine, and none that stays.
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(fmt.Sprintf("canvas: make a reader: %v", err))
	}
	defer d.Close()
	data, err := d.DecodeAll(packed, nil)
	if err != nil {
		panic(fmt.Sprintf("canvas: unpack an embedded font: %v", err))
	}
	return parse(data)
}

func parse(data []byte) *opentype.Font {
	f, err := opentype.Parse(data)
	if err != nil {
		panic(fmt.Sprintf("canvas: parse an embedded font: %v", err))
	}
	return f
}
