package player

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// weakSearcher is a weak player. It draws one of the moves with the greatest priors by their values
// one move ahead or, with playouts, a little deeper. Its errors resemble those of a person: they
// have a typical size, are as frequent in the last moves as in the first, and never lose at once if
// that can be avoided.
type weakSearcher struct{ *networkSearcher }

const (
	// maxCandidates is the number of moves that a weakSearcher considers.
	maxCandidates = 24
	// priorExponent is the exponent of the prior in a move's weight: at 1, the errors are mostly the
	// network's own, which are few and come from too little lookahead.
	priorExponent = 0.5
)

// search implements [searcher]. A win by the next stone is taken, and the opponent's threat of one is
// stopped. Otherwise a move has the weight prior^priorExponent × e^(−loss/errorSize), where loss is
// how far its winning probability is below that of the best move. The result's best move is the
// drawn one.
func (s weakSearcher) search(ctx context.Context, p Position) search.Result[field.Point] {
	moves := s.candidates(newEvaluator(s.network, p.fieldAfterLast(), s.without))
	if s.playouts > 0 {
		s.lookAhead(moves, s.networkSearcher.search(ctx, p))
	}
	for i, m := range moves {
		if m.Proof == search.Win {
			return resultOf(moves, i)
		}
	}
	return resultOf(moves, s.rand.Draw(s.weights(moves)))
}

// weights returns the weights of moves, 0 for those that lose at once.
func (s weakSearcher) weights(moves []search.Move[field.Point]) []float64 {
	best := slices.MaxFunc(moves, byValue).Value
	weights := make([]float64, len(moves))
	for i, m := range moves {
		if m.Proof != search.Loss {
			weights[i] = math.Pow(m.Prior, priorExponent) * math.Exp((m.Value-best)/s.errorSize)
		}
	}
	return weights
}

func resultOf(moves []search.Move[field.Point], i int) search.Result[field.Point] {
	m := moves[i]
	return search.Result[field.Point]{Moves: moves, Best: i, Value: m.Value, Line: []field.Point{m.Move}, Proof: m.Proof}
}

// candidates returns the moves with the greatest priors, and their values.
func (s weakSearcher) candidates(e *evaluator) []search.Move[field.Point] {
	points := e.AppendMoves(nil)
	priors := make([]float32, len(points))
	e.Evaluate(points, priors)
	all := make([]search.Move[field.Point], len(points))
	for i, m := range points {
		all[i] = search.Move[field.Point]{Move: m, Prior: float64(priors[i])}
	}
	slices.SortStableFunc(all, func(a, b search.Move[field.Point]) int { return cmp.Compare(b.Prior, a.Prior) })
	all = all[:min(len(all), maxCandidates)]
	for i := range all {
		s.weigh(e, &all[i])
	}
	return all
}

// weigh sets a move's value by one evaluation, or its proof if it ends the game or lets the
// opponent end it.
func (s weakSearcher) weigh(e *evaluator, m *search.Move[field.Point]) {
	e.Do(m.Move)
	defer e.Undo(m.Move)
	switch _, over := e.Terminal(); {
	case over:
		m.Value, m.Proof = 1, search.Win
	case endsAtOnce(e.Field):
		m.Value, m.Proof = 0, search.Loss
	default:
		m.Value = 1 - float64(e.value(false)+e.value(true))/2
	}
}

// lookAhead replaces the values of single evaluations by those of a search.
func (s weakSearcher) lookAhead(moves []search.Move[field.Point], r search.Result[field.Point]) {
	for i := range moves {
		for _, searched := range r.Moves {
			if searched.Move == moves[i].Move && searched.Visits > 0 && moves[i].Proof == search.Unproved {
				moves[i].Value = searched.Value
			}
		}
	}
}

// endsAtOnce reports whether the mover can join its edges by one stone.
func endsAtOnce(f *field.Field) bool {
	for _, m := range slices.Clone(f.Open()) {
		f.Do(m)
		_, over := f.Terminal()
		f.Undo(m)
		if over {
			return true
		}
	}
	return false
}

func byValue(a, b search.Move[field.Point]) int { return cmp.Compare(a.Value, b.Value) }
