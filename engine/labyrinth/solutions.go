package labyrinth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// solutions finds many solutions; see [engine.Tool].
func solutions(env engine.Env, o engine.Options) (func(context.Context) (engine.Answer, error), error) {
	search := searchOf(o)
	var err error
	if search.Given, search.Frame, err = given(o); err != nil {
		return nil, err
	}
	s, err := solver.New(search, uint64(daily.Seed(env, o)))
	if err != nil {
		return nil, err
	}
	return answering(s.Next, false), nil
}

// compactSolutions finds many that fill a shape.
func compactSolutions(env engine.Env, o engine.Options) (func(context.Context) (engine.Answer, error), error) {
	shape, err := solver.ParseShape(o.Text("shape"))
	if err != nil {
		return nil, err
	}
	s, err := solver.NewCompact(shape, uint64(daily.Seed(env, o)))
	if err != nil {
		return nil, err
	}
	return answering(s.Next, true), nil
}

// answering turns each solution into a line and its pieces, once it has passed the
// validator. Where all were found, or no other one is, it refuses to go on.
func answering(next func(context.Context) (solver.Solution, error), compact bool) func(context.Context) (engine.Answer, error) {
	count := 0
	return func(ctx context.Context) (engine.Answer, error) {
		found, err := next(ctx)
		if err != nil {
			return engine.Answer{}, ended(err, count)
		}
		count++
		report, err := board.Validate(found.Pieces, compact)
		if err != nil {
			return engine.Answer{}, fmt.Errorf("labyrinth: a solution is not valid: %w", err)
		}
		return engine.Answer{Text: shortReport(report), Data: json.RawMessage(board.AppendJSON(nil, found.Pieces))}, nil
	}
}

// ended tells why a search that found so many solutions finds no more.
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

// shortReport is a report on one line, each number behind its name.
func shortReport(r board.Report) engine.Text {
	sizes := make([]string, len(r.Sizes))
	for i, n := range r.Sizes {
		sizes[i] = strconv.Itoa(n)
	}
	return engine.T("groups %s (%s), holes %s, connections %s, triangles %s",
		strconv.Itoa(r.Groups), strings.Join(sizes, " "), strconv.Itoa(r.Holes), strconv.Itoa(r.Connections), strconv.Itoa(r.Triangles))
}
