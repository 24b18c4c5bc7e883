package octopuszle

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/search"
)

const (
	longestFile    = 64 << 10
	defaultSeconds = 10
	mostSeconds    = 60
	longestText    = 6000 // Discord's limit
	sameDiagonals  = "same"
)

// Picture is a scene of a whole board.
type Picture struct {
	Board *Board
	// DiagonalsAlone omits the orthogonal lines.
	DiagonalsAlone bool
	Caption        engine.Text
}

var (
	fileArgument = engine.Arg{
		Name: "file", Help: engine.T("A JSON file of 256 numbers, row by row"), Kind: engine.Upload, Max: longestFile,
	}
	filesArgument = engine.Arg{
		Name: "files", Help: engine.T("Attach the board as JSON and as SVG"), Kind: engine.Boolean, Default: false,
	}
	secondsArgument = engine.Arg{
		Name: "seconds", Help: engine.T("How long to search, 1 to 60 seconds; default 10"),
		Kind: engine.Integer, Min: 1, Max: mostSeconds, Default: defaultSeconds,
	}
)

var tools = []engine.Tool{
	rulesTool,
	{
		Name: "solve", Help: engine.T("Solve the 16 x 16, with any diagonals or with given ones"), Slow: true, Run: runSolve, Solutions: solutions,
		Args: []engine.Arg{
			seedArgument,
			{
				Name: "diagonals", Help: engine.T("The seed of a solution that has them; or same, for those of this seed's own solution"),
				Kind: engine.Word, Min: 1, Max: 9,
			},
			fileArgument, filesArgument, secondsArgument,
		},
	},
	{
		Name: "verify", Help: engine.T("Check a solution in a file, or whether any has its diagonals"), Run: runVerify,
		Args: []engine.Arg{
			fileArgument,
			{Name: "text", Help: engine.T("The same as text instead of a file"), Kind: engine.Word, Min: 1, Max: longestText},
			{Name: "diagonals", Help: engine.T("Check the diagonals alone"), Kind: engine.Boolean, Default: false},
			filesArgument,
		},
	},
	{
		Name: "relatives", Help: engine.T("The little relatives, with the exact numbers of their solutions"), Run: runRelatives,
	},
}

// diagonalsSeed returns, as text, the seed whose diagonals a solution of the given seed has.
func diagonalsSeed(o engine.Options, seed int) string {
	text := strings.ToLower(strings.TrimSpace(o.Text("diagonals")))
	if text == "" || text == sameDiagonals {
		return strconv.Itoa(seed)
	}
	return text
}

// diagonalsOf returns a board with the diagonals that a solution must have, nil for any.
func diagonalsOf(ctx context.Context, o engine.Options, seed int) (*Board, error) {
	asked := o.Text("diagonals")
	if file, ok := o.File("file"); ok {
		if asked != "" {
			return nil, engine.Refuse("give the diagonals as a seed or as a file, not both")
		}
		return ParseJSON(file.Data)
	}
	if asked == "" {
		return nil, nil
	}
	from, err := strconv.Atoi(diagonalsSeed(o, seed))
	if err != nil || from < 0 || from > daily.MaxSeed {
		return nil, engine.Refuse("diagonals are a seed from 0 to %s, or same; or give a file", strconv.Itoa(daily.MaxSeed))
	}
	s, err := NewSolver(nil, uint64(from))
	if err != nil {
		return nil, err
	}
	return s.Next(ctx)
}

func runSolve(ctx context.Context, env engine.Env, o engine.Options, tell func(engine.Answer)) (engine.Answer, error) {
	seed := daily.Seed(env, o)
	diagonals, err := diagonalsOf(ctx, o, seed)
	if err != nil {
		return engine.Answer{}, err
	}
	number := uint64(seed)
	if diagonals != nil {
		number ^= 1 << 63 // not the solution that the diagonals come from
	}
	s, err := NewSolver(diagonals, number)
	if err != nil {
		return engine.Answer{}, err
	}
	seconds := o.Int("seconds")
	b, err := solveWithin(ctx, s, seconds, tell)
	if search.Interrupted(err) {
		return engine.Answer{Text: engine.T("No solution was found in %s s; there may still be one.", strconv.Itoa(seconds)), Data: s.Progress()}, nil
	}
	if err != nil {
		return engine.Answer{}, err
	}
	return solved(b, diagonals, seed, s.Progress(), o)
}

