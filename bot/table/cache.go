package table

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// Limits of the cache, and the work from which on a position is worth it: about a millisecond.
const (
	maxCached     = 64
	maxCacheBytes = 64 << 20 // of all together
	maxCacheIdle  = 10 * time.Minute
	minCacheWork  = 1 << 18
)

// positionCache keeps positions whose moves took much work from request to request, so that they are
// not replayed after the next move or when one is taken back. It keeps and returns copies, so that
// nobody plays on a cached position. It is safe for concurrent use; nil keeps nothing.
type positionCache struct {
	now     func() time.Time
	work    func(context.Context, engine.Position, func() error) error // see [Tables.Work]
	mu      sync.Mutex
	list    []cached // the least recently used first
	replays map[moment]chan struct{}
}

// moment identifies a table after some of its moves.
type moment struct {
	table store.Key
	moves int
	sum   uint64 // hash of the moves
}

// cached is the result of a replay: a position or an error.
type cached struct {
	moment
	position engine.Laborious
	err      error
	bytes    int
	used     time.Time
}

func newPositionCache(now func() time.Time, work func(context.Context, engine.Position, func() error) error) *positionCache {
	return &positionCache{now: now, work: work, replays: map[moment]chan struct{}{}}
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
	for {
		kept, others := l.claim(at)
		switch {
		case kept != nil:
			return kept.position, kept.err
		case others == nil:
			return l.play(ctx, at, g, o, moves)
		}
		select {
		case <-others:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// claim returns a copy of what is cached, or else a channel that is closed at the end of another
// replay. If both are nil, the caller must replay.
func (l *positionCache) claim(at moment) (kept *cached, others <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.list, func(p cached) bool { return p.moment == at }); i >= 0 {
		p := l.list[i]
		p.used = l.now()
		l.list = append(slices.Delete(l.list, i, i+1), p)
		if p.position != nil {
			p.position = p.position.Copy()
		}
		return &p, nil
	}
	if others, ok := l.replays[at]; ok {
		return nil, others
	}
	l.replays[at] = make(chan struct{})
	return nil, nil
}

// play replays what the caller has claimed, and caches the result.
func (l *positionCache) play(ctx context.Context, at moment, g *engine.Game, o engine.Options, moves []string) (p engine.Position, err error) {
	defer func() { // after a panic, too
		l.mu.Lock()
		defer l.mu.Unlock()
		close(l.replays[at])
		delete(l.replays, at)
	}()
	if p, err = g.New(o); err != nil {
		return nil, fmt.Errorf("start %s: %w", g.ID, err)
	}
	err = l.work(ctx, p, func() error { return engine.Continue(ctx, g, p, moves) })
	if errors.Is(err, engine.ErrWork) {
		l.add(cached{moment: at, err: err})
	}
	if err == nil {
		l.keep(at, p)
	}
	return p, err
}

// keep caches a copy of a position if its moves have taken enough work.
func (l *positionCache) keep(at moment, p engine.Position) {
	if laborious, ok := p.(engine.Laborious); ok && laborious.Work() >= minCacheWork {
		l.add(cached{moment: at, position: laborious.Copy(), bytes: laborious.Size()})
	}
}

// add caches the result of a replay, and removes the least recently used ones to make room.
func (l *positionCache) add(p cached) {
	if p.bytes > maxCacheBytes {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove(func(old cached) bool { return old.moment == p.moment })
	sum := p.bytes
	for _, old := range l.list {
		sum += old.bytes
	}
	for len(l.list) == maxCached || sum > maxCacheBytes {
		sum -= l.list[0].bytes
		l.list = slices.Delete(l.list, 0, 1)
	}
	p.used = l.now()
	l.list = append(l.list, p)
}

func (l *positionCache) drop(table store.Key) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove(func(p cached) bool { return p.table == table })
}

// expire drops positions that have not been used for long, or by the clock were last used in the
// future.
func (l *positionCache) expire() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove(func(p cached) bool {
		idle := l.now().Sub(p.used)
		return idle < 0 || idle > maxCacheIdle
	})
}

// remove drops positions. The lock is held.
func (l *positionCache) remove(which func(cached) bool) { l.list = slices.DeleteFunc(l.list, which) }

// DropIdle frees the memory of positions that have not been used for a while.
func (ts *Tables) DropIdle() { ts.cache.expire() }
