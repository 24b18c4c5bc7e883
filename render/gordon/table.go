package gordon

import (
	"image"
	"image/color"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Proportions of the picture of a group's table.
const (
	tableWidth      = 1200 // pixels, for groups that have room in it
	wideTable       = 1500
	largestProduct  = 72   // pixels: a cell
	productMargin   = 16   // pixels around the table
	shadeShare      = 0.42 // of an element's colour in its cell
	productLetters  = 0.46 // text height, in widths of a cell
	productNameRoom = 0.94
)

// table draws the products of a group, each element in a shade of its own, so that
// a pattern shows even where names are too small to be read.
func table(g *group.Group, s render.Style) image.Image {
	t := newTablePicture(g, s.Theme.Look())
	t.paint()
	return t.on.Paletted
}

// tablePicture is a picture of a table in the making.
type tablePicture struct {
	g      *group.Group
	on     canvas.Canvas
	cell   int
	shades []color.RGBA // by element
	names  []string
	letter lettering
}

func newTablePicture(g *group.Group, l *canvas.Look) *tablePicture {
	width := tableWidth
	if g.Order() > tabledGroup {
		width = wideTable
	}
	t := &tablePicture{g: g, cell: min(largestProduct, (width-2*productMargin)/(g.Order()+1))}
	side := t.cell*(g.Order()+1) + 2*productMargin
	p := tablePalette(l, g.Order())
	t.on = canvas.Canvas{Paletted: image.NewPaletted(image.Rect(0, 0, side, side), p.Model), Palette: p}
	for a := range g.Order() {
		t.shades = append(t.shades, shadeOf(l, a, g.Order()))
	}
	t.names = drawnNames(g, canvas.Bold(largestProduct).Legible)
	t.letter = newLettering(productLetters*float64(t.cell), productNameRoom*float64(t.cell), t.names)
	return t
}

// shadeOf goes from the one side's colour over that of empty cells to the other's.
func shadeOf(l *canvas.Look, a, order int) color.RGBA {
	at := 2*float64(a)/float64(max(order-1, 1)) - 1
	if at < 0 {
		return canvas.Mix(l.Cell, l.Red.Edge, -at*shadeShare)
	}
	return canvas.Mix(l.Cell, l.Blue.Edge, at*shadeShare)
}

func tablePalette(l *canvas.Look, order int) *canvas.Palette {
	m := canvas.NewMixture(l, 0, l.Line, l.Text, l.Label)
	const steps = 3
	for a := range order {
		shade := shadeOf(l, a, order)
		m.Exact(shade)
		m.Ramp(shade, l.Text, steps, 1)
	}
	m.Ramp(l.Background, l.Label, 2*steps, order)
	return m.Palette(canvas.MaxColours)
}

func (t *tablePicture) at(row, column int) image.Rectangle {
	r := image.Rect(0, 0, t.cell-1, t.cell-1)
	return r.Add(image.Pt(productMargin+column*t.cell, productMargin+row*t.cell))
}

func (t *tablePicture) paint() {
	n := t.g.Order()
	t.on.Bar(t.on.Rect, canvas.InkGround)
	t.on.Bar(image.Rectangle{t.at(0, 0).Min, t.at(n, n).Max}, canvas.InkLine)
	t.on.Bar(t.at(0, 0), canvas.InkGround)
	t.write(t.at(0, 0), "·", canvas.InkLabel)
	for i, name := range t.names {
		for _, r := range []image.Rectangle{t.at(0, i+1), t.at(i+1, 0)} {
			t.on.Bar(r, canvas.InkGround)
			t.write(r, name, canvas.InkLabel)
		}
		for j := range n {
			c, r := t.g.Product(group.Element(i), group.Element(j)), t.at(i+1, j+1)
			t.on.Fill(r, t.shades[c])
			t.write(r, t.names[c], canvas.InkText)
		}
	}
}

// write puts a name into a cell if it has room there.
func (t *tablePicture) write(r image.Rectangle, name string, with canvas.Ink) {
	if t.letter.Measure(name) <= t.letter.width {
		canvas.Centred(t.on, t.letter.Typeface, canvas.Middle(r), name, with)
	}
}
