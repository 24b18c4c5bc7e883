package search

import (
	"context"
	"sync"
	"sync/atomic"
)

// Config bounds and tunes a search. The zero value of each field but Playouts is
// usable.
type Config struct {
	// Playouts ends the search when so many were made; 0: only the context ends it.
	Playouts int
	// Threads work on the tree; below 1 means 1. With one thread, a seed and a count of
	// playouts the result is the same every time.
	Threads int
	Seed    uint64
	// Memory bounds the tree, in bytes; 0 means DefaultMemory. When it is used up the
	// search goes on without growing its tree.
	Memory int
	// Early ends the search when the playouts left cannot change the best move, be it
	// that the others are lost or that none can become the most visited.
	Early bool
	// Expand is how many rollouts a position gets before its moves are told apart.
	Expand int
	// Explore is UCT's constant: how much a move gains by having been tried little.
	Explore float32
	// RAVE blends in the values of moves made later, if the state is a Tracer. Bias is
	// the assumed squared error of those values times four: the greater, the sooner
	// they give way to a move's own.
	RAVE bool
	Bias float32
	// FirstPlay is the value of a move of which nothing at all is known.
	FirstPlay float32
}

// DefaultMemory is the bound on a tree that is given no other: 192 MB.
const DefaultMemory = 192 << 20

// A move without alternative is searched only for its value: so many playouts.
const solePlayouts = 256

// MCTS is a Monte-Carlo tree search. It holds nothing but memory to be used again,
// which the garbage collector may take. The zero value is ready, and safe for
// concurrent use.
type MCTS[M any] struct {
	pool sync.Pool
}

// Run searches from the state's position, which must not be over, until the count of
// playouts is reached, the context ends, or the result is proved. All its
// goroutines have ended when it returns, and the state is as it was. When the
// context has ended already, the result still holds the moves, and what the state
// advises of them.
func (m *MCTS[M]) Run(ctx context.Context, s State[M], c Config) Result[M] {
	t := newTree(s, c, &m.pool)
	defer t.arena.release()
	halt := context.AfterFunc(ctx, func() { t.stop.Store(true) })
	defer halt()
	if ctx.Err() != nil {
		t.stop.Store(true)
	}
	var others sync.WaitGroup
	for thread := 1; thread < c.Threads; thread++ {
		w := newWorker(t, s.Clone(), thread)
		others.Go(w.work)
	}
	newWorker(t, s, 0).work()
	t.stop.Store(true)
	others.Wait()
	return t.result()
}

// tree is one search, shared by its workers.
type tree[M any] struct {
	Config
	arena *arena[M]
	root  *node[M]
	begun atomic.Int64 // playouts begun
	done  atomic.Int64 // playouts finished
	stop  atomic.Bool
}

func newTree[M any](s State[M], c Config, pool *sync.Pool) *tree[M] {
	if c.Memory <= 0 {
		c.Memory = DefaultMemory
	}
	t := &tree[M]{Config: c, arena: newArena[M](pool, c.Memory)}
	index, _ := newWorker(t, s, 0).grow()
	t.root = t.arena.node(index)
	return t
}

// worker is a thread of a search.
type worker[M any] struct {
	tree   *tree[M]
	state  State[M]
	tracer Tracer[M]  // nil: no RAVE
	expert Advisor[M] // nil: no priors
	judge  Judge      // nil: no proofs before the end
	rand   Rand
	path   []step[M]
	moves  []M
	priors []Prior
}

// step is an edge that a playout went through.
type step[M any] struct {
	node *node[M]
	edge *edge[M]
}

func newWorker[M any](t *tree[M], s State[M], thread int) *worker[M] {
	w := &worker[M]{tree: t, state: s, rand: stream(t.Seed, thread)}
	if t.RAVE {
		w.tracer, _ = s.(Tracer[M])
	}
	w.expert, _ = s.(Advisor[M])
	w.judge, _ = s.(Judge)
	return w
}

// work makes playouts until the search is stopped.
func (w *worker[M]) work() {
	t := w.tree
	for !t.stop.Load() {
		n := t.begun.Add(1)
		if t.Playouts > 0 && n > int64(t.Playouts) {
			return
		}
		w.playout()
		if done := t.done.Add(1); done%64 == 0 && t.settled(done) {
			t.stop.Store(true)
		}
	}
}

// playout goes down the tree by the best values, plays out from the leaf, and backs
// the value up.
func (w *worker[M]) playout() {
	w.path = w.path[:0]
	at := w.tree.root
	var value float64 // for the player to move at the leaf
	for {
		e, visit := w.descend(at)
		if e == nil { // every move has just been proved lost
			value = 0
			break
		}
		if visit.first || visit.grow {
			if v, over := w.state.Terminal(); over {
				value = v
				w.settle(proofOf(v))
				break
			}
		}
		if visit.grow {
			visit.child, visit.proof = w.extend(at, e)
		}
		if visit.proof != Unproved {
			value = visit.proof.other().Value()
			w.settle(visit.proof.other())
			break
		}
		if visit.child == 0 {
			value = w.state.Rollout(&w.rand)
			if w.tracer != nil {
				w.learn(value)
			}
			break
		}
		at = w.tree.arena.node(visit.child)
	}
	w.backUp(value)
}

