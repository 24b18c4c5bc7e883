package player

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/puct"
)

// networkSearcher searches with the network and keeps its tree between moves.
type networkSearcher struct {
	settings
	rand    *search.Rand
	network *net.Network
	tree    puct.Search[field.Point]

	// The position at the tree's root.
	grid             *hexgrid.Grid
	cells            []board.Colour
	mover, topBottom board.Colour
}

func byNetwork(s settings, n *net.Network, seed uint64) *player {
	r := search.Rand(seed)
	if s.naive {
		s.without |= featureLinks
	}
	by := &networkSearcher{settings: s, rand: &r, network: n}
	if s.errorSize > 0 {
		return &player{s, weakSearcher{by}}
	}
	return &player{s, by}
}

func (s *networkSearcher) search(ctx context.Context, p Position) search.Result[field.Point] {
	f := p.fieldAfterLast()
	s.follow(p, f)
	return s.tree.Run(ctx, newEvaluator(s.network, f, s.without), s.options(ctx))
}

func (s *networkSearcher) kept() int { return s.tree.Kept() }

// fieldAfterLast is [Position.Field] with the last stone played as a move, so that the field knows
// what to answer.
func (p Position) fieldAfterLast() *field.Field {
	if p.Last == hexgrid.NoCell {
		return p.Field()
	}
	cells := p.Cells()
	mover := cells[p.Last]
	cells[p.Last] = board.Empty
	f := field.New(p.Width(), p.Height(), cells, p.TopBottom(), mover)
	f.Do(f.Point(p.Last))
	return f
}

// maxMemory bounds a tree in bytes, enough for about 10 s on two threads.
const maxMemory = 160 << 20

// options returns the level's search options. Explore was tuned by matches on 9x9 at 100 and 150
// positions a move: 0.5 to 0.8 won 60 games in 100 against 1.6. FirstPlay from 0 to 0.5 made no
// difference. Spread is KataGo's; engine/hex/README.md has its matches, and the variants that did
// not win.
func (s *networkSearcher) options(ctx context.Context) puct.Options {
	o := puct.Options{
		Playouts:         s.playouts,
		Threads:          s.threads,
		Memory:           maxMemory,
		Early:            !s.without.has(featureEarly),
		TimeLeft:         timeLeft(ctx),
		Explore:          0.7,
		Spread:           0.85,
		FirstPlay:        0.15,
		NoProofs:         s.without.has(featureProofs),
		NoTranspositions: s.without.has(featureMerges),
	}
	if s.without.has(featureSpread) {
		o.Spread = 0
	}
	return o
}

// timeLeft returns a function for the share of the context's time that is left, from 1 to 0; nil if
// it has no deadline. In the first tenth the share is 1, since progress so far says little.
func timeLeft(ctx context.Context) func() float64 {
	end, bounded := ctx.Deadline()
	if !bounded {
		return nil
	}
	whole := time.Until(end)
	return func() float64 {
		if left := float64(time.Until(end)) / float64(whole); left < 0.9 {
			return max(left, 0)
		}
		return 1
	}
}

// follow advances the tree by the moves since the last search, or starts a new one.
func (s *networkSearcher) follow(p Position, f *field.Field) {
	moves, ok := s.since(p)
	if !ok || s.without.has(featureReuse) {
		s.tree.Forget()
	}
	for _, c := range moves {
		s.tree.Advance(f.Point(c))
	}
	s.grid, s.cells, s.mover, s.topBottom = p.Grid(), p.Cells(), p.Mover, p.TopBottom()
}

// since lists the stones placed since the last search, at most one of each colour, in the order of
// their turns; ok is false if that does not explain the board.
func (s *networkSearcher) since(p Position) (moves []hexgrid.Cell, ok bool) {
	if s.grid != p.Grid() || s.topBottom != p.TopBottom() {
		return nil, false
	}
	for i, was := range s.cells {
		c := hexgrid.Cell(i)
		switch now := p.At(c); {
		case now == was:
		case was != board.Empty || len(moves) == 2:
			return nil, false
		default:
			moves = append(moves, c)
		}
	}
	mover := s.mover
	if len(moves) == 2 && p.At(moves[0]) != mover {
		slices.Reverse(moves)
	}
	for _, c := range moves {
		if p.At(c) != mover {
			return nil, false
		}
		mover = mover.Other()
	}
	return moves, mover == p.Mover
}

// Openings are drawn from those whose value differs from ½ by at most maxUneven, but from at least
// minChoices.
const (
	maxUneven  = 0.15
	minChoices = 3
)

// opening draws one of the openings on the two outer rings that the network considers most even.
// Openings further inside win except on tiny boards.
func (s *networkSearcher) opening(p Position) (hexgrid.Cell, float64) {
	all := s.outerOpenings(p)
	n := min(minChoices, len(all))
	for n < len(all) && math.Abs(all[n].value-0.5) <= maxUneven {
		n++
	}
	chosen := all[s.rand.Below(n)]
	if s.rand.Below(2) == 0 {
		chosen.cell = p.Grid().Opposite(chosen.cell)
	}
	return chosen.cell, chosen.value
}

// opening is a first move and its value for the player who makes it.
type opening struct {
	cell  hexgrid.Cell
	value float64
}

// outerOpenings returns the openings on the two outer rings, most even first, one of each pair that
// half a turn of the board exchanges.
func (s *networkSearcher) outerOpenings(p Position) []opening {
	f, grid := p.Field(), p.Grid()
	e := newEvaluator(s.network, f, s.without)
	var all []opening
	for c := range hexgrid.Cell(grid.Cells()) {
		if c > grid.Opposite(c) || grid.Ring(c) > 1 {
			continue
		}
		m := f.Point(c)
		f.Do(m)
		all = append(all, opening{c, 1 - float64(e.value(false)+e.value(true))/2})
		f.Undo(m)
	}
	slices.SortStableFunc(all, func(a, b opening) int {
		return cmp.Compare(math.Abs(a.value-0.5), math.Abs(b.value-0.5))
	})
	return all
}

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
