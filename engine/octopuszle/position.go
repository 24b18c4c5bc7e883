package octopuszle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Position is a table. The small variant is the puzzle with no diagonals at any place.
type Position struct {
	size      int    // rows and columns: Small or Size
	diagonals []int  // by place: the pattern of the square that belongs there
	board     []int8 // by place: the straight lines of the square there, or NoSquare
	fixed     []bool // squares placed at the start
	last      int    // place of the last square, or -1
	solution  []int8 // the one from which the diagonals and the fixed squares are

	concluded engine.Outcome // set by Conclude; Open unless the puzzle was given up
}

// New makes the table that the options of [Game] describe.
func New(asked engine.Options) (engine.Position, error) {
	o, err := engine.ParseOptions(arguments, asked, true)
	if err != nil {
		return nil, err
	}
	seed := uint64(o.Int(daily.SeedOption))
	random := rand.New(rand.NewPCG(seed, 1))
	all := SmallSolutions()
	p := &Position{size: Small, last: -1, diagonals: make([]int, SmallSquares), solution: all[random.IntN(len(all))][:]}
	if o.Text(optionSize) == large {
		b, err := solutionOf(context.Background(), seed)
		if err != nil {
			return nil, err
		}
		p.size, p.diagonals = Size, b.patterns(diagonal)
		p.solution = engine.Map(b.patterns(orthogonal), func(n int) int8 { return int8(n) })
	}
	cells := p.size * p.size
	p.board, p.fixed = slices.Repeat([]int8{NoSquare}, cells), make([]bool, cells)
	for _, at := range random.Perm(cells)[:o.Int(optionStarted)*cells/SmallSquares] {
		p.board[at], p.fixed[at] = p.solution[at], true
	}
	return p, nil
}

// Size returns the number of rows and of columns.
func (p *Position) Size() int { return p.size }

// At returns the straight lines of the square at a place, as a square of the small variant, or NoSquare.
func (p *Position) At(at int) int8 { return p.board[at] }

// With returns a square with the diagonals of a place and such straight lines.
func (p *Position) With(at int, square int8) Lines {
	return diagonal.lines(p.diagonals[at]) | SmallLines(max(0, square))
}

// Fixed reports whether the square at a place was there from the start.
func (p *Position) Fixed(at int) bool { return p.fixed[at] }

// Last returns the place of the last square, or -1.
func (p *Position) Last() int { return p.last }

// Riddle implements [engine.Riddler]: a table that started with squares is a puzzle.
func (p *Position) Riddle() (engine.Riddle, bool) {
	fixed := len(p.fixedNames())
	name := engine.T("Octopuszle with %s given", engine.Count(fixed, "1 square", "%s squares"))
	if p.size == Size {
		name = engine.T("Octopuszle of 16 by 16 with %s squares given", strconv.Itoa(fixed))
	}
	return engine.Riddle{Name: name}, fixed > 0
}

// Answer implements [engine.Riddler]: a solution that contains the squares of the start.
func (p *Position) Answer() engine.Text {
	switch solution, ok := p.answer(); {
	case !ok:
		return engine.Text{}
	case p.size == Size:
		return engine.T("One answer, row by row, by straight lines: %s.", rows(all(), Size, func(at int) string { return fmt.Sprintf("%x", solution[at]) }))
	default:
		return engine.T("One answer, row by row: %s.", rowsOf(solution))
	}
}

// answer returns the solution that the squares of a puzzle are from; false for a board that started empty.
func (p *Position) answer() ([]int8, bool) { return p.solution, slices.Contains(p.fixed, true) }

// Conclude implements [engine.Concluder]. A puzzle that is given up shows an answer.
func (p *Position) Conclude(o engine.Outcome) engine.Position {
	if p.full() {
		return p
	}
	given := p.copy()
	given.concluded, given.last = o, -1
	return given
}

func (p *Position) copy() *Position {
	c := *p
	c.board = slices.Clone(p.board)
	return &c
}

// GivenUp returns the answer of a puzzle that was given up; false for any other board.
func (p *Position) GivenUp() ([]int8, bool) {
	if p.concluded.Status == engine.Open {
		return nil, false
	}
	return p.answer()
}

func (p *Position) full() bool { return !slices.Contains(p.board, NoSquare) }

// over reports whether no square can be placed any more.
func (p *Position) over() bool { return p.full() || p.concluded.Status != engine.Open }

func rowsOf(b []int8) string {
	rows := slices.Collect(slices.Chunk(b, Small))
	return strings.Join(engine.Map(rows, func(row []int8) string { return engine.Numbers(" ", row) }), ", ")
}

// Laid returns the number of placed squares.
func (p *Position) Laid() int {
	n := 0
	for _, square := range p.board {
		if square != NoSquare {
			n++
		}
	}
	return n
}

