package think

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/store"
)

// Resume starts every turn of a level that nobody computes, such as after a restart. It leaves
// turns younger than age, and those at which another process may be, to the request that has made
// them, and failed turns to a later pass.
// If the store cannot be written, it leaves all turns. It returns at once; the caller must call wait,
// which waits for the moves. post receives the boards to be shown, where the bot may post.
func (l *Levels) Resume(ctx context.Context, age time.Duration, post func(*table.Table, table.Notice)) (wait func()) {
	keys, err := l.tables.Thinking()
	if err != nil {
		l.log.Error("look for waiting turns", "err", err)
		return func() {}
	}
	pass, leave := context.WithCancel(ctx)
	var all sync.WaitGroup
	for _, key := range l.pauses.due(keys, l.now()) {
		if l.tables.HasThought(key) {
			continue
		}
		all.Go(func() {
			if cannotWrite(l.resume(pass, key, age, post)) {
				leave()
			}
		})
	}
	return func() {
		all.Wait()
		leave()
	}
}

// spareTime is what a request may take besides the level's time: waiting in the queue, storing, answering.
const spareTime = 15 * time.Second

// resume returns why the level could not move.
func (l *Levels) resume(ctx context.Context, key store.Key, age time.Duration, post func(*table.Table, table.Notice)) (failed error) {
	defer func() {
		if failed != nil {
			l.pauses.failed(key, failed, l.now())
		}
	}()
	defer watch.Recover(l.log, &failed)
	t, err := l.tables.Load(ctx, key)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil // left for a later pass
	case err != nil:
		l.tables.Report("resume table", key, err)
		return err
	}
	if l.pool.crew != nil { // of the requests of other copies of the bot nothing is known here
		level, _ := t.Game.Level(t.LevelToMove())
		age = max(age, l.pool.within(level.Think)+spareTime)
	}
	// The idle time is negative if the clock was set back.
	if idle := l.now().Sub(t.Record.Touched); idle >= 0 && idle < age {
		return nil
	}
	before := t.Record.Revision
	now, n, failed := l.Play(ctx, t, table.Notice{}, func(*table.Table, table.Notice) {})
	if failed == nil && ctx.Err() == nil {
		l.pauses.succeeded(key)
	}
	// What somebody else has stored, who was answered, is not the revision at which t stands after its moves.
	others := failed == nil && now.Record.Revision != t.Record.Revision
	if now.Record.Revision == before || others || !now.Record.Posts || ctx.Err() != nil {
		return failed
	}
	if people := now.People(); len(people) == 1 {
		n.CallAfterMove(now, people[0])
	}
	post(now, n)
	return failed
}

// The bounds of the delay between attempts that keep failing.
const (
	shortestPause = 15 * time.Second
	longestPause  = 15 * time.Minute
)

// pauses delays further attempts at failed turns, each time twice as long. The zero value is ready
// to use, and it is safe for concurrent use.
type pauses struct {
	mu    sync.Mutex
	byKey map[store.Key]delay
}

type delay struct {
	until time.Time
	long  time.Duration
}

// wholeStore stands for all tables, if nothing can be written.
var wholeStore store.Key

// due returns those of the tables that wait for a level for which it is not too early, and drops the
// pauses of tables that no longer wait. It changes waiting.
func (p *pauses) due(waiting []store.Key, now time.Time) []store.Key {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.byKey, func(key store.Key, _ delay) bool { return key != wholeStore && !slices.Contains(waiting, key) })
	return slices.DeleteFunc(waiting, func(key store.Key) bool { return p.byKey[wholeStore].holds(now) || p.byKey[key].holds(now) })
}

// holds is also false if the clock was set back, because the delay could then be of any length.
func (d delay) holds(now time.Time) bool {
	left := d.until.Sub(now)
	return left > 0 && left <= d.long
}

// failed starts a pause after an attempt. Attempts that fail during a pause do not extend it.
func (p *pauses) failed(key store.Key, cause error, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byKey == nil {
		p.byKey = map[store.Key]delay{}
	}
	keys := []store.Key{key}
	if cannotWrite(cause) {
		keys = append(keys, wholeStore)
	}
	for _, key := range keys {
		if old := p.byKey[key]; !old.holds(now) {
			long := min(max(2*old.long, shortestPause), longestPause)
			p.byKey[key] = delay{now.Add(long), long}
		}
	}
}

// succeeded ends the pauses after an attempt.
func (p *pauses) succeeded(key store.Key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.byKey, key)
	delete(p.byKey, wholeStore)
}

// cannotWrite reports whether an error would affect all tables.
func cannotWrite(err error) bool {
	troubles := []error{store.ErrFull, store.ErrReadOnly, store.ErrReplaced, store.ErrDisk, store.ErrUncertain, store.ErrMemory, store.ErrUnreachable}
	return slices.ContainsFunc(troubles, func(trouble error) bool { return errors.Is(err, trouble) })
}
