package render_test

import (
	"bytes"
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestGIFShowsProgress: below each frame stands how far the film is.
func TestGIFShowsProgress(t *testing.T) {
	plain := render.For(func(int, render.Style) *image.Paletted {
		return image.NewPaletted(image.Rect(0, 0, 1100, 700), color.Palette{color.White, color.Black})
	})
	f := engine.Film{Frames: []any{0, 1, 2}, Delay: time.Second}
	data, err := render.GIF(t.Context(), []render.Drawer{plain}, f, render.Style{Progress: rendertest.Counter(2)})
	if err != nil {
		t.Fatal(err)
	}
	frames, _ := rendertest.Played(t, data)
	below := func(frame *image.RGBA) []uint8 { return frame.Pix[frame.PixOffset(0, 700):] }
	if len(frames) != 3 || bytes.Equal(below(frames[0]), below(frames[1])) || bytes.Equal(below(frames[1]), below(frames[2])) {
		t.Errorf("below one of %d frames stands what stood below the one before", len(frames))
	}
}

// TestGIFOfSizes: frames that differ in size are centred in pictures of the largest size, above the
// progress bar.
func TestGIFOfSizes(t *testing.T) {
	draw := render.For(func(size int, _ render.Style) *image.Paletted {
		return image.NewPaletted(image.Rect(0, 0, size, size), color.Palette{color.White, color.Black})
	})
	style := render.Style{Progress: func(frame int) render.Progress { return render.Progress{Words: "now", Share: float64(frame) / 2} }}
	for _, tt := range []struct {
		sizes []any
		style render.Style
		high  int
	}{
		{[]any{40, 90, 60}, render.Style{}, 90},
		{[]any{90, 40, 60}, render.Style{}, 90},
		{[]any{90, 90, 90}, style, 96},
		{[]any{40, 90, 60}, style, 96},
	} {
		data, err := render.GIF(t.Context(), []render.Drawer{draw}, engine.Film{Frames: tt.sizes, Delay: time.Second}, tt.style)
		if err != nil {
			t.Fatal(err)
		}
		frames, _ := rendertest.Played(t, data)
		for i, frame := range frames {
			if want := image.Pt(90, tt.high); frame.Rect.Size() != want {
				t.Fatalf("%v: frame %d measures %v, want %v", tt.sizes, i, frame.Rect.Size(), want)
			}
			left := (90 - tt.sizes[i].(int)) / 2
			if inside := frame.RGBAAt(left, 0); inside != (color.RGBA{0xff, 0xff, 0xff, 0xff}) {
				t.Errorf("%v: frame %d begins with %v", tt.sizes, i, inside)
			}
			if left > 0 && frame.RGBAAt(left-1, 0) == frame.RGBAAt(left, 0) {
				t.Errorf("%v: frame %d is not in the middle", tt.sizes, i)
			}
		}
	}
}
