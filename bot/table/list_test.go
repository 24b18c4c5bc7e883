package table

import (
	"testing"
	"time"
)

// TestPastIsReadToItsEnd: a history longer than what is read at a time is whole, and says where it ends.
func TestPastIsReadToItsEnd(t *testing.T) {
	r := newRoom(t)
	const games = pastPage + 2
	for range games {
		r.clock = r.clock.Add(time.Minute)
		r.open(both, redWins...)
	}
	for _, tt := range []struct {
		skip, limit, want int
		more              bool
	}{
		{0, games, games, false},
		{0, games - 1, games - 1, true},
		{pastPage, games, 2, false},
		{pastPage - 1, 2, 2, true},
	} {
		list, more, err := r.tables.Past(t.Context(), anna, "hex", tt.skip, tt.limit, nil)
		if err != nil || len(list) != tt.want || more != tt.more {
			t.Errorf("%d after %d: %d games, more %v, %v; want %d, %v", tt.limit, tt.skip, len(list), more, err, tt.want, tt.more)
		}
	}
	all, _, err := r.tables.Past(t.Context(), anna, "hex", 0, games, func(*Brief) bool { return true })
	if err != nil || len(all) != games {
		t.Errorf("of those that may be seen: %d, %v; want %d", len(all), err, games)
	}
}
