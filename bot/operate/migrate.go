package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/jetstream"
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

// operatorStore is a file's or a cluster's store, opened by an operator's command.
type operatorStore struct {
	state
	folder string // of the temporary copy, removed by Close
}

// Close implements [io.Closer].
func (e operatorStore) Close() error {
	err := e.state.Close()
	if e.folder != "" {
		err = errors.Join(err, os.RemoveAll(e.folder))
	}
	return err
}

// openNamed opens the store that the command line names. For a cluster it makes a new copy, apart
// from that of a bot that may be running.
func openNamed(ctx context.Context, settings config.Config, name string) (e operatorStore, err error) {
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
	e.state, err = openState(ctx, settings, store.Options{}, slog.New(slog.DiscardHandler))
	if err != nil && e.folder != "" {
		err = errors.Join(err, os.RemoveAll(e.folder))
	}
	return e, err
}

// clusterCheck is a check of a cluster, by the flags of its command.
type clusterCheck struct {
	all      bool // also read all games
	json     bool
	monitors []string // the servers' monitoring URLs; see [jetstream.Options]
}

// run checks the configured cluster, and writes a line per finding. It returns an error if something
// is wrong.
func (o *clusterCheck) run(ctx context.Context, settings config.Config, out io.Writer) error {
	where := clusterOptions(settings)
	where.Monitors = o.monitors
	found := append(jetstream.Check(ctx, where), checkQueue(ctx, where)...)
	if o.all {
		found = append(found, readCluster(ctx, settings))
	}
	wrong := false
	for _, f := range found {
		wrong = wrong || f.Level == jetstream.Wrong
		if !o.json {
			fmt.Fprintf(out, "%-8s %s: %s\n", f.Level, f.About, f.Says)
		}
	}
	if o.json {
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

// readCluster reads all games into a temporary copy, and verifies them and their indexes.
func readCluster(ctx context.Context, settings config.Config) jetstream.Finding {
	f := jetstream.Finding{Level: jetstream.Wrong, About: "games"}
	e, err := openNamed(ctx, settings, inCluster)
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
