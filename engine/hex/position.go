package hex

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Colour is the content of a cell.
type Colour = board.Colour

// The values of [Colour].
const (
	Empty = board.Empty
	Red   = board.Red
	Blue  = board.Blue
)

// ColourName returns the name of a player by colour.
func ColourName(c Colour) engine.Text { return c.Seat().Say(engine.T("Red"), engine.T("Blue")) }

// swapMove is the move without a cell.
const swapMove = player.SwapMove

// Position is one moment of a game of Hex: the board, the player to move, and the swap. Its reading
// methods do not change it.
type Position struct {
	*board.Board
	swap bool // offered by the options

	first engine.Seat // who moves at ply 0; Red's unless the board was set up
	set   []Colour    // of a board that was set up, by cell; nil for one that began empty
	// letters are those of option "setup".
	letters alphabet

	ply     int
	moves   []hexgrid.Cell // the history, NoCell for the swap
	last    hexgrid.Cell
	swapped bool

	concluded engine.Outcome // by the players; Open unless they ended the game
}

// New returns the empty board, or the puzzle, that the options of [Game] describe.
func New(o engine.Options) (engine.Position, error) {
	if wantsPuzzle(o) {
		return newPuzzle(o)
	}
	width, height, err := sides(o)
	if err != nil {
		return nil, err
	}
	topBottom := Red
	switch convention := o.Text("convention"); convention {
	case modern, "":
	case source:
		topBottom = Blue
	default:
		return nil, engine.Refuse("convention must be one of: %s, %s", modern, source)
	}
	p := &Position{Board: board.New(width, height, o.Bool("weighted"), topBottom), swap: o.Bool("swap"), last: hexgrid.NoCell}
	if o.Text(optionSetup) != "" {
		return p.setUp(o)
	}
	return p, nil
}

// Last returns the last stone, after a swap the mirrored one; false if no stone was played.
func (p *Position) Last() (hexgrid.Cell, bool) { return p.last, p.last != hexgrid.NoCell }

// Swapped reports whether the swap was used.
func (p *Position) Swapped() bool { return p.swapped }

// CanSwap reports whether the mover may swap now.
func (p *Position) CanSwap() bool { return p.swap && p.ply == 1 && !p.over() }

// Ply returns the number of moves played, including the swap.
func (p *Position) Ply() int { return p.ply }

// Stones returns the number of stones on the board.
func (p *Position) Stones() int {
	if p.swapped {
		return p.ply - 1
	}
	return len(p.set) - tally(p.set, Empty) + p.ply
}

// Mover returns the colour to move, Empty after the end.
func (p *Position) Mover() Colour { return board.ColourOf(p.Turn()) }

// over reports whether the game is over, by the rules or by the players.
func (p *Position) over() bool { return p.Winner() != Empty || p.concluded.Status != engine.Open }

// next returns the seat after the last move, also when the game is over.
func (p *Position) next() engine.Seat { return (p.first + engine.Seat(p.ply)) % 2 }

// PlayerPosition returns the position for package player.
func (p *Position) PlayerPosition() player.Position {
	return player.Position{Board: p.Board, Mover: p.Mover(), Last: p.last, Ply: p.ply, Stones: p.Stones(), Swap: p.swap}
}

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat {
	if p.over() {
		return engine.NoSeat
	}
	return p.next()
}

// Outcome implements [engine.Position]. A draw cannot happen: a full board joins exactly one pair
// of edges.
func (p *Position) Outcome() engine.Outcome {
	switch {
	case p.Winner() != Empty:
		return engine.Outcome{Status: engine.Won, Winner: p.Winner().Seat(), Reason: reason(p.Board)}
	case p.over():
		return p.concluded
	}
	return engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
}

// Conclude implements [engine.Concluder].
func (p *Position) Conclude(o engine.Outcome) engine.Position {
	if p.Winner() != Empty {
		return p
	}
	c := *p
	c.concluded = o
	return &c
}

// Terms implements [engine.Termed].
func (p *Position) Terms() engine.Terms {
	if !p.Weighted() {
		return engine.Terms{}
	}
	return engine.Terms{Again: engine.T("New weighted game"), Other: engine.Action{Label: engine.T("New plain game"), Line: "new"}}
}

// Moves implements [engine.Picker]: the empty cells from a1 row by row, then the swap if allowed.
func (p *Position) Moves() []string {
	if p.over() {
		return nil
	}
	moves := names(p.Grid(), p.Holding(Empty))
	if p.CanSwap() {
		moves = append(moves, swapMove)
	}
	return moves
}

// Play implements [engine.Position]: a cell ("c5", in either case) or "swap".
func (p *Position) Play(text string) (string, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	if p.over() {
		return "", engine.RefuseMove(text, engine.ErrOver, "the game is over: %s", p.Outcome().Reason)
	}
	if word == swapMove {
		return p.playSwap(text)
	}
	c, err := p.Grid().Parse(text)
	if err != nil {
		return "", err
	}
	name := p.Grid().Name(c)
	switch {
	case p.At(c) != Empty && p.CanSwap():
		return "", engine.RefuseMove(text, engine.ErrIllegal, "%s is taken: choose an empty cell, or swap", name)
	case p.At(c) != Empty:
		return "", engine.RefuseMove(text, engine.ErrIllegal, "%s is taken: choose an empty cell", name)
	}
	p.Place(c, p.Mover())
	p.last = c
	p.moves = append(p.moves, c)
	p.ply++
	return name, nil
}

