package newgame

import (
	"context"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/mcts"
)

// Step 4: a player. Monte-Carlo tree search needs the rules alone, and proves who wins
// where the tree is as small as here.

var levels = []engine.Level{{
	ID: "perfect", Title: engine.T("Perfect"), Think: 10 * time.Second,
	New: func(seed uint64) engine.Player { return &player{seed} },
}}

type player struct{ seed uint64 }

// Choose implements [engine.Player].
func (pl *player) Choose(ctx context.Context, p engine.Position) (engine.Choice, error) {
	at, ok := p.(*position)
	if !ok || at.over() {
		return engine.Choice{}, engine.ErrForeign
	}
	const playouts = 20_000 // proves the empty board
	r := mcts.Run(ctx, at.Clone(), mcts.Options{Playouts: playouts, Seed: pl.seed, Explore: 0.7, FirstPlay: 0.5})
	best := r.Moves[search.Best(r.Moves)]
	return engine.Choice{Move: cells[best.Move], Value: best.Value, Proved: best.Proof == search.Win || best.Proof == search.Loss}, nil
}

// AppendMoves implements [search.Position].
func (p *position) AppendMoves(list []int) []int {
	if p.over() {
		return list
	}
	for c, m := range p.board {
		if m == '.' {
			list = append(list, c)
		}
	}
	return list
}

// Do implements [search.Position].
func (p *position) Do(c int) { p.board[c], p.ply = "XO"[p.ply%2], p.ply+1 }

// Undo implements [search.Position].
func (p *position) Undo(c int) { p.board[c], p.ply = '.', p.ply-1 }

// Terminal implements [search.Ender]: who has just moved may have won.
func (p *position) Terminal() (value float64, over bool) {
	if p.winner() != 0 {
		return 0, true
	}
	return 0.5, p.over()
}

// Rollout implements [mcts.Position].
func (p *position) Rollout(r *search.Rand) float64 {
	at, mover := *p, p.ply%2
	for !at.over() {
		moves := at.AppendMoves(nil)
		at.Do(moves[r.Below(len(moves))])
	}
	switch at.winner() {
	case 0:
		return 0.5
	case "XO"[mover]:
		return 1
	}
	return 0
}

// Clone implements [mcts.Position].
func (p *position) Clone() mcts.Position[int] { c := *p; return &c }
