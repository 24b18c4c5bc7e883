package table

import (
	"context"
	"slices"
)

// UndoTo returns how many moves are left when a person's last move is taken back, or -1 if they made none.
func (t *Table) UndoTo(user string) int {
	for n, m := range slices.Backward(t.Record.Moves) {
		if m.By == User(user) {
			return n
		}
	}
	return -1
}

// TakeBack takes back the moves from the n-th on. If it is only the last move and consists of steps, only
// the last step is taken back.
func (t *Table) TakeBack(ctx context.Context, n int) error {
	if n != len(t.Record.Moves)-1 {
		return t.Rewind(ctx, n)
	}
	shorter, last := "", t.Record.Moves[n]
	if v, _ := t.Game.VerbOf(last.Text); v.Undo != nil {
		shorter = v.Undo(t.Position)
	}
	if err := t.Rewind(ctx, n); err != nil || shorter == "" {
		return err
	}
	_, err := t.Play(shorter, last.By, last.At)
	t.resetClock() // the move had been made before
	t.moved = false
	return err
}

// After returns the table as it was after its first n moves, without anything later and without its
// result. It is for display, and must not be saved. After all moves it is the table itself.
func (t *Table) After(ctx context.Context, n int) (*Table, error) {
	if n == len(t.Record.Moves) {
		return t, nil
	}
	record := *t.Record
	record.Over, record.Result, record.Pending = false, nil, nil
	then := of(t.Key, t.Game, &record)
	then.Options, then.cache, then.away = t.Options, t.cache, t.away
	return then, then.Rewind(ctx, n)
}

// Rewind drops all moves from the n-th on.
func (t *Table) Rewind(ctx context.Context, n int) error {
	p, err := t.cache.replay(ctx, t.Key, t.Game, t.Options, t.Moves()[:n])
	if err != nil {
		return err
	}
	t.Record.Moves = t.Record.Moves[:n:n]
	t.at(p)
	t.resetClock()
	return nil
}
