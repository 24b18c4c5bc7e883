package search

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
)

// Guided is a tree whose positions somebody can judge at sight: a network with a
// policy and a value.
type Guided[M any] interface {
	Tree[M]
	// Evaluate sets the prior of each of the moves, which AppendMoves has just given:
	// the chance that it is the best, so that they add up to 1. It returns the value for
	// the player to move, 0 to 1. The position is not over.
	Evaluate(moves []M, priors []float32) (value float32)
	// Clone returns a tree of its own at the same position. Threads have one each.
	Clone() Guided[M]
}

// Hasher is a Guided whose positions have names, which are the same however a position
// came about, and within a search different for different ones. No position may follow
// from itself.
type Hasher interface {
	// Hash is the position's name.
	Hash() uint64
}

// PUCTConfig bounds and tunes a search by [PUCT]. Each part can be left out, so that
// its worth can be measured.
type PUCTConfig struct {
	// Playouts ends the search when so many were made; 0: only the context ends it. A
	// playout goes down the tree and adds one position, which takes one evaluation
	// unless the position is decided, or known from another way there.
	Playouts int
	// Threads work on the tree; below 1 means 1. With one thread, a count of playouts
	// and the same tree to begin with the result is the same every time.
	Threads int
	// Memory bounds the tree, in bytes; 0 means DefaultPUCTMemory. The search ends when
	// it is used up.
	Memory int
	// Early ends the search when what is left cannot change the best move: the others are
	// lost, or none can become the most visited while the position is as good as won or
	// lost. A tense one is searched on, since what is found is kept for the next search.
	Early bool
	// Left tells how much of the time is left, from 1 to 0, where time and not a count
	// bounds the search. At 0 it ends, which a context whose timer waits for a processor
	// would tell some hundredths of a second later. Nil: that is not known. Only one thread
	// calls it at a time.
	Left func() float64
	// Explore is PUCT's constant: how much a move gains by a prior that its visits do
	// not yet bear out.
	Explore float32
	// FirstPlay is how much less than its position a move is worth that was not yet
	// tried, when all the policy's weight lies on moves that were; it grows with the
	// square root of that weight.
	FirstPlay float32
	// VirtualLoss is how many lost visits stand for a playout on its way, which sends
	// other threads elsewhere.
	VirtualLoss float32
	// Unproved leaves out proofs: decided positions are values like others.
	Unproved bool
	// Apart keeps positions apart to which several ways lead, although the tree is a
	// [Hasher].
	Apart bool
}

// DefaultPUCTMemory is the bound on a tree that is given no other: 64 MB, which
// holds about 100,000 positions of 100 moves.
const DefaultPUCTMemory = 64 << 20

// PUCT is a best-first search along a policy: it follows the moves whose value, and
// whose prior in view of their visits, are the greatest, and backs up the values of
// the positions that it comes to (Silver et al., "Mastering the game of Go without
// human knowledge", 2017; the constant of Rosin, "Multi-armed bandits with episode
// context", 2011). Proofs are backed up as by [MCTS]. If the position is a [Hasher] too,
// ways that lead to the same position go on in one node (Childs, Brodeur and Kocsis,
// "Transpositions and move groups in Monte Carlo tree search", 2008, as UCT1).
//
// It keeps its tree for the next search, which [PUCT.Advance] leads on to. The tree
// belongs to the garbage collector as soon as the PUCT is dropped. The zero value
// is ready. It is not safe for concurrent use.
type PUCT[M comparable] struct {
	root *branch[M] // of a tree, or where positions are merged, of a graph without rings
}

// Advance follows a move made on the board, so that the next Run begins with what is
// known of the position after it. What lies beside that is dropped.
func (p *PUCT[M]) Advance(m M) {
	if p.root != nil {
		p.root = p.root.below(m)
	}
}

// Forget drops the tree: the next Run begins anew.
func (p *PUCT[M]) Forget() { p.root = nil }

// Kept is about how much memory the tree takes, in bytes.
func (p *PUCT[M]) Kept() int {
	_, bytes := p.root.reach()
	return bytes
}