// LeftFor returns the squares with the diagonals of a place that are not placed.
func (p *Position) LeftFor(at int) []int8 {
	used, left := 0, []int8{}
	for other, laid := range p.board {
		if laid != NoSquare && p.diagonals[other] == p.diagonals[at] {
			used |= 1 << laid
		}
	}
	for square := range int8(patterns) {
		if used>>square&1 == 0 {
			left = append(left, square)
		}
	}
	return left
}

// placeOf returns where the square with the diagonals of a place and such straight lines lies, or -1.
func (p *Position) placeOf(square int8, at int) int {
	for other, laid := range p.board {
		if laid == square && p.diagonals[other] == p.diagonals[at] {
			return other
		}
	}
	return -1
}

// Solutions returns the solutions of the small variant that contain all placed squares.
func (p *Position) Solutions() []SmallBoard {
	return slices.DeleteFunc(slices.Clone(SmallSolutions()), func(s SmallBoard) bool { return !p.within(s[:]) })
}

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat {
	if p.over() {
		return engine.NoSeat
	}
	return 0
}

// Terms implements [engine.Termed].
func (p *Position) Terms() engine.Terms {
	if slices.Contains(p.fixed, true) {
		return engine.PuzzleTerms.Beginning(engine.T("Place the squares that are left so that all lines meet."))
	}
	if p.size == Size {
		return engine.Terms{Start: engine.T("The diagonals are given. Lay the squares region by region so that all lines meet.")}
	}
	return engine.Terms{}
}

// Outcome implements [engine.Position].
func (p *Position) Outcome() engine.Outcome {
	switch {
	case p.concluded.Status != engine.Open:
		return p.concluded
	case !p.full():
		return engine.Outcome{Winner: engine.NoSeat}
	}
	return engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat, Reason: engine.T("all %s squares are laid, and all lines meet", strconv.Itoa(len(p.board)))}
}

// name returns the name of a place.
func (p *Position) name(at int) string { return hexgrid.Name(at%p.size, at/p.size) }

// refusal returns why a square cannot be placed, or nil.
func (p *Position) refusal(square int8, at int) error {
	name := strconv.Itoa(int(square))
	if p.board[at] != NoSquare {
		return engine.Refuse("square %s lies on %s: remove it first, or choose an empty cell", strconv.Itoa(int(p.board[at])), p.name(at))
	}
	for i, d := range orthogonal {
		next, inside := nextOf(p.size, at, d)
		switch line := hasLine(square, i); {
		case !inside && line:
			return engine.Refuse("the line of square %s to the %s would leave the board", name, d.Name())
		case inside && p.board[next] != NoSquare && line != hasLine(p.board[next], i+2):
			return engine.Refuse("the line between %s and %s would not meet: one of the squares lacks it", p.name(at), p.name(next))
		}
	}
	switch where := p.placeOf(square, at); {
	case where < 0:
		return nil
	case p.size == Size:
		return engine.Refuse("square %s with these diagonals lies on %s already: there is one of each", name, p.name(where))
	default:
		return engine.Refuse("square %s lies on %s already: there is one of each", name, p.name(where))
	}
}

// Moves implements [engine.Picker].
func (p *Position) Moves() []string {
	var list []string
	if p.over() {
		return nil
	}
	for at, square := range p.board {
		if square != NoSquare && !p.fixed[at] {
			list = append(list, removeVerb+" "+p.name(at))
		}
	}
	fit := make([][]int8, len(p.board))
	for at := range p.board {
		fit[at] = p.fitting(at)
	}
	for square := range int8(patterns) {
		for at := range p.board {
			if slices.Contains(fit[at], square) {
				list = append(list, p.placing(square, at))
			}
		}
	}
	return list
}

// placing returns the move that places a square.
func (p *Position) placing(square int8, at int) string {
	return placeVerb + " " + strconv.Itoa(int(square)) + " " + p.name(at)
}

// Play implements [engine.Position]: "place 5 b2" and "remove b2".
func (p *Position) Play(text string) (string, error) {
	switch {
	case p.full():
		return "", engine.RefuseMove(text, engine.ErrOver, "the board is solved: a new one begins with new")
	case p.over():
		return "", engine.RefuseMove(text, engine.ErrOver, "the board was given up: a new one begins with new")
	}
	words := strings.Fields(strings.ToLower(text))
	switch {
	case len(words) == 2 && words[0] == removeVerb:
		return p.remove(text, words[1])
	case len(words) == 3 && words[0] == placeVerb:
		return p.place(text, words[1], words[2])
	case len(words) == 2:
		return p.place(text, words[0], words[1])
	}
	return "", engine.RefuseMove(text, engine.ErrSyntax, "write a square from 0 to 15 and a cell, as in place 5 b2; or remove b2")
}

