package seek_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/search/seek"
)

func TestForEnds(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	other := errors.New("none exists")
	tests := []struct {
		name string
		ctx  context.Context
		next func(context.Context) (int, error)
		want error
	}{
		{"with what it found", t.Context(), func(context.Context) (int, error) { return 3, nil }, nil},
		{"with the search's error", t.Context(), func(context.Context) (int, error) { return 0, other }, other},
		{"when it is ended", cancelled, func(ctx context.Context) (int, error) { return 0, ctx.Err() }, context.Canceled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := seek.For(tt.ctx, 1, tt.next, func(int) { t.Error("no second has passed") })
			if !errors.Is(err, tt.want) || err == nil && found != 3 {
				t.Errorf("found %d, %v; want %v", found, err, tt.want)
			}
		})
	}
}

// TestForTellsOfSeconds: the search is called once, and told of a second while it runs.
func TestForTellsOfSeconds(t *testing.T) {
	told, called := 0, 0
	_, err := seek.For(t.Context(), 2, func(ctx context.Context) (int, error) {
		called++
		for ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		return 0, ctx.Err()
	}, func(second int) {
		if told++; second != told {
			t.Errorf("told of second %d after %d", second, told-1)
		}
	})
	if !errors.Is(err, context.DeadlineExceeded) || !seek.Over(err) || called != 1 || told == 0 {
		t.Errorf("error %v after %d calls, told %d times", err, called, told)
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := seek.Number(n); got != want {
			t.Errorf("Number(%d) = %q, want %q", n, got, want)
		}
	}
}
