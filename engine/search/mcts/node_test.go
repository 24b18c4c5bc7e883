package mcts

import (
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/search"
)

func TestChoose(t *testing.T) {
	plain := Options{FirstPlay: 0.5}
	tests := []struct {
		name    string
		options Options
		edges   []edge[int]
		want    int // the move; -1 for none
	}{
		{"the greatest mean", plain, []edge[int]{{visits: 10, wins: 3}, {visits: 4, wins: 3}, {visits: 2, wins: 1}}, 1},
		{"first play", plain, []edge[int]{{visits: 10, wins: 4}, {}, {visits: 10, wins: 3}}, 1},
		{"few visits, by UCT's bonus", Options{Explore: 2}, []edge[int]{{visits: 100, wins: 60}, {visits: 2, wins: 1}}, 1},
		{"a win at once", plain, []edge[int]{{visits: 10, wins: 9}, {proof: search.Win}}, 1},
		{"no loss", plain, []edge[int]{{visits: 10, wins: 9, proof: search.Loss}, {visits: 9}}, 1},
		{"an open move before a draw", plain, []edge[int]{{proof: search.Draw}, {visits: 9}}, 1},
		{"a draw before a loss", plain, []edge[int]{{proof: search.Loss}, {proof: search.Draw}}, 1},
		{"nothing, where all lose", plain, []edge[int]{{proof: search.Loss}}, -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n := node[int]{edges: tt.edges, visits: 100}
			for i := range n.edges {
				n.edges[i].move = i
			}
			got := -1
			if e := n.choose(&tt.options); e != nil {
				got = e.move
			}
			if got != tt.want {
				t.Errorf("move %d, want %d", got, tt.want)
			}
		})
	}
}

// The share of RAVE is r/(n+r+b·n·r), by the paper: all without visits of the edge's own,
// less with each, and the less the greater the bias.
func TestRAVEGivesWay(t *testing.T) {
	for _, bias := range []float32{0, 0.001, 0.1} {
		for _, visits := range []float32{0, 1, 10, 1000} {
			e := edge[int]{visits: visits, wins: 0.25 * visits, raveVisits: 40, raveWins: 30}
			share := 40 / (visits + 40 + bias*visits*40)
			want := (1-share)*0.25 + share*0.75
			if got := e.value(&Options{Bias: bias}); math.Abs(float64(got-want)) > 1e-6 {
				t.Errorf("bias %v, %v visits: %v, want %v", bias, visits, got, want)
			}
		}
	}
}