// Run searches from the tree's position, which must not be over, and must be the one
// to which the last Run and Advance have led unless nothing is kept. It ends by the
// count, the context, a proof, or the bound on memory. All its goroutines have ended
// when it returns, and g is as it was. When the context has ended already, the
// result still holds the moves, and the evaluation of the position.
func (p *PUCT[M]) Run(ctx context.Context, g Guided[M], c PUCTConfig) Result[M] {
	if c.Memory <= 0 {
		c.Memory = DefaultPUCTMemory
	}
	s := &guidedSearch[M]{PUCTConfig: c, root: p.root}
	w := newScout(s, g)
	if s.root == nil {
		s.root = w.plant()
		p.root = s.root
	}
	s.known, s.bytes = s.root.reach()
	s.stop.Store(s.root.proof != Unproved || ctx.Err() != nil)
	halt := context.AfterFunc(ctx, func() { s.stop.Store(true) })
	defer halt()
	var others sync.WaitGroup
	for range c.Threads - 1 {
		w := newScout(s, g.Clone())
		others.Go(w.work)
	}
	w.work()
	s.stop.Store(true)
	others.Wait()
	return s.result()
}

// guidedSearch is one search by PUCT, shared by its threads. An evaluation takes a
// hundred times as long as the way down the tree, so that one lock for all of the
// tree keeps nobody waiting.
type guidedSearch[M comparable] struct {
	PUCTConfig
	stop atomic.Bool

	mu    sync.Mutex // guards what follows, and the tree
	root  *branch[M]
	known map[uint64]*branch[M] // the nodes, by hash
	bytes int
	sent  int // playouts begun
	done  int // playouts finished
}

// scout is a thread of a search.
type scout[M comparable] struct {
	search *guidedSearch[M]
	state  Guided[M]
	judge  Judge  // nil: no proofs before the end
	hasher Hasher // nil: positions are kept apart
	path   []turn[M]
	moves  []M
	priors []float32
}

// turn is an edge that a playout went through. It is told by its index: edges move in
// memory when their node gets more of them.
type turn[M comparable] struct {
	node *branch[M]
	edge int
	move M
}

func newScout[M comparable](s *guidedSearch[M], g Guided[M]) *scout[M] {
	w := &scout[M]{search: s, state: g}
	if !s.Unproved {
		w.judge, _ = g.(Judge)
	}
	if !s.Apart {
		w.hasher, _ = g.(Hasher)
	}
	return w
}

// work makes playouts until the search is stopped.
func (w *scout[M]) work() {
	for w.descend() {
		w.backUp(w.look())
		for i := len(w.path) - 1; i >= 0; i-- {
			w.state.Undo(w.path[i].move)
		}
	}
}

// descend goes down the tree to a position that is not below there, or is proved since
// another way led to it. It returns false when the search is over.
func (w *scout[M]) descend() bool {
	s := w.search
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop.Load() || s.Playouts > 0 && s.sent >= s.Playouts {
		return false
	}
	s.sent++
	w.path = w.path[:0]
	for n := s.root; n != nil && n.proof == Unproved; {
		room := cap(n.edges)
		i := n.choose(&s.PUCTConfig)
		s.bytes += (cap(n.edges) - room) * n.edgeSize()
		e := &n.edges[i]
		e.flight++
		n.flight++
		w.state.Do(e.move)
		w.path = append(w.path, turn[M]{n, i, e.move})
		n = e.child
	}
	return true
}

// look finds out about the position at the end of the path: what is known for sure of
// it, or its node, evaluated.
func (w *scout[M]) look() (leaf *branch[M], value float32, proof Proof) {
	hash := uint64(0)
	if w.hasher != nil {
		hash = w.hasher.Hash()
		if leaf, value, proof = w.search.recall(hash); leaf != nil {
			return leaf, value, proof
		}
	}
	if v, over := w.state.Terminal(); over {
		return nil, float32(v), w.search.sure(proofOf(v))
	}
	w.moves = w.state.AppendMoves(w.moves[:0])
	if w.judge != nil {
		if proof = w.judge.Judge(); proof != Unproved {
			return nil, float32(proof.Value()), proof
		}
	}
	leaf = w.evaluate(hash)
	return leaf, leaf.wins, Unproved
}

