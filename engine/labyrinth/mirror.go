package labyrinth

// Mirror is a line through the plane at which a solution is symmetric. Half-turns cannot
// be: the pieces that look the same after one would all have to lie on its centre.
type Mirror int

// The mirrors: none, and lines that run north and south or west and east.
const (
	NoMirror Mirror = iota
	Upright
	Level
)

// side is what a side becomes in the mirror.
func (m Mirror) side(s Side) Side {
	switch m {
	case Upright:
		return (Sides - s) % Sides
	case Level:
		return (2*Sides - 3 - s) % Sides
	default:
		return s
	}
}

// cell is what a cell becomes in the mirror, which runs through (0, 0).
func (m Mirror) cell(c Cell) Cell {
	switch m {
	case Upright:
		return Cell{-c.Q, c.R + c.Q}
	case Level:
		return Cell{c.Q, -c.R - c.Q}
	default:
		return c
	}
}

// far is how many columns or half cells from the line a cell lies, less than 0 to the
// west or north of it.
func (m Mirror) far(c Cell) int {
	switch m {
	case Upright:
		return c.Q
	case Level:
		return c.height()
	default:
		return 0
	}
}

// approach is the way by which a group to the east or south of the line, so far away,
// comes so near to it that an empty cell parts it from its image.
func (m Mirror) approach(far int) Cell {
	switch {
	case m == Upright && far > 1:
		return Cell{1 - far, (far - 1) / 2}
	case m == Level && far > 2:
		return Cell{0, 1 - far/2}
	default:
		return Cell{}
	}
}

// approached moves a cell such a way, or on the other side of the line the image of it.
func (m Mirror) approached(c, way Cell) Cell {
	if m.far(c) < 0 {
		way = m.cell(way)
	}
	return c.plus(way)
}

// holds reports whether pieces are symmetric at some line: the one in their middle.
func (m Mirror) holds(pieces []Piece) bool {
	low, high := m.far(pieces[0].Cell), m.far(pieces[0].Cell)
	at := map[Cell]Doors{}
	for _, p := range pieces {
		low, high = min(low, m.far(p.Cell)), max(high, m.far(p.Cell))
		at[p.Cell] = p.Doors
	}
	way := Cell{0, (low + high) / 2}
	if m == Upright {
		way = Cell{low + high, -(low + high) / 2}
	}
	for _, p := range pieces {
		if other, lies := at[m.cell(p.Cell).plus(way)]; !lies || other != m.doors(p.Doors) {
			return false
		}
	}
	return true
}

// doors is what a piece becomes in the mirror.
func (m Mirror) doors(d Doors) Doors {
	var image Doors
	for s := range Side(Sides) {
		image |= d >> s & 1 << m.side(s)
	}
	return image
}

// mirrored holds what a solver needs of a mirror.
type mirrored struct {
	images [Pieces]Doors
	itself uint64 // the pieces that are their own images: they lie on the line
}

func newMirrored(m Mirror) *mirrored {
	if m == NoMirror {
		return nil
	}
	t := new(mirrored)
	for d := range Doors(Pieces) {
		t.images[d] = m.doors(d)
		if t.images[d] == d {
			t.itself |= 1 << d
		}
	}
	return t
}

// beside is where a pair of groups begins that are images of each other: no group that
// begins there, half of what pieces there are, comes near the line.
func (m Mirror) beside() Cell {
	const far = Pieces/2 + 2
	if m == Upright {
		return Cell{far, -far / 2}
	}
	return Cell{0, far}
}
