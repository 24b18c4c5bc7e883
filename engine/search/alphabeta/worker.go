package alphabeta

type worker[M comparable] struct {
	run      *run[M]
	position Position[M]
	nodes    int64
	halted   bool
	limit    int // of plies in this iteration, including the quiescence search
	history  [Keys]int32
	plies    [maxPly + 1]ply[M]

	rootMove      uint16 // key plus one of the root's best move so far, which is tried first
	improvedLine  []M    // a better line found in this iteration, if any
	improvedValue int32  // its value
}

// ply is a worker's data for one distance from the root.
type ply[M comparable] struct {
	moves   []M
	scores  []int32   // of the moves, for ordering
	killers [2]uint16 // keys plus one
	line    []M       // the best continuation found from here
}

const (
	// aspiration is half the width of the window around the last iteration's value; the window is
	// widened until it contains the value.
	aspiration      = 40
	quiescencePlies = 6       // depth of the quiescence search after a search of one ply
	stopEvery       = 1 << 10 // nodes between two checks for a stop: some tenths of a millisecond
	tableDepth      = 2       // least depth of the table: repeating one ply is faster than a cache miss
	staticDepth     = 3       // least depth at which moves are also ordered by the evaluation after them
)

// deepen is iterative deepening from a first depth on. It records the result of each iteration, and
// a legal move even if the search is stopped at once.
func (w *worker[M]) deepen(from int) {
	defer func() { w.run.count(w.nodes) }()
	moves := w.position.AppendMoves(nil)
	w.run.finish(moves[:1], 0, 0)
	value := int32(0)
	for depth := from; depth <= w.run.Depth; depth++ {
		w.limit = min(maxPly, 2*depth+quiescencePlies)
		w.improvedLine = w.improvedLine[:0]
		v := w.aspirate(depth, value)
		if w.halted {
			w.run.improve(w.improvedLine, w.improvedValue, depth)
			return
		}
		value = v
		w.run.finish(w.plies[0].line, value, depth)
		if isExact(value) {
			w.run.stop.Store(true) // a deeper search would return the same value
			return
		}
		for i := range w.history {
			w.history[i] /= 2 // so that recent cutoffs count most
		}
	}
}

// aspirate searches with a narrow window around an estimate and widens it while the value lies
// outside.
func (w *worker[M]) aspirate(depth int, estimate int32) int32 {
	width := int32(aspiration)
	alpha, beta := estimate-width, estimate+width
	if depth < 3 {
		alpha, beta = -Win, Win
	}
	for {
		value := w.root(depth, max(alpha, -Win), min(beta, Win))
		switch {
		case w.halted || value > alpha && value < beta:
			return value
		case value <= alpha && alpha <= -Win, value >= beta && beta >= Win:
			return value
		case value <= alpha:
			alpha -= width
		default:
			beta += width
		}
		width *= 4
	}
}

// root searches the root. It always finds a line.
func (w *worker[M]) root(depth int, alpha, beta int32) int32 {
	value := w.expand(depth, 0, alpha, beta, entry{move: w.rootMove}, w.position.Hash()^w.run.salt)
	if !w.halted && value > alpha {
		w.rootMove = w.position.Key(w.plies[0].line[0]) + 1
	}
	return value
}

// visit returns the value of a position at a depth if it lies between alpha and beta, else a bound
// on the same side.
func (w *worker[M]) visit(depth, ply int, alpha, beta int32) int32 {
	w.nodes++
	if w.nodes%stopEvery == 0 && (w.run.stop.Load() || w.run.Nodes > 0 && w.nodes >= w.run.Nodes) {
		w.halted = true
	}
	w.plies[ply].line = w.plies[ply].line[:0]
	value, exact := w.position.Evaluate()
	switch {
	case exact:
		return fromPosition(value, ply)
	case w.halted, ply >= maxPly:
		return value
	}
	if depth <= 0 {
		// The opponent's threat can only lower a value that is at most alpha already.
		if w.run.Full || value <= alpha || ply >= w.limit || w.position.Quiet() {
			return value
		}
		depth = 1
	}
	// The best possible value is an immediate win, the worst a loss.
	if alpha, beta = max(alpha, int32(ply)-Win), min(beta, Win-int32(ply)-1); alpha >= beta {
		return alpha
	}
	hash := w.position.Hash() ^ w.run.salt
	if depth < tableDepth {
		return w.expand(depth, ply, alpha, beta, entry{}, hash)
	}
	known, ok := w.run.table.get(hash)
	if ok && int(known.depth) >= depth {
		v := fromPosition(int32(known.value), ply)
		if known.bound == exactValue && beta-alpha == 1 || known.bound == atLeast && v >= beta || known.bound == atMost && v <= alpha {
			return v
		}
	}
	return w.expand(depth, ply, alpha, beta, known, hash)
}

