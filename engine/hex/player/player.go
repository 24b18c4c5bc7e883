// Package player plays Hex and searches positions for analyses and reviews.
//
// A player searches with the network (PUCT, see packages search/puct and hex/net) or, for comparison,
// by rollouts (package search/mcts); a weak one makes errors on purpose. In addition it recognizes
// wins by stones and bridges (package field), plays a nearly even opening if the second player may
// swap, and knows when to resign. [Levels] returns the levels of tables, [New] any other player.
//
// The package does not know notations or storage: positions provide a [Position] through [source].
package player

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// SwapMove is the move without a cell.
const SwapMove = "swap"

// source is a game position that provides a [Position] for players.
type source interface {
	PlayerPosition() Position
}

// Position is a game from a player's view. The board is shared and not changed.
type Position struct {
	*board.Board
	Mover  board.Colour // Empty after the end
	Last   hexgrid.Cell // the last stone, or NoCell
	Ply    int          // moves played, including the swap
	Stones int          // on the board
	Swap   bool         // the game is played with the swap
}

// CanSwap reports whether the mover may swap.
func (p Position) CanSwap() bool { return p.Swap && p.Ply == 1 && p.Mover != board.Empty }

// Field returns the board for searches.
func (p Position) Field() *field.Field {
	return field.New(p.Width(), p.Height(), p.Cells(), p.TopBottom(), p.Mover)
}

// player plays Hex. It implements [engine.Keeper].
type player struct {
	settings
	searcher searcher
}

// searcher is a search method.
type searcher interface {
	// search searches until the context ends or a bound is reached.
	search(ctx context.Context, p Position) search.Result[field.Point]
	// opening picks a nearly even first move, so that the swap gains little, and returns its value.
	opening(p Position) (c hexgrid.Cell, value float64)
	// kept returns the memory kept for the next search in bytes.
	kept() int
}

// Choose implements [engine.Player]. If there is a swap, the opening is nearly even. A game won by
// stones and bridges is finished by the shortest way. A threat to a winning pairing is answered.
// All other moves are searched.
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
		c, value := p.searcher.opening(now)
		move := now.Grid().Name(c)
		return engine.Choice{Move: move, Value: value, Line: []string{move}}, nil
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
	c := withPairing(choice(now, f, r.Line, r.Value, r.Proof), f, paired)
	c.Resign = p.resigns(now, f)
	return c, nil
}

// withPairing adds what a winning pairing proves to a choice: every move of the paired colour wins, and
// every move of the other loses.
func withPairing(c engine.Choice, f *field.Field, paired uint8) engine.Choice {
	if paired != field.Empty {
		c.Value, c.Proved = 0, true
	}
	if paired == f.Mover() {
		c.Value = 1
	}
	return c
}

// Kept implements [engine.Keeper].
func (p *player) Kept() int { return p.searcher.kept() }

// resigns reports whether the player resigns: the opponent's edges are linked, and at least as many
// stones are on the board as its shorter side has cells, so that there was a game at all. A naive
// player does not recognize the loss.
func (p *player) resigns(now Position, f *field.Field) bool {
	return !p.naive && now.Stones >= min(now.Width(), now.Height()) && f.Linked(uint8(now.Mover.Other()))
}

// finish returns the shortest way to end a won game. A naive player recognizes a win only when its
// edges are linked already.
func (p *player) finish(f *field.Field) (field.Point, bool) {
	if p.naive && !f.Linked(f.Mover()) {
		return 0, false
	}
	return f.Finish()
}

// swapChoice takes over the opponent's opening. Its value is the opponent's value in the same
// position, reflected.
func swapChoice(r search.Result[field.Point]) engine.Choice {
	return engine.Choice{Move: SwapMove, Value: 1 - r.Value, Line: []string{SwapMove}, Proved: r.Proof != search.Unproved}
}

// choice returns a choice with a line of named moves.
func choice(now Position, f *field.Field, line []field.Point, value float64, proof search.Proof) engine.Choice {
	c := engine.Choice{Value: value, Proved: proof != search.Unproved}
	for _, m := range line {
		c.Line = append(c.Line, now.Grid().Name(f.Cell(m)))
	}
	c.Move = c.Line[0]
	return c
}

// Analyst searches positions at full strength for analyses and reviews.
type Analyst struct{ searcher searcher }

// NewAnalyst returns an analyst that makes that many playouts per search.
func NewAnalyst(playouts int) Analyst {
	return Analyst{byNetwork(settings{playouts: playouts, threads: 1}, net.Embedded(), 1).searcher}
}

// Search searches a position that is not over. The choice is the mover's best move, possibly the
// swap, with the winning probability as its value. If a pairing decides the game, the choice says
// so but the result of the search does not.
func (a Analyst) Search(ctx context.Context, p Position) (engine.Choice, search.Result[field.Point]) {
	r := a.searcher.search(ctx, p)
	if p.CanSwap() && r.Value < 0.5 {
		return swapChoice(r), r
	}
	f := p.Field()
	paired, answers := f.Paired()
	if len(answers) > 0 {
		return choice(p, f, answers[:1], 1, search.Win), r
	}
	return withPairing(choice(p, f, r.Line, r.Value, r.Proof), f, paired), r
}

// Opening returns the name of a nearly even first move.
func (a Analyst) Opening(p Position) string {
	c, _ := a.searcher.opening(p)
	return p.Grid().Name(c)
}
