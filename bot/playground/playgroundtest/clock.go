package playgroundtest

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Clock is a clock moved by hand, starting at noon of 2026-06-01 UTC. It is safe for concurrent
// use.
type Clock struct {
	mu     sync.Mutex
	now    time.Time
	timers map[int]timer
	last   int
}

type timer struct {
	at time.Time
	id int
	f  func()
}

// NewClock returns a stopped clock.
func NewClock() *Clock {
	return &Clock{now: time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC), timers: map[int]timer{}}
}

// Now returns the current time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// AfterFunc calls f once the clock has advanced by d, unless stop is called first.
func (c *Clock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	id := c.last
	c.timers[id] = timer{c.now.Add(d), id, f}
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, ok := c.timers[id]
		delete(c.timers, id)
		return ok
	}
}

// Pending reports whether a timer fires in exactly d.
func (c *Clock) Pending(d time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.timers {
		if t.at.Equal(c.now.Add(d)) {
			return true
		}
	}
	return false
}

// Advance moves the clock, backwards if d is negative. It runs all due timers in order before it
// returns.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	var due []timer
	for id, t := range c.timers {
		if !t.at.After(c.now) {
			due = append(due, t)
			delete(c.timers, id)
		}
	}
	c.mu.Unlock()
	slices.SortFunc(due, func(a, b timer) int { return cmp.Or(a.at.Compare(b.at), a.id-b.id) })
	for _, t := range due {
		t.f()
	}
}
