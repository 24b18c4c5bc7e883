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

// For lets next look for something for at most so many seconds. Each second in which next
// asks its context for an error, as searches do to see whether they must stop, it tells
// first how many have passed, on the same goroutine: what is found does not depend on it.
// The error is next's.
func For[T any](ctx context.Context, seconds int, next func(context.Context) (T, error), tell func(second int)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(max(seconds, 1))*time.Second)
	defer cancel()
	ticks := time.NewTicker(Tick)
	defer ticks.Stop()
	return next(&watched{Context: ctx, ticks: ticks.C, tell: tell})
}

// watched is a context that tells when a second has passed.
type watched struct {
	context.Context
	ticks  <-chan time.Time
	second int
	tell   func(second int)
}

// Err implements [context.Context].
func (w *watched) Err() error {
	select {
	case <-w.ticks:
		w.second++
		w.tell(w.second)
	default:
	}
	return w.Context.Err()
}

// Over reports whether a search ended because its time was over, or somebody ended it.
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