// recall is the node of a position that is known already, with what is known; nil if it
// is not.
func (s *guidedSearch[M]) recall(hash uint64) (n *branch[M], value float32, proof Proof) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch n = s.known[hash]; {
	case n == nil:
		return nil, 0, Unproved
	case n.proof != Unproved:
		return n, float32(n.proof.Value()), n.proof
	default:
		return n, n.mean(), Unproved
	}
}

func (s *guidedSearch[M]) sure(p Proof) Proof {
	if s.Unproved {
		return Unproved
	}
	return p
}

// plant makes the root of a new tree.
func (w *scout[M]) plant() *branch[M] {
	w.moves = w.state.AppendMoves(w.moves[:0])
	hash := uint64(0)
	if w.hasher != nil {
		hash = w.hasher.Hash()
	}
	return w.evaluate(hash)
}

// evaluate makes a node for the state's position, whose moves have just been listed.
func (w *scout[M]) evaluate(hash uint64) *branch[M] {
	w.priors = append(w.priors[:0], make([]float32, len(w.moves))...)
	value := w.state.Evaluate(w.moves, w.priors)
	return newBranch(hash, w.moves, w.priors, value)
}

// backUp hangs the leaf into the tree and adds its value, which is that of the player
// to move there, to the edges of the path. What is proved of it is settled.
func (w *scout[M]) backUp(leaf *branch[M], value float32, proof Proof) {
	s := w.search
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(w.path) - 1; i >= 0; i-- {
		value = 1 - value
		t := w.path[i]
		e := &t.node.edges[t.edge]
		e.flight--
		e.visits++
		e.wins += value
		t.node.flight--
		t.node.visits++
		t.node.wins += value
	}
	last := w.path[len(w.path)-1]
	if e := &last.node.edges[last.edge]; leaf != nil && e.child == nil { // else another thread came first
		e.child = s.keep(leaf)
	}
	w.settle(proof)
	s.done++
	if s.root.proof != Unproved || s.bytes >= s.Memory || s.done%16 == 0 && s.settled() {
		s.stop.Store(true)
	}
}

// keep puts a node into the tree, unless another thread has come to its position first:
// then it returns that one's.
func (s *guidedSearch[M]) keep(n *branch[M]) *branch[M] {
	if n.hash != 0 {
		if first := s.known[n.hash]; first != nil {
			return first
		}
		s.known[n.hash] = n
	}
	s.bytes += n.ownSize()
	return n
}

// settle records a proof for the player to move at the end of the path, and what
// follows from it further up.
func (w *scout[M]) settle(proof Proof) {
	for i := len(w.path) - 1; i >= 0 && proof != Unproved; i-- {
		t := w.path[i]
		t.node.edges[t.edge].proof = proof.other()
		proof = t.node.prove()
	}
}

// settled reports whether the search may end: its time is over, or its move cannot change.
func (s *guidedSearch[M]) settled() bool {
	if s.Left != nil && s.Left() <= 0 {
		return true
	}
	if !s.Early {
		return false
	}
	left := math.Inf(1)
	if value := s.root.mean(); math.Abs(float64(value)-0.5) > tense {
		left = s.most()
	}
	return decided(s.root.stats(), left, soleVisits)
}

// tense is how far from even the value of a tense position is at most. To end the search
// of any position whose move cannot change costs games: by half a second a move, 20 of 28
// on 11x11, for the kept tree grows too little.
const tense = 0.45

// most is how many playouts there may yet be.
func (s *guidedSearch[M]) most() float64 {
	most := math.Inf(1)
	if s.Playouts > 0 {
		most = float64(s.Playouts - s.done)
	}
	if s.Left != nil {
		if left := s.Left(); left < 1 {
			most = min(most, float64(s.done)*left/(1-left))
		}
	}
	return most
}

// soleVisits is how long a move without alternative is searched, only for its value.
const soleVisits = 32

// result reads the tree. All threads have ended.
func (s *guidedSearch[M]) result() Result[M] {
	r := Result[M]{Moves: s.root.stats(), Proof: s.root.proof, Playouts: s.done}
	r.Best = best(r.Moves)
	r.Value = r.Moves[r.Best].Value
	switch {
	case r.Proof != Unproved:
		r.Value = r.Proof.Value()
	case r.Moves[r.Best].Visits == 0:
		r.Value = float64(s.root.mean())
	}
	r.Line = s.root.line()
	return r
}
