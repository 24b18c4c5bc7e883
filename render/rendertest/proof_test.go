package rendertest

import (
	"image"
	"testing"
)

// A proof keeps its shape within the room that Discord has for it, and is never enlarged.
func TestProofFits(t *testing.T) {
	for _, tt := range []struct{ size, room, want image.Point }{
		{image.Pt(1100, 720), image.Pt(550, 350), image.Pt(534, 350)},
		{image.Pt(1100, 620), image.Pt(550, 350), image.Pt(550, 310)},
		{image.Pt(1100, 720), image.Pt(350, 700), image.Pt(350, 229)},
		{image.Pt(200, 100), image.Pt(550, 350), image.Pt(200, 100)},
	} {
		if got := fit(image.NewGray(image.Rectangle{Max: tt.size}), tt.room).Bounds().Size(); got != tt.want {
			t.Errorf("%v in %v: %v, want %v", tt.size, tt.room, got, tt.want)
		}
	}
}
