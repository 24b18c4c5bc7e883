package board

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Fits returns an error if a piece beside others has a door that meets none, or if a cell would
// have to be both filled and empty. Open doors to cells without constraints are accepted.
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

// meets returns an error if a door of the piece or of a neighbour meets none.
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

// Constraints returns the doors that a piece on an empty cell must have, and those that it must
// not have, by the rules of [Fits]. No piece fits if a door is in both.
func Constraints(at map[Cell]Doors, c Cell) (must, mustNot Doors) {
	for s := range Side(Sides) {
		next := c.Next(s)
		if other, near := at[next]; near {
			must |= 1 << s
			if !other.Has(s.Opposite()) {
				mustNot |= 1 << s
			}
			continue
		}
		for t := range Side(Sides) {
			if third, near := at[next.Next(t)]; near && third.Has(t.Opposite()) {
				must |= 1 << s
			} else if near {
				mustNot |= 1 << s
			}
		}
	}
	return must, mustNot
}
