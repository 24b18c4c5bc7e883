package engine

import (
	"context"
	"fmt"
	"strings"
)

// Replay plays the moves, which must be canonical, from the start of a game; see [Continue].
func Replay(ctx context.Context, g *Game, o Options, moves []string) (Position, error) {
	p, err := g.New(o)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", g.ID, err)
	}
	if err := Continue(ctx, g, p, moves); err != nil {
		return nil, err
	}
	return p, nil
}

// Continue plays the moves of a game, which must be canonical, on a position. An error
// names the first move that was refused: the list was made by other rules, or was damaged. It
// is the context's cause when that ends, which is asked before each move, and [ErrWork] where
// the moves take too much work.
func Continue(ctx context.Context, g *Game, p Position, moves []string) error {
	for i, move := range moves {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := p.Play(move); err != nil {
			return fmt.Errorf("replay %s, move %d: %w", g.ID, i+1, err)
		}
		if WorkOf(p) > 2*MostWork {
			return fmt.Errorf("replay %s, move %d: %w", g.ID, i+1, ErrWork)
		}
	}
	return nil
}

// CanPlay reports whether a position lists the line among its moves, or a move that
// begins with it, such as a [Completer] makes of a bare verb. Positions that list no
// moves answer yes until the end: they must be asked by playing.
func CanPlay(p Position, line string) bool {
	lister, ok := p.(Lister)
	if !ok {
		return p.Outcome().Status == Open
	}
	for _, move := range lister.Moves() {
		if rest, ok := strings.CutPrefix(move, line); ok && (rest == "" || rest[0] == ' ') {
			return true
		}
	}
	return false
}
