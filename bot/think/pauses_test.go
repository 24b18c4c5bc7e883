package think

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// TestTroubleOfTheStorePausesAll: if nothing can be written, no table is tried; a failure of one
// table delays no other.
func TestTroubleOfTheStorePausesAll(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want bool
	}{
		{store.ErrFull, true},
		{store.ErrReadOnly, true},
		{store.ErrReplaced, true},
		{store.ErrDisk, true},
		{fmt.Errorf("%w: %w", store.ErrUncertain, errors.New("input/output error")), true},
		{store.ErrMemory, true},
		{store.ErrDamaged, false},
		{errors.New("the player lost its way"), false},
	} {
		var p pauses
		now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		one := store.Key{Channel: "1", Game: "hex", Number: 1}
		p.failed(one, fmt.Errorf("save: %w", tt.err), now)
		other := store.Key{Channel: "1", Game: "hex", Number: 2}
		due := p.due([]store.Key{one, other}, now)
		if slices.Contains(due, one) || slices.Contains(due, other) == tt.want {
			t.Errorf("%v: due are %v; all wait: want %t", tt.err, due, tt.want)
		}
	}
}
