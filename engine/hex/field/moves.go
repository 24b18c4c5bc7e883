package field

import (
	"slices"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// survey is what links show about a position.
type survey struct {
	own, theirs Links
	proof       search.Proof
	must        [places]bool // where the mover must play, if threatened
	threatened  bool
	need        [places]bool
}

// AppendMoves implements [search.Position]. It omits dead cells and, if one stone links the mover's
// edges, all other moves. If the opponent threatens to link edges, it omits moves that do not stop
// that.
func (f *Field) AppendMoves(moves []Point) []Point {
	from := len(moves)
	s := f.survey
	s.update(f)
	for _, c := range f.open {
		switch {
		case s.proof == search.Win:
			if _, wins := s.own.joins(f, c); wins {
				return append(moves, c)
			}
		case s.proof == search.Loss || s.threatened && !s.must[c&placeMask]:
		case dead()[f.ring(&f.board, c)&rings]:
		default:
			moves = append(moves, c)
		}
	}
	if len(moves) == from {
		moves = append(moves, f.open...)
	}
	slices.Sort(moves[from:])
	return moves
}

// Proof implements [search.Prover] with the result of the last AppendMoves.
func (f *Field) Proof() search.Proof { return f.survey.proof }

// Proofs returns, by cell, what links prove about a stone of the mover: it wins if it links the
// mover's edges and loses if it leaves a threat.
func (f *Field) Proofs() []search.Proof {
	proofs := make([]search.Proof, f.Cells())
	s := f.survey
	s.update(f)
	for _, c := range f.open {
		switch {
		case s.proof == search.Win:
			if _, wins := s.own.joins(f, c); wins || s.own.Won() {
				proofs[f.Cell(c)] = search.Win
			}
		case s.proof == search.Loss || s.threatened && !s.must[c&placeMask]:
			proofs[f.Cell(c)] = search.Loss
		}
	}
	return proofs
}

// update determines whether links decide the position, and where the mover must play.
func (s *survey) update(f *Field) {
	s.proof, s.threatened = search.Unproved, false
	if s.theirs.Survey(f, f.turn^(Red|Blue)); s.theirs.Won() {
		s.proof = search.Loss
		return
	}
	if s.own.Survey(f, f.turn); s.own.Won() {
		s.proof = search.Win
		return
	}
	for _, c := range f.open {
		if _, wins := s.own.joins(f, c); wins {
			s.proof = search.Win
			return
		}
	}
	for _, c := range f.open {
		if j, wins := s.theirs.joins(f, c); wins {
			s.theirs.need(f, c, j, &s.need)
			s.restrict()
		}
	}
	if s.threatened && !slices.Contains(s.must[:], true) {
		s.proof = search.Loss
	}
}

// restrict intersects the must-play region with the carrier of a further threat.
func (s *survey) restrict() {
	if !s.threatened {
		s.must, s.threatened = s.need, true
		return
	}
	for i, needed := range s.need {
		s.must[i] = s.must[i] && needed
	}
}

// dead reports, by the ring around an empty cell, that the cell is dead: however its empty
// neighbours fill up, those of each colour stay adjacent around it, so that a stone on it joins
// nothing that does not touch already.
var dead = sync.OnceValue(func() *[rings + 1]bool {
	t := new([rings + 1]bool)
	for ring := range t {
		t[ring] = !canMatter(ring, 0)
	}
	return t
})

// canMatter tries all ways to fill the empty neighbours from the i-th on.
func canMatter(ring, i int) bool {
	if i == 6 {
		changes := 0
		for j := range 6 {
			if ring>>(2*j)&3 != ring>>(2*((j+1)%6))&3 {
				changes++
			}
		}
		return changes > 2
	}
	if ring>>(2*i)&3 != int(Empty) {
		return canMatter(ring, i+1)
	}
	return canMatter(ring|int(Red)<<(2*i), i+1) || canMatter(ring|int(Blue)<<(2*i), i+1)
}
