package table

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/sixfold-bot/sixfold/bot/panics"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// settleEnd has the record tell how the game ended, as long as it is over.
func (t *Table) settleEnd(now time.Time) {
	before := t.Record.End
	defer func() { t.settleRating(before) }()
	t.Record.End = nil
	if t.Record.Open() {
		return
	}
	end := endOf(t.Record, now)
	end.Counts = t.counts()
	if o := t.Outcome(); o.Status == engine.Won {
		end.Winner = int(o.Winner)
	}
	if before != nil {
		end.At = before.At
	}
	t.Record.End = end
}

// endOf is as much of a table's end as is known without its position.
func endOf(r *store.Table, at time.Time) *store.End {
	end := &store.End{At: kept(at), Winner: int(engine.NoSeat)}
	if r.Result != nil {
		end.Kind = r.Result.Kind
		if r.Result.Status == engine.Won.String() {
			end.Winner = r.Result.Winner
		}
	}
	return end
}

// counts reports whether a table that is over was a game: two have begun it, or one has
// moved.
func (t *Table) counts() bool {
	return t.Began() && !t.cancelled() && (t.HasOpponents() || len(t.Record.Moves) > 0)
}

// cancelled reports whether a game between two ended, as by the clock, before both had moved,
// and not because one of them wanted it to.
func (t *Table) cancelled() bool {
	r := t.Record.Result
	return r != nil && slices.Contains([]string{TimeUp, Abandoned, Vanished}, r.Kind) && t.HasOpponents() && !t.bothMoved()
}

// mostRestored bounds a round of [Tables.Restore]: it is one transaction.
const mostRestored = 256

// Restore has some of the tables that older versions stored over tell how they ended, so that
// lists of finished games have them. Each call takes the next ones, and after the last the
// first that are left, which cannot be read. It is for one goroutine at a time.
func (ts *Tables) Restore(ctx context.Context) {
	keys, err := ts.store.Unended(ts.restored, mostRestored)
	if err != nil {
		ts.log.Error("look for tables without an end", "err", err)
		return
	}
	if ts.restored = (store.Key{}); len(keys) == mostRestored {
		ts.restored = keys[len(keys)-1]
	}
	err = store.Update(ctx, ts.store, store.Op{}, func(tx *store.Tx) error {
		for _, key := range keys {
			e, err := ts.restore(ctx, key)
			if ctx.Err() != nil {
				return context.Cause(ctx) // what was not reached comes after the next start
			}
			ts.Report("note how a table ended", key, err)
			if e != nil {
				ts.Put(tx, e.Key, e.Table)
			}
		}
		return nil
	})
	if err != nil && ctx.Err() == nil && !errors.Is(err, store.ErrStale) { // then they come again
		ts.log.Error("note how tables ended", "err", err)
	}
}

// restore returns a table as it is with its end, nil where it must stay as it is. Of one that
// cannot be replayed the end does not count, and the error says why.
func (ts *Tables) restore(ctx context.Context, key store.Key) (e *store.Entry, err error) {
	record, err := ts.store.Load(key)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := ts.playable(ts.games[record.Game], &record.Head); err != nil {
		return nil, err
	}
	at := ended(record)
	defer func() {
		ts.live.drop(key) // nobody asks for it just now, and others should stay
		if v := recover(); v != nil {
			panics.Log(ts.log, v)
			err = panics.ErrPanicked
		}
		if err != nil {
			record.End = endOf(record, at)
		}
		e = &store.Entry{Key: key, Table: record}
	}()
	t, err := ts.replay(ctx, key, record)
	if err == nil {
		t.settleEnd(at)
	}
	return nil, err
}

// ended is when a table that does not tell ended, as nearly as is known; no table tells of a
// time before 1970.
func ended(r *store.Table) time.Time {
	at := r.Touched
	if r.Result != nil && !r.Result.At.IsZero() {
		at = r.Result.At
	}
	if n := len(r.Moves); at.IsZero() && n > 0 {
		at = r.Moves[n-1].At
	}
	if at = cmp.Or(at, r.Opened); at.Unix() < 0 {
		at = time.Unix(0, 0)
	}
	return at
}
