package rendertest

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"testing"
)

// Played decodes an animated picture and draws its frames over each other as a browser
// does.
func Played(t *testing.T, data []byte) (frames []*image.RGBA, delays []int) {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if g.LoopCount != 0 {
		t.Errorf("it is played %d times more, want for ever", g.LoopCount)
	}
	stood := 0
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, img := range g.Image {
		if g.Disposal[i] != gif.DisposalNone {
			t.Errorf("frame %d is disposed of by %d", i, g.Disposal[i])
		}
		draw.Draw(screen, img.Rect, img, img.Rect.Min, draw.Over)
		stood += g.Delay[i]
		if g.Delay[i] == 2 { // another part of the frame follows
			continue
		}
		frame := image.NewRGBA(screen.Rect)
		copy(frame.Pix, screen.Pix)
		frames, delays, stood = append(frames, frame), append(delays, stood), 0
	}
	return frames, delays
}

// Same reports whether a frame shows a picture, where a channel may be off by some.
func Same(frame *image.RGBA, want image.Image, off int) bool {
	for y := range frame.Rect.Dy() {
		for x := range frame.Rect.Dx() {
			w, _ := color.RGBAModel.Convert(want.At(x, y)).(color.RGBA)
			g := frame.RGBAAt(x, y)
			if abs(int(w.R)-int(g.R)) > off || abs(int(w.G)-int(g.G)) > off || abs(int(w.B)-int(g.B)) > off {
				return false
			}
		}
	}
	return true
}

func abs(n int) int { return max(n, -n) }
