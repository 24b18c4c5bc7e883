package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Progress is how far a film has come: as text, and as a share from 0 to 1.
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
// loops for ever. All frames get the size of the largest; they are drawn twice only if their sizes
// differ. At most two frames are in memory. GIF returns [ErrScene] if no drawer accepts a frame,
// and the context's cause if it ends between two frames.
func GIF(ctx context.Context, drawers []Drawer, f engine.Film, s Style) ([]byte, error) {
	if len(f.Frames) == 0 {
		return nil, errors.New("render film: it has no frames")
	}
	for _, scene := range f.Frames {
		if p, ok := scene.(Spreading); ok {
			s.Room = s.Room.Union(p.InUse())
		}
	}
	r := &filmEncoder{Film: f, drawers: drawers, style: s, palettes: map[*color.Color]*canvas.Palette{}}
	data, err := r.encode(ctx)
	if !errors.Is(err, errSizes) {
		return data, err
	}
	for i := range f.Frames {
		if err := r.measure(ctx, i); err != nil {
			return nil, err
		}
	}
	return r.encode(ctx)
}

// errSizes reports that a frame differs in size from those before it.
var errSizes = errors.New("render film: frames of several sizes")

// filmEncoder encodes a film.
type filmEncoder struct {
	engine.Film
	drawers     []Drawer
	style       Style
	size        image.Point  // without the progress bar; zero before the first frame
	measured    bool         // size is that of the largest frame
	progressBar *progressBar // nil before the first use
	palettes    map[*color.Color]*canvas.Palette
}

// encode returns the file, or errSizes if the frames must be measured first.
func (r *filmEncoder) encode(ctx context.Context) ([]byte, error) {
	var w canvas.Film
	var last *image.Paletted
	for i := range r.Frames {
		img, err := r.draw(ctx, i)
		if err != nil {
			return nil, err
		}
		if r.size == (image.Point{}) {
			r.size = img.Rect.Size()
		}
		if img.Rect.Size() != r.size && !r.measured {
			return nil, errSizes
		}
		delay := r.Delay
		if i == len(r.Frames)-1 && r.Hold > 0 {
			delay = r.Hold
		}
		img = r.mount(img, i)
		if err := w.Add(img, delay); err != nil {
			return nil, fmt.Errorf("render film, frame %d: %w", i+1, err)
		}
		if last != nil {
			canvas.Recycle(last)
		}
		last = img
	}
	canvas.Recycle(last)
	return w.Bytes(), nil
}

func (r *filmEncoder) measure(ctx context.Context, i int) error {
	img, err := r.draw(ctx, i)
	if err != nil {
		return err
	}
	size := img.Rect.Size()
	r.size, r.measured, r.progressBar = image.Pt(max(r.size.X, size.X), max(r.size.Y, size.Y)), true, nil
	canvas.Recycle(img)
	return nil
}

// draw draws a frame at its own size.
func (r *filmEncoder) draw(ctx context.Context, i int) (*image.Paletted, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	s := r.style
	s.Move = 0 // the progress bar tells it
	if i < len(r.Frames)-1 {
		s.Note = cmp.Or(s.Running, s.Note)
		s.Winners = nil
	}
	return Draw(r.drawers, r.Frames[i], s)
}

// mount returns a frame at the size of the film, above the progress bar. It takes ownership of the
// given picture's memory.
func (r *filmEncoder) mount(img *image.Paletted, i int) *image.Paletted {
	bounds := image.Rectangle{Max: r.size}
	if r.style.Progress != nil {
		if r.progressBar == nil {
			r.progressBar = newProgressBar(bounds, r.style.Progress(len(r.Frames)-1).Words)
		}
		bounds.Max.Y = r.progressBar.box.Max.Y
	}
	on := canvas.Canvas{Paletted: img, Palette: r.palette(img.Palette)}
	switch img.Rect {
	case bounds:
	case image.Rectangle{Max: r.size}:
		img.Pix = slices.Grow(img.Pix, bounds.Dx()*r.progressBar.box.Dy())[:bounds.Dx()*bounds.Dy()]
		img.Rect = bounds
	default:
		on = centred(img, bounds, on.Palette)
		canvas.Recycle(img)
	}
	if r.style.Progress != nil {
		r.progressBar.draw(on, r.style.Progress(i))
	}
	return on.Paletted
}

// centred copies a picture to the top of a larger one, centred horizontally.
func centred(img *image.Paletted, bounds image.Rectangle, p *canvas.Palette) canvas.Canvas {
	on := canvas.Blank(bounds, p)
	left := (bounds.Dx() - img.Rect.Dx()) / 2
	for y := range img.Rect.Dy() {
		from := img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y+y)
		copy(on.Pix[on.PixOffset(left, y):], img.Pix[from:from+img.Rect.Dx()])
	}
	return on
}

func (r *filmEncoder) palette(model color.Palette) *canvas.Palette {
	first := &model[0]
	if r.palettes[first] == nil {
		r.palettes[first] = canvas.PaletteOf(r.style.Theme.Look(), model)
	}
	return r.palettes[first]
}

// progressBar is the progress bar below a film: a growing line, and text at its right end.
type progressBar struct {
	box         image.Rectangle
	face        *canvas.Typeface
	line, words image.Point // left ends, at half the height of the box
	length      int         // of the whole line
}

// Proportions of the progress bar, in picture widths. On a phone, where Discord shows pictures 350
// pixels wide, its digits are 9 pixels high.
const (
	barText   = 0.036
	barHeight = 0.066
	barPad    = 0.024 // around it and between its parts
	barLine   = 0.005 // thickness of the line
	barDone   = 0.013 // thickness of the finished part
)

// newProgressBar places a progress bar below pictures, with space for the longest text.
func newProgressBar(pictures image.Rectangle, longest string) *progressBar {
	width := float64(pictures.Dx())
	px := func(share float64) int { return max(1, int(math.Round(share*width))) }
	s := &progressBar{box: pictures, face: canvas.Bold(barText * width)}
	s.box.Min.Y = pictures.Max.Y
	s.box.Max.Y = s.box.Min.Y + px(barHeight)
	middle := (s.box.Min.Y + s.box.Max.Y) / 2
	s.line = image.Pt(px(barPad), middle)
	s.words = image.Pt(s.box.Max.X-px(barPad)-int(math.Ceil(s.face.Measure(s.face.Legible(longest)))), middle)
	s.length = max(0, s.words.X-px(barPad)-s.line.X)
	return s
}

func (s *progressBar) draw(on canvas.Canvas, p Progress) {
	on.Bar(s.box, canvas.InkBand)
	width := float64(s.box.Dx())
	bar := func(length int, share float64, with canvas.Ink) {
		high := max(1, int(math.Round(share*width)))
		at := s.line.Sub(image.Pt(0, high/2))
		on.Bar(image.Rectangle{at, at.Add(image.Pt(length, high))}, with)
	}
	bar(s.length, barLine, canvas.InkMuted)
	bar(int(math.Round(min(max(p.Share, 0), 1)*float64(s.length))), barDone, canvas.InkText)
	pen := canvas.Point{X: float64(s.words.X), Y: float64(s.words.Y) + s.face.CapHeight()/2}
	on.Text(s.face, pen, s.face.Fit(s.face.Legible(p.Words), width-pen.X), canvas.InkText)
}
