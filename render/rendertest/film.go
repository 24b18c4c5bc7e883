package rendertest

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
)

// Counter returns the progress of a film of so many moves.
func Counter(moves int) func(frame int) render.Progress {
	return func(frame int) render.Progress {
		return render.Progress{Words: fmt.Sprintf("Move %d of %d", frame, moves), Share: float64(frame) / float64(moves)}
	}
}

// GoldenReplay is [GoldenFrame] for the scenes after each move of a game, as a replay shows them.
func GoldenReplay(t *testing.T, fresh func() []render.Drawer, scenes []any, n int, names ...string) {
	t.Helper()
	f := engine.Film{Frames: scenes, Delay: 700 * time.Millisecond, Hold: 4 * time.Second}
	GoldenFrame(t, fresh, f, n, render.Style{Names: names, Running: "Replay", Progress: Counter(len(scenes) - 1)})
}

// GoldenFrame is [Golden] for a frame of a film.
func GoldenFrame(t *testing.T, fresh func() []render.Drawer, f engine.Film, n int, s render.Style) {
	t.Helper()
	f.Frames = f.Frames[n : n+1]
	if s.Running != "" {
		s.Note = s.Running
	}
	if count := s.Progress; count != nil {
		s.Progress = func(int) render.Progress { return count(n) }
	}
	var data []byte
	var err error
	labels, _ := record(s.Theme.Look(), func() { data, err = render.GIF(t.Context(), fresh(), f, s) })
	if err != nil {
		t.Fatal(err)
	}
	frames, _ := Played(t, data)
	report(t, unreadable(frames[0], labels, shown))
	proof(t, frames[0], s.Theme)
	GoldenPicture(t, frames[0])
}

// Played decodes an animation and composes its frames like a browser.
func Played(t *testing.T, data []byte) (frames []*image.RGBA, delays []int) {
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
		if g.Delay[i] == 2 { // another part of the same frame follows
			continue
		}
		frame := image.NewRGBA(screen.Rect)
		copy(frame.Pix, screen.Pix)
		frames, delays, stood = append(frames, frame), append(delays, stood), 0
	}
	return frames, delays
}

// Same reports whether a frame equals a picture, up to a difference per channel.
func Same(frame *image.RGBA, want image.Image, off int) bool {
	return frame.Rect == want.Bounds() && farthest(frame.Pix, inColour(want).Pix) <= off
}
