package labyrinth

import (
	"image"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// named is a picture on a board so large in which a piece has two marks with names.
func named(cols, rows int) labyrinth.Picture {
	p := plain(pieceAt(0, 0, 0b001001), pieceAt(cols-1, rows-1, 0b000001))
	p.Frame = connexion.Frame{Cols: cols, Rows: rows}
	p.Marks = []labyrinth.Mark{
		{Doors: 0b001001, Colours: []labyrinth.Colour{labyrinth.Red, labyrinth.Gold}, Names: []engine.Text{engine.T("Earlier Heaven"), engine.T("Later Heaven")}},
		{Doors: 0b000001, Colours: []labyrinth.Colour{labyrinth.Teal}},
	}
	return p
}

// TestKey: the colours of marks that have names are explained, beside the pieces or, if these are
// wide, below them; and pieces are as large as they can be then.
func TestKey(t *testing.T) {
	for _, tt := range []struct{ cols, rows int }{{14, 14}, {30, 8}, {24, 16}, {5, 5}} {
		p := named(tt.cols, tt.rows)
		key := keyOf(p)
		f, room := layPlain(p, key)
		for _, cell := range []image.Rectangle{f.box(p.Pieces[0].Cell), f.box(p.Pieces[1].Cell)} {
			if cell.Overlaps(room) || !cell.In(field(0)) || !room.In(image.Rect(0, 0, wide, tall-captionTall)) {
				t.Errorf("%v: a cell in %v, the key in %v", tt, cell, room)
			}
		}
		beside, below := whole(p.Frame, field(legendWide)), field(0)
		below.Max.Y -= lowKey
		if best := max(beside.width, whole(p.Frame, below).width); f.width != best {
			t.Errorf("%v: cells are %d wide, want %d", tt, f.width, best)
		}
		if got, want := written(t, p, room), []string{"Earlier Heaven", "Later Heaven"}; !slices.Contains(got, want[0]) || !slices.Contains(got, want[1]) {
			t.Errorf("%v: the key says %q", tt, got)
		}
		for _, theme := range render.Themes {
			s := render.Style{Theme: theme}
			rendertest.Measure(t, measuring, p, s)
			img := rendertest.Picture(t, measuring, p, s)
			for _, m := range key {
				if n := rendertest.CountIn(img, room, MarkColour(m.colour)); n < 500 {
					t.Errorf("%v, %s: %d pixels are %s", tt, theme.ID, n, m.colour.Title())
				}
			}
			if n := rendertest.CountIn(img, room, MarkColour(labyrinth.Teal)); n > 0 {
				t.Errorf("%v, %s: a colour without a name is in the key", tt, theme.ID)
			}
		}
	}
}

// TestMarksWithoutNames leave all the room to the pieces.
func TestMarksWithoutNames(t *testing.T) {
	p := named(30, 8)
	p.Marks = p.Marks[1:]
	if f, room := layPlain(p, keyOf(p)); f != whole(p.Frame, field(0)) || !room.Empty() {
		t.Errorf("cells are %d wide, beside %v", f.width, room)
	}
}

// TestLongNamesAreCut in a key, and stay in their room.
func TestLongNamesAreCut(t *testing.T) {
	for _, cols := range []int{8, 30} {
		p := named(cols, 8)
		for i := range p.Marks[0].Names {
			p.Marks[0].Names[i] = engine.T("The Heaven of all the things that came before, and before these")
		}
		_, room := layPlain(p, keyOf(p))
		stop := canvas.Watch(func(l canvas.Label) {
			if l.Ink == render.Themes[0].Look().Label && !l.Mask.Rect.In(room) {
				t.Errorf("%q in %v leaves %v", l.Words, l.Mask.Rect, room)
			}
		})
		rendertest.Measure(t, measuring, p, render.Style{})
		stop()
	}
}

// TestSharesOfMarks: beside a table that was completed is told how many pieces lay there, and how
// many did not, in cells as large as without it.
func TestSharesOfMarks(t *testing.T) {
	p, _ := view(t, puzzle(t, 7, 20, 0), "complete").(labyrinth.Picture)
	if got := written(t, p, legendBox); !slices.Equal(got, []string{"44 pieces", "20 pieces"}) {
		t.Errorf("beside the board is written %q", got)
	}
	f, _ := layMarked(p, survey(p))
	if alone := crop(p.Frame, connexion.Bounds(p.Pieces, survey(p).open), tableField(0)); f.width != alone.width {
		t.Errorf("cells are %d wide, and %d without a legend", f.width, alone.width)
	}
}
