package hex

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/hex/puzzles"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Puzzle is a position for one player: Red is to move, and exactly one cell wins. That cell solves
// the puzzle. Any other is counted as a try and leaves the board unchanged.
type Puzzle struct {
	problem   puzzles.Puzzle
	date      string // of a daily puzzle, or ""
	board     *Position
	tries     []hexgrid.Cell // wrong cells in order
	last      bool           // the last move was such a try
	solved    bool
	concluded engine.Outcome // by the player; Open unless they gave up
}

func newPuzzle(o engine.Options) (*Puzzle, error) {
	chosen, err := puzzleOf(o)
	if err != nil {
		return nil, err
	}
	made, err := engine.Shown(New, engine.Options{"size": chosen.Size}, chosen.Moves...)()
	if err != nil {
		return nil, err
	}
	board := made.(*Position)
	board.last = hexgrid.NoCell // the last stone before the puzzle is irrelevant
	return &Puzzle{problem: chosen, date: o.Text(daily.DateOption), board: board}, nil
}

// Number returns the puzzle's number in the collection, from 1.
func (p *Puzzle) Number() int { return p.problem.Number }

// Board returns the board, with the winning stone once the puzzle is solved.
func (p *Puzzle) Board() *Position { return p.board }

// Terms implements [engine.Termed].
func (p *Puzzle) Terms() engine.Terms {
	return engine.PuzzleTerms.Beginning(engine.T("Red to move and win: one cell does it."))
}

// Solved reports whether the winning cell was found.
func (p *Puzzle) Solved() bool { return p.solved }

// GivenUp reports whether the player has given up.
func (p *Puzzle) GivenUp() bool { return p.over() && !p.solved }

// over reports whether the answer may be shown.
func (p *Puzzle) over() bool { return p.solved || p.concluded.Status != engine.Open }

// Tried returns the wrong cells that were tried, in order. The slice is shared.
func (p *Puzzle) Tried() []hexgrid.Cell { return p.tries }

// Sequel returns the continuation from the board: after the winning stone the moves of Blue and Red
// in turn, until Blue cannot stop Red; for a puzzle given up, with the winning stone first. It is
// empty before. The slice is shared.
func (p *Puzzle) Sequel() []string {
	switch {
	case p.solved:
		return p.problem.Line[1:]
	case p.over():
		return p.problem.Line
	default:
		return nil
	}
}

// boardOf returns the board of a game or a puzzle, concluded once the puzzle is over.
func boardOf(position engine.Position) *Position {
	if puzzle, ok := position.(*Puzzle); ok {
		if puzzle.over() {
			return puzzle.board.Conclude(puzzle.Outcome()).(*Position)
		}
		return puzzle.board
	}
	return position.(*Position)
}

// disclosed shows the board of a game, or of a puzzle that is over. It refuses other puzzles, whose
// answer a search would reveal.
func disclosed(show func(*Position) engine.Answer) func(context.Context, engine.Position, engine.Options) (engine.Answer, error) {
	return func(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
		if puzzle, ok := position.(*Puzzle); ok && !puzzle.over() {
			return engine.Answer{}, engine.Refuse("this would give the puzzle away; %s gives a part of it", engine.Command("hex hint"))
		}
		return show(boardOf(position)), nil
	}
}

// Turn implements [engine.Position].
func (p *Puzzle) Turn() engine.Seat {
	if p.over() {
		return engine.NoSeat
	}
	return Red.Seat()
}

// Moves implements [engine.Picker]: the empty cells that were not tried, from a1 row by row. All
// are legal, so the list does not reveal the answer.
func (p *Puzzle) Moves() []string {
	if p.over() {
		return nil
	}
	untried := slices.DeleteFunc(p.board.Holding(Empty), func(c hexgrid.Cell) bool { return slices.Contains(p.tries, c) })
	return names(p.board.Grid(), untried)
}

// Play implements [engine.Position]: the winning cell, or a try.
func (p *Puzzle) Play(text string) (string, error) {
	switch {
	case p.solved:
		return "", engine.RefuseMove(text, engine.ErrOver, "the puzzle is solved: %s", p.reason())
	case p.over():
		return "", engine.RefuseMove(text, engine.ErrOver, "the puzzle was given up: %s", p.reason())
	}
	if strings.EqualFold(strings.TrimSpace(text), swapMove) {
		return "", engine.RefuseMove(text, engine.ErrIllegal, "there is no swap in a puzzle: name the cell that wins for Red")
	}
	c, err := p.board.Grid().Parse(text)
	if err != nil {
		return "", err
	}
	name := p.board.Grid().Name(c)
	switch _, wrong := p.problem.Replies[name]; {
	case p.board.At(c) != Empty:
		return "", engine.RefuseMove(text, engine.ErrIllegal, "%s is taken: name the empty cell that wins for Red", name)
	case slices.Contains(p.tries, c):
		return "", engine.RefuseMove(text, engine.ErrIllegal, "%s was tried before and does not win: name another cell", name)
	case wrong:
		p.tries, p.last = append(slices.Clip(p.tries), c), true
		return name, nil
	}
	if _, err := p.board.Play(name); err != nil {
		return "", err
	}
	p.solved, p.last = true, false
	return name, nil
}

