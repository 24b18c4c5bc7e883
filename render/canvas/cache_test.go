package canvas

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestCacheKeepsTheLatest(t *testing.T) {
	c := Cache[int, int]{Limit: 3}
	made := map[int]int{}
	get := func(key int) {
		t.Helper()
		got := c.Get(key, func() int { made[key]++; return 10 * key })
		if got != 10*key {
			t.Fatalf("Get(%d) = %d", key, got)
		}
	}
	for _, key := range []int{1, 2, 3, 1, 4, 1, 3, 2} { // 4 puts out 2, and 2 then 4
		get(key)
	}
	if len(c.kept) != c.Limit {
		t.Errorf("%d are kept, want %d", len(c.kept), c.Limit)
	}
	for key, want := range map[int]int{1: 1, 2: 2, 3: 1, 4: 1} {
		if made[key] != want {
			t.Errorf("%d was made %d times, want %d", key, made[key], want)
		}
	}
}

func TestCacheMakesOnceForAll(t *testing.T) {
	c := Cache[string, int]{Limit: 2}
	var made atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got := c.Get("board", func() int { return int(made.Add(1)) }); got != 1 {
				t.Errorf("Get = %d", got)
			}
		})
	}
	group.Wait()
}
