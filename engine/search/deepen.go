package search

// deepener is one thread of an alpha-beta search.
type deepener[M comparable] struct {
	search  *lookout[M]
	board   Board[M]
	nodes   int64
	halted  bool
	limit   int // of plies in this iteration, restless positions included
	history [Keys]int32
	frames  [longest + 1]frame[M]

	favourite uint16 // the root's best move so far, tried first: its key plus one
	better    []M    // the line of one found better in this iteration, none at first
	raised    int32  // its value
}

// frame is what a deepener keeps of one ply.
type frame[M comparable] struct {
	moves   []M
	rates   []int32
	killers [2]uint16 // keys plus one
	line    []M       // the best continuation found from here
}

func newDeepener[M comparable](s *lookout[M], b Board[M]) *deepener[M] {
	return &deepener[M]{search: s, board: b}
}

// How often a deepener looks whether it is to stop, in nodes: some tenths of a millisecond.
const stopEvery = 1 << 10

// Half the width of the window around the last iteration's value; it grows until the
// value lies inside.
const aspiration = 40

// deepen searches deeper and deeper, from a first depth on. Every result is told; the
// first is there even if the search is stopped at once.
func (w *deepener[M]) deepen(from int) {
	defer func() { w.search.count(w.nodes) }()
	moves := w.board.AppendMoves(nil)
	w.search.found(moves[:1], 0, 0)
	value := int32(0)
	for depth := from; depth <= w.search.Depth; depth++ {
		w.limit = min(longest, 2*depth+restlessPlies)
		w.better = w.better[:0]
		v := w.aspire(depth, value)
		if w.halted {
			w.search.improved(w.better, w.raised, depth)
			return
		}
		value = v
		w.search.found(w.frames[0].line, value, depth)
		if value > Guess || value < -Guess {
			w.search.stop.Store(true) // no deeper search finds another end
			return
		}
		w.forget()
	}
}

// aspire searches with a narrow window, and wider ones as long as the value lies outside.
func (w *deepener[M]) aspire(depth int, guess int32) int32 {
	width := int32(aspiration)
	alpha, beta := guess-width, guess+width
	if depth < 3 {
		alpha, beta = -Won, Won
	}
	for {
		value := w.root(depth, max(alpha, -Won), min(beta, Won))
		switch {
		case w.halted || value > alpha && value < beta:
			return value
		case value <= alpha && alpha <= -Won, value >= beta && beta >= Won:
			return value
		case value <= alpha:
			alpha -= width
		default:
			beta += width
		}
		width *= 4
	}
}

// forget lets what was learnt of moves fade, so that the newest counts most.
func (w *deepener[M]) forget() {
	for i := range w.history {
		w.history[i] /= 2
	}
}

// root searches the position that the search began with. It always has a line.
func (w *deepener[M]) root(depth int, alpha, beta int32) int32 {
	value := w.expand(depth, 0, alpha, beta, memo{move: w.favourite}, w.board.Hash()^w.search.salt)
	if !w.halted && value > alpha {
		w.favourite = w.board.Key(w.frames[0].line[0]) + 1
	}
	return value
}

// visit returns the value of a position, to a depth, if it lies between alpha and beta;
// else a bound on the same side.
func (w *deepener[M]) visit(depth, ply int, alpha, beta int32) int32 {
	w.nodes++
	if w.nodes%stopEvery == 0 && (w.search.stop.Load() || w.search.Nodes > 0 && w.nodes >= w.search.Nodes) {
		w.halted = true
	}
	w.frames[ply].line = w.frames[ply].line[:0]
	value, settled := w.board.Evaluate()
	switch {
	case settled && value > 0:
		return value - int32(ply)
	case settled && value < 0:
		return value + int32(ply)
	case settled, w.halted, ply >= longest:
		return value
	}
	if depth <= 0 {
		// A threat can only make a position worse that is bad enough already.
		if w.search.Full || value <= alpha || ply >= w.limit || !w.board.Restless() {
			return value
		}
		depth = 1
	}
	// No line from here can be better than a win at once, or worse than a loss.
	if alpha, beta = max(alpha, int32(ply)-Won), min(beta, Won-int32(ply)-1); alpha >= beta {
		return alpha
	}
	hash := w.board.Hash() ^ w.search.salt
	if depth < tableDepth {
		return w.expand(depth, ply, alpha, beta, memo{}, hash)
	}
	known, ok := w.search.table.get(hash)
	if ok && int(known.depth) >= depth {
		v := fromTable(int32(known.value), ply)
		if known.bound == exact && beta-alpha == 1 || known.bound == atLeast && v >= beta || known.bound == atMost && v <= alpha {
			return v
		}
	}
	return w.expand(depth, ply, alpha, beta, known, hash)
}

// tableDepth is from which depth on positions are kept in the table: what a search of one
// ply finds is found again sooner than a line of memory is fetched.
const tableDepth = 2

