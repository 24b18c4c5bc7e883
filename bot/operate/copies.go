package operate

import (
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
)

type copier struct {
	copies store.Copies
	every  time.Duration
	backup func(io.Writer) error
	log    *slog.Logger

	stop    context.CancelFunc
	running sync.WaitGroup
}

// copyStore starts making copies as configured, until Close. It returns nil if none are configured.
func copyStore(settings config.Config, s *store.Store, log *slog.Logger) *copier {
	if settings.Store.Backup == "" {
		return nil
	}
	c := &copier{
		copies: store.Copies{Folder: settings.Store.Backup, Name: filepath.Base(settings.Store.File), Keep: settings.Store.BackupKeep},
		every:  settings.Store.BackupEvery.Duration(), backup: s.Backup, log: log,
	}
	c.start()
	return c
}

func (c *copier) start() {
	ctx, stop := context.WithCancel(context.Background())
	c.stop = stop
	c.running.Go(func() { c.run(ctx) })
}

// Close ends the copying. A copy in progress is removed.
func (c *copier) Close() error {
	if c != nil {
		c.stop()
		c.running.Wait()
	}
	return nil
}

// run makes a copy whenever the newest one is old enough. After a failure it retries when the next
// one is due; older copies stay until then.
func (c *copier) run(ctx context.Context) {
	for delay := c.first(); wait(ctx, delay) == nil; delay = c.every {
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

// wait waits, or returns why the context ended first.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}
