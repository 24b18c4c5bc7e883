package bot

import "sync"

// recentIDs remembers the interactions that came last: after a gap, Discord may
// deliver one twice. The zero value is ready; it is safe for concurrent use.
type recentIDs struct {
	mu   sync.Mutex
	seen map[string]bool
	ring [1024]string // a gap of minutes at several a second
	next int
}

// add notes an ID and tells whether it is new.
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
