package board

// Mirror is the axis of a symmetric solution. No solution has half-turn symmetry: all pieces that
// equal their half-turn would have to lie on its centre.
type Mirror int

// The mirrors: none, and axes from north to south or from west to east.
const (
	NoMirror Mirror = iota
	Upright
	Level
)

// Side returns the image of a side.
func (m Mirror) Side(s Side) Side {
	return [...]Side{NoMirror: s, Upright: (Sides - s) % Sides, Level: (2*Sides - 3 - s) % Sides}[m]
}

// Cell returns the image of a cell. The axis runs through (0, 0).
func (m Mirror) Cell(c Cell) Cell {
	return [...]Cell{NoMirror: c, Upright: {-c.Q, c.R + c.Q}, Level: {c.Q, -c.R - c.Q}}[m]
}

// Offset returns the signed distance of a cell from the axis, in columns (Upright) or half cells
// (Level): negative to the west or north.
func (m Mirror) Offset(c Cell) int {
	return [...]int{NoMirror: 0, Upright: c.Q, Level: c.Height()}[m]
}

// Holds reports whether the pieces, at least one, are symmetric about an axis in this direction,
// which must run through their middle.
func (m Mirror) Holds(pieces []Piece) bool {
	low, high := m.Offset(pieces[0].Cell), m.Offset(pieces[0].Cell)
	at := map[Cell]Doors{}
	for _, p := range pieces {
		low, high = min(low, m.Offset(p.Cell)), max(high, m.Offset(p.Cell))
		at[p.Cell] = p.Doors
	}
	shift := Cell{0, (low + high) / 2} // from the axis through (0, 0)
	if m == Upright {
		shift = Cell{low + high, -(low + high) / 2}
	}
	for _, p := range pieces {
		if other, lies := at[m.Cell(p.Cell).Add(shift)]; !lies || other != m.Doors(p.Doors) {
			return false
		}
	}
	return true
}

// Doors returns the image of a piece.
func (m Mirror) Doors(d Doors) Doors {
	var image Doors
	for s := range Side(Sides) {
		image |= d >> s & 1 << m.Side(s)
	}
	return image
}
