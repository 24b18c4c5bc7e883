package discord

import "sync"

// ending is how a transport ended. It is safe for concurrent use.
type ending struct {
	done chan struct{}

	mu    sync.Mutex
	ended bool // done is closed
	err   error
}

func newEnding() *ending { return &ending{done: make(chan struct{})} }

// finish ends it for a reason, or for none. The first reason stays.
func (e *ending) finish(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.ended {
		e.ended, e.err = true, err
		close(e.done)
	}
}

// over is closed when it has ended.
func (e *ending) over() <-chan struct{} { return e.done }

// fault is the reason for which it ended.
func (e *ending) fault() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}
