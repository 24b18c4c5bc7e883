package operate_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// copies are copies of the bot on replicas of one store, each with its own network.
type copies struct {
	clients []*logtest.Client
	stores  []*store.Store
}

func newCopies(t *testing.T, n int) *copies {
	t.Helper()
	var log logtest.Memory
	c := &copies{}
	for i := range n {
		client := log.Client(0)
		s, err := store.OpenReplica(t.Context(), filepath.Join(t.TempDir(), strconv.Itoa(i)+".db"), client, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		c.clients, c.stores = append(c.clients, client), append(c.stores, s)
	}
	return c
}

func (c *copies) lease(i int) *operate.Lease {
	return operate.NewLease(c.stores[i], "clock", "copy"+strconv.Itoa(i), slog.New(slog.DiscardHandler))
}

// shift counts the copies at work, and records who works.
type shift struct {
	working atomic.Int32
	who     atomic.Int32
	mu      sync.Mutex
	order   []int
}

// shifts returns the copies that have worked.
func (s *shift) shifts() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.order)
}

// work returns the work of a copy, which lasts until its context ends.
func (s *shift) work(t *testing.T, i int) func(context.Context) error {
	t.Helper()
	return func(ctx context.Context) error {
		if s.working.Add(1) > 1 {
			t.Errorf("copy %d works beside copy %d", i, s.who.Load())
		}
		s.who.Store(int32(i))
		s.mu.Lock()
		s.order = append(s.order, i)
		s.mu.Unlock()
		<-ctx.Done()
		s.working.Add(-1)
		return ctx.Err()
	}
}

// pass advances the clock of a synctest bubble.
func pass(d time.Duration) { time.Sleep(d) }

// TestOneCopyHoldsALease ends the copies that hold a lease one after another: first by stopping
// one, then by cutting it off.
func TestOneCopyHoldsALease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCopies(t, 3)
		var s shift
		var all sync.WaitGroup
		stops := make([]context.CancelFunc, 3)
		for i := range 3 {
			var ctx context.Context
			ctx, stops[i] = context.WithCancel(t.Context())
			all.Go(func() {
				if err := c.lease(i).Hold(ctx, s.work(t, i)); err != nil {
					t.Error(err)
				}
			})
		}
		pass(time.Minute)
		first := int(s.who.Load())
		if s.working.Load() != 1 || len(s.shifts()) != 1 {
			t.Fatalf("%d copies work, the shifts were %v", s.working.Load(), s.shifts())
		}
		stops[first]() // it gives the lease back
		pass(operate.Renew + time.Millisecond)
		second := int(s.who.Load())
		if s.working.Load() != 1 || second == first {
			t.Fatalf("%d copies work, the shifts were %v", s.working.Load(), s.shifts())
		}
		c.clients[second].Cut(true)
		pass(10 * time.Second)
		third := 3 - first - second
		if s.working.Load() != 1 || int(s.who.Load()) != third {
			t.Fatalf("%d copies work 10 s after a cut, the shifts were %v", s.working.Load(), s.shifts())
		}
		c.clients[second].Cut(false)
		pass(time.Minute)
		if shifts := s.shifts(); len(shifts) != 3 {
			t.Errorf("the shifts were %v, want three", shifts)
		}
		for _, stop := range stops {
			stop()
		}
		all.Wait()
	})
}

// TestHoldEndsWithItsWork: work that fails ends it, and others take over at once.
func TestHoldEndsWithItsWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCopies(t, 2)
		failure := errors.New("the work failed")
		if err := c.lease(0).Hold(t.Context(), func(context.Context) error { return failure }); !errors.Is(err, failure) {
			t.Errorf("Hold() = %v", err)
		}
		began := time.Now()
		if err := c.stores[1].Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		_ = c.lease(1).Hold(t.Context(), func(context.Context) error { return failure })
		if waited := time.Since(began); waited > 0 {
			t.Errorf("another copy waited for %s", waited)
		}
	})
}
