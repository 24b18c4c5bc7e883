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
	wholeSize     = 22.0 // text size in an attached file,
	largeSize     = 16.0 // and in that of a large group
	cellWide      = 1.7  // least width of a cell, in text sizes
	cellHigh      = 1.1  // least height of a cell, in text sizes
	wholeHigh     = 1.5  // height of a cell in an attached file
	mostShade     = 0.42 // maximum share of an element's colour in its cell
	mostShades    = 13   // more make large files and cannot be told apart
	headGap       = 6    // between the names of rows and columns and the products
	leastContrast = 4.6  // of a name to its cell
	mostWhole     = 64   // order of a group whose whole table is a file of less than 360 KB
	foldWide      = 130  // total width of all columns without names
	foldHigh      = 62   // total height of all rows without names
)

// table draws the products of a group, with a shade per element that makes patterns visible. Rows
// and columns without room for names are folded: they are narrow, and only have shades.
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
	corner  image.Point
	cell    image.Point
	rows    int // with names, not counting the headings
	columns int
	thin    image.Point  // size of a cell without a name
	shades  []color.RGBA // by element
	names   []string
	letter  *canvas.Typeface // of headings
	product *canvas.Typeface
	small   *canvas.Typeface
}

// newTablePicture lays out a table. A whole table that does not fit takes as large a picture as it
// needs, in smaller text.
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
		box = image.Rectangle{Max: cell.Mul(g.Order() + 1).Add(image.Pt(2*margin+headGap, 2*margin+headGap+canvas.CaptionHeight))}
		t.lay(tableRoom(box))
	}
	if t.shades = shadesOf(l, g.Order(), l.Text); whole && g.Order() > labelledGroup {
		t.shades = identityShades(l, g)
	}
	t.on = canvas.Blank(box, tablePalette(l, t.shades))
	return t
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

func (t *tablePicture) lay(room image.Rectangle) {
	least, n, size := t.least(), t.g.Order(), room.Size()
	t.columns, t.cell.X, t.thin.X = fold(n, size.X, least.X, mostCellWide, foldWide)
	t.rows, t.cell.Y, t.thin.Y = fold(n, size.Y, least.Y, mostCellHigh, foldHigh)
	t.corner = image.Point{}
	used := t.at(n, n).Max
	t.corner = room.Min.Add(room.Size().Sub(used).Div(2))
}

// fold returns how many of n rows can have names, beside the headings, the height of these rows,
// and the height of all others, which share aside pixels.
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

// shadesOf returns shades from one side's colour over the background to the other's, as strong as
// the contrast of names in an ink allows.
func shadesOf(l *canvas.Look, order int, ink color.RGBA) []color.RGBA {
	ground := l.Cell
	if canvas.Contrast(l.Background, ink) > canvas.Contrast(ground, ink) {
		ground = l.Background
	}
	share := mostShade
	for _, side := range []color.RGBA{l.Red.Base, l.Blue.Base} {
		for share > 0 && canvas.Contrast(canvas.Mix(ground, side, share), ink) < leastContrast {
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
	shades[g.Identity()] = shadesOf(l, g.Order(), l.Text)[0]
	return shades
}

func tablePalette(l *canvas.Look, shades []color.RGBA) *canvas.Palette {
	m := canvas.NewMixture(l, 0, l.Line, l.Text, l.Muted)
	const steps = 3
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

// at is the box of a cell. Row and column 0 are the headings, elements begin at 1.
func (t *tablePicture) at(row, column int) image.Rectangle {
	left, right := along(column, t.columns, t.cell.X, t.thin.X)
	top, bottom := along(row, t.rows, t.cell.Y, t.thin.Y)
	return image.Rect(left, top, right, bottom).Add(t.corner)
}

// along returns where a cell begins and ends. A line separates the cells with names from the
// others.
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
	s.Foot(t.on, render.Caption{Words: engine.T("Table of %s", t.g.Label()), Below: below})
	return t.on.Paletted
}

// lines draws the lines around and between products, for named, folded and doubly folded cells.
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

// heads writes the headings, and the number of folded rows and columns.
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

func (t *tablePicture) count(more int, at image.Rectangle) {
	canvas.Centred(t.on, t.small, canvas.Middle(at), "+"+strconv.Itoa(more), canvas.InkMuted)
}

// write writes a name into a cell, aligned to whole pixels so that equal names compress well.
func (t *tablePicture) write(with *canvas.Typeface, r image.Rectangle, name string) {
	at := canvas.Middle(r)
	pen := canvas.Pt(at.X-with.Measure(name)/2, at.Y+with.CapHeight()/2)
	t.on.Text(with, canvas.At(pen.Round()), name, canvas.InkText)
}
