package search

import (
	"context"
	"errors"
	"time"
)

// EverySecond returns a function for a long search to call as often as it likes, on one goroutine.
// It calls report at most once a second, with about the seconds since the start.
func EverySecond(report func(second int)) func() {
	ticks, second := time.Tick(time.Second), 0
	return func() {
		select {
		case <-ticks:
			second++
			report(second)
		default:
		}
	}
}

// Interrupted reports whether an error says that a search's context has expired or was cancelled.
func Interrupted(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
