package canvas

import "sync"

// Cache keeps what was made last, at most Limit things. It is safe for concurrent use: what
// two ask for at once is made once.
type Cache[K comparable, V any] struct {
	Limit int

	mu    sync.Mutex
	clock int
	kept  map[K]*kept[V]
}

type kept[V any] struct {
	make func() V
	used int // by the cache's clock
}

// Get returns what belongs to the key, made by create if it is not there.
func (c *Cache[K, V]) Get(key K, create func() V) V { return c.entry(key, create).make() }

func (c *Cache[K, V]) entry(key K, create func() V) *kept[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock++
	if c.kept == nil {
		c.kept = map[K]*kept[V]{}
	}
	e, ok := c.kept[key]
	if !ok {
		c.evict()
		e = &kept[V]{make: sync.OnceValue(create)}
		c.kept[key] = e
	}
	e.used = c.clock
	return e
}

// evict makes room for one more.
func (c *Cache[K, V]) evict() {
	for len(c.kept) >= c.Limit {
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

// Sprites keeps small things that are drawn again and again, such as the tiles of a board,
// and forgets them all when there are more than Limit. It is safe for concurrent use.
type Sprites[K comparable, V any] struct {
	Limit int

	mu   sync.Mutex
	kept map[K]V
}

// Get returns the sprite of a key, made by create if it is not there.
func (s *Sprites[K, V]) Get(key K, create func(K) V) V {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.kept[key]
	if !ok {
		if len(s.kept) >= s.Limit {
			clear(s.kept)
		}
		if s.kept == nil {
			s.kept = map[K]V{}
		}
		v = create(key)
		s.kept[key] = v
	}
	return v
}
