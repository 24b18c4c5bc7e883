// Package locks keeps two goroutines from changing what belongs to one name at a time, without
// keeping the names.
package locks

import (
	"hash/fnv"
	"slices"
	"sync"
)

// Locks hold a lock for every name; a few names may share one. The zero value is ready, and
// must not be copied.
type Locks struct{ stripes [256]sync.Mutex }

// Lock waits until nobody else holds one of some names, and holds them until it is undone. Who
// holds some already must not ask for more.
func (l *Locks) Lock(names ...string) (unlock func()) {
	var held []int
	for _, name := range names {
		h := fnv.New32a()
		_, _ = h.Write([]byte(name))
		held = append(held, int(h.Sum32()%uint32(len(l.stripes))))
	}
	slices.Sort(held) // all in one order, or two could wait for each other
	held = slices.Compact(held)
	for _, i := range held {
		l.stripes[i].Lock()
	}
	return func() {
		for _, i := range held {
			l.stripes[i].Unlock()
		}
	}
}
