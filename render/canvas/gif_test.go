package canvas_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestFilmOfManyPalettes: frames of other colours, and full palettes.
func TestFilmOfManyPalettes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	size := image.Rect(0, 0, 40, 30)
	noise := func(colours int) *image.Paletted {
		p := image.NewPaletted(size, nil)
		for range colours {
			p.Palette = append(p.Palette, color.RGBA{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)), 0xff})
		}
		for i := range p.Pix {
			p.Pix[i] = uint8(r.IntN(colours))
		}
		return p
	}
	pictures := []*image.Paletted{noise(2), noise(1), noise(255), noise(256), noise(1), noise(100)}
	var w canvas.Film
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
		if !rendertest.Same(frames[i], img, off) {
			t.Errorf("frame %d differs from its picture", i)
		}
	}
}

// paletted is a picture with the given first pixels.
func paletted(width, height int, pix ...uint8) *image.Paletted {
	p := image.NewPaletted(image.Rect(0, 0, width, height), nil)
	for i := range 8 {
		p.Palette = append(p.Palette, color.RGBA{uint8(30 * i), uint8(255 - 30*i), uint8(i), 0xff})
	}
	copy(p.Pix, pix)
	return p
}

// film encodes pictures that stand for half a second each.
func film(t *testing.T, pictures ...*image.Paletted) []byte {
	t.Helper()
	var w canvas.Film
	for _, img := range pictures {
		if err := w.Add(img, time.Second/2); err != nil {
			t.Fatal(err)
		}
	}
	return w.Bytes()
}

// TestFilmHoldsWhatDiffers: a frame that differs in two far corners comes in two small parts,
// one that differs nowhere in a pixel, and one that differs everywhere whole.
func TestFilmHoldsWhatDiffers(t *testing.T) {
	first := paletted(200, 160)
	corners, all := clone(first), clone(first)
	corners.SetColorIndex(3, 3, 5)
	corners.SetColorIndex(190, 150, 6)
	for i := range all.Pix {
		all.Pix[i] = 4
	}
	g, err := gif.DecodeAll(bytes.NewReader(film(t, first, corners, corners, all)))
	if err != nil {
		t.Fatal(err)
	}
	wants := []struct {
		holds []image.Point // in one of the parts
		most  int           // pixels
	}{
		{[]image.Point{{0, 0}, {199, 159}}, 200 * 160},
		{[]image.Point{{3, 3}}, 8 * 8},
		{[]image.Point{{190, 150}}, 8 * 8},
		{nil, 1},
		{[]image.Point{{0, 0}, {199, 159}}, 200 * 160},
	}
	if len(g.Image) != len(wants) {
		t.Fatalf("%d parts, want %d", len(g.Image), len(wants))
	}
	for i, want := range wants {
		r := g.Image[i].Rect
		if r.Dx()*r.Dy() > want.most {
			t.Errorf("part %d is of %v", i, r)
		}
		for _, p := range want.holds {
			if !p.In(r) {
				t.Errorf("part %d is of %v, without %v", i, r, p)
			}
		}
	}
	if g.Delay[1] != 2 || g.Delay[1]+g.Delay[2] != 50 || g.Delay[0] != 50 {
		t.Errorf("the parts stand for %v hundredths of a second", g.Delay)
	}
}

