package table

import (
	"context"
	"errors"

	"github.com/sixfold-bot/sixfold/store"
)

// Withdraw removes a table that nobody has been shown, and returns it as it stands, to be created
// elsewhere: a level may have moved there.
func (ts *Tables) Withdraw(ctx context.Context, t *Table, handled ...string) (*Table, error) {
	for {
		last, err := ts.Load(ctx, t.Key)
		if err != nil {
			return nil, err
		}
		err = ts.Apply(store.Change{Delete: []store.Entry{{Key: last.Key, Table: last.Record}}, Handled: handled})
		if !errors.Is(err, store.ErrStale) || ctx.Err() != nil {
			last.Record.Revision = 0
			return last, err
		}
	}
}
