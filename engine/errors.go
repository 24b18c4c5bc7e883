package engine

import (
	"errors"
	"fmt"
)

// Reasons why a move is refused. Test with [errors.Is].
var (
	// ErrSyntax: the line is not a move of this game.
	ErrSyntax = errors.New("engine: not a move")
	// ErrIllegal: the line is a move, but not legal in this position.
	ErrIllegal = errors.New("engine: illegal move")
	// ErrOver: the game is over.
	ErrOver = errors.New("engine: game over")
)

// ErrForeign is returned by a [Player] for a position of another game.
var ErrForeign = errors.New("engine: a position of another game")

// MoveError is a refused move. The position is unchanged.
type MoveError struct {
	// Input is the refused line.
	Input string
	// Why is a lower-case clause for the player, without a full stop, that says what would be
	// accepted.
	Why Text
	// Err is ErrSyntax, ErrIllegal or ErrOver.
	Err error
}

// RefuseMove returns the refusal of a line. err is ErrSyntax, ErrIllegal or ErrOver; format and
// args make the text, see [T].
func RefuseMove(input string, err error, format string, args ...any) *MoveError {
	return &MoveError{Input: input, Why: T(format, args...), Err: err}
}

// RefuseMoveBy returns the refusal of a line for the reason that another refusal gives.
func RefuseMoveBy(input string, err, reason error) *MoveError {
	why, _ := Why(reason)
	return &MoveError{Input: input, Why: why, Err: err}
}

// Error implements error, in English.
func (e *MoveError) Error() string { return fmt.Sprintf("%q: %s", e.Input, e.Why) }

// Unwrap returns Err.
func (e *MoveError) Unwrap() error { return e.Err }

// Refusal is any other request that cannot be met: an option out of bounds, a file that does not
// parse.
type Refusal struct {
	// Why is a lower-case clause for the person, without a full stop, that says what would be
	// accepted.
	Why Text
	// Err is nil or [ErrNotThisFormat].
	Err error
}

// Refuse returns a refusal.
func Refuse(format string, args ...any) *Refusal { return &Refusal{Why: T(format, args...)} }

// Error implements error, in English.
func (e *Refusal) Error() string { return e.Why.String() }

// Unwrap returns Err.
func (e *Refusal) Unwrap() error { return e.Err }

// Why returns the text of the [MoveError] or [Refusal] in err's chain.
func Why(err error) (Text, bool) {
	if move, ok := errors.AsType[*MoveError](err); ok {
		return move.Why, true
	}
	if refusal, ok := errors.AsType[*Refusal](err); ok {
		return refusal.Why, true
	}
	return Text{}, false
}
