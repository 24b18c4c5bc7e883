package labyrinth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/search/seek"
)

const (
	defaultSeconds = 10
	mostSeconds    = 60
	longestFile    = 64 << 10
	longestShape   = 1000
	longestText    = 6000 // as long as Discord lets it be
)

var (
	secondsArgument = engine.Arg{
		Name: optionSeconds, Help: engine.T("How long to look, 1 to 60 seconds; default 10"),
		Kind: engine.Integer, Min: 1, Max: mostSeconds, Default: defaultSeconds,
	}
	numbersArgument = engine.Arg{
		Name: optionNumbers, Help: engine.T("Show the number of each hexagram"), Kind: engine.Boolean, Default: false,
	}
	filesArgument = engine.Arg{
		Name: optionFiles, Help: engine.T("Also as JSON and as SVG"), Kind: engine.Boolean, Default: false,
	}
	fileArgument = engine.Arg{
		Name: optionFile, Help: engine.T("A JSON file of pieces: [{\"q\":0,\"r\":0,\"doors\":63}, ...]"), Kind: engine.Upload, Max: longestFile,
	}
)

// wanted are the arguments that say which solutions count, and how to look.
var wanted = []engine.Arg{
	{
		Name: "groups", Help: engine.T("In how many groups, 2 to 23; default any"),
		Kind: engine.Integer, Min: 2, Max: MostGroups,
	},
	{
		Name: "symmetry", Help: engine.T("Symmetric at a line; default none"), Kind: engine.Pick,
		Choices: []engine.Named{
			{ID: "none", Title: engine.T("Not symmetric")},
			{ID: "level", Title: engine.T("At a line from west to east")},
			{ID: "upright", Title: engine.T("At a line from north to south")},
		},
	},
	{
		Name: "largest", Help: engine.T("How many pieces the largest group has, 7 to 63"),
		Kind: engine.Integer, Min: leastLargest, Max: Pieces - 1,
	},
	{
		Name: "search", Help: engine.T("Which way of looking: ours, or that of the source"), Kind: engine.Pick,
		Choices: []engine.Named{{ID: "ours", Title: engine.T("Ours")}, {ID: "source", Title: engine.T("The source's")}},
	},
	{Name: "demand", Help: engine.T("Fill the door with the fewest candidates first; default on"), Kind: engine.Boolean},
	{Name: "high", Help: engine.T("Pieces with many doors first; default on"), Kind: engine.Boolean},
	{Name: "holes", Help: engine.T("Pieces that make holes first; default on"), Kind: engine.Boolean},
	{Name: "random", Help: engine.T("By chance among those that are as good; default on"), Kind: engine.Boolean},
	{
		Name: "limit", Help: engine.T("After how many steps to begin anew: 64 to 1000000"),
		Kind: engine.Integer, Min: Pieces, Max: MostLimit,
	},
}

var tools = []engine.Tool{
	{
		Name: "solve", Help: engine.T("Solve the labyrinth, from nothing or from pieces that you give"), Slow: true, Run: runSolve,
		Args: slices.Concat([]engine.Arg{seedArgument}, wanted, []engine.Arg{
			{
				Name: optionPieces, Help: engine.T("Pieces that it must have: 23@c5 1@d5, by hexagram and cell"),
				Kind: engine.Word, Min: 1, Max: longestPieces,
			},
			fileArgument, numbersArgument, colourArgument,
			{Name: optionFilm, Help: engine.T("Also the search as a moving picture"), Kind: engine.Boolean, Default: false},
			filesArgument, secondsArgument,
		}),
	},
	{
		Name: "compact", Help: engine.T("Fill a shape with all pieces, where sides without doors may meet"), Slow: true, Run: runCompact,
		Args: []engine.Arg{
			seedArgument,
			{
				Name: "shape", Help: engine.T("par8, hex61, or rows of 64 # parted by /, . for gaps; default par8"),
				Kind: engine.Word, Min: 1, Max: longestShape, Default: Parallelogram,
			},
			numbersArgument, colourArgument, filesArgument, secondsArgument,
		},
	},
	{
		Name: "stats", Help: engine.T("How many groups, and how large, over many solutions"), Slow: true, Run: runStats,
		Args: slices.Concat([]engine.Arg{
			{
				Name: "count", Help: engine.T("How many solutions, 10 to 100000; default 2000"),
				Kind: engine.Integer, Min: 10, Max: 100_000, Default: 2000,
			},
			seedArgument,
		}, wanted, []engine.Arg{secondsArgument}),
	},
	{
		Name: "verify", Help: engine.T("Check a solution in a file"), Run: runVerify,
		Args: []engine.Arg{
			fileArgument,
			{Name: "text", Help: engine.T("The same as text instead of a file"), Kind: engine.Word, Min: 1, Max: longestText},
			{Name: "compact", Help: engine.T("Sides without doors may meet"), Kind: engine.Boolean, Default: false},
			numbersArgument, colourArgument, filesArgument,
		},
	},
}

