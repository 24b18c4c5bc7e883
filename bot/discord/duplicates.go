package discord

import (
	"strconv"
	"sync"
	"time"
)

// recentIDs remembers the interactions that came last: after a gap, Discord may
// deliver one twice. The zero value is ready; it is safe for concurrent use.
type recentIDs struct {
	mu   sync.Mutex
	seen map[string]bool
	ring [1024]string // a gap of minutes at several a second
	next int
}

// add notes an ID and reports whether it is new.
func (r *recentIDs) add(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[id] {
		return false
	}
	if r.seen == nil {
		r.seen = make(map[string]bool, len(r.ring))
	}
	delete(r.seen, r.ring[r.next])
	r.seen[id] = true
	r.ring[r.next] = id
	r.next = (r.next + 1) % len(r.ring)
	return true
}

// lastingIDs remembers snowflakes for a time at least, and for twice that time at
// most while others come. It is safe for concurrent use.
type lastingIDs struct {
	keep time.Duration

	mu               sync.Mutex
	recent, previous map[uint64]struct{}
	rotated          time.Time // when recent last became previous
}

// add notes an ID and reports whether it is new.
func (l *lastingIDs) add(snowflake string) bool {
	id, _ := strconv.ParseUint(snowflake, 10, 64) // it has been checked
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.rotated) >= l.keep {
		l.recent, l.previous, l.rotated = map[uint64]struct{}{}, l.recent, now
	}
	_, known := l.recent[id]
	if !known {
		_, known = l.previous[id]
	}
	if !known {
		l.recent[id] = struct{}{}
	}
	return !known
}
