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

// watcher receives labels; nil outside tests.
var watcher atomic.Pointer[func(Label)]

// Watch calls a function with each label, until stop is called: those on pictures, and those on
// painted parts that are cached. There is one watcher at a time.
func Watch(look func(Label)) (stop func()) {
	watcher.Store(&look)
	return func() { watcher.CompareAndSwap(&look, nil) }
}

// copyWatcher receives the pictures that are copied by [New]; nil outside tests.
var copyWatcher atomic.Pointer[func(of *image.Paletted)]

// WatchCopies calls a function with each picture that is copied by [New], until stop is called. The
// labels on such a picture are on the copy too, but are not passed to Watch again.
func WatchCopies(see func(of *image.Paletted)) (stop func()) {
	copyWatcher.Store(&see)
	return func() { copyWatcher.CompareAndSwap(&see, nil) }
}

func (t *Typeface) show(look *func(Label), under image.Image, pen Point, words string, ink color.RGBA) {
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
		(*look)(Label{words, t.CapHeight(), ink, mask, under})
	}
}
