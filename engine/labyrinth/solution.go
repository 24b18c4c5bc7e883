package labyrinth

import "slices"

// Solution is a whole board: its 64 pieces in the order in which they were laid, none
// beside one of another group.
type Solution struct {
	Pieces []Piece
}

// part is what keeps its shape when a board is laid out: what is on a layer.
type part struct {
	pieces []int  // their indices
	cells  []Cell // where they lie
	fixed  bool   // they stay there
}

// parts are what lies on each layer.
func (s *Solver) parts() []part {
	list := make([]part, s.layers)
	for i, p := range s.laid[:s.depth] {
		layer, c := cellOf(p.at)
		if list[layer].fixed = layer < len(s.origins); list[layer].fixed {
			c = c.plus(s.origins[layer])
		}
		list[layer].pieces = append(list[layer].pieces, i)
		list[layer].cells = append(list[layer].cells, c)
	}
	return list
}

// solution is what lies there, group beside group.
func (s *Solver) solution() Solution {
	if s.framed() {
		if parts := s.parts(); pack(parts, s.search.Frame) {
			return s.together(parts)
		}
	}
	near := s.nearing()
	shift := s.spread(&near)
	pieces := make([]Piece, s.depth)
	for i, p := range s.laid[:s.depth] {
		layer, c := s.nearer(p.at, &near)
		pieces[i] = Piece{c.plus(shift[layer]), p.doors}
	}
	return Solution{pieces}
}

func (s *Solver) together(parts []part) Solution {
	pieces := make([]Piece, s.depth)
	for _, part := range parts {
		for j, i := range part.pieces {
			pieces[i] = Piece{part.cells[j], s.laid[i].doors}
		}
	}
	return Solution{pieces}
}

// nearing is, by layer, the way to the line of the mirror for a pair of groups.
func (s *Solver) nearing() (near [mostLayers]Cell) {
	if s.mirror == nil {
		return near
	}
	var far [mostLayers]int
	for layer := range far {
		far[layer] = layerSize
	}
	for _, p := range s.laid[:s.depth] {
		layer, c := cellOf(p.at)
		far[layer] = min(far[layer], abs(s.search.Mirror.far(c)))
	}
	for layer := range s.layers {
		near[layer] = s.search.Mirror.approach(far[layer])
	}
	return near
}

// nearer is the place's layer, and its cell there once that has moved to the line.
func (s *Solver) nearer(at int32, near *[mostLayers]Cell) (layer int, c Cell) {
	layer, c = cellOf(at)
	return layer, s.search.Mirror.approached(c, near[layer])
}

// spread moves the layers into a row, each beyond the one before: to the south if there
// is an upright mirror, else to the east. Layers of given pieces stay where these are.
func (s *Solver) spread(near *[mostLayers]Cell) (shift [mostLayers]Cell) {
	const apart = 3 // columns or half cells
	upright := s.search.Mirror == Upright
	var low, high [mostLayers]int
	for layer := range s.layers {
		low[layer], high[layer] = layerSize, -layerSize
	}
	for _, p := range s.laid[:s.depth] {
		layer, c := s.nearer(p.at, near)
		along := c.Q
		if upright {
			along = c.height()
		}
		low[layer], high[layer] = min(low[layer], along), max(high[layer], along)
	}
	end := 0
	for layer, origin := range s.origins {
		shift[layer] = origin
		end = max(end, high[layer]+origin.Q)
	}
	for layer := len(s.origins); layer < s.layers; layer++ {
		half := 0 // whole cells are two half cells, and two columns keep to the line of a mirror
		if layer > 0 {
			half = (end + apart - low[layer] + 1) / 2
		}
		if shift[layer] = (Cell{2 * half, -half}); upright {
			shift[layer] = Cell{0, half}
		}
		end = high[layer] + 2*half
	}
	return shift
}

// Tidy lays the groups of a solution close together, from a1 on.
func Tidy(pieces []Piece) []Piece {
	parts := groups(pieces)
	const room = 2 * Pieces
	if !pack(parts, Frame{room, room}) {
		return normal(pieces)
	}
	tidy := slices.Clone(pieces)
	for _, part := range parts {
		for j, i := range part.pieces {
			tidy[i].Cell = part.cells[j]
		}
	}
	return normal(tidy)
}

// groups are the pieces that doors join.
func groups(pieces []Piece) []part {
	index := map[Cell]int{}
	for i, p := range pieces {
		index[p.Cell] = i
	}
	seen := make([]bool, len(pieces))
	var parts []part
	for first := range pieces {
		if seen[first] {
			continue
		}
		seen[first] = true
		group := part{pieces: []int{first}}
		for k := 0; k < len(group.pieces); k++ {
			p := pieces[group.pieces[k]]
			group.cells = append(group.cells, p.Cell)
			for s := range Side(Sides) {
				if next, lies := index[p.Next(s)]; lies && p.Doors.Has(s) && !seen[next] {
					seen[next] = true
					group.pieces = append(group.pieces, next)
				}
			}
		}
		parts = append(parts, group)
	}
	return parts
}

// normal moves the whole so that it begins in column a and row 1.
func normal(pieces []Piece) []Piece {
	moved := slices.Clone(pieces)
	for _, along := range [...]struct {
		of   func(Cell) int
		step Cell
	}{{Cell.column, Cell{-1, 0}}, {Cell.row, Cell{0, -1}}} {
		low := along.of(slices.MinFunc(moved, func(a, b Piece) int { return along.of(a.Cell) - along.of(b.Cell) }).Cell)
		for i := range moved {
			moved[i].Cell = moved[i].plus(Cell{along.step.Q * low, along.step.R * low})
		}
	}
	return moved
}

// frameOf is the least board from a1 on that holds the pieces.
func frameOf(pieces []Piece) Frame {
	var f Frame
	for _, p := range pieces {
		f = Frame{max(f.Cols, p.column()+1), max(f.Rows, p.row()+1)}
	}
	return f
}
