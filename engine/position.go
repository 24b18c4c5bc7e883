package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Seat numbers who sits at a table, from 0 in the order of the first moves.
type Seat int

// NoSeat is nobody: the seat to move after the end, the winner of a draw.
const NoSeat Seat = -1

// Other returns the opposite seat at a table of two.
func (s Seat) Other() Seat { return 1 - s }

// Status is how a game stands.
type Status int

// A game is open until it is won, drawn, or (a puzzle) solved.
const (
	Open Status = iota
	Won
	Drawn
	Solved
)

// String returns the status as it is written in JSON: "open", "won", "drawn", "solved".
func (s Status) String() string {
	switch s {
	case Open:
		return "open"
	case Won:
		return "won"
	case Drawn:
		return "drawn"
	case Solved:
		return "solved"
	}
	return "unknown"
}

// Outcome is the result of a position. Winner is NoSeat unless Status is Won.
type Outcome struct {
	Status Status
	Winner Seat
	// Reason is a clause for people, such as "red joins top and bottom".
	Reason Text
}

// Position is one moment of a game. It is not safe for concurrent use: whoever
// plays on it has it alone. A position whose JSON form is wanted implements
// [encoding/json.Marshaler]; each game's package documents that form.
type Position interface {
	// Turn returns the seat that moves next; NoSeat if and only if the outcome is not Open.
	Turn() Seat
	// Play plays one line and returns its canonical form, which replays to the
	// same position. It is all or nothing, and deterministic. A refusal is a
	// [*MoveError].
	Play(text string) (canonical string, err error)
	// Outcome returns how the game stands.
	Outcome() Outcome
	// Scene: a position says what is on the board, whose turn it is unless nobody's, and
	// the last move.
	Scene
	// String returns the whole board as plain text, for tests and logs.
	String() string
}

// Teller is a position that has something to say about the last move, beside what the
// outcome and the board show.
type Teller interface {
	// Told returns a sentence or more, empty where there is nothing to say.
	Told() Text
}

// Concluder is a position that can be told how people ended its game where the rules leave
// it open, so that what it says and shows of itself takes that into account.
type Concluder interface {
	// Conclude returns the position as it is after people have ended the game there, by
	// resigning for instance: that is its outcome, and nobody is to move. The position
	// itself does not change. One that is over by the rules is returned as it is.
	Conclude(o Outcome) Position
}

// Riddle is a puzzle as it may be told of without its answer.
type Riddle struct {
	// Name is which one it is: "Hex puzzle of 2026-01-02 (Easy)".
	Name Text
	// Day is the day whose puzzle it is, "2026-01-02", or "".
	Day string
	// Tries counts the answers that were given, the right one too; 0 where a puzzle is not
	// answered at once, but step by step. Final: each is a move, and is not taken back.
	Tries int
	Final bool
}

// Riddler is a position that may be a puzzle which others may have before them as well, so
// that nobody but its player is to see what happens there.
type Riddler interface {
	// Riddle returns the puzzle; ok is false where the position is none.
	Riddle() (r Riddle, ok bool)
	// Answer tells in sentences how the puzzle is solved, to who has given it up. It is
	// empty where that is not known.
	Answer() Text
}

// AnswerOf is the answer to the puzzle of a position, empty where it is none.
func AnswerOf(p Position) Text {
	if riddler, ok := p.(Riddler); ok {
		return riddler.Answer()
	}
	return Text{}
}

// RiddleOf is the puzzle of a position; ok is false where it is none.
func RiddleOf(p Position) (r Riddle, ok bool) {
	if riddler, is := p.(Riddler); is {
		return riddler.Riddle()
	}
	return Riddle{}, false
}

// Env is the world outside, given by the bot. Now and Rand are always there.
type Env struct {
	Now  time.Time
	Rand *rand.Rand
	// Notes are what the person who asks has had kept for this game; nil where persons
	// cannot be told apart.
	Notes Notes
}

// Notes are small texts that a game keeps for one person and nobody else sees. What
// Put was given is on disk when it returns. It is safe for concurrent use.
type Notes interface {
	// Get returns a note; ok is false where there is none of that name.
	Get(name string) (data []byte, ok bool, err error)
	// Put keeps a note: a name of 1 to 64 letters, digits and hyphens, and at most
	// 16 KiB, of which it keeps a copy. It refuses with a [*Refusal] when the person has
	// 256 notes, or 512 KiB in all; see [CheckNote].
	Put(name string, data []byte) error
	// Remove drops a note; none of that name is no error.
	Remove(name string) error
	// Names lists the notes in order.
	Names() ([]string, error)
}

// Replay plays the moves, which must be canonical, from the start of a game; see [Continue].
func Replay(ctx context.Context, g *Game, o Options, moves []string) (Position, error) {
	p, err := g.New(o)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", g.ID, err)
	}
	if err := Continue(ctx, g, p, moves); err != nil {
		return nil, err
	}
	return p, nil
}

// Continue plays the moves of a game, which must be canonical, on a position. An error
// names the first move that was refused: the list was made by other rules, or was damaged. It
// is the context's cause when that ends, which is asked before each move, and [ErrWork] where
// the moves take too much work.
func Continue(ctx context.Context, g *Game, p Position, moves []string) error {
	for i, move := range moves {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := p.Play(move); err != nil {
			return fmt.Errorf("replay %s, move %d: %w", g.ID, i+1, err)
		}
		if WorkOf(p) > 2*MostWork {
			return fmt.Errorf("replay %s, move %d: %w", g.ID, i+1, ErrWork)
		}
	}
	return nil
}

// MostWork bounds what the moves of a table may take in all, as a [Laborious] position
// counts it: half a second or so. What has taken as much refuses further moves. [Replay]
// goes on to twice as much, since the last move may reach beyond, and older tables may have
// longer ones.
const MostWork = 1 << 27

// ErrWork is the error of moves that take more than twice [MostWork].
var ErrWork = errors.New("engine: the moves take too much work")

// Laborious is a position whose moves may take so long that they should not be played
// twice. Where single moves take less than a few milliseconds, as in most games, there is
// no need of it.
type Laborious interface {
	Position
	// Work is what New and the moves so far have taken, in steps of some nanoseconds each
	// that are counted and not measured: the same moves take the same work on every machine.
	Work() int
	// Copy returns a position that is equal to this one. Neither is changed by what is
	// played on the other, and both can be read at the same time.
	Copy() Laborious
	// Size is about how much memory it takes, in bytes.
	Size() int
}

// WorkOf is the work of a position's moves, 0 where it does not count it.
func WorkOf(p Position) int {
	if l, ok := p.(Laborious); ok {
		return l.Work()
	}
	return 0
}

// Start is a command that opens a table in a way of its own: "/ade puzzle".
type Start struct {
	Name string
	Help Text
	Args []Arg
	// Solo: a table for one; nobody is asked who else plays.
	Solo bool
	// Options turns the command's arguments into raw values for the game's options;
	// those that it leaves out have their default. Nil: Args are options of the game.
	Options func(Options) map[string]any
}

// Parse checks the raw values of the command's arguments and turns them into options of
// the game, as [ParseOptions] does those of `new`.
func (s Start) Parse(g *Game, raw map[string]any, alone bool) (Options, error) {
	o, err := ParseOptions(s.Args, raw, alone)
	if err != nil {
		return nil, err
	}
	given := map[string]any(o)
	if s.Options != nil {
		given = s.Options(o)
	}
	return ParseOptions(g.Options, given, alone)
}
