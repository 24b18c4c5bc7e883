package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
)

// checkStore verifies the configured store and reports its contents to out, even while a bot holds
// it. The error names the damage. For a bot's store it verifies a copy, which needs room in the
// folder for temporary files.
func checkStore(ctx context.Context, settings config.Config, out io.Writer) error {
	file := settings.Store.File
	if err := mustExist(file); err != nil {
		return err
	}
	var has store.Contents
	bot, err := findRunning(ctx, file)
	switch {
	case err == nil:
		has, err = store.CheckCopy(ctx, bot.Backup)
		err = errors.Join(err, bot.Close())
	case errors.Is(err, errNobody):
		has, err = store.Check(ctx, file)
	}
	if err != nil {
		return fmt.Errorf("check %s: %w", file, unanswered(file, err))
	}
	return report(out, file, has)
}

// compact rewrites the configured store without its free pages. No bot may hold it.
func compact(ctx context.Context, settings config.Config, out io.Writer) error {
	file := settings.Store.File
	if err := mustExist(file); err != nil {
		return err
	}
	has, before, err := store.Compact(ctx, file)
	if err != nil {
		return err
	}
	if err := report(out, file, has); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "it had %d bytes\n", before)
	return err
}

func report(out io.Writer, file string, has store.Contents) error {
	_, err := fmt.Fprintf(out, "%s is whole: tables %d, open %d, records %d, bytes %d\n",
		file, has.Tables, has.Open, has.Records, has.Bytes)
	return err
}

// mustExist returns an error if there is no store in file.
func mustExist(file string) error {
	if _, err := os.Stat(file); Absent(err) {
		return fmt.Errorf("there is no store at %s; name its file with --data", file)
	}
	return nil
}

// backup writes a checked copy of the store in file to path; see [store.WriteCopy]. A running bot
// is not interrupted. If the context ends, nothing is left behind. The error tells of a damaged head of
// the store, too, whose copy is good and has none.
func backup(ctx context.Context, file, path string, replace bool) (c store.Contents, err error) {
	if err := mustExist(file); err != nil {
		return c, err
	}
	from, _ := os.Stat(file)
	if to, err := os.Stat(path); err == nil && os.SameFile(from, to) {
		return c, fmt.Errorf("%s is the store itself; name another file for the copy", path)
	}
	a, err := openAccess(ctx, file)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	c, err = store.WriteCopy(ctx, path, replace, a.Backup)
	if own, ok := a.(*store.Store); ok && err == nil && own.Torn != nil {
		err = fmt.Errorf("%s: %w", file, own.Torn)
	}
	return c, err
}

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
	// A copy dated in the future by a wrong clock must not delay the next.
	return max(0, min(c.every, time.Until(newest.Add(c.every))))
}

// inCluster names the configured cluster on the command line.
const inCluster = "cluster"

// migrate moves all games from one store to another, and reports to out. Each is the path of a
// file, or "cluster" for the configured one. No bot may use either.
func migrate(ctx context.Context, settings config.Config, from, to string, out io.Writer) (err error) {
	if from == to {
		return fmt.Errorf("both stores are %s", from)
	}
	if from != inCluster {
		if err := mustExist(from); err != nil {
			return err
		}
	}
	source, err := openNamed(ctx, settings, from)
	if err != nil {
		return err
	}
	defer closing(&err, source)
	target, err := openNamed(ctx, settings, to)
	if err != nil {
		return err
	}
	defer closing(&err, target)
	m, err := store.Migrate(ctx, source.Store, target.Store, func(rows int) {
		if rows%50_000 == 0 {
			fmt.Fprintf(out, "%d rows\n", rows)
		}
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s holds what %s held: tables %d, records %d, rows %d, of which moved now %d, checksum %016x\n",
		to, from, m.Tables, m.Records, m.Rows, m.Moved, m.Checksum)
	return err
}

// openNamed opens the store that the command line names. For a cluster it makes a new copy, apart
// from that of a bot that may be running.
func openNamed(ctx context.Context, settings config.Config, name string) (state, error) {
	if name != inCluster {
		settings.Store.Kind, settings.Store.File = config.Bolt, name
		return openState(ctx, settings, store.Options{}, slog.New(slog.DiscardHandler))
	}
	if len(settings.Cluster.Servers) == 0 {
		return state{}, settings.Refuse("cluster.servers", errors.New("name the NATS servers of a cluster"))
	}
	folder, err := os.MkdirTemp("", "sixfold-*")
	if err != nil {
		return state{}, err
	}
	settings.Store.Kind, settings.Store.File = config.JetStream, filepath.Join(folder, "copy.db")
	s, err := openState(ctx, settings, store.Options{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return s, errors.Join(err, os.RemoveAll(folder))
	}
	s.folder = folder
	return s, nil
}
