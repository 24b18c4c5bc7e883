package labyrinth

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// Board is the board of a table. 19 in 20 of all solutions fit on it.
var Board = board.Frame{Cols: 18, Rows: 16}

// Position is a table: pieces on a board.
type Position struct {
	pieces []board.Piece // in the order in which they were placed
	at     map[board.Cell]board.Doors
	used   uint64 // the placed pieces, bit d for doors d
	fixed  int    // number of first pieces that belong to the puzzle
	colour Colour
	day    string // of a daily puzzle, or ""
}

func newPosition(pieces []board.Piece) (*Position, error) {
	p := &Position{at: map[board.Cell]board.Doors{}}
	for _, piece := range pieces {
		if err := p.refusal(piece); err != nil {
			return nil, err
		}
		p.lay(piece)
	}
	return p, nil
}

func (p *Position) lay(piece board.Piece) {
	p.pieces = append(p.pieces, piece)
	p.at[piece.Cell] = piece.Doors
	p.used |= 1 << piece.Doors
}

// refusal returns why a piece cannot be placed, or nil.
func (p *Position) refusal(piece board.Piece) error {
	if p.used>>piece.Doors&1 != 0 {
		i := slices.IndexFunc(p.pieces, func(o board.Piece) bool { return o.Doors == piece.Doors })
		return engine.Refuse("piece %s lies on %s already: there is one of each", strconv.Itoa(piece.Doors.Number()), p.pieces[i].Name())
	}
	if other, taken := p.at[piece.Cell]; taken {
		return engine.Refuse("piece %s lies on %s: remove it first, or choose an empty cell", strconv.Itoa(other.Number()), piece.Name())
	}
	if err := Board.CheckDoors(piece); err != nil {
		return err
	}
	return board.Fits(p.at, piece)
}

// Pieces returns the placed pieces in order. The slice is shared and must not be changed.
func (p *Position) Pieces() []board.Piece { return p.pieces }

// Fixed returns how many of the first pieces belong to the puzzle.
func (p *Position) Fixed() int { return p.fixed }

// Terms implements [engine.Termed].
func (p *Position) Terms() engine.Terms {
	if p.fixed > 0 {
		return engine.PuzzleTerms.Beginning(engine.T("Place the missing pieces so that each door meets a door."))
	}
	return engine.Terms{}
}

// Day returns the day of a daily puzzle, "" for others.
func (p *Position) Day() string { return p.day }

// Riddle implements [engine.Riddler].
func (p *Position) Riddle() (engine.Riddle, bool) {
	name := engine.T("Connexion puzzle with %s", missing(board.Pieces-p.fixed))
	if p.day != "" {
		name = engine.T("Connexion puzzle of %s", p.day)
	}
	return engine.Riddle{Name: name, Day: p.day}, p.fixed > 0
}

// Answer implements [engine.Riddler]. There is none: view "complete" searches for one.
func (p *Position) Answer() engine.Text { return engine.Text{} }

func missing(pieces int) engine.Text {
	return engine.Count(pieces, "1 missing piece", "%s missing pieces")
}

// Left returns the pieces that are not placed, by the number of their hexagrams.
func (p *Position) Left() []board.Doors {
	var list []board.Doors
	for n := 1; n <= board.Pieces; n++ {
		if p.used>>board.Hexagram(n)&1 == 0 {
			list = append(list, board.Hexagram(n))
		}
	}
	return list
}

// Open returns the empty cells behind doors, row by row.
func (p *Position) Open() []board.Cell { return board.Open(p.pieces, p.at) }

// InUse returns the smallest rectangle of columns and rows that holds all pieces and the empty
// cells behind doors.
func (p *Position) InUse() image.Rectangle { return board.Bounds(p.pieces, p.Open()) }

func (p *Position) hasDoorTo(c board.Cell) bool {
	for s := range board.Side(board.Sides) {
		if p.at[c.Next(s)].Has(s.Opposite()) {
			return true
		}
	}
	return false
}

