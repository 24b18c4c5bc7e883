package table

import (
	"context"
	"log/slog"

	"github.com/sixfold-bot/sixfold/store"
)

// logSaved notes a table that is on disk: its opening and its end for all to see, each
// step between them for those who look closer.
func (ts *Tables) logSaved(t *Table) {
	level, what := slog.LevelDebug, "table saved"
	switch {
	case t.Record.Revision == 1:
		level, what = slog.LevelInfo, "table opened"
	case t.Record.Over:
		level, what = slog.LevelInfo, "table over"
	}
	if ctx := context.Background(); ts.log.Enabled(ctx, level) {
		ts.log.Log(ctx, level, what, t.Attr(), "moves", len(t.Record.Moves))
	}
}

// Attr are the attributes that name a table in the log.
func Attr(key store.Key) slog.Attr {
	return slog.Group("", "channel", key.Channel, "game", key.Game, "table", key.Number)
}

// Attr is the same with the revision.
func (t *Table) Attr() slog.Attr {
	return slog.Group("", Attr(t.Key), "revision", t.Record.Revision)
}

// report is what goes wrong with a table.
type report struct {
	what string
	key  store.Key
}

// Report logs what goes wrong with a table in a round that comes again and again, once
// until it is something else. A nil error is the end of it.
func (ts *Tables) Report(what string, key store.Key, err error) {
	if err == nil {
		ts.reported.Delete(report{what, key})
		return
	}
	if before, _ := ts.reported.Swap(report{what, key}, err.Error()); before != err.Error() {
		ts.log.Error(what, Attr(key), "err", err)
	}
}
