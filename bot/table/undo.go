package table

import (
	"context"
	"slices"
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

// TakeBack takes back the moves from the n-th on. Of a last move that consists of steps it
// takes back the last step only.
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
	t.turnClockBack() // it was played before
	t.moved = false
	return err
}

// After is the table as it was after its first n moves: nothing that came later counts, nor
// how it ended. It is for looking at, never to be saved. After all moves it is the table
// itself.
func (t *Table) After(ctx context.Context, n int) (*Table, error) {
	if n == len(t.Record.Moves) {
		return t, nil
	}
	record := *t.Record
	record.Over, record.Result, record.Pending = false, nil, nil
	then := of(t.Key, t.Game, &record)
	then.Options, then.live, then.away = t.Options, t.live, t.away
	return then, then.Rewind(ctx, n)
}

// Rewind drops all moves from the n-th on.
func (t *Table) Rewind(ctx context.Context, n int) error {
	p, err := t.live.replay(ctx, t.Key, t.Game, t.Options, t.Moves()[:n])
	if err != nil {
		return err
	}
	t.Record.Moves = t.Record.Moves[:n:n]
	t.at(p)
	t.turnClockBack()
	return nil
}
