package render

import (
	"image"
	"image/color"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
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

// gordonTables draws the products of a group, each element in a shade of its own, so that
// a pattern shows even where names are too small to be read.
func gordonTables(g *group.Group, s Style) (image.Image, error) {
	t, err := newGordonTable(g, s.Theme.colours())
	if err != nil {
		return nil, err
	}
	t.paint()
	return t.on.Paletted, nil
}

// gordonTable is a picture of a table in the making.
type gordonTable struct {
	g      *group.Group
	on     canvas
	cell   int
	shades []uint8 // by element, indices of the palette
	names  []string
	letter lettering
}

func newGordonTable(g *group.Group, l *look) (*gordonTable, error) {
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	width := tableWidth
	if g.Order() > tabledGroup {
		width = wideTable
	}
	t := &gordonTable{g: g, cell: min(largestProduct, (width-2*productMargin)/(g.Order()+1))}
	side := t.cell*(g.Order()+1) + 2*productMargin
	p := tablePalette(l, g.Order())
	t.on = canvas{image.NewPaletted(image.Rect(0, 0, side, side), p.model), p}
	for a := range g.Order() {
		t.shades = append(t.shades, p.index(shadeOf(l, a, g.Order())))
	}
	c, err := newCaption(image.Rect(0, 0, side, captionHeight(side)), f)
	if err != nil {
		return nil, err
	}
	t.names = drawnNames(g, c)
	t.letter, err = newLettering(f, productLetters*float64(t.cell), productNameRoom*float64(t.cell), t.names)
	return t, err
}

// shadeOf goes from the one side's colour over that of empty cells to the other's.
func shadeOf(l *look, a, order int) color.RGBA {
	at := 2*float64(a)/float64(max(order-1, 1)) - 1
	if at < 0 {
		return mix(l.cell, l.red.edge, -at*shadeShare)
	}
	return mix(l.cell, l.blue.edge, at*shadeShare)
}

func tablePalette(l *look, order int) *palette {
	exact := []color.RGBA{l.background, l.line, l.text, l.label}
	used := map[color.RGBA]int{}
	const steps = 3
	for a := range order {
		shade := shadeOf(l, a, order)
		exact = append(exact, shade)
		for i := 1; i < steps; i++ {
			used[mix(shade, l.text, float64(i)/steps)]++
		}
	}
	for i := 1; i < 2*steps; i++ {
		used[mix(l.background, l.label, float64(i)/(2*steps))] += order
	}
	return newPalette(l, maxColours, exact, used)
}

func (t *gordonTable) at(row, column int) image.Rectangle {
	r := image.Rect(0, 0, t.cell-1, t.cell-1)
	return r.Add(image.Pt(productMargin+column*t.cell, productMargin+row*t.cell))
}

// fill covers a rectangle by a colour of the palette.
func (t *gordonTable) fill(r image.Rectangle, index uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := t.on.Pix[t.on.PixOffset(r.Min.X, y):t.on.PixOffset(r.Max.X, y)]
		for i := range row {
			row[i] = index
		}
	}
}

func (t *gordonTable) paint() {
	n := t.g.Order()
	t.on.bar(t.on.Rect, inkGround)
	t.on.bar(image.Rectangle{t.at(0, 0).Min, t.at(n, n).Max}, inkLine)
	t.fill(t.at(0, 0), t.on.palette.index(t.on.palette.look.background))
	t.write(t.at(0, 0), "·", inkLabel)
	for i, name := range t.names {
		for _, r := range []image.Rectangle{t.at(0, i+1), t.at(i+1, 0)} {
			t.on.bar(r, inkGround)
			t.write(r, name, inkLabel)
		}
		for j := range n {
			c, r := t.g.Product(group.Element(i), group.Element(j)), t.at(i+1, j+1)
			t.fill(r, t.shades[c])
			t.write(r, t.names[c], inkText)
		}
	}
}

// write puts a name into a cell if it has room there.
func (t *gordonTable) write(r image.Rectangle, name string, with ink) {
	if t.letter.measure(name) <= t.letter.width {
		centred(t.on, t.letter.typeface, middle(r), name, with)
	}
}