// TestFilmPartsAreFew, however many places differ, and none when the frame stands briefly.
func TestFilmPartsAreFew(t *testing.T) {
	first := paletted(400, 400)
	many := clone(first)
	for i := range 12 {
		for j := range 12 {
			many.SetColorIndex(i*33+2, j*33+2, 3)
		}
	}
	for _, tt := range []struct {
		delay time.Duration
		most  int
	}{{time.Second, 6}, {100 * time.Millisecond, 1}} {
		var w canvas.Film
		for _, img := range []*image.Paletted{first, many} {
			if err := w.Add(img, tt.delay); err != nil {
				t.Fatal(err)
			}
		}
		data := w.Bytes()
		g, err := gif.DecodeAll(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(g.Image) - 1; n < 1 || n > tt.most {
			t.Errorf("a frame of %v has %d parts, want at most %d", tt.delay, n, tt.most)
		}
		frames, _ := rendertest.Played(t, data)
		if !rendertest.Same(frames[len(frames)-1], many, 0) {
			t.Errorf("a frame of %v is not its picture", tt.delay)
		}
	}
}

// TestFilmOfAPart: pictures with another corner are placed at the origin.
func TestFilmOfAPart(t *testing.T) {
	whole := paletted(60, 50)
	for i := range whole.Pix {
		whole.Pix[i] = uint8(i % 8)
	}
	r := image.Rect(10, 5, 47, 33)
	first, _ := whole.SubImage(r).(*image.Paletted)
	changed := clone(whole)
	changed.SetColorIndex(20, 20, (changed.ColorIndexAt(20, 20)+1)%8)
	second, _ := changed.SubImage(r).(*image.Paletted)
	frames, _ := rendertest.Played(t, film(t, first, second))
	for i, part := range []*image.Paletted{first, second} {
		moved := image.NewPaletted(image.Rectangle{Max: r.Size()}, part.Palette)
		draw.Draw(moved, moved.Rect, part, r.Min, draw.Src)
		if !rendertest.Same(frames[i], moved, 0) {
			t.Errorf("frame %d differs from its part", i)
		}
	}
}

// TestFilmDelays: the shortest is two hundredths of a second, which browsers keep to, and the
// longest as much as the format can say.
func TestFilmDelays(t *testing.T) {
	for delay, want := range map[time.Duration]int{0: 2, time.Millisecond: 2, 700 * time.Millisecond: 70, time.Hour: 65535} {
		var w canvas.Film
		if err := w.Add(paletted(9, 9), delay); err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeAll(bytes.NewReader(w.Bytes()))
		if err != nil || g.Delay[0] != want {
			t.Errorf("%v became %v, %v; want %d", delay, g.Delay, err, want)
		}
	}
}

func TestFilmRefuses(t *testing.T) {
	many := make(color.Palette, 257)
	for i := range many {
		many[i] = color.Black
	}
	for name, img := range map[string]*image.Paletted{
		"empty":      image.NewPaletted(image.Rectangle{}, color.Palette{color.Black}),
		"no colours": image.NewPaletted(image.Rect(0, 0, 1, 1), nil),
		"too many":   image.NewPaletted(image.Rect(0, 0, 1, 1), many),
	} {
		var w canvas.Film
		if err := w.Add(img, time.Second); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	var w canvas.Film
	if err := w.Add(paletted(9, 9), time.Second); err != nil {
		t.Fatal(err)
	}
	if err := w.Add(paletted(9, 8), time.Second); err == nil {
		t.Error("a frame of another size is taken")
	}
}

// TestFilmSharesItsColours: frames of one palette hold it once.
func TestFilmSharesItsColours(t *testing.T) {
	first := paletted(16, 16)
	second := clone(first)
	second.SetColorIndex(3, 3, 7)
	other := paletted(16, 16, 1, 2, 3)
	other.Palette[3] = color.RGBA{1, 2, 3, 0xff}
	shared, apart := len(film(t, first, second, first)), len(film(t, first, other, first))
	if apart < shared+3*8 {
		t.Errorf("%d bytes with one palette, %d with two", shared, apart)
	}
}

func clone(p *image.Paletted) *image.Paletted {
	c := *p
	c.Pix = bytes.Clone(p.Pix)
	return &c
}

// FuzzFilm: whatever the frames are, a browser shows them.
func FuzzFilm(f *testing.F) {
	f.Add(uint8(9), []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}, []byte{0, 0, 0, 0, 7})
	f.Add(uint8(40), bytes.Repeat([]byte{3, 1}, 900), bytes.Repeat([]byte{1, 3}, 900))
	f.Fuzz(func(t *testing.T, width uint8, a, b []byte) {
		height := max(len(a), len(b)) / max(1, int(width))
		if width == 0 || height == 0 {
			return
		}
		var pictures []*image.Paletted
		for _, pix := range [][]byte{a, b} {
			p := paletted(int(width), height, pix...)
			for i := range p.Pix {
				p.Pix[i] %= 8
			}
			pictures = append(pictures, p)
		}
		frames, _ := rendertest.Played(t, film(t, pictures...))
		for i, want := range pictures {
			if !rendertest.Same(frames[i], want, 0) {
				t.Errorf("frame %d differs", i)
			}
		}
	})
}
