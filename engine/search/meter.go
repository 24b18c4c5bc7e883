package search

import (
	"context"
	"errors"
	"time"
)

// pace is the time between two reports.
const pace = time.Second

// Meter tells when the next report of a long search is due: one a second, however often the search
// calls back. It is not safe for concurrent use.
type Meter struct {
	ticks  <-chan time.Time
	stop   func()
	second int
}

// StartMeter makes a meter, which the caller must stop.
func StartMeter() *Meter {
	t := time.NewTicker(pace)
	return &Meter{ticks: t.C, stop: t.Stop}
}

// MeterBy makes a meter whose reports are due by ticks that the caller sends.
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

// Stop ends the meter: no report is due any more.
func (m *Meter) Stop() { m.stop() }

// Interrupted reports whether an error says that the context of a search has ended: that its
// time was over, or that it was cancelled.
func Interrupted(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
