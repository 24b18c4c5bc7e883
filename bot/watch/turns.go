package watch

import (
	"context"
	"sync"
)

// Turns gives the turn of each key to one caller at a time, in the order in which they ask. The zero
// value is ready to use; it is safe for concurrent use. A key uses memory only while it has callers.
type Turns[K comparable] struct {
	mu   sync.Mutex
	last map[K]chan struct{} // closed at the end of the last turn asked for
}

// ask asks for a turn, which begins when before is closed. The caller must call end after it.
func (t *Turns[K]) ask(key K) (before <-chan struct{}, end func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last == nil {
		t.last = map[K]chan struct{}{}
	}
	earlier, mine := t.last[key], make(chan struct{})
	if earlier == nil {
		earlier = make(chan struct{})
		close(earlier)
	}
	t.last[key] = mine
	return earlier, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.last[key] == mine {
			delete(t.last, key)
		}
		close(mine)
	}
}

// Add runs the job in its turn. It returns at once. The job must not panic.
func (t *Turns[K]) Add(key K, job func()) {
	before, end := t.ask(key)
	go func() { <-before; job(); end() }()
}

// Acquire waits for a turn. Without an error, the caller must call release; the error is the
// cause of the context's end.
func (t *Turns[K]) Acquire(ctx context.Context, key K) (release func(), err error) {
	before, end := t.ask(key)
	select {
	case <-before:
		return end, nil
	case <-ctx.Done():
		go func() { <-before; end() }()
		return nil, context.Cause(ctx)
	}
}
