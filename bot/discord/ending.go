package discord

import "sync"

// ending records how a transport ended. It is safe for concurrent use.
type ending struct {
	done chan struct{}

	mu    sync.Mutex
	ended bool // done is closed
	err   error
}

func newEnding() *ending { return &ending{done: make(chan struct{})} }

// finish ends the transport with an error, nil for close. The first call counts.
func (e *ending) finish(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.ended {
		e.ended, e.err = true, err
		close(e.done)
	}
}

func (e *ending) over() <-chan struct{} { return e.done }

func (e *ending) fault() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}
