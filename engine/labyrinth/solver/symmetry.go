package solver

import "github.com/sixfold-bot/sixfold/engine/labyrinth/board"

// reflection is what a solver needs of an axis.
type reflection struct {
	images [board.Pieces]uint8 // of pieces, by number
	axial  uint64              // the pieces that are their own images: they lie on the axis
	cells  []int32             // by place in the first layer: the image's place
}

// newReflection is nil without an axis.
func newReflection(m board.Mirror, o *order) *reflection {
	if m == board.NoMirror {
		return nil
	}
	r := &reflection{cells: make([]int32, layerSize)}
	for n, d := range o.doors {
		r.images[n] = o.number[m.Doors(d)]
	}
	r.axial = o.those(func(d board.Doors) bool { return m.Doors(d) == d })
	for at := range r.cells {
		_, c := cellOf(int32(at))
		r.cells[at] = cellAt(0, m.Cell(c))
	}
	return r
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