// Told implements [engine.Teller]: that the last try does not win. It never names Blue's answer: most
// often that is the winning cell, and to be silent only then would tell which it is.
func (p *Puzzle) Told() engine.Text {
	if !p.last {
		return engine.Text{}
	}
	return engine.T("%s does not win: Blue has an answer to it.", p.board.Grid().Name(p.tries[len(p.tries)-1]))
}

// Outcome implements [engine.Position].
func (p *Puzzle) Outcome() engine.Outcome {
	switch {
	case p.solved:
		return engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat, Reason: p.reason()}
	case p.over():
		return p.concluded
	default:
		return engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	}
}

// Conclude implements [engine.Concluder]: a puzzle that is given up shows its solution.
func (p *Puzzle) Conclude(o engine.Outcome) engine.Position {
	if p.solved {
		return p
	}
	given := *p
	given.concluded, given.last = o, false
	return &given
}

func (p *Puzzle) reason() engine.Text {
	if len(p.problem.Line) == 1 {
		return engine.T("%s wins at once, Blue can no longer keep Red's edges apart", p.problem.Line[0])
	}
	return engine.T("%s wins, for instance %s", p.problem.Line[0], strings.Join(p.problem.Line, " "))
}

// Describe implements [engine.Scene].
func (p *Puzzle) Describe() engine.Text {
	switch {
	case p.solved:
		return p.describe(engine.T("Solved: %s.", p.reason()))
	case p.over():
		return p.describe(engine.T("Given up: %s.", p.reason()))
	case len(p.tries) > 0:
		return p.describe(engine.T("Red to move and win: one cell does it. Red joins top and bottom. Tried in vain: %s.",
			strings.Join(names(p.board.Grid(), p.tries), " ")))
	default:
		return p.describe(engine.T("Red to move and win: one cell does it. Red joins top and bottom."))
	}
}

// Riddle implements [engine.Riddler].
func (p *Puzzle) Riddle() (engine.Riddle, bool) {
	r := engine.Riddle{Name: p.name(), Day: p.date, Tries: len(p.tries), Final: true}
	if p.solved {
		r.Tries++
	}
	return r, true
}

// Answer implements [engine.Riddler].
func (p *Puzzle) Answer() engine.Text { return engine.T("%s.", p.reason()) }

func (p *Puzzle) describe(said engine.Text) engine.Text {
	return describe(p.board.Board, engine.T("%s, %s.", p.name(), extent(p.board.Board)), said)
}

func (p *Puzzle) name() engine.Text {
	i := slices.IndexFunc(puzzleLevels, func(g engine.Named) bool { return g.ID == p.problem.Level })
	if p.date != "" {
		return engine.T("Hex puzzle of %s (%s)", p.date, puzzleLevels[i].Title)
	}
	return engine.T("Hex puzzle %s (%s)", strconv.Itoa(p.problem.Number), puzzleLevels[i].Title)
}

// String implements [engine.Position].
func (p *Puzzle) String() string { return p.board.String() }

type puzzleState struct {
	Number int      `json:"number"`
	Grade  string   `json:"grade"`
	Date   string   `json:"date"`
	Tried  []string `json:"tried"`
	Solved bool     `json:"solved"`
	Line   []string `json:"line"`
}

// MarshalJSON implements [json.Marshaler].
func (p *Puzzle) MarshalJSON() ([]byte, error) {
	s := p.board.state()
	s.Puzzle = &puzzleState{p.problem.Number, p.problem.Level, p.date, names(p.board.Grid(), p.tries), p.solved, []string{}}
	if p.over() {
		s.Turn, s.Puzzle.Line = "", p.problem.Line
	}
	return json.Marshal(s)
}

// game converts a puzzle's record to an ordinary game that leads to it and, once solved, plays the
// winning move, for notations without puzzles.
func (p *Puzzle) game(r engine.Record) engine.Record {
	r.Options = engine.Options{"size": p.problem.Size, "swap": false}
	tries := r.Moves
	r.Moves = slices.Clone(p.problem.Moves)
	if slices.Contains(tries, p.problem.Line[0]) {
		r.Moves = append(r.Moves, p.problem.Line[0])
	}
	return r
}

