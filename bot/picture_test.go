package bot

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/browse"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// latest draws what captions say of the last move.
type latest struct {
	drawers []render.Drawer
	said    []string
	last    any // scene
}

func newLatest() *latest {
	l := &latest{}
	l.drawers = []render.Drawer{func(scene any, s render.Style) (*image.Paletted, error) {
		l.last = scene
		l.said = append(l.said, s.Latest(engine.Text{}).String())
		return image.NewPaletted(image.Rect(0, 0, 9, 9), color.Palette{color.Black}), nil
	}}
	return l
}

// TestCaptionsTellTheLastMove of a table, of a past position, and of a film, which has the numbers of
// the moves below its frames.
func TestCaptionsTellTheLastMove(t *testing.T) {
	told := newLatest()
	s := newSession(t, show.Entry{Game: &hex.Game, Draw: told.drawers})
	s.play("you: /hex new @you size:5", "you: /hex move b2", "you: /hex move c3", "you: /hex move a1")
	told.said = nil
	at, err := s.bot.Tables.Load(t.Context(), store.Key{Channel: sessionChannel, Game: "hex", Number: 1})
	if err != nil {
		t.Fatal(err)
	}
	c := s.bot.UnaskedCall(at)
	if _, err := s.bot.DrawTable(c, at); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		then, err := at.After(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.bot.DrawPast(c, at, then); err != nil {
			t.Fatal(err)
		}
	}
	h := &browse.Handlers{Services: s.bot.Services}
	if _, err := h.DrawFilm(c, at, 1); err != nil {
		t.Fatal(err)
	}
	want := []string{"Move 3 · a1", "", "Move 1 · b2", "Move 2 · c3", "", "b2", "c3", "a1"}
	if !slices.Equal(told.said, want) {
		t.Errorf("captions say %q, want %q", told.said, want)
	}
}

// TestCaptionsKeepPuzzles to themselves: a try may be the answer.
func TestCaptionsKeepPuzzles(t *testing.T) {
	told := newLatest()
	s := newSession(t, show.Entry{Game: &hex.Game, Draw: told.drawers})
	s.play("you: /hex new number:1", "you: /hex move d1", "you: /hex move e3")
	if len(told.said) == 0 || slices.ContainsFunc(told.said, func(words string) bool { return words != "" }) {
		t.Errorf("captions of a puzzle say %q", told.said)
	}
}

// TestGivenUpPuzzlesShowTheirAnswer on the board on which they were given up.
func TestGivenUpPuzzlesShowTheirAnswer(t *testing.T) {
	told := newLatest()
	s := newSession(t, show.Entry{Game: &hex.Game, Draw: told.drawers})
	s.play("you: /hex new number:1")
	if p, ok := told.last.(*hex.Puzzle); !ok || p.GivenUp() {
		t.Fatalf("the board of an open puzzle is %T", told.last)
	}
	s.play("you: /hex resign")
	if p, ok := told.last.(*hex.Puzzle); !ok || !p.GivenUp() {
		t.Errorf("the board shows a %T that is open", told.last)
	}
}

// TestCaptionsShortenMoves that are long.
func TestCaptionsShortenMoves(t *testing.T) {
	told := newLatest()
	s := newSession(t, show.Entry{Game: &ade.Game, Draw: told.drawers})
	s.play("you: /ade new type:A degree:12", "you: /ade set V1 = 3, V2 = 4, V3 = 5, V4 = 6, V5 = 7")
	last := told.said[len(told.said)-1]
	if !strings.HasPrefix(last, "Move 1 · ") || !strings.HasSuffix(last, "…") || len([]rune(last)) > show.LongestLast+len("Move 1 · ") {
		t.Errorf("the caption says %q", last)
	}
}

// TestWholePictures: a picture of a part, as of the table of a large group, comes with a file of the
// whole.
func TestWholePictures(t *testing.T) {
	enginetest.Alone(t)
	s := newSession(t, Games()...)
	for line, kept := range map[string]bool{"/gordon groups group:Z3": false, "/gordon groups group:D32": true} {
		r := s.does("you", line)
		sizes := map[bool]image.Point{}
		for _, f := range r.Files {
			if strings.HasSuffix(f.Name, ".png") {
				picture, err := png.DecodeConfig(bytes.NewReader(f.Data))
				if err != nil {
					t.Fatal(err)
				}
				sizes[f.Kept] = image.Pt(picture.Width, picture.Height)
			}
		}
		if _, ok := sizes[true]; ok != kept || len(sizes) == 0 || strings.Contains(r.Text, "at full size") != kept {
			t.Errorf("%s is answered by %q with pictures of %v", line, r.Text, sizes)
		}
		if kept && (sizes[true].X <= sizes[false].X || sizes[true].Y <= sizes[false].Y) {
			t.Errorf("%s: the whole measures %v, the part %v", line, sizes[true], sizes[false])
		}
	}
}
