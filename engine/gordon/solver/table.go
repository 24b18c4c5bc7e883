package solver

// table is a transposition table of proved nodes. In a full bucket a new node replaces the one with
// fewest tokens and places left. It is not safe for concurrent use.
//
// An entry is the node itself. No node contains the identity, number 0, so that bit of its two sets
// is free: in m for the verdict, in p to mark the entry as used.
type table struct {
	buckets []bucket
	mask    uint64
}

// bucket fills a cache line.
type bucket [4]Node

// A table of 2^19 buckets takes 32 MB. The table has room for every node of a search of up to 15
// tokens, and for a quarter of them at 17.
const (
	leastBuckets = 6 // as an exponent of 2
	mostBuckets  = 19
	bucketsOver  = 2 // exponent minus tokens
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

// get returns the verdict of a node.
func (t *table) get(n Node) Verdict {
	b := t.bucket(n)
	for i := range b {
		if b[i].p == n.p|1 && b[i].m&^1 == n.m {
			return Lost + Verdict(b[i].m&1)
		}
	}
	return Unknown
}

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
