package atom4

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// positions returns the positions of a random match, from its start until its last round has plies
// pieces.
func positions(tb testing.TB, rounds, plies int, seed uint64) (frames []any) {
	tb.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	start, err := atom4.New(nil)
	if err != nil {
		tb.Fatal(err)
	}
	var moves []string
	for p := start; ; {
		again, err := engine.Replay(tb.Context(), &atom4.Game, nil, moves)
		if err != nil {
			tb.Fatal(err)
		}
		frames = append(frames, again)
		nth, _ := again.(*atom4.Position).Match()
		if over := p.Outcome().Status != engine.Open; nth == rounds && (over || again.(*atom4.Position).Ply() == plies) {
			return frames
		}
		legal := p.(engine.Picker).Moves()
		move := legal[r.IntN(len(legal))]
		if _, err := p.Play(move); err != nil {
			tb.Fatal(err)
		}
		moves = append(moves, move)
	}
}

// TestReplayZoomsInSteps: the frames of a game that spreads over the board show all pieces, and a
// few parts in all, each of which holds the one before. In a full run one game is long, and films
// have every frame.
func TestReplayZoomsInSteps(t *testing.T) {
	for _, tt := range []struct {
		rounds, plies int
		seed          uint64
	}{{1, 20, 1}, {1, 45, 3}, {1, 60, 2}} {
		if tt.plies > 45 && !enginetest.Long() {
			continue
		}
		frames := positions(t, tt.rounds, tt.plies, tt.seed)
		film := engine.Film{Frames: frames, Delay: time.Second}
		var room image.Rectangle
		for _, frame := range frames {
			room = room.Union(frame.(*atom4.Position).InUse())
		}
		room = room.Inset(-partRoom).Intersect(everything)
		var parts []part
		for _, frame := range frames {
			p := frame.(*atom4.Position)
			shows := zoomed(p, room)
			if !p.InUse().In(shows.box()) {
				t.Fatalf("%+v: %v is outside of %+v", tt, p.InUse(), shows)
			}
			if len(parts) == 0 || parts[len(parts)-1] != shows {
				parts = append(parts, shows)
			}
		}
		if len(parts) > 3 || len(parts) < 2 && partAround(room).rows > 11 {
			t.Errorf("%+v: %+v are shown", tt, parts)
		}
		for i, shows := range parts[1:] {
			if !parts[i].box().In(shows.box()) {
				t.Errorf("%+v: after %+v it shows %+v", tt, parts[i], shows)
			}
		}
		if !enginetest.Long() {
			film.Frames = slices.DeleteFunc(slices.Clone(frames), func(f any) bool { return f != frames[0] && f.(*atom4.Position).Ply()%10 > 0 })
		}
		data, err := render.GIF(t.Context(), Drawers, film, render.Style{})
		if err != nil {
			t.Fatalf("%+v: %v", tt, err)
		}
		shown, _ := rendertest.Played(t, data)
		if len(shown) != len(film.Frames) {
			t.Fatalf("%+v: %d frames, want %d", tt, len(shown), len(film.Frames))
		}
		want := rendertest.Picture(t, measuring, frames[0], render.Style{Room: room})
		if !rendertest.Same(shown[0], want, 0) {
			t.Errorf("%+v: the first frame, of %v, shows another part", tt, shown[0].Rect)
		}
	}
}

func TestGoldenReplay(t *testing.T) {
	rendertest.GoldenReplay(t, measuring, positions(t, 1, 20, 1), 12, "Ann", "Bob")
}
