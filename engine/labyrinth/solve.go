package labyrinth

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

// finder is a search for the solutions that the options of a tool describe.
type finder struct {
	options engine.Options
	seed    int
	search  interface {
		Next(ctx context.Context) (solver.Solution, error)
		Progress() solver.Progress
		Watch(report func())
	}
	compact bool
	// For a solution that is not compact:
	solver *solver.Solver // the search
	given  int            // number of pieces that it must contain
	mirror board.Mirror
}

// newFinder returns the search for compact solutions if the options have a shape. Without a seed,
// preferences fill what is missing; with one, everybody gets the same solution.
func newFinder(env engine.Env, o engine.Options) (*finder, error) {
	f := &finder{options: o, seed: daily.Seed(env, o)}
	if text := o.Text(optionShape); text != "" {
		shape, err := solver.ParseShape(text)
		if err != nil {
			return nil, err
		}
		f.compact = true
		f.search, err = solver.NewCompact(shape, uint64(f.seed))
		return f, err
	}
	if _, given := o[daily.SeedOption]; !given {
		preferences, err := PreferencesOf(env)
		if err != nil {
			return nil, err
		}
		f.options = preferences.Fill(o)
	}
	wanted := searchOf(f.options)
	var err error
	if wanted.Given, wanted.Frame, err = givenIn(o); err != nil {
		return nil, err
	}
	f.given, f.mirror = len(wanted.Given), wanted.Mirror
	f.solver, err = solver.New(wanted, uint64(f.seed))
	f.search = f.solver
	return f, err
}

func runSolve(ctx context.Context, env engine.Env, o engine.Options, tell func(engine.Answer)) (engine.Answer, error) {
	f, err := newFinder(env, o)
	if err != nil {
		return engine.Answer{}, err
	}
	if o.Bool(optionFilm) {
		f.solver.Record()
	}
	f.search.Watch(f.reporter(tell))
	found, err := f.find(ctx)
	if err != nil {
		return f.notFound(err)
	}
	return f.answer(found.Pieces)
}

// find searches for at most the seconds of the options.
func (f *finder) find(ctx context.Context) (solver.Solution, error) {
	ctx, cancel := limited(ctx, f.options)
	defer cancel()
	return f.search.Next(ctx)
}

// limited returns a context that ends with the seconds of the options.
func limited(ctx context.Context, o engine.Options) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Duration(o.Int(optionSeconds))*time.Second)
}

// reporter returns a function that tells the progress of the search once a second.
func (f *finder) reporter(tell func(engine.Answer)) func() {
	before := 0 // steps at the last report
	return search.EverySecond(func(second int) {
		p := f.search.Progress()
		tell(engine.Answer{Text: progressText(p, second, p.Steps-before), Data: p})
		before = p.Steps
	})
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

// notFound converts the end of a search without a solution to an answer.
func (f *finder) notFound(err error) (engine.Answer, error) {
	done := f.search.Progress()
	switch {
	case errors.Is(err, solver.ErrNone):
		text := engine.T("No solution exists: the search was exhaustive.")
		if f.options.Text(optionPieces) != "" {
			text = engine.T("No solution exists on this board of %s cells: the search was exhaustive.", Board.String())
		}
		return engine.Answer{Text: text, Data: map[string]any{"solution": "none", "progress": done}}, nil
	case search.Interrupted(err), errors.Is(err, solver.ErrGaveUp):
		text := engine.T("No solution was found in %s steps; there may still be one.", engine.Thousands(done.Steps))
		if search.Interrupted(err) {
			text = engine.T("No solution was found in %s s and %s steps; there may still be one.",
				strconv.Itoa(f.options.Int(optionSeconds)), engine.Thousands(done.Steps))
		}
		return engine.Answer{Text: text, Data: map[string]any{"solution": "not found", "progress": done}}, nil
	}
	return engine.Answer{}, err
}

// answer returns the answer with a solution, once the validator has accepted it.
func (f *finder) answer(pieces []board.Piece) (engine.Answer, error) {
	if !f.compact && f.given == 0 && f.mirror == board.NoMirror {
		pieces = board.Tidy(pieces)
	}
	report, err := board.Validate(pieces, f.compact)
	if err != nil {
		return engine.Answer{}, fmt.Errorf("labyrinth: the solution of seed %d is not valid: %w", f.seed, err)
	}
	o, seed, done := f.options, strconv.Itoa(f.seed), f.search.Progress()
	picture := pictureOf(pieces, report, o)
	if o.Text(optionPieces) != "" {
		picture.Pieces, picture.Frame = pieces, Board
	} else {
		pieces = board.Normalize(pieces)
	}
	a := engine.Answer{
		Text:    introduction(report, pieces, f.compact),
		Data:    solved{f.seed, report, stateOf(pieces), &done},
		Scenes:  []engine.Scene{picture},
		Actions: action(engine.T("Another"), "", f.line(daily.Next(f.seed))),
	}
	numbers := engine.T("Seed %s, checked independently: %s, restarts %s, steps %s.", seed, shortReport(report), engine.Thousands(done.Restarts), engine.Thousands(done.Steps))
	addNumbers(&a, o, f.line(f.seed), numbers, verifyLine(pieces, f.compact))
	if o.Bool(optionFiles) {
		a.Attach("connexion-"+seed, board.AppendJSON(nil, pieces), picture)
	}
	if o.Bool(optionFilm) {
		a.Scenes = append(a.Scenes, film(picture, f.given, f.solver.Trace(picture.Pieces)))
	}
	return a, nil
}

// line returns the command for the solution of a seed; "" if it cannot be a button's.
func (f *finder) line(seed int) string {
	tool, o := "solve", f.options
	if f.compact {
		tool = "compact"
	}
	if _, file := o.File(optionFile); file || o.Text(optionPieces) != "" || strings.ContainsAny(o.Text(optionShape), " \n") {
		return ""
	}
	line := tool + " " + daily.SeedOption + ":" + strconv.Itoa(seed)
	for _, a := range slices.Concat(searchArguments, []engine.Arg{shapeArgument, numbersArgument, colourArgument, filmArgument, filesArgument, secondsArgument}) {
		value, given := o[a.Name]
		on := a.Default == nil && value == true // switches are on if they are not given
		if given && value != a.Default && !on {
			line += fmt.Sprintf(" %s:%v", a.Name, value)
		}
	}
	return line
}
