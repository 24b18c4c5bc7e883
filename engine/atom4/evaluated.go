package atom4

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// evaluated is the board of a search. It updates the sum over the windows, the legal vertices and
// the hash with each piece. It implements [alphabeta.Position], is not safe for concurrent use,
// and knows neither rounds nor matches.
//
// The value counts windows, that is four points in line that may become a row, and how soon the
// colour that would complete them is placed. A win at the next ply is found exactly. A value of
// 150 means that the mover wins about three games of four.
type evaluated struct {
	grid.Board
	worths  *[windowStates]worth
	windows [len(grid.Axes)]lines
	near    [grid.Points]uint8 // occupied neighbours, a bit for each direction
	sum     worth              // of all windows
	hash    uint64
	phase   int // index in the wheel of the colour to be placed
	plies   int // until the board is full
	legal   []grid.Point
	place   [grid.Points]uint16 // index in legal, for legal points
	past    []undo
}

// undo holds what takes a move back.
type undo struct {
	sum     worth
	hash    uint64
	at      grid.Point
	hits    [6]grid.Hit // with the old colours
	n       uint8       // length of hits in use
	added   uint8       // legal points added by the move
	atPlace uint16      // index of the point in legal
}

// newEvaluated returns the evaluated form of a board that is not full. Phase is the index in the
// wheel of the colour to be placed, and plies the number of pieces until the board is full. The
// board is copied.
func newEvaluated(b *grid.Board, phase, plies int) *evaluated {
	t := &evaluated{Board: grid.NewBoard(), worths: worths(), phase: phase, plies: plies}
	for axis := range grid.Axes {
		for at := range grid.Point(grid.Points) {
			t.windows[axis].flip(slot(axis, at), t.At[at])
		}
	}
	t.hash = zobrist[0][t.phase]
	for c := range grid.Cell(grid.Size * grid.Size) {
		if colour := b.At[c.Point()]; colour != grid.Empty {
			t.set(c.Point(), colour)
			t.occupy(c.Point())
		}
	}
	t.legal = make([]grid.Point, 0, grid.Size*grid.Size)
	for c := range grid.Cell(grid.Size * grid.Size) {
		if t.Board.Legal(c.Point()) {
			t.place[c.Point()] = uint16(len(t.legal))
			t.legal = append(t.legal, c.Point())
		}
	}
	t.past = make([]undo, 0, grid.Size*grid.Size)
	return t
}

// zobrist holds random numbers for the contents of each point. Point 0 is a wall; its numbers are
// for the phase of the wheel.
var zobrist = func() *[grid.Points][16]uint64 {
	var table [grid.Points][16]uint64
	r := search.Rand(4)
	for p := range table {
		for c := range table[p] {
			table[p][c] = r.Uint64()
		}
	}
	return &table
}()

// set sets a point's colour and updates the sum and the hash.
func (t *evaluated) set(p grid.Point, c grid.Colour) {
	p %= grid.Points
	old := t.At[p]
	t.At[p] = c
	t.hash ^= zobrist[p][old&15] ^ zobrist[p][c&15]
	x, s, table := old^c, &slots[p], t.worths
	t.sum += t.windows[0].change(s[0], x, table) + t.windows[1].change(s[1], x, table) + t.windows[2].change(s[2], x, table)
}

// reset restores a point's colour, but not the sum and the hash.
func (t *evaluated) reset(p grid.Point, c grid.Colour) {
	p %= grid.Points
	x, s := t.At[p]^c, &slots[p]
	t.At[p] = c
	t.windows[0].flip(s[0], x)
	t.windows[1].flip(s[1], x)
	t.windows[2].flip(s[2], x)
}

// occupy marks a point as occupied at its neighbours.
func (t *evaluated) occupy(p grid.Point) {
	for d, step := range grid.Steps {
		t.near[(p+step)%grid.Points] |= 1 << ((d + 3) % len(grid.Steps))
	}
}

// AppendMoves implements [search.Position].
func (t *evaluated) AppendMoves(moves []grid.Point) []grid.Point { return append(moves, t.legal...) }

