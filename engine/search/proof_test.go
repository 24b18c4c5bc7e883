package search_test

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine/search"
)

var proofs = []search.Proof{search.Unproved, search.Win, search.Loss, search.Draw}

// What one side wins the other loses, and a value says the same as its proof.
func TestProofLaws(t *testing.T) {
	for _, p := range proofs {
		if p.Opponent().Opponent() != p {
			t.Errorf("%v: the opponent's opponent has %v", p, p.Opponent().Opponent())
		}
		if sum := p.Value() + p.Opponent().Value(); sum != 1 {
			t.Errorf("%v: the values of both sides add up to %v", p, sum)
		}
		if p != search.Unproved && search.ProofOf(p.Value()) != p {
			t.Errorf("%v has value %v, which is %v", p, p.Value(), search.ProofOf(p.Value()))
		}
		if p.Or(p) != p {
			t.Errorf("%v or %v is %v", p, p, p.Or(p))
		}
		for _, q := range proofs {
			if p.Or(q) != q.Or(p) {
				t.Errorf("%v or %v is %v, and %v the other way round", p, q, p.Or(q), q.Or(p))
			}
		}
	}
	if p := search.ProofOf(0.3); p != search.Unproved {
		t.Errorf("a value of 0.3 is %v", p)
	}
}

// A position with a winning move is won, whatever the others are; it is lost if all lose,
// and drawn only if nothing is open.
func TestProofOfMoves(t *testing.T) {
	tests := []struct {
		moves []search.Proof
		want  search.Proof
	}{
		{[]search.Proof{search.Loss, search.Loss}, search.Loss},
		{[]search.Proof{search.Loss, search.Draw}, search.Draw},
		{[]search.Proof{search.Draw, search.Unproved, search.Loss}, search.Unproved},
		{[]search.Proof{search.Unproved, search.Loss, search.Win, search.Draw}, search.Win},
	}
	for _, tt := range tests {
		got := search.Loss
		for _, p := range tt.moves {
			got = got.Or(p)
		}
		if got != tt.want {
			t.Errorf("moves %v: %v, want %v", tt.moves, got, tt.want)
		}
	}
}

func TestMean(t *testing.T) {
	tests := []struct {
		proof        search.Proof
		wins, visits float32
		want         float64
	}{
		{search.Unproved, 0, 0, 0.5},
		{search.Unproved, 3, 4, 0.75},
		{search.Win, 1, 4, 1},
		{search.Loss, 3, 4, 0},
		{search.Draw, 4, 4, 0.5},
	}
	for _, tt := range tests {
		if got := tt.proof.Mean(tt.wins, tt.visits); got != tt.want {
			t.Errorf("%v with %v wins in %v visits: %v, want %v", tt.proof, tt.wins, tt.visits, got, tt.want)
		}
	}
}
