package hex

import (
	"context"
	"math"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// player plays Hex. It implements [engine.Keeper].
type player struct {
	strength
	rand *search.Rand
	mind mind
}

// mind is a way to look ahead.
type mind interface {
	// think searches from the board until the context ends or a bound is reached.
	think(ctx context.Context, board *Position) search.Result[field.Point]
	// open picks a first move that is nearly even, so that the swap gains little, and
	// tells its value.
	open(board *Position) (c hexgrid.Cell, value float64)
	// kept is what it knows for the next search, in bytes.
	kept() int
}

// Choose implements [engine.Player]. An opening under the swap is nearly even; a game
// that is won by stones and bridges is finished by the shortest way; all else is
// searched.
func (p *player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	board, ok := position.(*Position)
	if !ok {
		return engine.Choice{}, engine.ErrForeign
	}
	if board.Winner() != Empty {
		return engine.Choice{}, engine.RefuseMove("", engine.ErrOver, "the game is over: %s", board.reason())
	}
	if board.Ply() == 0 && board.swap {
		return p.open(board), nil
	}
	f := newField(board)
	if m, ok := p.finish(f); ok && !board.CanSwap() {
		return found(board, f, []field.Point{m}, 1, search.Win), nil
	}
	r := p.mind.think(ctx, board)
	if board.CanSwap() && r.Value < 0.5 {
		return swapChoice(r), nil
	}
	c := p.pick(board, f, r)
	c.Resign = p.gives(board, f)
	return c, nil
}

// Kept implements [engine.Keeper].
func (p *player) Kept() int { return p.mind.kept() }

// gives reports whether the player gives up: when the opponent's edges are linked, and
// the board holds as many stones as rows, so that there was a game at all. A naive
// player does not see it.
func (p *player) gives(board *Position, f *field.Field) bool {
	return !p.naive && board.Stones() >= board.Size() && linked(f, board.Mover().Other())
}

func (p *player) open(board *Position) engine.Choice {
	c, value := p.mind.open(board)
	move := board.grid.Name(c)
	return engine.Choice{Move: move, Value: value, Line: []string{move}}
}

// finish is the shortest way to end a game that is won. A naive player sees only
// wins that it has already.
func (p *player) finish(f *field.Field) (field.Point, bool) {
	if p.naive && !linked(f, Colour(f.Mover())) {
		return 0, false
	}
	return f.Finish()
}

// linked reports whether a colour's edges are joined by stones and bridges.
func linked(f *field.Field, c Colour) bool {
	var l field.Links
	l.Survey(f, uint8(c))
	return l.Won()
}

// newField is the board as searches play on it.
func newField(p *Position) *field.Field {
	return field.New(p.Size(), p.cells, p.topBottom, p.Mover())
}

// swapChoice takes the opponent's opening. What the mover could get against that
// stone is what the opponent then gets: the board is the same but for a reflection.
func swapChoice(r search.Result[field.Point]) engine.Choice {
	return engine.Choice{Move: swapMove, Value: 1 - r.Value, Line: []string{swapMove}, Proved: r.Proof != search.Unproved}
}

// pick takes the best move, or at a temperature draws one by visits.
func (p *player) pick(board *Position, f *field.Field, r search.Result[field.Point]) engine.Choice {
	best := r.Moves[r.Best]
	if p.temperature == 0 || best.Proof == search.Win {
		return found(board, f, r.Line, r.Value, r.Proof)
	}
	chosen := p.draw(r)
	if chosen == r.Best {
		return found(board, f, r.Line, r.Value, r.Proof)
	}
	m := r.Moves[chosen]
	return found(board, f, []field.Point{m.Move}, m.Value, m.Proof)
}

// draw picks a move with a chance that grows with its visits and its prior; the best
// one when none has any.
func (p *player) draw(r search.Result[field.Point]) int {
	weight := func(m search.Move[field.Point]) float64 {
		return math.Pow(float64(m.Visits)+p.hunch*m.Prior, 1/p.temperature)
	}
	sum := 0.0
	for _, m := range r.Moves {
		sum += weight(m)
	}
	left := p.rand.Float64() * sum
	for i, m := range r.Moves {
		if left -= weight(m); left < 0 {
			return i
		}
	}
	return r.Best
}

// found puts what was found into words.
func found(board *Position, f *field.Field, line []field.Point, value float64, proof search.Proof) engine.Choice {
	c := engine.Choice{Value: value, Proved: proof != search.Unproved}
	for _, m := range line {
		c.Line = append(c.Line, board.grid.Name(f.Cell(m)))
	}
	c.Move = c.Line[0]
	return c
}
