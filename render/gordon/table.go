package gordon

import (
	"image"
	"image/color"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the picture of a group's table in pixels.
const (
	mostCellWide  = 190
	mostCellHigh  = 130
	cellPad       = 10.0 // beside a name
	loosePad      = 20.0 // and where not all have room in any case
	wholeSize     = 22.0 // of letters in a file beside,
	largeSize     = 16.0 // and in that of a large group
	cellWide      = 1.7  // least width of a cell, in sizes of letters
	cellHigh      = 1.1  // and least height
	wholeHigh     = 1.5  // height of a cell in a file beside
	mostShade     = 0.42 // of an element's colour in its cell
	mostShades    = 13   // more make files large, and cannot be told apart
	headGap       = 6    // between the names of rows and columns and the products
	leastContrast = 4.6  // of a name with its cell
	mostWhole     = 64   // order of a group whose whole table is a file of less than 360 KB
	overviewSide  = 240
	overviewRim   = 4 // of what is shown in large
)

// table draws the products of a group, each element in a shade of its own, so that a pattern
// shows. Of a table that has no room it draws the upper left corner, and beside it all of it in
// shades alone.
func table(g *group.Group, s render.Style) image.Image {
	t := newTablePicture(g, s.Theme.Look(), false)
	if t.cut() && g.Order() <= mostWhole {
		s.Cut(func() image.Image { return newTablePicture(g, s.Theme.Look(), true).paint(s) })
	}
	return t.paint(s)
}

// tablePicture is a picture of a table in the making.
type tablePicture struct {
	g       *group.Group
	on      canvas.Canvas
	corner  image.Point
	cell    image.Point
	rows    int // that are shown, but for the names
	columns int
	pad     float64      // beside names
	shades  []color.RGBA // by element
	names   []string
	letter  *canvas.Typeface // of the names of rows and columns, and of products
	product *canvas.Typeface
	small   *canvas.Typeface
}

// newTablePicture lays a table out. The whole of one that has no room takes as large a picture as
// it needs, in smaller letters.
func newTablePicture(g *group.Group, l *canvas.Look, whole bool) *tablePicture {
	box := image.Rect(0, 0, width, height)
	t := &tablePicture{g: g, pad: cellPad, letter: canvas.Bold(needed), product: canvas.Medium(needed), small: canvas.Medium(aside)}
	t.names = drawnNames(g, t.letter.Legible)
	if t.lay(tableRoom(box)); t.cut() && whole {
		size := wholeSize
		if g.Order() > labelledGroup {
			size = largeSize
		}
		t.letter, t.product = canvas.Bold(size), canvas.Medium(size)
		cell := t.least()
		cell.Y = int(wholeHigh * t.letter.Size)
		box = image.Rectangle{Max: cell.Mul(g.Order() + 1).Add(image.Pt(2*margin+headGap, 2*margin+headGap+canvas.CaptionHeight(width)))}
		t.lay(tableRoom(box))
	} else if t.cut() {
		room := tableRoom(box)
		room.Max.X -= overviewSide + margin
		t.pad = loosePad
		t.lay(room)
	}
	if t.shades = shadesOf(l, g.Order(), l.Text); whole && g.Order() > labelledGroup {
		t.shades = identityShades(l, g)
	}
	p := tablePalette(l, t.shades)
	t.on = canvas.Canvas{Paletted: image.NewPaletted(box, p.Model), Palette: p}
	return t
}

// tableRoom is where a table may lie in a picture: above the caption.
func tableRoom(picture image.Rectangle) image.Rectangle {
	picture.Max.Y = tableBand(picture).Min.Y
	return picture.Inset(margin)
}

// tableBand is the caption, which is as high as those of all pictures even where a file is wider.
func tableBand(picture image.Rectangle) image.Rectangle {
	picture.Min.Y = picture.Max.Y - canvas.CaptionHeight(width)
	return picture
}

// cut reports whether a part of the table has no room.
func (t *tablePicture) cut() bool { return t.rows < t.g.Order() || t.columns < t.g.Order() }

// least is how large cells must be for their names.
func (t *tablePicture) least() image.Point {
	wide := widest(t.names)*t.letter.Size + t.pad
	return image.Pt(int(max(wide, cellWide*t.letter.Size)+1), int(cellHigh*t.letter.Size))
}

// lay makes cells as large as fit.
func (t *tablePicture) lay(room image.Rectangle) {
	least, n := t.least(), t.g.Order()
	size := room.Size().Sub(image.Pt(headGap, headGap))
	t.columns, t.rows = min(n, size.X/least.X-1), min(n, size.Y/least.Y-1)
	t.cell = image.Pt(min(mostCellWide, size.X/(t.columns+1)), min(mostCellHigh, size.Y/(t.rows+1)))
	used := image.Pt(t.cell.X*(t.columns+1)+headGap, t.cell.Y*(t.rows+1)+headGap)
	t.corner = room.Min.Add(room.Size().Sub(used).Div(2))
}

// shadesOf go from the one side's colour over that of the ground to the other's, as strong as
// names in an ink can be read on them.
func shadesOf(l *canvas.Look, order int, ink color.RGBA) []color.RGBA {
	ground := l.Cell
	if canvas.Contrast(l.Background, ink) > canvas.Contrast(ground, ink) {
		ground = l.Background
	}
	share := mostShade
	for _, side := range []color.RGBA{l.Red.Edge, l.Blue.Edge} {
		for share > 0 && canvas.Contrast(canvas.Mix(ground, side, share), ink) < leastContrast {
			share -= 0.01
		}
	}
	shades, steps := make([]color.RGBA, order), min(order, mostShades)
	for a := range shades {
		side, at := l.Blue.Edge, 2*float64(a*(steps-1)/max(order-1, 1))/float64(max(steps-1, 1))-1
		if at < 0 {
			side, at = l.Red.Edge, -at
		}
		shades[a] = canvas.Mix(ground, side, at*share)
	}
	return shades
}

// identityShades has one shade for the identity and another for all other elements: in the file of
// a large group, where more would make it huge, inverses are still seen.
func identityShades(l *canvas.Look, g *group.Group) []color.RGBA {
	shades := slices.Repeat([]color.RGBA{l.Cell}, g.Order())
	shades[g.Identity()] = shadesOf(l, g.Order(), l.Text)[0]
	return shades
}

func tablePalette(l *canvas.Look, shades []color.RGBA) *canvas.Palette {
	m := canvas.NewMixture(l, 0, l.Line, l.Text, l.Muted)
	const steps = 3
	for _, shade := range shades {
		m.Exact(shade)
		m.Ramp(shade, l.Text, steps, 1)
	}
	for _, ground := range []color.RGBA{l.Background, l.Band} {
		m.Ramp(ground, l.Text, 2*steps, len(shades))
		m.Ramp(ground, l.Muted, steps, len(shades))
	}
	return m.Palette(canvas.MaxColours)
}

// at is a cell; row and column 0 hold the names, elements begin at 1.
func (t *tablePicture) at(row, column int) image.Rectangle {
	from := t.corner.Add(image.Pt(column*t.cell.X, row*t.cell.Y))
	if column > 0 {
		from.X += headGap
	}
	if row > 0 {
		from.Y += headGap
	}
	return image.Rectangle{from, from.Add(t.cell).Sub(image.Pt(1, 1))}
}

func (t *tablePicture) paint(s render.Style) *image.Paletted {
	t.on.Bar(t.on.Rect, canvas.InkGround)
	t.on.Bar(image.Rectangle{t.at(1, 1).Min, t.at(t.rows, t.columns).Max}, canvas.InkLine)
	heads := []image.Rectangle{{t.at(0, 0).Min, t.at(0, t.columns).Max}, {t.at(0, 0).Min, t.at(t.rows, 0).Max}}
	for _, head := range heads {
		t.on.Bar(head, canvas.InkBand)
	}
	t.write(t.letter, t.at(0, 0), "·")
	for row := range t.rows {
		t.write(t.letter, t.at(row+1, 0), t.names[row])
		for column := range t.columns {
			c := t.g.Product(group.Element(row), group.Element(column))
			t.on.Fill(t.at(row+1, column+1), t.shades[c])
			t.write(t.product, t.at(row+1, column+1), t.names[c])
		}
	}
	for column := range t.columns {
		t.write(t.letter, t.at(0, column+1), t.names[column])
	}
	below := engine.T("Row times column")
	if t.cut() {
		t.overview(s)
		rows, columns, all := strconv.Itoa(t.rows), strconv.Itoa(t.columns), strconv.Itoa(t.g.Order())
		below = engine.T("Row times column · %s rows and %s columns of %s", rows, columns, all)
	}
	band := tableBand(t.on.Rect)
	t.on.Bar(band, canvas.InkBand)
	s.Note = "" // which is of a game
	s.Write(t.on, canvas.NewCaption(band), render.Caption{Words: engine.T("Table of %s", t.g.Label()), Below: below})
	return t.on.Paletted
}

// overviewBox is where the whole table lies in shades alone.
func (t *tablePicture) overviewBox() image.Rectangle {
	room, n := tableRoom(t.on.Rect), t.g.Order()
	side := max(1, overviewSide/n) * n
	from := image.Pt(room.Max.X-(overviewSide+side)/2, canvas.Middle(room).Round().Y-side/2)
	return image.Rectangle{from, from.Add(image.Pt(side, side))}
}

// overview draws the whole table in shades alone, with a frame around what is shown in large.
func (t *tablePicture) overview(s render.Style) {
	box, n := t.overviewBox(), t.g.Order()
	unit := box.Dx() / n
	for row := range n {
		for column := range n {
			from := box.Min.Add(image.Pt(column, row).Mul(unit))
			c := t.g.Product(group.Element(row), group.Element(column))
			t.on.Fill(image.Rectangle{from, from.Add(image.Pt(unit, unit))}, t.shades[c])
		}
	}
	shown := image.Rectangle{box.Min, box.Min.Add(image.Pt(t.columns, t.rows).Mul(unit))}
	t.on.Frame(shown.Inset(-overviewRim), overviewRim, canvas.InkText)
	said := t.small.Fit(s.Words(engine.T("All of it")), overviewSide)
	canvas.Centred(t.on, t.small, canvas.Pt(canvas.Middle(box).X, float64(box.Min.Y)-aside), said, canvas.InkMuted)
}

// write puts a name into a cell, on whole pixels, so that equal names are equal in the file.
func (t *tablePicture) write(with *canvas.Typeface, r image.Rectangle, name string) {
	at := canvas.Middle(r)
	pen := canvas.Pt(at.X-with.Measure(name)/2, at.Y+with.CapHeight()/2)
	t.on.Text(with, canvas.At(pen.Round()), name, canvas.InkText)
}