// searchOf reads which solutions count.
func searchOf(o engine.Options) Search {
	search := Ours()
	if o.Text("search") == "source" {
		search = Source()
	}
	for name, field := range map[string]*bool{"demand": &search.Demand, "high": &search.High, "holes": &search.Holes, "random": &search.Random} {
		if value, given := o[name].(bool); given {
			*field = value
		}
	}
	if _, given := o["limit"]; given {
		search.Limit = o.Int("limit")
	}
	search.Groups, search.Largest = o.Int("groups"), o.Int("largest")
	search.Mirror = map[string]Mirror{"level": Level, "upright": Upright}[o.Text("symmetry")]
	return search
}

// given reads the pieces that a solution must have.
func given(o engine.Options) ([]Piece, Frame, error) {
	file, uploaded := o.File(optionFile)
	text := o.Text(optionPieces)
	switch {
	case uploaded && text != "":
		return nil, Frame{}, engine.Refuse("give the pieces as text or as a file, not both")
	case text != "":
		pieces, err := ParsePairs(text, Board)
		return pieces, Board, err
	case uploaded:
		pieces, err := ParseJSON(file.Data)
		return pieces, Frame{}, err
	}
	return nil, Frame{}, nil
}

// seeker is what looks for a solution.
type seeker interface {
	Next(ctx context.Context) (Solution, error)
	Progress() Progress
}

// look looks for a solution for so many seconds and tells how far it is.
func look(ctx context.Context, s seeker, seconds int, tell func(engine.Answer)) (Solution, error) {
	before := s.Progress()
	return seek.For(ctx, seconds, s.Next, func(second int) {
		now := s.Progress()
		tell(engine.Answer{Text: now.words(second, now.Steps-before.Steps), Data: now})
		before = now
	})
}

// words tell of a search after so many seconds, with so many steps in the last one.
func (p Progress) words(second, steps int) engine.Text {
	text := engine.T("Looking for %s s: %s searches begun, %s steps, %s steps a second.",
		strconv.Itoa(second), seek.Number(p.Restarts), seek.Number(p.Steps), seek.Number(steps))
	if p.Best > 0 {
		text = engine.T("%s Most pieces laid: %s.", text, strconv.Itoa(p.Best))
	}
	return text
}

// missed turns the end of a search without a solution on a board, which may be the whole
// plane, into an answer.
func missed(err error, seconds int, done Progress, on Frame) (engine.Answer, error) {
	switch {
	case errors.Is(err, ErrNone):
		text := engine.T("No solution exists: every way was tried.")
		if on != (Frame{}) {
			text = engine.T("No solution exists on this board of %s cells: every way was tried.", on.String())
		}
		return engine.Answer{Text: text, Data: map[string]any{"solution": "none", "progress": done}}, nil
	case seek.Over(err):
		return engine.Answer{
			Text: engine.T("No solution was found in %s s and %s steps; there may be one all the same.", strconv.Itoa(seconds), seek.Number(done.Steps)),
			Data: map[string]any{"solution": "not found", "progress": done},
		}, nil
	}
	return engine.Answer{}, err
}

// solved is a solution in JSON.
type solved struct {
	Seed     int          `json:"seed"`
	Report   Report       `json:"report"`
	Pieces   []pieceState `json:"pieces"`
	Progress *Progress    `json:"progress,omitempty"`
}

func (r Report) words() engine.Text {
	sizes := make([]string, len(r.Sizes))
	for i, n := range r.Sizes {
		sizes[i] = strconv.Itoa(n)
	}
	return engine.T("%s groups (%s pieces), %s holes, %s connections, %s triangles.",
		strconv.Itoa(r.Groups), strings.Join(sizes, ", "), strconv.Itoa(r.Holes), strconv.Itoa(r.Connections), strconv.Itoa(r.Triangles))
}

func runSolve(ctx context.Context, env engine.Env, o engine.Options, tell func(engine.Answer)) (engine.Answer, error) {
	search := searchOf(o)
	var err error
	if search.Given, search.Frame, err = given(o); err != nil {
		return engine.Answer{}, err
	}
	seed := daily.Seed(env, o)
	solver, err := NewSolver(search, uint64(seed))
	if err != nil {
		return engine.Answer{}, err
	}
	var film []event
	if o.Bool(optionFilm) {
		solver.trace = &film
	}
	seconds := o.Int(optionSeconds)
	found, err := look(ctx, solver, seconds, tell)
	if err != nil {
		return missed(err, seconds, solver.Progress(), search.Frame)
	}
	pieces := found.Pieces
	if solver.free() && search.Frame == (Frame{}) {
		pieces = Tidy(pieces)
	}
	a, err := shown(o, seed, pieces, false, solver.Progress())
	if err != nil {
		return engine.Answer{}, err
	}
	if o.Bool(optionFilm) {
		a.Scenes = append(a.Scenes, solver.film(film, a.Scenes[0]))
	}
	if line, ok := again("solve", seed, o); ok {
		a.Actions = []engine.Action{{Label: engine.T("Another"), Line: line, Replace: true}}
	}
	return a, nil
}

