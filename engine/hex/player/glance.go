package player

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// glance is a weak player. Of the moves that come to mind, as the network has them, it draws
// one by what each is worth one move ahead or, with playouts, a little further. Its errors are
// those of a person: of a size that is typical of it, as many in the last moves as in the
// first, and none that loses at once where that can be helped.
type glance struct{ *networkSearcher }

const (
	// comeToMind is how many moves a glance weighs.
	comeToMind = 24
	// familiar is the power of a move's prior in its chance to be drawn: at 1, errors are
	// mostly those of the network, which come from too little looking ahead and are few.
	familiar = 0.5
)

// search implements [searcher]. A win by the next stone is taken, and one that the opponent
// threatens is stopped. Else each move weighs its prior^familiar × e^(−loss/loose), where the
// loss is how much less a chance to win it leaves than the best of them. The move to make
// is the one that was drawn.
func (s glance) search(ctx context.Context, p Position) search.Result[field.Point] {
	moves := s.thoughtOf(newEvaluator(s.network, p.fieldAfterLast(), s.without))
	if s.playouts > 0 {
		s.lookAhead(moves, s.networkSearcher.search(ctx, p))
	}
	for i, m := range moves {
		if m.Proof == search.Win {
			return made(moves, i)
		}
	}
	return made(moves, s.draw(s.weights(moves)))
}

// weights are the chances of moves to be drawn, none for who loses at once.
func (s glance) weights(moves []search.Move[field.Point]) []float64 {
	best := slices.MaxFunc(moves, byValue).Value
	weights := make([]float64, len(moves))
	for i, m := range moves {
		if m.Proof != search.Loss {
			weights[i] = math.Pow(m.Prior, familiar) * math.Exp((m.Value-best)/s.loose)
		}
	}
	return weights
}

// made is the result that a move is to be made.
func made(moves []search.Move[field.Point], i int) search.Result[field.Point] {
	m := moves[i]
	return search.Result[field.Point]{Moves: moves, Best: i, Value: m.Value, Line: []field.Point{m.Move}, Proof: m.Proof}
}

// thoughtOf are the moves with the greatest priors, and what each is worth.
func (s glance) thoughtOf(e *evaluator) []search.Move[field.Point] {
	points := e.AppendMoves(nil)
	priors := make([]float32, len(points))
	e.Evaluate(points, priors)
	all := make([]search.Move[field.Point], len(points))
	for i, m := range points {
		all[i] = search.Move[field.Point]{Move: m, Prior: float64(priors[i])}
	}
	slices.SortStableFunc(all, func(a, b search.Move[field.Point]) int { return cmp.Compare(b.Prior, a.Prior) })
	all = all[:min(len(all), comeToMind)]
	for i := range all {
		s.weigh(e, &all[i])
	}
	return all
}

// weigh values a move by one evaluation, unless it ends the game or lets the opponent end it.
func (s glance) weigh(e *evaluator, m *search.Move[field.Point]) {
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

// lookAhead puts the values that a search has found in place of those of one evaluation.
func (s glance) lookAhead(moves []search.Move[field.Point], r search.Result[field.Point]) {
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

// draw picks an index with a chance in proportion to its weight.
func (s glance) draw(weights []float64) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	left := s.rand.Float64() * sum
	for i, w := range weights {
		if left -= w; left < 0 {
			return i
		}
	}
	return 0
}

func byValue(a, b search.Move[field.Point]) int { return cmp.Compare(a.Value, b.Value) }