// PuzzleHint is the scene of a hint: the puzzle with a region that contains the winning cell, or
// with the whole winning line.
type PuzzleHint struct {
	*Puzzle
	Region []hexgrid.Cell
	Line   []string // nil: only the region is shown
}

// Describe implements [engine.Scene].
func (h PuzzleHint) Describe() engine.Text {
	if h.Line == nil {
		return h.describe(engine.T("One of these cells wins for Red: %s.", strings.Join(names(h.board.Grid(), h.Region), " ")))
	}
	return h.describe(engine.T("The solution: %s.", h.reason()))
}

// hintAt hints at the region of the winning cell, since a level would reveal it. A button gives up
// and shows the solution.
func hintAt(position engine.Position) (engine.Answer, bool) {
	p, ok := position.(*Puzzle)
	if !ok {
		return engine.Answer{}, false
	}
	region := p.region()
	names := names(p.board.Grid(), region)
	return engine.Answer{
		Text:    engine.T("The winning move is one of these: %s.", strings.Join(names, " ")),
		Data:    map[string]any{"region": names},
		Scenes:  []engine.Scene{PuzzleHint{Puzzle: p, Region: region}},
		Actions: []engine.Action{{Label: engine.T("Give up and see the solution"), Line: engine.Then("resign", "view name:solution"), Replace: true}},
	}, true
}

// minRegion is the least number of cells in a hint, if possible.
const minRegion = 4

// region returns, in order, the winning cell and the empty cells around one of its neighbours; if
// those are too few, the empty cells within a few steps.
func (p *Puzzle) region() []hexgrid.Cell {
	grid := p.board.Grid()
	wins, _ := grid.Parse(p.problem.Line[0])
	beside := grid.Neighbours(wins)
	for i := range beside {
		middle := beside[(p.problem.Number+i)%len(beside)]
		if cells := p.empty(append([]hexgrid.Cell{middle}, grid.Neighbours(middle)...)); len(cells) >= minRegion {
			return cells
		}
	}
	around := slices.Clone(beside)
	for range p.problem.Size {
		for _, c := range slices.Clone(around) {
			around = append(around, grid.Neighbours(c)...)
		}
		if len(p.empty(around)) >= minRegion {
			break
		}
	}
	return p.empty(around)
}

// empty filters a list for empty cells and the winning cell, sorted without duplicates.
func (p *Puzzle) empty(cells []hexgrid.Cell) []hexgrid.Cell {
	cells = slices.DeleteFunc(slices.Clone(cells), func(c hexgrid.Cell) bool {
		return p.board.At(c) != Empty && p.board.Grid().Name(c) != p.problem.Line[0]
	})
	slices.Sort(cells)
	return slices.Compact(cells)
}

var solutionView = engine.View{
	Name: "solution", Help: engine.T("The solution of a puzzle"), Private: true, Show: showSolution,
	Offer: func(p engine.Position) bool {
		_, puzzle := p.(*Puzzle)
		return puzzle
	},
}

func showSolution(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, ok := position.(*Puzzle)
	if !ok {
		return engine.Answer{}, engine.Refuse("this is a game, not a puzzle; %s asks for a good move", engine.Command("hex hint"))
	}
	if !p.over() {
		return engine.Answer{}, engine.Refuse("the puzzle waits for your answer; %s gives it up and shows the solution", engine.Command("hex resign"))
	}
	return engine.Answer{
		Text: engine.T("%s.", p.reason()), Data: map[string]any{"line": p.problem.Line},
		Scenes: []engine.Scene{PuzzleHint{Puzzle: p, Line: p.problem.Line}},
	}, nil
}

// Options of a puzzle, and values of [optionPuzzle].
const (
	optionPuzzle = "puzzle"
	optionLevel  = "grade"
	optionNumber = "number"
	optionWhich  = "which"

	puzzleDaily  = "daily"
	puzzleRandom = "random"
)

var puzzleLevels = []engine.Named{
	{ID: puzzles.Easy, Title: engine.T("Easy")},
	{ID: puzzles.Medium, Title: engine.T("Medium")},
	{ID: puzzles.Hard, Title: engine.T("Hard")},
}

var puzzleKinds = []engine.Named{
	{ID: puzzleDaily, Title: engine.T("The puzzle of the day, the same for all")},
	{ID: puzzleRandom, Title: engine.T("Any puzzle")},
}

