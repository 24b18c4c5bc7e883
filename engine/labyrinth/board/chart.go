package board

import (
	"math/bits"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// chart is a board as an array, with a rim of vacant cells. Adjacent empty lines are reduced to
// one, which leaves groups and holes unchanged.
type chart struct {
	cells  []int8 // doors, or vacant
	reach  [Sides]int
	places []int // indices of the pieces' cells
	seen   []bool
	queue  []int
}

const vacant int8 = -1

// CheckDistinct returns an [*engine.Refusal] if doors belong to no piece, a piece occurs twice,
// or pieces share a cell.
func CheckDistinct(pieces []Piece) error {
	_, err := newChart(pieces)
	return err
}

// newChart returns the chart of pieces, or the error of [CheckDistinct].
func newChart(pieces []Piece) (*chart, error) {
	q, width := squeeze(pieces, func(p *Piece) int { return p.Q })
	r, height := squeeze(pieces, func(p *Piece) int { return p.R })
	c := &chart{
		cells: make([]int8, width*height), places: make([]int, len(pieces)), seen: make([]bool, width*height),
		queue: make([]int, 0, len(pieces)),
	}
	for i := range c.cells {
		c.cells[i] = vacant
	}
	for s, step := range steps {
		c.reach[s] = step.R*width + step.Q
	}
	var used uint64
	for i, p := range pieces {
		if p.Doors > AllDoors {
			return nil, engine.Refuse("there is no piece with the doors %s: they are a number from 0 to 63", strconv.Itoa(int(p.Doors)))
		}
		at := r[i]*width + q[i]
		if used>>p.Doors&1 != 0 {
			return nil, engine.Refuse("piece %s lies there twice", strconv.Itoa(p.Doors.Number()))
		}
		if other := c.cells[at]; other >= 0 {
			return nil, engine.Refuse("pieces %s and %s lie on the same cell", strconv.Itoa(Doors(other).Number()), strconv.Itoa(p.Doors.Number()))
		}
		used |= 1 << p.Doors
		c.places[i], c.cells[at] = at, int8(p.Doors)
	}
	return c, nil
}

// squeeze maps a coordinate of each piece to one that counts from 2 and omits an empty line after
// an empty line. Size is the number of lines, rims included.
func squeeze(pieces []Piece, of func(*Piece) int) (to []int, size int) {
	low, high := of(&pieces[0]), of(&pieces[0])
	for i := range pieces {
		x := of(&pieces[i])
		low, high = min(low, x), max(high, x)
	}
	lines := make([]int, high-low+1)
	for i := range pieces {
		lines[of(&pieces[i])-low] = 1
	}
	at, before := 1, 1
	for i, full := range lines {
		if full == 1 || before == 1 {
			at++
		}
		before, lines[i] = full, at
	}
	to = make([]int, len(pieces))
	for i := range pieces {
		to[i] = lines[of(&pieces[i])-low]
	}
	return to, at + 3
}

func (c *chart) has(at int, s Side) bool { return c.cells[at] >= 0 && Doors(c.cells[at]).Has(s) }

// meets returns an error if a door meets none, or in a transcendental solution if a side without
// a door has a neighbour.
func (c *chart) meets(at int, d Doors, compact bool) error {
	for s := range Side(Sides) {
		next := at + c.reach[s]
		switch {
		case d.Has(s) && !c.has(next, s.Opposite()):
			return engine.Refuse("piece %s has a door to the %s that meets no door", strconv.Itoa(d.Number()), s.Name())
		case !d.Has(s) && !compact && c.cells[next] >= 0:
			return engine.Refuse("piece %s has no door to the %s, but a neighbour there", strconv.Itoa(d.Number()), s.Name())
		}
	}
	return nil
}

// flood visits all pieces that doors join with the first one, and returns their number.
func (c *chart) flood(from int) int {
	c.seen[from] = true
	c.queue = append(c.queue[:0], from)
	for i := 0; i < len(c.queue); i++ {
		at := c.queue[i]
		for doors := c.cells[at]; doors != 0; doors &= doors - 1 {
			next := at + c.reach[bits.TrailingZeros8(uint8(doors))]
			if !c.seen[next] {
				c.seen[next] = true
				c.queue = append(c.queue, next)
			}
		}
	}
	return len(c.queue)
}

// groups returns the sizes of the groups, largest first, and how many of them have holes if sides
// without doors never meet. By Euler's formula a group has none if its pieces and triangles
// exceed its connections by one.
func (c *chart) groups() (sizes []int, holed int) {
	for _, at := range c.places {
		if c.seen[at] {
			continue
		}
		n := c.flood(at)
		sizes = append(sizes, n)
		if connections, triangles := c.count(c.queue); n-connections+triangles != 1 {
			holed++
		}
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	return sizes, holed
}

// holes returns the number of connected parts of the empty cells, without the outer one. By
// Euler's formula it is the number of parts of the pieces, as if whatever touches were joined, less
// the pieces, with the pairs that touch and without the triples that do.
func (c *chart) holes() int {
	touching := *c
	touching.cells, touching.seen = slices.Clone(c.cells), make([]bool, len(c.cells))
	for _, at := range c.places {
		for s := range Side(Sides) {
			if c.cells[at+c.reach[s]] >= 0 {
				touching.cells[at] |= 1 << s
			} else {
				touching.cells[at] &^= 1 << s
			}
		}
	}
	parts, _ := touching.groups()
	pairs, triples := touching.count(c.places)
	return len(parts) - len(c.places) + pairs - triples
}

// count counts the connections and the triangles, that is the pairs and triples of joined pieces,
// among the pieces of whole groups. Each is counted at its westernmost piece.
func (c *chart) count(places []int) (connections, triangles int) {
	for _, at := range places {
		for s := North; s <= SouthEast; s++ {
			if !c.has(at, s) {
				continue
			}
			connections++
			if s != SouthEast && c.has(at, s+1) && c.has(at+c.reach[s], s+2) {
				triangles++
			}
		}
	}
	return connections, triangles
}
