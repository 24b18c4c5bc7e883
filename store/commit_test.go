package store

import (
	"errors"
	"testing"
)

// changing is a transaction that saves the first of two tables and of two records, and deletes the second.
func changing(t *testing.T, s *Store) (tx *Tx, saved, deleted Entry) {
	t.Helper()
	for range 2 {
		if _, err := s.Create(channel, "hex", hexTable()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Put("note", "1", []byte("x")); err != nil {
		t.Fatal(err)
	}
	entries, err := s.Sat("11")
	if err != nil || len(entries) != 2 {
		t.Fatalf("Sat = %v, %v, want two tables", entries, err)
	}
	entries[0].Names[0] = ""
	tx, saved, deleted = newTx(t.Context(), s), entries[0], entries[1]
	tx.Save(saved.Key, saved.Table)
	tx.DeleteTable(deleted.Key, deleted.Table)
	tx.Put("note", "0", []byte("y"))
	tx.Delete(RecordKey{"note", "1"})
	return tx, saved, deleted
}

func TestCommitIsWhole(t *testing.T) {
	s := fresh(t)
	tx, save, remove := changing(t, s)
	before := committed(t, s)
	if err := s.Commit(tx, Op{}); err != nil {
		t.Fatal(err)
	}
	if n := committed(t, s) - before; n != 1 {
		t.Errorf("%d commits, want 1", n)
	}
	saved, err := s.Load(save.Key)
	if err != nil || saved.Names[0] != "" || saved.Revision != 2 {
		t.Errorf("saved: %+v, %v", saved, err)
	}
	if put, err := s.Get("note", "0"); err != nil || string(put) != "y" {
		t.Errorf("the record that was put: %q, %v", put, err)
	}
	_, noTable := s.Load(remove.Key)
	_, noRecord := s.Get("note", "1")
	if !errors.Is(noTable, ErrNotFound) || !errors.Is(noRecord, ErrNotFound) {
		t.Errorf("what was removed: %v, %v, want ErrNotFound", noTable, noRecord)
	}
	check(t, s)
}

// TestCommitDoesAllOrNothing: if one table has changed meanwhile, no other changes.
func TestCommitDoesAllOrNothing(t *testing.T) {
	s := fresh(t)
	tx, save, remove := changing(t, s)
	if err := s.Save(remove.Key, remove.Table); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(tx, Op{}); !errors.Is(err, ErrStale) {
		t.Errorf("Commit = %v, want ErrStale", err)
	}
	saved, err := s.Load(save.Key)
	_, noRecord := s.Get("note", "1")
	_, put := s.Get("note", "0")
	if err != nil || saved.Revision != 1 || noRecord != nil || !errors.Is(put, ErrNotFound) {
		t.Errorf("after a refused change: %+v, %v, %v, %v", saved, err, noRecord, put)
	}
	for name, err := range map[string]error{"put": s.Put("", "", []byte("x")), "removed": s.Remove("", ""), "handled": s.Commit(&Tx{}, Op{Request: "ann"})} {
		if !errors.Is(err, ErrKey) {
			t.Errorf("what cannot be %s: %v, want ErrKey", name, err)
		}
	}
}

// TestCommitRefusesAnOlderTable than the one that the transaction has loaded.
func TestCommitRefusesAnOlderTable(t *testing.T) {
	s := fresh(t)
	table := hexTable()
	key, err := s.Create(channel, "hex", table)
	if err != nil {
		t.Fatal(err)
	}
	old := *table
	if err := s.Save(key, table); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func(*Tx, Key, *Table){"saved": (*Tx).Save, "deleted": (*Tx).DeleteTable} {
		tx := newTx(t.Context(), s)
		if _, err := tx.Load(key); err != nil {
			t.Fatal(err)
		}
		f(tx, key, &old)
		if err := s.Commit(tx, Op{}); !errors.Is(err, ErrStale) {
			t.Errorf("one that is %s: %v, want ErrStale", name, err)
		}
	}
}

// TestCommitExpectsWhatWasRead: a transaction that has read an outdated small record is refused.
func TestCommitExpectsWhatWasRead(t *testing.T) {
	s := fresh(t)
	r := RecordKey{"note", "1"}
	swap := func(was, now []byte) error {
		return s.Commit(&Tx{read: map[RecordKey][]byte{r: was}, wrote: map[RecordKey][]byte{r: now}}, Op{})
	}
	for _, step := range []struct {
		was, now []byte
		want     error
	}{
		{[]byte("x"), []byte("y"), ErrStale},
		{nil, []byte("x"), nil},
		{nil, []byte("y"), ErrStale},
		{[]byte("y"), []byte("z"), ErrStale},
		{[]byte{}, []byte("z"), ErrStale},
		{[]byte("x"), []byte{}, nil},
		{nil, []byte("z"), ErrStale},
		{[]byte{}, []byte("z"), nil},
	} {
		before, _ := s.Get(r.Kind, r.ID)
		if err := swap(step.was, step.now); !errors.Is(err, step.want) {
			t.Errorf("%q for %q: %v, want %v", step.now, step.was, err, step.want)
		}
		want := step.now
		if step.want != nil {
			want = before
		}
		if got, _ := s.Get(r.Kind, r.ID); string(got) != string(want) {
			t.Errorf("after %q for %q: %q, want %q", step.now, step.was, got, want)
		}
	}
	if err := s.Commit(&Tx{read: map[RecordKey][]byte{{}: nil}}, Op{}); !errors.Is(err, ErrKey) {
		t.Errorf("a record that cannot be: %v", err)
	}
}
