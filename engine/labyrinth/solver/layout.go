package solver

import "github.com/sixfold-bot/sixfold/engine/labyrinth/board"

// solution returns the placed pieces, on the board if there is one, else with the groups side by
// side.
func (s *Solver) solution() Solution {
	var layers [board.Pieces]int
	pieces := make([]board.Piece, s.depth)
	nearer := s.nearer()
	for i, p := range s.placed[:s.depth] {
		layers[i], pieces[i].Cell = nearer(p.at)
		pieces[i].Doors = p.doors
	}
	if s.options.framed() {
		if parts := s.parts(); board.Pack(parts, s.options.Frame) {
			board.Move(pieces, parts)
			return Solution{pieces}
		}
	}
	shifts := s.spread(pieces, layers[:])
	for i := range pieces {
		pieces[i].Cell = pieces[i].Add(shifts[layers[i]])
	}
	return Solution{pieces}
}

// parts returns the pieces of each layer.
func (s *Solver) parts() []board.Part {
	list := make([]board.Part, s.layers)
	for i, p := range s.placed[:s.depth] {
		layer, c := cellOf(p.at)
		if list[layer].Fixed = layer < len(s.origins); list[layer].Fixed {
			c = c.Add(s.origins[layer])
		}
		list[layer].Pieces = append(list[layer].Pieces, i)
		list[layer].Cells = append(list[layer].Cells, c)
	}
	return list
}

type span struct{ low, high int }

// spread returns the shifts that move layers into a row, each beyond the one before: to the south
// if the axis is upright, else to the east. Layers of given pieces keep their places.
func (s *Solver) spread(pieces []board.Piece, layers []int) (shifts [maxLayers]board.Cell) {
	const apart = 3 // columns or half cells
	upright := s.options.Mirror == board.Upright
	spans := spans(pieces, layers, upright)
	end := 0
	for layer, origin := range s.origins {
		shifts[layer] = origin
		end = max(end, spans[layer].high+origin.Q)
	}
	for layer := len(s.origins); layer < s.layers; layer++ {
		half := 0 // in units of two half cells or two columns, which keep the axis in place
		if layer > 0 {
			half = (end + apart - spans[layer].low + 1) / 2
		}
		if shifts[layer] = (board.Cell{Q: 2 * half, R: -half}); upright {
			shifts[layer] = board.Cell{R: half}
		}
		end = spans[layer].high + 2*half
	}
	return shifts
}

// spans returns the extents of the layers, in half cells from north to south if upright, else in
// columns.
func spans(pieces []board.Piece, layers []int, upright bool) (spans [maxLayers]span) {
	for layer := range spans {
		spans[layer] = span{low: layerSize, high: -layerSize}
	}
	for i, p := range pieces {
		along := p.Q
		if upright {
			along = p.Height()
		}
		s := &spans[layers[i]]
		*s = span{min(s.low, along), max(s.high, along)}
	}
	return spans
}
