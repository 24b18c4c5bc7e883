package labyrinth

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

const (
	defaultSeconds = 10
	mostSeconds    = 60
	longestFile    = 64 << 10
	longestShape   = 1000
	longestText    = 6000 // Discord's limit
)

var (
	secondsArgument = engine.Arg{
		Name: optionSeconds, Help: engine.T("How long to search, 1 to 60 seconds; default 10"),
		Kind: engine.Integer, Min: 1, Max: mostSeconds, Default: defaultSeconds,
	}
	numbersArgument = engine.Arg{
		Name: optionNumbers, Help: engine.T("Show the number of each hexagram"), Kind: engine.Boolean, Default: false,
	}
	filesArgument = engine.Arg{
		Name: optionFiles, Help: engine.T("Attach the solution as JSON and as SVG"), Kind: engine.Boolean, Default: false,
	}
	filmArgument = engine.Arg{
		Name: optionFilm, Help: engine.T("Also show the search as a film"), Kind: engine.Boolean, Default: false,
	}
	detailsArgument = engine.Arg{
		Name: optionDetails, Help: engine.T("Also the numbers for experts"), Kind: engine.Boolean, Default: false,
	}
	shapeArgument = engine.Arg{
		Name: optionShape, Help: engine.T("par8, hex61, or rows of 64 # separated by /, . for gaps; default par8"),
		Kind: engine.Word, Min: 1, Max: longestShape, Default: solver.Parallelogram,
	}
	fileArgument = engine.Arg{
		Name: optionFile, Help: engine.T("A JSON file of pieces: [{\"q\":0,\"r\":0,\"doors\":63}, ...]"), Kind: engine.Upload, Max: longestFile,
	}
)

// privateArgument hides the answer from others: given pieces may be those of a puzzle that they
// are solving.
var privateArgument = engine.Arg{
	Name: "private", Help: engine.T("Only you see the answer; so it is where pieces are given"), Kind: engine.Boolean, Default: false,
	DefaultFor: func(before engine.Options) any {
		if _, uploaded := before.File(optionFile); uploaded || before.Text(optionPieces) != "" {
			return true
		}
		return nil
	},
}

// searchChoices are the algorithms, ours first.
var searchChoices = []engine.Named{{ID: "ours", Title: engine.T("Our algorithm")}, {ID: searchSource, Title: engine.T("The 1997 original")}}

// wantedArguments are the arguments that select solutions.
var wantedArguments = []engine.Arg{
	{
		Name: "groups", Help: engine.T("Number of groups, 2 to 8; default any"),
		Kind: engine.Integer, Min: 2, Max: solver.MaxGroups,
	},
	{
		Name: "symmetry", Help: engine.T("Symmetric about an axis; default none"), Kind: engine.Pick,
		Choices: []engine.Named{
			{ID: "none", Title: engine.T("Not symmetric")},
			{ID: "level", Title: engine.T("About a line from west to east")},
			{ID: "upright", Title: engine.T("About a line from north to south")},
		},
	},
	{
		Name: "largest", Help: engine.T("Number of pieces in the largest group, 9 to 63"),
		Kind: engine.Integer, Min: solver.MinLargest, Max: board.Pieces - 1,
	},
	{
		Name: "holed", Help: engine.T("Number of groups with holes, 1 or 2; default any"),
		Kind: engine.Integer, Min: 1, Max: solver.MaxHoled,
	},
}

// wayArguments are the arguments of the search itself; see [Preferences].
var wayArguments = []engine.Arg{
	{Name: optionSearch, Help: engine.T("Search algorithm: ours, or the 1997 original"), Kind: engine.Pick, Choices: searchChoices},
	{Name: "demand", Help: engine.T("Fill the cell with the fewest candidates first; default on"), Kind: engine.Boolean},
	{Name: "high", Help: engine.T("Try pieces with many doors first; default on"), Kind: engine.Boolean},
	{Name: "holes", Help: engine.T("Try pieces that begin holes first; default on"), Kind: engine.Boolean},
	{Name: "random", Help: engine.T("Choose among equals at random; default on"), Kind: engine.Boolean},
	{
		Name: "limit", Help: engine.T("Steps before the search restarts: 64 to 1000000"),
		Kind: engine.Integer, Min: board.Pieces, Max: solver.MaxLimit,
	},
}