// restlessPlies is how far a search of no depth follows threats.
const restlessPlies = 6

// expand tries the moves of a position.
func (w *deepener[M]) expand(depth, ply int, alpha, beta int32, known memo, hash uint64) int32 {
	f := &w.frames[ply]
	f.moves = w.board.AppendMoves(f.moves[:0])
	w.rate(f, depth, known.move)
	best, bestKey, bound := int32(-Won), uint16(0), atMost
	for i := range f.moves {
		m := f.pick(i)
		w.board.Do(m)
		value := w.child(depth, ply, i, alpha, beta)
		w.board.Undo(m)
		if w.halted {
			return best
		}
		if value <= best {
			continue
		}
		best, bestKey = value, w.board.Key(m)+1
		if value <= alpha && (ply > 0 || i > 0) { // the root always has a line
			continue
		}
		f.line = append(append(f.line[:0], m), w.frames[ply+1].line...)
		if value > alpha {
			alpha, bound = value, exact
			if ply == 0 && i > 0 && w.favourite != 0 {
				w.better, w.raised = append(w.better[:0], f.line...), value
			}
		}
		if value >= beta {
			bound = atLeast
			w.praise(f, bestKey, depth)
			break
		}
	}
	if depth >= tableDepth {
		w.search.table.put(hash, memo{bestKey, int16(toTable(best, ply)), uint8(depth), bound})
	}
	return best
}

// child returns the value of a move just made, the i-th tried: the first one with the
// whole window, others with none, to see whether they are better at all.
func (w *deepener[M]) child(depth, ply, i int, alpha, beta int32) int32 {
	if i == 0 {
		return -w.visit(depth-1, ply+1, -beta, -alpha)
	}
	less := 0
	if depth >= reduceDepth && i >= reduceFrom && !w.search.Full {
		less = 1
		if i >= reduceMore {
			less = 2
		}
	}
	value := -w.visit(depth-1-less, ply+1, -alpha-1, -alpha)
	if value > alpha && less > 0 {
		value = -w.visit(depth-1, ply+1, -alpha-1, -alpha)
	}
	if value > alpha && value < beta {
		value = -w.visit(depth-1, ply+1, -beta, -alpha)
	}
	return value
}

// Late moves are searched less deep: from so deep on, the moves from these on.
const (
	reduceDepth = 3
	reduceFrom  = 3
	reduceMore  = 8
)

// From this depth on moves are ordered by what the positions after them are worth.
const lookDepth = 3

// Rates of moves, by which they are tried.
const (
	rateKnown  = 1 << 30
	rateKiller = 1 << 20
	mostRate   = 1 << 18
)

// rate tells which moves to try first.
func (w *deepener[M]) rate(f *frame[M], depth int, known uint16) {
	f.rates = f.rates[:0]
	for _, m := range f.moves {
		key := w.board.Key(m)
		rate := w.history[key]
		switch {
		case key+1 == known:
			rate = rateKnown
		case depth >= lookDepth:
			rate = rate/lookShare + w.look(m)
			if key+1 == f.killers[0] || key+1 == f.killers[1] {
				rate += killerLook
			}
		case key+1 == f.killers[0]:
			rate = rateKiller + 1
		case key+1 == f.killers[1]:
			rate = rateKiller
		}
		f.rates = append(f.rates, rate)
	}
}

// How much killers and the history count beside a look.
const (
	killerLook = 60
	lookShare  = 256
)

// look is what the position after a move seems to be worth to who moves.
func (w *deepener[M]) look(m M) int32 {
	w.board.Do(m)
	value, _ := w.board.Evaluate()
	w.board.Undo(m)
	w.nodes++
	return -value
}

// pick returns the best rated of the moves from the i-th on, and puts it there.
func (f *frame[M]) pick(i int) M {
	best := i
	for j := i + 1; j < len(f.rates); j++ {
		if f.rates[j] > f.rates[best] {
			best = j
		}
	}
	f.rates[i], f.rates[best] = f.rates[best], f.rates[i]
	f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
	return f.moves[i]
}

// praise remembers a move that refuted what the opponent did.
func (w *deepener[M]) praise(f *frame[M], key uint16, depth int) {
	if f.killers[0] != key {
		f.killers[1], f.killers[0] = f.killers[0], key
	}
	h := &w.history[key-1]
	*h = min(*h+int32(depth*depth), mostRate)
}

// fromTable counts the plies to a win or loss from the root, toTable from the position.
func fromTable(value int32, ply int) int32 {
	switch {
	case value > Guess:
		return value - int32(ply)
	case value < -Guess:
		return value + int32(ply)
	}
	return value
}

func toTable(value int32, ply int) int32 {
	switch {
	case value > Guess:
		return value + int32(ply)
	case value < -Guess:
		return value - int32(ply)
	}
	return value
}
