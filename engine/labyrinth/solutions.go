package labyrinth

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// solutions returns a function that finds solutions one by one; see [engine.Tool]. At the end of
// the search it refuses to go on.
func solutions(env engine.Env, o engine.Options) (func(context.Context) (engine.Answer, error), error) {
	f, err := newFinder(env, o)
	if err != nil {
		return nil, err
	}
	count := 0
	return func(ctx context.Context) (engine.Answer, error) {
		found, err := f.search.Next(ctx)
		if err != nil {
			return engine.Answer{}, ended(err, count)
		}
		count++
		report, err := board.Validate(found.Pieces, f.compact)
		if err != nil {
			return engine.Answer{}, fmt.Errorf("labyrinth: a solution is not valid: %w", err)
		}
		return engine.Answer{Text: shortReport(report), Data: found.Pieces}, nil
	}, nil
}

// ended converts the error of a search that found count solutions.
func ended(err error, count int) error {
	switch {
	case errors.Is(err, solver.ErrNone) && count > 0:
		return engine.Refuse("no other solution exists: these are all, %s in number", engine.Thousands(count))
	case errors.Is(err, solver.ErrNone):
		return engine.Refuse("no solution exists: the search was exhaustive")
	case errors.Is(err, solver.ErrGaveUp) && count > 0:
		return engine.Refuse("no other solution was found in a long search: %s were found, and there may be others", engine.Thousands(count))
	case errors.Is(err, solver.ErrGaveUp):
		return engine.Refuse("no solution was found in a long search; there may still be one")
	}
	return err
}

// shortReport formats a report on one line, each number after its name.
func shortReport(r board.Report) engine.Text {
	return engine.T("groups %s (%s), holes %s, connections %s, triangles %s",
		strconv.Itoa(r.Groups), engine.Numbers(" ", r.Sizes), strconv.Itoa(r.Holes), strconv.Itoa(r.Connections), strconv.Itoa(r.Triangles))
}