// solveWithin searches for a bounded time and reports progress once a second.
func solveWithin(ctx context.Context, s *Solver, seconds int, tell func(engine.Answer)) (*Board, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(seconds)*time.Second)
	defer cancel()
	var p Progress
	report := search.EverySecond(func(second int) {
		tell(engine.Answer{
			Text: engine.T("Searching for %s s: %s restarts, %s steps.", strconv.Itoa(second), engine.Thousands(p.Starts), engine.Thousands(p.Steps)),
			Data: p,
		})
	})
	s.OnProgress = func(now Progress) {
		p = now
		report()
	}
	return s.Next(ctx)
}

// solved returns the answer with a solution, once the validator has accepted it.
func solved(b, diagonals *Board, seed int, done Progress, o engine.Options) (engine.Answer, error) {
	if err := Validate(b); err != nil {
		return engine.Answer{}, fmt.Errorf("octopuszle: the solution of seed %d is not valid: %w", seed, err)
	}
	caption := engine.T("Seed %s", strconv.Itoa(seed))
	text := engine.T("Seed %s: all 256 squares are laid, and all lines meet. Checked independently. Steps: %s.", strconv.Itoa(seed), engine.Thousands(done.Steps))
	if diagonals != nil {
		if b.classes() != diagonals.classes() {
			return engine.Answer{}, fmt.Errorf("octopuszle: the solution of seed %d has other diagonals", seed)
		}
		caption = engine.T("Seed %s, with given diagonals", strconv.Itoa(seed))
		text = engine.T("%s Its diagonals are the given ones; %s of 256 squares lie elsewhere.", text, strconv.Itoa(countMoved(b, diagonals)))
	}
	picture := Picture{Board: b, Caption: caption}
	a := engine.Answer{
		Text: text, Scenes: []engine.Scene{picture},
		Data: struct {
			Seed     int      `json:"seed"`
			Squares  []int    `json:"squares"`
			Progress Progress `json:"progress"`
		}{seed, numbers(b), done},
	}
	if o.Bool("files") {
		a.Attach("octopuszle-"+strconv.Itoa(seed), AppendJSON(nil, b), picture)
	}
	if _, file := o.File("file"); !file {
		line := "solve seed:" + strconv.Itoa(daily.Next(seed))
		if from := o.Text("diagonals"); from != "" {
			line += " diagonals:" + from
		}
		a.Actions = []engine.Action{
			{Label: engine.T("Another"), Line: line, Replace: true},
			{Label: engine.T("Same diagonals"), Line: "solve diagonals:" + diagonalsSeed(o, seed)},
		}
	}
	return a, nil
}

func countMoved(b, from *Board) int {
	n := 0
	for at := range b {
		if b[at] != from[at] {
			n++
		}
	}
	return n
}

func runVerify(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	data, ok := o.Content("file", "text")
	if !ok {
		return engine.Answer{}, engine.Refuse("give the board as a file or as text")
	}
	b, err := ParseJSON(data)
	if err != nil {
		return engine.Answer{}, err
	}
	alone := o.Bool("diagonals")
	check, caption := Validate, engine.T("Checked: a solution")
	text := engine.T("A solution: all 256 squares lie there once, and all lines meet.")
	if alone {
		check, caption = CheckComplex, engine.T("Checked: the diagonals alone")
		text = engine.T("No obstacle was found: these diagonals meet, and each class of 16 squares can share out the 16 sets of orthogonal lines.")
	}
	if err := check(b); err != nil {
		return engine.Answer{}, err
	}
	picture := Picture{Board: b, DiagonalsAlone: alone, Caption: caption}
	a := engine.Answer{Text: text, Scenes: []engine.Scene{picture}}
	if o.Bool("files") {
		a.Attach("octopuszle", AppendJSON(nil, b), picture)
	}
	return a, nil
}

func runRelatives(context.Context, engine.Env, engine.Options, func(engine.Answer)) (engine.Answer, error) {
	squares, triangles := len(SmallSolutions()), TriangleSolutions
	return engine.Answer{
		Text: engine.T("16 squares with lines in 4 directions have %s solutions on 4 x 4 cells. 8 triangles that point up and 8 that point down have %s in a parallelogram of 4 x 2 rhombi. Both were counted, one by one.",
			strconv.Itoa(squares), strconv.Itoa(triangles)),
		Data: map[string]int{"squares": squares, "triangles": triangles},
	}, nil
}

var views = []engine.View{{
	Name: "check", Help: engine.T("Count the solutions, of all 652, that have the squares of the board"), Command: true, Advice: true,
	Show: func(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
		n := len(position.(*Position).Solutions())
		text := engine.T("%s of the %s solutions have all these squares.", strconv.Itoa(n), strconv.Itoa(len(SmallSolutions())))
		if n == 0 {
			text = engine.T("%s Take one back.", text)
		}
		return engine.Answer{Text: text, Data: map[string]int{"solutions": n}}, nil
	},
}}
