package canvas

import (
	"image"
	"image/draw"

	"github.com/fogleman/gg"
)

// Board is what does not change between two pictures: the skeleton of what a game keeps
// for each kind of its boards, and embeds with what else it needs to draw on one. It is
// read-only once it is painted, so that many pictures can begin with it at a time.
type Board struct {
	Look    *Look
	Palette *Palette
	Base    *image.Paletted
}

// Paint makes the base: the ground, a band of its own colour (empty: none), and what paint
// adds to them in true colour. It returns the base to write on.
func (b *Board) Paint(bounds, band image.Rectangle, paint func(*gg.Context)) Canvas {
	dc := gg.NewContext(bounds.Dx(), bounds.Dy())
	dc.SetColor(b.Look.Background)
	dc.Clear()
	draw.Draw(Drawn(dc), band, image.NewUniform(b.Look.Band), image.Point{}, draw.Src)
	paint(dc)
	b.Base = b.Palette.Convert(Drawn(dc))
	return Canvas{b.Base, b.Palette}
}

// Flat makes the base of the ground and a band alone, for boards that are drawn in inks. It
// returns the base to draw on.
func (b *Board) Flat(bounds, band image.Rectangle) Canvas {
	b.Base = image.NewPaletted(bounds, b.Palette.Model)
	on := Canvas{b.Base, b.Palette}
	on.Bar(bounds, InkGround)
	on.Bar(band, InkBand)
	return on
}

// Begin returns a copy of the base to draw a picture on.
func (b *Board) Begin() Canvas { return New(b.Base, b.Palette) }

// Boards keeps the boards of a game, those used last, by all on which a board depends. It
// is safe for concurrent use.
type Boards[K comparable, B interface{ Begin() Canvas }] struct{ Cache[K, B] }

// NewBoards keeps at most so many boards.
func NewBoards[K comparable, B interface{ Begin() Canvas }](limit int) *Boards[K, B] {
	return &Boards[K, B]{Cache[K, B]{Limit: limit}}
}

// Begin returns the board of a key, made by create if it is not kept, and a copy of its base
// to draw a picture on.
func (b *Boards[K, B]) Begin(key K, create func() B) (B, Canvas) {
	board := b.Get(key, create)
	return board, board.Begin()
}
