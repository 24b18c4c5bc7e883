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
		return &player{s, &r, weakSearcher{by}}
	}
	return &player{s, &r, by}
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
	f.Do(f.At(p.Grid().Column(p.Last), p.Grid().Row(p.Last)))
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
		VirtualLoss:      1,
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
		s.tree.Advance(f.At(p.Grid().Column(c), p.Grid().Row(c)))
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
		m := f.At(grid.Column(c), grid.Row(c))
		f.Do(m)
		all = append(all, opening{c, 1 - float64(e.value(false)+e.value(true))/2})
		f.Undo(m)
	}
	slices.SortStableFunc(all, func(a, b opening) int {
		return cmp.Compare(math.Abs(a.value-0.5), math.Abs(b.value-0.5))
	})
	return all
}
