package alphabeta

// stopEvery is the number of nodes between two checks for a stop: some tenths of a millisecond.
const stopEvery = 1 << 10

// tableDepth is the least depth at which positions are stored: repeating a search of one ply is
// faster than a cache miss.
const tableDepth = 2

// quiescencePlies is the depth of the quiescence search after a search of one ply.
const quiescencePlies = 6

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
