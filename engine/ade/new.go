package ade

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/daily"
)

func seats(o engine.Options) int {
	if o.Text(optionMode) == modeDuel {
		return 2
	}
	return 1
}

// prepare sets the seed of a puzzle, or the date of a daily puzzle.
func prepare(env engine.Env, o engine.Options) (engine.Options, error) {
	switch o.Text(optionMode) {
	case modePuzzle:
		o[daily.SeedOption] = daily.Seed(env, o)
	case modeDaily:
		o[daily.DateOption] = daily.Date(env, o)
	}
	return o, nil
}

// next returns the options of another puzzle with the same task; after a numbered one, of the
// next number.
func next(asked engine.Options) (engine.Options, bool) {
	if mode := asked.Text(optionMode); mode != modePuzzle && mode != modeDaily {
		return nil, false
	}
	o := daily.Another(asked)
	o[optionMode] = modePuzzle
	return o, true
}

// New makes the position that the options of [Game] describe: a *[Position] in editing mode, or a
// [duel.Position].
func New(o engine.Options) (engine.Position, error) {
	switch mode := o.Text(optionMode); mode {
	case modePuzzle, modeDaily:
		return newPuzzlePosition(o)
	case modeAlone, modeDuel, "":
	default:
		return nil, engine.Refuse("mode must be one of: %s", strings.Join([]string{modeAlone, modeDuel, modePuzzle, modeDaily}, ", "))
	}
	g, err := graphOf(o)
	if err != nil {
		return nil, err
	}
	values := graph.Zeros(g.Len())
	if text := o.Text(optionValues); strings.TrimSpace(text) != "" {
		if values, _, err = graph.Assign(g, values, text, o.Bool(optionFree)); err != nil {
			why, _ := engine.Why(err)
			return nil, &engine.Refusal{Why: why}
		}
	} else if o.Text(optionMode) == modeDuel {
		values = slices.Repeat(graph.Values{big.NewInt(1)}, g.Len())
	}
	if o.Text(optionMode) == modeDuel {
		d, err := duel.New(g, values)
		if err != nil {
			return nil, err
		}
		return d, nil
	}
	p := newPosition(g, values)
	p.free = o.Bool(optionFree)
	return p, nil
}

func graphOf(o engine.Options) (*graph.Graph, error) {
	if edges := o.Text(optionEdges); strings.TrimSpace(edges) != "" {
		return graph.Parse(edges)
	}
	family, degree := cmp.Or(o.Text(optionType), graph.FamilyA), defaultDegree
	if _, given := o[optionDegree]; given {
		degree = o.Int(optionDegree)
	}
	return graph.New(family, degree)
}

func newPuzzlePosition(o engine.Options) (engine.Position, error) {
	var z *Puzzle
	var err error
	if date := o.Text(daily.DateOption); o.Text(optionMode) == modeDaily && date != "" {
		z, err = DailyPuzzle(date)
	} else {
		z, err = NewPuzzle(Task(o.Text(optionTask)), uint64(o.Int(daily.SeedOption)))
	}
	if err != nil {
		return nil, err
	}
	p := newPosition(z.Graph, graph.Zeros(z.Graph.Len()))
	p.puzzle = z
	return p, nil
}
