package gordon

import (
	"image"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestPictures(t *testing.T) {
	middle := randomGame(t, engine.Options{"group": "A4"}, 5, 3)
	rendertest.Run(t, measuring(), newDrawers, map[string]any{
		"opening":    randomGame(t, engine.Options{"group": "Z7"}, 0, 1),
		"middle":     middle,
		"right":      randomGame(t, engine.Options{"group": "S3", "variant": gordon.Right}, 3, 1),
		"solitaire":  randomGame(t, engine.Options{"group": "Q8", "variant": gordon.Solitaire}, 3, 1),
		"large":      randomGame(t, engine.Options{"group": "Z48"}, 9, 1),
		"suggestion": engine.Suggestion{Position: middle, Choice: engine.Choice{Move: middle.Moves()[0]}},
	})
	t.Run("table", func(t *testing.T) { // which has no words but names
		for _, theme := range render.Themes {
			rendertest.Picture(t, measuring, middle.Group(), render.Style{Theme: theme})
		}
	})
}

// boardOf is the empty board of a position in the first theme.
func boardOf(p *gordon.Position) *board { return newBoard(render.Themes[0].Look(), p.Group(), false) }

// TestPlacesHaveThePlayersColours: places are round and in the first player's colour, or
// square and in the second's.
func TestPlacesHaveThePlayersColours(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "Z7"}, 4, 3)
	f := boardOf(p).frame
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		look := theme.Look()
		for i, turn := range p.History() {
			want := [...]canvas.Ink{canvas.InkRed, canvas.InkBlue}[i%2]
			at := f.at(turn.P)
			below := at.Round().Add(image.Pt(0, int(0.7*f.half.Y)))
			if got := rendertest.RGBAAt(img, below); canvas.ColourDistance(got, look.Ink(want)) > 3*8*8 {
				t.Errorf("%s: the place of turn %d is %v, want %v", theme.ID, i+1, got, look.Ink(want))
			}
			diagonal := at.Round().Add(image.Pt(int(0.74*f.half.X), int(0.74*f.half.Y)))
			corner := canvas.ColourDistance(rendertest.RGBAAt(img, diagonal), look.Ink(want)) <= 3*8*8
			if corner != (i%2 == 1) {
				t.Errorf("%s: the place of turn %d has corners: %t", theme.ID, i+1, corner)
			}
		}
		untouched := 0
		for a := range group.Element(7) {
			if p.HasPlace(a) && rendertest.RGBAAt(img, f.at(a).Round().Add(image.Pt(0, int(0.7*f.half.Y)))) == look.Cell {
				untouched++
			}
		}
		if left := 7 - len(p.History()); untouched != left {
			t.Errorf("%s: %d places look free, want %d", theme.ID, untouched, left)
		}
	}
}

// TestLegalMovesAreMarked in green on the ring, and of a suggestion that move alone.
func TestLegalMovesAreMarked(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "Z7"}, 2, 3)
	f := boardOf(p).frame
	green := render.Themes[0].Look().Green
	marked := func(scene any) int {
		img := rendertest.Picture(t, measuring, scene, render.Style{})
		n := 0
		for a := range group.Element(7) {
			ring := f.at(a).Round().Sub(image.Pt(int(f.half.X), 0))
			if rendertest.CountIn(img, image.Rectangle{Min: ring.Sub(image.Pt(4, 1)), Max: ring.Add(image.Pt(4, 1))}, green) > 0 {
				n++
			}
		}
		return n
	}
	places := map[group.Element]bool{}
	for _, turn := range p.Legal() {
		places[turn.P] = true
	}
	if got := marked(p); got != len(places) || got < 2 {
		t.Errorf("%d places are marked, want the %d that can be reached", got, len(places))
	}
	if got := marked(engine.Suggestion{Position: p, Choice: engine.Choice{Move: p.Moves()[0]}}); got != 1 {
		t.Errorf("%d places are suggested", got)
	}
	if got := marked(randomGame(t, engine.Options{"group": "Z7"}, 0, 3)); got != 0 {
		t.Errorf("%d places are marked before the opening, when all are legal", got)
	}
}

// TestSpentTokensAreStruckOut: a line in the player's colour crosses them.
func TestSpentTokensAreStruckOut(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "Z7"}, 3, 3)
	f := boardOf(p).frame
	img := rendertest.Picture(t, measuring, p, render.Style{})
	look := render.Themes[0].Look()
	for m := range group.Element(7) {
		at := f.slot(0, int(m))
		r := image.Rectangle{Min: at.Round(), Max: at.Round()}.Inset(-20)
		crossed := rendertest.CountIn(img, r, look.Red.Base)+rendertest.CountIn(img, r, look.Blue.Base) > 20
		if crossed == p.HasToken(m) {
			t.Errorf("token %d is struck out: %t, and there: %t", m, crossed, p.HasToken(m))
		}
	}
}

