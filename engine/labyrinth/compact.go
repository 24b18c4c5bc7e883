package labyrinth

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine/search/focus"
)

// How the doors of compact solutions are searched: measured on the parallelogram.
const (
	compactTemperature = 0.2
	compactSteps       = 100_000
)

// Compact finds solutions of a shape in which blank sides may meet. It is not safe for
// concurrent use.
type Compact struct {
	shape  Shape
	search *focus.Search
}

// NewCompact refuses, with an [*engine.Refusal], shapes that cannot have a solution.
func NewCompact(shape Shape, seed uint64) (*Compact, error) {
	if err := shape.feasible(); err != nil {
		return nil, err
	}
	index := map[Cell]int32{}
	for i, c := range shape {
		index[c] = int32(i)
	}
	p := focus.Problem{
		Class: make([]int, len(shape)), Patterns: Pieces, Room: 1,
		Temperature: compactTemperature, Steps: compactSteps,
	}
	for i, c := range shape {
		for s := North; s <= SouthEast; s++ {
			if to, ok := index[c.Next(s)]; ok {
				p.Lines = append(p.Lines, focus.Line{A: int32(i), B: to, BitA: 1 << s, BitB: 1 << s.Opposite()})
			}
		}
	}
	return &Compact{shape, focus.New(p, seed)}, nil
}

// Next finds the next solution. The error is the context's.
func (c *Compact) Next(ctx context.Context) (Solution, error) {
	patterns, err := c.search.Next(ctx)
	if err != nil {
		return Solution{}, err
	}
	pieces := make([]Piece, len(patterns))
	for i, d := range patterns {
		pieces[i] = Piece{c.shape[i], Doors(d)}
	}
	return Solution{pieces}, nil
}

// Progress tells what was done since the search was made; Steps counts doors tried.
func (c *Compact) Progress() Progress {
	return Progress{Restarts: c.search.Begun, Steps: c.search.Tried}
}
