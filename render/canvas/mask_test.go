package canvas

import (
	"image"
	"math"
	"testing"

	"github.com/fogleman/gg"
)

// covered is how much a mask covers, in pixels.
func covered(m *image.Alpha) (area float64) {
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			area += float64(m.AlphaAt(x, y).A) / 0xff
		}
	}
	return area
}

// TestRoundOutlines cover what their shapes do, evenly around their middle.
func TestRoundOutlines(t *testing.T) {
	for _, long := range []float64{0, 30} {
		m, want := ring{20, 4}.paint(), 2*math.Pi*20*4
		if long > 0 {
			m, want = capsule{long, 20, 4}.paint(), want+2*2*long*4
		}
		if got := covered(m); math.Abs(got-want) > 0.03*want {
			t.Errorf("extended by %g: %.0f pixels are covered, want %.0f", long, got, want)
		}
		if at := 20 + int(long); m.AlphaAt(0, 0).A != 0 || m.AlphaAt(at, 0).A < 0xf0 || m.AlphaAt(-at, 0).A < 0xf0 || m.AlphaAt(0, 20).A < 0xf0 {
			t.Errorf("extended by %g: it covers its middle, or not its line", long)
		}
	}
	if r := (ring{20, 4}).paint().Rect; r.Min != image.Pt(-22, -22) && r.Min != image.Pt(-23, -23) || r.Max != r.Min.Mul(-1) {
		t.Errorf("a ring that reaches 22 lies in %v", r)
	}
}

// TestPaintHead: the tip of the triangle is at its place, in each direction.
func TestPaintHead(t *testing.T) {
	const length = 20.0
	for i := range 8 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 4)
		dc := gg.NewContext(100, 100)
		dc.SetRGB(0, 0, 0)
		PaintHead(dc, 50, 50, cos, sin, length)
		m := Tight(Drawn(dc), image.Point{})
		// Its height is the length, its base 1.24 lengths.
		if got, want := covered(m), 0.62*length*length; math.Abs(got-want) > 0.04*want {
			t.Errorf("direction %d: %.0f pixels are covered, want %.0f", i, got, want)
		}
		behind := image.Pt(int(50-0.7*length*cos), int(50-0.7*length*sin))
		ahead := image.Pt(int(50+3*cos), int(50+3*sin))
		if m.AlphaAt(behind.X, behind.Y).A == 0 || m.AlphaAt(ahead.X, ahead.Y).A != 0 {
			t.Errorf("direction %d: the head does not point there", i)
		}
	}
}
