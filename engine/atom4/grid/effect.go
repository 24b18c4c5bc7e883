package grid

// Hit is a piece that takes another colour.
type Hit struct {
	At     Point
	Colour Colour // the new one
}

// Hits finds what a piece placed at p changes, and returns how many pieces these are: in
// each direction, beyond the mover's own propagators, the first piece. The board need not
// hold the placed piece yet. No two directions meet, so that the changes may be made in
// any order.
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

// Run finds the ends of the longest line of one colour through p along an axis.
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

// RowLength is how many in line win.
const RowLength = 4

// Rows lists the pieces of all rows that pass through one of the changed points and
// have its colour, each once, in the order in which they are found.
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

// effect is what a piece does to those that it hits: White's pieces add their primary,
// Black's leave only what is in both. The mover's own propagator carries the hit on.
type effect struct{ adds, leaves, carrier Colour }

// effects are those of the pieces that are played, by colour.
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
