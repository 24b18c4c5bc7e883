package gordon

import (
	"image"
	"image/color"
	"strconv"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards keeps empty boards. It is safe for concurrent use.
type boards struct {
	*canvas.Boards[key, *board]
}

// mostBoards bounds the memory: a board takes 1 to 2 MB.
const mostBoards = 12

// key is all on which an empty board depends.
type key struct {
	look  *canvas.Look
	group string // as a group file
	right bool   // products are p·m
}

// board is the board before the opening. It is read-only.
type board struct {
	canvas.Board
	frame
	names    []string // as they are drawn
	places   lettering
	tokens   lettering
	products lettering
	turns    *canvas.Typeface // outside the ring
	asides   lettering        // likewise, for names
	rack     *canvas.Typeface // the letters M and P
	caption  *canvas.Caption
}

// Proportions of letters.
const (
	placeLetters = 0.80 // text height, in radii of a place
	placeWidth   = 1.66 // greatest width of a name in it
	tokenLetters = 0.50 // in widths of a token
	tokenWidth   = 0.88
	cellLetters  = 0.50 // in widths of a cell
	cellWidth    = 0.90
	asideLetters = 24.0 // in units of the frame
	rackLetters  = 34.0
	leastLetters = 8.0 // pixels
)

func newBoard(l *canvas.Look, p *gordon.Position) *board {
	letters := 0
	for _, name := range p.Group().Elements() {
		letters = max(letters, utf8.RuneCountInString(name))
	}
	f := newFrame(p.Group().Order(), letters)
	b := &board{
		Board: canvas.Board{Look: l, Palette: newPalette(l)}, frame: f,
		caption: canvas.NewCaption(f.band()),
		turns:   canvas.Bold(f.pixels(asideLetters)),
		rack:    canvas.Bold(f.pixels(rackLetters)),
	}
	b.names = drawnNames(p.Group(), b.caption.Legible)
	b.places = newLettering(placeLetters*b.place, placeWidth*b.place, b.names)
	b.tokens = newLettering(tokenLetters*b.token, tokenWidth*b.token, b.names)
	b.asides = newLettering(b.pixels(asideLetters), b.pixels(besideRoom), b.names)
	b.products = newLettering(cellLetters*float64(b.square), cellWidth*float64(b.square), b.names)
	b.paint(b.Flat(b.bounds, b.band()), p)
	return b
}

// drawnNames are the elements' names in letters that the fonts have; numbers stand for
// those of which nothing would be left, and for those that would be confused.
func drawnNames(g *group.Group, legible func(string) string) []string {
	names, count := g.Elements(), map[string]int{}
	for i, name := range names {
		names[i] = legible(name)
		count[names[i]]++
	}
	for i, name := range names {
		if name == "" || count[name] > 1 {
			names[i] = "#" + strconv.Itoa(i+1)
		}
	}
	return names
}

// lettering is a font at a size in which all names fit, as far as it stays legible.
type lettering struct {
	*canvas.Typeface
	width float64
}

func newLettering(size, width float64, names []string) lettering {
	for size = max(size, leastLetters); ; size *= 0.94 {
		l := lettering{canvas.Bold(size), width}
		widest := 0.0
		for _, name := range names {
			widest = max(widest, l.Measure(name))
		}
		if widest <= width || size <= leastLetters {
			return l
		}
	}
}

// write centres a name, shortened if it must be.
func (l lettering) write(on canvas.Surface, centre canvas.Point, name string, with canvas.Ink) {
	canvas.Centred(on, l.Typeface, centre, l.Fit(name, l.width), with)
}

// newPalette holds the colours of all inks, and the steps between those that meet.
func newPalette(l *canvas.Look) *canvas.Palette {
	m := canvas.NewMixture(l, canvas.InkCount, l.Cell)
	over := []canvas.Ink{
		canvas.InkText, canvas.InkMuted, canvas.InkLabel, canvas.InkNumber, canvas.InkMark, canvas.InkGreen,
		canvas.InkRed, canvas.InkBlue, canvas.InkLit, canvas.InkLine, canvas.InkCell, canvas.InkGround,
	}
	for _, under := range []color.RGBA{l.Background, l.Cell, l.Band, l.Red.Edge, l.Blue.Edge, l.Muted, l.Green} {
		for _, k := range over {
			m.Ramp(under, l.Ink(k), 8, 1)
		}
	}
	return m.Palette(canvas.MaxColours)
}

// paint draws what all positions on a group share: the places, tokens and products as
// long as none is taken.
func (b *board) paint(on canvas.Canvas, p *gordon.Position) {
	for a, name := range b.names {
		e := group.Element(a)
		at := b.at(e)
		on.Disc(at, b.place, false, canvas.Solid, canvas.InkLine)
		on.Disc(at, b.place-b.stroke(), false, canvas.Solid, canvas.InkCell)
		b.places.write(on, at, name, canvas.InkText)
		for rack := range b.rackTop {
			b.tokenTile(on, b.tile(rack, e), name)
		}
	}
	for rack, letter := range []string{"M", "P"} {
		at := canvas.Middle(b.tile(rack, 0))
		at.X = b.pixels(margin) + b.pixels(rackLabel)*0.4
		canvas.Centred(on, b.rack, at, letter, canvas.InkLabel)
	}
	if b.square > 0 {
		b.paintTable(on, p)
	}
}

// stroke is the width of thin lines.
func (b *board) stroke() float64 { return max(1.5, b.pixels(2)) }

func (b *board) tokenTile(on canvas.Canvas, r image.Rectangle, name string) {
	at, half := canvas.Middle(r), b.token/2
	on.Disc(at, half, true, canvas.Solid, canvas.InkLine)
	on.Disc(at, half-b.stroke(), true, canvas.Solid, canvas.InkCell)
	b.tokens.write(on, at, name, canvas.InkText)
}

// paintTable writes all products, with the names of rows and columns in bold frames.
func (b *board) paintTable(on canvas.Canvas, p *gordon.Position) {
	whole := image.Rectangle{b.cell(0, 0).Min, b.cell(b.order, b.order).Max}
	on.Bar(whole, canvas.InkLine)
	inner := func(r image.Rectangle) image.Rectangle { r.Max = r.Max.Sub(image.Pt(1, 1)); return r }
	sign := "m·p"
	if p.Variant() == gordon.Right {
		sign = "p·m"
	}
	on.Bar(inner(b.cell(0, 0)), canvas.InkGround)
	b.products.write(on, canvas.Middle(b.cell(0, 0)), sign, canvas.InkLabel)
	for i, name := range b.names {
		for _, r := range []image.Rectangle{b.cell(0, i+1), b.cell(i+1, 0)} {
			on.Bar(inner(r), canvas.InkGround)
			b.products.write(on, canvas.Middle(r), name, canvas.InkLabel)
		}
		for j := range b.names {
			r := b.cell(i+1, j+1)
			on.Bar(inner(r), canvas.InkCell)
			to := p.Product(group.Element(i), group.Element(j))
			b.products.write(on, canvas.Middle(r), b.names[to], canvas.InkText)
		}
	}
}
