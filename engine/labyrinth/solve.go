package labyrinth

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
	"github.com/sixfold-bot/sixfold/engine/search"
)

type solved struct {
	Seed     int              `json:"seed"`
	Report   board.Report     `json:"report"`
	Pieces   []pieceState     `json:"pieces"`
	Progress *solver.Progress `json:"progress,omitempty"`
}

func runSolve(ctx context.Context, env engine.Env, o engine.Options, tell func(engine.Answer)) (engine.Answer, error) {
	wanted := searchOf(o)
	var err error
	if wanted.Given, wanted.Frame, err = given(o); err != nil {
		return engine.Answer{}, err
	}
	seed, seconds := daily.Seed(env, o), o.Int(optionSeconds)
	s, err := solver.New(wanted, uint64(seed))
	if err != nil {
		return engine.Answer{}, err
	}
	if o.Bool(optionFilm) {
		s.Record()
	}
	meter := search.StartMeter()
	defer meter.Stop()
	s.OnProgress = report(meter, tell)
	found, err := within(ctx, seconds, s.Next)
	if err != nil {
		return notFound(err, seconds, s.Progress(), wanted.Frame)
	}
	pieces := found.Pieces
	if len(wanted.Given) == 0 && wanted.Mirror == board.NoMirror {
		pieces = board.Tidy(pieces)
	}
	a, err := answerSolved(o, seed, pieces, false, s.Progress())
	if err != nil {
		return engine.Answer{}, err
	}
	if picture, ok := a.Scenes[0].(Picture); ok && o.Bool(optionFilm) {
		a.Scenes = append(a.Scenes, film(picture, len(wanted.Given), s.Trace(picture.Pieces)))
	}
	a.Actions = another("solve", seed, o)
	return a, nil
}

func runCompact(ctx context.Context, env engine.Env, o engine.Options, tell func(engine.Answer)) (engine.Answer, error) {
	shape, err := solver.ParseShape(o.Text("shape"))
	if err != nil {
		return engine.Answer{}, err
	}
	seed, seconds := daily.Seed(env, o), o.Int(optionSeconds)
	s, err := solver.NewCompact(shape, uint64(seed))
	if err != nil {
		return engine.Answer{}, err
	}
	meter := search.StartMeter()
	defer meter.Stop()
	s.OnProgress = report(meter, tell)
	found, err := within(ctx, seconds, s.Next)
	if err != nil {
		return notFound(err, seconds, s.Progress(), board.Frame{})
	}
	a, err := answerSolved(o, seed, found.Pieces, true, s.Progress())
	if err != nil {
		return engine.Answer{}, err
	}
	a.Actions = another("compact", seed, o)
	return a, nil
}

func within(ctx context.Context, seconds int, next func(context.Context) (solver.Solution, error)) (solver.Solution, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(seconds)*time.Second)
	defer cancel()
	return next(ctx)
}

// report returns a function that tells the progress of a search when the meter is due.
func report(meter *search.Meter, tell func(engine.Answer)) func(solver.Progress) {
	before := 0 // steps at the last report
	return func(p solver.Progress) {
		if second, due := meter.Due(); due {
			tell(engine.Answer{Text: progressText(p, second, p.Steps-before), Data: p})
			before = p.Steps
		}
	}
}

// progressText describes a search. Steps are those of the last second.
func progressText(p solver.Progress, second, steps int) engine.Text {
	text := engine.T("Searching for %s s: %s restarts, %s steps, %s steps a second.",
		strconv.Itoa(second), engine.Thousands(p.Restarts), engine.Thousands(p.Steps), engine.Thousands(steps))
	if p.Best > 0 {
		text = engine.T("%s Most pieces placed: %s.", text, strconv.Itoa(p.Best))
	}
	return text
}

