package table

import (
	"context"
	"errors"

	"github.com/sixfold-bot/sixfold/store"
)

// maxPruned is how many tables one call of [Tables.Prune] examines.
const maxPruned = 200

// Prune deletes games that have been over for longer than they are kept. Each call examines the next
// tables, and the first after the last. It calls removed with the key of each deleted table. Only one
// goroutine may call it at a time.
func (ts *Tables) Prune(ctx context.Context, removed func(store.Key)) {
	if ts.terms.KeepFinished == 0 {
		return
	}
	keys, last, err := ts.store.Finished(ts.pruned, ts.now().Add(-ts.terms.KeepFinished), maxPruned)
	if err != nil {
		ts.log.Error("look for games to be removed", "err", err)
		return
	}
	for _, key := range keys {
		if ctx.Err() != nil {
			return
		}
		err := store.Update(ctx, ts.store, store.Op{}, func(tx *store.Tx) error {
			record, err := tx.Load(key)
			if err == nil && record.Over {
				ts.Remove(tx, key, record)
			}
			return err
		})
		switch {
		case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrStale): // it has just changed
		case err != nil:
			ts.log.Error("remove an old game", Attr(key), "err", err)
		default:
			ts.log.Debug("old game removed", Attr(key))
			removed(key)
		}
	}
	ts.pruned = last
}
