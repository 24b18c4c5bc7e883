package puct

import (
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// position makes a node of three moves with the priors 0.2, 0.5 and 0.3, worth 0.6.
func position() *node[string] {
	return newNode(1, []string{"a", "b", "c"}, []float32{0.2, 0.5, 0.3}, 0.6)
}

func TestMovesBecomeEdgesByPrior(t *testing.T) {
	n := position()
	for _, want := range []string{"b", "c", "a"} {
		i := n.try()
		if n.edges[i].move != want {
			t.Errorf("edge %d is %s, want %s", i, n.edges[i].move, want)
		}
	}
	if len(n.rest) != 0 || math.Abs(float64(n.tried)-1) > 1e-3 {
		t.Errorf("%d moves are left when priors of %v are tried", len(n.rest), n.tried)
	}
	sum := 0.0
	for _, m := range n.moves() {
		sum += m.Prior
	}
	if math.Abs(sum-1) > 1e-3 {
		t.Errorf("the priors add up to %v", sum)
	}
}

func TestChoose(t *testing.T) {
	o := Options{Explore: 0.1}
	tests := []struct {
		name  string
		edges []edge[string] // b and c
		want  string
	}{
		{"by value", []edge[string]{{visits: 40, wins: 10}, {visits: 40, wins: 36}}, "c"},
		{"by prior where visits are few", []edge[string]{{visits: 1, wins: 0.5}, {visits: 40, wins: 20}}, "b"},
		{"elsewhere than playouts in flight", []edge[string]{{visits: 40, wins: 32, inFlight: 40}, {visits: 40, wins: 32}}, "c"},
		{"a win at once", []edge[string]{{visits: 40, wins: 36}, {proof: search.Win}}, "c"},
		{"no loss", []edge[string]{{visits: 40, wins: 36, proof: search.Loss}, {visits: 40, wins: 30}}, "c"},
		{"the untried, where the others are bad", []edge[string]{{visits: 40}, {visits: 40}}, "a"},
		{"an untried one before a draw", []edge[string]{{proof: search.Draw}, {proof: search.Draw}}, "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n := position()
			n.try()
			n.try()
			for i, e := range tt.edges {
				n.visits += e.visits
				n.wins += e.visits / 2
				e.move, e.prior = n.edges[i].move, n.edges[i].prior
				n.edges[i] = e
			}
			if got := n.edges[n.choose(&o)].move; got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// Playouts in flight count as lost visits.
func TestVirtualLoss(t *testing.T) {
	for inFlight, want := range map[float32]float32{0: 0.8, 20: 32. / 60, 60: 0.32} {
		e := edge[string]{visits: 40, wins: 32, inFlight: inFlight}
		if got := e.value(); math.Abs(float64(got-want)) > 1e-6 {
			t.Errorf("%v in flight: %v, want %v", inFlight, got, want)
		}
	}
}

// A node is lost only when every move was tried and loses.
func TestProve(t *testing.T) {
	n := position()
	for range 2 {
		n.edges[n.try()].proof = search.Loss
	}
	if p := n.prove(); p != search.Unproved {
		t.Errorf("with a move untried: %v", p)
	}
	n.edges[n.try()].proof = search.Draw
	if p := n.prove(); p != search.Draw {
		t.Errorf("with a draw: %v", p)
	}
}

// Nodes that several ways lead to are counted once.
func TestReachable(t *testing.T) {
	root, shared, apart := position(), position(), position()
	shared.hash, apart.hash = 2, 0
	for range 3 {
		root.try()
	}
	root.edges[0].child, root.edges[1].child, root.edges[2].child = shared, shared, apart
	byHash, bytes := root.reachable()
	if len(byHash) != 2 || byHash[2] != shared || bytes != root.size()+shared.size()+apart.size() {
		t.Errorf("%d nodes by hash, %d bytes; want 2 and %d", len(byHash), bytes, root.size()+shared.size()+apart.size())
	}
	if none, bytes := (*node[string])(nil).reachable(); len(none) != 0 || bytes != 0 {
		t.Errorf("nothing takes %d bytes", bytes)
	}
}

// Where values differ much, the prior counts for more.
func TestSpread(t *testing.T) {
	make2 := func(values ...float32) *node[string] {
		n := newNode(1, []string{"likely", "good"}, []float32{0.7, 0.3}, 0.5)
		n.try()
		n.try()
		for i := range n.edges {
			n.edges[i].visits = 20
		}
		n.edges[0].wins, n.edges[1].wins = 9, 11
		for range 20 {
			for _, v := range values {
				n.visits, n.wins, n.squares = n.visits+1, n.wins+v, n.squares+v*v
			}
		}
		return n
	}
	calm, wild := make2(0.45, 0.55), make2(0.05, 0.95)
	for _, tt := range []struct {
		node *node[string]
		want float64
	}{{calm, math.Sqrt((40*0.05*0.05 + 2*0.2*0.2) / 42)}, {wild, math.Sqrt((40*0.45*0.45 + 2*0.2*0.2) / 42)}} {
		if got := float64(tt.node.spread()); math.Abs(got-tt.want) > 1e-4 {
			t.Errorf("the values spread by %v, want %v", got, tt.want)
		}
	}
	choose := func(n *node[string], spread float32) string {
		return n.edges[n.choose(&Options{Explore: 0.7, Spread: spread})].move
	}
	if got := choose(calm, 0) + choose(wild, 0) + choose(calm, 1) + choose(wild, 1); got != "good"+"good"+"good"+"likely" {
		t.Errorf("chose %s", got)
	}
}
