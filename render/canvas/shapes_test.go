package canvas

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/fogleman/gg"
)

// ggContext is the context that boards are painted on.
type ggContext = *gg.Context

// TestCovers: shapes cover as many pixels as they are large, where they are.
func TestCovers(t *testing.T) {
	tests := []struct {
		name  string
		shape Cover
		area  float64
		box   image.Rectangle
	}{
		{"disc", Disc(20).At(Pt(50, 50)), math.Pi * 400, image.Rect(29, 29, 72, 72)},
		{"ring", Ring(20, 4).At(Pt(50, 50)), math.Pi * (22*22 - 18*18), image.Rect(27, 27, 74, 74)},
		{"segment", Segment(Pt(20, 50), Pt(80, 50), 6), 60*6 + math.Pi*9, image.Rect(16, 46, 85, 55)},
		{"slanting segment", Segment(Pt(30, 30), Pt(60, 70), 6), 50*6 + math.Pi*9, image.Rect(26, 26, 65, 75)},
		{"head to the right", Head(Pt(70, 50), 1, 0, 20), 20 * 20 * 0.55, image.Rect(48, 37, 72, 64)},
	}
	whole := image.Rect(0, 0, 100, 100)
	for _, tt := range tests {
		on := testCanvas(100, 100)
		on.Paint(whole, tt.shape, InkText)
		on.wantArea(t, tt.name, tt.area, 0.05, tt.box)
		kept := testCanvas(100, 100)
		kept.Blend(Rasterise(whole, tt.shape), image.Point{}, InkText)
		kept.wantArea(t, tt.name+" as a mask", tt.area, 0.06, tt.box)
	}
}

// TestOutlines likewise.
func TestOutlines(t *testing.T) {
	square := []Point{{20, 20}, {60, 20}, {60, 50}, {20, 50}}
	tests := []struct {
		name string
		draw func(Canvas)
		area float64
		box  image.Rectangle
	}{
		{"polygon", func(c Canvas) { c.Polygon(square, Solid, InkText) }, 1200, image.Rect(20, 20, 60, 50)},
		{"half a polygon", func(c Canvas) { c.Polygon(square, 0.5, InkText) }, 600, image.Rect(20, 20, 60, 50)},
		{"polygon that is cut off", func(c Canvas) { c.Polygon([]Point{{-20, 20}, {30, 20}, {30, 30}, {-20, 30}}, Solid, InkText) }, 300, image.Rect(0, 20, 30, 30)},
		{"disc", func(c Canvas) { c.Disc(Pt(50, 50), 20, false, Solid, InkText) }, math.Pi * 400, image.Rect(29, 29, 71, 71)},
		{"rounded square", func(c Canvas) { c.Disc(Pt(50, 50), 20, true, Solid, InkText) }, 0.952 * 1600, image.Rect(29, 29, 71, 71)},
		{"ring", func(c Canvas) { c.Ring(Pt(50, 50), 20, 4, false, InkText) }, math.Pi * (400 - 256), image.Rect(29, 29, 71, 71)},
		{"stripe", func(c Canvas) { c.Stripe(Pt(10, 50), Pt(90, 50), 6, InkText) }, 480, image.Rect(9, 46, 91, 54)},
		{"slanting stripe", func(c Canvas) { c.Stripe(Pt(10, 10), Pt(70, 90), 6, InkText) }, 600, image.Rect(7, 7, 74, 94)},
		{"no stripe", func(c Canvas) { c.Stripe(Pt(10, 10), Pt(10, 10), 6, InkText) }, 0, image.Rectangle{}},
		{"straight curve", func(c Canvas) { c.curve(Pt(10, 50), Pt(50, 50), Pt(90, 50), 6, 0, 0, InkText) }, 480, image.Rect(9, 46, 91, 54)},
		{"line", func(c Canvas) { c.Line(Pt(20, 50), Pt(80, 50), 6, InkText) }, 60*6 + math.Pi*9, image.Rect(16, 46, 85, 55)},
		{"slanting line", func(c Canvas) { c.Line(Pt(30, 70), Pt(60, 30), 6, InkText) }, 50*6 + math.Pi*9, image.Rect(26, 26, 65, 75)},
		{"frame", func(c Canvas) { c.Frame(image.Rect(20, 20, 60, 50), 3, InkText) }, 40*30 - 34*24, image.Rect(20, 20, 60, 50)},
		{"ring mask", func(c Canvas) { c.Blend(ring{20, 4}.paint(), image.Pt(50, 50), InkText) }, math.Pi * (22*22 - 18*18), image.Rect(27, 27, 73, 73)},
	}
	for _, tt := range tests {
		on := testCanvas(100, 100)
		tt.draw(on)
		on.wantArea(t, tt.name, tt.area, 0.06, tt.box)
	}
}

// TestDashedCurve has gaps, and a bow ends in a head that is broader than its line.
func TestDashedCurve(t *testing.T) {
	whole, dashed := testCanvas(200, 100), testCanvas(200, 100)
	whole.curve(Pt(10, 50), Pt(100, 50), Pt(190, 50), 6, 0, 0, InkText)
	dashed.curve(Pt(10, 50), Pt(100, 50), Pt(190, 50), 6, 10, 0, InkText)
	a, _ := whole.inked(InkText)
	b, _ := dashed.inked(InkText)
	if b < 0.4*a || b > 0.65*a {
		t.Errorf("dashes cover %.0f pixels of %.0f", b, a)
	}
	on := testCanvas(200, 100)
	on.Bow([]Point{Pt(10, 50), Pt(100, 50), Pt(190, 50)}, 6, 0, InkText)
	height := func(x int) (n int) {
		for y := range 100 {
			if on.colourAt(x, y) != testLook.Background {
				n++
			}
		}
		return n
	}
	if line, head, tip := height(90), height(172), height(189); head < 2*line || tip > line {
		t.Errorf("the line is %d broad, its head %d and its tip %d", line, head, tip)
	}
	on.Bow([]Point{Pt(5, 5), Pt(5, 5), Pt(5, 5)}, 6, 0, InkText) // no way to go
}

