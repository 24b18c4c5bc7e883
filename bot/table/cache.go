package table

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// The limits of a [Cache], besides the number of its entries.
const (
	MaxCacheBytes = 64 << 20 // of all together
	MaxCacheIdle  = 10 * time.Minute
)

// Cache keeps what took long to compute, and drops what was used least recently when there is too
// much of it. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	most int // entries
	now  func() time.Time
	mu   sync.Mutex
	list []cached[K, V] // the least recently used first
}

type cached[K comparable, V any] struct {
	key   K
	value V
	bytes int
	used  time.Time
}

// NewCache returns a cache for a number of entries.
func NewCache[K comparable, V any](most int, now func() time.Time) *Cache[K, V] {
	return &Cache[K, V]{most: most, now: now}
}

// Take removes an entry and returns it.
func (c *Cache[K, V]) Take(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry, ok := c.take(key)
	return entry.value, ok
}

// get returns an entry, which is now the most recently used.
func (c *Cache[K, V]) get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry, ok := c.take(key)
	if ok {
		entry.used = c.now()
		c.list = append(c.list, entry)
	}
	return entry.value, ok
}

// take removes an entry. The lock is held.
func (c *Cache[K, V]) take(key K) (entry cached[K, V], ok bool) {
	i := slices.IndexFunc(c.list, func(e cached[K, V]) bool { return e.key == key })
	if i < 0 {
		return entry, false
	}
	entry = c.list[i]
	c.list = slices.Delete(c.list, i, i+1)
	return entry, true
}

// Keep adds an entry or replaces it. One that is too large is not kept.
func (c *Cache[K, V]) Keep(key K, value V, bytes int) {
	if bytes > MaxCacheBytes {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.take(key)
	sum := bytes
	for _, e := range c.list {
		sum += e.bytes
	}
	for len(c.list) == c.most || sum > MaxCacheBytes {
		sum -= c.list[0].bytes
		c.list = slices.Delete(c.list, 0, 1)
	}
	c.list = append(c.list, cached[K, V]{key, value, bytes, c.now()})
}

// Drop removes the entries with certain keys.
func (c *Cache[K, V]) Drop(which func(K) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = slices.DeleteFunc(c.list, func(e cached[K, V]) bool { return which(e.key) })
}

// DropIdle removes entries that were not used for long or, by a clock that was set back, were used in
// the future.
func (c *Cache[K, V]) DropIdle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = slices.DeleteFunc(c.list, func(e cached[K, V]) bool {
		idle := c.now().Sub(e.used)
		return idle < 0 || idle > MaxCacheIdle
	})
}

// The limit of the positions in a cache, and the work from which on one is worth it: about a
// millisecond.
const (
	maxPositions = 64
	minCacheWork = 1 << 18
)

// positionCache keeps positions whose moves took much work from request to request, so that they are
// not replayed after the next move or when one is taken back. It keeps and returns copies, so that
// nobody plays on a cached position. It is safe for concurrent use; nil keeps nothing.
type positionCache struct {
	*Cache[moment, replayed]
	work    func(context.Context, engine.Position, func() error) error // see [Tables.Work]
	replays watch.Turns[moment]
}

// moment identifies a table after some of its moves.
type moment struct {
	table store.Key
	moves int
	sum   uint64 // hash of the moves
}

// replayed is the result of a replay: a position or an error.
type replayed struct {
	position engine.Position
	err      error
}

// momentSeed differs between processes, so that nobody can construct two lists of moves with one hash.
var momentSeed = maphash.MakeSeed()

func momentOf(key store.Key, moves []string) moment {
	var h maphash.Hash
	h.SetSeed(momentSeed)
	for _, m := range moves {
		_, _ = h.WriteString(m)
		_ = h.WriteByte(0)
	}
	return moment{key, len(moves), h.Sum64()}
}

// replay is [engine.Replay] for a table with the cache. It waits for another request that is replaying
// the same moves.
func (l *positionCache) replay(ctx context.Context, key store.Key, g *engine.Game, o engine.Options, moves []string) (engine.Position, error) {
	if l == nil {
		return engine.Replay(ctx, g, o, moves)
	}
	at := momentOf(key, moves)
	done, err := l.replays.Acquire(ctx, at)
	if err != nil {
		return nil, err
	}
	defer done()
	if kept, ok := l.get(at); ok {
		if p, ok := kept.position.(engine.Laborious); ok {
			return p.Copy(), nil
		}
		return kept.position, kept.err
	}
	p, err := g.New(o)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", g.ID, err)
	}
	err = l.work(ctx, p, func() error { return engine.Continue(ctx, g, p, moves) })
	if errors.Is(err, engine.ErrWork) {
		l.Keep(at, replayed{err: err}, 0)
	}
	if err == nil {
		l.keep(at, p)
	}
	return p, err
}

// keep caches a copy of a position if its moves have taken enough work.
func (l *positionCache) keep(at moment, p engine.Position) {
	if laborious, ok := p.(engine.Laborious); ok && laborious.Work() >= minCacheWork {
		l.Keep(at, replayed{position: laborious.Copy()}, laborious.Size())
	}
}

// Keep keeps the position of a table for the next request.
func (ts *Tables) Keep(t *Table) { ts.cache.keep(momentOf(t.Key, t.Moves()), t.Position) }

// DropIdle frees the memory of positions that have not been used for a while.
func (ts *Tables) DropIdle() { ts.cache.DropIdle() }
