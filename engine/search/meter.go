package search

import (
	"context"
	"errors"
	"time"
)

// Meter limits the reports of a long search to one a second, however often the search polls it. It
// is not safe for concurrent use.
type Meter struct {
	ticks  <-chan time.Time
	second int
}

// StartMeter returns a running meter.
func StartMeter() *Meter { return MeterBy(time.Tick(time.Second)) }

// MeterBy returns a meter that is driven by ticks from the caller.
func MeterBy(ticks <-chan time.Time) *Meter { return &Meter{ticks: ticks} }

// Due reports whether a report is due, and its number: about the seconds since the start.
func (m *Meter) Due() (second int, due bool) {
	select {
	case <-m.ticks:
		m.second++
		return m.second, true
	default:
		return m.second, false
	}
}

// Interrupted reports whether an error says that a search's context has expired or was cancelled.
func Interrupted(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
