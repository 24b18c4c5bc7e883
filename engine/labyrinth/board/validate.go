package board

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Report is what a validator finds in a solution.
type Report struct {
	Groups      int   `json:"groups"`
	Holes       int   `json:"holes"`
	Holed       int   `json:"holed,omitempty"` // groups with holes; 0 in a compact solution
	Connections int   `json:"connections"`
	Triangles   int   `json:"triangles"`
	Sizes       []int `json:"sizes"` // of the groups, largest first
}

// What every transcendental solution has: each door has another, each pair of
// neighbouring doors of a piece is a corner of a triangle, and so, by Euler, there are
// as many holes as groups.
const (
	Connections = Pieces * Sides / 4
	Triangles   = Pieces * Sides / 4 / 3
)

// Validate looks at a whole board anew, knowing nothing of how it was found: each of
// the 64 pieces lies once, each door meets a door. In a transcendental solution (compact
// false) a side without a door has no neighbour either. What is wrong is an
// [*engine.Refusal].
func Validate(pieces []Piece, compact bool) (Report, error) {
	if len(pieces) != Pieces {
		return Report{}, engine.Refuse("%s pieces lie there; a solution has all %s", strconv.Itoa(len(pieces)), strconv.Itoa(Pieces))
	}
	c, err := newChart(pieces)
	if err != nil {
		return Report{}, err
	}
	for i, p := range pieces {
		if err := c.meets(c.places[i], p.Doors, compact); err != nil {
			return Report{}, err
		}
	}
	r := Report{Holes: c.holes()}
	r.Sizes, r.Holed = c.groups()
	r.Groups = len(r.Sizes)
	r.Connections, r.Triangles = c.count(c.places)
	if compact {
		r.Holed = 0
	}
	if !compact && (r.Connections != Connections || r.Triangles != Triangles || r.Holes != r.Groups) {
		return r, engine.Refuse("it has %s connections, %s triangles, and %s holes in %s groups, which cannot be",
			strconv.Itoa(r.Connections), strconv.Itoa(r.Triangles), strconv.Itoa(r.Holes), strconv.Itoa(r.Groups))
	}
	return r, nil
}
