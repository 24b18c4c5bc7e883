package discord

import (
	"context"
	"sync"
)

// Logins serializes the logins of a process's connections: of the shards with the same remainder
// modulo max_concurrency, Discord accepts one login in five seconds. The zero value is ready to
// use; it is safe for concurrent use.
type Logins struct{ turns[int] } // by remainder

// turns gives the turn of each key to one caller at a time. The zero value is ready to use; it is
// safe for concurrent use. A key uses memory only while it has callers.
type turns[K comparable] struct {
	mu sync.Mutex
	of map[K]*turn
}

type turn struct {
	taken chan struct{} // buffered, of size 1: full while somebody has it
	users int           // those who have it or wait for it
}

// acquire waits for a turn. Without an error, the caller must call release.
func (t *turns[K]) acquire(ctx context.Context, key K) (release func(), err error) {
	t.mu.Lock()
	u := t.of[key]
	if u == nil {
		u = &turn{taken: make(chan struct{}, 1)}
		if t.of == nil {
			t.of = map[K]*turn{}
		}
		t.of[key] = u
	}
	u.users++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if u.users--; u.users == 0 {
			delete(t.of, key)
		}
	}
	select {
	case u.taken <- struct{}{}:
		return func() { <-u.taken; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}
