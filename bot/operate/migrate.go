package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
)

// inCluster is how the command line names the store of the settings' cluster.
const inCluster = "cluster"

// Migrate moves all games from one store to another, each the path of a file or "cluster" for
// the one of the settings, and says what has been moved. No bot may serve from either.
func (s *Source) Migrate(ctx context.Context, from, to string, out io.Writer) (err error) {
	settings, err := s.Load()
	if err != nil {
		return err
	}
	if from == to {
		return fmt.Errorf("both stores are %s", from)
	}
	if _, err := os.Stat(from); from != inCluster && errors.Is(err, fs.ErrNotExist) {
		return noStore(from)
	}
	source, err := openEither(ctx, settings, from)
	if err != nil {
		return err
	}
	defer closing(&err, source)
	target, err := openEither(ctx, settings, to)
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

// either is a store that an operator's command has opened, of either kind.
type either struct {
	*store.Store
	also   io.Closer
	folder string // of the copy, which goes again
}

// Close implements [io.Closer].
func (e either) Close() error {
	err := errors.Join(e.Store.Close(), e.also.Close())
	if e.folder != "" {
		err = errors.Join(err, os.RemoveAll(e.folder))
	}
	return err
}

// openEither opens the store that a command line names. Of a cluster's, the copy is a new one,
// beside that of a bot which may run.
func openEither(ctx context.Context, settings config.Config, name string) (e either, err error) {
	settings.Store.Kind, settings.Store.File = config.Bolt, name
	if name == inCluster {
		if len(settings.Cluster.Servers) == 0 {
			return e, errors.New("the settings name no servers of a cluster (cluster.servers)")
		}
		if e.folder, err = os.MkdirTemp("", "sixfold-*"); err != nil {
			return e, err
		}
		settings.Store.Kind, settings.Store.File = config.JetStream, filepath.Join(e.folder, "copy.db")
	}
	e.Store, e.also, err = openState(ctx, settings, store.Options{}, slog.New(slog.DiscardHandler))
	if err != nil && e.folder != "" {
		err = errors.Join(err, os.RemoveAll(e.folder))
	}
	return e, err
}

// ClusterCheck says how a cluster is checked.
type ClusterCheck struct {
	All      bool // all games are read, too
	JSON     bool
	Monitors []string // where servers tell of themselves; see [jetstream.Options]
}

// CheckCluster looks at the cluster of the settings and writes a line for each finding. The
// error says that something is wrong.
func (s *Source) CheckCluster(ctx context.Context, o ClusterCheck, out io.Writer) error {
	settings, err := s.Load()
	if err != nil {
		return err
	}
	where := clusterOptions(settings)
	where.Monitors = o.Monitors
	found := append(jetstream.Check(ctx, where), checkQueue(ctx, where)...)
	if o.All {
		found = append(found, readCluster(ctx, settings))
	}
	wrong := false
	for _, f := range found {
		wrong = wrong || f.Level == jetstream.Wrong
		if !o.JSON {
			fmt.Fprintf(out, "%-8s %s: %s\n", f.Level, f.About, f.Says)
		}
	}
	if o.JSON {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		if err := e.Encode(found); err != nil {
			return err
		}
	}
	if wrong {
		return errors.New("something is wrong with the cluster")
	}
	return nil
}

// readCluster reads all games into a copy of its own, and checks them and their indexes.
func readCluster(ctx context.Context, settings config.Config) jetstream.Finding {
	f := jetstream.Finding{Level: jetstream.Wrong, About: "games"}
	e, err := openEither(ctx, settings, inCluster)
	if err != nil {
		f.Says = err.Error()
		return f
	}
	has, err := e.Verify(ctx)
	if err = errors.Join(err, e.Close()); err != nil {
		f.Says = err.Error()
		return f
	}
	f.Level = jetstream.OK
	f.Says = fmt.Sprintf("all can be read, and the indexes follow from them: tables %d, open %d, records %d", has.Tables, has.Open, has.Records)
	return f
}
