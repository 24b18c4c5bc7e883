package grid

// Hit is a piece whose colour changes.
type Hit struct {
	At     Point
	Colour Colour // the new one
}

// Hits finds the changes of a piece placed at p and returns their number. In each direction it is
// the first piece beyond the mover's own propagators that may change. The board need not hold the
// placed piece yet. The directions do not meet, so the changes can be applied in any order.
func (b *Board) Hits(p Point, piece Colour, into *[6]Hit) int {
	by, n := &effects[piece%16], 0
	for _, step := range Steps {
		at := p + step
		old := b.At[at%Points]
		for old == by.carrier {
			at += step
			old = b.At[at%Points]
		}
		if old&Occupied == 0 {
			continue
		}
		if colour := (old | by.adds) & by.leaves; colour != old {
			into[n] = Hit{at, colour}
			n++
		}
	}
	return n
}

// Run finds the longest line of one colour through p along an axis.
func (b *Board) Run(p, axis Point) (first Point, length int) {
	colour := b.At[p%Points]
	first = p
	for b.At[(first-axis)%Points] == colour {
		first -= axis
	}
	for last := first; b.At[last%Points] == colour; last += axis {
		length++
	}
	return first, length
}

// RowLength is the length of a winning row.
const RowLength = 4

// Rows returns the pieces of all rows of the goal's colour through a changed point, each once, in
// the order in which they are found.
func (b *Board) Rows(changed []Hit, goal Colour) []Cell {
	var cells []Cell
	seen := map[Cell]bool{}
	for _, c := range changed {
		if c.Colour != goal {
			continue
		}
		for _, axis := range Axes {
			first, length := b.Run(c.At, axis)
			for i := range length {
				cell := (first + Point(i)*axis).Cell()
				if length >= RowLength && !seen[cell] {
					seen[cell] = true
					cells = append(cells, cell)
				}
			}
		}
	}
	return cells
}

// effect is what a piece does to a hit piece: White's add their primary, Black's keep only what
// both have. A carrier, the mover's own propagator, passes the hit on.
type effect struct{ adds, leaves, carrier Colour }

// effects holds the effect of each placed colour.
var effects = func() (table [16]effect) {
	for _, c := range Wheel {
		if c.Mover() == 0 {
			table[c] = effect{c, White, White}
		} else {
			table[c] = effect{0, c, Black}
		}
	}
	return table
}()
