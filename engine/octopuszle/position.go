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

// Position is a table of the small variant.
type Position struct {
	board SmallBoard
	fixed [SmallSquares]bool // squares placed at the start
	last  int                // place of the last square, or -1

	concluded engine.Outcome // set by Conclude; Open unless the puzzle was given up
}

// New makes the table that the options of [Game] describe.
func New(asked engine.Options) (engine.Position, error) {
	o, err := engine.ParseOptions(arguments, asked, true)
	if err != nil {
		return nil, err
	}
	p := &Position{last: -1}
	for at := range p.board {
		p.board[at] = NoSquare
	}
	random := rand.New(rand.NewPCG(uint64(o.Int(daily.SeedOption)), 1))
	all := SmallSolutions()
	solution := all[random.IntN(len(all))]
	for _, at := range random.Perm(SmallSquares)[:o.Int(optionStarted)] {
		p.board[at], p.fixed[at] = solution[at], true
	}
	return p, nil
}

// At returns the square at a place, or NoSquare.
func (p *Position) At(at int) int8 { return p.board[at] }

// Fixed reports whether the square at a place was there from the start.
func (p *Position) Fixed(at int) bool { return p.fixed[at] }

// Last returns the place of the last square, or -1.
func (p *Position) Last() int { return p.last }

// Riddle implements [engine.Riddler]: a table that started with squares is a puzzle.
func (p *Position) Riddle() (engine.Riddle, bool) {
	fixed := len(p.fixedNames())
	return engine.Riddle{Name: engine.T("Octopuszle with %s given", engine.Count(fixed, "1 square", "%s squares"))}, fixed > 0
}

// Answer implements [engine.Riddler]: a solution that contains the squares of the start.
func (p *Position) Answer() engine.Text {
	if solution, ok := p.answer(); ok {
		return engine.T("One answer, row by row: %s.", rowsOf(solution))
	}
	return engine.Text{}
}

// answer returns a solution of a puzzle; false for a board that started empty.
func (p *Position) answer() (SmallBoard, bool) {
	if !slices.Contains(p.fixed[:], true) {
		return SmallBoard{}, false
	}
	return p.solutions(func(at int) bool { return p.fixed[at] })[0], true
}

// Conclude implements [engine.Concluder]. A puzzle that is given up shows an answer.
func (p *Position) Conclude(o engine.Outcome) engine.Position {
	if p.Laid() == SmallSquares {
		return p
	}
	given := *p
	given.concluded, given.last = o, -1
	return &given
}

// GivenUp returns the answer of a puzzle that was given up; false for any other board.
func (p *Position) GivenUp() (SmallBoard, bool) {
	if p.concluded.Status == engine.Open {
		return SmallBoard{}, false
	}
	return p.answer()
}

// over reports whether no square can be placed any more.
func (p *Position) over() bool { return p.Laid() == SmallSquares || p.concluded.Status != engine.Open }

func rowsOf(b SmallBoard) string {
	rows := slices.Collect(slices.Chunk(b[:], Small))
	return strings.Join(engine.Map(rows, func(row []int8) string { return engine.Numbers(" ", row) }), ", ")
}

// Laid returns the number of placed squares.
func (p *Position) Laid() int { return SmallSquares - len(p.Left()) }

// Left returns the squares that are not placed.
func (p *Position) Left() []int8 {
	left := []int8{}
	for square := range int8(SmallSquares) {
		if !slices.Contains(p.board[:], square) {
			left = append(left, square)
		}
	}
	return left
}

// Solutions returns the solutions that contain all placed squares.
func (p *Position) Solutions() []SmallBoard {
	return p.solutions(func(at int) bool { return p.board[at] != NoSquare })
}

// solutions returns the solutions that contain the squares of the board at some places.
func (p *Position) solutions(at func(int) bool) (list []SmallBoard) {
	for _, s := range SmallSolutions() {
		fits := true
		for i, square := range p.board {
			fits = fits && (!at(i) || square == s[i])
		}
		if fits {
			list = append(list, s)
		}
	}
	return list
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
	if slices.Contains(p.fixed[:], true) {
		return engine.PuzzleTerms.Beginning(engine.T("Place the squares that are left so that all lines meet."))
	}
	return engine.Terms{}
}

// Outcome implements [engine.Position].
func (p *Position) Outcome() engine.Outcome {
	switch {
	case p.concluded.Status != engine.Open:
		return p.concluded
	case p.Laid() < SmallSquares:
		return engine.Outcome{Winner: engine.NoSeat}
	}
	return engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat, Reason: engine.T("all 16 squares are laid, and all lines meet")}
}

func smallName(at int) string { return hexgrid.Name(at%Small, at/Small) }

