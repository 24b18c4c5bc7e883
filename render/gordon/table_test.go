package gordon

import (
	"image"
	"slices"
	"strconv"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// pictured is the picture of a group's table in a theme.
func pictured(t *testing.T, name string, look *canvas.Look, whole bool) *tablePicture {
	t.Helper()
	g := randomGame(t, engine.Options{"group": name}, 0, 1).Group()
	picture := newTablePicture(g, look, whole)
	picture.paint(render.Style{})
	return picture
}

// TestTablesFit: as many rows and columns as have room, in cells that do not overlap; of
// large tables the end is cut, and the whole has a size of its own.
func TestTablesFit(t *testing.T) {
	for _, order := range []int{1, 2, 7, 12, 14, 15, 24, 25, 64, 128} {
		for _, whole := range []bool{false, true} {
			picture := pictured(t, "Z"+strconv.Itoa(order), render.Themes[0].Look(), whole)
			all := image.Rectangle{Min: picture.at(0, 0).Min, Max: picture.at(picture.rows, picture.columns).Max}
			if b := picture.on.Rect; !all.In(tableRoom(b)) || tableRoom(b).Max.Y+margin != b.Max.Y-canvas.CaptionHeight || !whole && b != canvas.Whole {
				t.Errorf("order %d: the table lies in %v of %v", order, all, b)
			}
			if picture.at(1, 1).Overlaps(picture.at(1, 2)) || picture.at(1, 1).Overlaps(picture.at(2, 1)) {
				t.Errorf("order %d: cells overlap", order)
			}
			if wide := widest(picture.names) * picture.letter.Size; wide > float64(picture.at(1, 1).Dx()-4) {
				t.Errorf("order %d: names are %.0f wide in cells of %v", order, wide, picture.cell)
			}
			if complete := picture.rows == order && picture.columns == order; complete != (whole || order <= 14) {
				t.Errorf("order %d: %d rows and %d columns, whole %t", order, picture.rows, picture.columns, whole)
			}
		}
	}
}

// TestCutTablesHaveAWhole: where the picture shows a part of a table, all of it is handed over,
// unless that would be a huge file; in full, of more groups.
func TestCutTablesHaveAWhole(t *testing.T) {
	const mostBytes = 420e3
	for name, want := range map[string]bool{"Z7": false, "Z12": false, "Z15": true, "A4": true, "S4": true, "Z2^6": true, "A5": true, "Z65": false} {
		if slices.Contains([]string{"Z7", "Z15", "S4"}, name) && !enginetest.Long() {
			continue
		}
		_, whole, err := render.Full(Drawers, grouped(t, name), render.Style{})
		if err != nil {
			t.Fatal(err)
		}
		if got := whole != nil; got != want || len(whole) > mostBytes {
			t.Errorf("%s: %d bytes of the whole, want any: %t", name, len(whole), want)
		}
	}
}

// TestTablesAreInLargeLetters, also where they are cut.
func TestTablesAreInLargeLetters(t *testing.T) {
	for _, name := range []string{"Z12", "A4", "D12", "S4", "Z2^6", "Z128"} {
		if picture := pictured(t, name, render.Themes[0].Look(), false); picture.letter.Size < canvas.LeastText || picture.rows < 9 || picture.columns < 3 {
			t.Errorf("%s: %d rows and %d columns in size %.1f", name, picture.rows, picture.columns, picture.letter.Size)
		}
		rendertest.Measure(t, measuring, randomGame(t, engine.Options{"group": name}, 0, 1).Group(), render.Style{})
	}
}

// TestTablesHaveAHeading that names the table, whatever the note.
func TestTablesHaveAHeading(t *testing.T) {
	for name, want := range map[string][]string{
		"Z7": {"Table of Z7", "Row times column"},
		"S4": {"Table of S4 (order 24)", "Row times column · the framed corner with names"},
	} {
		for _, note := range []string{"", "Bob gave up"} {
			var words []string
			stop := canvas.Watch(func(l canvas.Label) { words = append(words, l.Words) })
			rendertest.Draw(t, Drawers, grouped(t, name), render.Style{Note: note})
			stop()
			if got := words[len(words)-2:]; !slices.Equal(got, want) {
				t.Errorf("%s, %q: the heading is %q, want %q", name, note, got, want)
			}
		}
	}
}

// TestNamesOfRowsAndColumnsHaveABand, apart from the products.
func TestNamesOfRowsAndColumnsHaveABand(t *testing.T) {
	for _, theme := range render.Themes {
		picture := pictured(t, "Dic3", theme.Look(), false)
		for _, r := range []image.Rectangle{picture.at(0, 0), picture.at(0, 5), picture.at(5, 0)} {
			if got := rendertest.RGBAAt(picture.on.Paletted, r.Min.Add(image.Pt(1, 1))); got != theme.Look().Band {
				t.Errorf("%s: the band is %v at %v", theme.ID, got, r.Min)
			}
		}
		if picture.at(1, 1).Min.X-picture.at(1, 0).Max.X <= headGap || picture.at(1, 1).Min.Y-picture.at(0, 1).Max.Y <= headGap {
			t.Errorf("the products lie at %v, beside %v", picture.at(1, 1), picture.at(0, 0))
		}
	}
}

// TestHeatMaps: all products have their shades in a square beside the corner with names, which is
// framed; tables that have all names have none.
func TestHeatMaps(t *testing.T) {
	for _, theme := range render.Themes {
		for _, name := range []string{"Z12", "A4", "S4", "Z32", "Z2^6", "Z128"} {
			picture := pictured(t, name, theme.Look(), false)
			n, heat := picture.g.Order(), picture.heat
			if heat.Empty() == picture.cut() {
				t.Errorf("%s: a heat map at %v beside %d names of %d", name, heat, picture.rows, n)
			}
			if heat.Empty() {
				continue
			}
			if heat.Dx() != heat.Dy() || heat.Dx() < 350 || !heat.In(tableRoom(canvas.Whole)) || heat.Overlaps(picture.at(0, 0).Union(picture.at(picture.rows, picture.columns))) {
				t.Errorf("%s: the heat map lies at %v", name, heat)
			}
			frame := picture.heatAt(picture.rows-1, picture.columns-1).Max
			if got := rendertest.RGBAAt(picture.on.Paletted, image.Pt(heat.Min.X+8, frame.Y)); got != theme.Look().Text {
				t.Errorf("%s: the frame is %v", name, got)
			}
			for row := picture.rows + 1; row < n; row++ {
				for column := range n {
					at := picture.heatAt(row, column)
					want := picture.heats[picture.g.Product(group.Element(row), group.Element(column))]
					if got := rendertest.RGBAAt(picture.on.Paletted, at.Max.Sub(image.Pt(1, 1))); got != want {
						t.Fatalf("%s, %s: %d·%d is %v, want %v", theme.ID, name, row, column, got, want)
					}
				}
			}
		}
	}
}

// TestTableHasTheProducts: the cells of an element share one shade, each row and column has each
// shade once, and all cells have names.
func TestTableHasTheProducts(t *testing.T) {
	for _, theme := range render.Themes {
		for _, name := range []string{"Z7", "S3", "Q8"} {
			picture := pictured(t, name, theme.Look(), false)
			n := picture.g.Order()
			for i := range n {
				for j := range n {
					r := picture.at(i+1, j+1)
					want := picture.shades[picture.g.Product(group.Element(i), group.Element(j))]
					if got := rendertest.RGBAAt(picture.on.Paletted, r.Min.Add(image.Pt(2, 2))); got != want {
						t.Errorf("%s: %d·%d is %v, want %v", name, i, j, got, want)
					}
					if rendertest.CountIn(picture.on.Paletted, r, theme.Look().Text) < 20 {
						t.Errorf("%s: %d·%d has no name", name, i, j)
					}
				}
			}
			for a, shade := range picture.shades {
				for b := range a {
					if shade == picture.shades[b] {
						t.Errorf("%s: elements %d and %d have one shade", name, a, b)
					}
				}
			}
		}
	}
}

// TestShades go from one side's colour over the background to the other's, and names are readable
// on all of them.
func TestShades(t *testing.T) {
	for _, theme := range render.Themes {
		l := theme.Look()
		for _, ink := range []canvas.Ink{canvas.InkText, canvas.InkMuted} {
			shades := shadesOf(l, 7, mostShade, l.Ink(ink))
			if middle := shades[3]; middle != l.Cell && middle != l.Background {
				t.Errorf("%s: the middle is %v", theme.ID, middle)
			}
			first, last := shades[0], shades[6]
			if int(first.R)-int(first.B) <= int(shades[3].R)-int(shades[3].B) || int(last.B)-int(last.R) <= int(shades[3].B)-int(shades[3].R) {
				t.Errorf("%s: the first is %v and the last %v, around %v", theme.ID, first, last, shades[3])
			}
			for _, shade := range shades {
				if c := canvas.Contrast(shade, l.Ink(ink)); c < 4.5 {
					t.Errorf("%s: names have a contrast of %.2f with %v", theme.ID, c, shade)
				}
			}
			shadesOf(l, 1, mostShade, l.Ink(ink)) // of the trivial group
		}
	}
}

// TestIdentityStandsOutInLargeFiles: in the whole table of a large group the identity alone has a
// shade, so that inverses are seen.
func TestIdentityStandsOutInLargeFiles(t *testing.T) {
	for _, theme := range render.Themes {
		picture := pictured(t, "A5", theme.Look(), true)
		for a, shade := range picture.shades {
			if own := shade != theme.Look().Cell; own != (group.Element(a) == picture.g.Identity()) {
				t.Errorf("%s: the element %d has a shade of its own: %t", theme.ID, a, own)
			}
		}
	}
}
