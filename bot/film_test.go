package bot

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/browse"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
)

// film decodes the animation in a reply, and returns the number of frames and how long the last one is
// shown. It checks that no replay is too long.
func (s *session) film(r chat.Reply) (frames int, last time.Duration) {
	s.t.Helper()
	frames, last, _ = s.decoded(r)
	return frames, last
}

// decoded is film with what was decoded.
func (s *session) decoded(r chat.Reply) (frames int, last time.Duration, g *gif.GIF) {
	s.t.Helper()
	if len(r.Files) != 1 || !strings.HasSuffix(r.Files[0].Name, ".gif") {
		s.t.Fatalf("no moving picture: %q, %d files", r.Text, len(r.Files))
	}
	g, err := gif.DecodeAll(bytes.NewReader(r.Files[0].Data))
	if err != nil {
		s.t.Fatal(err)
	}
	lasts, stands := 0, 0
	for i, delay := range g.Delay {
		lasts += delay
		stands += delay
		if delay == 2 { // a part of the frame to come
			continue
		}
		if frames++; i < len(g.Delay)-1 {
			stands = 0
		}
	}
	if lasts > 1500 {
		s.t.Errorf("a replay of %d frames lasts %d hundredths of a second, want 15 s at most", frames, lasts)
	}
	return frames, time.Duration(stands) * 10 * time.Millisecond, g
}

// long are the options with which games of some kinds go on for long.
var long = map[string]map[string]any{
	"hex": {"size": 14, "swap": false}, "gordon": {"group": "D12"},
}

// longest is how many moves are played where a game does not end before.
const longest = 400

// longTable is a table of a game after many moves, but no more than most.
func (s *session) longTable(entry *show.Entry, most int) *table.Table {
	s.t.Helper()
	r := rand.New(rand.NewPCG(2, 3))
	env := engine.Env{Now: s.clock, Rand: r}
	asked, err := engine.ParseOptions(entry.Game.Options, long[entry.Game.ID], true)
	if err != nil {
		s.t.Fatal(err)
	}
	o, err := entry.Game.Prepared(env, asked)
	if err != nil {
		s.t.Fatal(err)
	}
	you := table.User(ids["you"])
	seats := slices.Repeat([]string{you}, entry.Game.Seats(o))
	t, err := table.New(entry.Game, o, seats, slices.Repeat([]string{"You"}, len(seats)), s.clock)
	if err != nil {
		s.t.Fatal(err)
	}
	t.Key.Number = 1
	for len(t.Record.Moves) < min(longest, most) {
		line := entry.Game.Verbs[0].Name
		if moves := engine.MovesOf(t.Position); len(moves) > 0 {
			line = moves[r.IntN(len(moves))]
		} else if t.Position.Outcome().Status != engine.Open {
			break
		}
		if line, err = t.Game.Completed(env, t.Position, line); err != nil {
			s.t.Fatal(err)
		}
		if _, err := t.Play(line, you, s.clock); err != nil {
			s.t.Fatal(err)
		}
	}
	return t
}

// TestReplayOfAnyGame: of whatever length, it has one size throughout, is over in time, and
// tells below each picture how far it is. Films of the greatest length are for the long form:
// TestReplay and TestReplayFits have one each.
func TestReplayOfAnyGame(t *testing.T) {
	enginetest.Alone(t)
	t.Parallel()
	most := enginetest.Times(8, mostMoves)
	s := newSession(t, Games()...)
	for _, entry := range s.bot.Games.All {
		t.Run(entry.Game.ID, func(t *testing.T) {
			at := s.longTable(entry, most)
			c := s.bot.UnaskedCall(at)
			h := &browse.Handlers{Services: s.bot.Services}
			r, err := h.FilmMessage(c, at)
			if err != nil {
				t.Fatal(err)
			}
			moves := len(at.Record.Moves)
			frames, last, film := s.decoded(r)
			least := min(moves+1, browse.MaxFrames/2)
			if runner, ok := at.Position.(engine.Runner); ok { // whose moves are many steps each
				least = len(runner.Run().Frames)
			}
			if frames > browse.MaxFrames || frames < least || last != browse.EndLasts {
				t.Errorf("%d moves make %d frames, of which the last stands for %v", moves, frames, last)
			}
			if size := len(r.Files[0].Data); size > browse.MaxFilmBytes {
				t.Errorf("it has %d bytes", size)
			}
			if at := unchanged(film); at >= 0 {
				t.Errorf("below frame %d stands what stood below the one before", at)
			}
			s.oneSize(&show.Plays{Table: at, Draw: entry.Draw})
		})
	}
}

// oneSize checks that the pictures of a film have one size by themselves: where they are only
// laid on larger ones, the board jumps.
func (s *session) oneSize(p *show.Plays) {
	s.t.Helper()
	room, err := p.Room()
	if err != nil {
		s.t.Fatal(err)
	}
	moves := len(p.Table.Record.Moves)
	var first image.Rectangle
	for _, n := range []int{0, moves / 3, moves} {
		img, err := p.Picture(show.Ply(n), render.Style{Room: room})
		if err != nil {
			s.t.Fatal(err)
		}
		if n == 0 {
			first = img.Bounds()
		} else if img.Bounds() != first {
			s.t.Errorf("%s: after %d moves the picture measures %v, before the first %v", p.Table.Game.ID, n, img.Bounds(), first)
		}
	}
}

