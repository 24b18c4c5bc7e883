package canvas

import (
	"image"
	"image/color"
	"math"
	"testing"
)

func TestColours(t *testing.T) {
	if got, want := RGB(0x12abef), (color.RGBA{0x12, 0xab, 0xef, 0xff}); got != want {
		t.Errorf("RGB = %v, want %v", got, want)
	}
	if got, want := Mix(RGB(0x000000), RGB(0xc86432), 0.5), RGB(0x643219); got != want {
		t.Errorf("Mix = %v, want %v", got, want)
	}
	a, b := RGB(0x123456), RGB(0xfedcba)
	if Mix(a, b, 0) != a || Mix(a, b, 1) != b {
		t.Error("Mix of nothing or all changes a colour")
	}
	if got, want := Fade(RGB(0x102030), 0.5), (color.NRGBA{0x10, 0x20, 0x30, 0x80}); got != want {
		t.Errorf("Fade = %v, want %v", got, want)
	}
	for c, want := range map[uint32]int{0x000000: 0, 0xffffff: 255, 0xff0000: 76, 0x00ff00: 149, 0x0000ff: 29} {
		if got := Brightness(RGB(c)); got != want {
			t.Errorf("Brightness(%06x) = %d, want %d", c, got, want)
		}
	}
}

// TestContrast against ratios that WCAG's own examples give: black on white has 21, and
// #767676 is the lightest grey that has 4.5 on white.
func TestContrast(t *testing.T) {
	white := RGB(0xffffff)
	for _, tt := range []struct {
		c    uint32
		want float64
	}{{0x000000, 21}, {0xffffff, 1}, {0x767676, 4.54}, {0x777777, 4.48}, {0xff0000, 4.00}, {0x0000ff, 8.59}} {
		if got := Contrast(RGB(tt.c), white); math.Abs(got-tt.want) > 0.005 {
			t.Errorf("Contrast(%06x, white) = %.3f, want %g", tt.c, got, tt.want)
		}
		if Contrast(RGB(tt.c), white) != Contrast(white, RGB(tt.c)) {
			t.Error("contrast depends on the order")
		}
	}
}

// TestInks: each ink has its colour in the look.
func TestInks(t *testing.T) {
	l := &testLook
	for k, want := range map[Ink]color.RGBA{
		InkText: l.Text, InkMuted: l.Muted, InkLabel: l.Label, InkNumber: l.Number, InkMark: l.Mark, InkDark: l.Shadow,
		InkGreen: l.Green, InkHalo: l.Halo, InkRed: l.Red.Base, InkBlue: l.Blue.Base, InkLit: l.Lit, InkCell: l.Cell,
		InkLine: l.Line, InkGround: l.Background, InkBand: l.Band,
	} {
		if got := l.Ink(k); got != want {
			t.Errorf("ink %d is %v, want %v", k, got, want)
		}
	}
}

// TestPaletteKeepsWhatIsExact, whatever else is in use.
func TestPaletteKeepsWhatIsExact(t *testing.T) {
	m := NewMixture(&testLook, InkCount, RGB(0x123123))
	for i := range 2000 {
		m.Ramps(RGB(uint32(i*7919)), 5, 1+i%7, RGB(uint32(i*104729)))
	}
	p := m.Palette(64)
	if len(p.Model) != 64 {
		t.Errorf("%d colours, want 64", len(p.Model))
	}
	exact := []color.RGBA{testLook.Background, testLook.Band, RGB(0x123123)}
	for k := range InkCount {
		exact = append(exact, testLook.Ink(k))
	}
	for _, c := range exact {
		if got := p.Model[p.Index(c)]; got != color.Color(c) {
			t.Errorf("%v became %v", c, got)
		}
	}
}

// TestMixturePicture: the colours of a painted picture are in its palette, the more often
// they occur the closer.
func TestMixturePicture(t *testing.T) {
	img := image.NewRGBA(image.Rect(3, 3, 13, 13))
	for i := range 100 {
		img.SetRGBA(3+i%10, 3+i/10, RGB(0x806040))
	}
	img.SetRGBA(5, 5, RGB(0x8060f0))
	m := NewMixture(&testLook, 0)
	m.Picture(img, 1)
	p := m.Palette(8)
	for _, c := range []color.RGBA{RGB(0x806040), RGB(0x8060f0)} {
		if got := p.colours[p.Index(c)]; got != c {
			t.Errorf("%v became %v", c, got)
		}
	}
}

// TestConvert: pixels become the nearest colours, and parts of pictures keep their place.
func TestConvert(t *testing.T) {
	p := testPalette()
	src := image.NewRGBA(image.Rect(0, 0, 20, 10))
	for i := range 200 {
		src.SetRGBA(i%20, i/20, Mix(testLook.Background, testLook.Text, float64(i)/199))
	}
	part, _ := src.SubImage(image.Rect(5, 2, 15, 9)).(*image.RGBA)
	for _, img := range []*image.RGBA{src, part} {
		got := p.Convert(img)
		if got.Rect.Min != (image.Point{}) || got.Rect.Size() != img.Rect.Size() {
			t.Fatalf("bounds %v of %v", got.Rect, img.Rect)
		}
		for y := range got.Rect.Dy() {
			for x := range got.Rect.Dx() {
				want := img.RGBAAt(img.Rect.Min.X+x, img.Rect.Min.Y+y)
				c := p.colours[got.ColorIndexAt(x, y)]
				for _, other := range p.colours {
					if ColourDistance(other, want) < ColourDistance(c, want) {
						t.Fatalf("(%d, %d): %v became %v though %v is nearer", x, y, want, c, other)
					}
				}
			}
		}
	}
}

// TestBlended: more of an ink is never further from it, whole opacity is the ink itself and
// none leaves the ground.
func TestBlended(t *testing.T) {
	p := testPalette()
	for k := range AllInks {
		ink := testLook.Ink(k)
		ground := p.Index(testLook.Background)
		if got := p.blended(k, 0, ground); got != ground {
			t.Errorf("ink %d: no opacity makes %v", k, p.colours[got])
		}
		if got := p.colours[p.blended(k, opacities, ground)]; got != ink {
			t.Errorf("ink %d: whole opacity makes %v, want %v", k, got, ink)
		}
		last := math.MaxInt
		for step := range opacities + 1 {
			got := p.blended(k, step, ground)
			if again := p.blended(k, step, ground); again != got {
				t.Fatalf("ink %d, step %d: %d, then %d", k, step, got, again)
			}
			if d := ColourDistance(p.colours[got], ink); d > last {
				t.Errorf("ink %d: step %d is further from it than the one before", k, step)
			} else {
				last = d
			}
		}
	}
}
