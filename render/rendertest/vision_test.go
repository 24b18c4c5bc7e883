package rendertest

import (
	"image/color"
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// The usual kind of colour vision sees the values of CIELAB that are published for the
// corners of sRGB.
func TestLab(t *testing.T) {
	for hex, want := range map[uint32][3]float64{
		0xffffff: {100, 0, 0}, 0x000000: {0, 0, 0}, 0xff0000: {53.2, 80.1, 67.2}, 0x00ff00: {87.7, -86.2, 83.2}, 0x0000ff: {32.3, 79.2, -107.9},
	} {
		got := visions[0].lab(canvas.RGB(hex))
		for i := range got {
			if math.Abs(got[i]-want[i]) > 0.4 {
				t.Errorf("#%06x: %.1f, want %.1f", hex, got, want)
				break
			}
		}
	}
}

// Each kind of colour vision confuses the colours that it is known to confuse.
func TestVisionsConfuse(t *testing.T) {
	for _, tt := range []struct {
		vision int
		a, b   uint32
	}{
		{1, 0xe0301e, 0x5a5a00}, // red and a dark olive
		{2, 0xd05030, 0x8f8f28}, // red and a green as light
		{3, 0x2f7fd0, 0x008a90}, // blue and teal
	} {
		a, b := canvas.RGB(tt.a), canvas.RGB(tt.b)
		usual, seen := visions[0].distance(a, b), visions[tt.vision].distance(a, b)
		if seen > usual/2 {
			t.Errorf("%s: #%06x and #%06x differ by %.0f, and usually by %.0f", visions[tt.vision].name, tt.a, tt.b, seen, usual)
		}
	}
}

// What is alike to one kind of colour vision is not apart, and no colour has another's name.
func TestApartAndNamedFail(t *testing.T) {
	red, green := canvas.RGB(0xe0301e), canvas.RGB(0x5a5a00)
	probe := new(testing.T)
	if Apart(probe, "", red, green, 40); !probe.Failed() {
		t.Error("red and olive are apart")
	}
	probe = new(testing.T)
	if Apart(probe, "", canvas.RGB(0), canvas.RGB(0xffffff), 99); probe.Failed() {
		t.Error("black and white are not apart")
	}
	colours := map[string]color.RGBA{
		"red": red, "yellow": canvas.RGB(0xf0d030), "green": canvas.RGB(0x20a040), "cyan": canvas.RGB(0x30c0e0), "blue": canvas.RGB(0x2050c0),
		"purple": canvas.RGB(0xa040d0), "black": canvas.RGB(0x101010), "white": canvas.RGB(0xf8f8f8), "orange": canvas.RGB(0xe8690c), "grey": canvas.RGB(0x808080),
	}
	for is, c := range colours {
		for name := range colours {
			want := is != name || is == "orange" || is == "grey"
			probe := new(testing.T)
			if Named(probe, is, c, name); probe.Failed() != want {
				t.Errorf("%s, called %s: refused %t", is, name, !want)
			}
		}
	}
}
