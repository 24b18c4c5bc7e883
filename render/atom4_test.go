package render

import (
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// randomAtom4 plays up to so many random pieces of a round.
func randomAtom4(tb testing.TB, round, plies int, seed uint64) *atom4.Position {
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

// playAtom4 plays the moves of a text.
func playAtom4(tb testing.TB, p *atom4.Position, moves string) *atom4.Position {
	tb.Helper()
	for move := range strings.FieldsSeq(moves) {
		if _, err := p.Play(move); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

// wonAtom4 is won by White in the first of three rounds, after nine plies.
func wonAtom4(tb testing.TB) *atom4.Position {
	tb.Helper()
	position, err := atom4.New(engine.Options{"rounds": 3})
	if err != nil {
		tb.Fatal(err)
	}
	return playAtom4(tb, position.(*atom4.Position), "i7 h7 h6 g6 g8 i9 g7 i6 h9")
}

func TestGoldenAtom4(t *testing.T) {
	middle := randomAtom4(t, 1, 14, 3)
	hint := engine.Suggestion{Position: middle, Choice: engine.Choice{Move: middle.Moves()[1], Line: middle.Moves()[1:4]}}
	tests := []struct {
		name  string
		scene any
		theme int
		note  string
	}{
		{"atom4-start", randomAtom4(t, 2, 0, 1), 0, ""},
		{"atom4-dark", middle, 0, ""},
		{"atom4-light", middle, 1, ""},
		{"atom4-contrast", middle, 2, ""},
		{"atom4-won", wonAtom4(t), 0, ""},
		{"atom4-won-light", wonAtom4(t), 1, ""},
		{"atom4-wide", randomAtom4(t, 3, 90, 4), 2, ""},
		{"atom4-full", randomAtom4(t, 1, 250, 3), 0, ""},
		{"atom4-resigned", middle, 1, "Black wins: White left the table two weeks ago without a word"},
		{"atom4-hint", hint, 0, ""},
		{"atom4-preview", atom4.Preview{Position: middle}, 1, ""},
		{"atom4-board", atom4.Whole{Position: middle}, 0, ""},
		{"atom4-wheel", atom4.WheelScene{}, 0, ""},
		{"atom4-effect-3", atom4.Effects()[2], 1, ""},
		{"atom4-effect-6", atom4.Effects()[5], 2, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			goldenOf(t, Atom4, tt.scene, Style{Theme: Themes[tt.theme], Names: []string{"Annabel", "Björn"}, Note: tt.note})
		})
	}
}

func TestAtom4NamesTheRound(t *testing.T) {
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
		d := atom4Drawing{p: p.(*atom4.Position)}
		if got := d.round().String(); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.options, got, tt.want)
		}
	}
}

// Every piece lies where the part of the board that is shown reaches, and all legal
// vertices with it.
func TestAtom4PartHoldsAll(t *testing.T) {
	for seed := range uint64(40) {
		p := randomAtom4(t, 1+int(seed)%6, int(seed)*6, seed)
		part := atom4PartOf(p)
		if part.col%2 != 0 || part.row%2 != 0 || part.col+part.size > atom4.Size || part.row+part.size > atom4.Size {
			t.Fatalf("part %+v", part)
		}
		f := newAtom4Frame(part)
		for c := range atom4.Cell(atom4.Size * atom4.Size) {
			if p.At(c) != atom4.Empty && !f.shows(c.Column(), c.Row()) {
				t.Errorf("seed %d: %s is outside %+v", seed, c, part)
			}
		}
		for _, c := range p.Legal() {
			if !f.shows(c.Column(), c.Row()) {
				t.Errorf("seed %d: the legal %s is outside %+v", seed, c, part)
			}
		}
		if b := f.bounds; b.Dx() > atom4Width || b.Dx() < atom4Width*9/10 || b.Dy() > b.Dx()*12/10 {
			t.Errorf("part %+v has bounds %v", part, b)
		}
	}
}

// The colours of pieces, rings and dots are where they belong, in every theme.
func TestAtom4MarksHaveTheirColours(t *testing.T) {
	p := playAtom4(t, randomAtom4(t, 1, 0, 0), "i7") // which turns h8 from green to yellow
	f := newAtom4Frame(atom4PartOf(p))
	cell := func(name string) image.Point {
		c, ok := atom4.ParseCell(name)
		if !ok {
			t.Fatal(name)
		}
		return f.centre(c)
	}
	for _, theme := range Themes {
		img, err := Draw(Atom4, p, Style{Theme: theme})
		if err != nil {
			t.Fatal(err)
		}
		l := theme.colours()
		at := func(share float64) image.Point { return image.Pt(int(f.share(share)), 0) }
		tests := []struct {
			name string
			at   image.Point
			want color.RGBA
		}{
			{"piece placed", cell("i7").Add(at(-0.33)), l.atom4().piece(atom4.Red)},
			{"piece changed", cell("h8").Add(at(-0.33)), l.atom4().piece(atom4.Yellow)},
			{"ring around the last", cell("i7").Sub(at(lastRing)), l.text},
			{"ring around the changed", cell("h8").Sub(at(changedRing)), l.text},
			{"legal vertex", cell("i9"), l.label},
			{"ground", cell("i9").Add(at(0.5)).Add(image.Pt(0, int(f.share(0.2)))), l.background},
		}
		for _, tt := range tests {
			if got := rgbaAt(img, tt.at); distance(got, tt.want) > 3*20*20 {
				t.Errorf("%s, %s: %v at %v, want %v", theme.ID, tt.name, got, tt.at, tt.want)
			}
		}
		old := cell("h8").Add(image.Pt(int(f.share(oldAside)), int(f.share(oldAside))-int(f.share(oldShare*0.8))))
		if got := rgbaAt(img, old); distance(got, l.atom4().piece(atom4.Green)) > 3*70*70 {
			t.Errorf("%s: the old colour's dot is %v", theme.ID, got)
		}
	}
}

// BenchmarkAtom4 draws and encodes a position of 30 plies, as a game of two players ends
// at, and a full board. The milliseconds are the processor's.
func BenchmarkAtom4(b *testing.B) {
	for name, plies := range map[string]int{"middle": 30, "full": 253} {
		p := randomAtom4(b, 1, plies, 3)
		b.Run(name, func(b *testing.B) {
			s := Style{Names: []string{"Annabel", "Björn"}}
			size := 0
			if _, err := PNG(Atom4, p, s); err != nil { // the empty board is there after the first
				b.Fatal(err)
			}
			b.ReportAllocs()
			began := enginetest.CPU(b)
			for b.Loop() {
				data, err := PNG(Atom4, p, s)
				if err != nil {
					b.Fatal(err)
				}
				size = len(data)
			}
			b.ReportMetric((enginetest.CPU(b)-began).Seconds()*1000/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(size)/1000, "KB")
		})
	}
}
