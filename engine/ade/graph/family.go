package graph

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// The families of graphs, as in option `type`.
const (
	FamilyA = "A"
	FamilyD = "D"
	FamilyE = "E"
)

// leastDegree is the least number of nodes accepted in a family: D3 would be A3, and E4 is the
// first with a V3.
var leastDegree = map[string]int{FamilyA: 1, FamilyD: 4, FamilyE: 4}

// New makes A_n, D_n or E_n with n nodes: the path V1 ... Vn; or the path V1 ... V(n-1) with V0
// joined to V2 (D) or V3 (E).
func New(family string, n int) (*Graph, error) {
	least, known := leastDegree[family]
	switch {
	case !known:
		return nil, engine.Refuse("the type must be one of: %s", "A, D, E")
	case n < 1 || n > MostNodes:
		return nil, engine.Refuse("the degree must be a whole number from %s to %s: it counts the nodes", strconv.Itoa(max(1, least)), strconv.Itoa(MostNodes))
	case n < least && family == FamilyD:
		return nil, engine.Refuse("a D graph has at least 4 nodes; D%s would be A%s: take that", strconv.Itoa(n), strconv.Itoa(n))
	case n < least:
		return nil, engine.Refuse("an E graph has at least 4 nodes (E4 is A4, E5 is D5)")
	}
	g := newGraph(n)
	g.Family = family
	first := 1 // the path's first node has index first-1 or 1
	if family != FamilyA {
		first = 0
	}
	for i := range n {
		g.names[i] = nodeName(first + i)
	}
	start := 1 - first // index of V1
	for i := start; i+1 < n; i++ {
		g.join(i, i+1)
	}
	if family != FamilyA {
		branch := map[string]int{FamilyD: 2, FamilyE: 3}[family]
		g.join(0, branch)
	}
	return g, nil
}
