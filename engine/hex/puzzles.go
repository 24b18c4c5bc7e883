package hex

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// puzzleFile holds the collection, one puzzle a line; its first lines say which command
// has made it, and how a line is read. Tables name a puzzle by its number: who changes
// the order, or takes puzzles out, must raise the game's Rules.
//
//go:embed puzzles.txt
var puzzleFile string

// Grades of puzzles, easiest first.
const (
	gradeEasy   = "easy"
	gradeMedium = "medium"
	gradeHard   = "hard"
)

// problem is a puzzle of the collection: Red is to move, and exactly one cell wins. All
// of that was proved when it was found, and is proved again by the tests.
type problem struct {
	number  int
	grade   string
	size    int
	moves   []string          // that led there in a game, Red's first
	line    []string          // the winning cell, and how it goes on when Blue holds out
	replies map[string]string // by cell: Blue's answer that refutes it
}

// problems is the collection, the easier puzzles first; the first has number 1.
var problems = sync.OnceValue(func() []problem {
	var all []problem
	for line := range strings.Lines(puzzleFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		p, err := parseProblem(strings.TrimSpace(line))
		if err != nil {
			panic(fmt.Errorf("hex: puzzle %d: %w", len(all)+1, err)) // the file is part of the program
		}
		p.number = len(all) + 1
		all = append(all, p)
	}
	return all
})

func parseProblem(line string) (p problem, err error) {
	words := strings.Fields(line)
	if len(words) != 5 {
		return p, fmt.Errorf("%d words instead of 5", len(words))
	}
	p.grade = words[0]
	if p.size, err = strconv.Atoi(words[1]); err != nil {
		return p, err
	}
	p.moves, p.line = strings.Split(words[2], ","), strings.Split(words[3], ",")
	replies := strings.Split(words[4], ",")
	grid := hexgrid.Rhombus(p.size)
	p.replies = map[string]string{}
	for c := range hexgrid.Cell(grid.Cells()) {
		name := grid.Name(c)
		if slices.Contains(p.moves, name) || name == p.line[0] {
			continue
		}
		if len(p.replies) == len(replies) {
			return p, fmt.Errorf("too few replies: %d", len(replies))
		}
		p.replies[name] = replies[len(p.replies)]
	}
	if len(p.replies) != len(replies) {
		return p, fmt.Errorf("%d replies for %d cells", len(replies), len(p.replies))
	}
	return p, nil
}

// Options of a puzzle, and what [optionPuzzle] may be.
const (
	optionPuzzle = "puzzle"
	optionGrade  = "grade"
	optionNumber = "number"
	optionWhich  = "which"

	puzzleDaily  = "daily"
	puzzleRandom = "random"
)

var puzzleGrades = []engine.Named{
	{ID: gradeEasy, Title: engine.T("Easy")},
	{ID: gradeMedium, Title: engine.T("Medium")},
	{ID: gradeHard, Title: engine.T("Hard")},
}

var puzzleKinds = []engine.Named{
	{ID: puzzleDaily, Title: engine.T("The puzzle of the day, the same for all")},
	{ID: puzzleRandom, Title: engine.T("Any puzzle")},
}

// gradeArgument narrows down which puzzle.
var gradeArgument = engine.Arg{
	Name: optionGrade, Help: engine.T("How hard the puzzle is; default any"),
	Kind: engine.Pick, Choices: puzzleGrades,
}

// puzzleArguments ask for a puzzle instead of a game.
var puzzleArguments = []engine.Arg{
	{
		Name: optionPuzzle, Help: engine.T("A puzzle for you alone instead of a game: Red to move and win"),
		Kind: engine.Pick, Choices: puzzleKinds,
	},
	gradeArgument,
	{
		Name: optionNumber, Help: engine.T("The puzzle of that number"),
		Kind: engine.Integer, Min: 1, Max: len(problems()),
	},
	daily.DateArg(engine.T("The puzzle of that day, such as 2026-01-02")),
}

