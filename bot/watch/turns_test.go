package watch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestQueuesKeepTheOrderOfAKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q Turns[string]
		var mu sync.Mutex
		got := map[string][]int{}
		for i := range 100 {
			for _, key := range []string{"a", "b"} {
				q.Add(key, func() {
					// Earlier jobs take longer: without order they would finish last.
					time.Sleep(time.Duration(100-i) * time.Millisecond)
					mu.Lock()
					defer mu.Unlock()
					got[key] = append(got[key], i)
				})
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		for _, key := range []string{"a", "b"} {
			if len(got[key]) != 100 || !slices.IsSorted(got[key]) {
				t.Errorf("order of %s: %v", key, got[key])
			}
		}
	})
}

func TestQueuesDoNotWaitForOtherKeys(t *testing.T) {
	synctest.Test(t, func(*testing.T) {
		var q Turns[string]
		release, done := make(chan struct{}), make(chan struct{})
		q.Add("stuck", func() { <-release })
		q.Add("free", func() { close(done) })
		<-done // or the bubble reports a deadlock
		close(release)
	})
}

func TestQueuesForgetIdleKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q Turns[string]
		for i := range 1000 {
			q.Add(fmt.Sprint(i%100), func() {})
		}
		synctest.Wait()
		if len(q.last) != 0 {
			t.Errorf("%d keys are left", len(q.last))
		}
	})
}

// Who gives up waiting keeps nobody from their turn, and nobody is let in before it.
func TestTurnsGoOnWithoutWhoLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q Turns[string]
		release, err := q.Acquire(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := q.Acquire(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("beside another: %v", err)
		}
		var got atomic.Bool
		go func() {
			next, err := q.Acquire(t.Context(), "a")
			got.Store(err == nil)
			next()
		}()
		time.Sleep(time.Minute)
		if got.Load() {
			t.Error("two have the turn")
		}
		release()
		synctest.Wait()
		if !got.Load() || len(q.last) != 0 {
			t.Errorf("got the turn: %v; %d keys are left", got.Load(), len(q.last))
		}
	})
}
