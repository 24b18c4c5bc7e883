package puct

import (
	"math"
	"slices"
	"unsafe"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// node is a position of the tree. Its moves become edges when they are first tried, in the order of
// their priors; most never are.
type node[M comparable] struct {
	hash     uint64 // of the position; 0 without transpositions
	edges    []edge[M]
	rest     []untried[M] // the likeliest first
	wins     float32      // sum of the values of the evaluation and the visits, for the player to move
	squares  float32      // sum of the squares of those values
	visits   float32      // 1 for the evaluation, plus those of the edges
	inFlight float32      // playouts through an edge that are not yet backed up
	tried    float32      // sum of the edges' priors
	proof    search.Proof
}

// edge is a move that was tried.
type edge[M comparable] struct {
	child    *node[M]
	wins     float32 // for the player who makes the move
	visits   float32
	inFlight float32
	prior    float32
	move     M
	proof    search.Proof
}

// untried is a move without an edge. Its prior is in units of 1/maxPrior: untried moves take nearly
// all of a tree's memory, and two bytes are finer than the precision of a policy.
type untried[M comparable] struct {
	move  M
	prior uint16
}

const (
	maxPrior          = math.MaxUint16
	transpositionSize = 32 // a node's approximate memory in the map of transpositions, in bytes
	// usualSpread is the standard deviation of values that leaves Explore unchanged. Each node
	// counts usualVisits visits with it in addition to its own.
	usualSpread = 0.2
	usualVisits = 2
)

func newNode[M comparable](hash uint64, moves []M, priors []float32, value float32) *node[M] {
	n := &node[M]{hash: hash, rest: make([]untried[M], len(moves)), wins: value, squares: value * value, visits: 1}
	for i, m := range moves {
		n.rest[i] = untried[M]{m, uint16(priors[i]*maxPrior + 0.5)}
	}
	slices.SortFunc(n.rest, func(a, b untried[M]) int { return int(b.prior) - int(a.prior) })
	return n
}

func (n *node[M]) mean() float32 { return n.wins / n.visits }

// choose returns the index of the edge with the greatest value plus PUCT bonus. The likeliest
// untried move competes for all untried ones, with a value somewhat below the position's. Lost
// edges are skipped, and drawn ones while others are open. The node is not proven.
func (n *node[M]) choose(o *Options) int {
	best, drawn := -1, -1
	most := float32(math.Inf(-1))
	explore := o.Explore * (1 + o.Spread*(n.spread()/usualSpread-1))
	bonus := explore * float32(math.Sqrt(float64(n.visits-1+n.inFlight)))
	for i := range n.edges {
		e := &n.edges[i]
		switch e.proof {
		case search.Win:
			return i
		case search.Loss:
			continue
		case search.Draw:
			drawn = i
			continue
		case search.Unproved:
		}
		if value := e.value() + bonus*e.prior/(1+e.visits+e.inFlight); value > most {
			best, most = i, value
		}
	}
	if len(n.rest) > 0 {
		value := n.mean() - o.FirstPlay*float32(math.Sqrt(float64(n.tried)))
		if value+bonus*n.rest[0].probability() > most {
			return n.try()
		}
	}
	if best < 0 {
		return drawn
	}
	return best
}

// spread returns the standard deviation of the values of a node's visits.
func (n *node[M]) spread() float32 {
	squares := n.squares - n.wins*n.mean() + usualVisits*usualSpread*usualSpread
	return float32(math.Sqrt(float64(max(0, squares) / (n.visits + usualVisits - 1))))
}

// value returns the mean of an edge's visits. Those in flight count as losses, which diverts other
// workers.
func (e *edge[M]) value() float32 {
	visits := e.visits + e.inFlight
	if visits == 0 {
		return 0
	}
	return e.wins / visits
}

func (u untried[M]) probability() float32 { return float32(u.prior) / maxPrior }

// try makes an edge of the likeliest untried move.
func (n *node[M]) try() int {
	first := n.rest[0]
	n.rest = n.rest[1:]
	n.edges = append(n.edges, edge[M]{move: first.move, prior: first.probability()})
	n.tried += first.probability()
	return len(n.edges) - 1
}

// prove derives the node's proof from those of its edges.
func (n *node[M]) prove() search.Proof {
	if n.proof != search.Unproved {
		return n.proof
	}
	if n.proof = search.Loss; len(n.rest) > 0 {
		n.proof = search.Unproved
	}
	for i := range n.edges {
		n.proof = n.proof.Or(n.edges[i].proof)
	}
	return n.proof
}

func (n *node[M]) child(m M) *node[M] {
	for i := range n.edges {
		if n.edges[i].move == m {
			return n.edges[i].child
		}
	}
	return nil
}

// moves returns the statistics of the moves, edges first.
func (n *node[M]) moves() []search.Move[M] {
	moves := make([]search.Move[M], 0, len(n.edges)+len(n.rest))
	for i := range n.edges {
		e := &n.edges[i]
		moves = append(moves, search.Move[M]{
			Move: e.move, Visits: int(e.visits), Value: e.proof.Mean(e.wins, e.visits), Prior: float64(e.prior), Proof: e.proof,
		})
	}
	for _, u := range n.rest {
		moves = append(moves, search.Move[M]{Move: u.move, Value: 0.5, Prior: float64(u.probability())})
	}
	return moves
}

func (n *node[M]) line() []M {
	var line []M
	for at := n; at != nil; {
		moves := at.moves()
		i := search.Best(moves)
		if at != n && moves[i].Visits == 0 {
			break
		}
		line = append(line, moves[i].Move)
		at = at.child(moves[i].Move)
	}
	return line
}

// size returns the node's memory in bytes, without its children. Moves that became edges still use
// their memory in the untried list.
func (n *node[M]) size() int {
	moves := len(n.edges) + len(n.rest)
	return int(unsafe.Sizeof(*n)) + transpositionSize + cap(n.edges)*n.edgeSize() + moves*int(unsafe.Sizeof(untried[M]{}))
}

func (*node[M]) edgeSize() int { return int(unsafe.Sizeof(edge[M]{})) }

// reachable returns the nodes reachable from this one, by hash if they have one, and the memory of
// all of them.
func (n *node[M]) reachable() (byHash map[uint64]*node[M], bytes int) {
	byHash = map[uint64]*node[M]{}
	var visit func(n *node[M])
	visit = func(n *node[M]) {
		if n == nil || n.hash != 0 && byHash[n.hash] != nil {
			return
		}
		if n.hash != 0 {
			byHash[n.hash] = n
		}
		bytes += n.size()
		for i := range n.edges {
			visit(n.edges[i].child)
		}
	}
	visit(n)
	return byHash, bytes
}
