package table

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
)

// UndoTo is the number of moves that are left when a person's last move is taken back,
// -1 if they made none.
func (t *Table) UndoTo(user string) int {
	for n, m := range slices.Backward(t.Record.Moves) {
		if m.By == User(user) {
			return n
		}
	}
	return -1
}

// Rewind drops all moves from the n-th on.
func (t *Table) Rewind(n int) error {
	p, err := engine.Replay(t.Game, t.Options, t.Moves()[:n])
	if err != nil {
		return err
	}
	t.Position, t.Record.Moves = p, t.Record.Moves[:n:n]
	return nil
}
