package table

import (
	"strconv"
	"testing"
	"time"
)

// TestRateRemembersNobodyForLong: people without a request in the last minute are dropped when the
// next request comes, at least a minute after the last sweep.
func TestRateRemembersNobodyForLong(t *testing.T) {
	r := &Rate{Most: 3, Within: time.Minute}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for i := range 100_000 {
		if !r.Allows(strconv.Itoa(i), "", "", now) {
			t.Fatal("a person is refused for what others do")
		}
		now = now.Add(time.Millisecond)
		if i%1000 == 0 && len(r.recent) > 120_001 {
			t.Fatalf("%d are remembered", len(r.recent))
		}
	}
	now = now.Add(time.Minute)
	r.Allows("last", "", "", now)
	if len(r.recent) != 1 {
		t.Errorf("after a minute %d are remembered, want 1", len(r.recent))
	}
	for range 1000 {
		r.Allows("last", "", "", now)
	}
	if n := len(r.recent["last"]); n != 3 {
		t.Errorf("of one person %d times are remembered, want 3", n)
	}
}

// TestRepeatedRequestCountsOnce: of one that is delivered twice only the first counts.
func TestRepeatedRequestCountsOnce(t *testing.T) {
	r := &Rate{Most: 2, Within: time.Minute}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for i, want := range []bool{true, true, true, true, false, false} {
		if got := r.Allows("11", strconv.Itoa(i/2+1), "", now); got != want {
			t.Errorf("delivery %d: %t", i, got)
		}
	}
}
