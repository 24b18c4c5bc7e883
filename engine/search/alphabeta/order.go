package alphabeta

// staticDepth is the least depth at which moves are also ordered by the evaluation after them.
const staticDepth = 3

// Scores for move ordering.
const (
	scoreKnown  = 1 << 30 // the best move of the table
	scoreKiller = 1 << 20
	maxHistory  = 1 << 18
)

// Weights of killers and the history beside an evaluation.
const (
	killerBonus  = 60
	historyShare = 256
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

// ageHistory halves the history, so that recent cutoffs count most.
func (w *worker[M]) ageHistory() {
	for i := range w.history {
		w.history[i] /= 2
	}
}
