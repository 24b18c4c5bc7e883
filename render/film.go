package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Progress is how far a film has come: as text for the caption, and as a share from 0 to 1.
type Progress struct {
	Words string
	Share float64
}

// Spreading is a scene whose pictures show only the part of the board that is in use.
type Spreading interface {
	// InUse returns the smallest rectangle of columns and rows in use, both counted from 0.
	InUse() image.Rectangle
}

// GIF draws the frames of a film, each with the first drawer that accepts it, as an animation that
// loops for ever. All frames must have one size. At most two frames are in memory. GIF returns
// [ErrScene] if no drawer accepts a frame, and the context's cause if it ends between two frames.
func GIF(ctx context.Context, drawers []Drawer, f engine.Film, s Style) ([]byte, error) {
	if len(f.Frames) == 0 {
		return nil, errors.New("render film: it has no frames")
	}
	for _, scene := range f.Frames {
		if p, ok := scene.(Spreading); ok {
			s.Room = s.Room.Union(p.InUse())
		}
	}
	var film canvas.Film
	var last *image.Paletted
	palettes := map[*color.Color]*canvas.Palette{}
	for i, scene := range f.Frames {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		img, err := Draw(drawers, scene, s.frame(i, i == len(f.Frames)-1))
		if err != nil {
			return nil, err
		}
		if s.Progress != nil {
			first := &img.Palette[0]
			if palettes[first] == nil {
				palettes[first] = canvas.PaletteOf(s.Theme.Look(), img.Palette)
			}
			drawProgress(canvas.Canvas{Paletted: img, Palette: palettes[first]}, s.Progress(i).Share)
		}
		delay := f.Delay
		if i == len(f.Frames)-1 && f.Hold > 0 {
			delay = f.Hold
		}
		if err := film.Add(img, delay); err != nil {
			return nil, fmt.Errorf("render film, frame %d: %w", i+1, err)
		}
		if last != nil {
			canvas.Recycle(last)
		}
		last = img
	}
	canvas.Recycle(last)
	return film.Bytes(), nil
}

// frame is the style of a frame: its caption tells how far the film has come.
func (s Style) frame(i int, last bool) Style {
	s.Move = 0
	if !last {
		s.Note, s.Winners = cmp.Or(s.Running, s.Note), nil
	}
	if s.Progress != nil {
		s.reached = s.Progress(i).Words
	}
	return s
}

// Proportions of the progress bar at the bottom of a frame, in picture widths.
const (
	barPad  = 0.022
	barLine = 0.0055
)

// drawProgress draws a line along the bottom, of which a share is done.
func drawProgress(on canvas.Canvas, share float64) {
	pad, high := int(barPad*float64(on.Rect.Dx())), int(barLine*float64(on.Rect.Dx()))
	line := image.Rect(on.Rect.Min.X+pad, on.Rect.Max.Y-high, on.Rect.Max.X-pad, on.Rect.Max.Y)
	on.Bar(line, canvas.InkLine)
	line.Max.X = line.Min.X + int(math.Round(min(max(share, 0), 1)*float64(line.Dx())))
	on.Bar(line, canvas.InkText)
}
