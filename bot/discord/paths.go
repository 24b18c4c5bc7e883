package discord

import (
	"sync"
	"time"
)

// paths remember by which webhook messages can be edited, while the tokens in them live.
// The zero value is ready; it is safe for concurrent use.
type paths struct {
	mu      sync.Mutex
	of      map[string]editPath // by message
	checked time.Time
}

type editPath struct {
	path  string
	until time.Time
}

// add notes the path of a message by an interaction that was received at a time.
func (p *paths) add(message, path string, received time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of == nil {
		p.of = map[string]editPath{}
	}
	p.of[message] = editPath{path, received.Add(tokenBy)}
	now := time.Now()
	if now.Sub(p.checked) < time.Minute {
		return
	}
	p.checked = now
	for message, e := range p.of {
		if !e.until.After(now) {
			delete(p.of, message)
		}
	}
}

// get returns the path of a message, if its token lives.
func (p *paths) get(message string) (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.of[message]
	return e.path, ok && e.until.After(time.Now())
}

// drop forgets the path of a message that will not be edited any more.
func (p *paths) drop(message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.of, message)
}