// Candidates returns the pieces that could be placed on a cell, by the number of their hexagrams.
func (p *Position) Candidates(c board.Cell) []board.Doors {
	if _, taken := p.at[c]; taken {
		return nil
	}
	must, mustNot := board.Constraints(p.at, c)
	for s := range board.Side(board.Sides) {
		if !Board.Has(c.Next(s)) {
			mustNot |= 1 << s
		}
	}
	return slices.DeleteFunc(p.Left(), func(d board.Doors) bool { return d&must != must || d&mustNot != 0 })
}

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat {
	if p.Outcome().Status == engine.Open {
		return 0
	}
	return engine.NoSeat
}

// Outcome implements [engine.Position]: the table is solved when all pieces are placed and no
// door is open.
func (p *Position) Outcome() engine.Outcome {
	if len(p.pieces) == board.Pieces && len(p.Open()) == 0 {
		return engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat, Reason: engine.T("all 64 pieces lie, and each door meets a door")}
	}
	return engine.Outcome{Winner: engine.NoSeat}
}

// Play implements [engine.Position]: "place 23 c5", "lay 23@c5 1@d5" and "remove c5".
func (p *Position) Play(text string) (string, error) {
	if p.Outcome().Status != engine.Open {
		return "", engine.RefuseMove(text, engine.ErrOver, "the board is solved: a new one begins with new")
	}
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 {
		return "", syntax(text)
	}
	switch verb, rest := words[0], words[1:]; {
	case verb == removeVerb:
		return p.playRemove(text, rest)
	case verb == layVerb:
		return p.playLay(text, rest)
	case verb == placeVerb && len(rest) == 1 && strings.Contains(rest[0], "@"), len(words) == 1 && strings.Contains(verb, "@"):
		number, cell, _ := strings.Cut(words[len(words)-1], "@")
		return p.playPlace(text, number, cell)
	case verb == placeVerb && len(rest) == 2:
		return p.playPlace(text, rest[0], rest[1])
	case len(words) == 2:
		return p.playPlace(text, words[0], words[1])
	}
	return "", syntax(text)
}

func syntax(text string) error {
	return engine.RefuseMove(text, engine.ErrSyntax, "write the number of a piece's hexagram and a cell, as in place 23 c5; or remove c5")
}

func (p *Position) playPlace(text, number, cell string) (string, error) {
	piece, err := board.ParsePiece(number, cell, Board)
	if err != nil {
		return "", engine.RefuseMoveBy(text, engine.ErrSyntax, err)
	}
	if err := p.refusal(piece); err != nil {
		return "", engine.RefuseMoveBy(text, engine.ErrIllegal, err)
	}
	p.lay(piece)
	return placing(piece), nil
}

// playLay places all pieces or none.
func (p *Position) playLay(text string, words []string) (string, error) {
	pieces, err := board.ParsePairs(strings.Join(words, " "), Board)
	if err != nil {
		return "", engine.RefuseMoveBy(text, engine.ErrSyntax, err)
	}
	if len(pieces) == 0 {
		return "", syntax(text)
	}
	before := len(p.pieces)
	for _, piece := range pieces {
		if err := p.refusal(piece); err != nil {
			p.takeBack(before)
			return "", engine.RefuseMoveBy(text, engine.ErrIllegal, err)
		}
		p.lay(piece)
	}
	return layVerb + " " + board.FormatPairs(pieces), nil
}

func (p *Position) takeBack(n int) {
	for _, piece := range p.pieces[n:] {
		delete(p.at, piece.Cell)
		p.used &^= 1 << piece.Doors
	}
	p.pieces = p.pieces[:n]
}

func (p *Position) playRemove(text string, words []string) (string, error) {
	c, err := Board.Parse(strings.Join(words, " "))
	if err != nil {
		return "", engine.RefuseMoveBy(text, engine.ErrSyntax, err)
	}
	i := slices.IndexFunc(p.pieces, func(o board.Piece) bool { return o.Cell == c })
	switch {
	case i < 0:
		return "", engine.RefuseMove(text, engine.ErrIllegal, "%s is empty: there is nothing to remove", c.Name())
	case i < p.fixed:
		return "", engine.RefuseMove(text, engine.ErrIllegal, "piece %s on %s is the puzzle's: only what you laid can be removed", strconv.Itoa(p.at[c].Number()), c.Name())
	}
	p.used &^= 1 << p.at[c]
	p.pieces = slices.Delete(p.pieces, i, i+1)
	delete(p.at, c)
	return removeVerb + " " + c.Name(), nil
}
