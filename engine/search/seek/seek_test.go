package seek_test

import (
	"context"
	"errors"
	"testing"

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
		{"when the time is over", t.Context(), func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() }, context.DeadlineExceeded},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			told := 0
			found, err := seek.For(tt.ctx, 1, tt.next, func(int) { told++ })
			if !errors.Is(err, tt.want) || err == nil && found != 3 {
				t.Errorf("found %d, %v; want %v", found, err, tt.want)
			}
			if over := errors.Is(tt.want, context.DeadlineExceeded); over != (told == 1) {
				t.Errorf("told %d times", told)
			}
		})
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := seek.Number(n); got != want {
			t.Errorf("Number(%d) = %q, want %q", n, got, want)
		}
	}
}