// expand searches the moves of a position; known is its table entry.
func (w *worker[M]) expand(depth, ply int, alpha, beta int32, known entry, hash uint64) int32 {
	p := &w.plies[ply]
	p.moves = w.position.AppendMoves(p.moves[:0])
	w.score(p, depth, known.move)
	best, bestKey, bound := int32(-Win), uint16(0), atMost
	for i := range p.moves {
		m := p.pick(i)
		w.position.Do(m)
		value := w.child(depth, ply, i, alpha, beta)
		w.position.Undo(m)
		if w.halted {
			return best
		}
		if value <= best {
			continue
		}
		best, bestKey = value, w.position.Key(m)+1
		if value <= alpha && (ply > 0 || i > 0) { // the root always has a line
			continue
		}
		p.line = append(append(p.line[:0], m), w.plies[ply+1].line...)
		if value > alpha {
			alpha, bound = value, exactValue
			if ply == 0 && i > 0 && w.rootMove != 0 {
				w.improvedLine, w.improvedValue = append(w.improvedLine[:0], p.line...), value
			}
		}
		if value >= beta {
			bound = atLeast
			w.cutoff(p, bestKey, depth)
			break
		}
	}
	if depth >= tableDepth {
		w.run.table.put(hash, entry{bestKey, int16(fromRoot(best, ply)), uint8(depth), bound})
	}
	return best
}

// Late move reductions: at reduceDepth and deeper, moves are searched one ply less from index
// reduceFrom on and two plies less from index reduceMore on.
const (
	reduceDepth = 3
	reduceFrom  = 3
	reduceMore  = 8
)

// child returns the value of the i-th move tried, which has just been made. The first is searched
// with the full window, others with a null window until they prove better.
func (w *worker[M]) child(depth, ply, i int, alpha, beta int32) int32 {
	if i == 0 {
		return -w.visit(depth-1, ply+1, -beta, -alpha)
	}
	reduction := 0
	if depth >= reduceDepth && i >= reduceFrom && !w.run.Full {
		reduction = 1
		if i >= reduceMore {
			reduction = 2
		}
	}
	value := -w.visit(depth-1-reduction, ply+1, -alpha-1, -alpha)
	if value > alpha && reduction > 0 {
		value = -w.visit(depth-1, ply+1, -alpha-1, -alpha)
	}
	if value > alpha && value < beta {
		value = -w.visit(depth-1, ply+1, -beta, -alpha)
	}
	return value
}

// fromPosition converts a value with the distance to a win or loss counted from a position into one
// counted from the root.
func fromPosition(value int32, ply int) int32 {
	switch {
	case value > MaxEstimate:
		return value - int32(ply)
	case value < -MaxEstimate:
		return value + int32(ply)
	}
	return value
}

// fromRoot is the inverse of fromPosition.
func fromRoot(value int32, ply int) int32 { return fromPosition(value, -ply) }

// Scores for move ordering.
const (
	scoreKnown   = 1 << 30 // the best move of the table
	scoreKiller  = 1 << 20
	maxHistory   = 1 << 18
	killerBonus  = 60  // weighs killers beside an evaluation
	historyShare = 256 // and divides the history there
)

// score scores a position's moves for ordering; known is the key plus one of the best move of an
// earlier search.
func (w *worker[M]) score(p *ply[M], depth int, known uint16) {
	p.scores = p.scores[:0]
	for _, m := range p.moves {
		key := w.position.Key(m)
		score := w.history[key]
		switch {
		case key+1 == known:
			score = scoreKnown
		case depth >= staticDepth:
			score = score/historyShare + w.evaluateAfter(m)
			if key+1 == p.killers[0] || key+1 == p.killers[1] {
				score += killerBonus
			}
		case key+1 == p.killers[0]:
			score = scoreKiller + 1
		case key+1 == p.killers[1]:
			score = scoreKiller
		}
		p.scores = append(p.scores, score)
	}
}

// evaluateAfter returns the evaluation after a move, for the player who makes it.
func (w *worker[M]) evaluateAfter(m M) int32 {
	w.position.Do(m)
	value, _ := w.position.Evaluate()
	w.position.Undo(m)
	w.nodes++
	return -value
}

// pick swaps the best scored move from index i on to index i and returns it.
func (p *ply[M]) pick(i int) M {
	best := i
	for j := i + 1; j < len(p.scores); j++ {
		if p.scores[j] > p.scores[best] {
			best = j
		}
	}
	p.scores[i], p.scores[best] = p.scores[best], p.scores[i]
	p.moves[i], p.moves[best] = p.moves[best], p.moves[i]
	return p.moves[i]
}

// cutoff records a move that caused a beta cutoff.
func (w *worker[M]) cutoff(p *ply[M], key uint16, depth int) {
	if p.killers[0] != key {
		p.killers[1], p.killers[0] = p.killers[0], key
	}
	h := &w.history[key-1]
	*h = min(*h+int32(depth*depth), maxHistory)
}
