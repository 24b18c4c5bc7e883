package discord

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestQueuesKeepTheOrderOfAKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		var mu sync.Mutex
		got := map[string][]int{}
		for i := range 100 {
			for _, key := range []string{"a", "b"} {
				q.add(key, func() {
					// Earlier jobs take longer: without order they would finish last.
					takes(time.Duration(100-i) * time.Millisecond)
					mu.Lock()
					defer mu.Unlock()
					got[key] = append(got[key], i)
				})
			}
		}
		pass(time.Minute)
		for _, key := range []string{"a", "b"} {
			if len(got[key]) != 100 || !slices.IsSorted(got[key]) {
				t.Errorf("order of %s: %v", key, got[key])
			}
		}
	})
}

func TestQueuesDoNotWaitForOtherKeys(t *testing.T) {
	synctest.Test(t, func(*testing.T) {
		var q queues
		release, done := make(chan struct{}), make(chan struct{})
		q.add("stuck", func() { <-release })
		q.add("free", func() { close(done) })
		<-done // or the bubble reports a deadlock
		close(release)
	})
}

func TestQueuesForgetIdleKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		for i := range 1000 {
			q.add(fmt.Sprint(i%100), func() {})
		}
		synctest.Wait()
		if len(q.waiting) != 0 {
			t.Errorf("%d keys are left", len(q.waiting))
		}
	})
}
