package selfplay

import (
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
)

// planted is a player whose tree has the position after moves for its root.
func planted(config Config, size int, moves ...[2]int) *Player {
	p := New(network(7), size, 1, config)
	p.tree.field = field.New(size, size, make([]uint8, size*size), field.Red, field.Red)
	for _, m := range moves {
		p.tree.field.Do(p.tree.field.At(m[0], m[1]))
	}
	p.tree.setRoot(0)
	return p
}

func TestVisitsAreHalved(t *testing.T) {
	tests := []struct {
		evaluations, candidates int
		want                    [8]int32 // visits, most first
	}{
		{16, 8, [8]int32{4, 4, 2, 2, 1, 1, 1, 1}},
		{24, 8, [8]int32{7, 7, 3, 3, 1, 1, 1, 1}},
		{6, 4, [8]int32{2, 2, 1, 1}},
		{5, 1, [8]int32{5}},
		{3, 8, [8]int32{1, 1, 1}},
	}
	for _, tt := range tests {
		config := Config{Evaluations: tt.evaluations, Decided: tt.evaluations, Candidates: tt.candidates}
		p := planted(config, 7, [2]int{3, 3})
		best := p.tree.run(config, 1)
		n := &p.tree.nodes[0]
		var got [8]int32
		for i := range got {
			most := 0
			for j, v := range n.visits {
				if v > n.visits[most] {
					most = j
				}
			}
			if i == 0 && n.visits[best] != n.visits[most] {
				t.Errorf("%+v: the best has %d visits", tt, n.visits[best])
			}
			got[i], n.visits[most] = n.visits[most], 0
		}
		if got != tt.want {
			t.Errorf("%+v: visits %v", tt, got)
		}
	}
}

// What was visited gains or loses against the rest by exp(sigma(q) - sigma(mixed)).
func TestImprovedPolicies(t *testing.T) {
	n := &node{
		value: 0.5, total: 2, policy: []float32{0.5, 0.3, 0.2},
		visits: []int32{1, 1, 0}, sum: []float32{0.6, 0.2, 0},
	}
	q := (0.5*0.6 + 0.3*0.2) / 0.8
	mixed := (0.5 + 2*q) / 3
	if got := n.mixed(); math.Abs(float64(got)-mixed) > 1e-6 {
		t.Errorf("mixed value %v, want %v", got, mixed)
	}
	want := []float64{
		0.5 * math.Exp(51*0.3*(0.6-mixed)),
		0.3 * math.Exp(51*0.3*(0.2-mixed)),
		0.2,
	}
	sum := want[0] + want[1] + want[2]
	tree := &tree{improved: make([]float32, 5)} // longer than needed
	for i, share := range tree.improve(n) {
		if math.Abs(float64(share)-want[i]/sum) > 1e-4 {
			t.Errorf("move %d has a share of %v, want %v", i, share, want[i]/sum)
		}
	}
	if got := tree.next(n); got != 0 {
		t.Errorf("next is %d", got)
	}
}

// Links decide positions without the network: b3 touches Red's c2, which a bridge
// joins to the top, and has one to the bottom.
func TestLinksDecide(t *testing.T) {
	p := planted(DefaultConfig(), 4, [2]int{2, 1}, [2]int{0, 0})
	if n := p.tree.nodes[0]; !n.decided || n.value != 1 {
		t.Errorf("decided %v, value %v, though b3 wins", n.decided, n.value)
	}
	now := p.note()
	f := p.tree.field
	m := p.complete(now)
	if share := now.policy[f.ViewIndex(m)]; share <= 0 {
		t.Errorf("the chosen move has a target of %v", share)
	}
	f.Do(m)
	if p.tree.setRoot(0); !p.tree.nodes[0].decided || p.tree.nodes[0].value != 0 {
		t.Errorf("after it: %+v", p.tree.nodes[0])
	}
	f.Undo(m)
}

// Gumbel noise of scale 0 leaves the candidates to the policy.
func TestCandidatesAreTheBest(t *testing.T) {
	p := planted(DefaultConfig(), 6, [2]int{1, 1})
	n := &p.tree.nodes[0]
	p.tree.draw(0, 5)
	least := float32(1)
	for _, i := range p.tree.candidates {
		least = min(least, n.policy[i])
	}
	better := 0
	for _, share := range n.policy {
		if share > least {
			better++
		}
	}
	if len(p.tree.candidates) != 5 || better != 4 {
		t.Errorf("candidates %v; %d moves are better than the worst of them", p.tree.candidates, better)
	}
}
