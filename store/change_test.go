package store

import (
	"errors"
	"testing"
)

// changing is a change of two tables and two records: the first of each is saved, the second
// deleted.
func changing(t *testing.T, s *Store) Change {
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
	return Change{
		Save: entries[:1], Delete: entries[1:],
		Put: []Value{{RecordKey{"note", "0"}, []byte("y")}}, Remove: []RecordKey{{"note", "1"}},
	}
}

func TestApplyIsOneCommit(t *testing.T) {
	s := fresh(t)
	c := changing(t, s)
	before := committed(t, s)
	if err := s.Apply(c); err != nil {
		t.Fatal(err)
	}
	if n := committed(t, s) - before; n != 1 {
		t.Errorf("%d commits, want 1", n)
	}
	saved, err := s.Load(c.Save[0].Key)
	if err != nil || saved.Names[0] != "" || saved.Revision != 2 {
		t.Errorf("saved: %+v, %v", saved, err)
	}
	if put, err := s.Get("note", "0"); err != nil || string(put) != "y" {
		t.Errorf("the record that was put: %q, %v", put, err)
	}
	_, noTable := s.Load(c.Delete[0].Key)
	_, noRecord := s.Get("note", "1")
	if !errors.Is(noTable, ErrNotFound) || !errors.Is(noRecord, ErrNotFound) {
		t.Errorf("what was removed: %v, %v, want ErrNotFound", noTable, noRecord)
	}
	check(t, s)
}

// TestApplyDoesAllOrNothing: if one table has changed meanwhile, no other changes.
func TestApplyDoesAllOrNothing(t *testing.T) {
	s := fresh(t)
	c := changing(t, s)
	if err := s.Save(c.Delete[0].Key, c.Delete[0].Table); err != nil {
		t.Fatal(err)
	}
	c.Delete[0].Revision-- // as it was loaded
	if err := s.Apply(c); !errors.Is(err, ErrStale) {
		t.Errorf("Apply = %v, want ErrStale", err)
	}
	saved, err := s.Load(c.Save[0].Key)
	_, noRecord := s.Get("note", "1")
	_, put := s.Get("note", "0")
	if err != nil || saved.Revision != 1 || noRecord != nil || !errors.Is(put, ErrNotFound) {
		t.Errorf("after a refused change: %+v, %v, %v, %v", saved, err, noRecord, put)
	}
	for name, c := range map[string]Change{"put": {Put: []Value{{Data: []byte("x")}}}, "removed": {Remove: []RecordKey{{}}}, "handled": {Op: Op{Request: "ann"}}} {
		if err := s.Apply(c); !errors.Is(err, ErrKey) {
			t.Errorf("what cannot be %s: %v, want ErrKey", name, err)
		}
	}
}

// TestApplyExpectsWhatWasRead: a change based on an outdated small record is refused.
func TestApplyExpectsWhatWasRead(t *testing.T) {
	s := fresh(t)
	r := RecordKey{"note", "1"}
	swap := func(was, now []byte) error {
		return s.Apply(Change{Expect: []Value{{r, was}}, Put: []Value{{r, now}}})
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
	if err := s.Apply(Change{Expect: []Value{{}}}); !errors.Is(err, ErrKey) {
		t.Errorf("a record that cannot be: %v", err)
	}
}

func TestSatFindsWhatIsOver(t *testing.T) {
	s := fresh(t)
	over, watched, others := hexTable(), hexTable(), hexTable()
	over.Over, over.End, over.Owner = true, &End{At: now}, "12"
	watched.Seats = []string{"level:easy", "level:hard"}
	others.Owner, others.Seats = "12", []string{"user:111", "user:1"}
	for _, table := range []*Table{over, watched, others} {
		table.Moves = nil
		if _, err := s.Create(channel, "hex", table); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := s.Sat("11")
	if err != nil || len(entries) != 2 || entries[0].Number != 1 || entries[1].Number != 2 {
		t.Errorf("Sat = %v, %v, want tables 1 and 2", entries, err)
	}
}
