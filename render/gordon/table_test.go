package gordon

import (
	"image"
	"strconv"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestTableIsSquare: a cell for each product and name, as large as the width allows, and
// nothing outside of them.
func TestTableIsSquare(t *testing.T) {
	for _, order := range []int{1, 2, 12, 24, 25, 64, 128} {
		g := randomGame(t, engine.Options{"group": "Z" + strconv.Itoa(order)}, 0, 1).Group()
		picture := newTablePicture(g, render.Themes[0].Look())
		most := tableWidth
		if order > tabledGroup {
			most = wideTable
		}
		b := picture.on.Rect
		if b.Dx() != b.Dy() || b.Dx() != picture.cell*(order+1)+2*productMargin || b.Dx() > most {
			t.Errorf("order %d: bounds %v with cells of %d", order, b, picture.cell)
		}
		if next := picture.cell + 1; picture.cell < largestProduct && next*(order+1)+2*productMargin <= most {
			t.Errorf("order %d: cells of %d, though %d would fit", order, picture.cell, next)
		}
		all := image.Rectangle{Min: picture.at(0, 0).Min, Max: picture.at(order, order).Max}
		if !all.In(b.Inset(productMargin)) {
			t.Errorf("order %d: the table lies in %v of %v", order, all, b)
		}
		if picture.at(1, 1).Overlaps(picture.at(1, 2)) || picture.at(1, 1).Overlaps(picture.at(2, 1)) {
			t.Errorf("order %d: cells overlap", order)
		}
	}
}

// TestNamesStayInTheirCells: the lines between the cells are nowhere drawn over, and names
// are written where they have room.
func TestNamesStayInTheirCells(t *testing.T) {
	for _, theme := range render.Themes {
		look := theme.Look()
		for _, name := range []string{"Z7", "S3", "Q8", "A4"} {
			g := randomGame(t, engine.Options{"group": name}, 0, 1).Group()
			picture := newTablePicture(g, look)
			picture.paint()
			img, n := picture.on.Paletted, g.Order()
			for i := range n {
				right, below := picture.at(n, i).Max.X, picture.at(i, n).Max.Y
				for x := productMargin; x < right; x++ {
					if at := image.Pt(x, below); rendertest.RGBAAt(img, at) != look.Line {
						t.Fatalf("%s, %s: the line below row %d is broken at %v", theme.ID, name, i, at)
					}
				}
				for j := range n {
					r := picture.at(i+1, j+1)
					written := picture.letter.Measure(picture.names[g.Product(group.Element(i), group.Element(j))]) <= picture.letter.width
					if got := rendertest.CountIn(img, r, look.Text) > 0; got != written {
						t.Errorf("%s, %s: the product of %d and %d is written: %t, want %t", theme.ID, name, i, j, got, written)
					}
				}
			}
		}
	}
}

// TestShadesShowThePattern: each row and each column of a group's table has each shade once.
func TestShadesShowThePattern(t *testing.T) {
	g := randomGame(t, engine.Options{"group": "Q8"}, 0, 1).Group()
	picture := newTablePicture(g, render.Themes[1].Look())
	picture.paint()
	for i := range 8 {
		rows, columns := map[any]bool{}, map[any]bool{}
		for j := range 8 {
			rows[rendertest.RGBAAt(picture.on.Paletted, picture.at(i+1, j+1).Min.Add(image.Pt(2, 2)))] = true
			columns[rendertest.RGBAAt(picture.on.Paletted, picture.at(j+1, i+1).Min.Add(image.Pt(2, 2)))] = true
		}
		if len(rows) != 8 || len(columns) != 8 {
			t.Errorf("row %d has %d shades and column %[1]d %d, want 8", i, len(rows), len(columns))
		}
	}
}