// refusal returns why a square cannot be placed, or nil.
func (p *Position) refusal(square int8, at int) error {
	name := strconv.Itoa(int(square))
	if where := slices.Index(p.board[:], square); where >= 0 {
		return engine.Refuse("square %s lies on %s already: there is one of each", name, smallName(where))
	}
	if p.board[at] != NoSquare {
		return engine.Refuse("square %s lies on %s: remove it first, or choose an empty cell", strconv.Itoa(int(p.board[at])), smallName(at))
	}
	for i, d := range orthogonal {
		next, inside := nextOf(Small, at, d)
		switch line := hasLine(square, i); {
		case !inside && line:
			return engine.Refuse("the line of square %s to the %s would leave the board", name, d.Name())
		case inside && p.board[next] != NoSquare && line != hasLine(p.board[next], i+2):
			return engine.Refuse("the line between %s and %s would not meet: one of the squares lacks it", smallName(at), smallName(next))
		}
	}
	return nil
}

// Moves implements [engine.Picker].
func (p *Position) Moves() []string {
	var list []string
	if p.over() {
		return nil
	}
	for at, square := range p.board {
		if square != NoSquare && !p.fixed[at] {
			list = append(list, removeVerb+" "+smallName(at))
		}
	}
	for _, square := range p.Left() {
		for at := range p.board {
			if p.refusal(square, at) == nil {
				list = append(list, placeVerb+" "+strconv.Itoa(int(square))+" "+smallName(at))
			}
		}
	}
	return list
}

// Play implements [engine.Position]: "place 5 b2" and "remove b2".
func (p *Position) Play(text string) (string, error) {
	switch {
	case p.Laid() == SmallSquares:
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
	if err != nil || n < 0 || n >= SmallSquares {
		return "", engine.RefuseMove(text, engine.ErrSyntax, "a square is a number from 0 to 15, then comes its cell: 5 b2")
	}
	col, row, err := hexgrid.ParseCell(cell, Small, Small)
	if err != nil {
		return "", engine.RefuseMoveBy(text, engine.ErrSyntax, err)
	}
	at := row*Small + col
	if err := p.refusal(int8(n), at); err != nil {
		return "", engine.RefuseMoveBy(text, engine.ErrIllegal, err)
	}
	p.board[at], p.last = int8(n), at
	return placeVerb + " " + strconv.Itoa(n) + " " + smallName(at), nil
}

func (p *Position) remove(text, cell string) (string, error) {
	col, row, err := hexgrid.ParseCell(cell, Small, Small)
	if err != nil {
		return "", engine.RefuseMoveBy(text, engine.ErrSyntax, err)
	}
	at := row*Small + col
	switch {
	case p.board[at] == NoSquare:
		return "", engine.RefuseMove(text, engine.ErrIllegal, "%s is empty: there is nothing to remove", smallName(at))
	case p.fixed[at]:
		return "", engine.RefuseMove(text, engine.ErrIllegal, "the square on %s is the puzzle's: only what you laid can be removed", smallName(at))
	}
	p.board[at], p.last = NoSquare, -1
	return removeVerb + " " + smallName(at), nil
}

// String implements [engine.Position]: rows of squares, with "." for an empty place.
func (p *Position) String() string {
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
	return json.Marshal(struct {
		Board     [][]int8 `json:"board"`
		Left      []int8   `json:"left"`
		Solutions int      `json:"solutions"`
		Solved    bool     `json:"solved"`
	}{slices.Collect(slices.Chunk(p.board[:], Small)), p.Left(), len(p.Solutions()), p.Laid() == SmallSquares})
}

// player gives hints from the list of all solutions.
type player struct{}

// Choose implements [engine.Player]: it places a square of a solution, or removes one if there is
// no solution.
func (player) Choose(_ context.Context, position engine.Position) (engine.Choice, error) {
	p, ok := position.(*Position)
	if !ok || p.over() {
		return engine.Choice{}, errors.New("octopuszle: no open position of this game")
	}
	solutions := p.Solutions()
	for at, square := range p.board {
		switch {
		case len(solutions) > 0 && square == NoSquare:
			return engine.Choice{Move: placeVerb + " " + strconv.Itoa(int(solutions[0][at])) + " " + smallName(at), Value: 1, Proved: true}, nil
		case len(solutions) == 0 && square != NoSquare && !p.fixed[at] && (at == p.last || p.last < 0):
			return engine.Choice{Move: removeVerb + " " + smallName(at), Value: 0.5}, nil
		}
	}
	return engine.Choice{}, errors.New("octopuszle: no square can be taken back")
}

func suggestCell(_ engine.Position, typed string) []engine.Named {
	names := make([]string, SmallSquares)
	for at := range names {
		names[at] = smallName(at)
	}
	return engine.Suggest(names, typed)
}

// ParseMove parses a move: a square and its place, or NoSquare for a removal.
func ParseMove(line string) (square int8, at int, ok bool) {
	words := strings.Fields(line)
	if len(words) < 2 {
		return NoSquare, 0, false
	}
	col, row, err := hexgrid.ParseCell(words[len(words)-1], Small, Small)
	if err != nil {
		return NoSquare, 0, false
	}
	if words[0] == removeVerb {
		return NoSquare, row*Small + col, true
	}
	n, err := strconv.Atoi(words[len(words)-2])
	return int8(n), row*Small + col, err == nil && n >= 0 && n < SmallSquares
}
