package render

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// replay is a film of a random game, from the empty board on.
func replay(tb testing.TB, size, moves int) engine.Film {
	tb.Helper()
	f := engine.Film{Delay: 700 * time.Millisecond, Hold: 4 * time.Second}
	for n := range moves + 1 {
		f.Frames = append(f.Frames, randomGame(tb, options(size), n, 2))
	}
	return f
}

// played decodes an animated picture and draws its frames over each other as a browser
// does.
func played(t *testing.T, data []byte) (frames []*image.RGBA, delays []int) {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if g.LoopCount != 0 {
		t.Errorf("it is played %d times more, want for ever", g.LoopCount)
	}
	stood := 0
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, img := range g.Image {
		if g.Disposal[i] != gif.DisposalNone {
			t.Errorf("frame %d is disposed of by %d", i, g.Disposal[i])
		}
		draw.Draw(screen, img.Rect, img, img.Rect.Min, draw.Over)
		stood += g.Delay[i]
		if g.Delay[i] == 2 { // another part of the frame follows
			continue
		}
		frame := image.NewRGBA(screen.Rect)
		copy(frame.Pix, screen.Pix)
		frames, delays, stood = append(frames, frame), append(delays, stood), 0
	}
	return frames, delays
}

// same reports whether a frame shows a picture, where a channel may be off by some.
func same(frame *image.RGBA, want image.Image, off int) bool {
	for y := range frame.Rect.Dy() {
		for x := range frame.Rect.Dx() {
			w, _ := color.RGBAModel.Convert(want.At(x, y)).(color.RGBA)
			g := frame.RGBAAt(x, y)
			if abs(int(w.R)-int(g.R)) > off || abs(int(w.G)-int(g.G)) > off || abs(int(w.B)-int(g.B)) > off {
				return false
			}
		}
	}
	return true
}

func abs(n int) int { return max(n, -n) }

func TestFilmShowsItsFrames(t *testing.T) {
	for _, tt := range []struct{ size, moves, off int }{
		{5, 9, 1},  // of 256 colours one must make room
		{14, 3, 1}, // of 128 one had better
	} {
		f, s := replay(t, tt.size, tt.moves), Style{Names: []string{"Ann", "Bob"}, Running: "Replay", Note: "Bob wins", Winners: []engine.Seat{1}}
		f.Frames = append(f.Frames, f.Frames[len(f.Frames)-1]) // in which nothing happens
		data, err := GIF(Hex, f, s)
		if err != nil {
			t.Fatal(err)
		}
		frames, delays := played(t, data)
		if len(frames) != len(f.Frames) {
			t.Fatalf("%d frames, want %d", len(frames), len(f.Frames))
		}
		for i, scene := range f.Frames {
			style := s
			if i < len(f.Frames)-1 {
				style.Note, style.Winners = s.Running, nil
			}
			want, err := Draw(Hex, scene, style)
			if err != nil {
				t.Fatal(err)
			}
			if !same(frames[i], want, tt.off) {
				t.Errorf("size %d: frame %d is not the picture of its scene", tt.size, i)
			}
			delay := 70
			if i == len(f.Frames)-1 {
				delay = 400
			}
			if delays[i] != delay {
				t.Errorf("frame %d stands for %d hundredths of a second, want %d", i, delays[i], delay)
			}
		}
	}
}

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
	scenes := []image.Image{noise(2), noise(1), noise(255), noise(256), two, noise(100)}
	f := engine.Film{Delay: time.Second}
	for _, img := range scenes {
		f.Frames = append(f.Frames, img)
	}
	shows := For(func(img image.Image, _ Style) (image.Image, error) { return clonePicture(img), nil })
	data, err := GIF([]Drawer{shows}, f, Style{})
	if err != nil {
		t.Fatal(err)
	}
	frames, _ := played(t, data)
	for i, img := range scenes {
		off := 0
		if i == 3 { // one of 256 colours makes room
			off = 24
		}
		if img == image.Image(two) {
			img = image.NewUniform(color.RGBA{1, 2, 3, 0xff})
		}
		if !same(frames[i], img, off) {
			t.Errorf("frame %d differs from its picture", i)
		}
	}
}

// clonePicture keeps what is recycled apart from what is compared.
func clonePicture(img image.Image) image.Image {
	p, ok := img.(*image.Paletted)
	if !ok {
		return img
	}
	c := *p
	c.Pix = bytes.Clone(p.Pix)
	return &c
}

func TestFilmRefuses(t *testing.T) {
	small, large := randomGame(t, options(3), 1, 2), randomGame(t, options(5), 1, 2)
	if _, err := GIF(Hex, engine.Film{}, Style{}); err == nil {
		t.Error("a film without frames is made")
	}
	if _, err := GIF(Hex, engine.Film{Frames: []any{small, "nothing"}}, Style{}); !errors.Is(err, ErrScene) {
		t.Errorf("a film of what nobody draws: %v", err)
	}
	if _, err := GIF(Hex, engine.Film{Frames: []any{small, large}}, Style{}); err == nil {
		t.Error("a film of two sizes is made")
	}
}

// BenchmarkFilm makes a replay of 60 moves on a 14×14 board and, in turn with it, does
// the same naively: whole frames by image/gif. The figures are those of the fastest
// rounds.
func BenchmarkFilm(b *testing.B) {
	f := replay(b, 14, 59)
	s := Style{Names: []string{"Annabel", "Bob"}, Running: "Replay"}
	ours, control := time.Hour, time.Hour
	var size, whole, round int
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		data, err := GIF(Hex, f, s)
		ours = min(ours, time.Since(start))
		if err != nil {
			b.Fatal(err)
		}
		size = len(data)
		if round++; round%8 == 1 {
			b.StopTimer()
			start := time.Now()
			whole = len(wholeFrames(b, f, s))
			control = min(control, time.Since(start))
			b.StartTimer()
		}
	}
	b.ReportMetric(ours.Seconds()*1000, "ms")
	b.ReportMetric(float64(control)/float64(ours), "x-naive")
	b.ReportMetric(float64(size)/1000, "KB")
	b.ReportMetric(float64(whole)/1000, "naive-KB")
}

// wholeFrames is the naive way.
func wholeFrames(tb testing.TB, f engine.Film, s Style) []byte {
	tb.Helper()
	var g gif.GIF
	for _, scene := range f.Frames {
		img, err := Draw(Hex, scene.(*hex.Position), s)
		if err != nil {
			tb.Fatal(err)
		}
		p, _ := img.(*image.Paletted)
		g.Image, g.Delay = append(g.Image, p), append(g.Delay, 70)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &g); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}
