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

// aspiration is half the width of the window around the last iteration's value; the window is
// widened until it contains the value.
const aspiration = 40

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
		w.ageHistory()
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