func (p *Position) place(text, number, cell string) (string, error) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n >= patterns {
		return "", engine.RefuseMove(text, engine.ErrSyntax, "a square is a number from 0 to 15, then comes its cell: 5 b2")
	}
	at, err := p.parseCell(cell)
	if err != nil {
		return "", engine.RefuseMoveBy(text, engine.ErrSyntax, err)
	}
	if err := p.refusal(int8(n), at); err != nil {
		return "", engine.RefuseMoveBy(text, engine.ErrIllegal, err)
	}
	p.board[at], p.last = int8(n), at
	return p.placing(int8(n), at), nil
}

func (p *Position) parseCell(text string) (at int, err error) {
	col, row, err := hexgrid.ParseCell(text, p.size, p.size)
	return row*p.size + col, err
}

func (p *Position) remove(text, cell string) (string, error) {
	at, err := p.parseCell(cell)
	if err != nil {
		return "", engine.RefuseMoveBy(text, engine.ErrSyntax, err)
	}
	switch {
	case p.board[at] == NoSquare:
		return "", engine.RefuseMove(text, engine.ErrIllegal, "%s is empty: there is nothing to remove", p.name(at))
	case p.fixed[at]:
		return "", engine.RefuseMove(text, engine.ErrIllegal, "the square on %s is the puzzle's: only what you laid can be removed", p.name(at))
	}
	p.board[at], p.last = NoSquare, -1
	return removeVerb + " " + p.name(at), nil
}

// String implements [engine.Position]: rows of squares, with "." for an empty place; of 16 x 16 each
// place is two hexadecimal digits, for the diagonals and the straight lines.
func (p *Position) String() string {
	if p.size == Size {
		return strings.ReplaceAll(rows(all(), Size, p.signs), " ", "\n")
	}
	var b strings.Builder
	b.WriteString("   a  b  c  d")
	for at, square := range p.board {
		if at%Small == 0 {
			fmt.Fprintf(&b, "\n%d", at/Small+1)
		}
		word := "."
		if square != NoSquare {
			word = strconv.Itoa(int(square))
		}
		fmt.Fprintf(&b, " %2s", word)
	}
	return b.String()
}

// MarshalJSON implements [encoding/json.Marshaler]; see the package comment.
func (p *Position) MarshalJSON() ([]byte, error) {
	state := struct {
		Board     [][]int8 `json:"board"`
		Diagonals [][]int  `json:"diagonals,omitempty"`
		Left      []int8   `json:"left,omitzero"`
		Solutions *int     `json:"solutions,omitempty"`
		Solved    bool     `json:"solved"`
	}{Board: slices.Collect(slices.Chunk(p.board, p.size)), Solved: p.full()}
	if p.size == Size {
		state.Diagonals = slices.Collect(slices.Chunk(p.diagonals, p.size))
	} else {
		state.Left, state.Solutions = p.LeftFor(0), new(len(p.Solutions()))
	}
	return json.Marshal(state)
}

// player gives hints by solving. It keeps the straight lines of the solution that it found last: the
// next search might find none.
type player struct {
	diagonals []int
	found     []int8
}

// Kept implements [engine.Keeper].
func (h *player) Kept() int { return len(h.found) }

// Choose implements [engine.Player]: it places a square of a solution, or removes one if it finds
// none.
func (h *player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	p, ok := position.(*Position)
	if !ok || p.over() {
		return engine.Choice{}, errors.New("octopuszle: no open position of this game")
	}
	if !slices.Equal(h.diagonals, p.diagonals) || !p.within(h.found) {
		h.diagonals, h.found = p.diagonals, p.complete(ctx)
	}
	solution := h.found
	for at, square := range p.board {
		switch {
		case solution != nil && square == NoSquare:
			return engine.Choice{Move: p.placing(solution[at], at), Value: 1, Proved: true}, nil
		case solution == nil && square != NoSquare && p.spoils(at):
			return engine.Choice{Move: removeVerb + " " + p.name(at), Value: 0.5}, nil
		}
	}
	return engine.Choice{}, errors.New("octopuszle: no square can be taken back")
}

func suggestCell(position engine.Position, typed string) []engine.Named {
	p, ok := position.(*Position)
	if !ok {
		p = &Position{size: Small, board: make([]int8, SmallSquares)}
	}
	names := make([]string, len(p.board))
	for at := range names {
		names[at] = p.name(at)
	}
	return engine.Suggest(names, typed)
}

// ParseMove parses a move: a square and its place, or NoSquare for a removal.
func (p *Position) ParseMove(line string) (square int8, at int, ok bool) {
	words := strings.Fields(line)
	if len(words) < 2 {
		return NoSquare, 0, false
	}
	at, err := p.parseCell(words[len(words)-1])
	if err != nil {
		return NoSquare, 0, false
	}
	if words[0] == removeVerb {
		return NoSquare, at, true
	}
	n, err := strconv.Atoi(words[len(words)-2])
	return int8(n), at, err == nil && n >= 0 && n < patterns
}
