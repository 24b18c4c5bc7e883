package solver

import "github.com/sixfold-bot/sixfold/engine/labyrinth/board"

// reflection holds the images of pieces and cells under a mirror.
type reflection struct {
	images [board.Pieces]uint8 // images of pieces, by number
	axial  uint64              // pieces that are their own images, which lie on the axis
	cells  []int32             // images of the cells of the first layer
}

// newReflection returns nil without an axis.
func newReflection(m board.Mirror, o *order) *reflection {
	if m == board.NoMirror {
		return nil
	}
	r := &reflection{cells: make([]int32, layerSize)}
	for n, d := range o.doors {
		r.images[n] = o.number[m.Doors(d)]
	}
	r.axial = o.filter(func(d board.Doors) bool { return m.Doors(d) == d })
	for at := range r.cells {
		_, c := cellOf(int32(at))
		r.cells[at] = cellAt(0, m.Cell(c))
	}
	return r
}

func (r *reflection) image(at int32) int32 {
	in := at % layerSize
	return at - in + r.cells[in]
}

// aside returns the first cell of a group whose image is another group. The group, of at most
// half the pieces, cannot reach the axis from there.
func aside(m board.Mirror) board.Cell {
	const far = board.Pieces/2 + 2
	if m == board.Upright {
		return board.Cell{Q: far, R: -far / 2}
	}
	return board.Cell{R: far}
}

// approach returns the vector that moves a group on the east or south side of the axis so near
// that one empty cell separates it from its image. Offset is that of the group's nearest cell.
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

// nearer returns a function that maps indices of the plane to layers and cells, with groups whose
// images are other groups moved to the axis.
func (s *Solver) nearer() func(at int32) (layer int, c board.Cell) {
	if s.mirror == nil {
		return cellOf
	}
	m := s.options.Mirror
	var offset [maxLayers]int // least absolute offset, by layer
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
