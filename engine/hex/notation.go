package hex

import (
	"cmp"
	"context"
	"maps"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// script is a record prepared for writing in another program's notation, in which the first player
// joins top and bottom. Under the source's convention the board and every cell are mirrored, which
// gives the same game.
type script struct {
	grid    *hexgrid.Grid // of the written board
	end     *Position
	moves   []string
	outcome engine.Outcome // of the record, or by the rules
}

func newScript(ctx context.Context, r engine.Record) (*script, error) {
	start, err := New(r.Options)
	if err != nil {
		return nil, err
	}
	if puzzle, ok := start.(*Puzzle); ok {
		return newScript(ctx, puzzle.game(r))
	}
	end, err := engine.Replay(ctx, &engine.Game{ID: "hex", New: New}, r.Options, r.Moves)
	if err != nil {
		return nil, err
	}
	s := &script{end: end.(*Position), outcome: r.Outcome}
	s.grid = s.end.Grid()
	if s.end.Winner() != Empty {
		s.outcome = s.end.Outcome()
	}
	if s.end.TopBottom() == Red {
		s.moves = r.Moves
		return s, nil
	}
	for _, move := range r.Moves {
		if move, err = mirrored(s.grid, move); err != nil {
			return nil, err
		}
		s.moves = append(s.moves, move)
	}
	s.grid = s.grid.Mirrored()
	return s, nil
}

// stones returns the cells of a colour that were set up, as they are written.
func (s *script) stones(colour Colour) (cells []string) {
	grid := s.end.Grid()
	for c, stone := range s.end.set {
		switch cell := hexgrid.Cell(c); {
		case stone != colour:
		case s.end.TopBottom() == Blue:
			cells = append(cells, s.grid.Name(grid.Mirror(cell)))
		default:
			cells = append(cells, s.grid.Name(cell))
		}
	}
	return cells
}

// mirrored exchanges column and row of a move, unless it is the swap.
func mirrored(grid *hexgrid.Grid, move string) (string, error) {
	if move == swapMove {
		return move, nil
	}
	c, err := grid.Parse(move)
	if err != nil {
		return "", err
	}
	return grid.Mirrored().Name(grid.Mirror(c)), nil
}

// reader plays the moves of another program's file one by one.
type reader struct {
	options  engine.Options
	position *Position
	moves    []string
	read     int  // moves of the file, including resignations
	first    byte // the letter of the first player's moves, 0 before them
	white    bool // the first player's letter in the header is W
	// mirror: later cells are mirrored. After swap-sides the players have exchanged colours and
	// edges in the file, but not in this package.
	mirror bool
	// exchanged: the letters of moves and of the result stand for the colours, and no longer for
	// the players in their first order.
	exchanged bool
	loser     Colour // who gave the game up by a move of the file
	end       engine.End
	left      []time.Duration // as in a record
	// stones are those of the board with changes that the next move or the end makes the start of the
	// game; nil for none. turn is the letter of who is then to move, 0 if the file does not say.
	stones []Colour
	turn   byte
	begins int  // how many moves of the file were played before the game begins
	anew   bool // the game has begun anew; for who reads the file to take back
}

// newReader starts a game on a board with the file's columns and rows and the other options as
// given. Under the source's convention the board is mirrored. Boards with unequal sides have no
// swap.
func newReader(columns, rows int, o engine.Options) (*reader, error) {
	if o.Text("convention") == source {
		columns, rows = rows, columns
	}
	maps.Copy(o, sized(columns, rows))
	if columns != rows {
		o["swap"] = false
	}
	p, err := New(o)
	if err != nil {
		return nil, err
	}
	position := p.(*Position)
	return &reader{options: o, position: position, mirror: position.TopBottom() == Blue}, nil
}

// play plays the next move of the file. The letter says whose it is, 0 if the file does not.
func (r *reader) play(letter byte, text string) error {
	r.read++
	r.settle(letter)
	if r.loser != Empty {
		return r.refuse(engine.T("the game was resigned before"))
	}
	act := strings.ToLower(text)
	switch act {
	case "resign":
		r.loser, r.end = r.mover(letter), engine.Resigned
		return nil
	case "forfeit":
		r.loser, r.end = r.mover(letter), engine.Forfeited
		return nil
	case "pass", "":
		return r.refuse(engine.T("there is no passing in Hex"))
	}
	if strings.HasPrefix(act, swapMove) { // whatever the word
		text = swapMove
	}
	if err := r.checkTurn(letter); err != nil {
		return err
	}
	if r.mirror {
		var err error
		if text, err = mirrored(r.position.Grid().Mirrored(), text); err != nil {
			return r.refuse(why(err))
		}
	}
	move, err := r.position.Play(text)
	if err != nil {
		return r.refuse(why(err))
	}
	r.moves = append(r.moves, move)
	if strings.HasPrefix(act, swapMove) && strings.HasSuffix(act, "sides") { // swap-pieces gives the same game mirrored
		r.mirror, r.exchanged = !r.mirror, true
	}
	return nil
}

func why(err error) engine.Text {
	why, _ := engine.Why(err)
	return why
}

// checkTurn compares the letter with whose turn it is. The first letter seen is the first player's.
// The letter behind a swap shows what the swap was, which programs call by any word: if it is that of
// the swap, the sides were swapped, and letters are of colours. Else letters are of players.
func (r *reader) checkTurn(letter byte) error {
	if letter == 0 || r.position.Winner() != Empty {
		return nil
	}
	r.first = cmp.Or(r.first, letter)
	if len(r.moves) == 2 && r.moves[1] == swapMove {
		exchanged := letter != r.first
		r.mirror = r.mirror != (exchanged && !r.exchanged)
		r.exchanged = exchanged
	}
	if r.mover(letter) != r.position.Mover() {
		return r.refuse(engine.T("it is not %s's turn: the players move in turn", string(rune(letter))))
	}
	return nil
}

// maxLeft bounds the time on a clock of another program.
const maxLeft = 10 * 366 * 24 * time.Hour

// timeLeft notes how many seconds the player of the last move had left on the clock, unless the text is
// no such number.
func (r *reader) timeLeft(text string) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || len(r.moves) == 0 || r.loser != Empty || !(seconds > 0 && seconds <= maxLeft.Seconds()) {
		return
	}
	r.left = append(r.left, make([]time.Duration, len(r.moves)-len(r.left))...)
	r.left[len(r.moves)-1] = time.Duration(math.Round(seconds*1000)) * time.Millisecond
}

