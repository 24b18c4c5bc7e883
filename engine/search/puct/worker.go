package puct

import "github.com/sixfold-bot/sixfold/engine/search"

type worker[M comparable] struct {
	run      *run[M]
	position Position[M]
	prover   search.Prover // nil: no proofs before the end
	hasher   search.Hasher // nil: no transpositions
	path     []step[M]
	moves    []M
	priors   []float32
}

// step is an edge on the path of a playout, by index, since edges move when the slice grows.
type step[M comparable] struct {
	node *node[M]
	edge int
	move M
}

func newWorker[M comparable](r *run[M], p Position[M]) *worker[M] {
	w := &worker[M]{run: r, position: p}
	if !r.NoProofs {
		w.prover, _ = p.(search.Prover)
	}
	if !r.NoTranspositions {
		w.hasher, _ = p.(search.Hasher)
	}
	return w
}

func (w *worker[M]) work() {
	for w.descend() {
		w.backUp(w.expand())
		for i := len(w.path) - 1; i >= 0; i-- {
			w.position.Undo(w.path[i].move)
		}
	}
}

// descend goes down the tree to a position without a node, or to one that was proven by
// transposition. It returns false when the search is over.
func (w *worker[M]) descend() bool {
	r := w.run
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop.Load() || r.Playouts > 0 && r.begun >= r.Playouts {
		return false
	}
	r.begun++
	w.path = w.path[:0]
	for n := r.root; n != nil && n.proof == search.Unproved; {
		room := cap(n.edges)
		i := n.choose(&r.Options)
		r.bytes += (cap(n.edges) - room) * n.edgeSize()
		e := &n.edges[i]
		e.inFlight++
		n.inFlight++
		w.position.Do(e.move)
		w.path = append(w.path, step[M]{n, i, e.move})
		n = e.child
	}
	return true
}

// expand returns the position at the end of the path: its proof, or its evaluated node.
func (w *worker[M]) expand() (leaf *node[M], value float32, proof search.Proof) {
	hash := w.hash()
	if w.hasher != nil {
		if leaf, value, proof = w.run.lookup(hash); leaf != nil {
			return leaf, value, proof
		}
	}
	if v, over := w.position.Terminal(); over {
		if !w.run.NoProofs {
			proof = search.ProofOf(v)
		}
		return nil, float32(v), proof
	}
	w.moves = w.position.AppendMoves(w.moves[:0])
	if w.prover != nil {
		if proof = w.prover.Proof(); proof != search.Unproved {
			return nil, float32(proof.Value()), proof
		}
	}
	leaf = w.evaluate(hash)
	return leaf, leaf.wins, search.Unproved
}

// hash returns the position's hash, 0 without transpositions.
func (w *worker[M]) hash() uint64 {
	if w.hasher == nil {
		return 0
	}
	return w.hasher.Hash()
}

// evaluate returns a node for the worker's position, whose moves have just been listed.
func (w *worker[M]) evaluate(hash uint64) *node[M] {
	w.priors = append(w.priors[:0], make([]float32, len(w.moves))...)
	value := w.position.Evaluate(w.moves, w.priors)
	return newNode(hash, w.moves, w.priors, value)
}

// backUp adds the leaf to the tree, and its value for the player to move there to the edges of the
// path. It backs up its proof as well.
func (w *worker[M]) backUp(leaf *node[M], value float32, proof search.Proof) {
	r := w.run
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := len(w.path) - 1; i >= 0; i-- {
		value = 1 - value
		s := w.path[i]
		e := &s.node.edges[s.edge]
		e.inFlight--
		e.visits++
		e.wins += value
		s.node.inFlight--
		s.node.visits++
		s.node.wins += value
		s.node.squares += value * value
	}
	last := w.path[len(w.path)-1]
	if e := &last.node.edges[last.edge]; leaf != nil && e.child == nil { // else another worker was first
		e.child = r.insert(leaf)
	}
	w.backUpProof(proof)
	r.done++
	if r.root.proof != search.Unproved || r.Memory > 0 && r.bytes >= r.Memory || r.done%16 == 0 && r.decided() {
		r.stop.Store(true)
	}
}

// backUpProof records a proof for the player to move at the end of the path, and what follows from
// it on the way to the root.
func (w *worker[M]) backUpProof(proof search.Proof) {
	for i := len(w.path) - 1; i >= 0 && proof != search.Unproved; i-- {
		s := w.path[i]
		s.node.edges[s.edge].proof = proof.Opponent()
		proof = s.node.prove()
	}
}
