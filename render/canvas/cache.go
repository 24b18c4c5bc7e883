package canvas

import "sync"

// Cache keeps what was made last, at most limit things. It is safe for concurrent
// use: what two ask for at once is made once.
type Cache[K comparable, V any] struct {
	Limit int
	Mu    sync.Mutex
	Clock int
	Kept  map[K]*kept[V]
}

type kept[V any] struct {
	make func() (V, error)
	used int // by the cache's clock
}

// Get returns what belongs to the key, made by create if it is not there.
func (c *Cache[K, V]) Get(key K, create func() (V, error)) (V, error) {
	return c.entry(key, create).make()
}

func (c *Cache[K, V]) entry(key K, create func() (V, error)) *kept[V] {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	c.Clock++
	if c.Kept == nil {
		c.Kept = map[K]*kept[V]{}
	}
	e, ok := c.Kept[key]
	if !ok {
		c.evict()
		e = &kept[V]{make: sync.OnceValues(create)}
		c.Kept[key] = e
	}
	e.used = c.Clock
	return e
}

// evict makes room for one more.
func (c *Cache[K, V]) evict() {
	for len(c.Kept) >= c.Limit {
		var oldest K
		least := c.Clock
		for key, e := range c.Kept {
			if e.used < least {
				oldest, least = key, e.used
			}
		}
		delete(c.Kept, oldest)
	}
}
