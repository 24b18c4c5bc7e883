package logtest

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// Memory is a changelog in memory, of processes that are goroutines. The zero value is an empty one.
type Memory struct {
	mu      sync.Mutex
	entries []entry // the head of the first is 1
	landed  map[changelog.Attempt]bool
	grown   chan struct{} // closed when there is a reason to look again
}

type entry struct {
	attempt changelog.Attempt
	rows    []changelog.Row
}

// Entries returns the rows of all changes so far.
func (l *Memory) Entries() (list [][]changelog.Row) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range l.entries {
		list = append(list, e.rows)
	}
	return list
}

// add adds a change if the log is at its head.
func (l *Memory) add(head uint64, a changelog.Attempt, rows []changelog.Row) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if head != uint64(len(l.entries)) {
		return 0, changelog.ErrConflict
	}
	if l.landed == nil {
		l.landed = map[changelog.Attempt]bool{}
	}
	l.entries = append(l.entries, entry{a, rows})
	l.landed[a] = true
	l.wake()
	return head + 1, nil
}

// wake has all who follow look again. l.mu is held.
func (l *Memory) wake() {
	if l.grown != nil {
		close(l.grown)
		l.grown = nil
	}
}

// since returns what came after a head, and what is closed when there is more.
func (l *Memory) since(head uint64) ([]entry, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.grown == nil {
		l.grown = make(chan struct{})
	}
	return slices.Clone(l.entries[head:]), l.grown
}

// Client is how one process sees a log. It implements [changelog.Log].
type Client struct {
	*Memory
	// Limit is how many rows a change may have, 0 for no limit.
	Limit int

	cut    atomic.Bool
	mu     sync.Mutex
	random *rand.Rand // nil for a network that never fails
	held   func()     // a request that is late
}

// ErrNetwork is what a call ends in when the network fails.
var ErrNetwork = errors.New("logtest: the network has failed")

// Client returns a client; with a seed that is not 0, of a network that loses every sixth
// request, or what is answered, or hands a request on late.
func (l *Memory) Client(seed uint64) *Client {
	c := &Client{Memory: l}
	if seed != 0 {
		c.random = rand.New(rand.NewPCG(seed, 0))
	}
	return c
}

// What the network does with a request.
const (
	well = iota
	lost
	unanswered
	late
	refused // though nothing was wrong
	faults
)

// fault draws what happens to a request.
func (c *Client) fault() int {
	if c.cut.Load() {
		return lost
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.random == nil || c.random.IntN(6) > 0 {
		return well
	}
	return 1 + c.random.IntN(faults-1)
}

// Cut cuts the network, so that nothing comes or goes, or mends it.
func (c *Client) Cut(cut bool) {
	c.cut.Store(cut)
	c.Memory.mu.Lock()
	defer c.Memory.mu.Unlock()
	c.wake()
}

// hold hands on the request that is late, just before the next comes, which may be late itself.
func (c *Client) hold(next func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held != nil {
		c.held()
	}
	c.held = next
}

// ID implements [changelog.Log].
func (c *Client) ID() string { return "memory" }

// Append implements [changelog.Log].
func (c *Client) Append(ctx context.Context, head uint64, a changelog.Attempt, rows []changelog.Row) (uint64, error) {
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	if c.Limit > 0 && len(rows) > c.Limit {
		return 0, changelog.ErrTooLarge
	}
	rows = slices.Clone(rows)
	c.hold(nil)
	switch c.fault() {
	case lost:
		return 0, ErrNetwork
	case refused:
		return 0, changelog.ErrConflict
	case unanswered:
		_, _ = c.add(head, a, rows)
		return 0, ErrNetwork
	case late:
		c.hold(func() { _, _ = c.add(head, a, rows) })
		return 0, ErrNetwork
	}
	return c.add(head, a, rows)
}

// Landed implements [changelog.Log].
func (c *Client) Landed(_ context.Context, a changelog.Attempt) (bool, error) {
	if f := c.fault(); f != well && f != refused {
		return false, ErrNetwork
	}
	c.Memory.mu.Lock()
	defer c.Memory.mu.Unlock()
	return c.landed[a], nil
}

// Head implements [changelog.Log].
func (c *Client) Head(ctx context.Context) (uint64, error) {
	if f := c.fault(); ctx.Err() != nil || f != well && f != refused {
		return 0, ErrNetwork
	}
	c.Memory.mu.Lock()
	defer c.Memory.mu.Unlock()
	return uint64(len(c.entries)), nil
}

// Follow implements [changelog.Log]. It runs changes together where there are several.
func (c *Client) Follow(ctx context.Context, head uint64, f func(changelog.Batch) error) error {
	for {
		entries, grown := c.since(head)
		if len(entries) > 0 && !c.cut.Load() {
			head += uint64(len(entries))
			if err := f(changelog.Batch{Head: head, Rows: together(entries)}); err != nil {
				return err
			}
			continue
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-grown:
		}
	}
}

// together returns the newest row of each name.
func together(entries []entry) []changelog.Row {
	type name struct{ bucket, key string }
	newest := map[name]changelog.Row{}
	for _, e := range entries {
		for _, r := range e.rows {
			newest[name{r.Bucket, r.Key}] = r
		}
	}
	return slices.Collect(maps.Values(newest))
}
