package rendertest

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// made is a picture in the making.
type made struct {
	canvas.Canvas
	look *canvas.Look
}

// write writes with the upper left of the capitals about at a point.
func (m made) write(size, x, y float64, words string, with canvas.Ink) {
	t := canvas.Bold(size)
	m.Text(t, canvas.Pt(x, y+t.CapHeight()), words, with)
}

// sprite paints words on a small picture, which is copied to a point.
func (m made) sprite(size int, capitals float64, words string, c, ground color.RGBA, at image.Point) {
	dc := gg.NewContext(size, size)
	dc.SetColor(ground)
	dc.Clear()
	half := float64(size) / 2
	canvas.Bold(capitals).Paint(dc, canvas.Pt(half, half), words, c)
	painted := m.Canvas.Palette.Convert(canvas.Drawn(dc))
	for y := range size {
		for x := range size {
			m.SetColorIndex(at.X+x, at.Y+y, painted.ColorIndexAt(x, y))
		}
	}
}

// Each thing that makes a picture hard to read is found, and nothing else.
func TestMeasure(t *testing.T) {
	l := render.Themes[0].Look()
	tests := []struct {
		name  string
		size  image.Point
		draw  func(made)
		wants []string // the kinds of what is found
	}{
		{"readable", canvas.Whole.Max, func(m made) {
			m.write(40, 100, 100, "Red to move", canvas.InkText)
			m.write(40, 100, 150, "Below", canvas.InkText)
			m.write(34, 100, 200, "not needed", canvas.InkMuted)
			m.sprite(60, 40, "A", l.Text, l.Cell, image.Pt(500, 500))
		}, nil},
		{"narrow", image.Pt(1000, 700), func(made) {}, []string{"shape"}},
		{"low", image.Pt(canvas.Width, canvas.Height-1), func(made) {}, []string{"shape"}},
		{"high", image.Pt(canvas.Width, canvas.Height+1), func(made) {}, []string{"shape"}},
		{"small", canvas.Whole.Max, func(m made) { m.write(33, 100, 100, "Red", canvas.InkText) }, []string{"small"}},
		{"small and muted", canvas.Whole.Max, func(m made) { m.write(33, 100, 100, "Red", canvas.InkMuted) }, []string{"small"}},
		{"small on a piece", canvas.Whole.Max, func(m made) { m.sprite(60, 30, "A", l.Text, l.Cell, image.Pt(9, 9)) }, []string{"small"}},
		{"at the left", canvas.Whole.Max, func(m made) { m.write(40, -2, 100, "Red", canvas.InkText) }, []string{"outside"}},
		{"at the right", canvas.Whole.Max, func(m made) { m.write(40, canvas.Width-60, 100, "Red", canvas.InkText) }, []string{"outside"}},
		{"at the bottom", canvas.Whole.Max, func(m made) { m.write(40, 100, 690, "Red", canvas.InkText) }, []string{"outside"}},
		{"close to the rim", canvas.Whole.Max, func(m made) { m.write(40, 100, 1, "Red", canvas.InkText) }, []string{"outside"}},
		{"too large for its piece", canvas.Whole.Max, func(m made) { m.sprite(20, 40, "A", l.Text, l.Cell, image.Pt(9, 9)) }, []string{"outside"}},
		{"faint", canvas.Whole.Max, func(m made) { m.write(40, 100, 100, "Red", canvas.InkLine) }, []string{"faint"}},
		{"faint on what was drawn before", canvas.Whole.Max, func(m made) {
			m.Bar(image.Rect(150, 90, 300, 200), canvas.InkLabel)
			m.write(40, 100, 100, "Red to move", canvas.InkText)
		}, []string{"faint"}},
		{"faint on a piece", canvas.Whole.Max, func(m made) { m.sprite(60, 40, "A", l.Line, l.Cell, image.Pt(9, 9)) }, []string{"faint"}},
		{"beside what is alike", canvas.Whole.Max, func(m made) {
			m.Bar(image.Rect(300, 90, 400, 200), canvas.InkText)
			m.write(40, 100, 100, "Red", canvas.InkText)
		}, nil},
		{"overlapping", canvas.Whole.Max, func(m made) {
			m.write(40, 100, 100, "Red", canvas.InkText)
			m.write(40, 150, 120, "Blue", canvas.InkText)
		}, []string{"overlap"}},
		{"one touches what is below", canvas.Whole.Max, func(m made) {
			m.write(40, 100, 100, "Rg", canvas.InkText)
			m.write(40, 100, 131, "Red", canvas.InkText)
		}, []string{"overlap"}},
		{"half covered", canvas.Whole.Max, func(m made) {
			m.write(40, 100, 100, "Red to move", canvas.InkText)
			m.Bar(image.Rect(200, 90, 300, 200), canvas.InkGround)
		}, []string{"covered"}},
		{"touched", canvas.Whole.Max, func(m made) {
			m.write(40, 100, 100, "Red to move", canvas.InkText)
			m.Bar(image.Rect(90, 129, 400, 131), canvas.InkText)
			m.Bar(image.Rect(90, 96, 400, 99), canvas.InkText)
		}, []string{"touched"}},
		{"muted and struck out", canvas.Whole.Max, func(m made) {
			m.write(40, 100, 100, "Red to move", canvas.InkMuted)
			m.Bar(image.Rect(90, 129, 400, 131), canvas.InkMuted)
			m.Bar(image.Rect(90, 96, 400, 99), canvas.InkMuted)
		}, nil},
		{"small, but covered", canvas.Whole.Max, func(m made) {
			m.write(30, 100, 100, "Red", canvas.InkText)
			m.Bar(image.Rect(90, 90, 300, 200), canvas.InkGround)
		}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var img image.Image
			labels, _ := record(l, func() {
				m := canvas.NewMixture(l, canvas.AllInks).Palette(canvas.MaxColours)
				on := made{canvas.Blank(image.Rectangle{Max: tt.size}, m), l}
				tt.draw(on)
				img = on.Paletted
			})
			p := unreadable(img, labels, shown)
			for what := range p {
				found := false
				for _, want := range tt.wants {
					found = found || strings.HasPrefix(what, want+":")
				}
				if !found {
					t.Errorf("found, but not asked for:\n%s", p)
				}
			}
			if len(p) != len(tt.wants) {
				t.Errorf("found %d problems, want %q:\n%s", len(p), tt.wants, p)
			}
			for what := range unreadable(img, labels, attachment) {
				if strings.HasPrefix(what, "shape:") || strings.HasPrefix(what, "small:") {
					t.Errorf("of a file beside: %s", what)
				}
			}
		})
	}
}

