package gordon

import (
	"image"
	"image/color"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the picture of a group's table in pixels.
const (
	largestCell   = 34   // of a heat map,
	mapShare      = 0.42 // and its largest share of the width
	mostCellWide  = 190
	mostCellHigh  = 130
	cellPad       = 10.0 // beside a name
	largestLetter = 40.0 // text size
	wholeSize     = 22.0 // in an attached file,
	largeSize     = 16.0 // and in that of a large group
	manyNames     = 24   // order of a large group
	cellWide      = 1.7  // least width of a cell, in text sizes
	cellHigh      = 1.1  // least height of a cell, in text sizes
	wholeHigh     = 1.5  // height of a cell in an attached file
	mostShade     = 0.42 // maximum share of an element's colour in a cell with its name,
	mostHeat      = 0.85 // and in one without
	mostShades    = 13   // more make large files and cannot be told apart
	headGap       = 6    // between the names of rows and columns and the products
	leastContrast = 4.6  // of a name to its cell
	mostWhole     = 64   // order of a group whose whole table is a file of less than 360 KB
)

// table draws the products of a group, with a shade per element that makes patterns visible. Where
// not all names have room, the whole table is a heat map, and its corner, with names, stands beside
// it; the whole with all names is a file.
func table(g *group.Group, s render.Style) *image.Paletted {
	t := newTablePicture(g, s.Theme.Look(), false)
	if t.cut() && g.Order() <= mostWhole {
		s.Cut(func() *image.Paletted { return newTablePicture(g, s.Theme.Look(), true).paint(s) })
	}
	return t.paint(s)
}

type tablePicture struct {
	g       *group.Group
	on      canvas.Canvas
	corner  image.Point // of the cells with names
	cell    image.Point
	rows    int // with names, not counting the headings
	columns int
	heat    image.Rectangle // the heat map; empty if all have names
	shades  []color.RGBA    // by element
	heats   []color.RGBA    // in the heat map
	names   []string
	letter  *canvas.Typeface // of headings
	product *canvas.Typeface
}

// newTablePicture lays out a table. A whole table that does not fit takes as large a picture as it
// needs, in smaller text.
func newTablePicture(g *group.Group, l *canvas.Look, whole bool) *tablePicture {
	box := canvas.Whole
	t := &tablePicture{g: g, names: drawnNames(g, canvas.Bold(canvas.LeastText).Legible)}
	t.heats, t.shades = shadesOf(l, g.Order(), mostHeat, l.Cell), shadesOf(l, g.Order(), mostShade, l.Text)
	t.write(largestLetter)
	for size := largestLetter; t.lay(tableRoom(box)) && size > canvas.LeastText; size-- {
		t.write(size - 1)
	}
	switch {
	case t.cut() && whole:
		size := wholeSize
		if g.Order() > manyNames {
			size, t.shades = largeSize, identityShades(l, g)
		}
		t.write(size)
		cell := t.least()
		cell.Y = int(wholeHigh * size)
		box = image.Rectangle{Max: cell.Mul(g.Order() + 1).Add(image.Pt(2*margin+headGap, 2*margin+headGap+canvas.CaptionHeight))}
		t.lay(tableRoom(box))
	case t.cut():
		room := tableRoom(box)
		n := g.Order()
		side := n * min(largestCell, int(mapShare*float64(room.Dx()))/n)
		t.heat = image.Rect(0, 0, side, side).Add(image.Pt(room.Min.X, room.Min.Y+(room.Dy()-side)/2))
		room.Min.X = t.heat.Max.X + 2*margin
		t.lay(room)
	}
	t.on = canvas.Blank(box, tablePalette(l, t.shades, t.heats))
	return t
}

// write sets the size of text.
func (t *tablePicture) write(size float64) {
	t.letter, t.product = canvas.Bold(size), canvas.Medium(size)
}

// tableRoom is the area of a table in a picture, above the caption.
func tableRoom(picture image.Rectangle) image.Rectangle {
	picture.Max.Y = canvas.Foot(picture).Min.Y
	return picture.Inset(margin)
}

// cut reports whether some rows or columns have no names.
func (t *tablePicture) cut() bool { return t.rows < t.g.Order() || t.columns < t.g.Order() }

// least is the least size of cells with names.
func (t *tablePicture) least() image.Point {
	wide := widest(t.names)*t.letter.Size + cellPad
	return image.Pt(int(max(wide, cellWide*t.letter.Size)+1), int(cellHigh*t.letter.Size))
}

// lay places as many rows and columns as have room for names, and reports whether some have none.
func (t *tablePicture) lay(room image.Rectangle) bool {
	least, n, size := t.least(), t.g.Order(), room.Size().Sub(image.Pt(headGap, headGap))
	t.columns, t.rows = min(n, size.X/least.X-1), min(n, size.Y/least.Y-1)
	t.cell = image.Pt(min(mostCellWide, size.X/(t.columns+1)), min(mostCellHigh, size.Y/(t.rows+1)))
	t.corner = image.Point{}
	t.corner = room.Min.Add(room.Size().Sub(t.at(t.rows, t.columns).Max).Div(2))
	return t.cut()
}

// shadesOf returns shades from one side's colour over the background to the other's: up to a share of
// these, and as strong as the contrast of an ink on them allows, unless it is that of cells.
func shadesOf(l *canvas.Look, order int, share float64, ink color.RGBA) []color.RGBA {
	ground, written := l.Cell, ink != l.Cell
	if written && canvas.Contrast(l.Background, ink) > canvas.Contrast(ground, ink) {
		ground = l.Background
	}
	for _, side := range []color.RGBA{l.Red.Base, l.Blue.Base} {
		for written && share > 0 && canvas.Contrast(canvas.Mix(ground, side, share), ink) < leastContrast {
			share -= 0.01
		}
	}
	shades, steps := make([]color.RGBA, order), min(order, mostShades)
	for a := range shades {
		side, at := l.Blue.Base, 2*float64(a*(steps-1)/max(order-1, 1))/float64(max(steps-1, 1))-1
		if at < 0 {
			side, at = l.Red.Base, -at
		}
		shades[a] = canvas.Mix(ground, side, at*share)
	}
	return shades
}

// identityShades has one shade for the identity and one for all other elements. It keeps the file
// of a large group small and still shows inverses.
func identityShades(l *canvas.Look, g *group.Group) []color.RGBA {
	shades := slices.Repeat([]color.RGBA{l.Cell}, g.Order())
	shades[g.Identity()] = shadesOf(l, g.Order(), mostShade, l.Text)[0]
	return shades
}

func tablePalette(l *canvas.Look, shades, heats []color.RGBA) *canvas.Palette {
	m := canvas.NewMixture(l, 0, l.Line, l.Text, l.Muted)
	const steps = 3
	m.Exact(heats...)
	for _, shade := range shades {
		m.Exact(shade)
		m.Ramps(shade, steps, 1, l.Text)
	}
	for _, ground := range []color.RGBA{l.Background, l.Band} {
		m.Ramps(ground, 2*steps, len(shades), l.Text)
		m.Ramps(ground, steps, len(shades), l.Muted)
	}
	return m.Palette(canvas.MaxColours)
}

// at is the box of a cell with a name. Row and column 0 are the headings, elements begin at 1.
func (t *tablePicture) at(row, column int) image.Rectangle {
	at := image.Pt(column*t.cell.X+min(column, 1)*headGap, row*t.cell.Y+min(row, 1)*headGap)
	return image.Rectangle{at, at.Add(t.cell).Sub(image.Pt(1, 1))}.Add(t.corner)
}

// heatAt is the box of a product in the heat map; both elements begin at 0.
func (t *tablePicture) heatAt(row, column int) image.Rectangle {
	side := t.heat.Dx() / t.g.Order()
	return image.Rect(0, 0, side, side).Add(t.heat.Min).Add(image.Pt(column*side, row*side))
}

func (t *tablePicture) paint(s render.Style) *image.Paletted {
	t.heads()
	t.on.Bar(image.Rectangle{t.at(1, 1).Min, t.at(t.rows, t.columns).Max}.Inset(-1), canvas.InkLine)
	t.on.Bar(t.heat.Inset(-1), canvas.InkLine)
	for row := range t.g.Order() {
		for column := range t.g.Order() {
			c := t.g.Product(group.Element(row), group.Element(column))
			if !t.heat.Empty() {
				t.on.Fill(t.heatAt(row, column), t.heats[c])
			}
			if row < t.rows && column < t.columns {
				t.on.Fill(t.at(row+1, column+1), t.shades[c])
				t.name(t.product, t.at(row+1, column+1), t.names[c])
			}
		}
	}
	below := engine.T("Row times column")
	if !t.heat.Empty() {
		t.on.Frame(t.heatAt(0, 0).Union(t.heatAt(t.rows-1, t.columns-1)).Inset(-2), 4, canvas.InkText)
		below = engine.T("Row times column · the framed corner with names")
	}
	s.Foot(t.on, render.Caption{Words: engine.T("Table of %s", t.g.Label()), Below: below})
	return t.on.Paletted
}

// heads writes the headings.
func (t *tablePicture) heads() {
	first := t.at(0, 0)
	t.on.Bar(first.Union(t.at(0, t.columns)), canvas.InkBand)
	t.on.Bar(first.Union(t.at(t.rows, 0)), canvas.InkBand)
	t.name(t.letter, first, "·")
	for row := range t.rows {
		t.name(t.letter, t.at(row+1, 0), t.names[row])
	}
	for column := range t.columns {
		t.name(t.letter, t.at(0, column+1), t.names[column])
	}
}

// name writes a name into a cell, aligned to whole pixels so that equal names compress well.
func (t *tablePicture) name(with *canvas.Typeface, r image.Rectangle, name string) {
	at := canvas.Middle(r)
	pen := canvas.Pt(at.X-with.Measure(name)/2, at.Y+with.CapHeight()/2)
	t.on.Text(with, canvas.At(pen.Round()), name, canvas.InkText)
}
