// Package seek looks for something for so many seconds, and tells each second how far the
// search is. It measures no time itself: what it is given is bounded by contexts.
package seek

import (
	"context"
	"errors"
	"strconv"
	"time"
)

// Tick is how often progress is told.
const Tick = time.Second

// For asks next for something until it is found or so many seconds are over. After each
// second without it, it tells how many have passed; next is then called again and goes on
// where it was. The error is next's, or [context.DeadlineExceeded].
func For[T any](ctx context.Context, seconds int, next func(context.Context) (T, error), tell func(second int)) (T, error) {
	for second := range max(seconds, 1) {
		found, err := within(ctx, next)
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return found, err
		}
		tell(second + 1)
	}
	var none T
	return none, context.DeadlineExceeded
}

func within[T any](ctx context.Context, next func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, Tick)
	defer cancel()
	return next(ctx)
}

// Over tells whether a search ended because its time was over, or somebody ended it.
func Over(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// Number writes a number by thousands: 12,345.
func Number(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
