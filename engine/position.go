package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Seat numbers the players at a table from 0, in the order of their first moves.
type Seat int

// NoSeat is nobody: the seat to move after the end, or the winner of a draw.
const NoSeat Seat = -1

// Other returns the opposite seat at a table of two.
func (s Seat) Other() Seat { return 1 - s }

// Say returns the first of two texts for seat 0, else the second.
func (s Seat) Say(first, second Text) Text {
	if s == 0 {
		return first
	}
	return second
}

// Status is the state of a game.
type Status int

// A game is open until it is won, drawn, or (a puzzle) solved.
const (
	Open Status = iota
	Won
	Drawn
	Solved
)

// String returns the JSON form: "open", "won", "drawn", "solved".
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
	// End is how people ended the game; "" if the rules did, or if that is not known.
	End End
	// Reason is a clause for people, such as "red joins top and bottom".
	Reason Text
}

// End is how people ended a game that the rules left open.
type End string

// A game has no winner if it was [Agreed] or [Cancelled]: a draw, or no result.
const (
	Resigned  End = "resigned"
	OnTime    End = "time"    // the loser's time ran out
	Forfeited End = "forfeit" // for instance because the loser did not come
	Agreed    End = "agreed"
	Cancelled End = "cancelled"
)

// Position is one moment of a game. It is not safe for concurrent use. A position with a JSON form
// implements [encoding/json.Marshaler]; its game's package documents the form.
type Position interface {
	// Turn returns the seat that moves next; NoSeat if and only if the outcome is not Open.
	Turn() Seat
	// Play plays a line and returns its canonical form, which replays to the same position. It is
	// deterministic; on an error, a [*MoveError], the position is unchanged.
	Play(text string) (canonical string, err error)
	Outcome() Outcome
	// Scene describes the board, whose turn it is if anyone's, and the last move.
	Scene
	// String returns the whole board as plain text, for tests and logs.
	String() string
}

// Teller is a position that comments on the last move, beyond what the outcome and the board show.
type Teller interface {
	// Told returns one or more sentences, empty if there is nothing to say.
	Told() Text
}

// Runner is a position whose moves make many steps, which a replay shows one by one.
type Runner interface {
	// Run returns a film of the steps so far, without frames if there are none.
	Run() Film
}

// Concluder is a position that can show how people ended its game where the rules leave it open.
type Concluder interface {
	// Conclude returns the position as ended by people, for instance by resigning: it has the given
	// outcome, and nobody is to move. The receiver does not change. A position that is over by the
	// rules is returned unchanged.
	Conclude(o Outcome) Position
}

// Riddle identifies a puzzle without revealing its answer.
type Riddle struct {
	// Name is the puzzle's name: "Hex puzzle of 2026-01-02 (Easy)".
	Name Text
	// Day is the date of a daily puzzle, "2026-01-02", or "".
	Day string
	// Tries counts the answers given, including the right one; 0 if the puzzle is solved step by
	// step. Final: each answer is a move and cannot be taken back.
	Tries int
	Final bool
}

// Riddler is a position that may be a puzzle which other people also solve, so that only its player
// may see what happens there.
type Riddler interface {
	// Riddle returns the puzzle; ok is false if the position is none.
	Riddle() (r Riddle, ok bool)
	// Answer returns the solution in sentences, for a player who has given up; empty if it is not
	// known.
	Answer() Text
}

// AnswerOf calls [Riddler.Answer] if the position implements it, and returns an empty text
// otherwise.
func AnswerOf(p Position) Text {
	if riddler, ok := p.(Riddler); ok {
		return riddler.Answer()
	}
	return Text{}
}

// RiddleOf calls [Riddler.Riddle] if the position implements it, and returns false otherwise.
func RiddleOf(p Position) (r Riddle, ok bool) {
	if riddler, is := p.(Riddler); is {
		return riddler.Riddle()
	}
	return Riddle{}, false
}

// Env is the environment that the bot provides. Now and Rand are always set.
type Env struct {
	Now  time.Time
	Rand *rand.Rand
	Zone *time.Location // where it is today; nil for UTC
	// Notes are the caller's notes for this game; nil if callers cannot be told apart.
	Notes Notes
}

