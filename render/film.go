package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/encode"
)

// GIF draws the frames of a film, with the first drawer that takes them, and makes an
// animated picture that begins anew for ever. Two frames are in memory at a time. The
// frames must be of one size; the error is [ErrScene] if nobody draws them. Before each frame
// it asks the context, and returns its cause if that has ended.
func GIF(ctx context.Context, drawers []Drawer, f engine.Film, s Style) ([]byte, error) {
	if len(f.Frames) == 0 {
		return nil, errors.New("render film: it has no frames")
	}
	var w encode.Film
	var last image.Image
	for i, scene := range f.Frames {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		style, delay := s, f.Delay
		style.Film = f.Frames
		if i < len(f.Frames)-1 {
			style.Note = cmp.Or(s.Running, s.Note)
			style.Winners = nil
		} else if f.Hold > 0 {
			delay = f.Hold
		}
		img, err := Draw(drawers, scene, style)
		if err != nil {
			return nil, err
		}
		if err := w.Add(img, delay); err != nil {
			return nil, fmt.Errorf("render film, frame %d: %w", i+1, err)
		}
		canvas.Recycle(last)
		last = img
	}
	canvas.Recycle(last)
	return w.Bytes(), nil
}
