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

// TestMaskAreas compares the areas of marks with those of their shapes.
func TestMaskAreas(t *testing.T) {
	for _, tt := range []struct {
		name string
		mask Mask
		want float64
	}{
		{"ring", Mask{MaskRing, 20, 4}, 2 * math.Pi * 20 * 4},
		{"disc", Mask{MaskDisc, 20, 0}, math.Pi * 20 * 20},
		{"disc, whatever its stroke", Mask{MaskDisc, 20, 5}, math.Pi * 20 * 20},
		{"line to the right", Mask{MaskEast, 40, 6}, 40*6 + math.Pi*3*3},
		{"line to the lower right", Mask{maskSouthEast, 40, 6}, 40*6 + math.Pi*3*3},
		{"line to the lower left", Mask{maskSouthWest, 40, 6}, 40*6 + math.Pi*3*3},
	} {
		if got := covered(tt.mask.Paint()); math.Abs(got-tt.want) > 0.03*tt.want {
			t.Errorf("%s: %.0f pixels are covered, want %.0f", tt.name, got, tt.want)
		}
	}
}

// TestMasksLieAroundTheirMiddle: rings and discs evenly, lines from there to where they lead.
func TestMasksLieAroundTheirMiddle(t *testing.T) {
	for _, k := range []Mask{{MaskRing, 20, 4}, {MaskDisc, 20, 0}} {
		r := k.Paint().Rect
		reach := int(math.Ceil(k.Radius + k.Stroke/2))
		if r.Min.X != -r.Max.X || r.Min.Y != -r.Max.Y || r.Max.X < reach || r.Max.X > reach+1 {
			t.Errorf("a mark that reaches %d lies in %v", reach, r)
		}
	}
	for kind, end := range map[MaskKind]image.Point{MaskEast: {40, 0}, maskSouthEast: {20, 35}, maskSouthWest: {-20, 35}} {
		m := Mask{kind, 40, 6}.Paint()
		for _, at := range []image.Point{{}, end.Div(2), end} {
			if a := m.AlphaAt(at.X, at.Y).A; a < 0xf0 {
				t.Errorf("the line to %v covers %v by %d", end, at, a)
			}
		}
		if back := end.Div(-4); m.AlphaAt(back.X, back.Y).A != 0 {
			t.Errorf("the line to %v covers %v behind its middle", end, back)
		}
	}
	if ring := (Mask{MaskRing, 20, 4}).Paint(); ring.AlphaAt(0, 0).A != 0 || ring.AlphaAt(20, 0).A < 0xf0 {
		t.Error("a ring covers its middle, or not its line")
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
