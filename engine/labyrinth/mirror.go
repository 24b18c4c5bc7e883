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
