package octopuszle

import (
	"context"
	"fmt"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
)

// solverFor returns the solver of a seed for the diagonals that are asked for, and these, nil for any.
func solverFor(ctx context.Context, o engine.Options, seed int) (*Solver, *Board, error) {
	diagonals, err := diagonalsOf(ctx, o, seed)
	if err != nil {
		return nil, nil, err
	}
	number := uint64(seed)
	if diagonals != nil {
		number ^= 1 << 63 // not the solution that the diagonals come from
	}
	s, err := NewSolver(diagonals, number)
	return s, diagonals, err
}

// solutions returns a function that finds solutions one by one; see [engine.Tool].
func solutions(env engine.Env, o engine.Options) (func(context.Context) (engine.Answer, error), error) {
	s, _, err := solverFor(context.Background(), o, daily.Seed(env, o))
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (engine.Answer, error) {
		b, err := s.Next(ctx)
		if err != nil {
			return engine.Answer{}, err
		}
		if err := Validate(b); err != nil {
			return engine.Answer{}, fmt.Errorf("octopuszle: a solution is not valid: %w", err)
		}
		empty := slices.Index(b[:], 0)
		return engine.Answer{
			Text: engine.T("256 squares, the one without lines on %s", Name(empty)),
			Data: numbers(b),
		}, nil
	}, nil
}
