package atom4

import (
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// measuring are the drawers of all that is measured.
var measuring = sync.OnceValue(newDrawers)

// randomGame plays up to plies random pieces of a round.
func randomGame(tb testing.TB, round, plies int, seed uint64) *atom4.Position {
	tb.Helper()
	position, err := atom4.New(engine.Options{"round": round})
	if err != nil {
		tb.Fatal(err)
	}
	p := position.(*atom4.Position)
	r := rand.New(rand.NewPCG(seed, 1))
	for p.Ply() < plies && p.Outcome().Status == engine.Open {
		moves := p.Moves()
		if _, err := p.Play(moves[r.IntN(len(moves))]); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

// play plays the moves of a text.
func play(tb testing.TB, p *atom4.Position, moves string) *atom4.Position {
	tb.Helper()
	for move := range strings.FieldsSeq(moves) {
		if _, err := p.Play(move); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

// won is won by White in the first of three rounds, after nine plies.
func won(tb testing.TB) *atom4.Position {
	tb.Helper()
	position, err := atom4.New(engine.Options{"rounds": 3})
	if err != nil {
		tb.Fatal(err)
	}
	return play(tb, position.(*atom4.Position), "i7 h7 h6 g6 g8 i9 g7 i6 h9")
}

// hintOf suggests the second legal move, with two others to follow.
func hintOf(p *atom4.Position) engine.Suggestion {
	return engine.Suggestion{Position: p, Choice: engine.Choice{Move: p.Moves()[1], Line: p.Moves()[1:4]}}
}

func TestGolden(t *testing.T) {
	middle := randomGame(t, 1, 14, 3)
	tests := []struct {
		name  string
		scene any
		theme int
		note  string
	}{
		{"start", randomGame(t, 2, 0, 1), 0, ""},
		{"dark", middle, 0, ""},
		{"light", middle, 1, ""},
		{"contrast", middle, 2, ""},
		{"won", won(t), 0, ""},
		{"won-light", won(t), 1, ""},
		{"ten", randomGame(t, 1, 30, 4), 1, ""},
		{"twelve", randomGame(t, 1, 34, 1), 1, ""},
		{"wide", randomGame(t, 3, 70, 4), 0, ""},
		{"wide-won", randomGame(t, 1, 90, 24), 2, ""},
		{"full", randomGame(t, 1, 250, 3), 0, ""},
		{"full-contrast", randomGame(t, 1, 250, 3), 2, ""},
		{"resigned", middle, 1, "Black wins: White resigned"},
		{"hint", hintOf(middle), 0, ""},
		{"hint-twelve", hintOf(randomGame(t, 1, 34, 1)), 0, ""},
		{"preview", atom4.Preview{Position: middle}, 1, ""},
		{"preview-wide", atom4.Preview{Position: randomGame(t, 3, 70, 4)}, 1, ""},
		{"board", atom4.Wide{Position: middle}, 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := render.Style{Theme: render.Themes[tt.theme], Names: []string{"Annabel", "Björn"}, Note: tt.note}
			if p, ok := tt.scene.(*atom4.Position); ok && p.Last() != nil {
				s.Move, s.Last = p.Ply(), p.Last().Cell.String()
			}
			rendertest.Golden(t, measuring, tt.scene, s)
		})
	}
}

func TestNamesTheRound(t *testing.T) {
	tests := []struct {
		options engine.Options
		want    string
	}{
		{engine.Options{"round": 4}, "Round 4"},
		{engine.Options{"round": 1, "rounds": 3}, "Round 1 of 3"},
		{engine.Options{"round": 4, "rounds": 3}, "Round 4 (1 of 3)"},
	}
	for _, tt := range tests {
		p, err := atom4.New(tt.options)
		if err != nil {
			t.Fatal(err)
		}
		d := drawing{p: p.(*atom4.Position)}
		if got := d.nth().String(); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.options, got, tt.want)
		}
	}
}

// Every piece lies where the part of the board that is shown reaches, and all legal vertices with
// it, and nothing else makes it larger than the least but rows that won.
func TestPartHoldsAll(t *testing.T) {
	games := []*atom4.Position{randomGame(t, 1, 120, 121)} // won at the edge of what is in use
	for seed := range uint64(40) {
		games = append(games, randomGame(t, 1+int(seed)%6, int(seed)*6, seed))
	}
	for i, p := range games {
		part, all := partAround(used(p)), p.InUse()
		if !part.box().In(everything) {
			t.Fatalf("part %+v", part)
		}
		for _, c := range p.Legal() {
			all = all.Union(vertex(c))
		}
		for _, c := range p.Row() {
			all = all.Union(vertex(c).Inset(-1).Intersect(everything))
		}
		if !all.In(part.box()) {
			t.Errorf("game %d: %v is shown of %v", i, part.box(), all)
		}
		if part.rows > leastRows && all.Dy() < part.rows && columnsOf(part.rows-1) >= all.Dx() {
			t.Errorf("game %d: %+v is larger than %v needs", i, part, all)
		}
	}
}

// clearShare is a place left of a piece's letter, where a piece shows its nominal colour.
const clearShare = 0.26

// The colours of pieces, rings and dots are where they belong, in every theme.
func TestMarksHaveTheirColours(t *testing.T) {
	p := play(t, randomGame(t, 1, 0, 0), "i7") // which turns h8 from green to yellow
	f := newFrame(usual, partAround(used(p)))
	cell := func(name string) image.Point {
		c, err := grid.ParseCell(name)
		if err != nil {
			t.Fatal(err)
		}
		return f.centre(c)
	}
	for _, theme := range render.Themes {
		img, err := render.Draw(Drawers, p, render.Style{Theme: theme})
		if err != nil {
			t.Fatal(err)
		}
		l := theme.Look()
		at := func(share float64) image.Point { return image.Pt(int(f.share(share)), 0) }
		tests := []struct {
			name string
			at   image.Point
			want color.RGBA
		}{
			{"piece placed", cell("i7").Sub(at(clearShare)), looksOf(l).piece(grid.Red)},
			{"piece changed", cell("h8").Sub(at(clearShare)), looksOf(l).piece(grid.Yellow)},
			{"ring around the last", cell("i7").Sub(at(lastRing)), looksOf(l).pale},
			{"ring around the changed", cell("h8").Sub(at(newsRing - newsStroke/2)), l.Text},
			{"empty vertex", cell("f6").Add(image.Pt(0, int(f.share(vertexDisc/2)))), l.Cell},
			{"ground", cell("f5").Add(at(0.5)).Add(image.Pt(0, int(f.share(0.2)))), l.Background},
		}
		for _, tt := range tests {
			if got := rendertest.RGBAAt(img, tt.at); canvas.ColourDistance(got, tt.want) > 3*20*20 {
				t.Errorf("%s, %s: %v at %v, want %v", theme.ID, tt.name, got, tt.at, tt.want)
			}
		}
	}
}
