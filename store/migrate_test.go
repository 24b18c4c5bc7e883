package store

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/sixfold-bot/sixfold/store/logtest"
)

// games fills a store with something of each kind.
func games(t *testing.T, s *Store, n int) {
	t.Helper()
	for i := range n {
		if _, err := s.Create(channel, "hex", hexTable(), Op{Request: strconv.Itoa(1000 + len(s.requests.ring))}); err != nil {
			t.Fatal(err)
		}
		err := Update(t.Context(), s, Op{}, func(tx *Tx) error {
			tx.Put("note", strconv.Itoa(i), []byte("x"))
			tx.Rank(Ranked{Board: "hex", Member: strconv.Itoa(i), Score: int32(1500 + i%7)})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func silent(int) {}

// TestMigrateThereAndBack moves a store into a log and back, and continues after an interruption.
func TestMigrateThereAndBack(t *testing.T) {
	const n = 300
	file := fresh(t)
	games(t, file, n)
	want := rowsOf(t, file)

	var log logtest.Memory
	cluster := openReplica(t, filepath.Join(t.TempDir(), "copy.db"), log.Client(0))
	ctx, stop := context.WithCancel(t.Context())
	_, err := Migrate(ctx, file, cluster, func(rows int) {
		if rows >= len(want)/2 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	half := len(rowsOf(t, cluster))
	if half < 10 || half > len(want)-10 {
		t.Fatalf("%d of %d rows have been moved before the interruption", half, len(want))
	}
	moved, err := Migrate(t.Context(), file, cluster, silent)
	if err != nil {
		t.Fatal(err)
	}
	if moved.Tables != n || moved.Records != n || moved.Moved >= moved.Rows || moved.Rows != len(want)-1 {
		t.Errorf("moved %+v of %d rows", moved, len(want))
	}
	back := fresh(t)
	again, err := Migrate(t.Context(), cluster, back, silent)
	if err != nil {
		t.Fatal(err)
	}
	if again.Checksum != moved.Checksum || again.Moved != again.Rows {
		t.Errorf("there %+v, and back %+v", moved, again)
	}
	for name, s := range map[string]*Store{"the cluster": cluster, "the file": back} {
		if diff := gocmp.Diff(want, rowsOf(t, s)); diff != "" {
			t.Errorf("%s holds something else: %s", name, diff)
		}
	}
	games(t, back, 1)
	if key, err := back.Create(channel, "hex", hexTable()); err != nil || key.Number != n+2 {
		t.Errorf("a new table after all: %v, %v", key, err)
	}
}

// TestMigrateIntoOtherGames refuses to merge different stores.
func TestMigrateIntoOtherGames(t *testing.T) {
	for name, change := range map[string]func(from, to *Store) error{
		"a record more":  func(_, to *Store) error { return to.Put("note", "z", []byte("y")) },
		"another record": func(_, to *Store) error { return to.Put("note", "0", []byte("y")) },
		"another place": func(_, to *Store) error {
			return to.Commit(&Tx{ranks: []Ranked{{Board: "hex", Member: "0", Score: 7}}}, Op{})
		},
		"a table more": func(_, to *Store) error { _, err := to.Create("77", "hex", hexTable()); return err },
	} {
		from, to := fresh(t), fresh(t)
		games(t, from, 3)
		if err := change(from, to); err != nil {
			t.Fatal(err)
		}
		before := rowsOf(t, to)
		if _, err := Migrate(t.Context(), from, to, silent); !errors.Is(err, ErrOccupied) {
			t.Errorf("%s: %v, want ErrOccupied", name, err)
		}
		if diff := gocmp.Diff(before, rowsOf(t, to)); diff != "" {
			t.Errorf("%s: something was written: %s", name, diff)
		}
	}
}

// TestBackupOfAReplicaIsAStore: opening it as a replica is refused, because that would begin by
// removing it.
func TestBackupOfAReplicaIsAStore(t *testing.T) {
	var log logtest.Memory
	replica := openReplica(t, filepath.Join(t.TempDir(), "copy.db"), log.Client(0))
	games(t, replica, 2)
	path := filepath.Join(t.TempDir(), "backup.db")
	if _, err := WriteCopy(t.Context(), path, false, replica.Backup); err != nil {
		t.Fatal(err)
	}
	own, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	games(t, own, 1)
	if err := own.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenReplica(t.Context(), path, log.Client(0), Options{}); !errors.Is(err, ErrNoReplica) {
		t.Errorf("OpenReplica of a store of its own: %v", err)
	}
	has, err := Check(t.Context(), path)
	if err != nil || has.Tables != 3 {
		t.Errorf("the store holds %+v, %v", has, err)
	}
}
