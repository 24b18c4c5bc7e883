// Package player plays Hex, and searches positions for analyses and reviews.
//
// A player searches with the network (PUCT, see package search/puct and hex/net) or, where
// there is none, by rollouts (package search/mcts); a weak one takes a glance, and errs.
// Beside the search it knows wins by stones and bridges (package field), an opening that is
// nearly even where the second player may swap, and when to resign. [Levels] are those of
// tables, [New] makes any other.
//
// The package knows nothing of how moves are written and games stored: a position says
// what it needs by [source].
package player

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// SwapMove is the move that is no cell.
const SwapMove = "swap"

// source is a position of a game that has a [Position] for players.
type source interface {
	PlayerPosition() Position
}

// Position is what a player knows of a game. The board is shared, and not changed.
type Position struct {
	*board.Board
	Mover  board.Colour // Empty after the end
	Last   hexgrid.Cell // the stone placed last, or NoCell
	Ply    int          // moves played, a swap being one
	Stones int          // on the board
	Swap   bool         // the game is played with the swap
}

// CanSwap reports whether the mover may swap.
func (p Position) CanSwap() bool { return p.Swap && p.Ply == 1 && p.Mover != board.Empty }

// Field is the board as searches walk it.
func (p Position) Field() *field.Field {
	return field.New(p.Width(), p.Height(), p.Cells(), p.TopBottom(), p.Mover)
}

// player plays Hex. It implements [engine.Keeper].
type player struct {
	settings
	rand     *search.Rand
	searcher searcher
}

// searcher is a way to search.
type searcher interface {
	// search searches until the context ends or a bound is reached.
	search(ctx context.Context, p Position) search.Result[field.Point]
	// opening picks a first move that is nearly even, so that the swap gains little, and
	// returns its value.
	opening(p Position) (c hexgrid.Cell, value float64)
	// kept is how much memory it keeps for the next search, in bytes.
	kept() int
}

// Choose implements [engine.Player]. An opening under the swap is nearly even; a game
// that is won by stones and bridges is finished by the shortest way; a stone that would
// break a winning pairing is answered; all else is searched.
func (p *player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	source, ok := position.(source)
	if !ok {
		return engine.Choice{}, engine.ErrForeign
	}
	now := source.PlayerPosition()
	if now.Mover == board.Empty {
		return engine.Choice{}, engine.RefuseMove("", engine.ErrOver, "the game is over")
	}
	if now.Ply == 0 && now.Swap {
		return p.open(now), nil
	}
	f := now.Field()
	if m, ok := p.finish(f); ok && !now.CanSwap() {
		return choice(now, f, []field.Point{m}, 1, search.Win), nil
	}
	var paired uint8
	if p.pairs {
		var answers []field.Point
		if paired, answers = f.Paired(); len(answers) > 0 {
			return choice(now, f, answers[:1], 1, search.Win), nil
		}
	}
	r := p.searcher.search(ctx, now)
	if now.CanSwap() && r.Value < 0.5 {
		return swapChoice(r), nil
	}
	c := settled(choice(now, f, r.Line, r.Value, r.Proof), f, paired)
	c.Resign = p.resigns(now, f)
	return c, nil
}

// settled is a choice with what a pairing proves of it, if one wins for a colour: for that
// one every move wins, and every move of the other loses.
func settled(c engine.Choice, f *field.Field, paired uint8) engine.Choice {
	switch paired {
	case field.Empty:
	case f.Mover():
		c.Value, c.Proved = 1, true
	default:
		c.Value, c.Proved = 0, true
	}
	return c
}

// Kept implements [engine.Keeper].
func (p *player) Kept() int { return p.searcher.kept() }

// resigns reports whether the player gives up: when the opponent's edges are linked, and
// the board holds as many stones as the shorter way has cells, so that there was a game at
// all. A naive player does not see it.
func (p *player) resigns(now Position, f *field.Field) bool {
	return !p.naive && now.Stones >= min(now.Width(), now.Height()) && f.Linked(uint8(now.Mover.Other()))
}

func (p *player) open(now Position) engine.Choice {
	c, value := p.searcher.opening(now)
	move := now.Grid().Name(c)
	return engine.Choice{Move: move, Value: value, Line: []string{move}}
}

// finish is the shortest way to end a game that is won. A naive player sees only
// wins that it has already.
func (p *player) finish(f *field.Field) (field.Point, bool) {
	if p.naive && !f.Linked(f.Mover()) {
		return 0, false
	}
	return f.Finish()
}

// swapChoice takes the opponent's opening. What the mover could get against that
// stone is what the opponent then gets: the board is the same but for a reflection.
func swapChoice(r search.Result[field.Point]) engine.Choice {
	return engine.Choice{Move: SwapMove, Value: 1 - r.Value, Line: []string{SwapMove}, Proved: r.Proof != search.Unproved}
}

// choice writes a line of moves by name.
func choice(now Position, f *field.Field, line []field.Point, value float64, proof search.Proof) engine.Choice {
	c := engine.Choice{Value: value, Proved: proof != search.Unproved}
	for _, m := range line {
		c.Line = append(c.Line, now.Grid().Name(f.Cell(m)))
	}
	c.Move = c.Line[0]
	return c
}
