package octopuszle

import (
	"context"
	"fmt"
	"slices"
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

// Pair is a scene of two solutions with the same diagonals. What lies alike in both is dim.
type Pair struct {
	Boards  [2]*Board
	Caption engine.Text
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
			{Name: "numbers", Help: engine.T("Tell the seed, and how long the search was"), Kind: engine.Boolean, Default: false},
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
		Args: []engine.Arg{seedArgument},
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
	return solutionOf(ctx, uint64(from))
}

func runSolve(ctx context.Context, env engine.Env, o engine.Options, tell func(engine.Answer)) (engine.Answer, error) {
	seed := daily.Seed(env, o)
	s, diagonals, err := solverFor(ctx, o, seed)
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
	_, file := o.File("file")
	text := engine.T("All 256 squares, each once, and every line meets another: checked independently.")
	picture := Picture{Board: b, Caption: engine.T("Every line meets another")}
	var shown engine.Scene = picture
	if diagonals != nil {
		if !slices.Equal(b.patterns(diagonal), diagonals.patterns(diagonal)) {
			return engine.Answer{}, fmt.Errorf("octopuszle: the solution of seed %d has other diagonals", seed)
		}
		if Validate(diagonals) == nil {
			pair := Pair{Boards: [2]*Board{diagonals, b}}
			moved := strconv.Itoa(Squares - len(pair.alike()))
			pair.Caption = engine.T("Same diagonals, %s squares elsewhere", moved)
			text, shown = engine.T("%s It has the diagonals of the first: of the 256 squares %s lie elsewhere, and those that lie alike are dim.", text, moved), pair
		} else {
			text = engine.T("%s Its diagonals are the given ones.", text)
		}
	}
	if o.Bool("numbers") || file {
		if diagonals != nil {
			text = engine.T("%s The diagonals leave %s straight lines open, and some 10^45 solutions.", text, strconv.Itoa(len(edges(orthogonal))))
		}
		text = engine.T("%s Seed %s, %s, %s flips of a line.", text, strconv.Itoa(seed), engine.Count(done.Starts, "1 start", "%s starts"), engine.Thousands(done.Steps))
	}
	a := engine.Answer{
		Text: text, Scenes: []engine.Scene{shown},
		Data: struct {
			Seed     int      `json:"seed"`
			Squares  []int    `json:"squares"`
			Progress Progress `json:"progress"`
		}{seed, numbers(b), done},
	}
	if o.Bool("files") {
		a.Attach("octopuszle-"+strconv.Itoa(seed), AppendJSON(nil, b), picture)
	}
	if !file {
		given, from := "", diagonalsSeed(o, seed)
		if o.Text("diagonals") != "" {
			given = " diagonals:" + from
		}
		a.Actions = []engine.Action{
			{Label: engine.T("Another"), Line: "solve seed:" + strconv.Itoa(daily.Next(seed)) + given, Replace: true},
			{Label: engine.T("Another with these diagonals"), Line: "solve diagonals:" + from},
			{Label: engine.T("By hand"), Line: "new size:16 seed:" + from},
			{Label: engine.T("Numbers"), Line: "solve seed:" + strconv.Itoa(seed) + given + " numbers:true", Replace: true, Disabled: o.Bool("numbers")},
		}
	}
	return a, nil
}

// alike returns the names of the places where both boards have the same square.
func (p Pair) alike() (names []string) {
	for at := range Squares {
		if p.Alike(at) {
			names = append(names, Name(at))
		}
	}
	return names
}

// Alike reports whether both boards have the same square at a place.
func (p Pair) Alike(at int) bool { return p.Boards[0][at] == p.Boards[1][at] }

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

func runRelatives(ctx context.Context, env engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	squares, triangles := len(SmallSolutions()), TriangleSolutions
	filled, err := cubes(ctx, uint64(daily.Seed(env, o)))
	if err != nil {
		return engine.Answer{}, err
	}
	floors := engine.Map(slices.Collect(slices.Chunk(filled, SmallSquares)), func(floor []int) string {
		rows := slices.Collect(slices.Chunk(floor, Small))
		return strings.Join(engine.Map(rows, func(row []int) string { return engine.Numbers(" ", row) }), " / ")
	})
	return engine.Answer{
		Text: engine.T("16 squares with lines in 4 directions have %s solutions on 4 x 4 cells. 8 triangles that point up and 8 that point down have %s in a parallelogram of 4 x 2 rhombi. Both were counted, one by one.\n64 cubes with lines in 6 directions fill 4 x 4 x 4, here floor by floor, with a slash between rows. A cube adds up its lines: 1 east, 2 west, 4 south, 8 north, 16 up, 32 down.\n%s",
			strconv.Itoa(squares), strconv.Itoa(triangles), strings.Join(floors, "\n")),
		Data: struct {
			Squares   int   `json:"squares"`
			Triangles int   `json:"triangles"`
			Cubes     []int `json:"cubes"`
		}{squares, triangles, filled},
	}, nil
}

var views = []engine.View{{
	Name: "check", Help: engine.T("Whether the squares of the board can still be part of a solution"), Command: true, Advice: true,
	Show: func(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
		p := position.(*Position)
		if p.size == Size {
			return p.checkWhole(), nil
		}
		n := len(p.Solutions())
		text := engine.T("%s of the %s solutions have all these squares.", strconv.Itoa(n), strconv.Itoa(len(SmallSolutions())))
		if n == 0 {
			text = engine.T("%s Take one back.", text)
		}
		return engine.Answer{Text: text, Data: map[string]int{"solutions": n}}, nil
	},
}}
