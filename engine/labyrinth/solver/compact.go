package solver

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/localsearch"
)

// Parameters of the local search, measured on the parallelogram.
const (
	compactTemperature = 0.2
	compactFlips       = 100_000
)

// Compact finds compact solutions of a shape. It is not safe for concurrent use.
type Compact struct {
	shape  Shape
	search *localsearch.Search
}

// NewCompact makes a search. It returns an [*engine.Refusal] if the shape cannot have a solution.
func NewCompact(shape Shape, seed uint64) (*Compact, error) {
	if err := shape.feasible(); err != nil {
		return nil, err
	}
	return &Compact{shape: shape, search: localsearch.New(shape.problem(), seed)}, nil
}

// Watch has report called every few thousand steps, on the goroutine of [Compact.Next]. It has no
// influence on the solutions.
func (c *Compact) Watch(report func()) { c.search.OnProgress = report }

// problem returns a problem with an edge for each pair of sides that touch in the shape.
func (s Shape) problem() localsearch.Problem {
	index := map[board.Cell]int32{}
	for i, c := range s {
		index[c] = int32(i)
	}
	p := localsearch.Problem{
		Class: make([]int, len(s)), Patterns: board.Pieces, Capacity: 1,
		Temperature: compactTemperature, Flips: compactFlips,
	}
	for i, c := range s {
		for side := board.North; side <= board.SouthEast; side++ {
			if to, ok := index[c.Next(side)]; ok {
				p.Edges = append(p.Edges, localsearch.Edge{A: int32(i), B: to, BitA: 1 << side, BitB: 1 << side.Opposite()})
			}
		}
	}
	return p
}

// Next returns the next solution. The error is the context's.
func (c *Compact) Next(ctx context.Context) (Solution, error) {
	patterns, err := c.search.Next(ctx)
	if err != nil {
		return Solution{}, err
	}
	pieces := make([]board.Piece, len(patterns))
	for i, d := range patterns {
		pieces[i] = board.Piece{Cell: c.shape[i], Doors: board.Doors(d)}
	}
	return Solution{pieces}, nil
}

// Progress returns the progress since the search was made. A step is a door tried.
func (c *Compact) Progress() Progress {
	p := c.search.Progress()
	return Progress{Restarts: p.Runs, Steps: p.Flips}
}
