package store

import (
	"bytes"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/store/changelog/memlog"
)

// TestEditLosesNothing: of many who add to one record at once, on one file and on replicas, none
// is lost.
func TestEditLosesNothing(t *testing.T) {
	const people, times = 4, 8
	log := &memlog.Log{}
	replica := func(name string) *Store { return openReplica(t, filepath.Join(t.TempDir(), name), log.Client(0)) }
	for name, stores := range map[string][]*Store{"one file": {fresh(t)}, "replicas": {replica("1"), replica("2")}} {
		var all sync.WaitGroup
		for i := range people {
			all.Go(func() {
				for range times {
					err := Edit(stores[i%len(stores)], func(c *Change, r Reader) error {
						was, err := r.Get("sum", "1")
						if err != nil && !errors.Is(err, ErrNotFound) {
							return err
						}
						c.Put = []Value{{Record{"sum", "1"}, append(bytes.Clone(was), byte(i))}}
						return nil
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if err := stores[0].Sync(t.Context()); err != nil {
			t.Error(err)
		}
		sum, err := stores[0].Get("sum", "1")
		if err != nil || len(sum) != people*times {
			t.Errorf("%s: %d of %d changes are there: %v", name, len(sum), people*times, err)
		}
	}
}

// TestWhatIsReplacedWasRead, or is said to follow from nothing.
func TestWhatIsReplacedWasRead(t *testing.T) {
	s := fresh(t)
	v := Value{Record{"note", "1"}, []byte("x")}
	if err := s.Apply(Change{Put: []Value{v}}); !errors.Is(err, ErrUnread) {
		t.Errorf("Put of what was not read: %v, want ErrUnread", err)
	}
	if err := s.Apply(Change{Set: []Value{v}}); err != nil {
		t.Errorf("Set: %v", err)
	}
	var late Change
	if _, err := late.From(s).Get("note", "1"); err != nil {
		t.Fatal(err)
	}
	if err := s.Put("note", "1", []byte("y")); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]Change{"put": {Put: []Value{v}}, "removed": {Remove: []Record{v.Record}}, "another": {Set: []Value{{Record{"note", "2"}, nil}}}} {
		c.Expect = late.Expect
		if err := s.Apply(c); !errors.Is(err, ErrStaleRecord) {
			t.Errorf("%s, from what is no longer there: %v, want ErrStaleRecord", name, err)
		}
	}
	failed := errors.New("failed")
	if err := Edit(s, func(*Change, Reader) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("Edit: %v, want why the work failed", err)
	}
}

// TestTablesThatStand are compared, and stay as they are.
func TestTablesThatStand(t *testing.T) {
	s := fresh(t)
	table := &Table{}
	key, err := s.Create("1", "hex", table)
	if err != nil {
		t.Fatal(err)
	}
	c := Change{Stand: []Entry{{Key: key, Table: table}}, Set: []Value{{Record{"note", "1"}, nil}}}
	if err := s.Apply(c); err != nil {
		t.Fatal(err)
	}
	if now, err := s.Load(key); err != nil || now.Revision != table.Revision {
		t.Errorf("%+v, %v: it was to stay as it is", now, err)
	}
	late := *table
	if err := s.Save(key, table); err != nil {
		t.Fatal(err)
	}
	c.Stand = []Entry{{Key: key, Table: &late}}
	if err := s.Apply(c); !errors.Is(err, ErrStale) {
		t.Errorf("a table that went on: %v, want ErrStale", err)
	}
}
