package search_test

import (
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// move is what a search knows of a move, whose name here is its place in the list.
func move(visits int, value, prior float64, proof search.Proof) search.Move[int] {
	return search.Move[int]{Visits: visits, Value: value, Prior: prior, Proof: proof}
}

func TestBest(t *testing.T) {
	tests := []struct {
		name  string
		moves []search.Move[int]
		want  int
	}{
		{"the most visited", []search.Move[int]{move(3, 0.9, 0, 0), move(5, 0.1, 0, 0), move(4, 1, 0, 0)}, 1},
		{"of equal visits the greatest prior", []search.Move[int]{move(3, 0, 0.2, 0), move(3, 0, 0.5, 0), move(3, 0, 0.3, 0)}, 1},
		{"a win, though hardly visited", []search.Move[int]{move(90, 0.9, 0, 0), move(1, 1, 0, search.Win)}, 1},
		{"no loss, though most visited", []search.Move[int]{move(90, 0, 0, search.Loss), move(1, 0.1, 0, 0)}, 1},
		{"a draw before a bad hope", []search.Move[int]{move(90, 0.3, 0, 0), move(1, 0.5, 0, search.Draw)}, 1},
		{"a good hope before a draw", []search.Move[int]{move(1, 0.7, 0, 0), move(90, 0.5, 0, search.Draw)}, 0},
		{"where all lose, the most visited", []search.Move[int]{move(1, 0, 0, search.Loss), move(7, 0, 0, search.Loss)}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := search.Best(tt.moves); got != tt.want {
				t.Errorf("move %d, want %d", got, tt.want)
			}
		})
	}
}

func TestDecided(t *testing.T) {
	tests := []struct {
		name  string
		moves []search.Move[int]
		left  float64
		want  bool
	}{
		{"the second could still catch up", []search.Move[int]{move(50, 0, 0, 0), move(40, 0, 0, 0)}, 10, false},
		{"the second cannot catch up", []search.Move[int]{move(40, 0, 0, 0), move(50, 0, 0, 0)}, 9, true},
		{"a lost one does not count", []search.Move[int]{move(50, 0, 0, 0), move(49, 0, 0, search.Loss), move(2, 0, 0, 0)}, 40, true},
		{"a sole move needs its visits", []search.Move[int]{move(7, 0, 0, 0)}, math.Inf(1), false},
		{"a sole move has its visits", []search.Move[int]{move(8, 0, 0, 0), move(90, 0, 0, search.Loss)}, math.Inf(1), true},
		{"without a bound nothing is decided", []search.Move[int]{move(1_000_000, 0, 0, 0), move(1, 0, 0, 0)}, math.Inf(1), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := search.Decided(tt.moves, tt.left, 8); got != tt.want {
				t.Errorf("decided: %v", got)
			}
		})
	}
}