// shown is the answer that shows a solution, once it has passed the validator.
func shown(o engine.Options, seed int, pieces []Piece, compact bool, done Progress) (engine.Answer, error) {
	report, err := Validate(pieces, compact)
	if err != nil {
		return engine.Answer{}, fmt.Errorf("labyrinth: the solution of seed %d does not pass: %w", seed, err)
	}
	colour, _ := ColourByID(o.Text(optionColour))
	caption := engine.T("Seed %s: %s groups, %s holes", strconv.Itoa(seed), strconv.Itoa(report.Groups), strconv.Itoa(report.Holes))
	picture := NewPicture(pieces, colour, caption)
	if o.Text(optionPieces) != "" {
		picture.Pieces, picture.Frame = pieces, Board
	} else {
		pieces = normal(pieces)
	}
	picture.Numbers = o.Bool(optionNumbers)
	a := engine.Answer{
		Text:   engine.T("Seed %s: %s Checked anew, and right. Searches: %s, steps: %s.", strconv.Itoa(seed), report.words(), seek.Number(done.Restarts), seek.Number(done.Steps)),
		Data:   solved{seed, report, stateOf(pieces), &done},
		Scenes: []any{picture},
	}
	if o.Bool(optionFiles) {
		a.Files = files("connexion-"+strconv.Itoa(seed), pieces, picture)
	}
	return a, nil
}

// files are a solution as JSON and as SVG.
func files(name string, pieces []Piece, picture Picture) []engine.File {
	return []engine.File{
		{Name: name + ".json", Data: append(AppendJSON(nil, pieces), '\n')},
		{Name: name + ".svg", Data: SVG(picture)},
	}
}

// again is the line of a button for the same with the next seed, if it is short enough.
func again(tool string, seed int, o engine.Options) (string, bool) {
	const longest = 70 // of the 80 bytes that a button's line and the game's name may have
	line := tool + " seed:" + strconv.Itoa(daily.Next(seed))
	for _, name := range []string{"groups", "symmetry", "largest", "search", "demand", "high", "holes", "random", "limit", "shape", optionNumbers, optionColour, optionFilm, optionFiles} {
		switch value := o[name].(type) {
		case string:
			line += " " + name + ":" + value
		case int:
			line += " " + name + ":" + strconv.Itoa(value)
		case bool:
			if value || name == "demand" || name == "high" || name == "holes" || name == "random" {
				line += " " + name + ":" + strconv.FormatBool(value)
			}
		}
	}
	_, file := o.File(optionFile)
	return line, len(line) <= longest && !file && o.Text(optionPieces) == ""
}

func runCompact(ctx context.Context, env engine.Env, o engine.Options, tell func(engine.Answer)) (engine.Answer, error) {
	shape, err := ParseShape(o.Text("shape"))
	if err != nil {
		return engine.Answer{}, err
	}
	seed, seconds := daily.Seed(env, o), o.Int(optionSeconds)
	search, err := NewCompact(shape, uint64(seed))
	if err != nil {
		return engine.Answer{}, err
	}
	found, err := look(ctx, search, seconds, tell)
	if err != nil {
		return missed(err, seconds, search.Progress(), Frame{})
	}
	a, err := shown(o, seed, found.Pieces, true, search.Progress())
	if err != nil {
		return engine.Answer{}, err
	}
	if line, ok := again("compact", seed, o); ok && !strings.ContainsAny(o.Text("shape"), " \n") {
		a.Actions = []engine.Action{{Label: engine.T("Another"), Line: line, Replace: true}}
	}
	return a, nil
}

// written is the solution to check.
func written(o engine.Options) ([]byte, error) {
	if file, ok := o.File(optionFile); ok {
		return file.Data, nil
	}
	if text := o.Text("text"); text != "" {
		return []byte(text), nil
	}
	return nil, engine.Refuse("give the solution as a file or as text")
}

func runVerify(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
	data, err := written(o)
	if err != nil {
		return engine.Answer{}, err
	}
	pieces, err := ParseJSON(data)
	if err != nil {
		return engine.Answer{}, err
	}
	compact := o.Bool("compact")
	report, err := Validate(pieces, compact)
	if err != nil {
		return engine.Answer{}, err
	}
	colour, _ := ColourByID(o.Text(optionColour))
	picture := NewPicture(pieces, colour, engine.T("%s groups, %s holes", strconv.Itoa(report.Groups), strconv.Itoa(report.Holes)))
	picture.Numbers = o.Bool(optionNumbers)
	a := engine.Answer{Text: engine.T("A solution: %s", report.words()), Data: report, Scenes: []any{picture}}
	if o.Bool(optionFiles) {
		a.Files = files("connexion", pieces, picture)
	}
	return a, nil
}