// notFound converts the end of a search without a solution to an answer. The zero frame is the
// plane.
func notFound(err error, seconds int, done solver.Progress, frame board.Frame) (engine.Answer, error) {
	switch {
	case errors.Is(err, solver.ErrNone):
		text := engine.T("No solution exists: the search was exhaustive.")
		if frame != (board.Frame{}) {
			text = engine.T("No solution exists on this board of %s cells: the search was exhaustive.", frame.String())
		}
		return engine.Answer{Text: text, Data: map[string]any{"solution": "none", "progress": done}}, nil
	case search.Interrupted(err), errors.Is(err, solver.ErrGaveUp):
		text := engine.T("No solution was found in %s steps; there may still be one.", engine.Thousands(done.Steps))
		if search.Interrupted(err) {
			text = engine.T("No solution was found in %s s and %s steps; there may still be one.", strconv.Itoa(seconds), engine.Thousands(done.Steps))
		}
		return engine.Answer{Text: text, Data: map[string]any{"solution": "not found", "progress": done}}, nil
	}
	return engine.Answer{}, err
}

// answerSolved returns the answer with a solution, once the validator has accepted it.
func answerSolved(o engine.Options, seed int, pieces []board.Piece, compact bool, done solver.Progress) (engine.Answer, error) {
	report, err := board.Validate(pieces, compact)
	if err != nil {
		return engine.Answer{}, fmt.Errorf("labyrinth: the solution of seed %d is not valid: %w", seed, err)
	}
	colour, _ := ColourByID(o.Text(optionColour))
	caption := engine.T("Seed %s: %s groups, %s holes", strconv.Itoa(seed), strconv.Itoa(report.Groups), strconv.Itoa(report.Holes))
	picture := NewPicture(pieces, colour, caption)
	if o.Text(optionPieces) != "" {
		picture.Pieces, picture.Frame = pieces, Board
	} else {
		pieces = board.Normalize(pieces)
	}
	picture.Numbers = o.Bool(optionNumbers)
	a := engine.Answer{
		Text:   engine.T("Seed %s: %s Checked independently. Restarts: %s, steps: %s.", strconv.Itoa(seed), reportText(report), engine.Thousands(done.Restarts), engine.Thousands(done.Steps)),
		Data:   solved{seed, report, stateOf(pieces), &done},
		Scenes: []engine.Scene{picture},
	}
	if o.Bool(optionFiles) {
		a.Attach("connexion-"+strconv.Itoa(seed), board.AppendJSON(nil, pieces), picture)
	}
	return a, nil
}

func reportText(r board.Report) engine.Text {
	return engine.T("%s groups (%s pieces), %s holes, %s connections, %s triangles.",
		strconv.Itoa(r.Groups), engine.Numbers(", ", r.Sizes), strconv.Itoa(r.Holes), strconv.Itoa(r.Connections), strconv.Itoa(r.Triangles))
}

// searchOptions are the options of a search that [another] repeats.
var searchOptions = []string{"groups", "symmetry", "largest", "holed", "search", "demand", "high", "holes", "random", "limit"}

// another returns a button that runs a tool with the next seed, if its line is short enough.
func another(tool string, seed int, o engine.Options) []engine.Action {
	const longest = 70 // of the 80 bytes for a button's line and the game's name
	var line strings.Builder
	line.WriteString(tool + " seed:" + strconv.Itoa(daily.Next(seed)))
	for _, name := range append(searchOptions, "shape", optionNumbers, optionColour, optionFilm, optionFiles) {
		switch value := o[name].(type) {
		case string:
			line.WriteString(" " + name + ":" + value)
		case int:
			line.WriteString(" " + name + ":" + strconv.Itoa(value))
		case bool:
			if value || name == "demand" || name == "high" || name == "holes" || name == "random" {
				line.WriteString(" " + name + ":" + strconv.FormatBool(value))
			}
		}
	}
	if _, file := o.File(optionFile); file || o.Text(optionPieces) != "" || line.Len() > longest || strings.ContainsAny(o.Text("shape"), " \n") {
		return nil
	}
	return []engine.Action{{Label: engine.T("Another"), Line: line.String(), Replace: true}}
}