// searchArguments are the arguments that select solutions and the search.
var searchArguments = slices.Concat(wantedArguments, wayArguments)

var tools = []engine.Tool{
	rulesTool, settingsTool,
	{
		Name: "solve", Help: engine.T("Find a solution, from scratch or with given pieces"), Slow: true, Run: runSolve, Solutions: solutions,
		Args: slices.Concat([]engine.Arg{seedArgument}, searchArguments, []engine.Arg{
			{
				Name: optionPieces, Help: engine.T("Pieces that it must contain: 23@c5 1@d5, by hexagram and cell"),
				Kind: engine.Word, Min: 1, Max: longestPieces,
			},
			fileArgument, numbersArgument, colourArgument, detailsArgument, filmArgument, filesArgument, secondsArgument, privateArgument,
		}),
	},
	{
		Name: "compact", Help: engine.T("Fill a shape with all pieces; sides without doors may meet"), Slow: true, Run: runSolve, Solutions: solutions,
		Args: []engine.Arg{
			seedArgument, shapeArgument, numbersArgument, colourArgument, detailsArgument, filesArgument, secondsArgument,
		},
	},
	{
		Name: "stats", Help: engine.T("Statistics of many solutions: how many groups, and how large"), Slow: true, Run: runStats,
		Args: slices.Concat([]engine.Arg{
			{
				Name: "count", Help: engine.T("Number of solutions, 10 to 100000; default 2000"),
				Kind: engine.Integer, Min: 10, Max: 100_000, Default: 2000,
			},
			seedArgument,
		}, searchArguments, []engine.Arg{secondsArgument}),
	},
	{
		Name: "verify", Help: engine.T("Check a solution in a file"), Run: runVerify,
		Args: []engine.Arg{
			fileArgument,
			{Name: "text", Help: engine.T("The same as text, or the short form that *Numbers* shows"), Kind: engine.Word, Min: 1, Max: longestText},
			{Name: "compact", Help: engine.T("Allow sides without doors to meet"), Kind: engine.Boolean, Default: false},
			numbersArgument, colourArgument, detailsArgument, filesArgument,
		},
	},
}

// searchOf returns the search that the arguments select.
func searchOf(o engine.Options) solver.Options {
	search := solver.Default()
	if o.Text(optionSearch) == searchSource {
		search = solver.Original()
	}
	for name, field := range switches(&search) {
		if value, given := o[name].(bool); given {
			*field = value
		}
	}
	if _, given := o["limit"]; given {
		search.Limit = o.Int("limit")
	}
	search.Groups, search.Largest, search.Holed = o.Int("groups"), o.Int("largest"), o.Int("holed")
	search.Mirror = map[string]board.Mirror{"level": board.Level, "upright": board.Upright}[o.Text("symmetry")]
	return search
}

// switches returns what is on or off in a search, by the names of the arguments.
func switches(s *solver.Options) map[string]*bool {
	return map[string]*bool{"demand": &s.Demand, "high": &s.High, "holes": &s.Holes, "random": &s.Random}
}

// givenIn returns the pieces that a solution must contain, and the board on which they lie.
func givenIn(o engine.Options) (given []board.Piece, frame board.Frame, err error) {
	file, uploaded := o.File(optionFile)
	text := o.Text(optionPieces)
	switch {
	case uploaded && text != "":
		err = engine.Refuse("give the pieces as text or as a file, not both")
	case text != "":
		frame = Board
		given, err = board.ParsePairs(text, Board)
	case uploaded:
		given, err = board.ParseJSON(file.Data)
	}
	return given, frame, err
}
