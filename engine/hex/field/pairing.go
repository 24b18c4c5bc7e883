package field

import "slices"

// On a board with unequal sides the colour whose edges are closer together wins, even moving
// second. Let the edges be m cells apart. In a band of m+1 cells along the longer side, a
// reflection pairs the cells, and a colour with a stone in each pair joins its edges within the
// band (C. Shannon; M. Gardner, "The Scientific American Book of Mathematical Puzzles and
// Diversions", 1959). So that colour answers each stone in a pair at the other cell. There are two
// such reflections, and as many bands as fit into the longer side.

type pairing struct {
	colour uint8 // the colour that it joins
	way    int   // number of cells between that colour's edges
	first  int   // where the band begins
	short  bool  // reflect in the short diagonal instead of the long one
}

// Paired returns the colour that wins by a pairing. With answers, that colour is to move and must
// play one of them; without, it wins with any next move. Empty means that no pairing is intact,
// which proves nothing.
func (f *Field) Paired() (winner uint8, answers []Point) {
	for p := range f.pairings {
		breaches, answer := p.breaches(f)
		switch {
		case breaches == 0:
			return p.colour, nil
		case breaches == 1 && answer != noPlace && f.turn == p.colour:
			winner, answers = p.colour, append(answers, answer)
		}
	}
	slices.Sort(answers)
	return winner, slices.Compact(answers)
}

// pairings yields the pairings of the board, none on equal sides.
func (f *Field) pairings(yield func(pairing) bool) {
	colour, way, length := f.topBottom, f.height, f.width
	if way > length {
		colour, way, length = colour^(Red|Blue), length, way
	}
	for first := range length - way {
		for _, short := range []bool{false, true} {
			if !yield(pairing{colour, way, first, short}) {
				return
			}
		}
	}
}

// noPlace is outside the board.
const noPlace = 0

// breaches counts the pairs in which the opponent has a stone and the colour has none, up to two.
// The answer is the empty cell of the last such pair, or noPlace if the opponent has both.
func (p pairing) breaches(f *Field) (n int, answer Point) {
	for along := range p.way + 1 {
		for across := range p.way {
			across2, along2 := p.partner(across, along)
			if along2 < along || along2 == along && across2 < across {
				continue // counted from the other cell
			}
			a, b := p.at(f, across, along), p.at(f, across2, along2)
			one, two := f.board[a&placeMask], f.board[b&placeMask]
			switch {
			case one == p.colour, two == p.colour, one == Empty && two == Empty:
				continue
			case one == Empty:
				answer = a
			case two == Empty:
				answer = b
			default:
				answer = noPlace
			}
			if n++; n > 1 {
				return n, answer
			}
		}
	}
	return n, answer
}

// partner returns the other cell of a pair: across counts from one of the colour's edges to the
// other, along from the start of the band.
func (p pairing) partner(across, along int) (across2, along2 int) {
	switch {
	case !p.short && along <= across:
		return along, across + 1
	case !p.short:
		return along - 1, across
	case across+along < p.way:
		return p.way - 1 - along, p.way - across
	default:
		return p.way - along, p.way - 1 - across
	}
}

func (p pairing) at(f *Field, across, along int) Point {
	if p.colour == f.topBottom {
		return f.At(p.first+along, across)
	}
	return f.At(across, p.first+along)
}