// Key implements [search.Keyer], by point and colour.
func (t *evaluated) Key(p grid.Point) uint16 {
	return uint16(t.phase)<<9 | uint16(p-grid.Margin*grid.Stride)%512
}

// Hash implements [search.Hasher].
func (t *evaluated) Hash() uint64 { return t.hash }

// Clone implements [alphabeta.Position].
func (t *evaluated) Clone() alphabeta.Position[grid.Point] {
	c := *t
	c.legal = append(make([]grid.Point, 0, cap(t.legal)), t.legal...)
	c.past = append(make([]undo, 0, cap(t.past)), t.past...)
	return &c
}

// Do implements [search.Position].
func (t *evaluated) Do(p grid.Point) {
	t.past = append(t.past, undo{sum: t.sum, hash: t.hash, at: p, atPlace: t.place[p]})
	past := &t.past[len(t.past)-1]
	piece := grid.Wheel[t.phase]
	n := t.Hits(p, piece, &past.hits)
	past.n = uint8(n)
	t.set(p, piece)
	for i := range n {
		h := &past.hits[i]
		old := t.At[h.At]
		t.set(h.At, h.Colour)
		h.Colour = old
	}
	next := t.ahead(1)
	t.hash ^= zobrist[0][t.phase] ^ zobrist[0][next]
	t.phase = next
	t.plies--
	t.updateLegal(p, past)
}

// updateLegal updates the list of legal points after a piece on p.
func (t *evaluated) updateLegal(p grid.Point, past *undo) {
	last := t.legal[len(t.legal)-1]
	t.legal[past.atPlace], t.place[last] = last, past.atPlace
	t.legal = t.legal[:len(t.legal)-1]
	for d, step := range grid.Steps {
		n := (p + step) % grid.Points
		was := t.near[n]
		now := was | 1<<((d+3)%len(grid.Steps))
		t.near[n] = now
		if t.At[n] == grid.Empty && grid.Joins[now] && !grid.Joins[was] {
			t.place[n] = uint16(len(t.legal))
			t.legal = append(t.legal, n)
			past.added++
		}
	}
}

// Undo implements [search.Position].
func (t *evaluated) Undo(p grid.Point) {
	past := &t.past[len(t.past)-1]
	t.past = t.past[:len(t.past)-1]
	t.legal = t.legal[:len(t.legal)-int(past.added)]
	for d, step := range grid.Steps {
		t.near[(p+step)%grid.Points] &^= 1 << ((d + 3) % len(grid.Steps))
	}
	t.legal = append(t.legal, p)
	end := len(t.legal) - 1
	moved := t.legal[past.atPlace]
	t.legal[end], t.place[moved] = moved, uint16(end)
	t.legal[past.atPlace], t.place[p] = p, past.atPlace
	for _, h := range past.hits[:past.n] {
		t.reset(h.At, h.Colour)
	}
	t.reset(p, grid.Empty)
	t.sum, t.hash = past.sum, past.hash
	t.plies++
	t.phase = t.ahead(len(grid.Wheel) - 1)
}

// wins reports whether a piece of the phase's colour would complete a row on the present board.
func (t *evaluated) wins(phase int) bool {
	if t.sum.readyFor(phase) == 0 {
		return false
	}
	piece := grid.Wheel[phase]
	goal := grid.GoalOf(piece)
	var hits [6]grid.Hit
	for _, p := range t.legal {
		n := t.Hits(p, piece, &hits)
		for i := range n {
			if hits[i].Colour == goal && t.completes(hits[i].At, hits[:n], goal) {
				return true
			}
		}
	}
	return false
}

func (t *evaluated) completes(at grid.Point, hits []grid.Hit, goal grid.Colour) bool {
	for _, axis := range grid.Axes {
		run := 1
		for p := at + axis; t.becomes(p, hits, goal); p += axis {
			run++
		}
		for p := at - axis; t.becomes(p, hits, goal); p -= axis {
			run++
		}
		if run >= grid.RowLength {
			return true
		}
	}
	return false
}

func (t *evaluated) becomes(p grid.Point, hits []grid.Hit, goal grid.Colour) bool {
	return t.At[p%grid.Points] == goal || slices.Contains(hits, grid.Hit{At: p, Colour: goal})
}
