package hex

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/pattern"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Blue intrudes on Red's bridge from c3 to d4, and Red does not answer.
func TestDoubtsAreExplained(t *testing.T) {
	p := boardAfter(t, 6, "c3", "a1", "d4", "c4", "f1", "d3")
	tests := []struct {
		name    string
		chances []float64
		better  string
		want    string // of move 5; "": nothing is told
	}{
		{
			"a bridge",
			[]float64{0.5, 0.5, 0.5, 0.5, 0.7, 0.2, 0.2},
			"d3",
			"- Move 5, **f1**: Red's chances went from 70 % to 20 %; **d3** was better. **c4** had broken into the bridge from **c3** to **d4**, which **d3** would have kept.",
		},
		{"another move", []float64{0.5, 0.5, 0.5, 0.5, 0.7, 0.2, 0.2}, "e2", "- Move 5, **f1**: Red's chances went from 70 % to 20 %; **e2** was better."},
		{"no better move", []float64{0.5, 0.5, 0.5, 0.5, 0.7, 0.2, 0.2}, "", "- Move 5, **f1**: Red's chances went from 70 % to 20 %."},
		{"the analyst's own", []float64{0.5, 0.5, 0.5, 0.5, 0.7, 0.2, 0.2}, "f1", ""},
		{"a small loss", []float64{0.5, 0.5, 0.5, 0.5, 0.7, 0.6, 0.6}, "d3", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := looked(t, p, tt.chances...)
			r.choice[4].Move = tt.better
			s := Review{Position: p, Ply: 0, Doubts: r.doubts()}
			said := s.doubtWords().String()
			if tt.want == "" && said != "" || tt.want != "" && said != "\nOther doubtful moves:\n"+tt.want {
				t.Errorf("%q", said)
			}
			if _, err := json.Marshal(s.doubtsData()); err != nil {
				t.Error(err)
			}
			if s.Ply = 4; s.doubtWords().String() != "" {
				t.Error("the turning point is told twice")
			}
			if got := s.why(plain).String(); got != "" != strings.Contains(tt.want, "which") {
				t.Errorf("of the turning point it says %q", got)
			}
		})
	}
}

// After the time limit, nothing is explained.
func TestDoubtsWithoutTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := looked(t, boardAfter(t, 6, "c3", "a1", "d4", "c4", "f1", "d3"), 0.5, 0.5, 0.5, 0.5, 0.7, 0.2, 0.2)
	r.choice[4].Move = "d3"
	if all := r.doubts(); len(all) != 1 || all[0].Why == nil {
		t.Fatalf("%+v", all)
	}
	r.ctx = ctx
	if all := r.doubts(); len(all) != 1 || all[0].Why != nil {
		t.Errorf("%+v", all)
	}
}

// Only the costliest doubtful moves are described, in order of play.
func TestDoubtsAreFew(t *testing.T) {
	p := start(t, engine.Options{"size": 9})
	scatter(t, p, 20, seeded(4))
	var s Review
	s.Position, s.Ply = p, 30
	for i := range 12 {
		s.Doubts = append(s.Doubts, Doubt{Ply: i, Colour: Red, Played: "a1", Better: "b1", Before: 0.9, After: 0.6 - 0.01*float64(i%5)})
	}
	said := s.doubtWords().String()
	if n := strings.Count(said, "- Move "); n != doubtsTold {
		t.Errorf("%d are told", n)
	}
	for _, move := range []string{"Move 4,", "Move 5,", "Move 9,", "Move 10,"} {
		if !strings.Contains(said, move) {
			t.Errorf("%s is missing of %s", move, said)
		}
	}
	if strings.Index(said, "Move 5,") > strings.Index(said, "Move 9,") {
		t.Errorf("in which order? %s", said)
	}
}

func TestReasonsInWords(t *testing.T) {
	grid := hexgrid.Rhombus(9)
	for want, why := range map[string]pattern.Finding{
		"c1 had broken into the ziggurat (template IIIa) that joined a1 to the left edge; e5 would have kept it. This is likely, not proved.": {Kind: pattern.Broken, Certainty: pattern.Likely, Template: pattern.IIIa, Edge: board.Left, Stones: []hexgrid.Cell{0}, Intruder: 2},
		"c1 had broken into the bridge to the edge (template II) that joined a1 to the top edge; e5 would have kept it.":                      {Kind: pattern.Broken, Certainty: pattern.Proved, Template: pattern.II, Edge: board.Top, Stones: []hexgrid.Cell{0}, Intruder: 2},
		"e5 would have joined a1 to the bottom edge by the template IVa.":                                                                     {Kind: pattern.Missed, Certainty: pattern.Proved, Template: pattern.IVa, Edge: board.Bottom, Stones: []hexgrid.Cell{0}},
		"Played out, h8 is a ladder along the right edge that finds no escape: it ends at c1. This is likely, not proved.":                    {Kind: pattern.Ladder, Certainty: pattern.Likely, Edge: board.Right, Stones: []hexgrid.Cell{0}, Line: []hexgrid.Cell{1, 3, 2}},
	} {
		d := Doubt{Played: "h8", Better: "e5", Why: &why}
		if got := d.because(grid, plain).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
