package search

import (
	"context"
	"errors"
	"time"
)

const pace = time.Second

// Meter limits the reports of a long search to one a second, however often the search polls it. It
// is not safe for concurrent use.
type Meter struct {
	ticks  <-chan time.Time
	stop   func()
	second int
}

// StartMeter returns a running meter, which the caller must stop.
func StartMeter() *Meter {
	t := time.NewTicker(pace)
	return &Meter{ticks: t.C, stop: t.Stop}
}

// MeterBy returns a meter that is driven by ticks from the caller.
func MeterBy(ticks <-chan time.Time) *Meter { return &Meter{ticks: ticks, stop: func() {}} }

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

// Stop stops the meter: no further report is due.
func (m *Meter) Stop() { m.stop() }

// Interrupted reports whether an error says that a search's context has expired or was cancelled.
func Interrupted(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
