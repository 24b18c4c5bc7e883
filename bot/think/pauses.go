package think

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

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

// holds reports whether it is too early for another attempt.
func (p *pauses) holds(key store.Key, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.byKey[key].holds(now)
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

// keep drops the pauses of tables that no longer wait for a level.
func (p *pauses) keep(waiting []store.Key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.byKey, func(key store.Key, _ delay) bool { return key != wholeStore && !slices.Contains(waiting, key) })
}

// cannotWrite reports whether an error would affect all tables.
func cannotWrite(err error) bool {
	troubles := []error{store.ErrFull, store.ErrReadOnly, store.ErrReplaced, store.ErrDisk, store.ErrUncertain, store.ErrMemory, store.ErrUnreachable}
	return slices.ContainsFunc(troubles, func(trouble error) bool { return errors.Is(err, trouble) })
}
