package discord

import (
	"context"
	"sync"
	"time"
)

// Logins are the turns in which the connections of a program log in: of the shards that are alike
// modulo a number that it tells, Discord takes one in five seconds. The zero value is ready; it is
// safe for concurrent use.
type Logins struct {
	mu    sync.Mutex
	turns map[int]chan struct{} // by bucket; full while somebody logs in
}

// enter waits for a turn. Whoever gets no error calls leave, with how long nobody may follow.
func (l *Logins) enter(ctx context.Context, bucket int) (leave func(rest time.Duration), err error) {
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
