package canvas

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

func TestCacheKeepsTheLatest(t *testing.T) {
	c := Cache[int, int]{Limit: 3}
	made := map[int]int{}
	get := func(key int) {
		t.Helper()
		got, err := c.Get(key, func() (int, error) { made[key]++; return 10 * key, nil })
		if err != nil || got != 10*key {
			t.Fatalf("get(%d) = %d, %v", key, got, err)
		}
	}
	for _, key := range []int{1, 2, 3, 1, 4, 1, 3, 2} { // 4 puts out 2, and 2 then 4
		get(key)
	}
	if len(c.Kept) != c.Limit {
		t.Errorf("%d are kept, want %d", len(c.Kept), c.Limit)
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
			if got, err := c.Get("board", func() (int, error) { return int(made.Add(1)), nil }); got != 1 || err != nil {
				t.Errorf("get = %d, %v", got, err)
			}
		})
	}
	group.Wait()
}

func TestCachePassesErrorsOn(t *testing.T) {
	c := Cache[int, int]{Limit: 1}
	broken := errors.New("broken")
	if _, err := c.Get(1, func() (int, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("get = %v, want the error", err)
	}
}
