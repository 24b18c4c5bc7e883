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

// Memory is a changelog in memory for processes that are goroutines. The zero value is empty.
type Memory struct {
	mu      sync.Mutex
	entries []entry       // the first has head 1
	grown   chan struct{} // closed to wake followers
}

type entry struct {
	attempt changelog.Attempt
	rows    []changelog.Row
}

// add adds a change if head is the newest.
func (l *Memory) add(head uint64, a changelog.Attempt, rows []changelog.Row) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if head != uint64(len(l.entries)) {
		return 0, changelog.ErrConflict
	}
	l.entries = append(l.entries, entry{a, rows})
	l.wake()
	return head + 1, nil
}

// wake wakes all followers. l.mu must be held.
func (l *Memory) wake() {
	if l.grown != nil {
		close(l.grown)
		l.grown = nil
	}
}

// since returns the entries after a head, and a channel that is closed when there are more.
func (l *Memory) since(head uint64) ([]entry, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.grown == nil {
		l.grown = make(chan struct{})
	}
	return slices.Clone(l.entries[head:]), l.grown
}

// Client is a process's connection to a log. It implements [changelog.Log].
type Client struct {
	*Memory
	// Limit is the maximal number of rows of a change, 0 for no limit.
	Limit int

	cut    atomic.Bool
	mu     sync.Mutex
	random *rand.Rand // nil for a reliable network
	held   func()     // a delayed request
}

// ErrNetwork is the error of a failing network.
var ErrNetwork = errors.New("logtest: the network has failed")

// Client returns a client. With a seed other than 0, its network loses one request in six, or its
// answer, or delays it.
func (l *Memory) Client(seed uint64) *Client {
	c := &Client{Memory: l}
	if seed != 0 {
		c.random = rand.New(rand.NewPCG(seed, 0))
	}
	return c
}

// The faults of the network.
const (
	noFault = iota
	lost
	unanswered
	late
	refused // although nothing was wrong
	faults
)

// fault draws the fault of a request.
func (c *Client) fault() int {
	if c.cut.Load() {
		return lost
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.random == nil || c.random.IntN(6) > 0 {
		return noFault
	}
	return 1 + c.random.IntN(faults-1)
}

// Cut cuts the network completely, or restores it.
func (c *Client) Cut(cut bool) {
	c.cut.Store(cut)
	c.Memory.mu.Lock()
	defer c.Memory.mu.Unlock()
	c.wake()
}

// hold delivers the delayed request, just before the next one, which may itself be delayed.
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
	if f := c.fault(); f != noFault && f != refused {
		return false, ErrNetwork
	}
	c.Memory.mu.Lock()
	defer c.Memory.mu.Unlock()
	return slices.ContainsFunc(c.entries, func(e entry) bool { return e.attempt == a }), nil
}

// Head implements [changelog.Log].
func (c *Client) Head(ctx context.Context) (uint64, error) {
	if f := c.fault(); ctx.Err() != nil || f != noFault && f != refused {
		return 0, ErrNetwork
	}
	c.Memory.mu.Lock()
	defer c.Memory.mu.Unlock()
	return uint64(len(c.entries)), nil
}

// Follow implements [changelog.Log]. It merges changes where there are several.
func (c *Client) Follow(ctx context.Context, head uint64, f func(changelog.Batch) error) error {
	for {
		entries, grown := c.since(head)
		if len(entries) > 0 && !c.cut.Load() {
			head += uint64(len(entries))
			if err := f(changelog.Batch{Head: head, Rows: merge(entries)}); err != nil {
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

// merge returns the newest row of each name.
func merge(entries []entry) []changelog.Row {
	newest := map[id]changelog.Row{}
	for _, e := range entries {
		for _, r := range e.rows {
			newest[id{r.Bucket, r.Key}] = r
		}
	}
	return slices.Collect(maps.Values(newest))
}
