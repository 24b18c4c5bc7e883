package operate

import (
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
)

type copier struct {
	copies store.Copies
	every  time.Duration
	backup func(io.Writer) error
	log    *slog.Logger
}

// copyStore makes copies of the store as configured, if at all, until the context ends.
func copyStore(ctx context.Context, settings config.Config, s *store.Store, log *slog.Logger) {
	if settings.Store.Backup == "" {
		return
	}
	c := copier{
		copies: store.Copies{Folder: settings.Store.Backup, Name: filepath.Base(settings.Store.File), Keep: settings.Store.BackupKeep},
		every:  settings.Store.BackupEvery.Duration(), backup: s.Backup, log: log,
	}
	c.run(ctx)
}

// run makes a copy whenever the newest one is old enough. One in progress is removed when the
// context ends. After a failure it retries when the next
// one is due; older copies stay until then.
func (c *copier) run(ctx context.Context) {
	for delay := c.first(); jetstream.Pause(ctx, delay) == nil; delay = c.every {
		path, contents, err := c.copies.Add(ctx, c.backup)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			c.log.Error("automatic copy of the store failed", "folder", c.copies.Folder, "err", err)
		default:
			c.log.Info("store copied", "file", path, "tables", contents.Tables, "bytes", contents.Bytes)
		}
	}
}

// first returns the time until the first copy is due.
func (c *copier) first() time.Duration {
	newest, err := c.copies.Newest()
	if err != nil {
		c.log.Error("automatic copies of the store", "folder", c.copies.Folder, "err", err)
	}
	if newest.IsZero() {
		return 0
	}
	// A copy dated in the future by a wrong clock must not delay the next.
	return max(0, min(c.every, time.Until(newest.Add(c.every))))
}
