package duel_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// started is a game on a graph of a family from values, "all 1" or a value for each node.
func started(t *testing.T, family string, degree int, values string) *duel.Position {
	t.Helper()
	g, err := graph.New(family, degree)
	if err != nil {
		t.Fatal(err)
	}
	v, _, err := graph.Assign(g, graph.Zeros(degree), values, true)
	if err != nil {
		t.Fatal(err)
	}
	p, err := duel.New(g, v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// hard is a player that searches the whole of the games tried here.
func hard() engine.Player { return duel.NewPlayer(400_000, 1) }

func choose(t *testing.T, pl engine.Player, p engine.Position) engine.Choice {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	choice, err := pl.Choose(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	return choice
}

// TestKnownDuels: the mover wins from all ones on A1 to A5, D4 and D5; and loses from
// these single chips, and from no other on these graphs.
func TestKnownDuels(t *testing.T) {
	losing := map[string]string{
		"A1": "", "A2": "V1 V2", "A3": "V2", "A4": "V1 V2 V3 V4", "A5": "V2 V4", "D4": "V2", "D5": "V2 V3 V4",
	}
	for name, chips := range losing {
		degree := int(name[1] - '0')
		if choice := choose(t, hard(), started(t, name[:1], degree, "all 1")); !choice.Proved || choice.Value != 1 {
			t.Errorf("%s from all ones: %+v", name, choice)
		}
		for _, node := range started(t, name[:1], degree, "all 1").Graph().Nodes() {
			choice := choose(t, hard(), started(t, name[:1], degree, node+" 1"))
			if want := !strings.Contains(chips, node); !choice.Proved || (choice.Value == 1) != want {
				t.Errorf("%s from %s: %+v, want a win %t", name, node, choice, want)
			}
		}
	}
}

// wins is the rule itself: there is a set after which the other loses.
func wins(g *graph.Graph, v graph.Values, known map[string]bool) bool {
	key := strings.Join(v.Strings(), " ")
	if won, ok := known[key]; ok {
		return won
	}
	positive := v.Positive()
	won := false
	for set := graph.Set(1); set < 1<<g.Len() && !won; set++ {
		won = set&^positive == 0 && !wins(g, g.FireSet(v, set), known)
	}
	known[key] = won
	return won
}

// TestPerfectPlay: the verdicts of hard on small games agree with the rule.
func TestPerfectPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	for _, f := range []struct {
		family string
		degree int
	}{{"A", 3}, {"A", 4}, {"D", 4}} {
		known := map[string]bool{}
		for range 25 {
			v := make(graph.Values, f.degree)
			for i := range v {
				v[i] = big.NewInt(r.Int64N(4) - 1)
			}
			if v.Positive() == 0 {
				continue
			}
			d := started(t, f.family, f.degree, strings.Join(v.Strings(), " "))
			choice := choose(t, hard(), d)
			want := wins(d.Graph(), v, known)
			if !choice.Proved || (choice.Value == 1) != want {
				t.Errorf("%s%d from %v: %+v, want a win %t", f.family, f.degree, v, choice, want)
			}
			if _, err := d.Play(choice.Move); err != nil {
				t.Fatal(err)
			}
			if want && wins(d.Graph(), d.Values(), known) {
				t.Errorf("%s%d from %v: after %s the other wins", f.family, f.degree, v, choice.Move)
			}
		}
	}
}

// TestHardBeatsEasy from where it wins, to the end.
func TestHardBeatsEasy(t *testing.T) {
	for seed := range uint64(5) {
		d, strong, weak := started(t, "D", 5, "all 1"), hard(), duel.NewPlayer(0, seed)
		for d.Outcome().Status == engine.Open {
			pl := strong
			if d.Turn() == 1 {
				pl = weak
			}
			if _, err := d.Play(choose(t, pl, d).Move); err != nil {
				t.Fatal(err)
			}
		}
		if d.Outcome().Winner != 0 {
			t.Errorf("seed %d: easy wins", seed)
		}
	}
}

// TestUnsolvedIsSaid: no proof is claimed if the tree or the numbers are too large.
func TestUnsolvedIsSaid(t *testing.T) {
	for _, values := range []string{"all 1", "all 99999999999999999999"} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		choice, err := hard().Choose(ctx, started(t, "E", 8, values))
		if err != nil || choice.Proved || choice.Move == "" {
			t.Errorf("%s: %+v, %v", values, choice, err)
		}
	}
}

func TestDuelRefuses(t *testing.T) {
	for _, tt := range []struct{ line, words string }{
		{"set V1 2", "game for two"}, {"exhaust", "game for two"}, {"fire V9", "no node"}, {"fire V2", "V2 is not positive"}, {"", "fire some"},
	} {
		d := started(t, "A", 3, "1 0 1")
		if _, err := d.Play(tt.line); err == nil || !strings.Contains(err.Error(), tt.words) {
			t.Errorf("%q: %v, want %q", tt.line, err, tt.words)
		}
	}
	for line, want := range map[string]string{"fire": "fire V1 V3", "FIRE v3, v1": "fire V1 V3", "fire all": "fire V1 V3", "fire v3": "fire V3"} {
		d := started(t, "A", 3, "1 0 1")
		if got, err := d.Play(line); got != want || err != nil {
			t.Errorf("%q plays as %q, %v; want %q", line, got, err, want)
		}
	}
}

// TestHardGuessesInTime: if perfect play is not found in time, the random games have been played.
func TestHardGuessesInTime(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	choice, err := hard().Choose(ctx, started(t, "A", 10, "all 3"))
	if err != nil || choice.Proved || choice.Value == 0 {
		t.Errorf("%+v, %v", choice, err)
	}
}

// TestVerdict says who wins, by which move, and where that is not known.
func TestVerdict(t *testing.T) {
	over := started(t, "A", 1, "1")
	if _, err := over.Play("fire"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		p      *duel.Position
		states int
		words  string
	}{
		{started(t, "A", 3, "9999999 1 1"), 100, "too large to search"},
		{started(t, "A", 2, "1 1"), 100, "First, to move, wins against any play, by ||fire"},
		{started(t, "A", 2, "1 0"), 100, "First, to move, loses against best play"},
		{started(t, "E", 8, "all 3"), 100, "stopped after 100 states"},
		{over, 100, "It is over: the first player fired last"},
	} {
		answer, err := tt.p.Verdict(t.Context(), tt.states)
		if err != nil || !strings.Contains(answer.Text.String(), tt.words) {
			t.Errorf("%v: %s, %v; want %q", tt.p.Values(), answer.Text, err, tt.words)
		}
	}
}
