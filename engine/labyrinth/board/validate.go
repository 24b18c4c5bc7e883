package board

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Report describes a valid solution.
type Report struct {
	Groups      int   `json:"groups"`
	Holes       int   `json:"holes"`
	Holed       int   `json:"holed,omitempty"` // groups with holes; 0 in a compact solution
	Connections int   `json:"connections"`
	Triangles   int   `json:"triangles"`
	Sizes       []int `json:"sizes"` // of the groups, largest first
}

// Properties of every transcendental solution: each door meets one other, each pair of adjacent
// doors of a piece is a corner of a triangle, and so, by Euler's formula, there are as many holes
// as groups.
const (
	Connections = Pieces * Sides / 4
	Triangles   = Pieces * Sides / 4 / 3
)

// Validate checks a whole board independently of the search: each of the 64 pieces is placed
// once, and each door meets a door. In a transcendental solution (compact false) a side without a
// door has no neighbour. The error is an [*engine.Refusal].
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
