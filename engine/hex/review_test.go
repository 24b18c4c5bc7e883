package hex

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

func TestReviewFindsTheTurningPoint(t *testing.T) {
	p := boardAfter(t, 5, strings.Fields("c2 a3 c3 b3 b4 a5 c4 d1 e1 c5 e2 b5 d4 d5 e4 e5")...)
	r := NewReview(t.Context(), p)
	if len(r.Red) != p.Ply()+1 || slices.ContainsFunc(r.Red, math.IsNaN) {
		t.Fatalf("estimates %v for %d plies", r.Red, p.Ply())
	}
	if r.Position.Mover() != r.Loser || r.Ply >= p.Ply() {
		t.Errorf("ply %d is not the loser's", r.Ply)
	}
	if r.Better != "" {
		if _, err := r.Position.Grid().Parse(r.Better); err != nil || r.Line[0] != r.Better {
			t.Errorf("better %q, line %v", r.Better, r.Line)
		}
	}
}

// Blue is winning on 3x3 after b1 but looks away: the review says so, with proof.
func TestReviewTellsOfAWinThrownAway(t *testing.T) {
	p := boardAfter(t, 3, "a1", "c3", "b2", "b1", "c1", "a2", "b3")
	r := NewReview(t.Context(), p)
	if p.Winner() != Red || r.Loser != Blue || r.Played != "c3" || !r.Proved || r.Behind {
		t.Fatalf("%s lost by %s (proved %v, behind %v), better %s:\n%s", r.Loser, r.Played, r.Proved, r.Behind, r.Better, p)
	}
	if !slices.Contains([]string{"b2", "c1", "a2", "b1", "a3"}, r.Better) {
		t.Errorf("better is %s", r.Better)
	}
	answer, err := reviewView.Show(t.Context(), p, nil)
	if err != nil || !strings.Contains(answer.Text.String(), "would have won (proved)") {
		t.Errorf("%s, %v", answer.Text, err)
	}
	if _, err := json.Marshal(answer.Data); err != nil {
		t.Error(err)
	}
	if a := answer.Actions; len(a) != 2 || a[0].Line != "show move:1" || a[1].Line != "show move:2" || a[1].Label.String() != "After move 2" {
		t.Errorf("move 2 is shown by %+v", a)
	}
}

// If no move of the loser cost anything, the review says so and names no better move.
func TestReviewBlamesNoMoveThatLostNothing(t *testing.T) {
	p := boardAfter(t, 3, "b2", "a1", "c2")
	lost := Review{Position: p, Loser: Blue, Behind: true, Ended: true, Played: "a1", Better: "b3"}
	for name, tt := range map[string]struct {
		before, after float64
		ended         bool
		want          string
	}{
		"lost before and after": {0, 0, true, "Blue was behind from the start, and no single move of Blue's is seen to have cost anything."},
		"the same in per cent":  {0.101, 0.099, true, "Blue was behind from the start, and no single move of Blue's is seen to have cost anything."},
		"nothing was searched":  {math.NaN(), math.NaN(), true, "Blue was behind from the start, and no single move of Blue's is seen to have cost anything."},
		"even better than seen": {0.1, 0.2, false, "After the last move, Red is ahead, and no single move of Blue's is seen to have cost anything."},
		"a per cent":            {0.02, 0.01, true, "Blue was behind from the start. Blue's costliest move was move 1, a1: Blue's chances went from 2 % to 1 %. b3 would have held out better."},
	} {
		r := lost
		r.Before, r.After, r.Ended = tt.before, tt.after, tt.ended
		if got := engine.Sentences(r.turning(plain), r.instead(plain), r.why(plain)).String(); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
		r.Loser = Red
		if got := r.turning(plain).String(); strings.Contains(got, "cost anything") != strings.Contains(tt.want, "cost anything") {
			t.Errorf("%s, of Red: %q", name, got)
		}
	}
}

// A resigned game leaves the board open, but the review must not call it unfinished.
func TestReviewOfAGameGivenUp(t *testing.T) {
	p := boardAfter(t, 3, "a1", "c3", "b2")
	answer, err := reviewView.Show(t.Context(), p, nil)
	if err != nil || !strings.HasPrefix(answer.Text.String(), "After the last move, Red is ahead.") {
		t.Errorf("%s, %v", answer.Text, err)
	}
}

func TestReviewWithoutTimeTellsOfTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, swap := range []bool{false, true} {
		p := start(t, engine.Options{"size": 5, "swap": swap})
		scatter(t, p, 12, seeded(3))
		answer, err := reviewView.Show(ctx, p, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(answer.Data); err != nil {
			t.Error(err)
		}
	}
}

func TestReviewRefusals(t *testing.T) {
	empty := boardAfter(t, 3)
	set, err := Setup(3, 3, make([]Colour, 9), Red, hexgrid.NoCell)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []engine.Position{empty, set, numbered(t, 1)} {
		if _, err := reviewView.Show(t.Context(), p, nil); err == nil {
			t.Errorf("%T is reviewed", p)
		}
	}
}

// Cells that the search omits since links decide them are marked too.
func TestAnalysisMarksWhatLinksProve(t *testing.T) {
	tests := []struct {
		name      string
		rows      []string // Blue is to move
		win, loss string
	}{
		{"a threat to be met", []string{".....", "...R.", ".....", "B....", "....B"}, "", "a1 b1 a2 b2 a3 e4"},
		{"wins at hand", []string{".....", "....R", "BB.BB", ".....", "....R"}, "c3 c2 b4", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Setup(5, 5, setupStones(tt.rows...), Blue, hexgrid.NoCell)
			if err != nil {
				t.Fatal(err)
			}
			a := NewAnalysis(t.Context(), p)
			for names, proof := range map[string]search.Proof{tt.win: search.Win, tt.loss: search.Loss} {
				for name := range strings.FieldsSeq(names) {
					c, _ := p.Grid().Parse(name)
					if a.Cells[c].Proof != proof {
						t.Errorf("%s is told %v, want %v", name, a.Cells[c].Proof, proof)
					}
				}
			}
		})
	}
}

// TestAnalysis on several boards, in full after each number of moves.
func TestAnalysis(t *testing.T) {
	for i, o := range []engine.Options{{"size": 5}, {"size": 5, "swap": true}, {"size": 4, "convention": "source"}} {
		for moves := range 4 {
			if (i+moves)%3 > 0 && !enginetest.Long() {
				continue
			}
			p := start(t, o)
			scatter(t, p, moves, seeded(uint64(moves)))
			before := p.String()
			answer, err := analysisView.Show(t.Context(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			a := answer.Scenes[0].(Analysis)
			sum := 0.0
			for c, thought := range a.Cells {
				sum += thought.Heat
				if p.At(hexgrid.Cell(c)) != Empty && thought != (CellThought{}) {
					t.Errorf("a taken cell is thought of: %+v", thought)
				}
			}
			if math.Abs(sum-1) > 0.01 {
				t.Errorf("%v: the heat adds up to %v", o, sum)
			}
			if _, err := start(t, o).Play(a.Choice.Move); moves == 0 && err != nil || len(a.Choice.Line) == 0 {
				t.Errorf("the choice is %+v: %v", a.Choice, err)
			}
			if p.String() != before {
				t.Error("an analysis changes the board")
			}
		}
	}
}
