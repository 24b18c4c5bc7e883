package store

import (
	"path/filepath"
	"testing"
)

func TestRecent(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "recent.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	create := func(channel, game string, over bool) {
		t.Helper()
		table := &Table{Head: Head{Seats: []string{"user:1"}, Names: []string{"Anna"}, Over: over}}
		if over {
			table.End = &End{At: now}
		}
		if _, err := s.Create(channel, game, table); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 5 {
		create("7", "hex", i%2 == 0)
		create("7", "hexagon", false)
		create("8", "hex", false)
	}
	for _, tt := range []struct {
		channel, game string
		limit         int
		want          []int
	}{
		{"7", "hex", 3, []int{5, 4, 3}},
		{"7", "hex", 50, []int{5, 4, 3, 2, 1}},
		{"8", "hex", 1, []int{5}},
		{"9", "hex", 50, nil},
		{"7", "he", 50, nil},
	} {
		entries, err := s.Recent(tt.channel, tt.game, tt.limit)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != len(tt.want) {
			t.Fatalf("Recent(%s, %s, %d) has %d tables, want %v", tt.channel, tt.game, tt.limit, len(entries), tt.want)
		}
		for i, e := range entries {
			if e.Channel != tt.channel || e.Key.Game != tt.game || e.Number != tt.want[i] {
				t.Errorf("Recent(%s, %s, %d)[%d] = %s, want number %d", tt.channel, tt.game, tt.limit, i, e.Key, tt.want[i])
			}
		}
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