// unchanged is the first frame of a film whose lowest pixels are all those of the one before,
// -1 if there is none.
func unchanged(g *gif.GIF) int {
	strip := image.Rect(0, g.Config.Height-g.Config.Width/20, g.Config.Width, g.Config.Height)
	frame, changes := 0, false
	for i, img := range g.Image {
		changes = changes || drawn(img, strip.Intersect(img.Rect))
		if g.Delay[i] > 2 {
			if !changes {
				return frame
			}
			frame, changes = frame+1, false
		}
	}
	return -1
}

// drawn reports whether any pixel of a part of a picture is not see-through.
func drawn(img *image.Paletted, part image.Rectangle) bool {
	through := slices.IndexFunc(img.Palette, func(c color.Color) bool { _, _, _, a := c.RGBA(); return a == 0 })
	for y := part.Min.Y; y < part.Max.Y && part.Dx() > 0; y++ {
		row := img.Pix[img.PixOffset(part.Min.X, y):img.PixOffset(part.Max.X-1, y)]
		if slices.ContainsFunc(row, func(i uint8) bool { return int(i) != through }) {
			return true
		}
	}
	return false
}

// TestReplay has a frame for the start and for each move, and for some moves each where
// there are many.
func TestReplay(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new level:easy size:3 swap:false")
	if r := s.does("you", "/hex replay"); !r.Refused {
		t.Errorf("a game without moves is replayed: %q", r.Text)
	}
	s.play("you: /hex move b2")
	r := s.does("friend", "/hex replay")
	if frames, last := s.film(r); frames != 3 || last < 3*time.Second {
		t.Errorf("2 moves make %d frames, of which the last stands for %v", frames, last)
	}
	if want := "A replay of 2 moves: b2, "; !strings.HasPrefix(r.Files[0].Alt, want) || !strings.Contains(r.Files[0].Alt, ". At the end: Hex, 3 by 3. ") {
		t.Errorf("it is described as %q", r.Files[0].Alt)
	}
	s.play("you: /hex new level:easy versus:easy size:12 swap:false")
	moves := len(s.table(2).Moves)
	if moves <= browse.MaxFrames {
		t.Fatalf("%d moves are too few to test with", moves)
	}
	if frames, _ := s.film(s.does("you", "/hex replay table:2")); frames > browse.MaxFrames || frames < browse.MaxFrames/2 {
		t.Errorf("%d moves make %d frames, want at most %d", moves, frames, browse.MaxFrames)
	}
}

// TestFilmsOfAnswers become moving pictures with words for who cannot see them.
func TestFilmsOfAnswers(t *testing.T) {
	entry := quickHex()
	g := *entry.Game
	g.Views = []engine.View{{Name: "twice", Help: engine.T("See it twice"), Command: true, Show: func(_ context.Context, p engine.Position, _ engine.Options) (engine.Answer, error) {
		return engine.Answer{Text: engine.T("twice"), Scenes: []engine.Scene{engine.Film{Frames: []any{p, p}, Delay: time.Second, Words: engine.T("Twice the same.")}}}, nil
	}}}
	entry.Game = &g
	s := newSession(t, entry)
	s.play("you: /hex new level:easy size:3")
	r := s.does("you", "/hex twice")
	if frames, _ := s.film(r); frames != 2 {
		t.Errorf("two frames became %d", frames)
	}
	if want := "Twice the same."; r.Files[0].Alt != want {
		t.Errorf("they are described as %q", r.Files[0].Alt)
	}
}

// TestReplayFits what Discord takes: where pictures are large, it has fewer of them.
func TestReplayFits(t *testing.T) {
	t.Parallel()
	if enginetest.UnderRace {
		return // all is drawn by one goroutine, and takes minutes
	}
	entry := quickHex()
	chance, pictures := rand.New(rand.NewPCG(1, 1)), 0
	entry.Draw = []render.Drawer{func(any, render.Style) (*image.Paletted, error) {
		noise := image.NewPaletted(image.Rect(0, 0, 300, 400), palette.Plan9)
		for i := range noise.Pix {
			noise.Pix[i] = uint8(chance.Uint32())
		}
		pictures++
		return noise, nil
	}}
	s := newSession(t, entry)
	at := s.longTable(s.bot.Games.ByID["hex"], mostMoves)
	r, err := (&browse.Handlers{Services: s.bot.Services}).FilmMessage(s.bot.UnaskedCall(at), at)
	if err != nil {
		t.Fatal(err)
	}
	frames, _ := s.film(r)
	if size := len(r.Files[0].Data); size > browse.MaxFilmBytes || pictures <= frames {
		t.Errorf("a replay of %d pictures, of %d that were drawn, has %d bytes, want %d at most", frames, pictures, size, browse.MaxFilmBytes)
	}
}

func TestReplayOfOneMove(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3", "you: /hex move b2")
	if r := s.does("you", "/hex replay"); !strings.Contains(r.Text, "from the start: one move.") {
		t.Errorf("the replay is called %q", r.Text)
	}
}
