package logtest

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store/changelog"
)

// id identifies a row.
type id struct{ bucket, key string }

// state is the result of rows.
type state map[id]string

func (s state) apply(rows []changelog.Row) {
	for _, r := range rows {
		if r.Value == nil {
			delete(s, id{r.Bucket, r.Key})
		} else {
			s[id{r.Bucket, r.Key}] = string(r.Value)
		}
	}
}

// sum returns a checksum of the state.
func (s state) sum() uint64 {
	total := uint64(0)
	for k, v := range s {
		h := fnv.New64a()
		fmt.Fprintf(h, "%q %q %q", k.bucket, k.key, v)
		total += h.Sum64()
	}
	return total
}

type view struct {
	log    changelog.Log
	mu     sync.Mutex
	moved  chan struct{} // closed, and replaced, when what follows changes
	rows   state
	head   uint64
	pieces bool              // the last batch had no head
	states map[uint64]uint64 // checksums of the delivered states, by head
	err    error             // of Follow
}

// newView follows a log from a head whose state is rows, until the test ends.
func newView(t testing.TB, log changelog.Log, head uint64, rows state) *view {
	t.Helper()
	v := &view{log: log, moved: make(chan struct{}), head: head, rows: state{}, states: map[uint64]uint64{}}
	maps.Copy(v.rows, rows)
	var following sync.WaitGroup
	following.Go(func() {
		err := log.Follow(t.Context(), head, v.take)
		v.mu.Lock()
		defer v.mu.Unlock()
		v.err = err
		v.wake()
	})
	t.Cleanup(following.Wait)
	return v
}

// wake wakes those who wait in reach. v.mu must be held.
func (v *view) wake() {
	close(v.moved)
	v.moved = make(chan struct{})
}

func (v *view) take(b changelog.Batch) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	defer v.wake()
	seen := map[id]bool{}
	for _, r := range b.Rows {
		if seen[id{r.Bucket, r.Key}] {
			return fmt.Errorf("row %q %q is twice in the batch of head %d", r.Bucket, r.Key, b.Head)
		}
		seen[id{r.Bucket, r.Key}] = true
	}
	v.rows.apply(b.Rows)
	switch v.pieces = b.Head == 0; {
	case v.pieces && (v.head != 0 || len(b.Rows) == 0):
		return errors.New("a piece, though it is none of a new copy")
	case v.pieces:
	case b.Head <= v.head:
		return fmt.Errorf("head %d comes after head %d", b.Head, v.head)
	default:
		v.head, v.states[b.Head] = b.Head, v.rows.sum()
	}
	return nil
}

// reach waits until the view has reached a head, or its Follow has ended.
func (v *view) reach(ctx context.Context, head uint64) error {
	for {
		v.mu.Lock()
		at, err, moved := v.head, v.err, v.moved
		v.mu.Unlock()
		if at >= head {
			return nil
		}
		if err != nil {
			return err
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return fmt.Errorf("the follower is at %d, before %d: %w", at, head, ctx.Err())
		}
	}
}

// now returns the head and its state.
func (v *view) now() (uint64, state) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.head, maps.Clone(v.rows)
}

// must waits up to a minute until the view has reached a head.
func (v *view) must(t testing.TB, head uint64) state {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := v.reach(ctx, head); err != nil {
		t.Fatal(err)
	}
	_, s := v.now()
	return s
}

// history records the changes added, to compare followers with.
type history struct {
	mu      sync.Mutex
	changes map[uint64]change // by the head that they were made to
}

type change struct {
	after, head uint64 // head is 0 if unknown
	rows        []changelog.Row
}

func (h *history) add(c change) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.changes == nil {
		h.changes = map[uint64]change{}
	}
	if _, ok := h.changes[c.after]; ok {
		return fmt.Errorf("two changes were made to the state of head %d", c.after)
	}
	h.changes[c.after] = c
	return nil
}

// states replays all changes and returns the checksums of the states by head, and the last state.
func (h *history) states(t testing.TB, newest uint64) (map[uint64]uint64, state) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	s, sums := state{}, map[uint64]uint64{}
	afters := append(slices.Sorted(maps.Keys(h.changes)), newest)
	if len(h.changes) > 0 && afters[0] != 0 {
		t.Errorf("the first change was made to the state of %d", afters[0])
	}
	for i, after := range afters[:len(afters)-1] {
		c, next := h.changes[after], afters[i+1]
		if c.head != 0 && c.head != next {
			t.Errorf("a change is at %d, and the next one was made to the state of %d, or the log ends there", c.head, next)
		}
		s.apply(c.rows)
		sums[next] = s.sum()
	}
	return sums, s
}

// check compares every state that a view has received with the state of its head. It returns the
// last state.
func (h *history) check(t testing.TB, log changelog.Log, views ...*view) state {
	t.Helper()
	newest, err := Patient(log).Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sums, s := h.states(t, newest)
	for i, v := range views {
		v.must(t, newest)
		v.mu.Lock()
		for head, sum := range v.states {
			if want, ok := sums[head]; !ok {
				t.Errorf("follower %d was handed a head %d, where nothing was added", i, head)
			} else if sum != want {
				t.Errorf("follower %d was handed another state at head %d than the changes up to it make", i, head)
			}
		}
		if v.pieces || v.rows.sum() != s.sum() {
			t.Errorf("follower %d ends with %d rows, want those %d that the changes make", i, len(v.rows), len(s))
		}
		v.mu.Unlock()
	}
	return s
}
