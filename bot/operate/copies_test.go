package operate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
)

// told is a copier every hour, with what it logs.
type told struct {
	copier

	log bytes.Buffer
}

func newTold(t *testing.T, backup func(io.Writer) error) *told {
	t.Helper()
	c := &told{copier: copier{
		copies: store.Copies{Folder: t.TempDir(), Name: "sixfold.db", Keep: 2}, every: time.Hour, backup: backup,
	}}
	c.copier.log = slog.New(slog.NewTextHandler(&c.log, nil))
	return c
}

// runFor runs the copier for a duration of the bubble's time.
func (c *told) runFor(t *testing.T, d time.Duration) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), d)
	defer stop()
	c.run(ctx)
}

func openStore(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "sixfold.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func (c *told) files(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(c.copies.Folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestCopiesAreMadeInTime: the first copy at once if there is none, then one each hour; after a
// restart the next is due an hour after the last.
func TestCopiesAreMadeInTime(t *testing.T) {
	s := openStore(t)
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var made []time.Duration
		c := newTold(t, func(w io.Writer) error {
			made = append(made, time.Since(began))
			return s.Backup(w)
		})
		c.runFor(t, 2*time.Hour+time.Minute)
		if want := []time.Duration{0, time.Hour, 2 * time.Hour}; !slices.Equal(made, want) {
			t.Errorf("made after %v, want %v", made, want)
		}
		if files := c.files(t); !slices.Equal(files, []string{"sixfold.db.2", "sixfold.db.3"}) {
			t.Errorf("the folder holds %v", files)
		}
		if n := strings.Count(c.log.String(), "store copied"); n != 3 {
			t.Errorf("%d copies are logged: %s", n, c.log.String())
		}
		for age, want := range map[time.Duration]time.Duration{10 * time.Minute: 50 * time.Minute, 2 * time.Hour: 0, -100 * time.Hour: time.Hour} {
			written := time.Now().Add(-age)
			if err := os.Chtimes(filepath.Join(c.copies.Folder, "sixfold.db.3"), written, written); err != nil {
				t.Fatal(err)
			}
			if got := c.first(); got.Round(time.Second) != want {
				t.Errorf("with a copy %s old the first comes after %s, want %s", age, got, want)
			}
		}
	})
}

// TestFailedCopyIsLogged, and tried again.
func TestFailedCopyIsLogged(t *testing.T) {
	s := openStore(t)
	synctest.Test(t, func(t *testing.T) {
		full := true
		c := newTold(t, func(w io.Writer) error {
			if full {
				full = false
				return errors.New("no room")
			}
			return s.Backup(w)
		})
		c.runFor(t, time.Hour+time.Minute)
		if log := c.log.String(); !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "no room") || !strings.Contains(log, "store copied") {
			t.Errorf("logged: %s", log)
		}
		if files := c.files(t); !slices.Equal(files, []string{"sixfold.db.1"}) {
			t.Errorf("the folder holds %v", files)
		}
	})
}

// TestCopierStops while it waits, and while it writes, which leaves nothing behind.
func TestCopierStops(t *testing.T) {
	s := openStore(t)
	writing := make(chan struct{})
	c := newTold(t, func(w io.Writer) error {
		close(writing)
		for {
			if _, err := w.Write([]byte("x")); err != nil {
				return err
			}
		}
	})
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { c.run(ctx) })
	<-writing
	stop()
	running.Wait()
	if files := c.files(t); len(files) != 0 || strings.Contains(c.log.String(), "ERROR") {
		t.Errorf("the folder holds %v; logged: %s", files, c.log.String())
	}
	settings := config.Default()
	copyStore(t.Context(), settings, s, c.copier.log) // returns at once, as there is no folder
	settings.Store.Backup = t.TempDir()
	waiting, stop := context.WithCancel(t.Context())
	running.Go(func() { copyStore(waiting, settings, s, c.copier.log) })
	stop()
	running.Wait()
}
