package render

import "sync"

// cache keeps what was made last, at most limit things. It is safe for concurrent
// use: what two ask for at once is made once.
type cache[K comparable, V any] struct {
	limit int
	mu    sync.Mutex
	clock int
	kept  map[K]*kept[V]
}

type kept[V any] struct {
	make func() (V, error)
	used int // by the cache's clock
}

// get returns what belongs to the key, made by create if it is not there.
func (c *cache[K, V]) get(key K, create func() (V, error)) (V, error) {
	return c.entry(key, create).make()
}

func (c *cache[K, V]) entry(key K, create func() (V, error)) *kept[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock++
	if c.kept == nil {
		c.kept = map[K]*kept[V]{}
	}
	e, ok := c.kept[key]
	if !ok {
		c.evict()
		e = &kept[V]{make: sync.OnceValues(create)}
		c.kept[key] = e
	}
	e.used = c.clock
	return e
}

// evict makes room for one more.
func (c *cache[K, V]) evict() {
	for len(c.kept) >= c.limit {
		var oldest K
		least := c.clock
		for key, e := range c.kept {
			if e.used < least {
				oldest, least = key, e.used
			}
		}
		delete(c.kept, oldest)
	}
}
