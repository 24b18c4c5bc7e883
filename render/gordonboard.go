package render

import (
	"image"
	"image/color"
	"strconv"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// gordonBoards keeps empty boards. It is safe for concurrent use.
type gordonBoards struct{ cache[gordonKey, *gordonBoard] }

// mostGordonBoards bounds the memory: a board takes 1 to 2 MB.
const mostGordonBoards = 12

// gordonKey is all on which an empty board depends.
type gordonKey struct {
	look  *look
	group string // as a group file
	right bool   // products are p·m
}

// gordonBoard is the board before the opening. It is read-only.
type gordonBoard struct {
	gordonFrame
	palette  *palette
	base     *image.Paletted
	names    []string // as they are drawn
	places   lettering
	tokens   lettering
	products lettering
	turns    *typeface // outside the ring
	asides   lettering // likewise, for names
	rack     *typeface // the letters M and P
	caption  caption
}

func (b *gordonBoards) board(l *look, p *gordon.Position) (*gordonBoard, error) {
	key := gordonKey{l, string(p.Group().Grp()), p.Variant() == gordon.Right}
	return b.get(key, func() (*gordonBoard, error) { return newGordonBoard(l, p) })
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

func newGordonBoard(l *look, p *gordon.Position) (*gordonBoard, error) {
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	letters := 0
	for _, name := range p.Group().Elements() {
		letters = max(letters, utf8.RuneCountInString(name))
	}
	b := &gordonBoard{gordonFrame: newGordonFrame(p.Group().Order(), letters), palette: gordonPalette(l)}
	if b.caption, err = newCaption(b.band(), f); err != nil {
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
	if b.turns, err = newTypeface(f.bold, b.pixels(asideLetters)); err != nil {
		return nil, err
	}
	if b.rack, err = newTypeface(f.bold, b.pixels(rackLetters)); err != nil {
		return nil, err
	}
	b.base = image.NewPaletted(b.bounds, b.palette.model)
	b.paint(canvas{b.base, b.palette}, p)
	return b, nil
}

// drawnNames are the elements' names in letters that the fonts have; numbers stand for
// those of which nothing would be left, and for those that would be confused.
func drawnNames(g *group.Group, c caption) []string {
	names, count := g.Elements(), map[string]int{}
	for i, name := range names {
		names[i] = c.legible(name)
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
	*typeface
	width float64
}

func newLettering(f fonts, size, width float64, names []string) (l lettering, err error) {
	size = max(size, leastLetters)
	for l.width = width; ; size *= 0.94 {
		if l.typeface, err = newTypeface(f.bold, size); err != nil {
			return l, err
		}
		widest := 0.0
		for _, name := range names {
			widest = max(widest, l.measure(name))
		}
		if widest <= width || size <= leastLetters {
			return l, nil
		}
	}
}

// write centres a name, shortened if it must be.
func (l lettering) write(on surface, centre vertex, name string, with ink) {
	centred(on, l.typeface, centre, l.fit(name, l.width), with)
}

// gordonPalette holds the colours of all inks, and the steps between those that meet.
func gordonPalette(l *look) *palette {
	exact := []color.RGBA{l.background, l.band, l.cell}
	for k := range inkCount {
		exact = append(exact, l.ink(k))
	}
	used := map[color.RGBA]int{}
	const steps = 8
	over := []ink{inkText, inkMuted, inkLabel, inkNumber, inkMark, inkGreen, inkRed, inkBlue, inkLit, inkLine, inkCell, inkGround}
	for _, under := range []color.RGBA{l.background, l.cell, l.band, l.red.edge, l.blue.edge, l.muted, l.green} {
		for _, k := range over {
			for i := 1; i < steps; i++ {
				used[mix(under, l.ink(k), float64(i)/steps)]++
			}
		}
	}
	return newPalette(l, maxColours, exact, used)
}

// paint draws what all positions on a group share: the places, tokens and products as
// long as none is taken.
func (b *gordonBoard) paint(on canvas, p *gordon.Position) {
	on.bar(b.bounds, inkGround)
	band := on.palette.index(b.palette.look.band)
	for y := b.band().Min.Y; y < b.band().Max.Y; y++ {
		row := on.Pix[on.PixOffset(0, y):on.PixOffset(b.bounds.Max.X, y)]
		for i := range row {
			row[i] = band
		}
	}
	for a, name := range b.names {
		e := group.Element(a)
		at := b.at(e)
		on.disc(at, b.place, false, solid, inkLine)
		on.disc(at, b.place-b.stroke(), false, solid, inkCell)
		b.places.write(on, at, name, inkText)
		for rack := range b.rackTop {
			b.tokenTile(on, b.tile(rack, e), name)
		}
	}
	for rack, letter := range []string{"M", "P"} {
		at := middle(b.tile(rack, 0))
		at.x = b.pixels(gordonMargin) + b.pixels(rackLabel)*0.4
		centred(on, b.rack, at, letter, inkLabel)
	}
	if b.square > 0 {
		b.paintTable(on, p)
	}
}

// stroke is the width of thin lines.
func (b *gordonBoard) stroke() float64 { return max(1.5, b.pixels(2)) }

func (b *gordonBoard) tokenTile(on canvas, r image.Rectangle, name string) {
	at, half := middle(r), b.token/2
	on.disc(at, half, true, solid, inkLine)
	on.disc(at, half-b.stroke(), true, solid, inkCell)
	b.tokens.write(on, at, name, inkText)
}

// paintTable writes all products, with the names of rows and columns in bold frames.
func (b *gordonBoard) paintTable(on canvas, p *gordon.Position) {
	whole := image.Rectangle{b.cell(0, 0).Min, b.cell(b.order, b.order).Max}
	on.bar(whole, inkLine)
	inner := func(r image.Rectangle) image.Rectangle { r.Max = r.Max.Sub(image.Pt(1, 1)); return r }
	sign := "m·p"
	if p.Variant() == gordon.Right {
		sign = "p·m"
	}
	on.bar(inner(b.cell(0, 0)), inkGround)
	b.products.write(on, middle(b.cell(0, 0)), sign, inkLabel)
	for i, name := range b.names {
		for _, r := range []image.Rectangle{b.cell(0, i+1), b.cell(i+1, 0)} {
			on.bar(inner(r), inkGround)
			b.products.write(on, middle(r), name, inkLabel)
		}
		for j := range b.names {
			r := b.cell(i+1, j+1)
			on.bar(inner(r), inkCell)
			to := p.Product(group.Element(i), group.Element(j))
			b.products.write(on, middle(r), b.names[to], inkText)
		}
	}
}
