package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
)

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
		return state{}, errors.New("the settings name no servers of a cluster (cluster.servers)")
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
