package hex

import (
	"context"
	"errors"
	"math"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// player plays Hex by Monte-Carlo tree search. It implements [engine.Player].
type player struct {
	strength
	rand search.Rand
	tree *search.MCTS[field.Point]
}

func newPlayer(s strength, seed uint64, tree *search.MCTS[field.Point]) *player {
	return &player{strength: s, rand: search.Rand(seed), tree: tree}
}

// errForeign: the player was given a position of another game.
var errForeign = errors.New("hex: not a position of Hex")

// Choose implements [engine.Player]. An opening under the swap comes from a list of
// nearly even ones; a game that is won by stones and bridges is finished by the
// shortest way; all else is searched.
func (p *player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	board, ok := position.(*Position)
	if !ok {
		return engine.Choice{}, errForeign
	}
	if board.Winner() != Empty {
		return engine.Choice{}, refuse("", engine.ErrOver, "the game is over: %s", board.reason())
	}
	if board.Ply() == 0 && board.swap {
		return p.open(board), nil
	}
	f := newField(board)
	if m, ok := f.Finish(); ok && !board.CanSwap() {
		return found(board, f, []field.Point{m}, 1, search.Win), nil
	}
	r := p.tree.Run(ctx, f, p.config())
	if board.CanSwap() && r.Value < 0.5 {
		return swapChoice(r), nil
	}
	return p.pick(board, f, r), nil
}

// newField is the board as searches play on it.
func newField(p *Position) *field.Field {
	return field.New(p.Size(), p.cells, p.topBottom, p.Mover())
}

// config is how the level searches. The constants were tuned by matches between
// variants on 11x11 at 5,000 playouts a move.
func (p *player) config() search.Config {
	return search.Config{
		Playouts:  p.playouts,
		Threads:   p.threads,
		Seed:      p.rand.Uint64(),
		Early:     p.temperature == 0,
		Expand:    10,
		RAVE:      true,
		Bias:      0.001,
		FirstPlay: 0.5,
	}
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

// draw picks a move with a chance that grows with its visits; the best one when none
// was visited.
func (p *player) draw(r search.Result[field.Point]) int {
	weight := func(m search.Stat[field.Point]) float64 {
		return math.Pow(float64(m.Visits), 1/p.temperature)
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
