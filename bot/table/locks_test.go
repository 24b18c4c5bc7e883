package table

import (
	"strconv"
	"sync"
	"testing"
)

// Many goroutines that hold two of a few names each, in any order and sometimes one name twice, never
// hold one name together, and do not deadlock.
func TestOneAtATime(t *testing.T) {
	var l locks
	var all sync.WaitGroup
	held := make([]int, 8)
	for i := range 400 {
		all.Go(func() {
			one, other := i%len(held), (i/3)%len(held)
			unlock := l.lock(strconv.Itoa(one), strconv.Itoa(other), strconv.Itoa(one))
			defer unlock()
			held[one]++ // the race detector sees two at a time
			if other != one {
				held[other]++
			}
		})
	}
	all.Wait()
	sum := 0
	for _, n := range held {
		sum += n
	}
	if sum < 400 || sum > 800 {
		t.Errorf("%d were counted", sum)
	}
}
