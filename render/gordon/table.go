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
	foldWide      = 130  // of all columns that have no room for names,
	foldHigh      = 62   // and height of all such rows
)

// table draws the products of a group, each element in a shade of its own, so that a pattern
// shows. The rows and columns that have no room for names are folded: narrow, and in shades alone.
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
	rows    int // that have room for names, but for these
	columns int
	thin    image.Point  // a cell without a name
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
	t := &tablePicture{g: g, letter: canvas.Bold(needed), product: canvas.Medium(needed), small: canvas.Medium(aside)}
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

// cut reports whether a part of the table has no room for names.
func (t *tablePicture) cut() bool { return t.rows < t.g.Order() || t.columns < t.g.Order() }

// least is how large cells must be for their names.
func (t *tablePicture) least() image.Point {
	wide := widest(t.names)*t.letter.Size + cellPad
	return image.Pt(int(max(wide, cellWide*t.letter.Size)+1), int(cellHigh*t.letter.Size))
}

// lay makes cells as large as fit.
func (t *tablePicture) lay(room image.Rectangle) {
	least, n, size := t.least(), t.g.Order(), room.Size()
	t.columns, t.cell.X, t.thin.X = fold(n, size.X, least.X, mostCellWide, foldWide)
	t.rows, t.cell.Y, t.thin.Y = fold(n, size.Y, least.Y, mostCellHigh, foldHigh)
	t.corner = image.Point{}
	used := t.at(n, n).Max
	t.corner = room.Min.Add(room.Size().Sub(used).Div(2))
}

// fold tells how many of n rows have room for names beside that of the names themselves, how high
// these are, and how high all others, for which so much is set aside if there are any.
func fold(n, room, least, most, aside int) (shown, high, thin int) {
	room -= headGap
	if shown = room/least - 1; shown >= n {
		return n, min(most, room/(n+1)), 0
	}
	for room -= headGap; ; shown-- {
		thin = max(1, aside/(n-shown))
		if high = (room - thin*(n-shown)) / (shown + 1); high >= least {
			return shown, min(most, high), thin
		}
	}
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
	left, right := along(column, t.columns, t.cell.X, t.thin.X)
	top, bottom := along(row, t.rows, t.cell.Y, t.thin.Y)
	return image.Rect(left, top, right, bottom).Add(t.corner)
}

// along is where a cell begins and ends, of which so many have names; those are a line apart.
func along(i, shown, large, thin int) (from, to int) {
	switch {
	case i == 0:
		return 0, large - 1
	case i <= shown:
		return i*large + headGap, (i+1)*large + headGap - 1
	default:
		from = (shown+1)*large + 2*headGap + (i-shown-1)*thin
		return from, from + thin
	}
}

func (t *tablePicture) paint(s render.Style) *image.Paletted {
	t.on.Bar(t.on.Rect, canvas.InkGround)
	t.heads()
	t.lines()
	for row := range t.g.Order() {
		for column := range t.g.Order() {
			c, at := t.g.Product(group.Element(row), group.Element(column)), t.at(row+1, column+1)
			if t.on.Fill(at, t.shades[c]); row < t.rows && column < t.columns {
				t.write(t.product, at, t.names[c])
			}
		}
	}
	below := engine.T("Row times column")
	if t.cut() {
		rows, columns, all := strconv.Itoa(t.rows), strconv.Itoa(t.columns), strconv.Itoa(t.g.Order())
		below = engine.T("Row times column · %s rows and %s columns of %s", rows, columns, all)
	}
	band := tableBand(t.on.Rect)
	t.on.Bar(band, canvas.InkBand)
	s.Note = "" // which is of a game
	s.Write(t.on, canvas.NewCaption(band), render.Caption{Words: engine.T("Table of %s", t.g.Label()), Below: below})
	return t.on.Paletted
}

// lines draws those between products and around all of them: large ones, folded ones, and such as
// are folded both ways.
func (t *tablePicture) lines() {
	n := t.g.Order()
	for _, rows := range [][2]int{{1, t.rows}, {t.rows + 1, n}} {
		for _, columns := range [][2]int{{1, t.columns}, {t.columns + 1, n}} {
			if rows[0] <= n && columns[0] <= n {
				t.on.Bar(image.Rectangle{t.at(rows[0], columns[0]).Min, t.at(rows[1], columns[1]).Max}.Inset(-1), canvas.InkLine)
			}
		}
	}
}

// heads names the rows and columns, and counts those that are folded.
func (t *tablePicture) heads() {
	n := t.g.Order()
	first := t.at(0, 0)
	t.on.Bar(first.Union(t.at(0, n)), canvas.InkBand)
	t.on.Bar(first.Union(t.at(n, 0)), canvas.InkBand)
	t.write(t.letter, first, "·")
	for row := range t.rows {
		t.write(t.letter, t.at(row+1, 0), t.names[row])
	}
	for column := range t.columns {
		t.write(t.letter, t.at(0, column+1), t.names[column])
	}
	if more := n - t.columns; more > 0 {
		t.count(more, t.at(0, t.columns+1).Union(t.at(0, n)))
	}
	if more := n - t.rows; more > 0 {
		t.count(more, t.at(t.rows+1, 0).Union(t.at(n, 0)))
	}
}

// count tells how many more rows or columns there are.
func (t *tablePicture) count(more int, at image.Rectangle) {
	canvas.Centred(t.on, t.small, canvas.Middle(at), "+"+strconv.Itoa(more), canvas.InkMuted)
}

// write puts a name into a cell, on whole pixels, so that equal names are equal in the file.
func (t *tablePicture) write(with *canvas.Typeface, r image.Rectangle, name string) {
	at := canvas.Middle(r)
	pen := canvas.Pt(at.X-with.Measure(name)/2, at.Y+with.CapHeight()/2)
	t.on.Text(with, canvas.At(pen.Round()), name, canvas.InkText)
}
