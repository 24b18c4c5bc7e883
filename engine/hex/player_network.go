package hex

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/puct"
)

// guided looks ahead along the policy of the network. It keeps its tree from move to
// move.
type guided struct {
	strength
	rand    *search.Rand
	network *net.Network
	tree    puct.Search[field.Point]

	// What the tree's root is about.
	cells            []Colour
	mover, topBottom Colour
}

func (g *guided) think(ctx context.Context, board *Position) search.Result[field.Point] {
	f := answering(board)
	g.follow(board, f)
	return g.tree.Run(ctx, newSight(g.network, f, g.without), g.config(ctx))
}

func (g *guided) kept() int { return g.tree.Kept() }

// answering is the board as searches play on it, with the last stone placed there, so
// that the field knows what there is to answer.
func answering(p *Position) *field.Field {
	if p.last == hexgrid.NoCell {
		return newField(p)
	}
	cells := slices.Clone(p.cells)
	mover := cells[p.last]
	cells[p.last] = Empty
	f := field.New(p.Size(), cells, p.topBottom, mover)
	f.Do(f.At(p.grid.Column(p.last), p.grid.Row(p.last)))
	return f
}

// mostMemory bounds a tree, in bytes: that of about 10 s on two threads.
const mostMemory = 160 << 20

// config is how the level searches. Explore was tuned by matches on 9x9 at 100 and 150
// positions a move: 0.5 to 0.8 win 60 games in 100 against 1.6. FirstPlay from 0 to 0.5
// made no difference.
func (g *guided) config(ctx context.Context) puct.Options {
	return puct.Options{
		Playouts:         g.playouts,
		Threads:          g.threads,
		Memory:           mostMemory,
		Early:            g.temperature == 0 && !g.without.has(partEarly),
		TimeLeft:         timeLeft(ctx),
		Explore:          0.7,
		FirstPlay:        0.15,
		VirtualLoss:      1,
		NoProofs:         g.without.has(partProofs),
		NoTranspositions: g.without.has(partMerges),
	}
}

// timeLeft tells how much is left of the time that the context allows, from 1 to 0;
// nil when it allows any time. It only ever shortens a search that time bounds
// anyway. In the first tenth it says 1, for what was done by then tells little.
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

// follow leads the tree on to the board, by the moves that were made since the last
// search, or begins a new one.
func (g *guided) follow(board *Position, f *field.Field) {
	moves, ok := g.since(board)
	if !ok || g.without.has(partReuse) {
		g.tree.Forget()
	}
	for _, c := range moves {
		g.tree.Advance(f.At(board.grid.Column(c), board.grid.Row(c)))
	}
	g.cells = append(g.cells[:0], board.cells...)
	g.mover, g.topBottom = board.Mover(), board.topBottom
}

// since lists the stones placed since the last search, at most one of each colour in
// the order of their turns; ok is false when the board did not become what it is that
// way.
func (g *guided) since(board *Position) (moves []hexgrid.Cell, ok bool) {
	if len(g.cells) != len(board.cells) || g.topBottom != board.topBottom {
		return nil, false
	}
	for c, was := range g.cells {
		switch now := board.cells[c]; {
		case now == was:
		case was != Empty || len(moves) == 2:
			return nil, false
		default:
			moves = append(moves, hexgrid.Cell(c))
		}
	}
	mover := g.mover
	if len(moves) == 2 && board.cells[moves[0]] != mover {
		slices.Reverse(moves)
	}
	for _, c := range moves {
		if board.cells[c] != mover {
			return nil, false
		}
		mover = mover.Other()
	}
	return moves, mover == board.Mover()
}

// How even the openings are among which one is drawn: those whose value differs from
// ½ by no more, but always so many.
const (
	evenEnough   = 0.15
	leastChoices = 3
)

// open draws one of the openings on the two outer rings that the network thinks most
// nearly even. What lies further in wins, but on the smallest boards.
func (g *guided) open(board *Position) (hexgrid.Cell, float64) {
	type opening struct {
		cell  hexgrid.Cell
		value float64
	}
	f := newField(board)
	s := newSight(g.network, f, g.without)
	var all []opening
	for c := range hexgrid.Cell(len(board.cells)) {
		if c > board.grid.Opposite(c) || board.grid.Ring(c) > 1 {
			continue // half a turn of the board changes nothing
		}
		m := f.At(board.grid.Column(c), board.grid.Row(c))
		f.Do(m)
		all = append(all, opening{c, 1 - float64(s.look(false)+s.look(true))/2})
		f.Undo(m)
	}
	slices.SortStableFunc(all, func(a, b opening) int {
		return cmp.Compare(math.Abs(a.value-0.5), math.Abs(b.value-0.5))
	})
	n := min(leastChoices, len(all))
	for n < len(all) && math.Abs(all[n].value-0.5) <= evenEnough {
		n++
	}
	chosen := all[g.rand.Below(n)]
	if g.rand.Below(2) == 0 {
		chosen.cell = board.grid.Opposite(chosen.cell)
	}
	return chosen.cell, chosen.value
}
