package hex

import (
	"bytes"
	"errors"
	"image/gif"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
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

func TestFilmShowsItsFrames(t *testing.T) {
	for _, tt := range []struct{ size, moves, off int }{
		{5, 4, 1},  // of 256 colours one must make room
		{14, 3, 1}, // of 128 one had better
	} {
		f, s := replay(t, tt.size, tt.moves), render.Style{Names: []string{"Ann", "Bob"}, Running: "Replay", Note: "Bob wins", Winners: []engine.Seat{1}}
		f.Frames = append(f.Frames, f.Frames[len(f.Frames)-1]) // in which nothing happens
		data, err := render.GIF(t.Context(), Drawers, f, s)
		if err != nil {
			t.Fatal(err)
		}
		frames, delays := rendertest.Played(t, data)
		if len(frames) != len(f.Frames) {
			t.Fatalf("%d frames, want %d", len(frames), len(f.Frames))
		}
		for i, scene := range f.Frames {
			style := s
			if i < len(f.Frames)-1 {
				style.Note, style.Winners = s.Running, nil
			}
			want, err := render.Draw(Drawers, scene, style)
			if err != nil {
				t.Fatal(err)
			}
			if !rendertest.Same(frames[i], want, tt.off) {
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

// TestGoldenReplay: below each frame stands how far the film is.
func TestGoldenReplay(t *testing.T) {
	rendertest.GoldenReplay(t, measuring, replay(t, 5, 9).Frames, 4, "Ann", "Bob")
}

func TestFilmRefuses(t *testing.T) {
	small := randomGame(t, options(3), 1, 2)
	if _, err := render.GIF(t.Context(), Drawers, engine.Film{}, render.Style{}); err == nil {
		t.Error("a film without frames is made")
	}
	if _, err := render.GIF(t.Context(), Drawers, engine.Film{Frames: []any{small, "nothing"}}, render.Style{}); !errors.Is(err, render.ErrScene) {
		t.Errorf("a film of what nobody draws: %v", err)
	}
}

// searching is a frame of the film of a breadth-first search, counted from 0.
func searching(tb testing.TB, frame int) hex.Search {
	tb.Helper()
	show := hex.Game.Views[slices.IndexFunc(hex.Game.Views, func(v engine.View) bool { return v.Name == "bfs" })].Show
	answer, err := show(tb.Context(), randomGame(tb, options(7), 16, 6), nil)
	if err != nil {
		tb.Fatal(err)
	}
	film, _ := answer.Scenes[0].(engine.Film)
	found, _ := film.Frames[min(frame, len(film.Frames)-1)].(hex.Search)
	return found
}

// TestSearchOutlinesItsFrontier: the cells reached last, and no others; at the end the chain has hollow
// dots instead.
func TestSearchOutlinesItsFrontier(t *testing.T) {
	for _, frame := range []int{0, 3, 100} {
		view, dots := searching(t, frame), 0
		marks := rendertest.Marks(t, measuring, view, render.Style{})
		for c, cost := range view.Cost {
			at := cellAt(t, view.Position, view.Grid().Name(hexgrid.Cell(c)))
			if got, want := marked(marks[canvas.MarkHere], at), cost == view.Reached && !view.Last; got != want {
				t.Errorf("frame %d: %s is outlined: %t", frame, view.Grid().Name(hexgrid.Cell(c)), got)
			}
			if view.Last && slices.Contains(view.Cells, hexgrid.Cell(c)) && view.At(hexgrid.Cell(c)) == hex.Empty {
				dots++
			}
		}
		if len(marks[canvas.MarkGhost]) != dots || view.Last != (frame == 100) {
			t.Errorf("frame %d, the last: %t, has %d hollow dots, want %d", frame, view.Last, len(marks[canvas.MarkGhost]), dots)
		}
	}
}

// BenchmarkFilm makes a replay of 60 moves on a 14×14 board and, in turn with it, does the same
// naively with whole frames and image/gif. The figures are from the fastest rounds.
func BenchmarkFilm(b *testing.B) {
	f := replay(b, 14, 59)
	s := render.Style{Names: []string{"Annabel", "Bob"}, Running: "Replay", Progress: rendertest.Counter(59)}
	ours, control := time.Hour, time.Hour
	var size, whole, round int
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		data, err := render.GIF(b.Context(), Drawers, f, s)
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
func wholeFrames(tb testing.TB, f engine.Film, s render.Style) []byte {
	tb.Helper()
	var g gif.GIF
	for _, scene := range f.Frames {
		img, err := render.Draw(Drawers, scene.(*hex.Position), s)
		if err != nil {
			tb.Fatal(err)
		}
		g.Image, g.Delay = append(g.Image, img), append(g.Delay, 70)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &g); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}
