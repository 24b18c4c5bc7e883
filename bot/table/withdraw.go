package table

import (
	"context"

	"github.com/sixfold-bot/sixfold/store"
)

// Withdraw deletes a table that nobody has been shown, and returns it as it is now, to be created
// elsewhere: a level may have moved there.
func (ts *Tables) Withdraw(ctx context.Context, t *Table, op store.Op) (*Table, error) {
	var last *Table
	err := ts.update(op, func(tx *store.Tx) (err error) {
		if last, err = ts.Load(ctx, t.Key); err != nil {
			return err
		}
		tx.Found(last.Key, last.Record)
		ts.Remove(tx, last.Key, last.Record)
		return nil
	})
	if last != nil {
		last.Record.Revision = 0
	}
	return last, err
}
