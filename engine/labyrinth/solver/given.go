package solver

import (
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// placeGiven places the given pieces. Those too far apart to be joined by the missing pieces get
// layers of their own.
func (s *Solver) placeGiven() error {
	given := s.options.Given
	if len(given) == 0 {
		return nil
	}
	if err := board.CheckDistinct(given); err != nil {
		return err
	}
	at := map[board.Cell]board.Doors{}
	for _, p := range given {
		if err := s.accepts(at, p); err != nil {
			return err
		}
		at[p.Cell] = p.Doors
	}
	missing := board.Pieces - len(given)
	clusters := cluster(given, missing+2)
	if s.options.framed() {
		clusters = [][]board.Piece{given}
	}
	for layer, cluster := range clusters {
		if layer == maxLayers {
			return engine.Refuse("these pieces lie in more than %s groups that cannot be joined", strconv.Itoa(maxLayers))
		}
		if err := s.placeLayer(cluster, missing); err != nil {
			return err
		}
	}
	return nil
}

// accepts returns an error if a given piece does not fit beside others or on the board.
func (s *Solver) accepts(at map[board.Cell]board.Doors, p board.Piece) error {
	if s.options.framed() {
		if !s.options.Frame.Has(p.Cell) {
			return engine.Refuse("piece %s lies off the board", strconv.Itoa(p.Doors.Number()))
		}
		if err := s.options.Frame.CheckDoors(p); err != nil {
			return err
		}
	}
	return board.Fits(at, p)
}

// placeLayer places pieces on the next layer, around its middle, within a border of cells that
// must stay empty.
func (s *Solver) placeLayer(pieces []board.Piece, missing int) error {
	low, high := pieces[0].Cell, pieces[0].Cell
	for _, p := range pieces {
		low = board.Cell{Q: min(low.Q, p.Q), R: min(low.R, p.R)}
		high = board.Cell{Q: max(high.Q, p.Q), R: max(high.R, p.R)}
	}
	const half = layerWidth/2 - 2
	origin := board.Cell{Q: (low.Q + high.Q) / 2, R: (low.R + high.R) / 2}
	span := max(high.Q-origin.Q, origin.Q-low.Q, high.R-origin.R, origin.R-low.R)
	if span >= half {
		return engine.Refuse("these pieces lie too far apart: %s columns and rows are the most", strconv.Itoa(2*half-1))
	}
	layer := len(s.origins)
	s.origins = append(s.origins, origin)
	for q := -half; q <= half; q++ {
		for r := -half; r <= half; r++ {
			if c := (board.Cell{Q: q, R: r}); s.outside(c.Add(origin)) || max(q, -q, r, -r) == half {
				s.plane.mark(cellAt(layer, c), sidesEmpty)
			}
		}
	}
	if !s.options.framed() && span+missing >= half {
		s.partial = true
	}
	for _, p := range pieces {
		at := cellAt(layer, p.Sub(origin))
		if index := slices.Index(s.open, at); index >= 0 {
			s.close(index)
		} else {
			s.plane.mark(at, sidesFull)
		}
		s.place(at, s.order.number[p.Doors])
	}
	s.steps = 0
	return nil
}

// outside reports whether a cell is next to the board but not on it.
func (s *Solver) outside(c board.Cell) bool {
	if !s.options.framed() || s.options.Frame.Has(c) {
		return false
	}
	for side := range board.Side(board.Sides) {
		if s.options.Frame.Has(c.Next(side)) {
			return true
		}
	}
	return false
}

// cluster partitions pieces into sets in which each piece is at most apart steps from another.
func cluster(pieces []board.Piece, apart int) [][]board.Piece {
	var all [][]board.Piece
	seen := make([]bool, len(pieces))
	for i := range pieces {
		if seen[i] {
			continue
		}
		seen[i] = true
		group := []board.Piece{pieces[i]}
		for k := 0; k < len(group); k++ {
			for j, p := range pieces {
				if !seen[j] && p.Distance(group[k].Cell) <= apart {
					seen[j] = true
					group = append(group, p)
				}
			}
		}
		all = append(all, group)
	}
	return all
}
