package gordon

// memory is a table of proved positions. When it is full, positions of which least was
// left give way. It is not safe for concurrent use.
//
// An entry is a node itself: since no node holds the identity, number 0, that bit of its
// two sets is free, for the verdict and for whether the entry is in use.
type memory struct {
	buckets []bucket
	mask    uint64
}

// bucket is as long as a line of cache.
type bucket [4]node

// With 2^19 buckets a table takes 32 MB. A search of so many tokens meets fewer
// positions than the table then holds up to 15 of them, and four times as many at 17.
const (
	leastBuckets = 6 // as powers of 2
	mostBuckets  = 19
	bucketsOver  = 2 // more than there are tokens
)

func newMemory(tokens int) *memory {
	size := min(max(tokens+bucketsOver, leastBuckets), mostBuckets)
	return &memory{make([]bucket, 1<<size), 1<<size - 1}
}

func (t *memory) bucket(n node) *bucket {
	h := (uint64(n.m)*0x9e3779b97f4a7c15 ^ uint64(n.p)) * 0xbf58476d1ce4e5b9
	h ^= h >> 32
	return &t.buckets[h&t.mask]
}

// get tells what was proved of a position.
func (t *memory) get(n node) verdict {
	b := t.bucket(n)
	for i := range b {
		if b[i].p == n.p|1 && b[i].m&^1 == n.m {
			return lost + verdict(b[i].m&1)
		}
	}
	return unknown
}

// put keeps a verdict.
func (t *memory) put(n node, v verdict) {
	b := t.bucket(n)
	least, at := 1<<10, 0
	for i := range b {
		if b[i].p == 0 {
			at = i
			break
		}
		if left := b[i].m.size() + b[i].p.size(); left < least {
			least, at = left, i
		}
	}
	b[at] = node{n.m | set(v-lost), n.p | 1}
}
