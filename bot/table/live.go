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

// Bounds of what is kept, and the work from which on that is worth it: a millisecond or so.
const (
	mostLive      = 64
	mostLiveBytes = 64 << 20 // of all together
	longestLive   = 10 * time.Minute
	leastLiveWork = 1 << 18
)

// live are positions whose moves took much work, kept from request to request, so that
// nobody replays them twice: not after the next move, and not when it is taken back. It keeps
// copies and gives copies, so that nobody plays on what is kept. It is safe for concurrent
// use; nil keeps nothing.
type live struct {
	now     func() time.Time
	work    func(context.Context, engine.Position, func() error) error // see [Tables.Work]
	mu      sync.Mutex
	list    []livePosition // the longest unused first
	replays map[moment]chan struct{}
}

// moment is a table after some of its moves.
type moment struct {
	table store.Key
	moves int
	sum   uint64 // of the moves
}

// livePosition is what a replay leads to: a position, or an error.
type livePosition struct {
	moment
	position engine.Laborious
	err      error
	bytes    int
	used     time.Time
}

func newLive(now func() time.Time, work func(context.Context, engine.Position, func() error) error) *live {
	return &live{now: now, work: work, replays: map[moment]chan struct{}{}}
}

// momentSeed is this process's alone, so that nobody can make two lists of moves with one
// sum.
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

// replay is [engine.Replay] for a table. What is kept is not replayed, and where somebody else
// does so just now it waits for them.
func (l *live) replay(ctx context.Context, key store.Key, g *engine.Game, o engine.Options, moves []string) (engine.Position, error) {
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

// claim returns a copy of what is kept; or else the end of a replay that others have begun,
// nil where it is up to the caller to replay.
func (l *live) claim(at moment) (kept *livePosition, others <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.list, func(p livePosition) bool { return p.moment == at }); i >= 0 {
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

// play replays what the caller has claimed.
func (l *live) play(ctx context.Context, at moment, g *engine.Game, o engine.Options, moves []string) (p engine.Position, err error) {
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
		l.add(livePosition{moment: at, err: err})
	}
	if err == nil {
		l.keep(at, p)
	}
	return p, err
}

// keep keeps a copy of a position, if its moves have taken enough work.
func (l *live) keep(at moment, p engine.Position) {
	if laborious, ok := p.(engine.Laborious); ok && laborious.Work() >= leastLiveWork {
		l.add(livePosition{moment: at, position: laborious.Copy(), bytes: laborious.Size()})
	}
}

// add keeps what a replay leads to, in place of the longest unused whose room it needs.
func (l *live) add(p livePosition) {
	if p.bytes > mostLiveBytes {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove(func(old livePosition) bool { return old.moment == p.moment })
	sum := p.bytes
	for _, old := range l.list {
		sum += old.bytes
	}
	for len(l.list) == mostLive || sum > mostLiveBytes {
		sum -= l.list[0].bytes
		l.list = slices.Delete(l.list, 0, 1)
	}
	p.used = l.now()
	l.list = append(l.list, p)
}

// drop drops the positions of a table.
func (l *live) drop(table store.Key) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove(func(p livePosition) bool { return p.table == table })
}

// expire drops positions that have been unused for long. A clock that was set back keeps
// none.
func (l *live) expire() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove(func(p livePosition) bool {
		idle := l.now().Sub(p.used)
		return idle < 0 || idle > longestLive
	})
}

// remove drops positions. The lock is held.
func (l *live) remove(which func(livePosition) bool) { l.list = slices.DeleteFunc(l.list, which) }

// DropIdle gives back the memory of positions that nobody has asked for in a while.
func (ts *Tables) DropIdle() { ts.live.expire() }
