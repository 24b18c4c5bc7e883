package mcts

import (
	"unsafe"

	"github.com/sixfold-bot/sixfold/engine/search"
)

type worker[M any] struct {
	run       *run[M]
	position  Position[M]
	tracer    Tracer[M]     // nil: no RAVE
	heuristic Heuristic[M]  // nil: no priors
	prover    search.Prover // nil: no proofs before the end
	rand      search.Rand
	path      []step[M]
	moves     []M
	priors    []Prior
}

// step is an edge on the path of a playout.
type step[M any] struct {
	node *node[M]
	edge *edge[M]
}

func newWorker[M any](r *run[M], p Position[M], thread int) *worker[M] {
	w := &worker[M]{run: r, position: p, rand: search.Stream(r.Seed, thread)}
	if r.RAVE {
		w.tracer, _ = p.(Tracer[M])
	}
	w.heuristic, _ = p.(Heuristic[M])
	w.prover, _ = p.(search.Prover)
	return w
}

func (w *worker[M]) work() {
	r := w.run
	for !r.stop.Load() {
		n := r.begun.Add(1)
		if r.Playouts > 0 && n > int64(r.Playouts) {
			return
		}
		w.playout()
		if done := r.done.Add(1); done%64 == 0 && r.decided(done) {
			r.stop.Store(true)
		}
	}
}

// playout descends the tree by the best values, rolls out from the leaf and backs its value up.
func (w *worker[M]) playout() {
	w.path = w.path[:0]
	n := w.run.root
	var value float64 // for the player to move at the leaf
	for {
		e, v := w.descend(n)
		if e == nil { // every move has just been proven lost
			value = 0
			break
		}
		if v.first || v.expand {
			if terminal, over := w.position.Terminal(); over {
				value = terminal
				w.backUpProof(search.ProofOf(terminal))
				break
			}
		}
		if v.expand {
			v.child, v.proof = w.expand(n, e)
		}
		if v.proof != search.Unproved {
			value = v.proof.Opponent().Value()
			w.backUpProof(v.proof.Opponent())
			break
		}
		if v.child == nil {
			value = w.position.Rollout(&w.rand)
			if w.tracer != nil {
				w.backUpTrace(value)
			}
			break
		}
		n = v.child
	}
	w.backUp(value)
}

// visit is the state of an edge when a worker passes it.
type visit[M any] struct {
	first, expand bool
	child         *node[M]
	proof         search.Proof
}

// descend chooses an edge and makes its move. The visit counts at once and until its value is
// backed up is a virtual loss, which diverts other workers.
func (w *worker[M]) descend(n *node[M]) (*edge[M], visit[M]) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e := n.choose(&w.run.Options)
	if e == nil {
		return nil, visit[M]{}
	}
	n.visits++
	e.visits++
	v := visit[M]{first: e.visits == 1, child: e.child, proof: e.proof}
	if e.child == nil && !e.expanding && !v.first && e.visits > float32(w.run.Expand) {
		e.expanding, v.expand = true, true
	}
	w.position.Do(e.move)
	w.path = append(w.path, step[M]{n, e})
	return e, v
}

// expand creates the node below an edge. It returns the node, nil without memory for it, and the
// proof that the position offers, from the view of the edge's player.
func (w *worker[M]) expand(n *node[M], e *edge[M]) (*node[M], search.Proof) {
	child := w.newNode()
	if child == nil {
		return nil, search.Unproved // the edge stays marked as expanding, so no worker tries again
	}
	n.mu.Lock()
	e.child = child
	n.mu.Unlock()
	if w.prover == nil {
		return child, search.Unproved
	}
	return child, w.prover.Proof().Opponent()
}

// newNode returns a node for the worker's position, nil without memory for it. There is always
// memory for the root.
func (w *worker[M]) newNode() *node[M] {
	w.moves = w.position.AppendMoves(w.moves[:0])
	size := unsafe.Sizeof(node[M]{}) + uintptr(len(w.moves))*unsafe.Sizeof(edge[M]{})
	if left := w.run.left.Add(-int64(size)); left < 0 && w.run.root != nil {
		return nil
	}
	n := &node[M]{edges: make([]edge[M], len(w.moves))}
	for i, m := range w.moves {
		n.edges[i].move = m
	}
	if w.tracer != nil {
		n.turn = uint8(1 + w.tracer.Turn())
		for i, m := range w.moves {
			n.edges[i].key = w.tracer.Key(m)
		}
	}
	if w.heuristic != nil { // its priors are entered as rollouts
		w.priors = append(w.priors[:0], make([]Prior, len(w.moves))...)
		w.heuristic.Priors(w.moves, w.priors)
		for i, p := range w.priors {
			n.edges[i].raveVisits = p.Weight
			n.edges[i].raveWins = p.Weight * p.Value
		}
	}
	return n
}

// backUpTrace adds a rollout to the RAVE counts of all nodes on the path. The value is for the
// player to move at the leaf.
func (w *worker[M]) backUpTrace(value float64) {
	trace := w.tracer.Trace()
	for i := len(w.path) - 1; i >= 0; i-- {
		value = 1 - value
		n := w.path[i].node
		// The mover is unpredictable to the processor: sums without a branch take half the time.
		var visits, wins [4]float32
		visits[n.turn&3], wins[n.turn&3] = 1, float32(value)
		n.mu.Lock()
		for j := range n.edges {
			e := &n.edges[j]
			by := trace[e.key] & 3
			e.raveVisits += visits[by]
			e.raveWins += wins[by]
		}
		n.mu.Unlock()
	}
}

// backUp adds the value of the leaf to the edges of the path and undoes their moves.
func (w *worker[M]) backUp(value float64) {
	for i := len(w.path) - 1; i >= 0; i-- {
		value = 1 - value
		s := w.path[i]
		s.node.mu.Lock()
		s.edge.wins += float32(value)
		s.node.mu.Unlock()
		w.position.Undo(s.edge.move)
	}
}

// backUpProof records a proof for the player to move at the end of the path, and what follows from
// it on the way to the root.
func (w *worker[M]) backUpProof(proof search.Proof) {
	for i := len(w.path) - 1; i >= 0 && proof != search.Unproved; i-- {
		n := w.path[i].node
		n.mu.Lock()
		w.path[i].edge.proof = proof.Opponent()
		proof = n.prove()
		n.mu.Unlock()
	}
	if proof != search.Unproved {
		w.run.stop.Store(true)
	}
}