var levelArgument = engine.Arg{
	Name: optionLevel, Help: engine.T("How hard the puzzle is; default any"),
	Kind: engine.Pick, Choices: puzzleLevels,
}

var puzzleArguments = []engine.Arg{
	{
		Name: optionPuzzle, Help: engine.T("A puzzle for you alone instead of a game: Red to move and win"),
		Kind: engine.Pick, Choices: puzzleKinds,
	},
	levelArgument,
	{
		Name: optionNumber, Help: engine.T("The puzzle of that number"),
		Kind: engine.Integer, Min: 1, Max: puzzles.Count(),
	},
	daily.DateArg(engine.T("The puzzle of that day, such as 2026-01-02")),
}

var puzzleStart = engine.Start{
	Name: "puzzle", Help: engine.T("Red to move and win: find the only winning move"), Solo: true,
	Args: []engine.Arg{
		{
			Name: optionWhich, Help: engine.T("The puzzle of the day, or any; default today's"),
			Kind: engine.Pick, Choices: puzzleKinds, Default: puzzleDaily,
		},
		levelArgument,
	},
	Options: func(o engine.Options) map[string]any {
		raw := map[string]any{optionPuzzle: o.Text(optionWhich)}
		if level := o.Text(optionLevel); level != "" {
			raw[optionLevel] = level
		}
		return raw
	},
}

func wantsPuzzle(o engine.Options) bool {
	return slices.ContainsFunc(puzzleArguments, func(a engine.Arg) bool { _, given := o[a.Name]; return given })
}

func seats(o engine.Options) int {
	if wantsPuzzle(o) {
		return 1
	}
	return 2
}

// prepare selects a puzzle, today's or a random one, and writes a board that is set up in one way.
func prepare(env engine.Env, o engine.Options) (engine.Options, error) {
	switch {
	case wantsPuzzle(o):
	case o.Text(optionSetup) != "":
		return prepareSetup(o)
	default:
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
		choice := puzzles.Of(o.Text(optionLevel))
		o[optionNumber] = choice[env.Rand.IntN(len(choice))].Number
	}
	return o, nil
}

// next returns a puzzle of the same level: the next number after a numbered one, else a random one.
func next(asked engine.Options) (engine.Options, bool) {
	if !wantsPuzzle(asked) {
		return nil, false
	}
	o := maps.Clone(asked)
	number, numbered := o[optionNumber].(int)
	if !numbered {
		delete(o, daily.DateOption)
		o[optionPuzzle] = puzzleRandom
		return o, true
	}
	choice := puzzles.Of(o.Text(optionLevel))
	later := slices.IndexFunc(choice, func(p puzzles.Puzzle) bool { return p.Number > number })
	o[optionNumber] = choice[max(later, 0)].Number // the first follows the last
	return o, true
}

// agree refuses options that a puzzle cannot have. Board options count if they differ from the
// defaults, except the swap, whose default depends on the table. Options that were prepared before
// pass.
func agree(o engine.Options) error {
	for _, a := range arguments {
		if value, given := o[a.Name]; given && a.DefaultAlone == nil && value != a.Usual(o, false) {
			return engine.Refuse("a puzzle has its own board: leave out `%s`", a.Name)
		}
	}
	number, numbered := o[optionNumber].(int)
	_, dated := o[daily.DateOption]
	kind, level := o.Text(optionPuzzle), o.Text(optionLevel)
	switch {
	case numbered && (dated || kind == puzzleDaily), dated && kind == puzzleRandom:
		return engine.Refuse("choose the puzzle in one way only: by number, by date, or any")
	case numbered && level != "" && puzzles.All()[number-1].Level != level:
		return engine.Refuse("puzzle %s is %s: leave out the grade or the number", strconv.Itoa(number), puzzles.All()[number-1].Level)
	}
	return nil
}

// puzzleOf returns the puzzle that prepared options select.
func puzzleOf(o engine.Options) (puzzles.Puzzle, error) {
	if number, given := o[optionNumber].(int); given {
		if number < 1 || number > len(puzzles.All()) {
			return puzzles.Puzzle{}, engine.Refuse("number must be a whole number from 1 to %s", strconv.Itoa(len(puzzles.All())))
		}
		return puzzles.All()[number-1], nil
	}
	day, err := daily.Day(o.Text(daily.DateOption))
	if err != nil {
		return puzzles.Puzzle{}, err
	}
	choice := puzzles.Of(o.Text(optionLevel))
	if len(choice) == 0 {
		return puzzles.Puzzle{}, engine.Refuse("grade must be one of: %s, %s, %s", puzzles.Easy, puzzles.Medium, puzzles.Hard)
	}
	return puzzles.OfDay(day, choice), nil
}
