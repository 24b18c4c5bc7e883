package canvas

import (
	"image"
	"image/color"
	"sync/atomic"
)

// Label is a text about to be written on a picture, for tests of legibility.
type Label struct {
	Words    string
	Capitals float64 // their height in pixels
	Ink      color.RGBA
	Mask     *image.Alpha // coverage in pixels of the picture, even outside its bounds
	Under    image.Image  // the picture before the text is written
}

// Watcher is told what is drawn on pictures, and on painted parts that are cached. Functions may be nil.
type Watcher struct {
	Wrote func(Label)
	// Copied is called with each picture that is copied by [New]: what was told of it is on the copy
	// too, but is not told again.
	Copied func(of *image.Paletted)
	Marked func(kind MarkKind, box image.Rectangle, on *image.Paletted)
}

// watching is nil outside tests.
var watching atomic.Pointer[Watcher]

// Watch calls a function with each label, like [WatchAll].
func Watch(wrote func(Label)) (stop func()) { return WatchAll(Watcher{Wrote: wrote}) }

// WatchAll tells a watcher until stop is called. There is one at a time.
func WatchAll(w Watcher) (stop func()) {
	watching.Store(&w)
	return func() { watching.CompareAndSwap(&w, nil) }
}

func (t *Typeface) show(wrote func(Label), under image.Image, pen Point, words string, ink color.RGBA) {
	var box image.Rectangle
	t.letters(pen, words, func(letter *image.Alpha, at image.Point) { box = box.Union(letter.Rect.Add(at)) })
	mask := image.NewAlpha(box)
	t.letters(pen, words, func(letter *image.Alpha, at image.Point) {
		for y := letter.Rect.Min.Y; y < letter.Rect.Max.Y; y++ {
			to := mask.Pix[mask.PixOffset(at.X+letter.Rect.Min.X, at.Y+y):]
			for x, cover := range letter.Pix[letter.PixOffset(letter.Rect.Min.X, y):][:letter.Rect.Dx()] {
				to[x] = max(to[x], cover)
			}
		}
	})
	if !box.Empty() {
		wrote(Label{words, t.CapHeight(), ink, mask, under})
	}
}
