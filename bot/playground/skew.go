package playground

import (
	"sync"
	"time"
)

// skewedClock is a clock that can be put forward.
type skewedClock struct {
	clock Clock

	mu     sync.Mutex
	ahead  time.Duration
	timers map[*skewedTimer]bool // those that are still to come
}

type skewedTimer struct {
	at   time.Time
	f    func()
	stop func() bool // of the clock below
}

func newSkewedClock(c Clock) *skewedClock {
	return &skewedClock{clock: c, timers: map[*skewedTimer]bool{}}
}

func (c *skewedClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

// now is the time. The lock is held.
func (c *skewedClock) now() time.Time { return c.clock.Now().Add(c.ahead) }

func (c *skewedClock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &skewedTimer{at: c.now().Add(d), f: f}
	c.timers[t] = true
	c.wind(t, d)
	return func() bool { return c.take(t) }
}

// wind sets a timer. The lock is held.
func (c *skewedClock) wind(t *skewedTimer, d time.Duration) {
	t.stop = c.clock.AfterFunc(d, func() {
		if c.take(t) {
			t.f()
		}
	})
}

// take ends a timer, and reports whether it was still to come.
func (c *skewedClock) take(t *skewedTimer) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.timers[t] {
		return false
	}
	delete(c.timers, t)
	t.stop()
	return true
}

// advance puts the clock forward, and returns when all that fell due has been called.
func (c *skewedClock) advance(d time.Duration) {
	c.mu.Lock()
	c.ahead += d
	now := c.now()
	var due []*skewedTimer
	for t := range c.timers {
		t.stop()
		if t.at.After(now) {
			c.wind(t, t.at.Sub(now))
			continue
		}
		delete(c.timers, t)
		due = append(due, t)
	}
	c.mu.Unlock()
	for _, t := range due {
		t.f()
	}
}
