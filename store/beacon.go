package store

import (
	"context"
	"sync"
)

// beacon is a number that only grows, for which others wait.
type beacon struct {
	mu     sync.Mutex
	number uint64
	next   chan struct{} // closed when the number has grown
}

func newBeacon() *beacon { return &beacon{next: make(chan struct{})} }

func (b *beacon) shine(number uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.number = max(b.number, number)
	close(b.next)
	b.next = make(chan struct{})
}

func (b *beacon) value() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.number
}

// await returns when the number has been reached, or why one of the contexts has ended.
func (b *beacon) await(ctx, other context.Context, number uint64) error {
	for {
		b.mu.Lock()
		reached, next := b.number >= number, b.next
		b.mu.Unlock()
		if reached {
			return nil
		}
		select {
		case <-next:
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-other.Done():
			return context.Cause(other)
		}
	}
}
