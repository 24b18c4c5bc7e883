package solver

// table is a transposition table of proved nodes. When it is full, nodes of which least
// was left give way. It is not safe for concurrent use.
//
// An entry is a node itself: since no node holds the identity, number 0, that bit of its
// two sets is free, for the verdict and for whether the entry is in use.
type table struct {
	buckets []bucket
	mask    uint64
}

// bucket is as long as a cache line.
type bucket [4]Node

// With 2^19 buckets a table takes 32 MB. A search of so many tokens meets fewer nodes
// than the table then holds up to 15 of them, and four times as many at 17.
const (
	leastBuckets = 6 // as powers of 2
	mostBuckets  = 19
	bucketsOver  = 2 // more than there are tokens
)

func newTable(tokens int) *table {
	size := min(max(tokens+bucketsOver, leastBuckets), mostBuckets)
	return &table{make([]bucket, 1<<size), 1<<size - 1}
}

func (t *table) bucket(n Node) *bucket {
	h := (uint64(n.m)*0x9e3779b97f4a7c15 ^ uint64(n.p)) * 0xbf58476d1ce4e5b9
	h ^= h >> 32
	return &t.buckets[h&t.mask]
}

// get returns what was proved of a node.
func (t *table) get(n Node) Verdict {
	b := t.bucket(n)
	for i := range b {
		if b[i].p == n.p|1 && b[i].m&^1 == n.m {
			return Lost + Verdict(b[i].m&1)
		}
	}
	return Unknown
}

// put keeps a verdict.
func (t *table) put(n Node, v Verdict) {
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
	b[at] = Node{n.m | set(v-Lost), n.p | 1}
}
