package labyrinth

import (
	"image"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// TestInHand: all pieces that are left, each with the gaps that take it, and those that fit
// nowhere last. Whether a piece fits is tried on the table itself.
func TestInHand(t *testing.T) {
	for _, p := range []*labyrinth.Position{table(t, 0, engine.Options{}), table(t, 3, engine.Options{}), table(t, 40, engine.Options{}), puzzle(t, 7, 20, 0)} {
		list := inHand(p)
		var all []connexion.Doors
		for i, h := range list {
			all = append(all, h.doors)
			var signs []string
			for gap, c := range p.Open() {
				if fits(t, p, connexion.Piece{Cell: c, Doors: h.doors}) {
					signs = append(signs, labyrinth.GapSign(gap))
				}
			}
			if got := strings.Join(signs, " "); got != h.gaps || len(signs) != h.count {
				t.Errorf("piece %d fits on %q, want %q", h.doors.Number(), h.gaps, got)
			}
			if i > 0 && list[i-1].count == 0 && h.count > 0 {
				t.Errorf("piece %d fits, and comes after one that does not", h.doors.Number())
			}
		}
		slices.SortFunc(all, func(a, b connexion.Doors) int { return a.Number() - b.Number() })
		if !slices.Equal(all, p.Left()) {
			t.Errorf("in hand are %v, want %v", all, p.Left())
		}
	}
}

// fits plays a piece and takes it back.
func fits(t *testing.T, p *labyrinth.Position, piece connexion.Piece) bool {
	t.Helper()
	if _, err := p.Play(connexion.FormatPairs([]connexion.Piece{piece})); err != nil {
		return false
	}
	if p.Outcome().Status == engine.Open {
		if _, err := p.Play("remove " + piece.Name()); err != nil {
			t.Fatal(err)
		}
	}
	return true
}

// written lists what is written on a picture within a box.
func written(t *testing.T, scene any, box image.Rectangle) (words []string) {
	t.Helper()
	stop := canvas.Watch(func(l canvas.Label) {
		if l.Mask.Rect.In(box) {
			words = append(words, l.Words)
		}
	})
	defer stop()
	if _, err := render.Draw(Drawers, scene, render.Style{}); err != nil {
		t.Fatal(err)
	}
	return words
}

// TestHandIsWritten beside the table: each number with its gaps, or how many more there are.
func TestHandIsWritten(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    *labyrinth.Position
		from int // where the hand begins
		more string
	}{
		{"few", puzzle(t, 3, 20, 16), narrowWide, ""},
		{"twenty", puzzle(t, 7, 20, 0), handWide, ""},
		{"all", table(t, 0, engine.Options{}), handWide, "+45"},
	} {
		got := written(t, tt.p, image.Rect(wide-tt.from, 0, wide, tall-captionTall))
		var want []string
		for i, h := range inHand(tt.p) {
			if tt.more != "" && i == 19 {
				want = append(want, tt.more)
				break
			}
			want = append(want, strconv.Itoa(h.doors.Number()))
			if h.gaps != "" {
				want = append(want, h.gaps)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: written are %q, want %q", tt.name, got, want)
		}
	}
}

// TestGapsWithoutSignsAreCounted: where signs are used up, a piece has the number of its gaps.
func TestGapsWithoutSignsAreCounted(t *testing.T) {
	p := scattered(t, rand.New(rand.NewPCG(0, 17)))
	unnamed := 0
	for _, h := range inHand(p)[:19] {
		signs := strings.Fields(h.gaps)
		if h.unnamed != (len(signs) < h.count) {
			t.Errorf("piece %d fits on %d gaps, named %q: %t", h.doors.Number(), h.count, signs, h.unnamed)
		}
		if h.unnamed {
			unnamed++
		}
	}
	counted := 0
	for _, words := range written(t, p, image.Rect(wide-handWide, 0, wide, tall-captionTall)) {
		if strings.Contains(words, "gap") {
			counted++
		}
	}
	if unnamed == 0 || counted < unnamed {
		t.Errorf("of %d pieces with gaps that have no sign, %d are counted", unnamed, counted)
	}
}

// TestLastPiecesStandInTheMiddle of the room beside the table: one of them, and two below one
// another.
func TestLastPiecesStandInTheMiddle(t *testing.T) {
	box := image.Rect(0, 0, handWide, 600)
	for pieces, want := range map[int]spread{1: {1, 1}, 2: {1, 2}, 3: {2, 2}, 4: {2, 2}, 5: {2, 3}, 64: {4, 5}} {
		if got := spreadFor(pieces, box); got != want {
			t.Errorf("%d pieces: %v, want %v", pieces, got, want)
		}
	}
}
