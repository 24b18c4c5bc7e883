package gordon

import (
	"image"
	"image/color"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of the picture of a group's table in pixels.
const (
	mostCellWide  = 190
	mostCellHigh  = 130
	cellPad       = 10.0 // beside a name
	cellHigh      = 1.03 // least height of a cell, in sizes of letters
	wholeHigh     = 1.5  // height of a cell in a file beside
	mostShade     = 0.42 // of an element's colour in its cell
	mostShades    = 13   // more make files large, and cannot be told apart
	leastContrast = 4.6  // of a name with its cell
	mostWhole     = 64   // order of a group whose whole table is a file of less than 3 MB
)

// table draws the products of a group, each element in a shade of its own, so that a pattern
// shows. Of a table that has no room it draws the upper left corner.
func table(g *group.Group, s render.Style) image.Image {
	t := newTablePicture(g, s.Theme.Look(), false)
	if (t.rows < g.Order() || t.columns < g.Order()) && g.Order() <= mostWhole {
		s.Cut(func() image.Image { return newTablePicture(g, s.Theme.Look(), true).paint() })
	}
	return t.paint()
}

// tablePicture is a picture of a table in the making.
type tablePicture struct {
	g       *group.Group
	on      canvas.Canvas
	corner  image.Point
	cell    image.Point
	rows    int // that are shown, but for the names
	columns int
	shades  []color.RGBA // by element
	names   []string
	letter  *canvas.Typeface
	ink     canvas.Ink
}

// newTablePicture lays a table out: in large letters if it has room, or else in small ones; what
// is large in any case is cut in large letters. The whole of one that has no room takes as large
// a picture as it needs.
func newTablePicture(g *group.Group, l *canvas.Look, whole bool) *tablePicture {
	box := image.Rect(0, 0, width, height)
	t := &tablePicture{g: g, letter: canvas.Bold(needed), ink: canvas.InkText}
	t.names = drawnNames(g, t.letter.Legible)
	if !t.lay(box) && (whole || g.Order() <= labelledGroup) {
		t.letter, t.ink = canvas.Medium(aside), canvas.InkMuted
		if !t.lay(box) && whole {
			cell := t.least()
			cell.Y = int(wholeHigh * t.letter.Size)
			box = image.Rectangle{Max: cell.Mul(g.Order() + 1).Add(image.Pt(2*margin, 2*margin))}
			t.ink = canvas.InkText
			t.lay(box)
		}
	}
	t.shades = shadesOf(l, g.Order(), l.Ink(t.ink))
	p := tablePalette(l, t.shades, t.ink)
	t.on = canvas.Canvas{Paletted: image.NewPaletted(box, p.Model), Palette: p}
	return t
}

// least is how large cells must be for their names.
func (t *tablePicture) least() image.Point {
	wide := widest(t.names)*t.letter.Size + cellPad
	return image.Pt(int(max(wide, cellHigh*t.letter.Size)+1), int(cellHigh*t.letter.Size))
}

// lay makes cells as large as fit, and reports whether that is all of them.
func (t *tablePicture) lay(box image.Rectangle) bool {
	room, least, n := box.Inset(margin).Size(), t.least(), t.g.Order()
	t.columns, t.rows = min(n, room.X/least.X-1), min(n, room.Y/least.Y-1)
	t.cell = image.Pt(min(mostCellWide, room.X/(t.columns+1)), min(mostCellHigh, room.Y/(t.rows+1)))
	used := image.Pt(t.cell.X*(t.columns+1), t.cell.Y*(t.rows+1))
	t.corner = image.Pt((box.Dx()-used.X)/2, (box.Dy()-used.Y)/2)
	return t.columns == n && t.rows == n
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

func tablePalette(l *canvas.Look, shades []color.RGBA, ink canvas.Ink) *canvas.Palette {
	m := canvas.NewMixture(l, 0, l.Line, l.Ink(ink), l.Label)
	const steps = 3
	for _, shade := range shades {
		m.Exact(shade)
		m.Ramp(shade, l.Ink(ink), steps, 1)
	}
	m.Ramp(l.Background, l.Ink(ink), 2*steps, len(shades))
	return m.Palette(canvas.MaxColours)
}

// at is a cell; row and column 0 hold the names, elements begin at 1.
func (t *tablePicture) at(row, column int) image.Rectangle {
	from := t.corner.Add(image.Pt(column*t.cell.X, row*t.cell.Y))
	return image.Rectangle{from, from.Add(t.cell).Sub(image.Pt(1, 1))}
}

func (t *tablePicture) paint() *image.Paletted {
	rows, columns := t.whole(t.rows), t.whole(t.columns)
	t.on.Bar(t.on.Rect, canvas.InkGround)
	t.on.Bar(image.Rectangle{t.at(1, 1).Min, t.at(rows, columns).Max}, canvas.InkLine)
	t.write(t.at(0, 0), "·")
	for row := range rows {
		t.write(t.at(row+1, 0), t.names[row])
		for column := range columns {
			c := t.g.Product(group.Element(row), group.Element(column))
			t.on.Fill(t.at(row+1, column+1), t.shades[c])
			t.write(t.at(row+1, column+1), t.names[c])
		}
	}
	for column := range columns {
		t.write(t.at(0, column+1), t.names[column])
	}
	const more = "…"
	if rows < t.rows {
		t.write(t.at(t.rows, 0), more)
	}
	if columns < t.columns {
		t.write(t.at(0, t.columns), more)
	}
	return t.on.Paletted
}

// whole is how many of the rows or columns shown have products: the last one only tells that
// there are more.
func (t *tablePicture) whole(shown int) int {
	if shown < t.g.Order() {
		return shown - 1
	}
	return shown
}

// write puts a name into a cell, on whole pixels, so that equal names are equal in the file.
func (t *tablePicture) write(r image.Rectangle, name string) {
	at := canvas.Middle(r)
	pen := canvas.Pt(at.X-t.letter.Measure(name)/2, at.Y+t.letter.CapHeight()/2)
	t.on.Text(t.letter, canvas.At(pen.Round()), name, t.ink)
}