// mover returns the colour that a letter stands for.
func (r *reader) mover(letter byte) Colour {
	if letter == 0 {
		return r.position.Mover()
	}
	if (letter == cmp.Or(r.first, 'B')) != r.exchanged {
		return Red
	}
	return Blue
}

// record returns the game. The result in the file's header is used if neither the rules nor a move
// of the file ended the game; in it Black is seat 0.
func (r *reader) record(header engine.Outcome) engine.Record {
	r.settle(0)
	if p := r.position; p.set != nil {
		r.options[optionSetup] = diagram{width: p.Width(), stones: p.set, mover: board.ColourOf(p.first), letters: alphabets[0]}.String()
	}
	outcome := r.position.Outcome()
	switch {
	case outcome.Status != engine.Open:
	case r.loser != Empty:
		outcome = engine.Outcome{Status: engine.Won, Winner: r.loser.Other().Seat(), End: r.end}
	case header.Status != engine.Open:
		if outcome = header; header.Status == engine.Won && r.exchanged != r.white {
			outcome.Winner = header.Winner.Other()
		}
	}
	return engine.Record{Options: r.options, Moves: r.moves, Outcome: outcome, Left: r.left}
}

func (r *reader) refuse(why engine.Text) error {
	return engine.Refuse("move %s: %s", strconv.Itoa(r.read), why)
}
