package duel_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Every start on A3 with values from -1 to 2: the player's verdict is the rule's, and from
// a win it wins against whatever the other may reply.
func TestEveryStartOnA3(t *testing.T) {
	g, err := graph.New(graph.FamilyA, 3)
	if err != nil {
		t.Fatal(err)
	}
	known, pl := map[string]bool{}, hard()
	beaten := map[string]bool{} // where every line of play has been tried
	var beat func(v graph.Values)
	beat = func(v graph.Values) {
		key := strings.Join(v.Strings(), " ")
		if beaten[key] {
			return
		}
		beaten[key] = true
		p, err := duel.New(g, v)
		if err != nil {
			t.Fatal(err)
		}
		choice := choose(t, pl, p)
		if !choice.Proved || choice.Value != 1 {
			t.Fatalf("from %s the win is lost: %+v", key, choice)
		}
		after := g.FireSet(v, p.Named(choice.Move))
		for reply := range after.Positive().Subsets {
			next := g.FireSet(after, reply)
			if next.Positive() == 0 {
				t.Fatalf("from %s, after %s the other fires last", key, choice.Move)
			}
			beat(next)
		}
	}
	won, lost := 0, 0
	for code := range int64(64) {
		v := graph.Values{big.NewInt(code%4 - 1), big.NewInt(code/4%4 - 1), big.NewInt(code/16 - 1)}
		if v.Positive() == 0 {
			continue
		}
		p, err := duel.New(g, v)
		if err != nil {
			t.Fatal(err)
		}
		choice, want := choose(t, pl, p), wins(g, v, known)
		if !choice.Proved || (choice.Value == 1) != want {
			t.Errorf("from %v: %+v, want a win %t", v, choice, want)
		}
		if !want {
			lost++
			continue
		}
		won++
		beat(v)
	}
	if won == 0 || lost == 0 {
		t.Errorf("%d starts are won and %d lost", won, lost)
	}
}

// What is refused leaves no trace.
func TestRefusalsLeaveNoTrace(t *testing.T) {
	p := started(t, "D", 4, "1 0 2 1")
	if _, err := p.Play("fire V2"); err != nil {
		t.Fatal(err)
	}
	board, said := p.String(), p.Describe().String()
	for _, line := range []string{"", "fire V2", "fire V0 V2", "fire V9", "fire all V0", "set V1 1", "exhaust", "fire 2"} {
		if _, err := p.Play(line); err == nil || p.Named(line) != 0 {
			t.Errorf("%q is taken", line)
		}
		if p.String() != board || p.Describe().String() != said || p.Shots() != 1 || p.Last() != 0b100 {
			t.Errorf("%q leaves %s", line, p.Describe())
		}
	}
}

// The same seed plays the same, and another one something else.
func TestSeeds(t *testing.T) {
	game := func(seed uint64) string {
		g, err := graph.New(graph.FamilyE, 6)
		if err != nil {
			t.Fatal(err)
		}
		v, _, err := graph.Assign(g, graph.Zeros(6), "all 2", false)
		if err != nil {
			t.Fatal(err)
		}
		p, err := duel.New(g, v)
		if err != nil {
			t.Fatal(err)
		}
		pl, moves := duel.NewPlayer(0, seed), ""
		for range 8 {
			move := choose(t, pl, p).Move
			if _, err := p.Play(move); err != nil {
				t.Fatal(err)
			}
			moves += move + "\n"
		}
		return moves
	}
	first, again, other := game(1), game(1), game(2)
	if first != again || first == other {
		t.Errorf("seed 1 plays\n%s, again\n%s, seed 2\n%s", first, again, other)
	}
}
