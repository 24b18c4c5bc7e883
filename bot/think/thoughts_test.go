package think

import (
	"testing"

	"github.com/sixfold-bot/sixfold/store"
)

// TestThoughtsChangePlaces: a cancelled computation does not keep the next one from beginning, and
// changes reported in the wrong order end none.
func TestThoughtsChangePlaces(t *testing.T) {
	var ts thoughts
	var key store.Key
	first, endFirst, ok := ts.begin(t.Context(), key, 1)
	if !ok {
		t.Fatal("the first thought may not begin")
	}
	if _, _, ok := ts.begin(t.Context(), key, 1); ok {
		t.Error("two think at one table")
	}
	ts.outdate(key, 2)
	if first.Err() == nil {
		t.Error("a thought outlives a change of its table")
	}
	second, endSecond, ok := ts.begin(t.Context(), key, 3)
	if !ok {
		t.Fatal("the second thought waits for the first, which has been told to end")
	}
	endFirst()
	ts.outdate(key, 2)
	ts.outdate(key, 3)
	if second.Err() != nil || !ts.busy(key) {
		t.Error("the end of the first thought, or old reports, ended the second")
	}
	ts.saving(key, 4)
	ts.outdate(key, 4)
	if second.Err() != nil {
		t.Error("a thought is ended by its own move")
	}
	endSecond()
	if ts.busy(key) || len(ts.active) != 0 {
		t.Error("somebody thinks after the end")
	}
}
