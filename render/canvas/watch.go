package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync/atomic"

	"golang.org/x/image/math/fixed"
)

// Label is a text that is about to be written on a picture, for tests of whether it can be read.
type Label struct {
	Words    string
	Capitals float64 // their height in pixels
	Ink      color.RGBA
	Mask     *image.Alpha // how much it covers, in pixels of the picture, even those outside it
	Under    image.Image  // the picture as it is yet
}

// watcher is who looks at labels; nil, as everywhere but in tests: nobody.
var watcher atomic.Pointer[func(Label)]

// Watch shows all labels to a function, until stop is called: those that are written on
// pictures, and on what is painted and kept for them. There is one watcher at a time.
func Watch(look func(Label)) (stop func()) {
	watcher.Store(&look)
	return func() { watcher.CompareAndSwap(&look, nil) }
}

// copies is who is told of pictures that begin as copies; nil, as everywhere but in tests: nobody.
var copies atomic.Pointer[func(of *image.Paletted)]

// WatchCopies tells a function of each picture of which a copy is drawn on, until stop is called:
// what is written on it is on the copy, too, and is not shown to who watches labels.
func WatchCopies(see func(of *image.Paletted)) (stop func()) {
	copies.Store(&see)
	return func() { copies.CompareAndSwap(&see, nil) }
}

// show shows a label to the watcher.
func (t *Typeface) show(look *func(Label), under image.Image, pen Point, words string, ink color.RGBA) {
	var box image.Rectangle
	t.letters(pen, words, func(letter *image.Alpha, at image.Point) { box = box.Union(letter.Rect.Add(at)) })
	mask := image.NewAlpha(box)
	t.letters(pen, words, func(letter *image.Alpha, at image.Point) {
		draw.DrawMask(mask, letter.Rect.Add(at), image.Opaque, image.Point{}, letter, letter.Rect.Min, draw.Over)
	})
	if !box.Empty() {
		(*look)(Label{words, t.CapHeight(), ink, mask, under})
	}
}

// letters goes through what words cover, letter by letter.
func (t *Typeface) letters(pen Point, words string, each func(letter *image.Alpha, at image.Point)) {
	x, y := fixed.Int26_6(math.Round(pen.X*64)), int(math.Round(pen.Y))
	for _, r := range words {
		g := t.Glyph(r, x)
		each(g.Mask, image.Pt(x.Floor(), y))
		x += g.Advance
	}
}
