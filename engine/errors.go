package engine

import (
	"errors"
	"fmt"
)

// Why a move was refused. Test with [errors.Is].
var (
	// ErrSyntax: the line cannot be read as a move of this game.
	ErrSyntax = errors.New("engine: not a move")
	// ErrIllegal: the line is a move, but not one of this position.
	ErrIllegal = errors.New("engine: illegal move")
	// ErrOver: the game is over.
	ErrOver = errors.New("engine: game over")
)

// ErrForeign is the error of a [Player] that was given a position of another game.
var ErrForeign = errors.New("engine: a position of another game")

// MoveError is a refused move. The position is as it was.
type MoveError struct {
	// Input is the line as it was given.
	Input string
	// Why is a lower-case clause for the player, without a full stop, saying what
	// would be accepted.
	Why Text
	// Err is ErrSyntax, ErrIllegal or ErrOver.
	Err error
}

// RefuseMove refuses a line, because of ErrSyntax, ErrIllegal or ErrOver; the format and
// its arguments are the words, as of [T].
func RefuseMove(input string, err error, format string, args ...any) *MoveError {
	return &MoveError{Input: input, Why: T(format, args...), Err: err}
}

// Error implements error, in English.
func (e *MoveError) Error() string { return fmt.Sprintf("%q: %s", e.Input, e.Why) }

// Unwrap returns Err.
func (e *MoveError) Unwrap() error { return e.Err }

// Refusal is any other thing that a person asked for and that cannot be done: an
// option beyond its bounds, a file that does not parse.
type Refusal struct {
	// Why is a lower-case clause for the person, without a full stop, saying what
	// would be accepted.
	Why Text
}

// Refuse makes a refusal.
func Refuse(format string, args ...any) *Refusal { return &Refusal{T(format, args...)} }

// Error implements error, in English.
func (e *Refusal) Error() string { return e.Why.String() }

// Why returns the words for the person who caused the error, if they are there.
func Why(err error) (Text, bool) {
	if move, ok := errors.AsType[*MoveError](err); ok {
		return move.Why, true
	}
	if refusal, ok := errors.AsType[*Refusal](err); ok {
		return refusal.Why, true
	}
	return Text{}, false
}