// puzzleStart opens a table with a puzzle.
var puzzleStart = engine.Start{
	Name: "puzzle", Help: engine.T("Red to move and win: find the only winning move"), Solo: true,
	Args: []engine.Arg{
		{
			Name: optionWhich, Help: engine.T("The puzzle of the day, or any; default today's"),
			Kind: engine.Pick, Choices: puzzleKinds, Default: puzzleDaily,
		},
		gradeArgument,
	},
	Options: func(o engine.Options) map[string]any {
		raw := map[string]any{optionPuzzle: o.Text(optionWhich)}
		if grade := o.Text(optionGrade); grade != "" {
			raw[optionGrade] = grade
		}
		return raw
	},
}

// wantsPuzzle reports whether options ask for a puzzle.
func wantsPuzzle(o engine.Options) bool {
	return slices.ContainsFunc(puzzleArguments, func(a engine.Arg) bool { _, given := o[a.Name]; return given })
}

func seats(o engine.Options) int {
	if wantsPuzzle(o) {
		return 1
	}
	return 2
}

// prepare decides which puzzle: that of today in UTC, or one by chance.
func prepare(env engine.Env, o engine.Options) (engine.Options, error) {
	if !wantsPuzzle(o) {
		return o, nil
	}
	if err := agree(o); err != nil {
		return nil, err
	}
	_, numbered := o[optionNumber]
	_, dated := o[daily.DateOption]
	switch {
	case numbered || dated:
	case o.Text(optionPuzzle) == puzzleDaily:
		o[daily.DateOption] = daily.Date(env, o)
	default:
		choice := ofGrade(o.Text(optionGrade))
		o[optionNumber] = choice[env.Rand.IntN(len(choice))].number
	}
	return o, nil
}

// agree refuses what a puzzle cannot be asked for with. Options of the board count where
// they differ from what they are if nobody asks; those of the swap do not, since that
// depends on the table. Options that were prepared before pass.
func agree(o engine.Options) error {
	for _, a := range arguments {
		if value, given := o[a.Name]; given && a.DefaultAlone == nil && value != a.Default {
			return engine.Refuse("a puzzle has its own board: leave out `%s`", a.Name)
		}
	}
	number, numbered := o[optionNumber].(int)
	_, dated := o[daily.DateOption]
	kind, grade := o.Text(optionPuzzle), o.Text(optionGrade)
	switch {
	case numbered && (dated || kind == puzzleDaily), dated && kind == puzzleRandom:
		return engine.Refuse("name the puzzle in one way: by its number, by its day, or as any")
	case numbered && grade != "" && problems()[number-1].grade != grade:
		return engine.Refuse("puzzle %s is of grade %s: leave out the grade or the number", strconv.Itoa(number), problems()[number-1].grade)
	}
	return nil
}

// ofGrade lists the puzzles of a grade, all for "".
func ofGrade(grade string) []problem {
	var list []problem
	for _, p := range problems() {
		if grade == "" || p.grade == grade {
			list = append(list, p)
		}
	}
	return list
}

// problemOf is the puzzle that prepared options mean.
func problemOf(o engine.Options) (problem, error) {
	if number, given := o[optionNumber].(int); given {
		if number < 1 || number > len(problems()) {
			return problem{}, engine.Refuse("number must be a whole number from 1 to %s", strconv.Itoa(len(problems())))
		}
		return problems()[number-1], nil
	}
	day, err := daily.Day(o.Text(daily.DateOption))
	if err != nil {
		return problem{}, err
	}
	choice := ofGrade(o.Text(optionGrade))
	if len(choice) == 0 {
		return problem{}, engine.Refuse("grade must be one of: %s, %s, %s", gradeEasy, gradeMedium, gradeHard)
	}
	return choice[ofDay(day, len(choice))], nil
}

// ofDay picks one of n for a day, such that n days in a row have different ones, and
// neighbouring days have such that lie apart.
func ofDay(day time.Time, n int) int {
	const secondsOfDay = 24 * 60 * 60
	days := int(day.Unix() / secondsOfDay)
	stride := n*5/8 + 1
	for divisor(stride, n) > 1 {
		stride++
	}
	return ((days%n+n)*stride%n + n) % n
}

// divisor is the greatest that both have.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