// TestDrawnNames: symbols missing from the fonts, and ambiguous ones, become numbers.
func TestDrawnNames(t *testing.T) {
	g := randomGame(t, engine.Options{"group": "Z3"}, 0, 1).Group()
	elements := g.Elements()
	legible := func(replace map[string]string) func(string) string {
		return func(name string) string {
			if r, ok := replace[name]; ok {
				return r
			}
			return name
		}
	}
	for _, tt := range []struct {
		name    string
		replace map[string]string
		want    []string
	}{
		{"all are legible", nil, elements},
		{"one has no letters", map[string]string{elements[1]: ""}, []string{elements[0], "#2", elements[2]}},
		{"one is long", map[string]string{elements[0]: "(12)(34)5"}, []string{"#1", elements[1], elements[2]}},
		{"two look the same", map[string]string{elements[2]: elements[1]}, []string{elements[0], "#2", "#3"}},
	} {
		if got := drawnNames(g, legible(tt.replace)); strings.Join(got, " ") != strings.Join(tt.want, " ") {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestWords(t *testing.T) {
	tests := []struct {
		options engine.Options
		turns   int
		want    string
	}{
		{engine.Options{"group": "Z7"}, 0, "Player one opens"},
		{engine.Options{"group": "Z7"}, 1, "Player two to move"},
		{engine.Options{"group": "Z7"}, 2, "Player one to move"},
		{engine.Options{"group": "D4", "variant": gordon.Solitaire}, 1, "2 of 8 places visited"},
	}
	for _, tt := range tests {
		p := randomGame(t, tt.options, tt.turns, 3)
		if got := (&drawing{p: p}).words().String(); got != tt.want {
			t.Errorf("after %d turns: %q, want %q", tt.turns, got, tt.want)
		}
	}
	for seed := range uint64(4) {
		p := randomGame(t, engine.Options{"group": "Q8"}, 99, seed)
		if p.Outcome().Status != engine.Won {
			continue
		}
		want := map[engine.Seat]string{0: "Player one wins", 1: "Player two wins"}[p.Outcome().Winner]
		if got := (&drawing{p: p}).words().String(); got != want {
			t.Errorf("at the end: %q, want %q", got, want)
		}
	}
}

// TestLastMoveHasSymbols: captions name elements as the board does, and the group.
func TestLastMoveHasSymbols(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "D4"}, 2, 1)
	for _, tt := range []struct {
		move int
		last string
		want string
	}{
		{2, "m=r2s", "D4 (order 8) · Move 2 · m=r²s"},
		{1, "m=e p=r3", "D4 (order 8) · Move 1 · m=e p=r³"},
		{0, "", "D4 (order 8)"},
		{3, "something else=x", "D4 (order 8) · Move 3 · something else=x"},
	} {
		d := &drawing{board: boardOf(p), p: p, s: render.Style{Move: tt.move, Last: tt.last}}
		if got := d.latest().String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestWinnerIsUnderlined in green, also where the rules leave the game open.
func TestWinnerIsUnderlined(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "Z7"}, 2, 3)
	b := boardOf(p)
	for seat, note := range []string{"Player one wins", "Player two wins"} {
		img := rendertest.Picture(t, measuring, p, render.Style{Note: note, Winners: []engine.Seat{engine.Seat(seat)}})
		band := b.band()
		band.Min.Y = band.Max.Y - 6
		box := rendertest.Extent(img, band, render.Themes[0].Look().Green)
		if box.Dx() < 60 || (box.Min.X < band.Dx()/2) != (seat == 0) {
			t.Errorf("%s: the green line is %v", note, box)
		}
	}
}

// TestPicturesOfAllOrders have a board of their own each, named by its order.
func TestPicturesOfAllOrders(t *testing.T) {
	seen := map[string]int{}
	for _, order := range []int{1, 2, 3, 12, 13, 24, 25, 33, 65, 128} {
		p := randomGame(t, engine.Options{"group": "Z" + strconv.Itoa(order)}, 0, 1)
		img := rendertest.Picture(t, measuring, p, render.Style{})
		if other, ok := seen[string(img.Pix)]; ok {
			t.Errorf("Z%d looks as Z%d", order, other)
		}
		seen[string(img.Pix)] = order
	}
}
