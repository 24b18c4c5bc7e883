package alphabeta

// staticDepth is from which depth on moves are ordered by the evaluation of the positions
// after them too.
const staticDepth = 3

// Scores of moves, by which they are tried.
const (
	scoreKnown  = 1 << 30 // the best move by the table
	scoreKiller = 1 << 20
	maxHistory  = 1 << 18
)

// How much killers and the history count beside an evaluation.
const (
	killerBonus  = 60
	historyShare = 256
)

// score sets the order in which to try a position's moves; known is the key plus one of
// the move that was best before.
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

// evaluateAfter is the evaluation of the position after a move, for its player.
func (w *worker[M]) evaluateAfter(m M) int32 {
	w.position.Do(m)
	value, _ := w.position.Evaluate()
	w.position.Undo(m)
	w.nodes++
	return -value
}

// pick returns the best scored of the moves from the i-th on, and puts it there.
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

// cutoff records a move that refuted the opponent's last one.
func (w *worker[M]) cutoff(p *ply[M], key uint16, depth int) {
	if p.killers[0] != key {
		p.killers[1], p.killers[0] = p.killers[0], key
	}
	h := &w.history[key-1]
	*h = min(*h+int32(depth*depth), maxHistory)
}

// ageHistory lets what was learnt of moves fade, so that the newest counts most.
func (w *worker[M]) ageHistory() {
	for i := range w.history {
		w.history[i] /= 2
	}
}
