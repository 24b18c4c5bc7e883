package duel_test

import (
	"encoding/json"
	"errors"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// A move for each non-empty set of positive nodes, all different, each played as it stands.
func TestMoves(t *testing.T) {
	for _, values := range []string{"1 0 2 -1 3", "all 1", "0 0 0 0 1"} {
		p := started(t, "D", 5, values)
		moves := p.Moves()
		if want := 1<<bits.OnesCount64(uint64(p.Values().Positive())) - 1; len(moves) != want || moves[0] != strings.TrimSpace("fire "+strings.Join(p.Graph().Members(p.Values().Positive()), " ")) {
			t.Errorf("%s: %d moves, want %d, the first %q", values, len(moves), want, moves[0])
		}
		slices.Sort(moves)
		if len(slices.Compact(slices.Clone(moves))) != len(moves) {
			t.Errorf("%s: a move comes twice", values)
		}
		for _, move := range moves {
			q := started(t, "D", 5, values)
			if got, err := q.Play(move); got != move || err != nil || q.Graph().Len() != 5 {
				t.Errorf("%q plays as %q, %v", move, got, err)
			}
			if strings.TrimPrefix(move, "fire ") != strings.Join(q.Graph().Members(q.Last()), " ") || p.Named(move) != q.Last() {
				t.Errorf("%q fires %v", move, q.Graph().Members(q.Last()))
			}
		}
	}
}

// Whoever fires last wins: after an odd number of moves the first player.
func TestOutcome(t *testing.T) {
	for _, tt := range []struct {
		values, moves string
		winner        engine.Seat
		reason        string
	}{
		{"1 1", "fire", 0, "the first player fired last"},
		{"1 1", "fire V1,fire V2,fire V1", 0, "the first player fired last"},
		{"1 0", "fire,fire", 1, "the second player fired last"},
	} {
		p := started(t, "A", 2, tt.values)
		for i, move := range strings.Split(tt.moves, ",") {
			if p.Turn() != engine.Seat(i%2) || p.Outcome().Status != engine.Open || p.Shots() != i {
				t.Errorf("before move %d player %d moves, %v", i+1, p.Turn(), p.Outcome())
			}
			if _, err := p.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		if o := p.Outcome(); o.Status != engine.Won || o.Winner != tt.winner || !strings.Contains(o.Reason.String(), tt.reason) || p.Turn() != engine.NoSeat || len(p.Moves()) != 0 {
			t.Errorf("%s from %s: %+v", tt.moves, tt.values, o)
		}
		if _, err := p.Play("fire"); !errors.Is(err, engine.ErrOver) {
			t.Errorf("after the end: %v", err)
		}
	}
}

// It always ends, on every graph on which it may be played, whatever is fired.
func TestAlwaysEnds(t *testing.T) {
	for _, f := range []struct {
		family string
		degree int
	}{{"A", 1}, {"A", 10}, {"D", 4}, {"D", 10}, {"E", 6}, {"E", 7}, {"E", 8}} {
		for seed := range uint64(4) {
			p, pl := started(t, f.family, f.degree, "all 1"), duel.NewPlayer(0, seed)
			for p.Outcome().Status == engine.Open {
				if p.Shots() > 2000 {
					t.Fatalf("%s%d goes on after %d moves", f.family, f.degree, p.Shots())
				}
				if _, err := p.Play(choose(t, pl, p).Move); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func TestNewRefuses(t *testing.T) {
	ring, err := graph.Parse("1-2 2-3 3-1")
	if err != nil {
		t.Fatal(err)
	}
	path, err := graph.New(graph.FamilyA, 11)
	if err != nil {
		t.Fatal(err)
	}
	two, err := graph.New(graph.FamilyA, 2)
	if err != nil {
		t.Fatal(err)
	}
	for g, words := range map[*graph.Graph]string{ring: "finite types", path: "at most 10 nodes", two: "at least one positive value"} {
		if _, err := duel.New(g, graph.Zeros(g.Len())); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v: %v, want %q", g, err, words)
		}
	}
}

func TestState(t *testing.T) {
	p := started(t, "A", 2, "1 0")
	for _, want := range []string{
		`"values":["1","0"],"turn":"first","shots":0,"last":[],"winner":""}`,
		`"values":["-1","1"],"turn":"second","shots":1,"last":["V1"],"winner":""}`,
		`"values":["0","-1"],"turn":"","shots":2,"last":["V2"],"winner":"second"}`,
	} {
		data, err := json.Marshal(p)
		if err != nil || !strings.HasSuffix(string(data), want) || !strings.HasPrefix(string(data), `{"type":"A","degree":2,"class":"finite"`) {
			t.Errorf("%s, %v\nwant …%s", data, err, want)
		}
		if p.Turn() != engine.NoSeat {
			if _, err := p.Play("fire"); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestWords(t *testing.T) {
	p := started(t, "A", 2, "1 0")
	said := []string{p.Describe().String()}
	for range 2 {
		if _, err := p.Play("fire"); err != nil {
			t.Fatal(err)
		}
		said = append(said, p.Describe().String())
	}
	for i, want := range []string{
		"ADE for two on A2. First to move. Can fire: V1. The nodes, each with its value and its neighbours: V1 1 to V2; V2 0 to V1.",
		"ADE for two on A2. Second to move. Fired last: V1. Can fire: V2. The nodes, each with its value and its neighbours: V1 -1 to V2; V2 1 to V1.",
		"ADE for two on A2. Second wins: the second player fired last, and nothing is positive. Fired last: V2. The nodes, each with its value and its neighbours: V1 0 to V2; V2 -1 to V1.",
	} {
		if said[i] != want {
			t.Errorf("%q, want %q", said[i], want)
		}
	}
	if got, want := p.String(), "V1 V2\n 0 -1\n"; got != want {
		t.Errorf("the board is %q, want %q", got, want)
	}
	if help := p.Help().String(); !strings.Contains(help, "Nodes: V1 V2.") {
		t.Error(help)
	}
}

// A player of another game's positions refuses.
func TestForeign(t *testing.T) {
	if _, err := hard().Choose(t.Context(), nil); !errors.Is(err, engine.ErrForeign) {
		t.Error(err)
	}
}

// A game that people ended is nobody's turn.
func TestConcluded(t *testing.T) {
	p := started(t, "A", 2, "1 0")
	end := p.Conclude(engine.Outcome{Status: engine.Won, Winner: 1, Reason: engine.T("First resigned")})
	if said := end.Describe().String(); !strings.HasPrefix(said, "ADE for two on A2. Second wins: First resigned. The nodes, ") {
		t.Errorf("described as %q", said)
	}
	if _, err := end.Play("fire"); !errors.Is(err, engine.ErrOver) {
		t.Errorf("a move after the end: %v", err)
	}
}
