// Package solver proves who wins positions of the Gordon game, on any finite group.
//
// A [Board] is a group prepared for searches, and a [Node] a position seen from the place taken
// last. [Solver.Prove] searches a [Place] exhaustively: depth first, moves with fewest replies first,
// with a transposition table. Its [Verdict] is exact unless it is [Unknown]. If a proof is out of
// reach, [Solver.Estimate] evaluates it by Monte-Carlo tree search. [Board.Sequence] solves
// the solitaire: it finds a path through all places left. Groups of more than [MaxOrder] elements,
// whose sets do not fit a machine word, have a [Wide] solver, which proves only endgames.
//
// The package has no clock: searches run until they are done or their context ends, and are
// repeatable if they are not stopped. It has the rules and the misère variant, but no seats or
// notation.
package solver

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Verdict is what is known of a node for the player to move.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota
	Lost
	Won
)

// Other returns the verdict for the opponent.
func (v Verdict) Other() Verdict { return [...]Verdict{Unknown, Won, Lost}[v] }

// Solver searches the nodes of one board and keeps its proofs. It is not safe for concurrent use.
type Solver struct {
	*Board
	misere bool
	table  *table
	nodes  int // visited so far
	stop   search.Stop
}

// New makes a solver for nodes with up to a number of tokens in play, which decides the size of
// its table, at most 32 MB. In misère a player who cannot move wins.
func New(b *Board, misere bool, tokens int) *Solver {
	return &Solver{Board: b, misere: misere, table: newTable(tokens)}
}

// Nodes returns the number of nodes visited so far.
func (s *Solver) Nodes() int { return s.nodes }

// Prove returns the verdict of a position, Unknown if the context ends first.
func (s *Solver) Prove(ctx context.Context, at Place) Verdict {
	defer s.stop.With(ctx)()
	return s.search(s.reduce(s.Node(at)))
}

// search proves a node that [Board.reduce] has reduced.
func (s *Solver) search(n Node) Verdict {
	if n.legal() == 0 {
		return ended(s.misere)
	}
	if v := s.table.get(n); v != Unknown {
		return v
	}
	if s.nodes++; s.stop.Load() {
		return Unknown
	}
	var room [MaxOrder]child
	children := room[:0]
	for m := range n.legal().elements {
		c := child{Node: s.after(n, m), move: m}
		if c.replies = c.legal().size(); c.replies > 0 {
			children = insert(children, c)
		} else if !s.misere {
			return Won
		}
	}
	v := s.anyLost(children)
	if v != Unknown {
		s.table.put(n, v)
	}
	return v
}

// anyLost proves a node by its children: it is won if one of them is lost for the opponent. The
// table's verdicts are tried first.
func (s *Solver) anyLost(children []child) Verdict {
	for i := range children {
		children[i].Node = s.reduce(children[i].Node)
		if s.table.get(children[i].Node) == Lost {
			return Won
		}
	}
	for _, c := range children {
		if v := s.search(c.Node); v != Won {
			return v.Other()
		}
	}
	return Lost
}

func ended(misere bool) Verdict {
	if misere {
		return Won
	}
	return Lost
}

// MaxOrder is the greatest order of a group that fits a [Board].
const MaxOrder = 64

type child struct {
	Node
	move    group.Element
	replies int // sort key
}

func insert(list []child, c child) []child {
	i := len(list)
	list = append(list, c)
	for ; i > 0 && list[i-1].replies > c.replies; i-- {
		list[i] = list[i-1]
	}
	list[i] = c
	return list
}

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