func (p *Position) playSwap(text string) (string, error) {
	if !p.CanSwap() {
		return "", engine.RefuseMove(text, engine.ErrIllegal, "%s", p.whyNoSwap())
	}
	p.last = p.Grid().Mirror(p.last)
	p.Clear() // removes Red's first stone
	p.Place(p.last, Blue)
	p.swapped = true
	p.moves = append(p.moves, hexgrid.NoCell)
	p.ply++
	return swapMove, nil
}

func (p *Position) whyNoSwap() engine.Text {
	switch {
	case p.Favoured() != Empty:
		return engine.T("there is no swap on a board with unequal sides: choose an empty cell")
	case !p.swap:
		return engine.T("this game is played without swap: choose an empty cell")
	case p.ply == 0:
		return engine.T("there is nothing to swap yet: place the first stone")
	default:
		return engine.T("only the second player's first move can be the swap: choose an empty cell")
	}
}

func extent(b *board.Board) engine.Text {
	width, height := strconv.Itoa(b.Width()), strconv.Itoa(b.Height())
	if width == height {
		return engine.T("%s by %s", width, height)
	}
	return engine.T("%s rows by %s columns", height, width)
}

// Told implements [engine.Teller]: a new board says what was set up, or with unequal sides who is favoured.
func (p *Position) Told() engine.Text {
	shorter, longer := strconv.Itoa(min(p.Width(), p.Height())), strconv.Itoa(max(p.Width(), p.Height()))
	switch {
	case p.ply > 0 || p.set == nil && p.Favoured() == Empty:
		return engine.Text{}
	case p.set != nil:
		return p.setupWords()
	}
	return engine.T("%s has the shorter way, %s cells against %s, and can always win; %s says how.",
		ColourName(p.Favoured()), shorter, longer, engine.Command("hex rules"))
}

// names returns the names of cells.
func names(grid *hexgrid.Grid, cells []hexgrid.Cell) []string { return engine.Map(cells, grid.Name) }

// Setup returns a plain board with any number of stones that were not played, such as another
// program shows. Stones are given by cell, row by row from a1, and copied; mover is Red or Blue. last
// is the opponent's last stone, to which players look for an answer, or NoCell. The game continues
// without swap and is over when a colour's edges are joined. A refusal is an [*engine.Refusal].
func Setup(width, height int, stones []Colour, mover Colour, last hexgrid.Cell) (*Position, error) {
	made, err := New(sized(width, height))
	if err != nil {
		return nil, err
	}
	if len(stones) != width*height {
		return nil, engine.Refuse("a board of %s by %s has %s cells, not %s", strconv.Itoa(width), strconv.Itoa(height),
			strconv.Itoa(width*height), strconv.Itoa(len(stones)))
	}
	if mover != Red && mover != Blue {
		return nil, engine.Refuse("red or blue must be the one to move")
	}
	if last != hexgrid.NoCell && (last < 0 || int(last) >= len(stones) || stones[last] != mover.Other()) {
		return nil, engine.Refuse("the last stone must be one of the opponent's")
	}
	p := made.(*Position)
	p.letters, p.last = alphabets[0], last
	p.arrange(slices.Clone(stones), mover)
	return p, nil
}

// state is the JSON form of a position, documented in the package comment.
type state struct {
	Size       int      `json:"size"`
	Width      int      `json:"width"`
	Weighted   bool     `json:"weighted"`
	Convention string   `json:"convention"`
	Board      []string `json:"board"`
	Turn       string   `json:"turn"`
	Ply        int      `json:"ply"`
	Last       string   `json:"last"`
	CanSwap    bool     `json:"can_swap"`
	Swapped    bool     `json:"swapped"`
	Winner     string   `json:"winner"`
	Path       []string `json:"path"`
	Cost       int      `json:"cost"`

	Puzzle *puzzleState `json:"puzzle,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) { return json.Marshal(p.state()) }

func (p *Position) state() state {
	s := state{
		Size: p.Height(), Width: p.Width(), Weighted: p.Weighted(), Convention: convention(p.Board), Board: p.Rows(), Ply: p.ply,
		CanSwap: p.CanSwap(), Swapped: p.swapped, Path: names(p.Grid(), p.Path()), Cost: p.Chain().Cost,
	}
	if p.last != hexgrid.NoCell {
		s.Last = p.Grid().Name(p.last)
	}
	switch o := p.Outcome(); o.Status {
	case engine.Open:
		s.Turn = p.Mover().String()
	case engine.Won:
		s.Winner = board.ColourOf(o.Winner).String()
	case engine.Drawn, engine.Solved: // by the players: nobody has won
	}
	return s
}

func convention(b *board.Board) string {
	if b.TopBottom() == Blue {
		return source
	}
	return modern
}

// String implements [engine.Position]: rows from the top, each half a cell further to the right,
// with R and B for stones and a dot for an empty cell.
func (p *Position) String() string {
	return hexgrid.Plain(p.Rows(), func(row int, number string) string { return strings.Repeat(" ", row) + number })
}
