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

// TestPlacesHaveThePlayersColours: places are round and in the first player's colour, or
// square and in the second's.
func TestPlacesHaveThePlayersColours(t *testing.T) {
	const lit = 3 * 20 * 20 // tokens are lit
	p := randomGame(t, engine.Options{"group": "Z7"}, 4, 3)
	f := laid(t, "Z7")
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		look := theme.Look()
		for i, turn := range p.History()[:3] { // the last one has marks
			want := [...]canvas.Ink{canvas.InkRed, canvas.InkBlue}[i%2]
			at := f.places[turn.P]
			below := at.Round().Add(image.Pt(0, int(0.7*f.radius)))
			if got := rendertest.RGBAAt(img, below); canvas.ColourDistance(got, look.Ink(want)) > lit {
				t.Errorf("%s: the place of turn %d is %v, want %v", theme.ID, i+1, got, look.Ink(want))
			}
			diagonal := at.Round().Add(image.Pt(int(0.74*f.radius), int(0.74*f.radius)))
			there := rendertest.RGBAAt(img, diagonal)
			corner := canvas.ColourDistance(there, look.Ink(want)) < canvas.ColourDistance(there, look.Background)
			if corner != (i%2 == 1) {
				t.Errorf("%s: the place of turn %d has corners: %t", theme.ID, i+1, corner)
			}
		}
	}
}

// TestSpentTokensAreStruckOut: a line in the player's colour crosses them.
func TestSpentTokensAreStruckOut(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "Z7"}, 3, 3)
	f := laid(t, "Z7")
	img := rendertest.Picture(t, measuring, p, render.Style{})
	look := render.Themes[0].Look()
	for m := range group.Element(7) {
		at := f.slot(int(m))
		r := image.Rectangle{Min: at.Round(), Max: at.Round()}.Inset(-20)
		crossed := rendertest.CountIn(img, r, look.Red.Base)+rendertest.CountIn(img, r, look.Blue.Base) > 20
		if crossed == hasToken(p, m) {
			t.Errorf("token %d is struck out: %t, and there: %t", m, crossed, hasToken(p, m))
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

// TestWords: people are called by their names, and else by their sides.
func TestWords(t *testing.T) {
	names := []string{"Ann", "Bob"}
	tests := []struct {
		options engine.Options
		turns   int
		names   []string
		want    string
	}{
		{engine.Options{"group": "Z7"}, 0, names, "Ann opens"},
		{engine.Options{"group": "Z7"}, 1, names, "Bob to move"},
		{engine.Options{"group": "Z7"}, 2, names, "Ann to move"},
		{engine.Options{"group": "Z7"}, 2, nil, "Player one to move"},
		{engine.Options{"group": "D4", "variant": gordon.Solitaire}, 1, names, "2 of 8 places visited"},
	}
	drawn := func(p *gordon.Position, names []string) *drawing {
		return &drawing{board: newBoard(render.Themes[0].Look(), p.Group(), p.Cosets()), p: p, s: render.Style{Names: names}}
	}
	for _, tt := range tests {
		p := randomGame(t, tt.options, tt.turns, 3)
		if got := drawn(p, tt.names).words().String(); got != tt.want {
			t.Errorf("after %d turns: %q, want %q", tt.turns, got, tt.want)
		}
	}
	for seed := range uint64(4) {
		p := randomGame(t, engine.Options{"group": "Q8"}, 99, seed)
		if p.Outcome().Status != engine.Won {
			continue
		}
		want := names[p.Outcome().Winner] + " wins"
		if got := drawn(p, names).words().String(); got != want {
			t.Errorf("at the end: %q, want %q", got, want)
		}
	}
}

// TestLatest: small boards tell the last move, with the names on the board, and large ones how many
// moves there are.
func TestLatest(t *testing.T) {
	for _, tt := range []struct {
		group string
		turns int
		want  string
	}{
		{"D4", 0, "D4 (order 8)"},
		{"D4", 1, "D4 · begun at s, step r² is spent"},
		{"D4", 2, "D4 · step r²s led to r²"},
		{"S4", 0, "S4 (order 24)"},
		{"S4", 6, "S4 · 14 moves · press Move"},
		{"Z9", 6, "Z9 · one move · press Move"},
	} {
		p := randomGame(t, engine.Options{"group": tt.group}, tt.turns, 3)
		d := &drawing{board: laid(t, tt.group), p: p}
		d.setStates()
		if _, placed := p.Place(); placed {
			d.moves = p.Legal()
		}
		if got := d.latest().String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestHintsAreTold: a step with the place to which it leads, and of the opening both in their turn.
func TestHintsAreTold(t *testing.T) {
	for turns, want := range []string{"Hint: begin at r²s, spend step r³", "Hint: step r to rs"} {
		p := randomGame(t, engine.Options{"group": "D4"}, turns, 3)
		move := [...]string{"m=r3 p=r2s", p.Moves()[0]}[turns]
		told := map[string]bool{}
		stop := canvas.Watch(func(l canvas.Label) { told[l.Words] = true })
		rendertest.Draw(t, measuring(), engine.Suggestion{Position: p, Choice: engine.Choice{Move: move}}, render.Style{})
		stop()
		if !told[want] {
			t.Errorf("after %d turns it says %v, want %q", turns, told, want)
		}
	}
}

// TestWinnerHasAGreenBar, also where the rules leave the game open.
func TestWinnerHasAGreenBar(t *testing.T) {
	p := randomGame(t, engine.Options{"group": "Z7"}, 2, 3)
	for seat, note := range []string{"Player one wins", "Player two wins"} {
		img := rendertest.Picture(t, measuring, p, render.Style{Note: note, Winners: []engine.Seat{engine.Seat(seat)}})
		band := canvas.Bottom(canvas.Whole)
		band.Max.Y = band.Min.Y + 6
		box := rendertest.Extent(img, band, render.Themes[0].Look().Green)
		if box.Dx() < 400 || (box.Min.X < band.Dx()/2) != (seat == 0) {
			t.Errorf("%s: the green bar is %v", note, box)
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