// Nothing is recorded any more once the picture is drawn.
func TestRecordStops(t *testing.T) {
	l := render.Themes[0].Look()
	draw := func() {
		on := made{canvas.Blank(image.Rect(0, 0, 100, 100), canvas.NewMixture(l, canvas.AllInks).Palette(canvas.MaxColours)), l}
		on.write(20, 10, 10, "e5", canvas.InkText)
		on.write(20, 10, 10, "", canvas.InkText)
	}
	labels, _ := record(l, draw)
	draw()
	if len(labels) != 1 || labels[0].words != "e5" {
		t.Errorf("%d labels are recorded, want 1", len(labels))
	}
}

// What stands on a picture that is kept is recorded for each picture that is copied from it, once
// for each.
func TestRecordKnowsWhatIsKept(t *testing.T) {
	l := render.Themes[0].Look()
	palette := canvas.NewMixture(l, canvas.AllInks).Palette(canvas.MaxColours)
	var base made
	paint := func() {
		base = made{canvas.Blank(image.Rect(0, 0, 100, 100), palette), l}
		base.write(20, 10, 10, "e5", canvas.InkText)
	}
	for i, draw := range []func(){
		func() { paint(); canvas.New(base.Paletted, palette) },
		func() { canvas.New(base.Paletted, palette); canvas.New(base.Paletted, palette) },
		func() { canvas.New(base.Paletted, palette) },
	} {
		if labels, _ := record(l, draw); len(labels) != 1 || labels[0].words != "e5" || len(labels[0].core) == 0 {
			t.Errorf("picture %d: %d labels are recorded, want 1", i, len(labels))
		}
	}
	if labels, _ := record(l, func() { paint() }); len(labels) != 1 {
		t.Errorf("%d labels are recorded, want 1", len(labels))
	}
}

// The box of a label is the box of its ink.
func TestRecordFindsTheInk(t *testing.T) {
	l := render.Themes[0].Look()
	var img image.Image
	labels, _ := record(l, func() {
		on := made{canvas.Blank(image.Rect(0, 0, 300, 100), canvas.NewMixture(l, canvas.AllInks).Palette(canvas.MaxColours)), l}
		on.write(40, 10.3, 20.6, "Ag5", canvas.InkText)
		img = on.Paletted
	})
	box := image.Rectangle{}
	for y := range 100 {
		for x := range 300 {
			if RGBAAt(img, image.Pt(x, y)) != l.Background {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if got := labels[0].box; !got.In(box) || !box.In(got.Inset(-1)) {
		t.Errorf("the ink lies in %v, found in %v", box, got)
	}
}