// visit is what a worker sees of an edge when it goes through.
type visit struct {
	first, grow bool
	child       int32
	proof       Proof
}

// descend chooses an edge and makes its move. The visit is counted at once: until
// the value comes back it stands for a loss, which sends other threads elsewhere.
func (w *worker[M]) descend(n *node[M]) (*edge[M], visit) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e := n.choose(&w.tree.Config)
	if e == nil {
		return nil, visit{}
	}
	n.visits++
	e.visits++
	v := visit{first: e.visits == 1, child: e.child, proof: e.proof}
	if e.child == 0 && !e.growing && !v.first && e.visits > float32(w.tree.Expand) {
		e.growing, v.grow = true, true
	}
	w.state.Do(e.move)
	w.path = append(w.path, step[M]{n, e})
	return e, v
}

// extend makes the node below an edge. It returns its index, 0 when there is no
// memory for it, and what the state knows of it, as the edge's player sees it.
func (w *worker[M]) extend(n *node[M], e *edge[M]) (int32, Proof) {
	index, ok := w.grow()
	if !ok {
		return 0, Unproved // the edge stays marked as growing: nobody tries again
	}
	n.mu.Lock()
	e.child = index
	n.mu.Unlock()
	if w.judge == nil {
		return index, Unproved
	}
	return index, w.judge.Judge().other()
}

// grow makes a node for the state's position.
func (w *worker[M]) grow() (index int32, ok bool) {
	w.moves = w.state.AppendMoves(w.moves[:0])
	if index, ok = w.tree.arena.take(len(w.moves)); !ok {
		return 0, false
	}
	n := w.tree.arena.node(index)
	for i, m := range w.moves {
		n.edges[i] = edge[M]{move: m}
	}
	if w.tracer != nil {
		n.turn = uint8(1 + w.tracer.Turn())
		for i, m := range w.moves {
			n.edges[i].key = w.tracer.Key(m)
		}
	}
	if w.expert != nil {
		w.advise(n)
	}
	return index, true
}

// advise fills in the priors of a new node.
func (w *worker[M]) advise(n *node[M]) {
	w.priors = append(w.priors[:0], make([]Prior, len(w.moves))...)
	w.expert.Advise(w.moves, w.priors)
	for i, p := range w.priors {
		n.edges[i].raveVisits = p.Weight
		n.edges[i].raveWins = p.Weight * p.Value
	}
}

// learn adds the rollout to the RAVE counts of all nodes on the path. The value is
// that of the player to move at the leaf.
func (w *worker[M]) learn(value float64) {
	trace := w.tracer.Trace()
	for i := len(w.path) - 1; i >= 0; i-- {
		value = 1 - value
		n := w.path[i].node
		// Who made a move is as random as a coin: sums without a branch take half the time.
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

// backUp adds the value of the leaf to the edges of the path and takes the moves
// back.
func (w *worker[M]) backUp(value float64) {
	for i := len(w.path) - 1; i >= 0; i-- {
		value = 1 - value
		s := w.path[i]
		s.node.mu.Lock()
		s.edge.wins += float32(value)
		s.node.mu.Unlock()
		w.state.Undo(s.edge.move)
	}
}

// settle records a proof for the player to move at the end of the path, and what
// follows from it further up.
func (w *worker[M]) settle(proof Proof) {
	for i := len(w.path) - 1; i >= 0 && proof != Unproved; i-- {
		n := w.path[i].node
		n.mu.Lock()
		w.path[i].edge.proof = proof.other()
		proof = n.prove()
		n.mu.Unlock()
	}
	if proof != Unproved {
		w.tree.stop.Store(true)
	}
}

// result reads the tree. All workers have ended.
func (t *tree[M]) result() Result[M] {
	r := Result[M]{Moves: t.root.stats(&t.Config), Proof: t.root.proof, Playouts: int(t.done.Load())}
	r.Best = best(r.Moves)
	r.Value = r.Moves[r.Best].Value
	if r.Proof != Unproved {
		r.Value = r.Proof.Value()
	}
	r.Line = t.line()
	return r
}

// line follows the best edges from the root.
func (t *tree[M]) line() []M {
	var line []M
	n := t.root
	for len(n.edges) > 0 {
		e := &n.edges[best(n.stats(&t.Config))]
		if n != t.root && e.visits == 0 {
			break
		}
		line = append(line, e.move)
		if e.child == 0 {
			break
		}
		n = t.arena.node(e.child)
	}
	return line
}
