package labyrinth

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Fits refuses a piece beside others where a door would meet none, or where a cell would
// have to be filled and empty. Open doors to cells of which nothing is known are fine.
func Fits(at map[Cell]Doors, p Piece) error {
	if err := meets(at, p); err != nil {
		return err
	}
	for s := range Side(Sides) {
		next := p.Next(s)
		if _, near := at[next]; near {
			continue
		}
		for t := range Side(Sides) {
			third, near := at[next.Next(t)]
			if near && third.Has(t.Opposite()) != p.Doors.Has(s) {
				return engine.Refuse("the cell to the %s of %s would need a piece for one neighbour and none for another (%s)",
					s.Name(), strconv.Itoa(p.Doors.Number()), strconv.Itoa(third.Number()))
			}
		}
	}
	return nil
}

// meets refuses a piece beside others where a door would meet none.
func meets(at map[Cell]Doors, p Piece) error {
	for s := range Side(Sides) {
		other, near := at[p.Next(s)]
		here, there := p.Doors.Has(s), other.Has(s.Opposite())
		number, name := strconv.Itoa(p.Doors.Number()), strconv.Itoa(other.Number())
		switch {
		case !near || here && there:
		case here:
			return engine.Refuse("the door of %s to the %s meets %s, which has no door there", number, s.Name(), name)
		case there:
			return engine.Refuse("%s has a door to %s, which has none to the %s", name, number, s.Name())
		default:
			return engine.Refuse("%s and %s would be neighbours without doors between them: closed sides need an empty cell", number, name)
		}
	}
	return nil
}

// give lays the pieces that are given. Those so far from each other that no pieces can
// join them lie on layers of their own.
func (s *Solver) give() error {
	given := s.search.Given
	if len(given) == 0 {
		return nil
	}
	if _, err := newChart(given); err != nil {
		return err
	}
	at := map[Cell]Doors{}
	for _, p := range given {
		if err := s.accepts(at, p); err != nil {
			return err
		}
		at[p.Cell] = p.Doors
	}
	missing := Pieces - len(given)
	clusters := cluster(given, missing+2)
	if s.framed() {
		clusters = [][]Piece{given}
	}
	for layer, cluster := range clusters {
		if layer == mostLayers {
			return engine.Refuse("these pieces lie in more than %s groups that cannot be joined", strconv.Itoa(mostLayers))
		}
		if err := s.giveLayer(cluster, missing); err != nil {
			return err
		}
	}
	return nil
}

// accepts refuses a given piece that does not fit beside others, or not on the board.
func (s *Solver) accepts(at map[Cell]Doors, p Piece) error {
	if s.framed() {
		if !s.search.Frame.Has(p.Cell) {
			return engine.Refuse("piece %s lies off the board", strconv.Itoa(p.Doors.Number()))
		}
		if err := s.search.Frame.keeps(p); err != nil {
			return err
		}
	}
	return Fits(at, p)
}

// giveLayer lays pieces on the next layer, around its middle.
func (s *Solver) giveLayer(pieces []Piece, missing int) error {
	low, high := pieces[0].Cell, pieces[0].Cell
	for _, p := range pieces {
		low = Cell{min(low.Q, p.Q), min(low.R, p.R)}
		high = Cell{max(high.Q, p.Q), max(high.R, p.R)}
	}
	const half = layerWidth/2 - 2
	origin := Cell{(low.Q + high.Q) / 2, (low.R + high.R) / 2}
	span := max(high.Q-origin.Q, origin.Q-low.Q, high.R-origin.R, origin.R-low.R)
	if span >= half {
		return engine.Refuse("these pieces lie too far apart: %s columns and rows are the most", strconv.Itoa(2*half-1))
	}
	layer := len(s.origins)
	s.origins = append(s.origins, origin)
	for q := -half; q <= half; q++ {
		for r := -half; r <= half; r++ {
			if c := (Cell{q, r}); s.outside(c.plus(origin)) || max(abs(q), abs(r)) == half {
				s.plane.settle(cellAt(layer, c), sidesEmpty)
			}
		}
	}
	if !s.framed() && span+missing >= half {
		s.guarded = true
	}
	for _, p := range pieces {
		s.layGiven(cellAt(layer, Cell{p.Q - origin.Q, p.R - origin.R}), p.Doors)
	}
	return nil
}

func (s *Solver) framed() bool { return s.search.Frame != (Frame{}) }

// outside reports whether a cell is off the board, next to it.
func (s *Solver) outside(c Cell) bool {
	if !s.framed() || s.search.Frame.Has(c) {
		return false
	}
	for side := range Side(Sides) {
		if s.search.Frame.Has(c.Next(side)) {
			return true
		}
	}
	return false
}

func (s *Solver) layGiven(at int32, d Doors) {
	if s.plane.known[at]&filled == 0 {
		s.plane.settle(at, sidesFull)
	}
	s.drop(at)
	s.put(at, d)
	s.steps = 0
}

// cluster parts pieces into those that are at most so far from another one.
func cluster(pieces []Piece, apart int) [][]Piece {
	var all [][]Piece
	seen := make([]bool, len(pieces))
	for i := range pieces {
		if seen[i] {
			continue
		}
		seen[i] = true
		group := []Piece{pieces[i]}
		for k := 0; k < len(group); k++ {
			for j, p := range pieces {
				if !seen[j] && p.distance(group[k].Cell) <= apart {
					seen[j] = true
					group = append(group, p)
				}
			}
		}
		all = append(all, group)
	}
	return all
}