// Notes are small texts that a game stores for one person; nobody else sees them. Put returns once
// its data is on disk. Notes are safe for concurrent use.
type Notes interface {
	// Get returns a note; ok is false if there is none of that name.
	Get(name string) (data []byte, ok bool, err error)
	// Put stores a copy of data under a name of 1 to 64 letters, digits and hyphens. It returns a
	// [*Refusal] for more than 16 KiB, or if the person would have more than 256 notes or 512 KiB
	// in all; see [CheckNote].
	Put(name string, data []byte) error
	// Remove deletes a note; a missing note is no error.
	Remove(name string) error
	// Names lists the notes in sorted order.
	Names() ([]string, error)
}

// Replay plays canonical moves from the start of a game; see [Continue].
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

// Continue plays canonical moves on a position. If a move is refused, the list is damaged or of
// other rules, and the error names the move. Continue checks the context before each move and
// returns its cause once it has ended. It returns [ErrWork] if the moves take too much work.
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

// MostWork bounds the work of a table's moves as a [Laborious] position counts it: about half a
// second. At this amount further moves are refused. [Replay] allows twice as much, since the last
// move may exceed the bound and older tables may have longer moves.
const MostWork = 1 << 27

// ErrWork is returned for moves that take more than twice [MostWork].
var ErrWork = errors.New("engine: the moves take too much work")

// Laborious is a position whose moves may be so slow that they should not be played twice. Games
// whose moves take less than a few milliseconds do not need it.
type Laborious interface {
	Position
	// Work returns the work of New and the moves so far, in steps of some nanoseconds. Steps are
	// counted, not timed: the same moves take the same work on every machine.
	Work() int
	// Copy returns an independent copy of the position. The two may be read at the same time.
	Copy() Laborious
	// Size returns the approximate memory use in bytes.
	Size() int
}

// WorkOf returns the work of a [Laborious] position, 0 for other positions.
func WorkOf(p Position) int {
	if l, ok := p.(Laborious); ok {
		return l.Work()
	}
	return 0
}

// Start is a further command that opens a table: "/ade puzzle".
type Start struct {
	Name string
	Help Text
	Args []Arg
	// Solo: the table is for one player, and no opponent is asked for.
	Solo bool
	// Options turns the command's arguments into raw values of the game's options; the others get
	// their defaults. Nil: Args are options of the game.
	Options func(Options) map[string]any
}

// Parse checks the raw arguments of the command and turns them into options of the game, see
// [ParseOptions].
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

// Terms are the words for what happens at a table, where those of a contest do not fit. Empty
// fields take the usual words.
type Terms struct {
	// Quit labels the button that ends the game early. Quitted reports that: the end of a sentence
	// after "It is over: ".
	Quit, Quitted Text
	// Again labels the button that starts another such game. Other, unless empty, starts one of another kind.
	Again Text
	Other Action
	// Done precedes the reason of an outcome that is [Solved].
	Done Text
	// Moved replaces the move in the report of who has moved: "has cast the lines".
	Moved Text
	// Start is a sentence that describes the game before the first move.
	Start Text
}

// The terms of a contest of two, of solitary play, and of a puzzle.
var (
	ContestTerms = Terms{
		Quit: T("Resign"), Quitted: T("the game was given up"), Again: T("Rematch"), Done: T("Solved"), Start: T("No moves yet."),
	}
	AloneTerms = Terms{
		Quit: T("End"), Quitted: T("it was closed"), Again: T("Again"), Done: T("Solved"), Start: T("No moves yet."),
	}
	PuzzleTerms = Terms{Quit: T("Give up"), Quitted: T("it was given up")}
)

// Termed is a position with its own terms.
type Termed interface {
	Terms() Terms
}

// Or returns the terms with empty fields taken from others.
func (t Terms) Or(others Terms) Terms {
	or := func(a, b Text) Text {
		if a.Empty() {
			return b
		}
		return a
	}
	return Terms{
		Quit: or(t.Quit, others.Quit), Quitted: or(t.Quitted, others.Quitted), Again: or(t.Again, others.Again), Other: t.Other,
		Done: or(t.Done, others.Done), Moved: or(t.Moved, others.Moved), Start: or(t.Start, others.Start),
	}
}

// Beginning returns the terms with another Start.
func (t Terms) Beginning(start Text) Terms {
	t.Start = start
	return t
}