// TestSolidCurvesHaveNoSeams: where their pieces meet they cover as much as between.
func TestSolidCurvesHaveNoSeams(t *testing.T) {
	on := testCanvas(420, 220)
	a, control, b := Pt(20, 30), Pt(300, 20), Pt(390, 200)
	on.curve(a, control, b, 9, 0, 0, InkText)
	for k := range 1000 {
		s := float64(k) / 1000
		p := Pt((1-s)*(1-s)*a.X+2*s*(1-s)*control.X+s*s*b.X, (1-s)*(1-s)*a.Y+2*s*(1-s)*control.Y+s*s*b.Y)
		at := p.Round()
		if k > 20 && k < 980 && on.colourAt(at.X, at.Y) != testLook.Text {
			t.Fatalf("at %v it is %v", at, on.colourAt(at.X, at.Y))
		}
	}
}

// TestChainOfCurves goes through all its points, and dashes go on from curve to curve.
func TestChainOfCurves(t *testing.T) {
	way := []Point{Pt(190, 20), Pt(60, 20), Pt(60, 100), Pt(60, 180), Pt(190, 180)}
	on := testCanvas(200, 200)
	on.Bow(way, 8, 0, InkText)
	for _, p := range []Point{Pt(186, 20), way[2], Pt(180, 180)} {
		if at := p.Round(); on.colourAt(at.X, at.Y) != testLook.Text {
			t.Errorf("it does not go through %v", p)
		}
	}
	if n := on.curve(way[0], way[1], way[2], 8, 14, 3, InkText); n < 3+8 {
		t.Errorf("%d dashes and gaps", n)
	}
}

func TestCutAndTight(t *testing.T) {
	painted := image.NewPaletted(image.Rect(0, 0, 6, 4), color.Palette{color.Black})
	for i := range painted.Pix {
		painted.Pix[i] = uint8(i)
	}
	tile := Cut(painted, image.Rect(-3, -2, 3, 2), func(p image.Point) bool { return p.Y != 1 && p.X >= -1 && p.X < p.Y+3 })
	want := []Span{{-2, -1, 1}, {-1, -1, 2}, {0, -1, 3}}
	if len(tile.Rows) != len(want) {
		t.Fatalf("rows %v, want %v", tile.Rows, want)
	}
	for i, row := range want {
		if tile.Rows[i] != row {
			t.Errorf("row %d is %v, want %v", i, tile.Rows[i], row)
		}
	}
	if got, want := string(tile.Pix), string([]uint8{2, 3, 8, 9, 10, 14, 15, 16, 17}); got != want {
		t.Errorf("pixels % d, want % d", []byte(got), []byte(want))
	}
	src := image.NewRGBA(image.Rect(0, 0, 10, 10))
	src.SetRGBA(3, 4, color.RGBA{A: 9})
	src.SetRGBA(6, 8, color.RGBA{A: 200})
	mask := Tight(src, image.Pt(-5, -5))
	if mask.Rect != image.Rect(-2, -1, 2, 4) || mask.AlphaAt(-2, -1).A != 9 || mask.AlphaAt(1, 3).A != 200 || mask.AlphaAt(0, 0).A != 0 {
		t.Errorf("mask of %v: % x", mask.Rect, mask.Pix)
	}
	if empty := Tight(image.NewRGBA(image.Rect(0, 0, 5, 5)), image.Point{}); !empty.Rect.Empty() {
		t.Errorf("nothing has the bounds %v", empty.Rect)
	}
}

func TestPoints(t *testing.T) {
	near := func(a, b Point) bool { return math.Hypot(a.X-b.X, a.Y-b.Y) < 1e-9 }
	for _, tt := range []struct {
		name      string
		got, want Point
	}{
		{"At", At(image.Pt(3, -4)), Pt(3, -4)},
		{"Middle", Middle(image.Rect(0, 2, 5, 8)), Pt(2.5, 5)},
		{"Between", Between(Pt(0, 0), Pt(10, 20), 0.3), Pt(3, 6)},
		{"Towards", Towards(Pt(1, 1), Pt(4, 5), 10), Pt(7, 9)},
		{"Direction", Direction(Pt(1, 1), Pt(4, 5)), Pt(0.6, 0.8)},
	} {
		if !near(tt.got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	if got := Pt(2.5, -2.4).Round(); got != image.Pt(3, -2) {
		t.Errorf("Round: %v", got)
	}
	if got := Around(Pt(10.5, 10), 2); got != image.Rect(8, 8, 14, 13) {
		t.Errorf("Around: %v", got)
	}
}

// TestOnCircle: six places clockwise from the top.
func TestOnCircle(t *testing.T) {
	for i, want := range []image.Point{{0, -100}, {87, -50}, {87, 50}, {0, 100}, {-87, 50}, {-87, -50}} {
		if got := OnCircle(Point{}, 100, float64(i)/6).Round(); got != want {
			t.Errorf("place %d is at %v, want %v", i, got, want)
		}
	}
}
