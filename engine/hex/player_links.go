package hex

import "github.com/sixfold-bot/sixfold/engine/search"

// links are the groups of a colour's stones that no opponent can part: stones that
// touch, or that a bridge joins whose carrier no other bridge needs. Edges are
// stones. A colour whose two edges are linked has won, whoever moves: it answers
// each intrusion into a bridge with the bridge's other cell.
//
// Bridges are taken as they come, so that some links may be missed; those found are
// sure.
type links struct {
	parent [places]point
	used   [places]bool // in the carrier of a bridge
	colour uint8
}

// Edges are one node each: these places hold no stones on any board.
const (
	nearEdge point = places - 2
	farEdge  point = places - 1
)

// survey finds the links of a colour.
func (l *links) survey(f *field, colour uint8) {
	*l = links{colour: colour}
	l.parent[nearEdge], l.parent[farEdge] = nearEdge, farEdge
	end := point(f.width * (f.width - 1))
	for c := f.first; c < end; c++ {
		l.parent[c&placeMask] = c
	}
	for c := f.first; c < end; c++ {
		if f.holds(c, colour) {
			l.touch(f, c)
		}
	}
	for c := f.first; c < end; c++ {
		if f.holds(c, colour) {
			l.bridge(f, c)
		}
	}
}

// holds tells whether a stone of the colour, not just an edge, is at c.
func (f *field) holds(c point, colour uint8) bool {
	return f.board[c&placeMask] == colour && f.side[c&placeMask] == 0
}

// touch joins a stone to its neighbours of the same colour. Looking in all six
// directions finds the edges too.
func (l *links) touch(f *field, c point) {
	for _, step := range f.steps {
		if n := c + step; f.board[n&placeMask] == l.colour {
			l.union(c, l.node(f, n))
		}
	}
}

// bridge joins a stone to what it reaches by bridges.
func (l *links) bridge(f *field, c point) {
	for i := range f.steps {
		a, b, to, ok := l.open(f, c, i)
		if ok && f.board[to&placeMask] == l.colour && l.union(c, l.node(f, to)) {
			l.used[a&placeMask], l.used[b&placeMask] = true, true
		}
	}
}

// open returns the carrier and the far end of the i-th bridge from c; ok is false
// when the carrier is not free.
func (l *links) open(f *field, c point, i int) (a, b, to point, ok bool) {
	one, two := f.steps[i], f.steps[(i+1)%6]
	a, b = c+one, c+two
	ok = f.board[a&placeMask] == empty && f.board[b&placeMask] == empty &&
		!l.used[a&placeMask] && !l.used[b&placeMask]
	return a, b, c + one + two, ok
}

// node is the node of a stone or of an edge.
func (l *links) node(f *field, c point) point {
	switch f.side[c&placeMask] {
	case near:
		return nearEdge
	case far:
		return farEdge
	}
	return c
}

func (l *links) find(c point) point {
	for l.parent[c&placeMask] != c {
		l.parent[c&placeMask] = l.parent[l.parent[c&placeMask]&placeMask]
		c = l.parent[c&placeMask]
	}
	return c
}

// union joins two groups; false when they were one already.
func (l *links) union(a, b point) bool {
	a, b = l.find(a), l.find(b)
	l.parent[a&placeMask] = b
	return a != b
}

// won tells whether the colour's edges are linked.
func (l *links) won() bool { return l.find(nearEdge) == l.find(farEdge) }

// wins tells whether a stone at the empty place c would link the colour's edges: it
// reaches the groups of both, by touch or by bridges that share no cell.
func (l *links) wins(f *field, c point) bool {
	nearRoot, farRoot := l.find(nearEdge), l.find(farEdge)
	var nearBridges, farBridges uint // by direction
	var touches uint8
	for i, step := range f.steps {
		if n := c + step; f.board[n&placeMask] == l.colour {
			switch l.find(l.node(f, n)) {
			case nearRoot:
				touches |= near
			case farRoot:
				touches |= far
			}
		}
		if _, _, to, ok := l.open(f, c, i); ok && f.board[to&placeMask] == l.colour {
			switch l.find(l.node(f, to)) {
			case nearRoot:
				nearBridges |= 1 << i
			case farRoot:
				farBridges |= 1 << i
			}
		}
	}
	switch touches {
	case near | far:
		return true
	case near:
		return farBridges != 0
	case far:
		return nearBridges != 0
	}
	return apart(nearBridges, farBridges)
}

// apart tells whether there are a bridge in each of two sets whose carriers share no
// cell: neighbouring directions do share one.
func apart(a, b uint) bool {
	for i := range 6 {
		clash := uint(0b100011<<i | 0b100011<<i>>6) // the direction, the next, the one before
		if a>>i&1 != 0 && b&^clash != 0 {
			return true
		}
	}
	return false
}

// Judge implements [search.Judge]: the player who moved last has won if that
// colour's edges are linked, else the one to move if one stone links theirs.
func (f *field) Judge() search.Proof {
	var l links
	if l.survey(f, f.turn^(red|blue)); l.won() {
		return search.Loss
	}
	if l.survey(f, f.turn); l.won() {
		return search.Win
	}
	for _, c := range f.open {
		if l.wins(f, c) {
			return search.Win
		}
	}
	return search.Unproved
}
