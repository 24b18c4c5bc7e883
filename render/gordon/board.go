package gordon

import (
	"image"
	"image/color"
	"strconv"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
)

// boards keeps empty boards. It is safe for concurrent use.
type boards struct{ canvas.Cache[key, *board] }

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
	frame
	palette  *canvas.Palette
	base     *image.Paletted
	names    []string // as they are drawn
	places   lettering
	tokens   lettering
	products lettering
	turns    *canvas.Typeface // outside the ring
	asides   lettering        // likewise, for names
	rack     *canvas.Typeface // the letters M and P
	caption  canvas.Caption
}

func (b *boards) board(l *canvas.Look, p *gordon.Position) (*board, error) {
	key := key{l, string(p.Group().Grp()), p.Variant() == gordon.Right}
	return b.Get(key, func() (*board, error) { return newBoard(l, p) })
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

func newBoard(l *canvas.Look, p *gordon.Position) (*board, error) {
	f, err := canvas.LoadFonts()
	if err != nil {
		return nil, err
	}
	letters := 0
	for _, name := range p.Group().Elements() {
		letters = max(letters, utf8.RuneCountInString(name))
	}
	b := &board{frame: newFrame(p.Group().Order(), letters), palette: newPalette(l)}
	if b.caption, err = canvas.NewCaption(b.band(), f); err != nil {
		return nil, err
	}
	b.names = drawnNames(p.Group(), b.caption)
	for _, want := range []struct {
		to          *lettering
		size, width float64
	}{
		{&b.places, placeLetters * b.place, placeWidth * b.place},
		{&b.tokens, tokenLetters * b.token, tokenWidth * b.token},
		{&b.asides, b.pixels(asideLetters), b.pixels(besideRoom)},
		{&b.products, cellLetters * float64(b.square), cellWidth * float64(b.square)},
	} {
		if *want.to, err = newLettering(f, want.size, want.width, b.names); err != nil {
			return nil, err
		}
	}
	if b.turns, err = canvas.NewTypeface(f.Bold, b.pixels(asideLetters)); err != nil {
		return nil, err
	}
	if b.rack, err = canvas.NewTypeface(f.Bold, b.pixels(rackLetters)); err != nil {
		return nil, err
	}
	b.base = image.NewPaletted(b.bounds, b.palette.Model)
	b.paint(canvas.Canvas{Paletted: b.base, Palette: b.palette}, p)
	return b, nil
}

// drawnNames are the elements' names in letters that the fonts have; numbers stand for
// those of which nothing would be left, and for those that would be confused.
func drawnNames(g *group.Group, c canvas.Caption) []string {
	names, count := g.Elements(), map[string]int{}
	for i, name := range names {
		names[i] = c.Legible(name)
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

func newLettering(f canvas.Fonts, size, width float64, names []string) (l lettering, err error) {
	size = max(size, leastLetters)
	for l.width = width; ; size *= 0.94 {
		if l.Typeface, err = canvas.NewTypeface(f.Bold, size); err != nil {
			return l, err
		}
		widest := 0.0
		for _, name := range names {
			widest = max(widest, l.Measure(name))
		}
		if widest <= width || size <= leastLetters {
			return l, nil
		}
	}
}

// write centres a name, shortened if it must be.
func (l lettering) write(on canvas.Surface, centre canvas.Point, name string, with canvas.Ink) {
	canvas.Centred(on, l.Typeface, centre, l.Fit(name, l.width), with)
}

// newPalette holds the colours of all inks, and the steps between those that meet.
func newPalette(l *canvas.Look) *canvas.Palette {
	exact := []color.RGBA{l.Background, l.Band, l.Cell}
	for k := range canvas.InkCount {
		exact = append(exact, l.Ink(k))
	}
	used := map[color.RGBA]int{}
	const steps = 8
	over := []canvas.Ink{canvas.InkText, canvas.InkMuted, canvas.InkLabel, canvas.InkNumber, canvas.InkMark, canvas.InkGreen, canvas.InkRed, canvas.InkBlue, canvas.InkLit, canvas.InkLine, canvas.InkCell, canvas.InkGround}
	for _, under := range []color.RGBA{l.Background, l.Cell, l.Band, l.Red.Edge, l.Blue.Edge, l.Muted, l.Green} {
		for _, k := range over {
			for i := 1; i < steps; i++ {
				used[canvas.Mix(under, l.Ink(k), float64(i)/steps)]++
			}
		}
	}
	return canvas.NewPalette(l, quantise.MaxColours, exact, used)
}

// paint draws what all positions on a group share: the places, tokens and products as
// long as none is taken.
func (b *board) paint(on canvas.Canvas, p *gordon.Position) {
	on.Bar(b.bounds, canvas.InkGround)
	band := on.Palette.Index(b.palette.Look.Band)
	for y := b.band().Min.Y; y < b.band().Max.Y; y++ {
		row := on.Pix[on.PixOffset(0, y):on.PixOffset(b.bounds.Max.X, y)]
		for i := range row {
			row[i] = band
		}
	}
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
