package table

import (
	"slices"
	"time"

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
