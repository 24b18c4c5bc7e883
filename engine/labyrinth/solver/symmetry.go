package solver

import "github.com/sixfold-bot/sixfold/engine/labyrinth/board"

// reflection is what a solver needs of an axis.
type reflection struct {
	images [board.Pieces]board.Doors
	itself uint64  // the pieces that are their own images: they lie on the axis
	cells  []int32 // by place in the first layer: the image's place
}

// newReflection is nil without an axis.
func newReflection(m board.Mirror) *reflection {
	if m == board.NoMirror {
		return nil
	}
	r := &reflection{cells: make([]int32, layerSize)}
	for d := range board.Doors(board.Pieces) {
		r.images[d] = m.Doors(d)
		if r.images[d] == d {
			r.itself |= 1 << d
		}
	}
	for at := range r.cells {
		_, c := cellOf(int32(at))
		r.cells[at] = cellAt(0, m.Cell(c))
	}
	return r
}

// allowed is the candidates that symmetry allows on a cell: on the axis, and only there,
// those that are their own images.
func (r *reflection) allowed(at int32) uint64 {
	if r.image(at) == at {
		return r.itself
	}
	return ^r.itself
}

// image is the cell's image in its layer.
func (r *reflection) image(at int32) int32 {
	in := at % layerSize
	return at - in + r.cells[in]
}

// aside is where a group begins whose image is another group: one of half of all pieces
// does not come near the axis from there.
func aside(m board.Mirror) board.Cell {
	const far = board.Pieces/2 + 2
	if m == board.Upright {
		return board.Cell{Q: far, R: -far / 2}
	}
	return board.Cell{R: far}
}

// approach is the vector by which a group on the east or south side of the axis, whose
// nearest cell has that offset, comes so near that one empty cell separates it from its
// image.
func approach(m board.Mirror, offset int) board.Cell {
	switch {
	case m == board.Upright && offset > 1:
		return board.Cell{Q: 1 - offset, R: (offset - 1) / 2}
	case m == board.Level && offset > 2:
		return board.Cell{R: 1 - offset/2}
	default:
		return board.Cell{}
	}
}

// nearer maps places of the plane to their layers and to cells in these: groups whose
// images are other groups have approached the axis.
func (s *Solver) nearer() func(at int32) (layer int, c board.Cell) {
	if s.mirror == nil {
		return cellOf
	}
	m := s.options.Mirror
	var offset [maxLayers]int // the least, of each layer
	for layer := range offset {
		offset[layer] = layerSize
	}
	for _, p := range s.placed[:s.depth] {
		layer, c := cellOf(p.at)
		off := m.Offset(c)
		offset[layer] = min(offset[layer], max(off, -off))
	}
	return func(at int32) (int, board.Cell) {
		layer, c := cellOf(at)
		by := approach(m, offset[layer])
		if m.Offset(c) < 0 {
			by = m.Cell(by)
		}
		return layer, c.Add(by)
	}
}
