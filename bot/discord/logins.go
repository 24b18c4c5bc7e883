package discord

import (
	"context"
	"sync"
	"time"
)

// Logins serializes the logins of a process's connections: of the shards with the same remainder
// modulo max_concurrency, Discord accepts one login in five seconds. The zero value is ready to
// use; it is safe for concurrent use.
type Logins struct {
	mu    sync.Mutex
	turns map[int]chan struct{} // by bucket; full during a turn
}

// acquire waits for a turn. Without an error, the caller must call release, which ends the turn
// after rest.
func (l *Logins) acquire(ctx context.Context, bucket int) (release func(rest time.Duration), err error) {
	l.mu.Lock()
	turn := l.turns[bucket]
	if turn == nil {
		turn = make(chan struct{}, 1)
		if l.turns == nil {
			l.turns = map[int]chan struct{}{}
		}
		l.turns[bucket] = turn
	}
	l.mu.Unlock()
	select {
	case turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return func(rest time.Duration) { time.AfterFunc(rest, func() { <-turn }) }, nil
}
