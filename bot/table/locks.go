package table

import (
	"hash/fnv"
	"slices"
	"sync"
)

// locks hold a lock for every name, without keeping the names; a few may share one. The zero value
// is ready, and must not be copied.
type locks struct{ stripes [256]sync.Mutex }

// lock waits until nobody else holds one of some names, and holds them until it is undone. Who
// holds some already must not ask for more.
func (l *locks) lock(names ...string) (unlock func()) {
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
