package field

import "math/bits"

// Links are the groups of a colour's stones that the opponent cannot separate: stones that touch,
// or are joined by a bridge whose carrier no other bridge needs. Edges count as stones. A colour
// with linked edges has won, whoever moves: it answers each intrusion into a bridge at the bridge's
// other cell.
//
// Bridges are chosen greedily, so some links may be missed; those found are certain.
type Links struct {
	colour   uint8
	stones   []Point
	parent   [places]Point
	used     [places]bool // in the carrier of a bridge
	carriers []carrier
}

// carrier has the two cells of a bridge and one of the stones that it joins.
type carrier struct{ a, b, stone Point }

// Each edge is one node, at a place that is outside every board.
const (
	nearEdge = places - 2
	farEdge  = places - 1
)

// Survey finds the links of a colour. It takes a few microseconds at most and does not allocate
// once the slices have grown. The other methods refer to the last survey.
func (l *Links) Survey(f *Field, colour uint8) {
	l.colour = colour
	l.used = [places]bool{}
	l.carriers = l.carriers[:0]
	l.parent[nearEdge], l.parent[farEdge] = nearEdge, farEdge
	end := Point(f.stride * (f.height + 1))
	l.stones = l.stones[:0]
	for c := f.first; c < end; c++ {
		l.parent[c&placeMask] = c
		if f.holds(c, colour) {
			l.stones = append(l.stones, c)
		}
	}
	for _, c := range l.stones {
		l.touch(f, c)
	}
	for _, c := range l.stones {
		l.bridge(f, c)
	}
}

// holds reports whether there is a stone of the colour at c, not just an edge.
func (f *Field) holds(c Point, colour uint8) bool {
	return f.board[c&placeMask] == colour && f.side[c&placeMask] == 0
}

// touch joins a stone to its neighbours of the same colour. It tries all six directions, which
// include edges.
func (l *Links) touch(f *Field, c Point) {
	for _, step := range f.steps {
		if n := c + step; f.board[n&placeMask] == l.colour {
			l.union(c, l.node(f, n))
		}
	}
}

// bridge joins a stone to the stones and edges that it reaches by bridges.
func (l *Links) bridge(f *Field, c Point) {
	for i := range f.steps {
		a, b, to, ok := l.open(f, c, i)
		if ok && f.board[to&placeMask] == l.colour && l.union(c, l.node(f, to)) {
			l.used[a&placeMask], l.used[b&placeMask] = true, true
			l.carriers = append(l.carriers, carrier{a, b, c})
		}
	}
}

// open returns the carrier and the other end of the i-th bridge from c; ok is false if the carrier
// is not free.
func (l *Links) open(f *Field, c Point, i int) (a, b, to Point, ok bool) {
	one, two := f.steps[i], f.steps[(i+1)%6]
	a, b = c+one, c+two
	ok = f.board[a&placeMask] == Empty && f.board[b&placeMask] == Empty &&
		!l.used[a&placeMask] && !l.used[b&placeMask]
	return a, b, c + one + two, ok
}

func (l *Links) node(f *Field, c Point) Point {
	switch f.side[c&placeMask] {
	case near:
		return nearEdge
	case far:
		return farEdge
	}
	return c
}

func (l *Links) find(c Point) Point {
	for l.parent[c&placeMask] != c {
		l.parent[c&placeMask] = l.parent[l.parent[c&placeMask]&placeMask]
		c = l.parent[c&placeMask]
	}
	return c
}

// union joins two groups and reports whether they were separate.
func (l *Links) union(a, b Point) bool {
	a, b = l.find(a), l.find(b)
	l.parent[a&placeMask] = b
	return a != b
}

// Won reports whether the colour's edges are linked.
func (l *Links) Won() bool { return l.find(nearEdge) == l.find(farEdge) }

// Joined reports whether two stones of the colour are linked.
func (l *Links) Joined(a, b Point) bool { return l.find(a) == l.find(b) }

// Reaches reports whether a stone of the colour is linked to its far edge (bottom or right), or
// else to its near one.
func (l *Links) Reaches(c Point, far bool) bool {
	if far {
		return l.find(c) == l.find(farEdge)
	}
	return l.find(c) == l.find(nearEdge)
}

// Linked reports whether a colour's edges are linked.
func (f *Field) Linked(colour uint8) bool {
	var l Links
	l.Survey(f, colour)
	return l.Won()
}

// Completes reports whether a stone at the empty cell c would link the colour's edges.
func (l *Links) Completes(f *Field, c Point) bool {
	_, ok := l.joins(f, c)
	return ok
}

// Chain passes each stone of the winner's linked group, and each cell of its bridges' carriers, to
// one of the functions.
func (l *Links) Chain(stone, carrier func(Point)) {
	root := l.find(nearEdge)
	for _, c := range l.stones {
		if l.find(c) == root {
			stone(c)
		}
	}
	for _, bridge := range l.carriers {
		if l.find(bridge.stone) == root {
			carrier(bridge.a)
			carrier(bridge.b)
		}
	}
}

// joint says how a stone would join the groups of both edges: for each the direction of the bridge,
// or touching.
type joint struct{ near, far int }

const touching = -1

// joins reports whether and how a stone at the empty place c would link the colour's edges: by
// touch or by bridges that share no cell.
func (l *Links) joins(f *Field, c Point) (joint, bool) {
	nearRoot, farRoot := l.find(nearEdge), l.find(farEdge)
	var nearBridges, farBridges uint // bit sets of directions
	var touches uint8
	for i, step := range f.steps {
		n := c + step
		if f.board[n&placeMask] == l.colour {
			switch l.find(l.node(f, n)) {
			case nearRoot:
				touches |= near
			case farRoot:
				touches |= far
			}
			continue
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
	switch {
	case touches == near|far:
		return joint{touching, touching}, true
	case touches == near && farBridges != 0:
		return joint{touching, bits.TrailingZeros(farBridges)}, true
	case touches == far && nearBridges != 0:
		return joint{bits.TrailingZeros(nearBridges), touching}, true
	}
	return apart(nearBridges, farBridges)
}

// apart finds a bridge in each of two sets whose carriers share no cell, as those of neighbouring
// directions do.
func apart(nearBridges, farBridges uint) (joint, bool) {
	for i := range 6 {
		clash := uint(0b100011<<i | 0b100011<<i>>6) // the direction, the next and the previous one
		if rest := farBridges &^ clash; nearBridges>>i&1 != 0 && rest != 0 {
			return joint{i, bits.TrailingZeros(rest)}, true
		}
	}
	return joint{}, false
}

// need marks the carrier of a win by a stone at c: if the opponent takes none of these places
// first, that stone wins.
func (l *Links) need(f *Field, c Point, j joint, marks *[places]bool) {
	*marks = [places]bool{}
	marks[c&placeMask] = true
	for _, i := range []int{j.near, j.far} {
		if i != touching {
			marks[(c+f.steps[i])&placeMask] = true
			marks[(c+f.steps[(i+1)%6])&placeMask] = true
		}
	}
	nearRoot, farRoot := l.find(nearEdge), l.find(farEdge)
	for _, bridge := range l.carriers {
		if root := l.find(bridge.stone); root == nearRoot || root == farRoot {
			marks[bridge.a&placeMask], marks[bridge.b&placeMask] = true, true
		}
	}
}
