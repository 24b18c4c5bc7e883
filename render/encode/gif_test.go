package encode_test

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/render/encode"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestFilmOfManyPalettes: frames of other colours, full palettes and true colour.
func TestFilmOfManyPalettes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	size := image.Rect(0, 0, 40, 30)
	noise := func(colours int) image.Image {
		p := image.NewPaletted(size, nil)
		for range colours {
			p.Palette = append(p.Palette, color.RGBA{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)), 0xff})
		}
		for i := range p.Pix {
			p.Pix[i] = uint8(r.IntN(colours))
		}
		return p
	}
	two := image.NewRGBA(size.Add(image.Pt(3, 3)))
	draw.Draw(two, two.Rect, image.NewUniform(color.RGBA{1, 2, 3, 0xff}), image.Point{}, draw.Src)
	pictures := []image.Image{noise(2), noise(1), noise(255), noise(256), two, noise(100)}
	var w encode.Film
	for _, img := range pictures {
		if err := w.Add(img, time.Second); err != nil {
			t.Fatal(err)
		}
	}
	data := w.Bytes()
	frames, _ := rendertest.Played(t, data)
	for i, img := range pictures {
		off := 0
		if i == 3 { // one of 256 colours makes room
			off = 24
		}
		if img == image.Image(two) {
			img = image.NewUniform(color.RGBA{1, 2, 3, 0xff})
		}
		if !rendertest.Same(frames[i], img, off) {
			t.Errorf("frame %d differs from its picture", i)
		}
	}
}
