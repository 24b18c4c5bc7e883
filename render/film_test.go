package render_test

import (
	"bytes"
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestGIFShowsProgress: the caption of each frame tells how far the film is.
func TestGIFShowsProgress(t *testing.T) {
	plain := render.For(func(_ int, s render.Style) *image.Paletted {
		on := canvas.Blank(canvas.Whole, canvas.NewMixture(s.Theme.Look(), canvas.AllInks).Palette(canvas.MaxColours))
		s.Write(on, canvas.NewCaption(canvas.Bottom(on.Rect)), render.Caption{Words: engine.T("Red to move")})
		return on.Paletted
	})
	f := engine.Film{Frames: []any{0, 1, 2}, Delay: time.Second}
	data, err := render.GIF(t.Context(), []render.Drawer{plain}, f, render.Style{Progress: rendertest.Counter(2)})
	if err != nil {
		t.Fatal(err)
	}
	frames, _ := rendertest.Played(t, data)
	rows := func(frame *image.RGBA, first, beyond int) []uint8 {
		return frame.Pix[frame.PixOffset(0, first):frame.PixOffset(0, beyond)]
	}
	for i := range len(frames) - 1 {
		for name, part := range map[string][2]int{"words": {650, 690}, "bar": {690, 700}} {
			if bytes.Equal(rows(frames[i], part[0], part[1]), rows(frames[i+1], part[0], part[1])) {
				t.Errorf("frame %d has the %s of the one before", i+1, name)
			}
		}
	}
	if len(frames) != 3 || frames[0].Rect != canvas.Whole {
		t.Errorf("%d frames, the first of %v", len(frames), frames[0].Rect)
	}
}

// TestGIFOfSizes: all frames of a film have one size.
func TestGIFOfSizes(t *testing.T) {
	draw := render.For(func(size int, _ render.Style) *image.Paletted {
		return image.NewPaletted(image.Rect(0, 0, size, size), color.Palette{color.White, color.Black})
	})
	f := engine.Film{Frames: []any{90, 40}, Delay: time.Second}
	if _, err := render.GIF(t.Context(), []render.Drawer{draw}, f, render.Style{}); err == nil {
		t.Error("frames of two sizes make a film")
	}
}
