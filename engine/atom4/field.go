package atom4

import (
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// field is the board as the search walks it: what the pieces are worth, the legal
// vertices and the hash follow each change instead of being worked out anew. It
// implements [alphabeta.Position].
type field struct {
	board
	scale   *scale
	windows [len(axes)]lines
	near    [points]uint8 // by direction, which neighbours are occupied
	sum     worth         // of all windows
	hash    uint64
	phase   int // of the wheel: whose turn it is
	plies   int // until the board is full
	legal   []point
	place   [points]uint16 // of a legal point in the list
	past    []taken
}

// taken is what is needed to take a move back.
type taken struct {
	sum     worth
	hash    uint64
	at      point
	hits    [6]change // with the old colours
	n       uint8     // of hits
	added   uint8     // legal points that the move made
	atPlace uint16    // where the point was in the list
}

// newField takes over the position of a round that is not over.
func newField(p *Position, s *scale) *field {
	f := &field{board: emptyBoard, scale: s, phase: (p.round - 1 + p.ply) % len(wheel), plies: fullBoard - p.ply}
	for axis := range axes {
		for at := range point(points) {
			f.windows[axis].flip(slot(axis, at), f.at[at])
		}
	}
	f.hash = zobrist[0][f.phase]
	for c := range Cell(Size * Size) {
		if colour := p.At(c); colour != Empty {
			f.set(c.point(), colour)
			f.enclose(c.point())
		}
	}
	f.legal = make([]point, 0, Size*Size)
	for c := range Cell(Size * Size) {
		if f.board.legal(c.point()) {
			f.place[c.point()] = uint16(len(f.legal))
			f.legal = append(f.legal, c.point())
		}
	}
	f.past = make([]taken, 0, fullBoard)
	return f
}

// zobrist are random numbers for what may lie on each point. Those of point 0, a wall,
// are for the wheel.
var zobrist = func() *[points][16]uint64 {
	var table [points][16]uint64
	r := search.Rand(4)
	for p := range table {
		for c := range table[p] {
			table[p][c] = r.Uint64()
		}
	}
	return &table
}()

// set gives a point another colour.
func (f *field) set(p point, c Colour) {
	p %= points
	old := f.at[p]
	f.at[p] = c
	f.hash ^= zobrist[p][old&15] ^ zobrist[p][c&15]
	x, s, table := old^c, &slots[p], &f.scale.worth
	f.sum += f.windows[0].change(s[0], x, table) + f.windows[1].change(s[1], x, table) + f.windows[2].change(s[2], x, table)
}

// reset gives a point its old colour back; sum and hash are restored otherwise.
func (f *field) reset(p point, c Colour) {
	p %= points
	x, s := f.at[p]^c, &slots[p]
	f.at[p] = c
	f.windows[0].flip(s[0], x)
	f.windows[1].flip(s[1], x)
	f.windows[2].flip(s[2], x)
}

// enclose tells the neighbours of a point that it is occupied.
func (f *field) enclose(p point) {
	for d, step := range steps {
		f.near[(p+step)%points] |= 1 << ((d + 3) % len(steps))
	}
}

// AppendMoves implements [search.Position].
func (f *field) AppendMoves(moves []point) []point { return append(moves, f.legal...) }

// Key implements [search.Keyer]: by point and colour.
func (f *field) Key(p point) uint16 { return uint16(f.phase)<<9 | uint16(p-margin*stride)%512 }

// Hash implements [search.Hasher].
func (f *field) Hash() uint64 { return f.hash }

// Clone implements [alphabeta.Position].
func (f *field) Clone() alphabeta.Position[point] {
	c := *f
	c.legal = append(make([]point, 0, cap(f.legal)), f.legal...)
	c.past = append(make([]taken, 0, cap(f.past)), f.past...)
	return &c
}

// Do implements [search.Position].
func (f *field) Do(p point) {
	f.past = append(f.past, taken{sum: f.sum, hash: f.hash, at: p, atPlace: f.place[p]})
	past := &f.past[len(f.past)-1]
	piece := wheel[f.phase]
	n := f.hits(p, piece, &past.hits)
	past.n = uint8(n)
	f.set(p, piece)
	for i := range n {
		h := &past.hits[i]
		old := f.at[h.at]
		f.set(h.at, h.colour)
		h.colour = old
	}
	next := f.phase + 1
	if next == len(wheel) {
		next = 0
	}
	f.hash ^= zobrist[0][f.phase] ^ zobrist[0][next]
	f.phase = next
	f.plies--
	f.grow(p, past)
}

// grow brings the list of legal points up to date after a piece on p.
func (f *field) grow(p point, past *taken) {
	last := f.legal[len(f.legal)-1]
	f.legal[past.atPlace], f.place[last] = last, past.atPlace
	f.legal = f.legal[:len(f.legal)-1]
	for d, step := range steps {
		n := (p + step) % points
		was := f.near[n]
		now := was | 1<<((d+3)%len(steps))
		f.near[n] = now
		if f.at[n] == Empty && joins[now] && !joins[was] {
			f.place[n] = uint16(len(f.legal))
			f.legal = append(f.legal, n)
			past.added++
		}
	}
}

// Undo implements [search.Board].
func (f *field) Undo(p point) {
	past := &f.past[len(f.past)-1]
	f.past = f.past[:len(f.past)-1]
	f.legal = f.legal[:len(f.legal)-int(past.added)]
	for d, step := range steps {
		f.near[(p+step)%points] &^= 1 << ((d + 3) % len(steps))
	}
	f.legal = append(f.legal, p)
	end := len(f.legal) - 1
	moved := f.legal[past.atPlace]
	f.legal[end], f.place[moved] = moved, uint16(end)
	f.legal[past.atPlace], f.place[p] = p, past.atPlace
	for _, h := range past.hits[:past.n] {
		f.reset(h.at, h.colour)
	}
	f.reset(p, Empty)
	f.sum, f.hash = past.sum, past.hash
	f.plies++
	if f.phase--; f.phase < 0 {
		f.phase = len(wheel) - 1
	}
}

// ahead is the phase of the wheel so many plies later.
func (f *field) ahead(plies int) int {
	if next := f.phase + plies; next < len(wheel) {
		return next
	}
	return f.phase + plies - len(wheel)
}

// wins reports whether the mover of the wheel's colour of a phase would complete a row by
// one piece on the board as it stands.
func (f *field) wins(phase int) bool {
	if f.sum.readyFor(phase) == 0 {
		return false
	}
	piece := wheel[phase]
	goal := goalOf(piece)
	var hits [6]change
	for _, p := range f.legal {
		n := f.hits(p, piece, &hits)
		for i := range n {
			if hits[i].colour == goal && f.completes(hits[i].at, hits[:n], goal) {
				return true
			}
		}
	}
	return false
}

// completes reports whether a window through one of the points that are about to be hit
// becomes a row.
func (f *field) completes(at point, hits []change, goal Colour) bool {
	for _, axis := range axes {
		run := 1
		for p := at + axis; f.becomes(p, hits, goal); p += axis {
			run++
		}
		for p := at - axis; f.becomes(p, hits, goal); p -= axis {
			run++
		}
		if run >= rowLength {
			return true
		}
	}
	return false
}

// becomes reports whether a point has a colour, or will have it once hit.
func (f *field) becomes(p point, hits []change, goal Colour) bool {
	if f.at[p%points] == goal {
		return true
	}
	for _, h := range hits {
		if h.at == p && h.colour == goal {
			return true
		}
	}
	return false
}

// Evaluate implements [alphabeta.Evaluator]. A win at the next ply is exact already.
func (f *field) Evaluate() (value int32, exact bool) {
	white := f.phase%2 == 0 // who places wheel[0], red, and every second from there
	score := f.sum.score()
	switch {
	case score > rowWorth/2 || score < -rowWorth/2:
		return -alphabeta.Win, true // nobody completes the opponent's row
	case f.plies == 0:
		return 0, true
	case f.wins(f.phase):
		return alphabeta.Win - 1, true
	}
	if !white {
		score = -score
	}
	for i, w := range f.scale.tempo {
		score += w * f.sum.readyFor(f.ahead(i+1))
	}
	return max(-alphabeta.MaxEstimate, min(score, alphabeta.MaxEstimate)), false
}

// Quiet implements [alphabeta.Evaluator].
func (f *field) Quiet() bool { return !f.wins(f.ahead(1)) }
