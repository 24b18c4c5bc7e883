package canvas

import (
	"image"
	"image/color"
	"testing"
)

// TestMarks: each mark has its own colours, lies in the box that is told, and keeps clear of the
// middle of its cell, where the piece is.
func TestMarks(t *testing.T) {
	square := Corners(Pt(60, 60), Pt(140, 60), Pt(140, 140), Pt(60, 140))
	centre := Pt(100, 100)
	for _, tt := range []struct {
		name string
		kind MarkKind
		draw func(Canvas)
		inks []Ink
	}{
		{"last", MarkLast, func(c Canvas) { c.Last(Circle(centre, 30)) }, []Ink{InkText, InkMark}},
		{"last of a square", MarkLast, func(c Canvas) { c.Last(RoundSquare(centre, 30)) }, []Ink{InkText, InkMark}},
		{"last of a long piece", MarkLast, func(c Canvas) { c.Last(Capsule(centre, 40, 20).Grown(10)) }, []Ink{InkText, InkMark}},
		{"legal", MarkLegal, func(c Canvas) { c.Legal(centre, 40) }, []Ink{InkLabel}},
		{"hint", MarkHint, func(c Canvas) { c.Hint(square, 0) }, []Ink{InkGreen, InkHalo}},
		{"won", MarkWon, func(c Canvas) { c.Won(square) }, []Ink{InkGreen, InkHalo}},
		{"won together", MarkWon, func(c Canvas) { c.WonLine([]Point{{60, 130}, {100, 130}, {140, 140}}, 10) }, []Ink{InkGreen, InkHalo}},
		{"ghost", MarkGhost, func(c Canvas) { c.Ghost(Circle(centre, 30), InkRed) }, []Ink{InkRed}},
		{"ghost in any colour", MarkGhost, func(c Canvas) { c.GhostOf(centre, 30, c.Palette.look.Blue.Base) }, []Ink{InkBlue}},
		{"here", MarkHere, func(c Canvas) { c.Here(square) }, []Ink{InkLit}},
	} {
		on := testCanvas(200, 200)
		var kinds []MarkKind
		var box image.Rectangle
		stop := WatchAll(Watcher{Marked: func(k MarkKind, b image.Rectangle, _ *image.Paletted) {
			kinds, box = append(kinds, k), box.Union(b)
		}})
		tt.draw(on)
		stop()
		if len(kinds) == 0 || kinds[0] != tt.kind {
			t.Errorf("%s: told is %v, want %d", tt.name, kinds, tt.kind)
		}
		for _, k := range tt.inks {
			drawn := 0
			for y := range 200 {
				for x := range 200 {
					if on.colourAt(x, y) == on.Palette.look.Ink(k) {
						drawn++
					}
				}
			}
			if drawn < 20 {
				t.Errorf("%s: %d pixels have ink %d", tt.name, drawn, k)
			}
		}
		if _, where := on.inked(tt.inks[0]); !where.In(box.Inset(-1)) {
			t.Errorf("%s: it covers %v, told is %v", tt.name, where, box)
		}
		if _, where := on.inked(tt.inks[0]); tt.name == "last of a long piece" && where.Dx() < 140 {
			t.Errorf("%s: it covers %v", tt.name, where)
		}
		if on.At(100, 100) != color.Color(on.Palette.look.Background) {
			t.Errorf("%s covers the middle", tt.name)
		}
	}
}

// TestHintRank: the rank stands in the middle, if there is one and if there is room.
func TestHintRank(t *testing.T) {
	for _, tt := range []struct {
		radius float64
		rank   int
		want   string
	}{{40, 2, "2"}, {40, 0, ""}, {12, 2, ""}} {
		got := ""
		stop := Watch(func(l Label) { got += l.Words })
		testCanvas(200, 200).Hint(Circle(Pt(100, 100), tt.radius), tt.rank)
		stop()
		if got != tt.want {
			t.Errorf("rank %d in a radius of %g: %q, want %q", tt.rank, tt.radius, got, tt.want)
		}
	}
}
